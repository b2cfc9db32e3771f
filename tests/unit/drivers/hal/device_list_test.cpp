#include "drivers/hal/device_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "unit/drivers/hal/fake_hal.h"

namespace belay::hal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class DeviceListTest : public testing::Test {
  protected:
    Result<std::vector<ListedDevice>> list(bool isSimulated = false) const {
        return listDevices({.api = fake.api(), .path = "fake", .isSimulated = isSimulated});
    }

    FakeHal fake;
};

TEST_F(DeviceListTest, TellsWhatTheLibraryTells) {
    fake.deviceIds = {4, 6};
    fake.infos[{MODULE_TYPE_AICPU, INFO_TYPE_CORE_NUM}] = 7;
    fake.infos[{MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_CHIP_ID}] = 3;
    fake.infos[{MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_DIE_ID}] = 1;
    const auto listed = list();
    ASSERT_TRUE(listed.isOk()) << listed.status().message();
    ASSERT_EQ(listed.value().size(), 2U);
    EXPECT_EQ(listed.value()[0].halId, 4U);
    EXPECT_EQ(listed.value()[1].halId, 6U);
    const driver::DeviceInfo& info = listed.value()[1].info;
    EXPECT_EQ(info.socName, "Ascend910B4");
    EXPECT_EQ(info.family, "Ascend910B");
    ASSERT_NE(info.architecture, nullptr);
    EXPECT_EQ(info.cubeCores, 20U);
    EXPECT_EQ(info.vectorCores, 40U);
    EXPECT_EQ(info.aicpuCores, 7U);
    EXPECT_EQ(info.memoryBytes, 10'000U);
    EXPECT_EQ(info.chip, 3U);
    EXPECT_EQ(info.die, 1U);
    EXPECT_EQ(info.streamLimit, 100U);
    EXPECT_FALSE(info.executesHostCode);
    EXPECT_THAT(info.links, ElementsAre(driver::Link::kHccs, driver::Link::kNone));
    EXPECT_NE(info.uuid, listed.value()[0].info.uuid);
}

TEST_F(DeviceListTest, SimulatedCoresExecuteHostCode) {
    const auto listed = list(/*isSimulated=*/true);
    ASSERT_TRUE(listed.isOk());
    EXPECT_TRUE(listed.value().front().info.executesHostCode);
}

TEST_F(DeviceListTest, AsksInTheOrderOfTheVendorsRuntime) {
    fake.deviceIds = {0};
    ASSERT_TRUE(list().isOk());
    ASSERT_GE(fake.calls.size(), 6U);
    fake.calls.resize(6);
    EXPECT_THAT(fake.calls,
                ElementsAre("drvGetPlatformInfo", "drvGetDevNum", "drvGetDevIDs",
                            "halGetAPIVersion", "halSetRuntimeApiVer", "halGetSocVersion"));
}

TEST_F(DeviceListTest, NoDeviceIsAnEmptyList) {
    fake.refusals["drvGetDevNum"] = {DRV_ERROR_NO_DEVICE};
    const auto none = list();
    ASSERT_TRUE(none.isOk());
    EXPECT_TRUE(none.value().empty());
    fake.deviceIds.clear();
    const auto zero = list();
    ASSERT_TRUE(zero.isOk());
    EXPECT_TRUE(zero.value().empty());
}

TEST_F(DeviceListTest, ADevicesOwnProcessorsAreNoHost) {
    fake.platform = 0;
    const auto listed = list();
    EXPECT_EQ(listed.status().code(), Code::kRtFeatureNotSupport);
    EXPECT_THAT(std::string(listed.status().message()), HasSubstr("drvGetPlatformInfo says 0"));
}

TEST_F(DeviceListTest, WithoutANameTheVersionTellsTheChip) {
    fake.socName.clear();
    const auto listed = list();
    ASSERT_TRUE(listed.isOk()) << listed.status().message();
    EXPECT_EQ(listed.value().front().info.socName, "Ascend910B4");
}

TEST_F(DeviceListTest, AnotherVersionIsRefusedWithItsNumber) {
    fake.socName.clear();
    fake.infos[{MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION}] = 0x1234;
    const auto listed = list();
    EXPECT_EQ(listed.status().code(), Code::kRtSocVersion);
    EXPECT_THAT(std::string(listed.status().message()), HasSubstr("0x1234"));
}

TEST_F(DeviceListTest, AnotherNameIsRefusedWithThoseThatAreKnown) {
    fake.socName = "Ascend000X";
    const auto listed = list();
    EXPECT_EQ(listed.status().code(), Code::kRtSocVersion);
    EXPECT_THAT(std::string(listed.status().message()),
                AllOf(HasSubstr("'Ascend000X'"), HasSubstr("Ascend910B4")));
}

TEST_F(DeviceListTest, WithoutVectorCoresThereAreNone) {
    fake.infos.erase({MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM});
    const auto listed = list();
    ASSERT_TRUE(listed.isOk());
    EXPECT_EQ(listed.value().front().info.vectorCores, 0U);
}

TEST_F(DeviceListTest, WithoutCubeCoresTheDeviceIsNotUnderstood) {
    fake.infos.erase({MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM});
    const auto listed = list();
    EXPECT_EQ(listed.status().code(), Code::kRtFeatureNotSupport);
    EXPECT_THAT(std::string(listed.status().message()),
                AllOf(HasSubstr("halGetDeviceInfo"), HasSubstr("module 4")));
}

TEST_F(DeviceListTest, WhatOnlyOpenDevicesTellComesFromTheChip) {
    fake.refusals["halMemGetInfo"] = {DRV_ERROR_UNINIT, 2};
    fake.refusals["halResourceInfoQuery"] = {DRV_ERROR_UNINIT, 6};
    const auto listed = list();
    ASSERT_TRUE(listed.isOk());
    const driver::DeviceInfo& info = listed.value().front().info;
    EXPECT_EQ(info.memoryBytes, uint64_t{32} << 30);
    EXPECT_EQ(info.streamLimit, 2038U);
    EXPECT_EQ(info.eventLimit, 65536U);
    EXPECT_EQ(info.notifyLimit, 8192U);
}

TEST_F(DeviceListTest, OtherErrorsComeOutAsTheirCodes) {
    fake.refusals["drvGetDevIDs"] = {DRV_ERROR_BUS_DOWN};
    EXPECT_EQ(list().status().code(), Code::kRtLostHeartbeat);
    fake.refusals["drvGetPlatformInfo"] = {DRV_ERROR_INNER_ERR};
    EXPECT_EQ(list().status().code(), Code::kRtDrvInternalError);
}

}  // namespace
}  // namespace belay::hal
