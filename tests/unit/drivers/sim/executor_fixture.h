// Fixture for tests of the entry executor: two dies with memory and flags, and hooks that note what
// they are asked.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "drivers/sim/address_space.h"
#include "drivers/sim/busy_meter.h"
#include "drivers/sim/device_faults.h"
#include "drivers/sim/sqe_executor.h"
#include "hw/sqe_encode.h"

namespace belay::sim {

struct TestRunner : KernelRunner {
    KernelOutcome outcome;
    std::vector<hw::AicoreKernel> kernels;
    std::vector<hw::MixContext> contexts;
    std::vector<hw::AicpuKernel> aicpuKernels;
    bool wasOnEngineThread = false;

    KernelOutcome run(const hw::AicoreKernel& kernel, const RunContext& run) override {
        kernels.push_back(kernel);
        wasOnEngineThread = run.onEngineThread;
        return outcome;
    }

    KernelOutcome run(const hw::MixKernel& /*kernel*/, const hw::MixContext& context,
                      const RunContext& run) override {
        contexts.push_back(context);
        wasOnEngineThread = run.onEngineThread;
        return outcome;
    }

    KernelOutcome run(const hw::AicpuKernel& kernel, const RunContext&) override {
        aicpuKernels.push_back(kernel);
        return outcome;
    }

    void forget(std::span<std::byte>) override {}
};

struct TestSink : CallbackSink {
    bool takes = true;
    std::vector<hw::HostCallback> callbacks;

    bool report(const hw::HostCallback& callback) override {
        callbacks.push_back(callback);
        return takes;
    }
};

/// Flags of one die.
struct TestDie {
    FlagTable events{FlagTable::kMaxFlags, Code::kRtNoEventResource, "event"};
    FlagTable notifies{hw::kMaxNotifyId + 1, Code::kRtNoNotifyResource, "notify"};
    DeviceFlags flags{events, notifies};
};

struct TestDirectory : FlagDirectory {
    TestDie own;
    TestDie other;

    DeviceFlags* find(hw::Die die) noexcept override {
        if (die.chip == kOwn.chip && die.die == kOwn.die) {
            return &own.flags;
        }
        return die.chip == kOther.chip && die.die == kOther.die ? &other.flags : nullptr;
    }

    static constexpr hw::Die kOwn{.chip = 0, .die = 1};
    static constexpr hw::Die kOther{.chip = 3, .die = 0};
};

class ExecutorTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_TRUE(memory.openDevice(0).isOk());
        ASSERT_TRUE(memory.openDevice(1).isOk());
    }

    BusySpan busySpan;

    template <typename Entry>
    static hw::Sqe encoded(const Entry& entry) {
        hw::Sqe sqe;
        const hw::StarsV1Encoder encoder;
        if constexpr (std::is_same_v<decltype(encoder.encode(entry, sqe)), Status>) {
            EXPECT_TRUE(encoder.encode(entry, sqe).isOk());
        } else {
            encoder.encode(entry, sqe);
        }
        return sqe;
    }

    EntryContext context() {
        return {.waiter = waiter,
                .busy = busySpan,
                .resume = &ExecutorTest::noteResumed,
                .resumeContext = this};
    }

    EntryContext lending(driver::Lending allowed) {
        EntryContext lent = context();
        lent.allowed = allowed;
        lent.onEngineThread = false;
        return lent;
    }

    template <typename Entry>
    Outcome execute(const Entry& entry, EntryContext context) {
        SqeExecutor executor({.memory = memory,
                              .flags = directory.own.flags,
                              .die = TestDirectory::kOwn,
                              .directory = directory,
                              .callbacks = sink,
                              .faults = faults,
                              .busy = busy,
                              .kernels = runner});
        if constexpr (std::is_same_v<Entry, hw::Sqe>) {
            return executor.execute(entry, context);
        } else {
            return executor.execute(encoded(entry), context);
        }
    }

    template <typename Entry>
    Outcome execute(const Entry& entry) {
        return execute(entry, context());
    }

    /// Device memory of `bytes`, cleared.
    std::byte* allocate(uint64_t bytes, uint32_t device = 0,
                        driver::MemoryKind kind = driver::MemoryKind::kDevice) {
        auto start = memory.allocate(device, bytes, kind);
        EXPECT_TRUE(start.isOk()) << start.status().message();
        EXPECT_TRUE(memory.fill(start.value(), 0, bytes).isOk());
        return static_cast<std::byte*>(start.value());
    }

    /// An address in the range of a device where nothing was ever allocated.
    uint64_t nowhere() {
        std::byte* passing = allocate(512);
        EXPECT_TRUE(memory.release(passing).isOk());
        const uint64_t address = addressOf(passing) + (uint64_t{48} << 20);
        EXPECT_TRUE(memory.isDevice(reinterpret_cast<const void*>(address)));
        return address;
    }

    static uint64_t addressOf(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

    AddressSpace memory{{.deviceBytes = uint64_t{64} << 20}};
    TestDirectory directory;
    TestSink sink;
    FaultTrigger faultTrigger{std::nullopt};
    DeviceFaults faults{faultTrigger};
    BusyMeters busy{.cube = {20, 0}, .vector = {40, 0}, .aicpu = {6, 0}};
    TestRunner testRunner;
    KernelRunner* runner = &testRunner;
    FlagWaiter waiter;
    std::vector<FlagWaiter*> resumed;

  private:
    static void noteResumed(void* self, FlagWaiter* list) {
        EXPECT_NE(list, nullptr);
        for (; list != nullptr; list = list->nextWaiter) {
            static_cast<ExecutorTest*>(self)->resumed.push_back(list);
        }
    }
};

inline void expectDone(const Outcome& outcome) {
    EXPECT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.text;
}

/// A failure with this error type and firmware code, whose text has `part`.
inline void expectFailed(const Outcome& outcome, uint8_t errorType, hw::FirmwareCode code,
                         std::string_view part) {
    EXPECT_EQ(outcome.kind, Outcome::Kind::kFailed);
    EXPECT_EQ(outcome.errorType, errorType);
    EXPECT_EQ(outcome.errorCode, static_cast<uint32_t>(code));
    EXPECT_NE(outcome.text.find(part), std::string::npos) << outcome.text;
}

inline void expectRefused(const Outcome& outcome, std::string_view part) {
    expectFailed(outcome, hw::kErrorSqe, hw::FirmwareCode::kTaskSqeError, part);
}

inline void expectNeedsEngineThread(const Outcome& outcome) {
    EXPECT_EQ(outcome.kind, Outcome::Kind::kNeedsEngineThread) << outcome.text;
}

}  // namespace belay::sim
