#include "support/device.h"

namespace belay::test::aclrtCmoAsyncWithBarrier_test {
namespace {

aclError maintain(void* start, size_t bytes, int type, uint32_t barrier) {
    return aclrtCmoAsyncWithBarrier(start, bytes, enumOf<aclrtCmoType>(type), barrier, nullptr);
}

TEST(aclrtCmoAsyncWithBarrier, IsNotSupportedByTheChip) {
    const SetDevice device;
    const DeviceMemory memory(64);
    EXPECT_TRUE(refusedWith(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCmoAsyncWithBarrier", "not supported by this chip",
        [&] { return maintain(memory.get(), 64, ACL_RT_CMO_TYPE_INVALID, 1); }));
    EXPECT_TRUE(refusedWith(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCmoAsyncWithBarrier", "not supported by this chip",
        [&] { return maintain(memory.get(), 64, ACL_RT_CMO_TYPE_PREFETCH, 0); }));
}

TEST(aclrtCmoAsyncWithBarrier, BadArgumentsAreRefusedFirst) {
    const SetDevice device;
    const DeviceMemory memory(64);
    const auto refusedFor = [&](const char* name, void* start, size_t bytes, int type,
                                uint32_t barrier) {
        return refused("aclrtCmoAsyncWithBarrier", name,
                       [&] { return maintain(start, bytes, type, barrier); });
    };
    EXPECT_TRUE(refusedFor("src", nullptr, 64, ACL_RT_CMO_TYPE_INVALID, 1));
    EXPECT_TRUE(refusedFor("size", memory.get(), 0, ACL_RT_CMO_TYPE_INVALID, 1));
    EXPECT_TRUE(refusedFor("cmoType", memory.get(), 64, 4, 1));
    EXPECT_TRUE(refusedFor("barrierId", memory.get(), 64, ACL_RT_CMO_TYPE_INVALID, 0));
    EXPECT_TRUE(refusedFor("barrierId", memory.get(), 64, ACL_RT_CMO_TYPE_PREFETCH, 1));
}

}  // namespace
}  // namespace belay::test::aclrtCmoAsyncWithBarrier_test
