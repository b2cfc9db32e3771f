#include "drivers/hal/hal_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "hw/sqe_encode.h"
#include "unit/drivers/hal/fake_hal.h"

namespace belay::hal {
namespace {

using driver::IdAction;
using driver::IdType;
using driver::MemoryKind;
using driver::QueueAction;
using testing::ElementsAre;
using testing::HasSubstr;

// What the listeners have heard.
struct Heard {
    std::atomic<int> news{0};
    std::atomic<int> calls{0};
    std::atomic<uint64_t> data{0};
};

// Only against hanging.
bool becomesTrue(const std::function<bool()>& condition) {
    const Deadline deadline = Deadline::afterMs(20'000);
    while (!condition()) {
        if (deadline.hasPassed()) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

class HalDriverTest : public testing::Test {
  protected:
    HalDriverTest() : driver({.api = fake.api(), .path = "fake", .isSimulated = false}) {}

    void SetUp() override { ASSERT_TRUE(driver.openDevice(0).isOk()); }

    void openQueue() {
        Result<driver::Queue*> created = driver.createQueue(
            0, {.priority = 2,
                .flags = 8,
                .listener = [](void* context,
                               driver::Queue&) { ++static_cast<Heard*>(context)->news; },
                .callListener =
                    [](void* context, driver::Queue&, const driver::HostCall& call) {
                        static_cast<Heard*>(context)->data = call.data;
                        ++static_cast<Heard*>(context)->calls;
                    },
                .listenerContext = &heard});
        ASSERT_TRUE(created.isOk()) << created.status().message();
        queue = created.value();
    }

    static hw::Sqe eventRecord(uint16_t taskId, bool writeCqe) {
        hw::Sqe sqe;
        encoder().encode(
            hw::EventRecord{.common = {.taskId = taskId, .writeCqe = writeCqe}, .eventId = 1}, sqe);
        return sqe;
    }

    hw::Sqe hostCall(uint16_t taskId, uint64_t data) const {
        hw::Sqe sqe;
        encoder().encode(hw::HostCallback{.common = {.taskId = taskId, .writeCqe = true},
                                          .cqId = queue->callCqId,
                                          .cqGroupId = queue->callGroupId,
                                          .streamId = queue->streamId,
                                          .eventId = 9,
                                          .isBlocking = 1,
                                          .taskId = taskId,
                                          .function = 0x77,
                                          .data = data},
                         sqe);
        return sqe;
    }

    static const hw::SqeEncoder& encoder() {
        static const hw::StarsV1Encoder instance;
        return instance;
    }

    bool submit(const std::vector<hw::Sqe>& entries) {
        const Result<bool> fits =
            driver.submit(*queue, entries.data(), static_cast<uint32_t>(entries.size()));
        EXPECT_TRUE(fits.isOk()) << fits.status().message();
        return fits.isOk() && fits.value();
    }

    // The device goes on to this position, and may stop there.
    void moveHead(uint32_t position, uint32_t status = 1) {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        fake.queues[queue->sqId].head = position;
        fake.queues[queue->sqId].status = status;
    }

    void complete(const hw::LogicCqe& entry) {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        fake.completions[logicCq()].push_back(entry);
    }

    // The one that was allocated last.
    uint32_t logicCq() const { return *fake.completionQueues.rbegin(); }

    void report(uint16_t taskId, uint64_t data) {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        fake.reports.push_back({.phaseAndCqId = 0,
                                .streamId = queue->streamId,
                                .taskId = taskId,
                                .sqId = queue->sqId,
                                .sqHead = 0,
                                .sequence = 0,
                                .isBlocking = 1,
                                .reserved = 0,
                                .eventId = 9,
                                .function = 0x77,
                                .data = data});
    }

    driver::QueueState state() {
        Result<driver::QueueState> told = driver.queueState(*queue);
        EXPECT_TRUE(told.isOk()) << told.status().message();
        return told.isOk() ? told.value() : driver::QueueState{};
    }

    size_t receive() {
        std::array<driver::Completion, 8> completions;
        const Result<uint32_t> count =
            driver.receive(*queue, completions.data(), completions.size());
        EXPECT_TRUE(count.isOk());
        return count.isOk() ? count.value() : 0;
    }

    FakeHal fake;
    Heard heard;
    HalDriver driver;
    driver::Queue* queue = nullptr;
};

// ---- devices ----

TEST_F(HalDriverTest, OpensAndClosesDevices) {
    EXPECT_THAT(fake.open, ElementsAre(0U));
    EXPECT_EQ(driver.openDevice(0).code(), Code::kRtRepeatedInit);
    EXPECT_EQ(driver.openDevice(2).code(), Code::kRtInvalidDeviceid);
    EXPECT_TRUE(driver.openDevice(1).isOk());
    EXPECT_TRUE(driver.closeDevice(0).isOk());
    EXPECT_EQ(driver.closeDevice(0).code(), Code::kRtInvalidDeviceid);
    EXPECT_THAT(fake.open, ElementsAre(1U));
    EXPECT_TRUE(driver.openDevice(0).isOk());
}

TEST_F(HalDriverTest, ADeviceThatDoesNotOpenSaysWhy) {
    fake.refusals["halDeviceOpen"] = {DRV_ERROR_BUS_DOWN};
    const Status status = driver.openDevice(1);
    EXPECT_EQ(status.code(), Code::kRtLostHeartbeat);
    EXPECT_THAT(std::string(status.message()), HasSubstr("halDeviceOpen answered 33"));
    EXPECT_TRUE(driver.openDevice(1).isOk());
}

TEST_F(HalDriverTest, TheSyncAreaIsThatOfTheLibrary) {
    const Result<driver::MemoryRange> area = driver.syncArea(0);
    ASSERT_TRUE(area.isOk());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(area.value().start), 0x5000U);
    EXPECT_EQ(area.value().bytes, 0x1000U);
    fake.refusals["halMemCtl"] = {DRV_ERROR_NOT_SUPPORT};
    ASSERT_TRUE(driver.openDevice(1).isOk());
    EXPECT_EQ(driver.syncArea(1).status().code(), Code::kRtFeatureNotSupport);
}

TEST_F(HalDriverTest, StateComesFromTheLibrary) {
    const Result<driver::DeviceState> told = driver.deviceState(0);
    ASSERT_TRUE(told.isOk());
    EXPECT_EQ(told.value().ticks, 1234U);
    EXPECT_EQ(told.value().eventsInUse, 2U);
    EXPECT_EQ(told.value().health, driver::DeviceHealth::kWorking);
    const Result<driver::DeviceState> unused = driver.deviceState(1);
    ASSERT_TRUE(unused.isOk());
    EXPECT_EQ(unused.value().eventsInUse, 0U);
    EXPECT_EQ(driver.deviceState(2).status().code(), Code::kRtInvalidDeviceid);
}

TEST_F(HalDriverTest, ClosingGivesEverythingBack) {
    openQueue();
    ASSERT_TRUE(driver.allocate(0, 100, MemoryKind::kDevice).isOk());
    ASSERT_TRUE(driver.closeDevice(0).isOk());
    EXPECT_TRUE(fake.queues.empty());
    EXPECT_TRUE(fake.completionQueues.empty());
    EXPECT_TRUE(fake.ids[DRV_STREAM_ID].empty());
    EXPECT_TRUE(fake.flagsOfMemory.empty());
    EXPECT_EQ(driver.allocate(0, 100, MemoryKind::kDevice).status().code(),
              Code::kRtInvalidDeviceid);
    EXPECT_EQ(driver.createQueue(0, {}).status().code(), Code::kRtInvalidDeviceid);
}

// ---- ids ----

TEST_F(HalDriverTest, IdsAreTheLibrarys) {
    const Result<uint32_t> event = driver.allocateId(0, IdType::kEvent);
    ASSERT_TRUE(event.isOk());
    EXPECT_THAT(fake.ids[DRV_EVENT_ID], ElementsAre(event.value()));
    EXPECT_TRUE(driver.controlId(0, IdType::kEvent, event.value(), IdAction::kRecord).isOk());
    EXPECT_THAT(fake.recorded, ElementsAre(std::pair(int32_t{DRV_EVENT_ID}, event.value())));
    EXPECT_TRUE(driver.controlId(0, IdType::kEvent, event.value(), IdAction::kFree).isOk());
    EXPECT_TRUE(fake.ids[DRV_EVENT_ID].empty());
}

TEST_F(HalDriverTest, WhatIsUsedUpIsNamed) {
    fake.refusals["halResourceIdAlloc"] = {DRV_ERROR_NO_EVENT_RESOURCES};
    EXPECT_EQ(driver.allocateId(0, IdType::kEvent).status().code(), Code::kRtNoEventResource);
    fake.refusals["halResourceIdAlloc"] = {DRV_ERROR_NO_NOTIFY_RESOURCES};
    EXPECT_EQ(driver.allocateId(0, IdType::kNotify).status().code(), Code::kRtNoNotifyResource);
    fake.refusals["halResourceIdAlloc"] = {DRV_ERROR_NO_STREAM_RESOURCES};
    EXPECT_EQ(driver.createQueue(0, {}).status().code(), Code::kRtNoStreamResource);
}

// ---- queues ----

TEST_F(HalDriverTest, AQueueThatCannotBeMadeLeavesNothing) {
    for (const char* function : {"halSqCqAllocate", "halResourceConfig"}) {
        fake.refusals[function] = {DRV_ERROR_NO_RESOURCES};
        EXPECT_EQ(driver.createQueue(0, {}).status().code(), Code::kRtResourceAllocFail);
        EXPECT_TRUE(fake.queues.empty());
        EXPECT_TRUE(fake.ids[DRV_STREAM_ID].empty());
    }
}

TEST_F(HalDriverTest, DestroyingAQueueGivesItsPartsBackInOrder) {
    openQueue();
    fake.calls.clear();
    ASSERT_TRUE(driver.destroyQueue(*queue).isOk());
    std::erase_if(fake.calls, [](const std::string& call) {
        return call == "halSqCqQuery" || call == "halCqReportRecv";
    });
    EXPECT_THAT(fake.calls, ElementsAre("halSqCqConfig", "halResourceConfig", "halSqCqFree",
                                        "halSqCqFree", "halResourceIdFree"));
}

TEST_F(HalDriverTest, SerialsGoOnWhereTheHeadWraps) {
    openQueue();
    const std::vector<hw::Sqe> entries(1000, eventRecord(1, false));
    for (uint64_t sent = 1000; sent <= 10'000; sent += 1000) {
        ASSERT_TRUE(submit(entries));
        moveHead(static_cast<uint32_t>(sent % 2048));
        EXPECT_EQ(state().head, sent);
        EXPECT_EQ(state().tail, sent);
    }
}

TEST_F(HalDriverTest, WhatDoesNotFitIsNotSent) {
    openQueue();
    ASSERT_TRUE(submit(std::vector<hw::Sqe>(2047, eventRecord(1, false))));
    EXPECT_FALSE(submit({eventRecord(2, false)}));
    moveHead(1);
    EXPECT_TRUE(submit({eventRecord(2, false)}));
    EXPECT_FALSE(submit({eventRecord(3, false)}));
    EXPECT_EQ(fake.queues[queue->sqId].sent.size(), 2048U);
}

TEST_F(HalDriverTest, AFullQueueOfTheLibraryIsNoError) {
    openQueue();
    fake.refusals["halSqTaskSend"] = {DRV_ERROR_NO_RESOURCES};
    EXPECT_FALSE(submit({eventRecord(1, false)}));
    EXPECT_EQ(state().tail, 0U);
    fake.refusals["halSqTaskSend"] = {DRV_ERROR_BUS_DOWN};
    const hw::Sqe entry = eventRecord(1, false);
    EXPECT_EQ(driver.submit(*queue, &entry, 1).status().code(), Code::kRtLostHeartbeat);
    EXPECT_EQ(state().tail, 0U);
}

TEST_F(HalDriverTest, AHeadThatIsNotValidIsAskedForAgain) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false), eventRecord(2, false)}));
    moveHead(2);
    {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        fake.queues[queue->sqId].headReadings = {HAL_SQ_HEAD_INVALID, HAL_SQ_HEAD_INVALID, 1};
    }
    EXPECT_TRUE(driver.wait(*queue, 2, Deadline::never(), driver::Lending::kNothing).value());
    EXPECT_EQ(state().head, 2U);
}

TEST_F(HalDriverTest, WaitingEndsAtTheDeadline) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false)}));
    const Result<bool> arrived =
        driver.wait(*queue, 1, Deadline::afterMs(2), driver::Lending::kNothing);
    ASSERT_TRUE(arrived.isOk());
    EXPECT_FALSE(arrived.value());
}

TEST_F(HalDriverTest, WaitingEndsWhenTheQueueStops) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false)}));
    std::thread waiter([&] {
        EXPECT_TRUE(driver.wait(*queue, 1, Deadline::never(), driver::Lending::kNothing).value());
    });
    EXPECT_TRUE(driver.control(*queue, QueueAction::kStop, 0).isOk());
    waiter.join();
}

TEST_F(HalDriverTest, ALostDeviceEndsAWait) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false)}));
    {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        fake.refusals["halSqCqQuery"] = {DRV_ERROR_BUS_DOWN, INT32_MAX};
    }
    EXPECT_EQ(driver.wait(*queue, 1, Deadline::never(), driver::Lending::kNothing).status().code(),
              Code::kRtLostHeartbeat);
    const std::lock_guard<std::mutex> guard(fake.mutex);
    fake.refusals.clear();
}

TEST_F(HalDriverTest, AFailureIsToldWithoutAnybodyWaiting) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false), eventRecord(2, false)}));
    complete({.taskId = 2, .errorCode = 0x26, .errorType = hw::kErrorException, .sqHead = 1});
    moveHead(1, /*status=*/0);
    ASSERT_TRUE(becomesTrue([&] { return heard.news.load() == 1; }));
    const driver::QueueState failed = state();
    EXPECT_EQ(failed.head, 1U);
    EXPECT_FALSE(failed.isEnabled);
    EXPECT_TRUE(failed.hasCompletions);
    EXPECT_EQ(receive(), 1U);
    EXPECT_FALSE(state().hasCompletions);
    // What the runtime does then.
    EXPECT_TRUE(driver.control(*queue, QueueAction::kSkipTo, 2).isOk());
    EXPECT_TRUE(driver.control(*queue, QueueAction::kEnable, 0).isOk());
    EXPECT_THAT(fake.queues[queue->sqId].configured,
                ElementsAre(std::pair(int32_t{DRV_SQCQ_PROP_SQ_HEAD}, 2U),
                            std::pair(int32_t{DRV_SQCQ_PROP_SQ_STATUS}, 1U)));
    EXPECT_TRUE(state().isEnabled);
    EXPECT_EQ(state().head, 2U);
    EXPECT_EQ(heard.news.load(), 1);
}

// It could not be skipped yet.
TEST_F(HalDriverTest, AFailureIsNoNewsBeforeItsQueueStands) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false), eventRecord(2, false)}));
    moveHead(1);
    complete({.taskId = 2, .errorCode = 0x26, .errorType = hw::kErrorException, .sqHead = 1});
    {
        // Makes the queue look into its completion queue.
        const std::lock_guard<std::mutex> guard(fake.mutex);
        fake.queues[queue->sqId].status = 0;
    }
    EXPECT_TRUE(state().hasCompletions);
    moveHead(1, /*status=*/1);
    EXPECT_FALSE(state().hasCompletions);
    EXPECT_EQ(receive(), 0U);
    moveHead(1, /*status=*/0);
    EXPECT_TRUE(state().hasCompletions);
    EXPECT_EQ(receive(), 1U);
}

TEST_F(HalDriverTest, TheHeadWaitsForTheTimeOfAnEvent) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false), eventRecord(2, true), eventRecord(3, false)}));
    moveHead(3);
    EXPECT_EQ(state().head, 1U);
    complete({.taskId = 2, .sqHead = 1, .timeStampOrIndex = 99});
    const driver::QueueState done = state();
    EXPECT_EQ(done.head, 3U);
    EXPECT_TRUE(done.hasCompletions);
    EXPECT_EQ(receive(), 1U);
}

TEST_F(HalDriverTest, TheHeadDoesNotWaitForEver) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, true)}));
    moveHead(1);
    EXPECT_TRUE(driver.wait(*queue, 1, Deadline::never(), driver::Lending::kNothing).value());
    EXPECT_EQ(state().head, 1U);
}

TEST_F(HalDriverTest, AStoppedQueueIsBusyUntilTheLibrarySaysThatItStands) {
    openQueue();
    ASSERT_TRUE(submit({eventRecord(1, false)}));
    ASSERT_TRUE(driver.control(*queue, QueueAction::kStop, 0).isOk());
    moveHead(0, /*status=*/1);
    EXPECT_FALSE(state().isEnabled);
    EXPECT_TRUE(state().isBusy);
    moveHead(0, /*status=*/0);
    EXPECT_FALSE(state().isBusy);
    EXPECT_TRUE(driver.control(*queue, QueueAction::kDisable, 0).isOk());
    EXPECT_EQ(driver.control(*queue, QueueAction::kPrioritize, 1).code(),
              Code::kRtFeatureNotSupport);
}

// ---- calls of the host ----

TEST_F(HalDriverTest, AReportBecomesACall) {
    openQueue();
    ASSERT_TRUE(submit({hostCall(5, 0xABC)}));
    report(5, 0xABC);
    ASSERT_TRUE(becomesTrue([&] { return heard.calls.load() == 1; }));
    EXPECT_EQ(heard.data.load(), 0xABCU);
    EXPECT_TRUE(driver.finishCall(*queue, {.eventId = 9}).isOk());
    EXPECT_THAT(fake.recorded, ElementsAre(std::pair(int32_t{DRV_EVENT_ID}, 9U)));
}

TEST_F(HalDriverTest, OnlyEntriesThatAreOwedACallGetOne) {
    openQueue();
    ASSERT_TRUE(submit({hostCall(5, 0xABC), hostCall(6, 0xDEF)}));
    report(5, 0x123);
    report(5, 0xABC);
    report(5, 0xABC);
    report(6, 0xDEF);
    ASSERT_TRUE(becomesTrue([&] { return heard.data.load() == 0xDEF; }));
    EXPECT_EQ(heard.calls.load(), 2);
}

TEST_F(HalDriverTest, ADroppedEntryGetsNoCall) {
    openQueue();
    ASSERT_TRUE(submit({hostCall(5, 0xABC)}));
    ASSERT_TRUE(driver.control(*queue, QueueAction::kDisable, 0).isOk());
    report(5, 0xABC);
    ASSERT_TRUE(becomesTrue([&] {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        return fake.reports.empty();
    }));
    ASSERT_TRUE(driver.control(*queue, QueueAction::kSkipTo, 1).isOk());
    ASSERT_TRUE(driver.control(*queue, QueueAction::kEnable, 0).isOk());
    ASSERT_TRUE(submit({hostCall(6, 0xDEF)}));
    report(6, 0xDEF);
    ASSERT_TRUE(becomesTrue([&] { return heard.data.load() == 0xDEF; }));
    EXPECT_EQ(heard.calls.load(), 1);
}

TEST_F(HalDriverTest, AStoppedQueueMakesItsCallWhenItGoesOn) {
    openQueue();
    ASSERT_TRUE(submit({hostCall(5, 0xABC)}));
    ASSERT_TRUE(driver.control(*queue, QueueAction::kDisable, 0).isOk());
    report(5, 0xABC);
    ASSERT_TRUE(becomesTrue([&] {
        const std::lock_guard<std::mutex> guard(fake.mutex);
        return fake.reports.empty();
    }));
    EXPECT_EQ(heard.calls.load(), 0);
    ASSERT_TRUE(driver.control(*queue, QueueAction::kEnable, 0).isOk());
    EXPECT_TRUE(becomesTrue([&] { return heard.calls.load() == 1; }));
}

TEST_F(HalDriverTest, WithoutAQueueForReportsCallsAreRefused) {
    ASSERT_TRUE(driver.closeDevice(0).isOk());
    fake.refusals["halSqCqAllocate"] = {DRV_ERROR_NOT_SUPPORT};
    ASSERT_TRUE(driver.openDevice(0).isOk());
    openQueue();
    const hw::Sqe entry = hostCall(5, 1);
    EXPECT_EQ(driver.submit(*queue, &entry, 1).status().code(), Code::kRtFeatureNotSupport);
    EXPECT_TRUE(submit({eventRecord(1, false)}));
}

TEST_F(HalDriverTest, TheHeadWaitsForTheReportOfACall) {
    openQueue();
    ASSERT_TRUE(submit({hostCall(5, 0xABC), eventRecord(6, false)}));
    moveHead(2);
    EXPECT_EQ(state().head, 0U);
    report(5, 0xABC);
    EXPECT_TRUE(driver.wait(*queue, 2, Deadline::never(), driver::Lending::kNothing).value());
    EXPECT_EQ(heard.calls.load(), 1);
}

TEST_F(HalDriverTest, AStoppedQueueIsBusyUntilCallsOfWhatHasRunAreMade) {
    openQueue();
    ASSERT_TRUE(submit({hostCall(5, 0xABC)}));
    ASSERT_TRUE(driver.control(*queue, QueueAction::kStop, 0).isOk());
    moveHead(1, /*status=*/0);
    EXPECT_TRUE(state().isBusy);
    report(5, 0xABC);
    EXPECT_TRUE(driver.control(*queue, QueueAction::kDisable, 0).isOk());
    EXPECT_EQ(heard.calls.load(), 1);
    EXPECT_FALSE(state().isBusy);
    EXPECT_EQ(state().head, 1U);
}

// ---- what is not built ----

TEST_F(HalDriverTest, WhatIsNotBuiltSaysSo) {
    EXPECT_EQ(driver.share(0, nullptr, 1).status().code(), Code::kRtFeatureNotSupport);
    EXPECT_EQ(driver.openShared(0, {}).status().code(), Code::kRtFeatureNotSupport);
    EXPECT_EQ(driver.reserve(4096, 0, nullptr).status().code(), Code::kRtFeatureNotSupport);
    EXPECT_EQ(driver.createPhysical(0, 4096, MemoryKind::kDevice).status().code(),
              Code::kRtFeatureNotSupport);
    EXPECT_EQ(driver.loadCpuLibrary(0, "name", {}).code(), Code::kRtFeatureNotSupport);
    EXPECT_EQ(driver.repair(0, {}).code(), Code::kRtParamInvalid);
}

}  // namespace
}  // namespace belay::hal
