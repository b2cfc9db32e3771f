#include "runtime/memory_manager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "drivers/sim/sim_driver.h"
#include "runtime/context.h"
#include "runtime/stream.h"

namespace belay {
namespace {

using driver::MemoryKind;

class MemoryManagerTest : public testing::Test {
  protected:
    static sim::SimSettings settings() {
        sim::SimSettings settings;
        settings.chip = hw::findChip("Ascend910B4");
        settings.memoryBytes = uint64_t{256} << 20;
        return settings;
    }

    void SetUp() override {
        auto infos = backend.devices();
        ASSERT_TRUE(infos.isOk());
        auto found = Device::open(backend, 0, infos.value().front(), 0);
        ASSERT_TRUE(found.isOk()) << found.status().message();
        opened = std::move(found).value();
        auto context = opened->makeDefaultContext();
        ASSERT_TRUE(context.isOk()) << context.status().message();
        stream = Ref<Stream>(context.value()->defaultStream());
    }

    void TearDown() override {
        stream = nullptr;
        EXPECT_TRUE(opened->close(0).isOk());
    }

    void* allocated(uint64_t bytes, MemoryKind kind) {
        auto start = backend.allocate(0, bytes, kind);
        EXPECT_TRUE(start.isOk()) << start.status().message();
        return start.isOk() ? start.value() : nullptr;
    }

    CopyPlan planned(void* target, const void* source, CopyKind kind) {
        auto plan = planCopy(backend, target, source, sizeof ordinary, kind);
        EXPECT_TRUE(plan.isOk()) << plan.status().message();
        return plan.isOk() ? plan.value() : CopyPlan{};
    }

    Code refusal(void* target, const void* source, CopyKind kind) {
        return planCopy(backend, target, source, 1, kind).status().code();
    }

    sim::SimDriver backend{settings()};
    Ref<Device> opened;
    Ref<Stream> stream;
    std::array<char, 64> ordinary{};
};

TEST_F(MemoryManagerTest, OnlyCopiesWithPageableMemoryOrABufferHaveToWait) {
    void* device = allocated(64, MemoryKind::kDevice);
    void* pinned = allocated(64, MemoryKind::kHostPinned);
    EXPECT_FALSE(planned(device, device, CopyKind::kDeviceToDevice).mustWait);
    EXPECT_FALSE(planned(device, pinned, CopyKind::kHostToDevice).mustWait);
    EXPECT_FALSE(planned(pinned, device, CopyKind::kDefault).mustWait);
    EXPECT_TRUE(planned(device, ordinary.data(), CopyKind::kHostToDevice).mustWait);
    EXPECT_TRUE(planned(ordinary.data(), device, CopyKind::kDefault).mustWait);
    EXPECT_TRUE(planned(device, pinned, CopyKind::kBufferHostToDevice).mustWait);
    EXPECT_FALSE(planFill(backend, device, 1, 64).mustWait);
    EXPECT_FALSE(planFill(backend, pinned, 1, 64).mustWait);
    EXPECT_TRUE(planFill(backend, ordinary.data(), 1, 64).mustWait);
}

TEST_F(MemoryManagerTest, CopiesOnDevicesNeedNoHost) {
    void* device = allocated(64, MemoryKind::kDevice);
    void* pinned = allocated(64, MemoryKind::kHostPinned);
    EXPECT_FALSE(planned(device, device, CopyKind::kDefault).hasHostSide);
    EXPECT_TRUE(planned(device, pinned, CopyKind::kDefault).hasHostSide);
    EXPECT_TRUE(planned(pinned, device, CopyKind::kDeviceToDevice).hasHostSide);
}

TEST_F(MemoryManagerTest, KindsThatContradictTheAddressesAreRefused) {
    void* device = allocated(64, MemoryKind::kDevice);
    void* pinned = allocated(64, MemoryKind::kHostPinned);
    EXPECT_EQ(refusal(device, pinned, CopyKind::kDeviceToHost), Code::kRtParamInvalid);
    EXPECT_EQ(refusal(pinned, device, CopyKind::kHostToDevice), Code::kRtParamInvalid);
    EXPECT_EQ(refusal(pinned, device, CopyKind::kBufferHostToDevice), Code::kRtParamInvalid);
    EXPECT_EQ(refusal(pinned, pinned, CopyKind::kDeviceToHost), Code::kRtParamInvalid);
    EXPECT_EQ(refusal(pinned, pinned, CopyKind::kDefault), Code::kRtFeatureNotSupport);
    EXPECT_EQ(refusal(device, pinned, CopyKind::kHostToHost), Code::kRtFeatureNotSupport);
}

TEST_F(MemoryManagerTest, ALongCopyArrivesInAllItsPieces) {
    constexpr uint64_t kBytes = (uint64_t{64} << 20) + 1;
    void* source = allocated(kBytes, MemoryKind::kDevice);
    void* target = allocated(kBytes, MemoryKind::kDevice);
    ASSERT_TRUE(backend.fill(source, 7, kBytes).isOk());
    ASSERT_TRUE(backend.fill(target, 0, kBytes).isOk());
    auto plan = planCopy(backend, target, source, kBytes, CopyKind::kDefault);
    ASSERT_TRUE(plan.isOk());
    ASSERT_TRUE(submitCopy(*stream, plan.value()).isOk());
    ASSERT_TRUE(stream->synchronize(Deadline::never()).isOk());
    auto* bytes = static_cast<const char*>(target);
    EXPECT_EQ(bytes[0], 7);
    EXPECT_EQ(bytes[kBytes - 2], 7);
    EXPECT_EQ(bytes[kBytes - 1], 7) << "the last piece";
}

TEST_F(MemoryManagerTest, AFillGivesItsBufferBack) {
    constexpr uint64_t kBytes = (uint64_t{3} << 20) + 5;
    void* target = allocated(kBytes, MemoryKind::kDevice);
    const size_t before = backend.liveObjects().allocations;
    ASSERT_TRUE(submitFill(*stream, planFill(backend, target, patternOf(9), kBytes)).isOk());
    ASSERT_TRUE(stream->synchronize(Deadline::never()).isOk());
    EXPECT_EQ(backend.liveObjects().allocations, before);
    auto* bytes = static_cast<const char*>(target);
    EXPECT_EQ(bytes[0], 9);
    EXPECT_EQ(bytes[kBytes - 1], 9);
}

TEST_F(MemoryManagerTest, APatternGoesOnThroughAllPieces) {
    constexpr uint64_t kBytes = (uint64_t{2} << 20) + 8;
    constexpr uint32_t kPattern = 0x01020304;
    auto* target = static_cast<uint32_t*>(allocated(kBytes, MemoryKind::kDevice));
    ASSERT_TRUE(submitFill(*stream, planFill(backend, target, kPattern, kBytes)).isOk());
    ASSERT_TRUE(stream->synchronize(Deadline::never()).isOk());
    EXPECT_EQ(std::count(target, target + kBytes / 4, kPattern), kBytes / 4);
    ASSERT_TRUE(fillNow(backend, planFill(backend, target, ~kPattern, kBytes)).isOk());
    EXPECT_EQ(std::count(target, target + kBytes / 4, ~kPattern), kBytes / 4);
}

// More than the ring holds, and over the end of the task ids.
TEST_F(MemoryManagerTest, ManyCopiesAtOnceArriveInOrder) {
    constexpr size_t kCopies = 70'000;
    auto* values = static_cast<uint32_t*>(allocated(kCopies * 4, MemoryKind::kHostPinned));
    auto* target = static_cast<uint32_t*>(allocated(8, MemoryKind::kDevice));
    std::vector<CopyPlan> plans(kCopies);
    for (uint32_t i = 0; i < kCopies; ++i) {
        values[i] = i;
        plans[i] = {.target = target, .source = values + i, .bytes = 4, .hasHostSide = true};
    }
    ASSERT_TRUE(submitCopies(*stream, plans).isOk());
    ASSERT_TRUE(stream->synchronize(Deadline::never()).isOk());
    EXPECT_EQ(*target, kCopies - 1);
}

TEST_F(MemoryManagerTest, ACopyOfRowsGivesItsListBack) {
    auto* target = static_cast<char*>(allocated(64, MemoryKind::kDevice));
    ASSERT_TRUE(backend.fill(target, '-', 64).isOk());
    std::memcpy(ordinary.data(), "abc.def.ghi", 11);
    const size_t before = backend.liveObjects().allocations;
    const driver::RowCopy copy{.target = target,
                               .targetPitch = 5,
                               .source = ordinary.data(),
                               .sourcePitch = 4,
                               .rowBytes = 3,
                               .rows = 3};
    auto plan = planRowCopy(backend, copy, CopyKind::kHostToDevice);
    ASSERT_TRUE(plan.isOk());
    EXPECT_TRUE(plan.value().mustWait) << "pageable memory";
    ASSERT_TRUE(submitRowCopy(*stream, plan.value()).isOk());
    EXPECT_EQ(std::string(target, 14), "abc--def--ghi-");
    ASSERT_TRUE(stream->synchronize(Deadline::never()).isOk());
    EXPECT_EQ(backend.liveObjects().allocations, before);
    EXPECT_EQ(planRowCopy(backend, copy, CopyKind::kDeviceToHost).status().code(),
              Code::kRtParamInvalid);
}

TEST_F(MemoryManagerTest, AStreamThatIsGoneTakesNothingAndKeepsNoBuffer) {
    void* target = allocated(64, MemoryKind::kDevice);
    const size_t before = backend.liveObjects().allocations;
    EXPECT_TRUE(stream->shutDown(Deadline::afterMs(0)).isOk());
    EXPECT_EQ(submitFill(*stream, planFill(backend, target, patternOf(9), 64)).code(),
              Code::kRtStreamContext);
    EXPECT_EQ(submitCopy(*stream, planned(target, ordinary.data(), CopyKind::kDefault)).code(),
              Code::kRtStreamContext);
    EXPECT_EQ(backend.liveObjects().allocations, before);
}

}  // namespace
}  // namespace belay
