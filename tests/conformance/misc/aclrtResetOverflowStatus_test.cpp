#include <gtest/gtest.h>

#include <string>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtResetOverflowStatus_test {
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

TEST(aclrtResetOverflowStatus, ClearsInTheOrderOfTheStream) {
    const SetDevice session;
    noteOverflow();
    HeldStream stream;
    EXPECT_EQ(aclrtResetOverflowStatus(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(status(), std::string(kBytes, 1));
    stream.open();
    stream.synchronize();
    EXPECT_EQ(status(), std::string(kBytes, '\0'));
}

TEST(aclrtResetOverflowStatus, WorksOnTheDefaultStreamWithoutOverflow) {
    const SetDevice session;
    EXPECT_EQ(aclrtResetOverflowStatus(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(status(), std::string(kBytes, '\0'));
}

TEST(aclrtResetOverflowStatus, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    const auto call = [](aclrtStream stream) { return aclrtResetOverflowStatus(stream); };
    expectNeedsStream("aclrtResetOverflowStatus", call);
    expectRefusesStreamOfOtherContext("aclrtResetOverflowStatus", call);
}

TEST(aclrtResetOverflowStatus, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtResetOverflowStatus",
                       [] { return aclrtResetOverflowStatus(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtResetOverflowStatus_test
