#include <array>
#include <vector>

#include "support/device.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemcpyAsyncWithOffset_test {
namespace {

// Places in device memory that hold addresses.
class Places {
  public:
    Places(const void* target, const void* source) {
        const std::array<const void*, 2> addresses{target, source};
        EXPECT_EQ(aclrtMemcpy(memory_.get(), sizeof addresses, addresses.data(), sizeof addresses,
                              ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_SUCCESS);
    }

    void** target() const { return reinterpret_cast<void**>(memory_.get()); }

    const void** source() const { return reinterpret_cast<const void**>(memory_.get() + 8); }

  private:
    DeviceMemory memory_{16};
};

aclError copy(void** target, size_t targetOffset, const void** source, size_t count,
              size_t sourceOffset, aclrtStream stream) {
    return aclrtMemcpyAsyncWithOffset(target, count, targetOffset, source, count, sourceOffset,
                                      ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, stream);
}

TEST(aclrtMemcpyAsyncWithOffset, OffsetsCountFromTheAddressesInDeviceMemory) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory from(64);
    const DeviceMemory to(64);
    put(from.get(), "0123456789");
    put(to.get(), "..........");
    const Places places(to.get(), from.get());
    ASSERT_EQ(copy(places.target(), 2, places.source(), 4, 5, stream.get()), ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(copy(places.target(), 0, places.source(), 1, 9, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(to.get(), 10), "9.5678....");
}

TEST(aclrtMemcpyAsyncWithOffset, AddressesAreReadWhenTheCopyRuns) {
    const SetDevice device;
    const DeviceMemory from(64);
    const DeviceMemory to(64);
    put(from.get(), "0123456789");
    put(to.get(), "..........");
    const Places places(from.get(), from.get());
    HeldStream held;
    ASSERT_EQ(copy(places.target(), 0, places.source(), 10, 0, held.get()), ACL_SUCCESS);
    const void* later = to.get();
    ASSERT_EQ(aclrtMemcpy(places.target(), 8, &later, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    held.open();
    held.synchronize();
    EXPECT_EQ(fetch(to.get(), 10), "0123456789");
}

TEST(aclrtMemcpyAsyncWithOffset, CopiesLongerThanAnEntryArriveWhole) {
    constexpr size_t kBytes = (size_t{64} << 20) + 5;
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory from(kBytes);
    const DeviceMemory to(kBytes);
    ASSERT_EQ(aclrtMemset(from.get(), kBytes, 'x', kBytes), ACL_SUCCESS);
    put(from.get() + kBytes - 8, "the end.");
    const Places places(to.get(), from.get());
    ASSERT_EQ(copy(places.target(), 0, places.source(), kBytes, 0, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(to.get() + kBytes - 10, 10), "xxthe end.");
    EXPECT_EQ(fetch(to.get(), 1), "x");
}

TEST(aclrtMemcpyAsyncWithOffset, BadArgumentsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const Places places(memory.get(), memory.get());
    void* onHost = memory.get();
    const auto refusedFor = [&](aclError code, const char* name, void** target, size_t most,
                                size_t targetOffset, const void** source, size_t sourceOffset,
                                int kind) {
        return refusedWith(code, "aclrtMemcpyAsyncWithOffset", name, [&] {
            return aclrtMemcpyAsyncWithOffset(target, most, targetOffset, source, 8, sourceOffset,
                                              enumOf<aclrtMemcpyKind>(kind), stream.get());
        });
    };
    constexpr aclError kInvalid = ACL_ERROR_RT_PARAM_INVALID;
    constexpr int kInner = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    constexpr size_t kFar = size_t{1} << 48;
    EXPECT_TRUE(refusedFor(kInvalid, "'dst'", nullptr, 8, 0, places.source(), 0, kInner));
    EXPECT_TRUE(refusedFor(kInvalid, "'src'", places.target(), 8, 0, nullptr, 0, kInner));
    EXPECT_TRUE(refusedFor(kInvalid, "'dst'", &onHost, 8, 0, places.source(), 0, kInner))
        << "not in device memory";
    EXPECT_TRUE(
        refusedFor(kInvalid, "'destMax'", places.target(), 7, 0, places.source(), 0, kInner));
    EXPECT_TRUE(refusedFor(kInvalid, "'dstDataOffset'", places.target(), 8, kFar, places.source(),
                           0, kInner));
    EXPECT_TRUE(refusedFor(kInvalid, "'srcDataOffset'", places.target(), 8, 0, places.source(),
                           SIZE_MAX, kInner));
    for (const int kind :
         {ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST,
          ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE}) {
        EXPECT_TRUE(refusedFor(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "'kind'", places.target(), 8, 0,
                               places.source(), 0, kind));
    }
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'kind'", places.target(), 8, 0,
                           places.source(), 0, 8));
    EXPECT_EQ(copy(nullptr, 0, nullptr, 0, 0, stream.get()), ACL_SUCCESS) << "nothing to copy";
}

TEST(aclrtMemcpyAsyncWithOffset, AnAddressThatIsNoneIsAFailureOfTheStream) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const Places places(memory.get(), reinterpret_cast<void*>(0x1234));
    ASSERT_EQ(copy(places.target(), 0, places.source(), 8, 0, stream.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "reported once";
}

TEST(aclrtMemcpyAsyncWithOffset, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory memory(64);
    const Places places(memory.get(), memory.get() + 32);
    expectOnlyStreamsOfTheContext("aclrtMemcpyAsyncWithOffset", [&](aclrtStream stream) {
        return copy(places.target(), 0, places.source(), 8, 0, stream);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyAsyncWithOffset_test
