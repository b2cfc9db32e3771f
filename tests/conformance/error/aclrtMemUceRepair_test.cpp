#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/faults.h"
#include "support/refusal.h"

namespace belay::test::aclrtMemUceRepair_test {
namespace {

TEST(aclrtMemUceRepair, RepairsWhatTheQueryGave) {
    withFault("memory", [] {
        const SetDevice session;
        const DeviceMemory memory(64);
        EXPECT_NE(copyInStream(memory.get(), 64), ACL_SUCCESS);
        aclrtMemUceInfo info{};
        size_t count = 0;
        ASSERT_EQ(aclrtGetMemUceInfo(0, &info, 1, &count), ACL_SUCCESS);
        ASSERT_EQ(count, 1U);
        EXPECT_EQ(aclrtMemUceRepair(0, &info, 1), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(aclrtGetMemUceInfo(0, &info, 1, &count), ACL_SUCCESS);
        EXPECT_EQ(count, 0U);
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_NORMAL);
        EXPECT_EQ(copyInStream(memory.get(), 64), ACL_SUCCESS);
    });
}

TEST(aclrtMemUceRepair, MemoryWithoutErrorIsRefused) {
    const SetDevice session;
    const DeviceMemory memory(64);
    aclrtMemUceInfo info{};
    info.addr = memory.get();
    info.len = 64;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemUceRepair", "error",
                            [&] { return aclrtMemUceRepair(0, &info, 1); }));
}

TEST(aclrtMemUceRepair, SizeOfTheArrayIsLimited) {
    const SetDevice session;
    aclrtMemUceInfo info{};
    for (const size_t size : {size_t{0}, size_t{129}, SIZE_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemUceRepair", "'arraySize'",
                                [&] { return aclrtMemUceRepair(0, &info, size); }))
            << size;
    }
}

TEST(aclrtMemUceRepair, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemUceRepair", "'deviceId'", [] {
        aclrtMemUceInfo info{};
        return aclrtMemUceRepair(0, &info, 1);
    }));
}

TEST(aclrtMemUceRepair, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclrtMemUceRepair", [](int32_t device) {
        aclrtMemUceInfo info{};
        return aclrtMemUceRepair(device, &info, 1);
    });
}

TEST(aclrtMemUceRepair, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtMemUceRepair", "memUceInfoArray",
                        [] { return aclrtMemUceRepair(0, nullptr, 1); }));
}

}  // namespace
}  // namespace belay::test::aclrtMemUceRepair_test
