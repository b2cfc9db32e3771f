#include <gtest/gtest.h>

#include <atomic>

#include "acl/acl_rt.h"
#include "support/bad_handles.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtDestroyStreamConfigHandle_test {
namespace {

constexpr const char* kName = "aclrtDestroyStreamConfigHandle";

TEST(aclrtDestroyStreamConfigHandle, DestroyedPropertiesAreGone) {
    aclrtStreamConfigHandle* handle = aclrtCreateStreamConfigHandle();
    EXPECT_EQ(aclrtDestroyStreamConfigHandle(handle), ACL_SUCCESS);
    EXPECT_TRUE(refused(kName, "handle", [&] { return aclrtDestroyStreamConfigHandle(handle); }));
}

TEST(aclrtDestroyStreamConfigHandle, NullIsRefused) {
    EXPECT_TRUE(refused(kName, "handle", [] { return aclrtDestroyStreamConfigHandle(nullptr); }));
}

TEST(aclrtDestroyStreamConfigHandle, WhatWasNotMadeForItIsRefused) {
    aclrtStreamConfigHandle own{};
    const OwnedDesc desc = makeDesc();
    for (void* pointer : {static_cast<void*>(&own), static_cast<void*>(desc.get()),
                          reinterpret_cast<void*>(0x1234), reinterpret_cast<void*>(UINTPTR_MAX)}) {
        EXPECT_TRUE(refused(kName, "handle", [&] {
            return aclrtDestroyStreamConfigHandle(static_cast<aclrtStreamConfigHandle*>(pointer));
        }));
    }
}

TEST(aclrtDestroyStreamConfigHandle, OfManyThreadsOneSucceeds) {
    for (int round = 0; round < 20; ++round) {
        aclrtStreamConfigHandle* handle = aclrtCreateStreamConfigHandle();
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            succeeded += aclrtDestroyStreamConfigHandle(handle) == ACL_SUCCESS ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

}  // namespace
}  // namespace belay::test::aclrtDestroyStreamConfigHandle_test
