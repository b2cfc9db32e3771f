#include "drivers/sim/host_registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <limits>
#include <string>

#include "drivers/sim/address_space.h"

namespace belay::sim {
namespace {

using driver::Access;
using driver::PointerKind;
using testing::HasSubstr;

constexpr uint64_t kPage = 4096;
constexpr uint64_t kPages = 16;

class HostRegistryTest : public testing::Test {
  protected:
    void SetUp() override {
        void* range = ::mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(range, MAP_FAILED);
        pages = static_cast<std::byte*>(range);
    }

    void TearDown() override { ::munmap(pages, kPages * kPage); }

    Status add(uint64_t page, uint64_t bytes, uint32_t device = 0) {
        return registry.add(device, pages + page * kPage, bytes);
    }

    HostRegistry registry;
    std::byte* pages = nullptr;
};

TEST_F(HostRegistryTest, WhatWasAddedIsFoundUntilItIsRemoved) {
    ASSERT_TRUE(add(4, 2 * kPage, 3).isOk());
    for (const uint64_t offset : {uint64_t{0}, uint64_t{1}, 2 * kPage - 1}) {
        const auto info = registry.find(pages + 4 * kPage + offset);
        EXPECT_EQ(info.kind, PointerKind::kHostMapped);
        EXPECT_EQ(info.device, 3U);
        EXPECT_EQ(info.start, pages + 4 * kPage);
        EXPECT_EQ(info.bytes, 2 * kPage);
    }
    EXPECT_EQ(registry.find(pages + 4 * kPage - 1).kind, PointerKind::kUnknown);
    EXPECT_EQ(registry.find(pages + 6 * kPage).kind, PointerKind::kUnknown);
    EXPECT_TRUE(registry.remove(pages + 4 * kPage).isOk());
    EXPECT_EQ(registry.find(pages + 4 * kPage).kind, PointerKind::kUnknown);
}

TEST_F(HostRegistryTest, RangesThatOverlapAreRefused) {
    ASSERT_TRUE(add(4, 2 * kPage).isOk());
    for (const auto& [page, bytes] :
         {std::pair{4, 2 * kPage}, std::pair{4, uint64_t{1}}, std::pair{5, kPage},
          std::pair{3, kPage + 1}, std::pair{2, 10 * kPage}}) {
        const Status refused = add(static_cast<uint64_t>(page), bytes);
        EXPECT_EQ(refused.code(), Code::kHostMemoryAlreadyRegistered) << page << ", " << bytes;
        EXPECT_THAT(std::string(refused.message()), HasSubstr("8192"));
    }
    EXPECT_TRUE(add(3, kPage).isOk()) << "right before";
    EXPECT_TRUE(add(6, kPage).isOk()) << "right behind";
}

TEST_F(HostRegistryTest, BadRangesAreRefused) {
    const auto refused = [&](void* start, uint64_t bytes) {
        return registry.add(0, start, bytes).code();
    };
    EXPECT_EQ(refused(nullptr, kPage), Code::kRtParamInvalid);
    EXPECT_EQ(refused(pages, 0), Code::kRtParamInvalid);
    EXPECT_EQ(refused(pages + 1, kPage), Code::kRtParamInvalid);
    EXPECT_EQ(refused(pages, std::numeric_limits<uint64_t>::max()), Code::kRtParamInvalid);
    ::munmap(pages + 8 * kPage, kPage);
    EXPECT_EQ(refused(pages + 7 * kPage, 3 * kPage), Code::kRtParamInvalid) << "a hole";
    EXPECT_EQ(registry.find(pages).kind, PointerKind::kUnknown);
}

TEST_F(HostRegistryTest, OnlyStartsCanBeRemoved) {
    ASSERT_TRUE(add(4, 2 * kPage).isOk());
    for (const uint64_t page : {3U, 5U, 6U}) {
        EXPECT_EQ(registry.remove(pages + page * kPage).code(), Code::kHostMemoryNotRegistered);
    }
    EXPECT_EQ(registry.remove(nullptr).code(), Code::kHostMemoryNotRegistered);
    EXPECT_TRUE(registry.remove(pages + 4 * kPage).isOk());
    EXPECT_EQ(registry.remove(pages + 4 * kPage).code(), Code::kHostMemoryNotRegistered);
}

TEST_F(HostRegistryTest, ADeviceTakesItsRangesWithIt) {
    ASSERT_TRUE(add(0, kPage, 0).isOk());
    ASSERT_TRUE(add(1, kPage, 1).isOk());
    registry.removeAll(1);
    EXPECT_EQ(registry.find(pages).kind, PointerKind::kHostMapped);
    EXPECT_EQ(registry.find(pages + kPage).kind, PointerKind::kUnknown);
}

TEST_F(HostRegistryTest, AnAddressSpaceAnswersForItAndRefusesMemoryOfDevices) {
    AddressSpace space(AddressSpaceSetup{.deviceBytes = uint64_t{64} << 20});
    ASSERT_TRUE(space.openDevice(0).isOk());
    const auto mapped = space.registerHost(0, pages, kPage, Access::kReadWrite);
    ASSERT_TRUE(mapped.isOk());
    EXPECT_EQ(mapped.value(), pages);
    EXPECT_EQ(space.pointerInfo(pages + 5).kind, PointerKind::kHostMapped);
    const auto pinned = space.allocate(0, 100, driver::MemoryKind::kHostPinned);
    ASSERT_TRUE(pinned.isOk());
    EXPECT_TRUE(space.registerHost(0, pinned.value(), 100, Access::kReadWrite).isOk());
    const auto device = space.allocate(0, kPage, driver::MemoryKind::kDevice);
    ASSERT_TRUE(device.isOk());
    EXPECT_EQ(space.registerHost(0, device.value(), kPage, Access::kReadWrite).status().code(),
              Code::kRtParamInvalid);
    EXPECT_TRUE(space.unregisterHost(pages).isOk());
    EXPECT_EQ(space.unregisterHost(pages).code(), Code::kHostMemoryNotRegistered);
    space.closeDevice(0);
    EXPECT_EQ(space.unregisterHost(pinned.value()).code(), Code::kHostMemoryNotRegistered);
}

}  // namespace
}  // namespace belay::sim
