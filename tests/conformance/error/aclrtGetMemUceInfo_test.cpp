#include <gtest/gtest.h>

#include <array>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/faults.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetMemUceInfo_test {
namespace {

TEST(aclrtGetMemUceInfo, HealthyDeviceHasNone) {
    const SetDevice session;
    std::array<aclrtMemUceInfo, MAX_MEM_UCE_INFO_ARRAY_SIZE> infos{};
    size_t count = 42;
    EXPECT_EQ(aclrtGetMemUceInfo(0, infos.data(), infos.size(), &count), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(count, 0U);
}

TEST(aclrtGetMemUceInfo, GivesRangesWithErrors) {
    withFault("memory", [] {
        const SetDevice session;
        const DeviceMemory memory(64);
        EXPECT_NE(copyInStream(memory.get(), 64), ACL_SUCCESS);
        std::array<aclrtMemUceInfo, 2> infos{};
        size_t count = 42;
        EXPECT_EQ(aclrtGetMemUceInfo(0, infos.data(), infos.size(), &count), ACL_SUCCESS)
            << recentMessage();
        ASSERT_EQ(count, 1U);
        EXPECT_EQ(infos[0].addr, memory.get());
        EXPECT_EQ(infos[0].len, 64U);
        EXPECT_EQ(infos[1].addr, nullptr);
    });
}

TEST(aclrtGetMemUceInfo, SizeOfTheArrayIsLimited) {
    const SetDevice session;
    aclrtMemUceInfo info{};
    size_t count = 42;
    for (const size_t size : {size_t{0}, size_t{129}, SIZE_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetMemUceInfo", "'arraySize'",
                                [&] { return aclrtGetMemUceInfo(0, &info, size, &count); }))
            << size;
    }
    EXPECT_EQ(count, 42U);
}

TEST(aclrtGetMemUceInfo, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetMemUceInfo", "'deviceId'", [] {
        aclrtMemUceInfo info{};
        size_t count = 0;
        return aclrtGetMemUceInfo(0, &info, 1, &count);
    }));
}

TEST(aclrtGetMemUceInfo, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclrtGetMemUceInfo", [](int32_t device) {
        aclrtMemUceInfo info{};
        size_t count = 0;
        return aclrtGetMemUceInfo(device, &info, 1, &count);
    });
}

TEST(aclrtGetMemUceInfo, NullIsRefused) {
    const SetDevice session;
    aclrtMemUceInfo info{};
    size_t count = 42;
    EXPECT_TRUE(refused("aclrtGetMemUceInfo", "memUceInfoArray",
                        [&] { return aclrtGetMemUceInfo(0, nullptr, 1, &count); }));
    EXPECT_TRUE(refused("aclrtGetMemUceInfo", "retSize",
                        [&] { return aclrtGetMemUceInfo(0, &info, 1, nullptr); }));
    EXPECT_EQ(count, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtGetMemUceInfo_test
