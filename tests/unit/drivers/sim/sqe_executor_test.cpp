#include "drivers/sim/sqe_executor.h"

#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <random>

#include "executor_fixture.h"
#include "hw/event_table.h"
#include "hw/sqe_decode.h"
#include "support/threads.h"

namespace belay::sim {
namespace {

using driver::Lending;
using hw::FirmwareCode;

// --- entries as such ---

TEST_F(ExecutorTest, WhatIsNoLegalEntryFailsWithTheRule) {
    hw::Sqe sqe = encoded(hw::EventRecord{});
    sqe.words[15] = 1;
    expectRefused(execute(sqe), "type 4: a bit is set that means nothing");
    expectRefused(execute(sqe), "(word 15)");
    sqe = encoded(hw::EventRecord{});
    hw::invalidate(sqe);
    expectRefused(execute(sqe), "type 63: the type of the entry is unknown");
    sqe = hw::Sqe{};
    sqe.words[0] = static_cast<uint32_t>(hw::SqeType::kDsa);
    expectRefused(execute(sqe), "type 15: entries of this type are for units that are not there");
}

TEST_F(ExecutorTest, NoBytesWhateverCrashTheExecutor) {
    const uint32_t seed = std::random_device{}();
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 200'000; ++i) {
        hw::Sqe sqe;
        for (uint32_t& word : sqe.words) {
            word = random() % 3 == 0 ? static_cast<uint32_t>(random()) : 0;
        }
        // A type that is executed, and no copy: those take any host address.
        sqe.words[0] = (sqe.words[0] & ~0x3FU) | static_cast<uint32_t>(random() % 17);
        EntryContext context = this->context();
        context.onEngineThread = random() % 2 == 0;
        const Outcome outcome = execute(sqe, context);
        if (outcome.kind == Outcome::Kind::kFailed) {
            ASSERT_NE(outcome.errorType, 0);
            ASSERT_NE(outcome.errorCode, 0U);
            ASSERT_FALSE(outcome.text.empty());
        }
    }
}

TEST_F(ExecutorTest, ACompletionIsWrittenWhenTheEntryAsksForIt) {
    for (const bool wanted : {false, true}) {
        const hw::Common common{.writeCqe = wanted};
        const auto event = static_cast<uint16_t>(directory.own.events.allocate().value());
        const auto notify = static_cast<uint16_t>(directory.own.notifies.allocate().value());
        const uint64_t target = addressOf(allocate(64));
        const auto expectWritten = [wanted](const Outcome& outcome) {
            expectDone(outcome);
            EXPECT_EQ(outcome.writesCqe, wanted);
            EXPECT_EQ(outcome.errorCode, 0U);
        };
        expectWritten(execute(hw::Placeholder{.common = common, .taskType = 103}));
        expectWritten(execute(hw::EventRecord{.common = common, .eventId = event}));
        expectWritten(execute(hw::EventWait{.common = common, .eventId = event}));
        expectWritten(execute(hw::NotifyRecord{.common = common, .notifyId = notify}));
        expectWritten(execute(hw::NotifyWait{.common = common, .notifyId = notify}));
        expectWritten(execute(hw::AicoreKernel{.common = common}));
        expectWritten(execute(hw::AicpuKernel{.common = common}));
        expectWritten(execute(hw::HostCallback{.common = common}));
        expectWritten(execute(hw::WriteValue{.common = common, .target = {.address = target}}));
        expectWritten(execute(
            hw::Sdma{.common = common, .length = 8, .source = target, .destination = target + 8}));
        expectWritten(execute(hw::Cmo{.common = common}));
        expectWritten(execute(hw::Barrier{.common = common}));
    }
}

TEST_F(ExecutorTest, AThreadThatLendsNothingRunsNothing) {
    expectNeedsEngineThread(execute(hw::Placeholder{.taskType = 103}, lending(Lending::kNothing)));
    expectNeedsEngineThread(execute(hw::Sqe{}, lending(Lending::kNothing)));
}

// --- kernels ---

TEST_F(ExecutorTest, AKernelIsRunAsTheEntryDescribesIt) {
    const hw::AicoreKernel kernel{.core = hw::CoreKind::kVector,
                                  .blockDim = 8,
                                  .stackBase = 0x1200'0000'1000,
                                  .pc = 0x1200'0000'2000,
                                  .args = 0x1200'0000'3000};
    expectDone(execute(kernel));
    EXPECT_EQ(testRunner.kernels, std::vector<hw::AicoreKernel>{kernel});
    EXPECT_TRUE(testRunner.wasOnEngineThread);
}

TEST_F(ExecutorTest, AKernelThatFailsFailsItsEntryWithTheCodeOfItsCores) {
    testRunner.outcome = {.errorType = hw::kErrorTrap, .text = "trapped"};
    expectFailed(execute(hw::AicoreKernel{.core = hw::CoreKind::kCube}), hw::kErrorTrap,
                 FirmwareCode::kAicoreTrapException, "trapped");
    expectFailed(execute(hw::AicoreKernel{.core = hw::CoreKind::kVector}), hw::kErrorTrap,
                 FirmwareCode::kVectorCoreTrapException, "trapped");
    expectFailed(execute(hw::AicpuKernel{}), hw::kErrorTrap, FirmwareCode::kTaskTrap, "trapped");
    testRunner.outcome.errorType = hw::kErrorTimeout;
    expectFailed(execute(hw::AicoreKernel{.core = hw::CoreKind::kCube}), hw::kErrorTimeout,
                 FirmwareCode::kAicoreTimeout, "trapped");
}

TEST_F(ExecutorTest, ARunnerMayNameTheCodeItself) {
    testRunner.outcome = {.errorType = hw::kErrorTrap,
                          .errorCode = static_cast<uint32_t>(FirmwareCode::kAivTrapRdOverflow),
                          .text = "read too far"};
    expectFailed(execute(hw::AicoreKernel{.core = hw::CoreKind::kVector}), hw::kErrorTrap,
                 FirmwareCode::kAivTrapRdOverflow, "read too far");
}

TEST_F(ExecutorTest, WithoutARunnerKernelsFail) {
    runner = nullptr;
    expectFailed(execute(hw::AicoreKernel{.core = hw::CoreKind::kCube, .pc = 0xABC0}),
                 hw::kErrorException, FirmwareCode::kAicoreException,
                 "no kernel image at this address: 0xabc0");
    expectFailed(execute(hw::AicoreKernel{.core = hw::CoreKind::kVector}), hw::kErrorException,
                 FirmwareCode::kVectorCoreException, "no kernel image at this address");
    expectFailed(execute(hw::AicpuKernel{}), hw::kErrorException, FirmwareCode::kAicpuException,
                 "nothing runs AI CPU kernels");
}

class MixTest : public ExecutorTest {
  protected:
    void SetUp() override {
        ExecutorTest::SetUp();
        place = allocate(256);
        put(mixContext);
    }

    void put(const hw::MixContext& context) {
        hw::MixContextImage image;
        ASSERT_TRUE(hw::StarsV1Encoder().encode(context, image).isOk());
        std::memcpy(place, image.words.data(), sizeof image.words);
    }

    hw::MixKernel kernel() const { return {.blockDim = 8, .contextAddr = addressOf(place)}; }

    std::byte* place = nullptr;
    hw::MixContext mixContext{.side = hw::MixSide::kCube,
                              .blockRatio = 2,
                              .tailBlockRatio = 2,
                              .blockDim = 8,
                              .tailBlockDim = 8,
                              .cubePc = 0x1200'0000'2000,
                              .vectorPc = 0x1200'0000'3000};
};

TEST_F(MixTest, AMixKernelIsRunAsItsContextDescribesIt) {
    expectDone(execute(kernel()));
    EXPECT_EQ(testRunner.contexts, std::vector<hw::MixContext>{mixContext});
}

TEST_F(MixTest, FailuresHaveTheCodesOfMixKernels) {
    testRunner.outcome = {.errorType = hw::kErrorTimeout, .text = "late"};
    expectFailed(execute(kernel()), hw::kErrorTimeout, FirmwareCode::kFftsplusTaskTimeout, "late");
    runner = nullptr;
    expectFailed(execute(kernel()), hw::kErrorException, FirmwareCode::kFftsplusTaskException,
                 "no kernel image at these addresses: 0x120000002000, 0x120000003000");
}

TEST_F(MixTest, AContextThatIsNotInDeviceMemoryFails) {
    hw::MixKernel lost = kernel();
    for (const uint64_t address : {uint64_t{0}, uint64_t{128}, nowhere(), addressOf(place) + 512}) {
        lost.contextAddr = address;
        expectFailed(execute(lost), hw::kErrorException, FirmwareCode::kFftsplusTaskException,
                     "not in device memory");
    }
    EXPECT_TRUE(testRunner.contexts.empty());
}

TEST_F(MixTest, AContextThatIsNoneIsRefused) {
    place[0] = std::byte{9};
    expectRefused(execute(kernel()), "the context of a MIX entry is of another type");
    put(mixContext);
    place[0x10] = std::byte{1};
    expectRefused(execute(kernel()), "a bit is set that means nothing");
}

TEST_F(MixTest, KernelsRunOnThreadsThatLendThemselvesWithoutLimitOnly) {
    expectDone(execute(kernel(), lending(Lending::kKernels)));
    EXPECT_FALSE(testRunner.wasOnEngineThread);
    expectDone(execute(hw::AicoreKernel{}, lending(Lending::kKernels)));
    expectNeedsEngineThread(execute(kernel(), lending(Lending::kBounded)));
    expectNeedsEngineThread(execute(hw::AicoreKernel{}, lending(Lending::kBounded)));
    expectNeedsEngineThread(execute(hw::AicpuKernel{}, lending(Lending::kKernels)));
    EXPECT_EQ(testRunner.contexts.size(), 1U);
    EXPECT_EQ(testRunner.kernels.size(), 1U);
    EXPECT_TRUE(testRunner.aicpuKernels.empty());
}

TEST_F(ExecutorTest, ARunnerMayAskForAnEngineThread) {
    testRunner.outcome.needsEngineThread = true;
    expectNeedsEngineThread(execute(hw::AicoreKernel{}, lending(Lending::kKernels)));
}

// --- marks and messages ---

TEST_F(ExecutorTest, PlaceholdersAreDone) {
    for (uint16_t taskType = 0; taskType < 200; ++taskType) {
        expectDone(execute(hw::Placeholder{.taskType = taskType}));
        expectDone(execute(hw::Placeholder{.taskType = taskType}, lending(Lending::kBounded)));
    }
    expectDone(execute(hw::makePlaceholder({.preProcess = 1}, hw::FlipMarker{3, 0, 7})));
    expectDone(execute(hw::makePlaceholder({.preProcess = 1}, hw::StreamMaintenance{0, 7})));
    expectDone(execute(hw::makePlaceholder({.preProcess = 1}, hw::RingBufferControl{})));
    expectDone(execute(hw::makePlaceholder({.preProcess = 1}, hw::OverflowSwitch{7, true})));
}

TEST_F(ExecutorTest, TheVersionIsInTheCompletion) {
    const Outcome outcome =
        execute(hw::makePlaceholder({.writeCqe = true, .preProcess = 1}, hw::VersionQuery{7}));
    expectDone(outcome);
    EXPECT_TRUE(outcome.writesCqe);
    EXPECT_EQ(outcome.errorCode, SqeExecutor::kFirmwareVersion);
}

TEST_F(ExecutorTest, CacheMaintenanceWantsARangeOfADevice) {
    const uint64_t address = addressOf(allocate(4096));
    expectDone(execute(hw::Cmo{.length = 4096, .address = address}));
    expectDone(execute(hw::Cmo{.length = 0, .address = 0}));
    const Outcome beyond = execute(hw::Cmo{.length = 8192, .address = address});
    expectFailed(beyond, hw::kErrorException, FirmwareCode::kTaskException, "8192 bytes");
    expectFailed(execute(hw::Cmo{.length = 1, .address = 16}), hw::kErrorException,
                 FirmwareCode::kTaskException, "at 0x10");
    expectDone(execute(hw::Barrier{.bitmap = 3}));
}

TEST_F(ExecutorTest, ConditionProgramsAreRefused) {
    expectRefused(execute(hw::Cond{.subType = 4}), "condition programs are not executed");
}

// --- events and notifies ---

class FlagEntryTest : public ExecutorTest {
  protected:
    uint16_t event = static_cast<uint16_t>(directory.own.events.allocate().value());
    uint16_t notify = static_cast<uint16_t>(directory.own.notifies.allocate().value());

    void expectParked(const Outcome& outcome, FlagTable& table, uint32_t id, uint32_t timeoutS) {
        EXPECT_EQ(outcome.kind, Outcome::Kind::kWaits) << outcome.text;
        EXPECT_EQ(outcome.waitsFor, &table);
        EXPECT_EQ(outcome.flagId, id);
        EXPECT_EQ(outcome.waitTimeoutS, timeoutS);
    }
};

TEST_F(FlagEntryTest, AWaitForARecordedEventIsDoneAndLeavesIt) {
    expectDone(execute(hw::EventRecord{.eventId = event}));
    expectDone(execute(hw::EventWait{.eventId = event}));
    expectDone(execute(hw::EventWait{.eventId = event}));
    EXPECT_TRUE(directory.own.events.isRecorded(event));
}

TEST_F(FlagEntryTest, AWaitForARecordedNotifyConsumesIt) {
    expectDone(execute(hw::NotifyRecord{.notifyId = notify}));
    expectDone(execute(hw::NotifyWait{.notifyId = notify}));
    expectParked(execute(hw::NotifyWait{.notifyId = notify}), directory.own.notifies, notify, 0);
    EXPECT_TRUE(directory.own.notifies.cancel(notify, waiter));
}

TEST_F(FlagEntryTest, AWaitParksUntilTheRecordResumesIt) {
    expectParked(execute(hw::EventWait{.eventId = event}), directory.own.events, event, 0);
    EXPECT_TRUE(resumed.empty());
    expectDone(execute(hw::EventRecord{.eventId = event}));
    EXPECT_EQ(resumed, std::vector<FlagWaiter*>{&waiter});
    expectDone(execute(hw::EventWait{.eventId = event}));
}

TEST_F(FlagEntryTest, EventsAndNotifiesAreTwoThings) {
    ASSERT_EQ(event, notify);
    expectDone(execute(hw::EventRecord{.eventId = event}));
    EXPECT_FALSE(directory.own.notifies.isRecorded(notify));
    expectDone(execute(hw::NotifyRecord{.notifyId = notify}));
    EXPECT_TRUE(directory.own.notifies.isRecorded(notify));
}

TEST_F(FlagEntryTest, AnyLenderRunsEventsAndNotifies) {
    const EntryContext bounded = lending(Lending::kBounded);
    expectDone(execute(hw::EventRecord{.eventId = event}, bounded));
    expectDone(execute(hw::EventWait{.eventId = event}, bounded));
    expectDone(execute(hw::NotifyRecord{.notifyId = notify}, bounded));
    expectDone(execute(hw::NotifyWait{.notifyId = notify}, bounded));
}

TEST_F(FlagEntryTest, TheTimeLimitIsThatOfTheEntryOrOfItsCredit) {
    const auto limitOf = [&](const hw::EventWait& wait) {
        const Outcome outcome = execute(wait);
        EXPECT_TRUE(directory.own.events.cancel(event, waiter));
        return outcome.waitTimeoutS;
    };
    EXPECT_EQ(limitOf({.eventId = event}), 0U);
    EXPECT_EQ(limitOf({.eventId = event, .timeoutS = 9}), 9U);
    EXPECT_EQ(limitOf({.eventId = event, .timeoutS = 9, .kernelCredit = 1}), 9U);
    EXPECT_EQ(limitOf({.eventId = event, .kernelCredit = 1}), 5U);
    EXPECT_EQ(limitOf({.eventId = event, .kernelCredit = 254}), 1091U);
}

TEST_F(FlagEntryTest, AWaitThatHasExpiredFails) {
    EntryContext expired = context();
    expired.isAgain = true;
    expired.waitHasExpired = true;
    expectFailed(execute(hw::EventWait{.eventId = event, .timeoutS = 3}, expired),
                 hw::kErrorTimeout, FirmwareCode::kTaskTimeout, "not recorded within 3 s");
    expectFailed(execute(hw::NotifyWait{.notifyId = notify, .timeoutS = 3}, expired),
                 hw::kErrorTimeout, FirmwareCode::kTaskTimeout, "notify 0");
    EXPECT_EQ(directory.own.events.record(event), nullptr);
    // Recorded at the last moment: that counts.
    expectDone(execute(hw::EventWait{.eventId = event, .timeoutS = 3}, expired));
}

TEST_F(FlagEntryTest, IdsThatAreNotAllocatedAreRefused) {
    expectRefused(execute(hw::EventRecord{.eventId = 77}), "event 77 is recorded but not");
    expectRefused(execute(hw::EventWait{.eventId = 77}), "event 77 is waited for but not");
    expectRefused(execute(hw::NotifyRecord{.notifyId = 77}), "notify 77 is recorded but not");
    expectRefused(execute(hw::NotifyWait{.notifyId = 77}), "notify 77 is waited for but not");
}

TEST_F(FlagEntryTest, AWaitWhoseEventIsFreedIsRefusedWhenItGoesOn) {
    expectParked(execute(hw::EventWait{.eventId = event}), directory.own.events, event, 0);
    EXPECT_EQ(directory.own.events.free(event).value(), &waiter);
    EntryContext again = context();
    again.isAgain = true;
    expectRefused(execute(hw::EventWait{.eventId = event}, again), "not allocated");
}

// --- flags by their address ---

hw::WriteValue eventReset(uint16_t id, hw::Die die) {
    return {.target = {.address = hw::stars_v1::eventAddr(id, die),
                       .size = hw::WriteSize::k8Bits,
                       .isVirtual = false,
                       .subType = hw::WriteSubType::kEventReset},
            .eventId = id};
}

hw::WriteValue notifyRecordAt(uint16_t id, hw::Die die, hw::WriteSubType subType) {
    return {.target = {.address = hw::stars_v1::notifyAddr(id, die),
                       .isVirtual = false,
                       .subType = subType,
                       .value = {1}}};
}

TEST_F(FlagEntryTest, AnEventResetForgetsTheRecord) {
    expectDone(execute(hw::EventRecord{.eventId = event}));
    expectDone(execute(eventReset(event, TestDirectory::kOwn)));
    EXPECT_FALSE(directory.own.events.isRecorded(event));
}

TEST_F(FlagEntryTest, AnEventResetThatMissesItsEventIsRefused) {
    hw::WriteValue reset = eventReset(event, TestDirectory::kOwn);
    reset.eventId = event + 1U;
    expectRefused(execute(reset), "names event 1 but writes to");
    expectRefused(execute(eventReset(event, TestDirectory::kOther)), "names event 0 but");
    expectRefused(execute(eventReset(77, TestDirectory::kOwn)), "event 77 is reset but not");
    reset = eventReset(event, TestDirectory::kOwn);
    reset.target.isVirtual = true;
    expectRefused(execute(reset), "where the device has no event");
}

TEST_F(FlagEntryTest, ANotifyOfAnyDieIsRecordedByItsAddress) {
    const auto far = static_cast<uint16_t>(directory.other.notifies.allocate().value());
    EXPECT_TRUE(directory.other.notifies.park(far, waiter));
    for (const hw::WriteSubType subType :
         {hw::WriteSubType::kNotifyInChip, hw::WriteSubType::kNotifyOverLink}) {
        expectDone(execute(notifyRecordAt(notify, TestDirectory::kOwn, subType)));
        EXPECT_TRUE(directory.own.notifies.take(notify));
        EXPECT_FALSE(directory.other.notifies.isRecorded(far));
    }
    expectDone(
        execute(notifyRecordAt(far, TestDirectory::kOther, hw::WriteSubType::kNotifyOverLink)));
    EXPECT_TRUE(directory.other.notifies.isRecorded(far));
    EXPECT_EQ(resumed, std::vector<FlagWaiter*>{&waiter});
}

TEST_F(FlagEntryTest, ANotifyRecordThatMissesANotifyIsRefused) {
    const auto subType = hw::WriteSubType::kNotifyInChip;
    expectRefused(execute(notifyRecordAt(notify, {.chip = 9, .die = 0}, subType)),
                  "where no device has a notify");
    expectRefused(execute(notifyRecordAt(77, TestDirectory::kOwn, subType)),
                  "notify 77 is recorded but not allocated");
    hw::WriteValue record = notifyRecordAt(notify, TestDirectory::kOwn, subType);
    record.target.value[0] = 0;
    expectRefused(execute(record), "must be 1 in 32");
    record = notifyRecordAt(notify, TestDirectory::kOwn, subType);
    record.target.size = hw::WriteSize::k8Bits;
    expectRefused(execute(record), "1 in 8 bits");
    record = notifyRecordAt(notify, TestDirectory::kOwn, subType);
    record.target.isVirtual = true;
    expectRefused(execute(record), "where no device has a notify");
    record.target.address = (uint64_t{1} << 49) - 4;
    record.target.isVirtual = false;
    expectRefused(execute(record), "where no device has a notify");
}

TEST_F(FlagEntryTest, RdmaDoorbellsAreRefused) {
    expectRefused(execute(hw::WriteValue{
                      .target = {.isVirtual = false, .subType = hw::WriteSubType::kRdmaDoorbell}}),
                  "no network");
}

// --- callbacks ---

TEST_F(FlagEntryTest, ACallbackIsReported) {
    const hw::HostCallback callback{.cqId = 4, .cqGroupId = 5, .function = 0x1234, .data = 0x5678};
    expectDone(execute(callback));
    EXPECT_EQ(sink.callbacks, std::vector<hw::HostCallback>{callback});
}

TEST_F(FlagEntryTest, ACallbackNobodyTakesFails) {
    sink.takes = false;
    expectFailed(execute(hw::HostCallback{.cqId = 4, .cqGroupId = 5}), hw::kErrorException,
                 FirmwareCode::kTaskException, "nobody takes callbacks of group 5, queue 4");
}

TEST_F(FlagEntryTest, ABlockingCallbackWaitsForItsRelease) {
    const hw::HostCallback callback{.eventId = event, .isBlocking = 1};
    expectParked(execute(callback), directory.own.events, event, 1091);
    EXPECT_EQ(directory.own.events.record(event), &waiter);
    EntryContext again = context();
    again.isAgain = true;
    expectDone(execute(callback, again));
    EXPECT_EQ(sink.callbacks.size(), 1U);
    // The release is used up: the next callback with this event waits for its own.
    expectParked(execute(callback), directory.own.events, event, 1091);
}

TEST_F(FlagEntryTest, ABlockingCallbackWithoutAnEventIsRefused) {
    expectRefused(execute(hw::HostCallback{.eventId = 77, .isBlocking = 1}),
                  "a callback waits for event 77, which is not allocated");
    EXPECT_TRUE(sink.callbacks.empty());
}

TEST_F(FlagEntryTest, AThreadThatLendsItselfReportsCallbacks) {
    expectDone(execute(hw::HostCallback{}, lending(Lending::kBounded)));
    EXPECT_EQ(sink.callbacks.size(), 1U);
    expectNeedsEngineThread(execute(hw::HostCallback{}, lending(Lending::kNothing)));
    EXPECT_EQ(sink.callbacks.size(), 1U);
}

// --- threads ---

struct Sleeper : FlagWaiter {
    std::atomic<bool> isResumed{false};
};

void wake(void* /*context*/, FlagWaiter* list) {
    while (list != nullptr) {
        FlagWaiter* next = list->nextWaiter;
        auto* sleeper = static_cast<Sleeper*>(list);
        sleeper->isResumed.store(true);
        sleeper->isResumed.notify_one();
        list = next;
    }
}

// Two queues that order each other with a pair of notifies, each on a thread of its own.
TEST_F(FlagEntryTest, TwoQueuesOrderEachOther) {
    constexpr int kRounds = 5'000;
    const std::array<uint16_t, 2> ids = {
        notify, static_cast<uint16_t>(directory.own.notifies.allocate().value())};
    int counter = 0;
    test::onThreads(2, [&](size_t me) {
        Sleeper sleeper;
        const auto run = [&](const auto& entry) {
            BusySpan span;
            EntryContext context{.waiter = sleeper, .busy = span, .resume = wake};
            while (true) {
                const Outcome outcome = execute(entry, context);
                if (outcome.kind != Outcome::Kind::kWaits) {
                    ASSERT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.text;
                    return;
                }
                sleeper.isResumed.wait(false);
                sleeper.isResumed.store(false);
                context.isAgain = true;
            }
        };
        for (int i = 0; i < kRounds; ++i) {
            if (me == 1) {
                run(hw::NotifyWait{.notifyId = ids[0]});
            }
            ++counter;
            run(hw::NotifyRecord{.notifyId = ids[me]});
            if (me == 0) {
                run(hw::NotifyWait{.notifyId = ids[1]});
            }
        }
    });
    EXPECT_EQ(counter, 2 * kRounds);
}

// Long enough that the clock moves; how long does not matter.
struct SlowRunner final : TestRunner {
    KernelOutcome run(const hw::AicoreKernel& kernel, const RunContext& run) override {
        const uint64_t begin = steadyNanoseconds();
        while (steadyNanoseconds() < begin + 20'000'000) {
        }
        return TestRunner::run(kernel, run);
    }
};

TEST_F(ExecutorTest, KernelsKeepTheirCoresBusy) {
    SlowRunner slow;
    runner = &slow;
    busy.~BusyMeters();
    new (&busy) BusyMeters{.cube = {1, steadyNanoseconds()},
                           .vector = {1, steadyNanoseconds()},
                           .aicpu = {1, steadyNanoseconds()}};
    EXPECT_EQ(execute(hw::AicoreKernel{.core = hw::CoreKind::kVector}).kind, Outcome::Kind::kDone);
    EXPECT_GT(busy.vector.percent(steadyNanoseconds()), 0U);
    EXPECT_EQ(busy.cube.percent(steadyNanoseconds()), 0U);
    EXPECT_EQ(busy.aicpu.percent(steadyNanoseconds()), 0U);
}

}  // namespace
}  // namespace belay::sim
