#include <utility>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtCmoAsync_test {
namespace {

aclError maintain(void* start, size_t bytes, aclrtStream stream,
                  int type = ACL_RT_CMO_TYPE_PREFETCH) {
    return aclrtCmoAsync(start, bytes, enumOf<aclrtCmoType>(type), stream);
}

TEST(aclrtCmoAsync, PrefetchingHasItsPlaceInTheStream) {
    const SetDevice device;
    const DeviceMemory memory(4096);
    const std::string text = pattern(4096);
    put(memory.get(), text);
    HeldStream held;
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(maintain(memory.get(), 4096, held.get()), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(maintain(memory.get() + i, 1, held.get()), ACL_SUCCESS) << recentMessage();
    }
    aclrtStreamStatus status{};
    ASSERT_EQ(aclrtStreamQuery(held.get(), &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    held.open();
    held.synchronize();
    EXPECT_EQ(fetch(memory.get(), 4096), text);
}

TEST(aclrtCmoAsync, MoreThanAnEntryTakes) {
    constexpr size_t kBytes = (size_t{130} << 20) + 1;
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(kBytes);
    ASSERT_EQ(maintain(memory.get(), kBytes, stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtCmoAsync, OtherOperationsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    for (const int type :
         {ACL_RT_CMO_TYPE_WRITEBACK, ACL_RT_CMO_TYPE_INVALID, ACL_RT_CMO_TYPE_FLUSH}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCmoAsync", "'cmoType'",
                                [&] { return maintain(memory.get(), 64, stream.get(), type); }));
    }
    for (const int type : {4, -1}) {
        EXPECT_TRUE(refused("aclrtCmoAsync", "cmoType",
                            [&] { return maintain(memory.get(), 64, stream.get(), type); }));
    }
}

TEST(aclrtCmoAsync, RangesThatAreNoneAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    EXPECT_TRUE(
        refused("aclrtCmoAsync", "src", [&] { return maintain(nullptr, 64, stream.get()); }));
    EXPECT_TRUE(
        refused("aclrtCmoAsync", "size", [&] { return maintain(memory.get(), 0, stream.get()); }));
    for (const auto& [start, bytes] :
         {std::pair{memory.get(), size_t{4096}}, std::pair{memory.get(), SIZE_MAX},
          std::pair{pinned.get(), size_t{64}}}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtCmoAsync", "'src'",
            [&, start = start, bytes = bytes] { return maintain(start, bytes, stream.get()); }));
    }
}

TEST(aclrtCmoAsync, MemoryOfAnotherDeviceIsRefused) {
    expectEndsWell(
        [] {
            const SetDevice first(0);
            const DeviceMemory memory(64);
            const SetDevice second(1);
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCmoAsync", "'src'",
                                    [&] { return maintain(memory.get(), 64, nullptr); }));
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

TEST(aclrtCmoAsync, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory memory(64);
    expectOnlyStreamsOfTheContext(
        "aclrtCmoAsync", [&](aclrtStream stream) { return maintain(memory.get(), 64, stream); });
}

}  // namespace
}  // namespace belay::test::aclrtCmoAsync_test
