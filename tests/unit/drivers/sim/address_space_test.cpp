#include "drivers/sim/address_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/sanitizers.h"

namespace belay::sim {
namespace {

using driver::MemoryKind;
using driver::PointerKind;
using testing::HasSubstr;

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr uint64_t kPlenty = std::numeric_limits<uint64_t>::max();

class AddressSpaceTest : public testing::Test {
  protected:
    static AddressSpaceSetup setup() {
        return {.deviceBytes = 256 * kMiB, .budget = [] { return kPlenty; }};
    }

    void SetUp() override {
        for (const uint32_t device : {0U, 1U}) {
            ASSERT_TRUE(space.openDevice(device).isOk());
        }
    }

    std::byte* allocated(uint64_t bytes, uint32_t device = 0,
                         MemoryKind kind = MemoryKind::kDevice) {
        auto start = space.allocate(device, bytes, kind);
        EXPECT_TRUE(start.isOk()) << start.status().message();
        return start.isOk() ? static_cast<std::byte*>(start.value()) : nullptr;
    }

    AddressSpace space{setup()};
};

TEST_F(AddressSpaceTest, AnAddressTellsItsDevice) {
    for (const uint32_t device : {0U, 1U}) {
        for (const uint64_t bytes : {uint64_t{100}, 5 * kMiB}) {
            std::byte* start = allocated(bytes, device);
            EXPECT_TRUE(space.isDevice(start));
            const auto info = space.pointerInfo(start + bytes / 2);
            EXPECT_EQ(info.kind, PointerKind::kDevice);
            EXPECT_EQ(info.device, device);
            EXPECT_EQ(info.start, start);
            EXPECT_EQ(info.bytes, bytes);
        }
    }
}

TEST_F(AddressSpaceTest, PinnedMemoryIsOfNoDevice) {
    std::byte* start = allocated(1000, 0, MemoryKind::kHostPinned);
    EXPECT_FALSE(space.isDevice(start));
    const auto info = space.pointerInfo(start + 999);
    EXPECT_EQ(info.kind, PointerKind::kHostPinned);
    EXPECT_EQ(info.start, start);
    EXPECT_EQ(info.bytes, 1000U);
    EXPECT_TRUE(space.release(start).isOk());
    EXPECT_EQ(space.pointerInfo(start).kind, PointerKind::kUnknown);
}

TEST_F(AddressSpaceTest, PinnedMemoryStartsAtPages) {
    for (const uint64_t bytes : {uint64_t{1}, uint64_t{5000}, uint64_t{9000}, kMiB, 3 * kMiB}) {
        for (int i = 0; i < 3; ++i) {
            std::byte* start = allocated(bytes, 0, MemoryKind::kHostPinned);
            EXPECT_EQ(reinterpret_cast<uintptr_t>(start) % 4096, 0U) << bytes;
            EXPECT_EQ(space.pointerInfo(start).bytes, bytes);
        }
    }
}

TEST_F(AddressSpaceTest, OtherAddressesAreUnknown) {
    int local = 0;
    for (const void* address : {static_cast<const void*>(&local), static_cast<const void*>(nullptr),
                                reinterpret_cast<const void*>(~uintptr_t{0}),
                                reinterpret_cast<const void*>(AddressSpace::kFirstAddress - 1)}) {
        EXPECT_FALSE(space.isDevice(address)) << address;
        EXPECT_EQ(space.pointerInfo(address).kind, PointerKind::kUnknown) << address;
    }
}

TEST_F(AddressSpaceTest, ARangeMustLieInOneLiveAllocation) {
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kHostPinned}) {
        std::byte* start = allocated(1000, 0, kind);
        EXPECT_EQ(space.view(start, 1000), start);
        EXPECT_EQ(space.view(start + 10, 990), start + 10);
        EXPECT_EQ(space.view(start, 0), start);
        EXPECT_EQ(space.view(start, 1001), nullptr);
        EXPECT_EQ(space.view(start + 999, 2), nullptr);
        EXPECT_EQ(space.view(start + 1000, 1), nullptr);
        EXPECT_EQ(space.view(start, kPlenty), nullptr);
        EXPECT_TRUE(space.release(start).isOk());
        EXPECT_EQ(space.view(start, 1), nullptr);
    }
}

TEST_F(AddressSpaceTest, HostRangesComeBackUncheckedUnlessTheyReachADevice) {
    std::byte local[16] = {};
    EXPECT_EQ(space.view(local, sizeof(local)), local);
    EXPECT_EQ(space.view(nullptr, 8), nullptr) << "as it is";
    auto device = space.openDevice(2);
    ASSERT_TRUE(device.isOk());
    const std::byte* before = device.value()->base() - 8;
    if (!space.isDevice(before)) {
        EXPECT_NE(space.view(before, 8), nullptr);
        EXPECT_EQ(space.view(before, 9), nullptr);
        EXPECT_THAT(std::string(space.explain("the source", before, 9).message()),
                    HasSubstr("ordinary memory"));
    }
    EXPECT_EQ(space.view(local, kPlenty), nullptr) << "around the end of all addresses";
}

TEST_F(AddressSpaceTest, CopiesRunInAllDirections) {
    const std::string text = "from here to there and back again";
    std::byte* first = allocated(text.size(), 0);
    std::byte* second = allocated(text.size(), 1);
    std::byte* pinned = allocated(text.size(), 0, MemoryKind::kHostPinned);
    std::string back(text.size(), '?');
    EXPECT_TRUE(space.copy(pinned, text.data(), text.size()).isOk());
    EXPECT_TRUE(space.copy(first, pinned, text.size()).isOk());
    EXPECT_TRUE(space.copy(second, first, text.size()).isOk());
    EXPECT_TRUE(space.copy(back.data(), second, text.size()).isOk());
    EXPECT_EQ(back, text);
    EXPECT_TRUE(space.fill(second, 'x', 4).isOk());
    EXPECT_TRUE(space.copy(back.data(), second, text.size()).isOk());
    EXPECT_EQ(back, "xxxx" + text.substr(4));
}

TEST_F(AddressSpaceTest, ACopyThatLeavesItsAllocationIsRefusedAndSaysWhich) {
    std::byte* small = allocated(64);
    std::byte* large = allocated(4096, 1);
    const Status target = space.copy(small, large, 65);
    EXPECT_EQ(target.code(), Code::kRtParamInvalid);
    EXPECT_THAT(std::string(target.message()),
                AllOf(HasSubstr("target"), HasSubstr("65 bytes"), HasSubstr("device 0"),
                      HasSubstr(fmt::format("64 bytes from {}", static_cast<void*>(small)))));
    const Status source = space.copy(large, small + 60, 5);
    EXPECT_EQ(source.code(), Code::kRtParamInvalid);
    EXPECT_THAT(std::string(source.message()), HasSubstr("source"));
    EXPECT_EQ(space.fill(small, 0, 65).code(), Code::kRtParamInvalid);
    EXPECT_TRUE(space.release(large).isOk());
    const Status freed = space.copy(small, large, 1);
    EXPECT_EQ(freed.code(), Code::kRtParamInvalid);
    EXPECT_THAT(std::string(freed.message()),
                AllOf(HasSubstr("device 1"), HasSubstr("not allocated")));
}

TEST_F(AddressSpaceTest, OnlyStartsOfLiveAllocationsAreReleased) {
    int local = 0;
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kHostPinned}) {
        std::byte* start = allocated(3 * kMiB, 0, kind);
        for (void* wrong : {static_cast<void*>(start + 1), static_cast<void*>(start + 2 * kMiB),
                            static_cast<void*>(&local), static_cast<void*>(nullptr)}) {
            EXPECT_EQ(space.release(wrong).code(), Code::kRtParamInvalid);
        }
        EXPECT_TRUE(space.release(start).isOk());
        EXPECT_EQ(space.release(start).code(), Code::kRtParamInvalid) << "freed twice";
    }
    EXPECT_EQ(space.allocationCount(), 0U);
}

TEST_F(AddressSpaceTest, AbsurdSizesAreRefusedAndNothingIsSpoilt) {
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kHostPinned}) {
        EXPECT_EQ(space.allocate(0, uint64_t{1} << 50, kind).status().code(),
                  Code::kRtMemoryAllocation);
        EXPECT_NE(allocated(100, 0, kind), nullptr);
    }
}

TEST_F(AddressSpaceTest, AClosedDeviceHasNoMemoryUntilItIsOpenedAgain) {
    std::byte* small = allocated(100, 1);
    std::byte* large = allocated(9 * kMiB, 1);
    std::byte* other = allocated(100, 0);
    EXPECT_EQ(space.closeDevice(1), 2U);
    for (std::byte* address : {small, large, large + 5 * kMiB}) {
        EXPECT_EQ(space.view(address, 1), nullptr);
        EXPECT_EQ(space.release(address).code(), Code::kRtParamInvalid);
        EXPECT_TRUE(space.isDevice(address)) << "the range stays the device's";
    }
    EXPECT_EQ(space.allocate(1, 100, MemoryKind::kDevice).status().code(),
              Code::kRtInvalidDeviceid);
    EXPECT_EQ(space.view(other, 100), other);
    EXPECT_EQ(space.allocationCount(), 1U);

    ASSERT_TRUE(space.openDevice(1).isOk());
    const auto use = space.memoryUse(1, MemoryKind::kDevice);
    ASSERT_TRUE(use.isOk());
    EXPECT_EQ(use.value().freeBytes, use.value().totalBytes);
    std::byte* again = allocated(20 * kMiB, 1);
    EXPECT_EQ(*again, std::byte{0}) << "pages went back to the machine";
    EXPECT_TRUE(space.fill(again, 1, 20 * kMiB).isOk());
    EXPECT_EQ(space.closeDevice(1), 1U);
}

TEST_F(AddressSpaceTest, MemoryOfADeviceThatWasNeverOpenedIsRefused) {
    for (const uint32_t device : {5U, 63U, 64U, 1000U, ~0U}) {
        EXPECT_EQ(space.allocate(device, 1, MemoryKind::kDevice).status().code(),
                  Code::kRtInvalidDeviceid);
        EXPECT_EQ(space.memoryUse(device, MemoryKind::kDevice).status().code(),
                  Code::kRtInvalidDeviceid);
    }
}

TEST_F(AddressSpaceTest, SixtyFourDevicesFitBesideAnotherSpaceOfSixtyFour) {
    const auto other = std::make_unique<AddressSpace>(setup());
    std::vector<std::byte*> starts;
    for (uint32_t device = 0; device < AddressSpace::kMaxDevices; ++device) {
        ASSERT_TRUE(other->openDevice(device).isOk());
        if (device > 1) {
            ASSERT_TRUE(space.openDevice(device).isOk());
        }
        for (AddressSpace* each : {&space, other.get()}) {
            const auto start = each->allocate(device, 512, MemoryKind::kDevice);
            ASSERT_TRUE(start.isOk()) << start.status().message();
            EXPECT_EQ(each->pointerInfo(start.value()).device, device);
            EXPECT_EQ(each->view(start.value(), 512), start.value());
            *static_cast<std::byte*>(start.value()) = std::byte{1};
        }
    }
    EXPECT_EQ(other->allocationCount(), 64U);
}

TEST_F(AddressSpaceTest, ThreadsCopyWhileADeviceIsClosedAndOpened) {
    if (test::kIsThreadSanitized) {
        GTEST_SKIP() << "copies into memory that went with its device do race, and may do no harm";
    }
    std::byte* source = allocated(kMiB, 0);
    std::atomic<int> running{2};
    std::vector<std::thread> threads;
    for (uint64_t size : {kMiB, 2 * kMiB}) {
        threads.emplace_back([&, size] {
            for (int round = 0; round < 300; ++round) {
                auto target = space.allocate(1, size, MemoryKind::kDevice);
                if (target.isOk()) {
                    // Either answer is right, depending on when the device is closed.
                    static_cast<void>(space.copy(target.value(), source, kMiB).isOk());
                    static_cast<void>(space.release(target.value()).isOk());
                }
            }
            --running;
        });
    }
    while (running > 0) {
        space.closeDevice(1);
        ASSERT_TRUE(space.openDevice(1).isOk());
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    space.closeDevice(1);
    EXPECT_EQ(space.allocationCount(), 1U);
}

}  // namespace
}  // namespace belay::sim
