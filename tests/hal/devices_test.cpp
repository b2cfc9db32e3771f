// Devices: which there are, what they are, open and close.
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "hal/hal_fixture.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"

namespace belay::test {
namespace {

using HalDevicesTest = HalTest;

int64_t infoOf(uint32_t device, int32_t module, int32_t info) {
    int64_t value = -1;
    EXPECT_EQ(::halGetDeviceInfo(device, module, info, &value), kNone) << module << ", " << info;
    return value;
}

TEST(HalLibraryTest, HasTheMarkOfTheSimulator) {
    EXPECT_EQ(::belayHalSimVersion(), uint32_t{BELAY_HAL_SIM_VERSION});
}

TEST(HalLibraryTest, TellsItsVersionAndTakesTheCallers) {
    ::halSetRuntimeApiVer(0);
    int version = 0;
    EXPECT_EQ(::halGetAPIVersion(&version), kNone);
    EXPECT_GT(version, 0);
    EXPECT_EQ(::halGetAPIVersion(nullptr), kInvalidValue);
}

TEST(HalLibraryTest, RunsOnTheHost) {
    uint32_t platform = 0;
    EXPECT_EQ(::drvGetPlatformInfo(&platform), kNone);
    EXPECT_EQ(platform, 1U);
    EXPECT_EQ(::drvGetPlatformInfo(nullptr), kInvalidValue);
}

TEST(HalLibraryTest, ListsItsDevices) {
    ASSERT_EQ(deviceCount(), 2U);
    std::array<uint32_t, 3> ids = {9, 9, 9};
    EXPECT_EQ(::drvGetDevIDs(ids.data(), 3), kNone);
    EXPECT_EQ(ids, (std::array<uint32_t, 3>{0, 1, 9}));
    ids = {9, 9, 9};
    EXPECT_EQ(::drvGetDevIDs(ids.data(), 1), kNone);
    EXPECT_EQ(ids, (std::array<uint32_t, 3>{0, 9, 9}));
    EXPECT_EQ(::drvGetDevNum(nullptr), kInvalidValue);
    EXPECT_EQ(::drvGetDevIDs(nullptr, 1), kInvalidValue);
    EXPECT_EQ(::drvGetDevIDs(ids.data(), 0), kInvalidValue);
}

TEST(HalLibraryTest, PhysicalNumbersLeadToDevicesAndBack) {
    for (uint32_t device = 0; device < deviceCount(); ++device) {
        uint32_t physical = 0;
        uint32_t back = 0;
        EXPECT_EQ(::drvDeviceGetPhyIdByIndex(device, &physical), kNone);
        EXPECT_EQ(::drvDeviceGetIndexByPhyId(physical, &back), kNone);
        EXPECT_EQ(back, device);
    }
    uint32_t value = 0;
    EXPECT_EQ(::drvDeviceGetPhyIdByIndex(kNoDevice, &value), kInvalidDevice);
    EXPECT_EQ(::drvDeviceGetIndexByPhyId(kNoDevice, &value), kInvalidDevice);
    EXPECT_EQ(::drvDeviceGetPhyIdByIndex(0, nullptr), kInvalidValue);
    EXPECT_EQ(::drvDeviceGetIndexByPhyId(0, nullptr), kInvalidValue);
}

// None of this needs an open device.
TEST(HalLibraryTest, TellsWhatADeviceIs) {
    char name[32] = {};
    EXPECT_EQ(::halGetSocVersion(0, name, sizeof name), kNone);
    EXPECT_STREQ(name, "Ascend910B4");
    EXPECT_EQ(infoOf(0, MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION), 0x500);
    EXPECT_EQ(infoOf(0, MODULE_TYPE_SYSTEM, INFO_TYPE_CORE_NUM), 1);
    EXPECT_EQ(infoOf(0, MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM), 20);
    EXPECT_EQ(infoOf(0, MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM), 40);
    EXPECT_EQ(infoOf(0, MODULE_TYPE_AICPU, INFO_TYPE_CORE_NUM), 6);
    EXPECT_EQ(infoOf(0, MODULE_TYPE_AICORE, INFO_TYPE_FREQUE), 1500);
    EXPECT_EQ(infoOf(1, MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_CHIP_ID), 1);
    EXPECT_EQ(infoOf(1, MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_DIE_ID), 0);
    EXPECT_EQ(infoOf(0, MODULE_TYPE_SYSTEM, INFO_TYPE_DEV_OSC_FREQUE), 50'000);
    EXPECT_GE(infoOf(0, MODULE_TYPE_AICORE, INFO_TYPE_UTILIZATION), 0);
    MemInfo memory{};
    EXPECT_EQ(::halMemGetInfo(0, MEM_INFO_TYPE_HBM_SIZE, &memory), kNone);
    EXPECT_EQ(memory.total + memory.huge_total, 64 * kMiB);
    EXPECT_EQ(memory.free + memory.huge_free, 64 * kMiB);
}

TEST(HalLibraryTest, ClocksGoOn) {
    const int64_t ticks = infoOf(0, MODULE_TYPE_SYSTEM, INFO_TYPE_MONOTONIC_RAW);
    waitUntil([&] { return infoOf(0, MODULE_TYPE_SYSTEM, INFO_TYPE_MONOTONIC_RAW) > ticks; });
    const int64_t nanoseconds = infoOf(0, MODULE_TYPE_SYSTEM, 64);
    waitUntil([&] { return infoOf(0, MODULE_TYPE_SYSTEM, 64) > nanoseconds; });
}

TEST(HalLibraryTest, RefusesQuestionsThatMakeNoSense) {
    int64_t value = 0;
    EXPECT_EQ(::halGetDeviceInfo(kNoDevice, 0, 1, &value), kInvalidDevice);
    EXPECT_EQ(::halGetDeviceInfo(0, 0, 1, nullptr), kInvalidValue);
    EXPECT_EQ(::halGetDeviceInfo(0, 99, 1, &value), kNotSupported);
    EXPECT_EQ(::halGetDeviceInfo(0, 0, -1, &value), kNotSupported);
    char name[12] = {};
    EXPECT_EQ(::halGetSocVersion(0, name, 11), kInvalidValue);
    EXPECT_EQ(::halGetSocVersion(0, name, 12), kNone);
    EXPECT_EQ(::halGetSocVersion(0, nullptr, 12), kInvalidValue);
    EXPECT_EQ(::halGetSocVersion(kNoDevice, name, 12), kInvalidDevice);
    halCapabilityInfo capability{};
    EXPECT_EQ(::halGetChipCapability(kNoDevice, &capability), kInvalidDevice);
    EXPECT_EQ(::halGetChipCapability(0, nullptr), kInvalidValue);
    EXPECT_FALSE(::halSupportFeature(kNoDevice, FEATURE_SVM_GET_USER_MALLOC_ATTR));
    uint32_t ssid = 0;
    EXPECT_EQ(::drvMemSmmuQuery(kNoDevice, &ssid), kInvalidDevice);
    EXPECT_EQ(::drvMemSmmuQuery(0, nullptr), kInvalidValue);
    EXPECT_EQ(::halGetPairDevicesInfo(0, 1, DEVS_INFO_TYPE_TOPOLOGY, &value), kNotSupported);
    EXPECT_EQ(::halGetPairDevicesInfo(0, kNoDevice, DEVS_INFO_TYPE_TOPOLOGY, &value),
              kInvalidDevice);
    EXPECT_EQ(::halGetPairDevicesInfo(0, 1, DEVS_INFO_TYPE_TOPOLOGY, nullptr), kInvalidValue);
    EXPECT_EQ(::halCtl(1, nullptr, 0, nullptr, nullptr), kNotSupported);
}

TEST(HalLibraryTest, TellsHowManyGroupsCallbacksHave) {
    uint32_t groups = 0;
    size_t bytes = sizeof groups;
    EXPECT_EQ(::halTsdrvCtl(0, TSDRV_CTL_CMD_CB_GROUP_NUM_GET, nullptr, 0, &groups, &bytes), kNone);
    EXPECT_GT(groups, 0U);
    EXPECT_EQ(bytes, sizeof groups);
    bytes = 3;
    EXPECT_EQ(::halTsdrvCtl(0, TSDRV_CTL_CMD_CB_GROUP_NUM_GET, nullptr, 0, &groups, &bytes),
              kInvalidValue);
    EXPECT_EQ(::halTsdrvCtl(0, TSDRV_CTL_CMD_CB_GROUP_NUM_GET, nullptr, 0, nullptr, &bytes),
              kInvalidValue);
    EXPECT_EQ(::halTsdrvCtl(0, TSDRV_CTL_CMD_CB_GROUP_NUM_GET, nullptr, 0, &groups, nullptr),
              kInvalidValue);
    EXPECT_EQ(::halTsdrvCtl(0, TSDRV_CTL_CMD_CTRL_MSG, nullptr, 0, &groups, &bytes), kNotSupported);
    EXPECT_EQ(::halTsdrvCtl(kNoDevice, 0, nullptr, 0, &groups, &bytes), kInvalidDevice);
}

TEST(HalLibraryTest, DevicesReachEachOther) {
    int canAccess = -1;
    EXPECT_EQ(::halDeviceCanAccessPeer(&canAccess, 0, 1), kNone);
    EXPECT_EQ(canAccess, 1);
    EXPECT_EQ(::halDeviceCanAccessPeer(&canAccess, 1, 1), kNone);
    EXPECT_EQ(canAccess, 0);
    EXPECT_EQ(::halDeviceCanAccessPeer(nullptr, 0, 1), kInvalidValue);
    EXPECT_EQ(::halDeviceCanAccessPeer(&canAccess, 0, kNoDevice), kInvalidDevice);
    EXPECT_EQ(::halDeviceEnableP2P(0, 1, 0), kNone);
    EXPECT_EQ(::halDeviceEnableP2P(kNoDevice, 1, 0), kInvalidDevice);
    EXPECT_EQ(::halDeviceDisableP2P(0, 1, 0), kNone);
    EXPECT_EQ(::halDeviceDisableP2P(0, kNoDevice, 0), kInvalidDevice);
    uint32_t status = 9;
    EXPECT_EQ(::drvGetP2PStatus(0, 1, &status), kNone);
    EXPECT_EQ(status, 1U);
    EXPECT_EQ(::drvGetP2PStatus(0, 1, nullptr), kInvalidValue);
    EXPECT_EQ(::drvGetP2PStatus(0, kNoDevice, &status), kInvalidDevice);
}

TEST(HalLibraryTest, ADeviceIsOpenedOnceAtATime) {
    EXPECT_EQ(closeDevice(0), kInvalidDevice);
    EXPECT_EQ(openDevice(0), kNone);
    EXPECT_EQ(openDevice(0), drvError_t{DRV_ERROR_REPEATED_INIT});
    EXPECT_EQ(closeDevice(0), kNone);
    EXPECT_EQ(closeDevice(0), kInvalidDevice);
    EXPECT_EQ(openDevice(0), kNone);
    EXPECT_EQ(closeDevice(0), kNone);
    EXPECT_EQ(openDevice(kNoDevice), kInvalidDevice);
    EXPECT_EQ(closeDevice(kNoDevice), kInvalidDevice);
    halDevOpenIn in{};
    halDevOpenOut out{};
    EXPECT_EQ(::halDeviceOpen(0, nullptr, &out), kInvalidValue);
    EXPECT_EQ(::halDeviceOpen(0, &in, nullptr), kInvalidValue);
    EXPECT_EQ(::halDeviceClose(0, nullptr), kInvalidValue);
}

TEST_F(HalDevicesTest, AnUnknownWayToCloseIsRefused) {
    halDevCloseIn in{};
    in.close_type = 3;
    EXPECT_EQ(::halDeviceClose(0, &in), kInvalidValue);
}

TEST_F(HalDevicesTest, AreWell) {
    drvStatus_t status = -1;
    EXPECT_EQ(::drvDeviceStatus(0, &status), kNone);
    EXPECT_EQ(status, drvStatus_t{DRV_STATUS_WORK});
    EXPECT_EQ(::drvDeviceStatus(0, nullptr), kInvalidValue);
    EXPECT_EQ(::drvDeviceStatus(kNoDevice, &status), kInvalidDevice);

    uint32_t count = 7;
    EXPECT_EQ(::halGetFaultEvent(0, nullptr, nullptr, 0, &count), kNone);
    EXPECT_EQ(count, 0U);
    EXPECT_EQ(::halGetFaultEvent(0, nullptr, nullptr, 1, &count), kInvalidValue);
    EXPECT_EQ(::halGetFaultEvent(0, nullptr, nullptr, 0, nullptr), kInvalidValue);
    EXPECT_EQ(::halGetFaultEvent(kNoDevice, nullptr, nullptr, 0, &count), kInvalidDevice);

    bool isMatched = true;
    EXPECT_EQ(::halCheckProcessStatus(0, 0, 1, &isMatched), kNone);
    EXPECT_FALSE(isMatched);
    EXPECT_EQ(::halCheckProcessStatus(0, 0, 1, nullptr), kInvalidValue);
    EXPECT_EQ(::halCheckProcessStatus(0, 6, 1, &isMatched), kInvalidValue);
    EXPECT_EQ(::halCheckProcessStatus(0, 0, 0, &isMatched), kInvalidValue);
    EXPECT_EQ(::halCheckProcessStatus(kNoDevice, 0, 1, &isMatched), kInvalidDevice);
}

TEST_F(HalDevicesTest, BuffersOfUnknownLayoutAreNotSupported) {
    std::array<uint8_t, 64> buffer{};
    int32_t bytes = buffer.size();
    EXPECT_EQ(
        ::halGetDeviceInfoByBuff(0, MODULE_TYPE_MEMORY, INFO_TYPE_UCE_VA, buffer.data(), &bytes),
        kNotSupported);
    EXPECT_EQ(::halGetDeviceInfoByBuff(0, 0, 0, nullptr, &bytes), kInvalidValue);
    EXPECT_EQ(::halGetDeviceInfoByBuff(0, 0, 0, buffer.data(), nullptr), kInvalidValue);
    EXPECT_EQ(::halGetDeviceInfoByBuff(kNoDevice, 0, 0, buffer.data(), &bytes), kInvalidDevice);
    EXPECT_EQ(::halSetDeviceInfoByBuff(0, MODULE_TYPE_MEMORY, INFO_TYPE_UCE_VA, buffer.data(), 64),
              kNotSupported);
    EXPECT_EQ(::halSetDeviceInfoByBuff(0, 0, 0, nullptr, 64), kInvalidValue);
    EXPECT_EQ(::halSetDeviceInfoByBuff(kNoDevice, 0, 0, buffer.data(), 64), kInvalidDevice);
}

TEST(HalProcessTest, ABadSettingIsAnErrorOfEachCall) {
    expectEndsWell(
        [] {
            uint32_t count = 7;
            EXPECT_EQ(::drvGetDevNum(&count), drvError_t{DRV_ERROR_UNINIT});
            EXPECT_EQ(openDevice(0), drvError_t{DRV_ERROR_UNINIT});
            EXPECT_EQ(count, 7U);
        },
        {.environment = {{"BELAY_SIM_SOC", "Ascend0"}}});
}

TEST(HalProcessTest, TheChipIsTheOneThatWasAskedFor) {
    expectEndsWell(
        [] {
            char name[32] = {};
            EXPECT_EQ(::halGetSocVersion(0, name, sizeof name), kNone);
            EXPECT_STREQ(name, "Ascend910_9391");
            EXPECT_EQ(infoOf(0, MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM), 24);
            EXPECT_EQ(infoOf(0, MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM), 48);
        },
        {.environment = {{"BELAY_SIM_SOC", "Ascend910_9391"}}});
}

TEST(HalProcessTest, ACallThatIsToFailFailsAsAnIoctlDoes) {
    expectEndsWell(
        [] {
            uint32_t count = 0;
            EXPECT_EQ(::drvGetDevNum(&count), kNone);
            EXPECT_EQ(openDevice(0), drvError_t{DRV_ERROR_IOCRL_FAIL});
            EXPECT_EQ(openDevice(0), kNone);
            EXPECT_EQ(closeDevice(0), kNone);
        },
        {.environment = {{"BELAY_SIM_FAIL_CALL", "2"}}});
}

TEST(HalProcessTest, AFaultOfTheMemoryShows) {
    expectEndsWell(
        [] {
            ASSERT_EQ(openDevice(0), kNone);
            const HalStream stream = makeStream();
            const uint64_t source = allocate(4096);
            const uint64_t target = allocate(4096);
            submit(stream, hw::Sdma{.length = 4096, .source = source, .destination = target});
            waitUntilStopped(stream);
            drvStatus_t status = -1;
            EXPECT_EQ(::drvDeviceStatus(0, &status), kNone);
            EXPECT_EQ(status, drvStatus_t{DRV_STATUS_EXCEPTION});
            halFaultEventInfo event{};
            uint32_t count = 0;
            EXPECT_EQ(::halGetFaultEvent(0, nullptr, &event, 1, &count), kNone);
            EXPECT_EQ(count, 1U);
            EXPECT_EQ(event.event_id, 0x80E01809U);
            EXPECT_EQ(event.deviceid, 0);
            EXPECT_EQ(closeDevice(0), kNone);
        },
        {.environment = {{"BELAY_SIM_FAULT", "memory"}}});
}

TEST(HalProcessTest, AForkedChildHasNoDevices) {
    expectEndsWell([] {
        ASSERT_EQ(openDevice(0), kNone);
        const HalStream stream = makeStream();
        submit(stream, mark());
        finish(stream);
        const pid_t child = forkWhenIdle();
        if (child == 0) {
            uint32_t count = 0;
            const bool isRefused =
                ::drvGetDevNum(&count) == DRV_ERROR_UNINIT && openDevice(1) == DRV_ERROR_UNINIT;
            ::_exit(isRefused ? 0 : 1);
        }
        int status = -1;
        EXPECT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
        submit(stream, mark());  // the parent goes on
        finish(stream);
        EXPECT_EQ(closeDevice(0), kNone);
    });
}

TEST(HalProcessTest, AChildOfAProcessThatOnlyAskedCanUseDevices) {
    expectEndsWell([] {
        EXPECT_GT(deviceCount(), 0U);
        const pid_t child = ::fork();
        if (child == 0) {
            bool isWell = openDevice(0) == DRV_ERROR_NONE;
            isWell = isWell && closeDevice(0) == DRV_ERROR_NONE;
            ::_exit(isWell ? 0 : 1);
        }
        int status = -1;
        EXPECT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    });
}

TEST(HalProcessTest, WhatIsGivenBackIsGone) {
    const Outcome outcome = inFreshProcess(
        [] {
            ASSERT_EQ(openDevice(0), kNone);
            const HalStream stream = makeStream();
            const uint64_t memory = allocate(4096);
            const uint64_t pinned = allocate(4096, HAL_MEM_KIND_HOST);
            const auto [error, event] = allocateId(0, DRV_EVENT_ID);
            EXPECT_EQ(error, kNone);
            EXPECT_EQ(freeId(0, DRV_EVENT_ID, event), kNone);
            EXPECT_EQ(release(pinned), kNone);
            EXPECT_EQ(release(memory), kNone);
            destroyStream(stream);
            EXPECT_EQ(closeDevice(0), kNone);
        },
        {.environment = {{"BELAY_LOG", "info"}}});
    EXPECT_TRUE(endedWell(outcome));
    EXPECT_NE(outcome.errors.find("left: nothing"), std::string::npos) << outcome.errors;
}

}  // namespace
}  // namespace belay::test
