#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceInfo_test {
namespace {

int64_t attribute(aclrtDevAttr attr, uint32_t device = 0) {
    int64_t value = -42;
    EXPECT_EQ(aclrtGetDeviceInfo(device, attr, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

void onChip(const char* chip, void (*body)()) {
    SCOPED_TRACE(chip);
    expectEndsWell(
        body, {.environment = {
                   {"BELAY_DRIVER", "sim"}, {"BELAY_SIM_DEVICES", "2"}, {"BELAY_SIM_SOC", chip}}});
}

constexpr std::array kThreadAttributes = {ACL_DEV_ATTR_WARP_SIZE,
                                          ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE,
                                          ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE,
                                          ACL_DEV_ATTR_MAX_GRID_DIM_X,
                                          ACL_DEV_ATTR_MAX_GRID_DIM_Y,
                                          ACL_DEV_ATTR_MAX_GRID_DIM_Z,
                                          ACL_DEV_ATTR_MAX_BLOCK_PER_GRID,
                                          ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK,
                                          ACL_DEV_ATTR_MAX_BLOCK_DIM_X,
                                          ACL_DEV_ATTR_MAX_BLOCK_DIM_Y,
                                          ACL_DEV_ATTR_MAX_BLOCK_DIM_Z};

TEST(aclrtGetDeviceInfo, GivesTheFiguresOfTheDefaultChip) {
    onChip("Ascend910B4", [] {
        EXPECT_EQ(attribute(ACL_DEV_ATTR_AICPU_CORE_NUM), 6);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_AICORE_CORE_NUM), 20);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_CUBE_CORE_NUM), 20);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_VECTOR_CORE_NUM), 40);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE), int64_t{32} << 30);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_L2_CACHE_SIZE), 100'663'296);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_SMP_ID, 0), attribute(ACL_DEV_ATTR_SMP_ID, 1));
        EXPECT_EQ(attribute(ACL_DEV_ATTR_PHY_CHIP_ID, 1), 1);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_SUPER_POD_DEVICE_ID, 1), 0);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_SUPER_POD_SERVER_ID), 0);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_SUPER_POD_ID), 0);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_CUST_OP_PRIVILEGE), 0);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_MAINBOARD_ID), 0);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_HD_CONNECT_TYPE), ACL_HOST_DEVICE_CONNECT_TYPE_PCIE);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_DEVICE_FORM_FACTOR), ACL_DEVICE_FORM_FACTOR_A_K);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_IS_VIRTUAL), 0);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_NPU_ARCH), 2201);
    });
}

TEST(aclrtGetDeviceInfo, CoresWithoutThreadsHaveNoneOfTheirFigures) {
    onChip("Ascend910B4", [] {
        for (const aclrtDevAttr attr : kThreadAttributes) {
            EXPECT_EQ(attribute(attr), 0) << attr;
        }
    });
    onChip("Ascend950DT_9591", [] {
        EXPECT_EQ(attribute(ACL_DEV_ATTR_WARP_SIZE), 32);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE), 2048);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE), 253'952);
        for (const aclrtDevAttr attr : kThreadAttributes) {
            EXPECT_GT(attribute(attr), 0) << attr;
        }
    });
}

TEST(aclrtGetDeviceInfo, FollowsTheChip) {
    onChip("Ascend910_9392", [] {
        EXPECT_EQ(attribute(ACL_DEV_ATTR_DEVICE_FORM_FACTOR), ACL_DEVICE_FORM_FACTOR_POD);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_SUPER_POD_DEVICE_ID, 1), 1);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_AICORE_CORE_NUM), 24);
    });
    onChip("Ascend310P3", [] {
        EXPECT_EQ(attribute(ACL_DEV_ATTR_DEVICE_FORM_FACTOR), ACL_DEVICE_FORM_FACTOR_PCIE_CARD);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_NPU_ARCH), 2002);
        EXPECT_EQ(attribute(ACL_DEV_ATTR_VECTOR_CORE_NUM), 7);
    });
    onChip("Ascend910A", [] { EXPECT_EQ(attribute(ACL_DEV_ATTR_VECTOR_CORE_NUM), 0); });
}

TEST(aclrtGetDeviceInfo, MemoryIsWhatTheDeviceHas) {
    expectEndsWell(
        [] { EXPECT_EQ(attribute(ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE), int64_t{1} << 30); },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_MEMORY", "1G"}}});
}

TEST(aclrtGetDeviceInfo, NeedsNoContext) {
    onThreadWithoutContext([] { EXPECT_GT(attribute(ACL_DEV_ATTR_AICORE_CORE_NUM), 0); });
}

TEST(aclrtGetDeviceInfo, UnknownAttributeIsRefused) {
    int64_t value = 42;
    for (const int number :
         {-1, 0, 2, 100, 103, 200, 213, 300, 303, 400, 410, 500, 502, 602, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetDeviceInfo", "'attr'", [&] {
            return aclrtGetDeviceInfo(0, enumOf<aclrtDevAttr>(number), &value);
        })) << number;
    }
    EXPECT_EQ(value, 42);
}

TEST(aclrtGetDeviceInfo, DeviceThatIsNotThereIsRefused) {
    int64_t value = 42;
    expectNeedsDeviceNumber(
        "aclrtGetDeviceInfo",
        [&](int32_t device) {
            return aclrtGetDeviceInfo(static_cast<uint32_t>(device), ACL_DEV_ATTR_SMP_ID, &value);
        },
        ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(value, 42);
}

TEST(aclrtGetDeviceInfo, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetDeviceInfo", "value",
                        [] { return aclrtGetDeviceInfo(0, ACL_DEV_ATTR_SMP_ID, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceInfo_test
