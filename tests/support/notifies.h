// Notifies for conformance tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/bad_handles.h"
#include "support/device.h"

namespace belay::test {

struct DestroyNotify {
    void operator()(void* notify) const { EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS); }
};

using OwnedNotify = std::unique_ptr<void, DestroyNotify>;

/// A notify of the current device.
inline OwnedNotify makeNotify() {
    aclrtNotify notify = nullptr;
    EXPECT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS) << recentMessage();
    return OwnedNotify(notify);
}

struct NotifyHandle;

template <>
struct HandleClass<NotifyHandle> {
    using Raw = aclrtNotify;

    static OwnedNotify make() { return makeNotify(); }

    static bool destroy(aclrtNotify notify) { return aclrtDestroyNotify(notify) == ACL_SUCCESS; }
};

/// Whether `call(notify)` is refused for whatever is no notify. Needs a device that is set.
template <typename Call>
void expectNeedsNotify(const std::string& function, Call call) {
    EXPECT_TRUE(refused(function, "notify", [&] { return call(nullptr); }));
    const auto expectRefused = [&](aclrtNotify bad) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "'notify'",
                                [&] { return call(bad); }));
    };
    const OwnedEvent event = makeEvent();
    expectRefused(event.get());
    forEachBadHandle<NotifyHandle>(expectRefused);
}

}  // namespace belay::test
