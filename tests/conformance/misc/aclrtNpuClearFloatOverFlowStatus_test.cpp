#include <gtest/gtest.h>

#include <string>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtNpuClearFloatOverFlowStatus_test {
namespace {

constexpr size_t kBytes = 64;

// What kernels do that note an overflow, until there are any.
void noteOverflow() {
    void* address = nullptr;
    ASSERT_EQ(aclrtCtxGetFloatOverflowAddr(&address), ACL_SUCCESS) << recentMessage();
    put(address, std::string(kBytes, 1));
}

std::string status() {
    void* address = nullptr;
    EXPECT_EQ(aclrtCtxGetFloatOverflowAddr(&address), ACL_SUCCESS) << recentMessage();
    return fetch(address, kBytes);
}

TEST(aclrtNpuClearFloatOverFlowStatus, ClearsInTheOrderOfTheStream) {
    const SetDevice session;
    noteOverflow();
    HeldStream stream;
    EXPECT_EQ(aclrtNpuClearFloatOverFlowStatus(0, stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(status(), std::string(kBytes, 1));
    stream.open();
    stream.synchronize();
    EXPECT_EQ(status(), std::string(kBytes, '\0'));
}

TEST(aclrtNpuClearFloatOverFlowStatus, WorksOnTheDefaultStreamWithoutOverflow) {
    const SetDevice session;
    EXPECT_EQ(aclrtNpuClearFloatOverFlowStatus(0, nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(status(), std::string(kBytes, '\0'));
}

TEST(aclrtNpuClearFloatOverFlowStatus, OnlyCheckModeZeroIsTaken) {
    const SetDevice session;
    for (const uint32_t mode : {1U, 2U, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtNpuClearFloatOverFlowStatus",
                                "'checkMode'",
                                [&] { return aclrtNpuClearFloatOverFlowStatus(mode, nullptr); }))
            << mode;
    }
}

TEST(aclrtNpuClearFloatOverFlowStatus, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    const auto call = [](aclrtStream stream) {
        return aclrtNpuClearFloatOverFlowStatus(0, stream);
    };
    expectNeedsStream("aclrtNpuClearFloatOverFlowStatus", call);
    expectRefusesStreamOfOtherContext("aclrtNpuClearFloatOverFlowStatus", call);
}

TEST(aclrtNpuClearFloatOverFlowStatus, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtNpuClearFloatOverFlowStatus",
                       [] { return aclrtNpuClearFloatOverFlowStatus(0, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtNpuClearFloatOverFlowStatus_test
