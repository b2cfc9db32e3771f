#include <gtest/gtest.h>

#include <string>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtResetFloatOverflowStatus_test {
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

TEST(aclrtResetFloatOverflowStatus, ClearsInTheOrderOfTheStream) {
    const SetDevice session;
    noteOverflow();
    HeldStream stream;
    EXPECT_EQ(aclrtResetFloatOverflowStatus(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(status(), std::string(kBytes, 1));
    stream.open();
    stream.synchronize();
    EXPECT_EQ(status(), std::string(kBytes, '\0'));
}

TEST(aclrtResetFloatOverflowStatus, WorksOnTheDefaultStreamWithoutOverflow) {
    const SetDevice session;
    EXPECT_EQ(aclrtResetFloatOverflowStatus(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(status(), std::string(kBytes, '\0'));
}

TEST(aclrtResetFloatOverflowStatus, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    const auto call = [](aclrtStream stream) { return aclrtResetFloatOverflowStatus(stream); };
    expectNeedsStream("aclrtResetFloatOverflowStatus", call);
    expectRefusesStreamOfOtherContext("aclrtResetFloatOverflowStatus", call);
}

TEST(aclrtResetFloatOverflowStatus, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtResetFloatOverflowStatus",
                       [] { return aclrtResetFloatOverflowStatus(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtResetFloatOverflowStatus_test
