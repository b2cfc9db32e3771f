#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "drivers/sim/address_space.h"
#include "support/sanitizers.h"

namespace belay::sim {
namespace {

using driver::MemoryKind;
using testing::HasSubstr;

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr uint64_t kPlenty = std::numeric_limits<uint64_t>::max();

// Memory as with BELAY_CHECK=memory.
class SimMemoryCheckedTest : public testing::Test {
  protected:
    void SetUp() override { ASSERT_TRUE(space.openDevice(0).isOk()); }

    std::byte* allocated(uint64_t bytes, MemoryKind kind = MemoryKind::kDevice) {
        auto start = space.allocate(0, bytes, kind);
        EXPECT_TRUE(start.isOk()) << start.status().message();
        return start.isOk() ? static_cast<std::byte*>(start.value()) : nullptr;
    }

    // Writes past all checks, as a raw store in a kernel would.
    void scribble(std::byte* owner, ptrdiff_t offset) {
        volatile std::byte* byte = space.view(owner, 1) + offset;
        *byte = std::byte{1};
    }

    AddressSpace space{AddressSpaceSetup{
        .deviceBytes = 512 * kMiB, .isChecked = true, .budget = [] { return kPlenty; }}};
};

TEST_F(SimMemoryCheckedTest, BlocksWorkAsWithoutTheCheck) {
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kHostPinned}) {
        for (const uint64_t bytes :
             {uint64_t{1}, uint64_t{511}, uint64_t{512}, uint64_t{100'000}, kMiB, 5 * kMiB}) {
            std::byte* start = allocated(bytes, kind);
            const uintptr_t alignment = kind == MemoryKind::kDevice ? 512 : 4096;
            EXPECT_EQ(reinterpret_cast<uintptr_t>(start) % alignment, 0U);
            const auto info = space.pointerInfo(start + bytes - 1);
            EXPECT_EQ(info.start, start);
            EXPECT_EQ(info.bytes, bytes);
            const std::string text(bytes, 'x');
            std::string back(bytes, '?');
            EXPECT_TRUE(space.copy(start, text.data(), bytes).isOk());
            EXPECT_TRUE(space.copy(back.data(), start, bytes).isOk());
            EXPECT_EQ(back, text);
            EXPECT_EQ(space.view(start, bytes + 1), nullptr);
            EXPECT_EQ(space.view(start - 1, 2), nullptr);
            EXPECT_EQ(space.release(start + 1).code(), Code::kRtParamInvalid);
            const Status freed = space.release(start);
            EXPECT_TRUE(freed.isOk()) << freed.message();
            EXPECT_EQ(space.release(start).code(), Code::kRtParamInvalid);
        }
    }
    EXPECT_EQ(space.allocationCount(), 0U);
}

TEST_F(SimMemoryCheckedTest, AFreedBlockIsHeldBack) {
    std::byte* first = allocated(1000);
    EXPECT_TRUE(space.release(first).isOk());
    EXPECT_NE(allocated(1000), first);
    EXPECT_EQ(space.copy(first, "x", 1).code(), Code::kRtParamInvalid);
}

TEST_F(SimMemoryCheckedTest, HeldBlocksAreNoReasonToRefuse) {
    for (int i = 0; i < 12; ++i) {
        std::byte* start = allocated(400 * kMiB);
        ASSERT_NE(start, nullptr);
        EXPECT_TRUE(space.release(start).isOk());
        std::byte* small = allocated(50 * kMiB);
        EXPECT_TRUE(space.release(small).isOk());
    }
    const auto use = space.memoryUse(0, MemoryKind::kDevice);
    ASSERT_TRUE(use.isOk());
    EXPECT_EQ(use.value().freeBytes, use.value().totalBytes);
}

TEST_F(SimMemoryCheckedTest, AWriteBesideABlockIsFoundWhenItIsFreed) {
    if (test::kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer finds the write itself";
    }
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kHostPinned}) {
        for (const uint64_t bytes : {uint64_t{100}, 3 * kMiB}) {
            for (const ptrdiff_t offset :
                 {ptrdiff_t{-1}, ptrdiff_t{-512}, static_cast<ptrdiff_t>(bytes),
                  static_cast<ptrdiff_t>(bytes) + 511}) {
                std::byte* start = allocated(bytes, kind);
                scribble(start, offset);
                const Status freed = space.release(start);
                EXPECT_EQ(freed.code(), Code::kRtInternalError);
                const std::string where = offset < 0
                                              ? fmt::format("{} bytes before", -offset)
                                              : fmt::format("{} bytes behind the end",
                                                            offset - static_cast<ptrdiff_t>(bytes));
                EXPECT_THAT(
                    std::string(freed.message()),
                    AllOf(HasSubstr(where), HasSubstr(fmt::format("{} bytes at {}", bytes,
                                                                  static_cast<void*>(start)))));
                EXPECT_EQ(space.release(start).code(), Code::kRtParamInvalid) << "it is freed";
            }
        }
    }
}

TEST_F(SimMemoryCheckedTest, ClosingReportsWhatWasWrittenBesideLiveAndIntoFreedBlocks) {
    if (test::kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer finds the write itself";
    }
    std::byte* intact = allocated(100);
    std::byte* small = allocated(100);
    std::byte* large = allocated(5 * kMiB);
    std::byte* freed = allocated(2000);
    std::byte* view = space.view(freed, 1);
    scribble(small, 100);
    scribble(large, -3);
    EXPECT_TRUE(space.release(freed).isOk());
    view[77] = std::byte{1};
    testing::internal::CaptureStderr();
    EXPECT_EQ(space.closeDevice(0), 3U);
    const std::string log = testing::internal::GetCapturedStderr();
    const auto at = [](std::byte* start) {
        return fmt::format("at {}", static_cast<void*>(start));
    };
    EXPECT_THAT(log, AllOf(HasSubstr(at(small)), HasSubstr(at(large)), HasSubstr(at(freed)),
                           HasSubstr("offset 77")));
    EXPECT_THAT(log, Not(HasSubstr(at(intact))));
}

TEST_F(SimMemoryCheckedTest, TheHostMayUsePinnedMemory) {
    std::byte* start = allocated(1000, MemoryKind::kHostPinned);
    EXPECT_EQ(space.view(start, 1000), start);
    std::memset(start, 1, 1000);
    EXPECT_TRUE(space.release(start).isOk());
}

TEST(SimMemoryCheckedDeathTest, TheHostMayNotTouchDeviceMemory) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    AddressSpace space(AddressSpaceSetup{.deviceBytes = 64 * kMiB, .isChecked = true});
    ASSERT_TRUE(space.openDevice(0).isOk());
    const auto start = space.allocate(0, 100, MemoryKind::kDevice);
    ASSERT_TRUE(start.isOk());
    volatile char* byte = static_cast<char*>(start.value());
    EXPECT_DEATH(*byte = 1, "");
    EXPECT_DEATH(static_cast<void>(*byte), "");
}

}  // namespace
}  // namespace belay::sim
