#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtCtxGetFloatOverflowAddr_test {
namespace {

void* address() {
    void* result = nullptr;
    EXPECT_EQ(aclrtCtxGetFloatOverflowAddr(&result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtCtxGetFloatOverflowAddr, IsClearedDeviceMemory) {
    const SetDevice session;
    void* memory = address();
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(fetch(memory, 64), std::string(64, '\0'));
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(memory, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
}

TEST(aclrtCtxGetFloatOverflowAddr, IsTheSameOnAllThreadsAndGoesWithTheDevice) {
    {
        const SetDevice session;
        const std::array<void*, 4> all = [] {
            std::array<void*, 4> found{};
            onThreads(found.size(), [&found](size_t thread) {
                const SetDevice own;
                found[thread] = address();
            });
            return found;
        }();
        for (void* found : all) {
            EXPECT_EQ(found, address());
        }
        put(address(), std::string(64, 1));
    }
    const SetDevice session;
    EXPECT_EQ(fetch(address(), 64), std::string(64, '\0'));
}

TEST(aclrtCtxGetFloatOverflowAddr, DevicesHaveTheirOwn) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    void* memory = address();
    const SetDevice second(1);
    EXPECT_NE(address(), memory);
}

TEST(aclrtCtxGetFloatOverflowAddr, ThreadWithoutContextIsRefused) {
    int untouched = 0;
    void* result = &untouched;
    expectNeedsContext("aclrtCtxGetFloatOverflowAddr",
                       [&] { return aclrtCtxGetFloatOverflowAddr(&result); });
    EXPECT_EQ(result, &untouched);
}

TEST(aclrtCtxGetFloatOverflowAddr, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtCtxGetFloatOverflowAddr", "overflowAddr",
                        [] { return aclrtCtxGetFloatOverflowAddr(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtCtxGetFloatOverflowAddr_test
