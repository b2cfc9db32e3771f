// Fixture for tests of the simulated driver: bodies of the test's own as kernels, and queues.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "drivers/sim/sim_driver.h"
#include "hw/sqe_encode.h"

namespace belay::sim {

/// Runs a function of the test for each kernel entry, picked by its PC.
class BodyRunner final : public KernelRunner {
  public:
    using Body = std::function<KernelOutcome(const hw::AicoreKernel& kernel, bool onEngineThread)>;

    /// Before any entry names it. The result is its PC.
    uint64_t add(Body body) {
        const uint64_t pc = (bodies_.size() + 1) * 64;
        bodies_[pc] = std::move(body);
        return pc;
    }

    KernelOutcome run(const hw::AicoreKernel& kernel, const RunContext& run) override {
        return bodies_.at(kernel.pc)(kernel, run.onEngineThread);
    }

    KernelOutcome run(const hw::MixKernel&, const hw::MixContext&, const RunContext&) override {
        return {};
    }

    KernelOutcome run(const hw::AicpuKernel&, const RunContext&) override { return {}; }

    void forget(std::span<std::byte>) override {}

  private:
    std::map<uint64_t, Body> bodies_;
};

class DriverTest : public testing::Test {
  protected:
    static SimSettings settingsFor(uint32_t deviceCount, bool mayLend) {
        SimSettings settings;
        settings.chip = hw::findChip("Ascend910B4");
        settings.deviceCount = deviceCount;
        settings.memoryBytes = uint64_t{64} << 20;
        settings.mayLend = mayLend;
        return settings;
    }

    /// Makes the driver and opens its devices.
    void start(uint32_t deviceCount = 1, bool mayLend = true) {
        simDriver = std::make_unique<SimDriver>(settingsFor(deviceCount, mayLend),
                                                SimHooks{.kernels = &bodies});
        for (uint32_t device = 0; device < deviceCount; ++device) {
            ASSERT_TRUE(simDriver->openDevice(device).isOk());
        }
    }

    void TearDown() override { simDriver.reset(); }

    driver::Queue& makeQueue(uint32_t device = 0, const driver::QueueSetup& setup = {}) {
        return *simDriver->createQueue(device, setup).value();
    }

    uint32_t makeEvent(uint32_t device = 0) {
        return simDriver->allocateId(device, driver::IdType::kEvent).value();
    }

    /// Submits an entry; it fits.
    template <typename Entry>
    void submit(driver::Queue& queue, Entry entry) {
        entry.common.streamId = queue.streamId;
        entry.common.taskId = nextTask++;
        hw::Sqe sqe;
        if constexpr (std::is_void_v<decltype(encoder.encode(entry, sqe))>) {
            encoder.encode(entry, sqe);
        } else {
            ASSERT_TRUE(encoder.encode(entry, sqe).isOk());
        }
        const Result<bool> fits = simDriver->submit(queue, &sqe, 1);
        ASSERT_TRUE(fits.isOk());
        ASSERT_TRUE(fits.value());
    }

    void launch(driver::Queue& queue, uint64_t pc) { submit(queue, hw::AicoreKernel{.pc = pc}); }

    void record(driver::Queue& queue, uint32_t event) {
        submit(queue, hw::EventRecord{.eventId = static_cast<uint16_t>(event)});
    }

    void waitFor(driver::Queue& queue, uint32_t event, uint32_t timeoutS = 0) {
        submit(queue, hw::EventWait{.eventId = static_cast<uint16_t>(event), .timeoutS = timeoutS});
    }

    void mark(driver::Queue& queue) { submit(queue, hw::Placeholder{.taskType = 103}); }

    driver::QueueState stateOf(driver::Queue& queue) {
        return simDriver->queueState(queue).value();
    }

    /// Waits for all entries, lending the thread; false if the queue stopped before.
    bool finish(driver::Queue& queue, driver::Lending lending = driver::Lending::kKernels) {
        const uint64_t tail = stateOf(queue).tail;
        EXPECT_TRUE(simDriver->wait(queue, tail, Deadline::never(), lending).value());
        return stateOf(queue).head == tail;
    }

    std::vector<hw::LogicCqe> completionsOf(driver::Queue& queue) {
        std::vector<driver::Completion> completions(16);
        completions.resize(simDriver->receive(queue, completions.data(), 16).value());
        std::vector<hw::LogicCqe> entries;
        for (const driver::Completion& completion : completions) {
            entries.push_back(completion.entry);
        }
        return entries;
    }

    BodyRunner bodies;
    std::unique_ptr<SimDriver> simDriver;
    hw::StarsV1Encoder encoder;
    uint16_t nextTask = 0;
};

/// Waits until `holds`; for states that other threads bring about. The test's time limit ends a
/// wait in vain.
template <typename Predicate>
void waitUntil(Predicate holds) {
    while (!holds()) {
        std::this_thread::yield();
    }
}

}  // namespace belay::sim
