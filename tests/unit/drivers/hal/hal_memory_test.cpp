#include "drivers/hal/hal_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "unit/drivers/hal/fake_hal.h"

namespace belay::hal {
namespace {

using driver::MemoryKind;
using driver::PointerKind;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr DeviceNumber kDevice{.device = 1, .halId = 5};
constexpr uint64_t kCommon = uint64_t{3} << 56 | uint64_t{9} << 20;  // module, alignment
constexpr uint64_t kDeviceFlags = kCommon | 5 | 1 << 10 | 1 << 14;
constexpr uint64_t kHugeFlag = 1 << 17;

class HalMemoryTest : public testing::Test {
  protected:
    void* allocate(uint64_t bytes, MemoryKind kind = MemoryKind::kDevice) {
        Result<void*> start = memory.allocate(kDevice, bytes, kind);
        EXPECT_TRUE(start.isOk()) << start.status().message();
        return start.isOk() ? start.value() : nullptr;
    }

    FakeHal fake;
    HalApi api = fake.api();
    HalMemory memory{api};
};

TEST_F(HalMemoryTest, FlagsSayWhichMemory) {
    allocate(100);
    allocate(100, MemoryKind::kDeviceHuge);
    allocate(100, MemoryKind::kDevicePeer);
    allocate(100, MemoryKind::kHostPinned);
    allocate(100, MemoryKind::kManaged);
    EXPECT_THAT(fake.flagsAsked,
                ElementsAre(kDeviceFlags, kDeviceFlags | kHugeFlag, kDeviceFlags | 1 << 25,
                            kCommon | 5 | 2 << 10, kCommon | 5));
}

TEST_F(HalMemoryTest, MuchMemoryComesInHugePagesWhereThereAreAny) {
    constexpr uint64_t kMegabyte = 1 << 20;
    allocate(kMegabyte);
    allocate(kMegabyte + 1);
    EXPECT_THAT(fake.flagsAsked, ElementsAre(kDeviceFlags, kDeviceFlags | kHugeFlag));
    fake.flagsAsked.clear();
    fake.refusals["halMemAlloc"] = {DRV_ERROR_INNER_ERR};
    allocate(kMegabyte + 1);
    EXPECT_THAT(fake.flagsAsked, ElementsAre(kDeviceFlags | kHugeFlag, kDeviceFlags));
}

TEST_F(HalMemoryTest, OnlyHugePagesMeansOnlyThose) {
    fake.refusals["halMemAlloc"] = {DRV_ERROR_OUT_OF_MEMORY};
    const Result<void*> start = memory.allocate(kDevice, 1 << 22, MemoryKind::kDeviceHuge);
    EXPECT_EQ(start.status().code(), Code::kRtMemoryAllocation);
    EXPECT_EQ(fake.flagsAsked.size(), 1U);
}

TEST_F(HalMemoryTest, ARefusedAllocationSaysWhatWasAsked) {
    fake.refusals["halMemAlloc"] = {DRV_ERROR_OUT_OF_MEMORY};
    const Result<void*> start = memory.allocate(kDevice, 77, MemoryKind::kDevice);
    EXPECT_EQ(start.status().code(), Code::kRtMemoryAllocation);
    EXPECT_THAT(std::string(start.status().message()),
                AllOf(HasSubstr("halMemAlloc"), HasSubstr("77 bytes of device memory")));
}

TEST_F(HalMemoryTest, KnowsWhatItHasGivenOut) {
    auto* start = static_cast<std::byte*>(allocate(1000));
    const driver::PointerInfo info = memory.pointerInfo(start + 999);
    EXPECT_EQ(info.kind, PointerKind::kDevice);
    EXPECT_EQ(info.device, kDevice.device);
    EXPECT_EQ(info.start, start);
    EXPECT_EQ(info.bytes, 1000U);
    EXPECT_EQ(memory.pointerInfo(start + 1000).kind, PointerKind::kUnknown);
    EXPECT_EQ(memory.pointerInfo(&fake).kind, PointerKind::kUnknown);
    EXPECT_TRUE(memory.release(start).isOk());
    EXPECT_EQ(memory.pointerInfo(start).kind, PointerKind::kUnknown);
}

TEST_F(HalMemoryTest, ReleasesByTheStartAndOnce) {
    auto* start = static_cast<std::byte*>(allocate(1000));
    EXPECT_EQ(memory.release(start + 1).code(), Code::kRtParamInvalid);
    EXPECT_EQ(memory.release(nullptr).code(), Code::kRtParamInvalid);
    EXPECT_TRUE(memory.release(start).isOk());
    EXPECT_EQ(memory.release(start).code(), Code::kRtParamInvalid);
    EXPECT_TRUE(fake.flagsOfMemory.empty());
}

TEST_F(HalMemoryTest, WhatTheLibraryKeepsIsKept) {
    void* start = allocate(1000);
    fake.refusals["halMemFree"] = {DRV_ERROR_INNER_ERR};
    EXPECT_EQ(memory.release(start).code(), Code::kRtDrvInternalError);
    EXPECT_EQ(memory.pointerInfo(start).kind, PointerKind::kDevice);
    EXPECT_TRUE(memory.release(start).isOk());
}

TEST_F(HalMemoryTest, AClosedDeviceLeavesNothingButPinnedMemory) {
    void* device = allocate(100);
    void* pinned = allocate(100, MemoryKind::kHostPinned);
    alignas(4096) std::array<std::byte, 64> ordinary{};
    ASSERT_TRUE(memory.registerHost(kDevice, ordinary.data(), ordinary.size()).isOk());
    EXPECT_EQ(memory.forgetDevice(kDevice), 1U);
    EXPECT_EQ(memory.pointerInfo(device).kind, PointerKind::kUnknown);
    EXPECT_EQ(memory.pointerInfo(ordinary.data()).kind, PointerKind::kUnknown);
    EXPECT_EQ(memory.pointerInfo(pinned).kind, PointerKind::kHostPinned);
    EXPECT_TRUE(memory.release(pinned).isOk());
}

TEST_F(HalMemoryTest, CopiesThatLeaveAnAllocationAreRefused) {
    auto* start = static_cast<std::byte*>(allocate(100));
    std::array<std::byte, 200> host{};
    host.fill(std::byte{7});
    EXPECT_TRUE(memory.copy(start, host.data(), 100).isOk());
    EXPECT_EQ(start[99], std::byte{7});
    fake.calls.clear();
    EXPECT_EQ(memory.copy(start, host.data(), 101).code(), Code::kRtParamInvalid);
    EXPECT_EQ(memory.copy(host.data(), start + 1, 100).code(), Code::kRtParamInvalid);
    EXPECT_EQ(memory.fill(start + 50, 0, 51).code(), Code::kRtParamInvalid);
    EXPECT_TRUE(fake.calls.empty());
}

TEST_F(HalMemoryTest, RowsThatLeaveAnAllocationAreRefused) {
    auto* start = static_cast<std::byte*>(allocate(100));
    std::array<std::byte, 200> host{};
    const driver::RowCopy copy{.target = start,
                               .targetPitch = 46,
                               .source = host.data(),
                               .sourcePitch = 10,
                               .rowBytes = 10,
                               .rows = 3};
    EXPECT_EQ(memory.copyRows(copy).code(), Code::kRtParamInvalid);
    driver::RowCopy fits = copy;
    fits.targetPitch = 45;
    EXPECT_TRUE(memory.copyRows(fits).isOk());
}

TEST_F(HalMemoryTest, AListIsGivenBackOnce) {
    auto* start = static_cast<std::byte*>(allocate(100));
    std::array<std::byte, 200> host{};
    const driver::RowCopy copy{.target = start,
                               .targetPitch = 10,
                               .source = host.data(),
                               .sourcePitch = 10,
                               .rowBytes = 10,
                               .rows = 3};
    const Result<driver::DmaList> list = memory.makeList(1, copy);
    ASSERT_TRUE(list.isOk()) << list.status().message();
    EXPECT_NE(list.value().address, 0U);
    EXPECT_EQ(list.value().tail, 3);
    fake.calls.clear();
    memory.releaseList(list.value());
    memory.releaseList(list.value());
    EXPECT_THAT(fake.calls, ElementsAre("halMemcpy2D"));
}

TEST_F(HalMemoryTest, TheHostsViewIsAskedForOnceAndDropped) {
    void* start = allocate(100);
    EXPECT_EQ(memory.hostView(start), start);
    EXPECT_EQ(memory.hostView(start), start);
    EXPECT_THAT(fake.registrations, ElementsAre(uint64_t{DEV_SVM_MAP_HOST}));
    fake.calls.clear();
    EXPECT_TRUE(memory.release(start).isOk());
    EXPECT_THAT(fake.calls, ElementsAre("halHostUnregister", "halMemFree"));
}

TEST_F(HalMemoryTest, WithoutAViewThereIsNone) {
    void* start = allocate(100);
    fake.refusals["halHostRegister"] = {DRV_ERROR_NOT_SUPPORT};
    EXPECT_EQ(memory.hostView(start), nullptr);
    EXPECT_EQ(memory.hostView(&fake), nullptr);
}

TEST_F(HalMemoryTest, RegistersOrdinaryMemoryOnce) {
    alignas(4096) std::array<std::byte, 64> ordinary{};
    const Result<void*> there = memory.registerHost(kDevice, ordinary.data(), 64);
    ASSERT_TRUE(there.isOk()) << there.status().message();
    EXPECT_EQ(there.value(), ordinary.data());
    EXPECT_EQ(memory.pointerInfo(&ordinary[63]).kind, PointerKind::kHostMapped);
    EXPECT_EQ(memory.registerHost(kDevice, ordinary.data(), 1).status().code(),
              Code::kHostMemoryAlreadyRegistered);
    EXPECT_EQ(memory.unregisterHost(&ordinary[1]).code(), Code::kHostMemoryNotRegistered);
    EXPECT_TRUE(memory.unregisterHost(ordinary.data()).isOk());
    EXPECT_EQ(memory.unregisterHost(ordinary.data()).code(), Code::kHostMemoryNotRegistered);
}

TEST_F(HalMemoryTest, RegistersThePlainWayWhereThereIsNoOther) {
    alignas(4096) std::array<std::byte, 64> ordinary{};
    fake.refusals["halHostRegister"] = {DRV_ERROR_NOT_SUPPORT};
    EXPECT_TRUE(memory.registerHost(kDevice, ordinary.data(), 64).isOk());
    EXPECT_THAT(fake.registrations,
                ElementsAre(uint64_t{HOST_MEM_MAP_DEV_PCIE_TH}, uint64_t{HOST_MEM_MAP_DEV}));
}

TEST_F(HalMemoryTest, RefusedRegistrationsLeaveNothingBehind) {
    alignas(4096) std::array<std::byte, 64> ordinary{};
    fake.refusals["halHostRegister"] = {DRV_ERROR_BUSY};
    EXPECT_EQ(memory.registerHost(kDevice, ordinary.data(), 64).status().code(),
              Code::kHostMemoryAlreadyRegistered);
    EXPECT_EQ(memory.pointerInfo(ordinary.data()).kind, PointerKind::kUnknown);
    EXPECT_EQ(memory.registerHost(kDevice, nullptr, 64).status().code(), Code::kRtParamInvalid);
    EXPECT_EQ(memory.registerHost(kDevice, ordinary.data(), 0).status().code(),
              Code::kRtParamInvalid);
    const Status unaligned = memory.registerHost(kDevice, &ordinary[1], 8).takeStatus();
    EXPECT_EQ(unaligned.code(), Code::kRtParamInvalid);
    EXPECT_THAT(std::string(unaligned.message()), HasSubstr("4096"));
}

TEST_F(HalMemoryTest, UseCountsPagesOfAllSizes) {
    void* start = allocate(500);
    ASSERT_TRUE(memory.release(start).isOk());
    const Result<driver::MemoryUse> use = memory.memoryUse(kDevice, MemoryKind::kDevice);
    ASSERT_TRUE(use.isOk());
    EXPECT_EQ(use.value().totalBytes, 10'000U);
    EXPECT_EQ(use.value().freeBytes, 5'600U);
    EXPECT_EQ(use.value().peakBytes, 4'900U);
}

}  // namespace
}  // namespace belay::hal
