// What functions that submit work refuse alike of their streams.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "acl/acl_rt.h"
#include "support/bad_handles.h"
#include "support/device.h"
#include "support/refusal.h"

namespace belay::test {

/// `submit(stream)` gives a code, on device 0, which is set: 0 for a stream of the current context
/// and for null, refusals for every other.
template <typename Submit>
void expectOnlyStreamsOfTheContext(const std::string& function, Submit submit) {
    const OwnedStream stream;
    EXPECT_EQ(submit(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(submit(nullptr), ACL_SUCCESS) << "the default stream";
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    forEachBadHandle<StreamHandle>([&](aclrtStream bad) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "'stream'",
                                [&] { return submit(bad); }));
    });
    const OwnedContext other = makeContext();
    {
        const ContextScope scope(other.get());
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, function, "'stream'",
                                [&] { return submit(stream.get()); }));
    }
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, function, "no context",
                                [&] { return submit(stream.get()); }));
    });
}

}  // namespace belay::test
