#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtNpuGetFloatOverFlowStatus_test {
namespace {

constexpr size_t kBytes = 64;

// What kernels do that note an overflow, until there are any.
void noteOverflow() {
    void* address = nullptr;
    ASSERT_EQ(aclrtCtxGetFloatOverflowAddr(&address), ACL_SUCCESS) << recentMessage();
    put(address, std::string(kBytes, 1));
}

TEST(aclrtNpuGetFloatOverFlowStatus, GivesZerosWithoutOverflow) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    put(target.get(), std::string(kBytes, 42));
    const OwnedStream stream;
    EXPECT_EQ(aclrtNpuGetFloatOverFlowStatus(target.get(), kBytes, 0, stream.get()), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(target.get(), kBytes), std::string(kBytes, '\0'));
}

TEST(aclrtNpuGetFloatOverFlowStatus, GivesWhatWasNoted) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    noteOverflow();
    EXPECT_EQ(aclrtNpuGetFloatOverFlowStatus(target.get(), kBytes, 0, nullptr), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_NE(fetch(target.get(), kBytes), std::string(kBytes, '\0'));
}

TEST(aclrtNpuGetFloatOverFlowStatus, ComesInTheOrderOfTheStream) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    put(target.get(), std::string(kBytes, 42));
    HeldStream stream;
    EXPECT_EQ(aclrtNpuGetFloatOverFlowStatus(target.get(), kBytes, 0, stream.get()), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(fetch(target.get(), kBytes), std::string(kBytes, 42));
    noteOverflow();
    stream.open();
    stream.synchronize();
    EXPECT_EQ(fetch(target.get(), kBytes), std::string(kBytes, 1));
}

TEST(aclrtNpuGetFloatOverFlowStatus, SizeMustBe64) {
    const SetDevice session;
    const DeviceMemory target(4096);
    for (const size_t bytes : {size_t{0}, size_t{63}, size_t{65}, size_t{512}, SIZE_MAX}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtNpuGetFloatOverFlowStatus", "'outputSize'",
            [&] { return aclrtNpuGetFloatOverFlowStatus(target.get(), bytes, 0, nullptr); }))
            << bytes;
    }
}

TEST(aclrtNpuGetFloatOverFlowStatus, TargetMustBeDeviceMemory) {
    const SetDevice session;
    std::array<char, kBytes> ordinary{};
    const PinnedMemory pinned(kBytes);
    const DeviceMemory block(kBytes);
    void* start = nullptr;
    size_t bytes = 0;
    ASSERT_EQ(aclrtMemGetAddressRange(block.get(), &start, &bytes), ACL_SUCCESS);
    char* tooNearTheEnd = static_cast<char*>(start) + bytes - kBytes + 1;
    for (void* target : {static_cast<void*>(ordinary.data()), static_cast<void*>(pinned.get()),
                         static_cast<void*>(tooNearTheEnd)}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtNpuGetFloatOverFlowStatus", "'outputAddr'",
            [&] { return aclrtNpuGetFloatOverFlowStatus(target, kBytes, 0, nullptr); }));
    }
    EXPECT_TRUE(refused("aclrtNpuGetFloatOverFlowStatus", "outputAddr", [] {
        return aclrtNpuGetFloatOverFlowStatus(nullptr, kBytes, 0, nullptr);
    }));
}

TEST(aclrtNpuGetFloatOverFlowStatus, OnlyCheckModeZeroIsTaken) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    for (const uint32_t mode : {1U, 2U, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtNpuGetFloatOverFlowStatus", "'checkMode'",
            [&] { return aclrtNpuGetFloatOverFlowStatus(target.get(), kBytes, mode, nullptr); }))
            << mode;
    }
}

TEST(aclrtNpuGetFloatOverFlowStatus, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    const auto call = [&](aclrtStream stream) {
        return aclrtNpuGetFloatOverFlowStatus(target.get(), kBytes, 0, stream);
    };
    expectNeedsStream("aclrtNpuGetFloatOverFlowStatus", call);
    expectRefusesStreamOfOtherContext("aclrtNpuGetFloatOverFlowStatus", call);
}

TEST(aclrtNpuGetFloatOverFlowStatus, ThreadWithoutContextIsRefused) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    expectNeedsContext("aclrtNpuGetFloatOverFlowStatus", [&] {
        return aclrtNpuGetFloatOverFlowStatus(target.get(), kBytes, 0, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtNpuGetFloatOverFlowStatus_test
