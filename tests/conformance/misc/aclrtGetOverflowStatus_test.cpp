#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetOverflowStatus_test {
namespace {

constexpr size_t kBytes = 64;

// What kernels do that note an overflow, until there are any.
void noteOverflow() {
    void* address = nullptr;
    ASSERT_EQ(aclrtCtxGetFloatOverflowAddr(&address), ACL_SUCCESS) << recentMessage();
    put(address, std::string(kBytes, 1));
}

TEST(aclrtGetOverflowStatus, GivesZerosWithoutOverflow) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    put(target.get(), std::string(kBytes, 42));
    const OwnedStream stream;
    EXPECT_EQ(aclrtGetOverflowStatus(target.get(), kBytes, stream.get()), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(target.get(), kBytes), std::string(kBytes, '\0'));
}

TEST(aclrtGetOverflowStatus, GivesWhatWasNoted) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    noteOverflow();
    EXPECT_EQ(aclrtGetOverflowStatus(target.get(), kBytes, nullptr), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_NE(fetch(target.get(), kBytes), std::string(kBytes, '\0'));
}

TEST(aclrtGetOverflowStatus, ComesInTheOrderOfTheStream) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    put(target.get(), std::string(kBytes, 42));
    HeldStream stream;
    EXPECT_EQ(aclrtGetOverflowStatus(target.get(), kBytes, stream.get()), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(fetch(target.get(), kBytes), std::string(kBytes, 42));
    noteOverflow();
    stream.open();
    stream.synchronize();
    EXPECT_EQ(fetch(target.get(), kBytes), std::string(kBytes, 1));
}

TEST(aclrtGetOverflowStatus, SizeMustBe64) {
    const SetDevice session;
    const DeviceMemory target(4096);
    for (const size_t bytes : {size_t{0}, size_t{63}, size_t{65}, size_t{512}, SIZE_MAX}) {
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetOverflowStatus", "'outputSize'",
                        [&] { return aclrtGetOverflowStatus(target.get(), bytes, nullptr); }))
            << bytes;
    }
}

TEST(aclrtGetOverflowStatus, TargetMustBeDeviceMemory) {
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
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetOverflowStatus",
                                "'outputAddr'",
                                [&] { return aclrtGetOverflowStatus(target, kBytes, nullptr); }));
    }
    EXPECT_TRUE(refused("aclrtGetOverflowStatus", "outputAddr",
                        [] { return aclrtGetOverflowStatus(nullptr, kBytes, nullptr); }));
}

TEST(aclrtGetOverflowStatus, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    const auto call = [&](aclrtStream stream) {
        return aclrtGetOverflowStatus(target.get(), kBytes, stream);
    };
    expectNeedsStream("aclrtGetOverflowStatus", call);
    expectRefusesStreamOfOtherContext("aclrtGetOverflowStatus", call);
}

TEST(aclrtGetOverflowStatus, ThreadWithoutContextIsRefused) {
    const SetDevice session;
    const DeviceMemory target(kBytes);
    expectNeedsContext("aclrtGetOverflowStatus",
                       [&] { return aclrtGetOverflowStatus(target.get(), kBytes, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtGetOverflowStatus_test
