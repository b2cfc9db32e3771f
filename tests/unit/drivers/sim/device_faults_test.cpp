#include "drivers/sim/device_faults.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace belay::sim {
namespace {

using driver::FaultKind;
using driver::MemoryRange;

std::array<std::byte, 16384> memory;

FaultRequest request(FaultKind kind, uint64_t copy) {
    return {.kind = kind, .copy = copy};
}

TEST(DeviceFaults, WithoutRequestThereIsNone) {
    FaultTrigger trigger{std::nullopt};
    DeviceFaults faults(trigger);
    EXPECT_FALSE(faults.isOn());
    EXPECT_EQ(faults.current().kind, FaultKind::kNone);
    const Status status = faults.repair({});
    EXPECT_EQ(status.code(), Code::kRtParamInvalid);
}

TEST(DeviceFaults, MemoryStaysBadWhereTheCopyWroteUntilRepaired) {
    FaultTrigger trigger(request(FaultKind::kMemory, 2));
    DeviceFaults faults(trigger);
    std::byte* bad = memory.data() + 4096;
    EXPECT_EQ(faults.meet(bad, nullptr, 8192), FaultKind::kNone);
    EXPECT_EQ(faults.meet(bad, nullptr, 8192), FaultKind::kMemory);
    const driver::DeviceFault fault = faults.current();
    EXPECT_EQ(fault.kind, FaultKind::kMemory);
    EXPECT_TRUE(fault.canRepair);
    ASSERT_EQ(fault.ranges.size(), 1U);
    EXPECT_EQ(fault.ranges[0].start, bad);
    EXPECT_EQ(fault.ranges[0].bytes, DeviceFaults::kPageBytes);

    EXPECT_EQ(faults.meet(bad + 4095, nullptr, 1), FaultKind::kMemory);
    EXPECT_EQ(faults.meet(bad + 4096, nullptr, 1), FaultKind::kNone);
    EXPECT_EQ(faults.meet(memory.data(), nullptr, 4096), FaultKind::kNone);
    EXPECT_EQ(faults.meet(memory.data(), bad - 1, 2), FaultKind::kMemory);

    const std::vector<MemoryRange> part = {{.start = bad, .bytes = 100}};
    EXPECT_EQ(faults.repair(part).code(), Code::kRtParamInvalid);
    EXPECT_TRUE(faults.repair(fault.ranges).isOk());
    EXPECT_EQ(faults.current().kind, FaultKind::kNone);
    EXPECT_EQ(faults.meet(bad, nullptr, 1), FaultKind::kNone);
    EXPECT_EQ(faults.repair(fault.ranges).code(), Code::kRtParamInvalid);
}

TEST(DeviceFaults, CacheIsRepairedAsAWhole) {
    FaultTrigger trigger(request(FaultKind::kCache, 1));
    DeviceFaults faults(trigger);
    EXPECT_EQ(faults.meet(memory.data(), nullptr, 1), FaultKind::kCache);
    EXPECT_EQ(faults.meet(memory.data(), nullptr, 1), FaultKind::kNone);
    EXPECT_TRUE(faults.current().ranges.empty());
    EXPECT_TRUE(faults.repair({}).isOk());
    EXPECT_EQ(faults.current().kind, FaultKind::kNone);
}

TEST(DeviceFaults, LinkComesBackOnlyWithTheDevice) {
    FaultTrigger trigger(request(FaultKind::kLink, 1));
    DeviceFaults faults(trigger);
    EXPECT_EQ(faults.meet(memory.data(), nullptr, 1), FaultKind::kLink);
    EXPECT_FALSE(faults.current().canRepair);
    EXPECT_EQ(faults.repair({}).code(), Code::kRtFeatureNotSupport);
    faults.clear();
    EXPECT_EQ(faults.current().kind, FaultKind::kNone);
}

TEST(DeviceFaults, OneDeviceMeetsTheFault) {
    FaultTrigger trigger(request(FaultKind::kCache, 3));
    DeviceFaults first(trigger);
    DeviceFaults second(trigger);
    EXPECT_EQ(first.meet(memory.data(), nullptr, 1), FaultKind::kNone);
    EXPECT_EQ(second.meet(memory.data(), nullptr, 1), FaultKind::kNone);
    EXPECT_EQ(first.meet(memory.data(), nullptr, 1), FaultKind::kCache);
    EXPECT_EQ(second.meet(memory.data(), nullptr, 1), FaultKind::kNone);
    EXPECT_EQ(second.current().kind, FaultKind::kNone);
}

}  // namespace
}  // namespace belay::sim
