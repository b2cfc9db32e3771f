// Refusals that functions about devices share: no context, bad handles, streams of another context.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/bad_handles.h"
#include "support/device.h"
#include "support/refusal.h"

namespace belay::test {

/// Whether `call` is refused on a thread without a context: a new one, and one whose context has
/// been destroyed.
template <typename Call>
void expectNeedsContext(const std::string& function, Call call) {
    const auto isRefused = [&] {
        return refusedWith(ACL_ERROR_RT_CONTEXT_NULL, function, "context", call);
    };
    onThreadWithoutContext([&] {
        EXPECT_TRUE(isRefused());
        {
            const SetDevice session;
            aclrtContext context = nullptr;
            ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
            ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
            EXPECT_TRUE(isRefused());
        }
        EXPECT_TRUE(isRefused());
    });
}

/// Whether `call(stream)` is refused for whatever is no stream. Needs a device that is set.
template <typename Call>
void expectNeedsStream(const std::string& function, Call call,
                       const std::string& argument = "stream") {
    forEachBadHandle<StreamHandle>([&](aclrtStream bad) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "'" + argument + "'",
                                [&] { return call(bad); }));
    });
}

/// Whether `call(event)` is refused for whatever is no event. Needs a device that is set.
template <typename Call>
void expectNeedsEvent(const std::string& function, Call call,
                      const std::string& argument = "event") {
    EXPECT_TRUE(refused(function, argument, [&] { return call(nullptr); }));
    forEachBadHandle<EventHandle>([&](aclrtEvent bad) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "'" + argument + "'",
                                [&] { return call(bad); }));
    });
}

/// Whether `call(stream)` is refused for streams of another context than the current one, of the
/// same device and of another (B05). Needs a device that is set.
template <typename Call>
void expectRefusesStreamOfOtherContext(const std::string& function, Call call) {
    const auto expectRefused = [&](int32_t device) {
        const OwnedContext other = makeContext(device);
        aclrtStream stream = nullptr;
        aclrtStream defaultStream = nullptr;
        {
            const ContextScope scope(other.get());
            EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
            EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&defaultStream), ACL_SUCCESS);
        }
        for (aclrtStream foreign : {stream, defaultStream}) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, function, "'stream'",
                                    [&] { return call(foreign); }));
        }
    };
    expectRefused(0);
    if (deviceCount() > 1) {
        expectRefused(1);
    }
}

/// Whether `call` takes a time limit in milliseconds as the runtime does: -1 or above 0.
template <typename Call>
void expectRefusesBadTimeouts(const std::string& function, Call call) {
    for (const int32_t timeout : {0, -2, -1000, INT32_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "'timeout'", [&] {
            return call(timeout);
        })) << timeout;
    }
}

}  // namespace belay::test
