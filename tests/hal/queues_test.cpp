// Queues: made and freed, entries in, completions out, failures and what comes after them.
#include <cstring>
#include <optional>
#include <thread>

#include "hal/hal_fixture.h"

namespace belay::test {
namespace {

using HalQueuesTest = HalTest;

constexpr drvError_t kBusy = DRV_ERROR_BUSY;
constexpr drvError_t kTimeout = DRV_ERROR_WAIT_TIMEOUT;
constexpr drvError_t kFull = DRV_ERROR_NO_RESOURCES;
constexpr uint32_t kDepth = 2048;

// ---- made and freed ----

TEST_F(HalQueuesTest, BeginEmptyAndEnabled) {
    const HalStream stream = makeStream();
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQ_STATUS), 1U);
    EXPECT_EQ(headOf(stream), 0U);
    EXPECT_EQ(tailOf(stream), 0U);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQ_CQE_STATUS), 0U);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQ_DEPTH), kDepth);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQE_SIZE), 64U);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_CQE_SIZE), 16U);
    halSqCqQueryInfo info{};
    info.sqId = stream.sqId;
    info.prop = DRV_SQCQ_PROP_SQ_REG_BASE;
    EXPECT_EQ(::halSqCqQuery(0, &info), kNone);
    EXPECT_NE(uint64_t{info.value[0]} << 32 | info.value[1], 0U);
    EXPECT_NE(info.value[2], 0U);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, OfAShapeThatIsNotBuiltAreRefused) {
    const auto [error, id] = allocateId(0, DRV_STREAM_ID);
    ASSERT_EQ(error, kNone);
    const auto refused = [](halSqCqInputInfo in, auto change) {
        change(in);
        return allocateQueue(0, in);
    };
    const halSqCqInputInfo normal = normalQueue(id);
    EXPECT_EQ(refused(normal, [](auto& in) { in.sqeSize = 128; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.cqeSize = 32; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.sqeDepth = 1024; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.cqeDepth = 0; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.info[0] += 1; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.info[0] = UINT32_MAX; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.tsId = 1; }), kInvalidValue);
    EXPECT_EQ(refused(normal, [](auto& in) { in.flag = 0x80; }), kNotSupported);
    for (const int32_t type :
         {int32_t{DRV_SHM_TYPE}, int32_t{DRV_CTRL_TYPE}, int32_t{DRV_GDB_TYPE}, 6, -1}) {
        EXPECT_EQ(refused(normal, [type](auto& in) { in.type = type; }), kNotSupported);
        EXPECT_EQ(freeQueue(0, type, 0), kNotSupported);
    }
    EXPECT_EQ(refused(logicQueue(id), [](auto& in) { in.cqeSize = 16; }), kInvalidValue);
    EXPECT_EQ(refused(logicQueue(id), [](auto& in) { in.cqeDepth = 0; }), kInvalidValue);
    EXPECT_EQ(freeId(0, DRV_STREAM_ID, id), kNone);
}

TEST_F(HalQueuesTest, AStreamHasOneAtATime) {
    const HalStream stream = makeStream();
    EXPECT_EQ(allocateQueue(0, normalQueue(stream.id)), kInvalidValue);
    EXPECT_EQ(freeId(0, DRV_STREAM_ID, stream.id), kBusy) << "its queue is still there";
    submit(stream, mark());
    finish(stream);
    EXPECT_EQ(freeQueue(0, DRV_NORMAL_TYPE, stream.sqId), kNone);
    EXPECT_EQ(freeQueue(0, DRV_NORMAL_TYPE, stream.sqId), kInvalidValue);
    EXPECT_EQ(queryQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD).first, kInvalidValue);
    const hw::Sqe entry = encode(stream, mark());
    EXPECT_EQ(send(0, stream.sqId, &entry, 1), kInvalidValue);

    ASSERT_EQ(allocateQueue(0, normalQueue(stream.id)), kNone);
    EXPECT_EQ(headOf(stream), 0U);
    EXPECT_EQ(tailOf(stream), 0U);
    submit(stream, mark(true), 9);
    const Received received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 9);
    EXPECT_EQ(received.entries[0].sqHead, 0);
    finish(stream);
    EXPECT_EQ(headOf(stream), 1U);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, AQueueThatIsFreedGivesUpWhatItWaitsFor) {
    const auto [error, notify] = allocateId(0, DRV_NOTIFY_ID);
    ASSERT_EQ(error, kNone);
    const HalStream stream = makeStream();
    submit(stream, hw::NotifyWait{.notifyId = static_cast<uint16_t>(notify)});
    submit(stream, mark(true));
    destroyStream(stream);
    EXPECT_EQ(freeId(0, DRV_NOTIFY_ID, notify), kNone);
}

TEST_F(HalQueuesTest, ClosingTheDeviceEndsThem) {
    const auto [error, notify] = allocateId(1, DRV_NOTIFY_ID);
    ASSERT_EQ(error, kNone);
    const HalStream stream = makeStream(1);
    submit(stream, hw::NotifyWait{.notifyId = static_cast<uint16_t>(notify)});
    ASSERT_EQ(closeDevice(1), kNone);
    EXPECT_EQ(queryQueue(1, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD).first, kInvalidDevice);
    const hw::Sqe entry = encode(stream, mark());
    EXPECT_EQ(send(1, stream.sqId, &entry, 1), kInvalidDevice);
    EXPECT_EQ(receive(1, stream.logicCqId, 0).error, kInvalidDevice);
    EXPECT_EQ(freeQueue(1, DRV_NORMAL_TYPE, stream.sqId), kInvalidDevice);
    ASSERT_EQ(openDevice(1), kNone);
    EXPECT_EQ(queryQueue(1, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD).first, kInvalidValue);
    const HalStream other = makeStream(1);
    submit(other, mark());
    finish(other);
    destroyStream(other);
}

TEST_F(HalQueuesTest, BadArgumentsAreRefused) {
    halSqCqInputInfo in = normalQueue(0);
    halSqCqOutputInfo out{};
    EXPECT_EQ(::halSqCqAllocate(0, nullptr, &out), kInvalidValue);
    EXPECT_EQ(::halSqCqAllocate(0, &in, nullptr), kInvalidValue);
    EXPECT_EQ(::halSqCqAllocate(kNoDevice, &in, &out), kInvalidDevice);
    EXPECT_EQ(::halSqCqFree(0, nullptr), kInvalidValue);
    EXPECT_EQ(freeQueue(kNoDevice, DRV_NORMAL_TYPE, 0), kInvalidDevice);
    for (const int32_t type : {DRV_NORMAL_TYPE, DRV_LOGIC_TYPE, DRV_CALLBACK_TYPE}) {
        EXPECT_EQ(freeQueue(0, type, 7), kInvalidValue);
        EXPECT_EQ(freeQueue(0, type, UINT32_MAX), kInvalidValue);
    }
    EXPECT_EQ(::halSqCqQuery(0, nullptr), kInvalidValue);
    EXPECT_EQ(queryQueue(kNoDevice, 0, DRV_SQCQ_PROP_SQ_HEAD).first, kInvalidDevice);
    EXPECT_EQ(queryQueue(0, UINT32_MAX, DRV_SQCQ_PROP_SQ_HEAD).first, kInvalidValue);
    EXPECT_EQ(::halSqCqConfig(0, nullptr), kInvalidValue);
    EXPECT_EQ(configureQueue(kNoDevice, 0, DRV_SQCQ_PROP_SQ_STATUS, 1), kInvalidDevice);
    EXPECT_EQ(configureQueue(0, UINT32_MAX, DRV_SQCQ_PROP_SQ_STATUS, 1), kInvalidValue);
    EXPECT_EQ(configureQueue(0, 7, DRV_SQCQ_PROP_SQ_STATUS, 1), kInvalidValue);
    EXPECT_EQ(::halSqTaskSend(0, nullptr), kInvalidValue);
    EXPECT_EQ(::halCqReportRecv(0, nullptr), kInvalidValue);
}

TEST_F(HalQueuesTest, PropertiesThatAreNotBuiltAreNotSupported) {
    const HalStream stream = makeStream();
    for (const int32_t prop :
         {int32_t{DRV_SQCQ_PROP_SQ_BASE}, int32_t{DRV_SQCQ_PROP_SQ_MEM_ATTR}, 15, -1}) {
        EXPECT_EQ(queryQueue(0, stream.sqId, prop).first, kNotSupported) << prop;
        EXPECT_EQ(configureQueue(0, stream.sqId, prop), kNotSupported) << prop;
    }
    halSqCqQueryInfo query{};
    query.type = DRV_LOGIC_TYPE;
    query.cqId = stream.logicCqId;
    query.prop = DRV_SQCQ_PROP_CQ_DEPTH;
    EXPECT_EQ(::halSqCqQuery(0, &query), kNone);
    EXPECT_EQ(query.value[0], 4096U);
    query.prop = DRV_SQCQ_PROP_CQE_SIZE;
    EXPECT_EQ(::halSqCqQuery(0, &query), kNone);
    EXPECT_EQ(query.value[0], 32U);
    query.prop = DRV_SQCQ_PROP_SQ_HEAD;
    EXPECT_EQ(::halSqCqQuery(0, &query), kNotSupported);
    query.cqId = 99;
    EXPECT_EQ(::halSqCqQuery(0, &query), kInvalidValue);
    query.type = DRV_CALLBACK_TYPE;
    EXPECT_EQ(::halSqCqQuery(0, &query), kNotSupported);
    halSqCqConfigInfo config{};
    config.type = DRV_LOGIC_TYPE;
    EXPECT_EQ(::halSqCqConfig(0, &config), kNotSupported);
    destroyStream(stream);
}

// ---- entries in ----

TEST_F(HalQueuesTest, EntriesGoIntoTheRingOneAfterTheOther) {
    const HalStream stream = makeStream();
    const std::array<hw::Sqe, 4> entries = {encode(stream, mark()), encode(stream, mark()),
                                            encode(stream, mark()), encode(stream, mark())};
    uint32_t position = 99;
    for (uint32_t sent = 0; sent < kDepth + 10; sent += 2) {
        drvError_t error = kFull;
        while ((error = send(0, stream.sqId, entries.data(), 2, &position)) == kFull) {
            std::this_thread::yield();
        }
        ASSERT_EQ(error, kNone);
        ASSERT_EQ(position, sent % kDepth);
    }
    EXPECT_EQ(tailOf(stream), 10U);
    finish(stream);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, WhatDoesNotFitIsNotTakenAtAll) {
    const auto [error, notify] = allocateId(0, DRV_NOTIFY_ID);
    ASSERT_EQ(error, kNone);
    const HalStream stream = makeStream();
    submit(stream, hw::NotifyWait{.notifyId = static_cast<uint16_t>(notify)});
    const std::vector<hw::Sqe> entries(kDepth, encode(stream, mark()));
    EXPECT_EQ(send(0, stream.sqId, entries.data(), kDepth - 1), kFull);
    EXPECT_EQ(tailOf(stream), 1U);
    EXPECT_EQ(send(0, stream.sqId, entries.data(), kDepth - 2), kNone);
    EXPECT_EQ(tailOf(stream), kDepth - 1);
    EXPECT_EQ(send(0, stream.sqId, entries.data(), 1), kFull);
    EXPECT_EQ(configureId(0, DRV_NOTIFY_ID, notify, DRV_ID_RECORD), kNone);
    finish(stream);
    EXPECT_EQ(send(0, stream.sqId, entries.data(), 1), kNone);
    finish(stream);
    destroyStream(stream);
    EXPECT_EQ(freeId(0, DRV_NOTIFY_ID, notify), kNone);
}

TEST_F(HalQueuesTest, EntriesMayLieAnywhereInMemory) {
    const HalStream stream = makeStream();
    for (const uint32_t count : {1U, 4U, 5U, 100U}) {
        std::vector<uint8_t> bytes(count * sizeof(hw::Sqe) + 3);
        for (uint32_t i = 0; i < count; ++i) {
            const hw::Sqe entry = encode(stream, mark(i + 1 == count), static_cast<uint16_t>(i));
            std::memcpy(&bytes[3 + i * sizeof entry], &entry, sizeof entry);
        }
        EXPECT_EQ(send(0, stream.sqId, &bytes[3], count), kNone);
        const Received received = receive(0, stream.logicCqId, -1);
        ASSERT_EQ(received.entries.size(), 1U);
        EXPECT_EQ(received.entries[0].taskId, count - 1);
    }
    destroyStream(stream);
}

TEST_F(HalQueuesTest, WhatIsNoListOfEntriesIsRefused) {
    const HalStream stream = makeStream();
    const hw::Sqe entry = encode(stream, mark());
    EXPECT_EQ(send(0, stream.sqId, nullptr, 1), kInvalidValue);
    EXPECT_EQ(send(0, stream.sqId, &entry, 0), kInvalidValue);
    EXPECT_EQ(send(0, stream.sqId, &entry, kDepth), kInvalidValue);
    EXPECT_EQ(send(0, stream.sqId, &entry, UINT32_MAX), kInvalidValue);
    EXPECT_EQ(send(0, stream.sqId + 1, &entry, 1), kInvalidValue);
    EXPECT_EQ(send(0, UINT32_MAX, &entry, 1), kInvalidValue);
    EXPECT_EQ(send(kNoDevice, stream.sqId, &entry, 1), kInvalidDevice);
    halTaskSendInfo info{};
    info.type = DRV_CTRL_TYPE;
    info.sqe_addr = reinterpret_cast<uint8_t*>(const_cast<hw::Sqe*>(&entry));
    info.sqe_num = 1;
    EXPECT_EQ(::halSqTaskSend(0, &info), kNotSupported);
    info.type = DRV_NORMAL_TYPE;
    info.tsId = 1;
    EXPECT_EQ(::halSqTaskSend(0, &info), kInvalidValue);
    EXPECT_EQ(tailOf(stream), 0U);
    destroyStream(stream);
}

// ---- completions out ----

TEST_F(HalQueuesTest, SuccessIsOnlyTheHead) {
    const HalStream stream = makeStream();
    submit(stream, mark());
    finish(stream);
    EXPECT_EQ(receive(0, stream.logicCqId, 0).error, kTimeout);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, TheFirmwaresVersionIsInACompletionWithoutError) {
    const HalStream stream = makeStream();
    hw::Placeholder question = mark(true);
    question.taskType = hw::VersionQuery::kTaskType;
    submit(stream, question, 3);
    const Received received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].errorCode, 35U);
    EXPECT_EQ(received.entries[0].errorType & hw::kErrorMask, 0);
    EXPECT_EQ(received.entries[0].streamId, stream.id);
    EXPECT_EQ(received.entries[0].taskId, 3);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, ReceivingWaitsForWhatComes) {
    const auto [error, notify] = allocateId(0, DRV_NOTIFY_ID);
    ASSERT_EQ(error, kNone);
    const HalStream stream = makeStream();
    submit(stream, hw::NotifyWait{.notifyId = static_cast<uint16_t>(notify)});
    submit(stream, mark(true), 8);
    EXPECT_EQ(receive(0, stream.logicCqId, 1).error, kTimeout);
    std::optional<Received> received;
    std::thread waiting([&] { received = receive(0, stream.logicCqId, -1); });
    EXPECT_EQ(configureId(0, DRV_NOTIFY_ID, notify, DRV_ID_RECORD), kNone);
    waiting.join();
    ASSERT_EQ(received->error, kNone);
    ASSERT_EQ(received->entries.size(), 1U);
    EXPECT_EQ(received->entries[0].taskId, 8);
    destroyStream(stream);
    EXPECT_EQ(freeId(0, DRV_NOTIFY_ID, notify), kNone);
}

TEST_F(HalQueuesTest, WhoWaitsIsToldWhenTheQueueOrTheDeviceGoes) {
    const HalStream stream = makeStream(1);
    halSqCqOutputInfo out{};
    ASSERT_EQ(allocateQueue(1, logicQueue(stream.id), &out), kNone);
    drvError_t freed = kNone;
    drvError_t closed = kNone;
    std::thread first([&] { freed = receive(1, out.cqId, -1).error; });
    std::thread second([&] { closed = receive(1, stream.logicCqId, -1).error; });
    EXPECT_EQ(freeQueue(1, DRV_LOGIC_TYPE, out.cqId), kNone);
    first.join();
    EXPECT_EQ(freed, kInvalidValue);
    EXPECT_EQ(closeDevice(1), kNone);
    second.join();
    EXPECT_EQ(closed, kInvalidDevice);
    ASSERT_EQ(openDevice(1), kNone);
}

TEST_F(HalQueuesTest, CompletionsOfOneTaskCanBeAskedFor) {
    const HalStream stream = makeStream();
    for (uint16_t task = 0; task < 5; ++task) {
        submit(stream, mark(true), task);
    }
    Received received = receive(0, stream.logicCqId, -1, 16, stream.id, 3);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 3);
    EXPECT_EQ(receive(0, stream.logicCqId, 0, 16, stream.id, 3).error, kTimeout);
    EXPECT_EQ(receive(0, stream.logicCqId, 0, 16, stream.id + 1, 2).error, kTimeout);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQ_CQE_STATUS), 1U);
    finish(stream);
    received = receive(0, stream.logicCqId, 0, 3);
    ASSERT_EQ(received.entries.size(), 3U) << "no more than were asked for";
    EXPECT_EQ(received.entries[0].taskId, 0);
    EXPECT_EQ(received.entries[2].taskId, 2);
    received = receive(0, stream.logicCqId, 0);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 4);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQ_CQE_STATUS), 0U);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, StreamsCanShareALogicQueue) {
    const HalStream first = makeStream();
    const HalStream second = makeStream();
    EXPECT_EQ(configureId(0, DRV_STREAM_ID, second.id, DRV_STREAM_BIND_LOGIC_CQ, first.logicCqId),
              kNone);
    submit(first, mark(true), 1);
    submit(second, mark(true), 2);
    finish(first);
    finish(second);
    const Received received = receive(0, first.logicCqId, 0);
    ASSERT_EQ(received.entries.size(), 2U);
    EXPECT_EQ(received.entries[0].streamId + received.entries[1].streamId, first.id + second.id);
    EXPECT_EQ(receive(0, second.logicCqId, 0).error, kTimeout);
    destroyStream(first);
    EXPECT_EQ(freeQueue(0, DRV_LOGIC_TYPE, second.logicCqId), kNone);
    EXPECT_EQ(freeQueue(0, DRV_NORMAL_TYPE, second.sqId), kNone);
    EXPECT_EQ(freeId(0, DRV_STREAM_ID, second.id), kNone);
}

TEST_F(HalQueuesTest, ReceivingNothingSensibleIsRefused) {
    const HalStream stream = makeStream();
    std::array<uint8_t, 32> entry{};
    halReportRecvInfo info{};
    info.type = DRV_LOGIC_TYPE;
    info.cqId = stream.logicCqId;
    info.cqe_addr = entry.data();
    info.cqe_num = 1;
    info.task_id = HAL_ANY_TASK;
    const auto refused = [&](auto change) {
        halReportRecvInfo changed = info;
        change(changed);
        return ::halCqReportRecv(0, &changed);
    };
    EXPECT_EQ(::halCqReportRecv(kNoDevice, &info), kInvalidDevice);
    EXPECT_EQ(refused([](auto& changed) { changed.type = DRV_NORMAL_TYPE; }), kNotSupported);
    EXPECT_EQ(refused([](auto& changed) { changed.tsId = 1; }), kInvalidValue);
    EXPECT_EQ(refused([](auto& changed) { changed.cqId = 4000; }), kInvalidValue);
    EXPECT_EQ(refused([](auto& changed) { changed.cqe_addr = nullptr; }), kInvalidValue);
    EXPECT_EQ(refused([](auto& changed) { changed.cqe_num = 0; }), kInvalidValue);
    EXPECT_EQ(refused([](auto& changed) { changed.timeout = -2; }), kInvalidValue);
    destroyStream(stream);
}

// ---- failures ----

TEST_F(HalQueuesTest, AFailedEntryStopsTheQueueAndIsSkipped) {
    const HalStream stream = makeStream();
    submit(stream, mark(), 1);
    submit(stream, badCopy(), 2);
    submit(stream, mark(true), 3);
    waitUntilStopped(stream);
    EXPECT_EQ(headOf(stream), 1U) << "at the entry that failed";
    EXPECT_EQ(tailOf(stream), 3U);
    EXPECT_EQ(valueOf(stream, DRV_SQCQ_PROP_SQ_CQE_STATUS), 1U);
    Received received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 2);
    EXPECT_EQ(received.entries[0].streamId, stream.id);
    EXPECT_EQ(received.entries[0].sqHead, 1);
    EXPECT_NE(received.entries[0].errorType & hw::kErrorMask, 0);
    EXPECT_NE(received.entries[0].flags & hw::kLogicCqeError, 0);
    EXPECT_EQ(received.entries[0].sqeType, static_cast<uint8_t>(hw::SqeType::kSdma));

    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD, 2), kNone);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_STATUS, 1), kNone);
    received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 3);
    EXPECT_EQ(received.entries[0].errorType, 0);
    finish(stream);
    EXPECT_EQ(headOf(stream), 3U);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, WhoWaitsIsToldOfAFailure) {
    const HalStream stream = makeStream();
    std::optional<Received> received;
    std::thread waiting([&] { received = receive(0, stream.logicCqId, -1); });
    submit(stream, badCopy(), 6);
    waiting.join();
    ASSERT_EQ(received->entries.size(), 1U);
    EXPECT_EQ(received->entries[0].taskId, 6);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, AnEntryThatIsNoneFails) {
    const HalStream stream = makeStream();
    hw::Sqe entry;
    entry.words.fill(0xFFFFFFFF);
    EXPECT_EQ(send(0, stream.sqId, &entry, 1), kNone);
    waitUntilStopped(stream);
    const Received received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_NE(received.entries[0].errorType & hw::kErrorSqe, 0);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, AStoppedQueueKeepsItsEntries) {
    const HalStream stream = makeStream();
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_STATUS, 0), kNone);
    waitUntilStopped(stream);
    submit(stream, mark());
    EXPECT_EQ(headOf(stream), 0U);
    EXPECT_EQ(tailOf(stream), 1U);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_DISABLE_TO_ENABLE), kNone);
    finish(stream);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_PAUSE), kNone);
    waitUntilStopped(stream);
    submit(stream, mark());
    EXPECT_EQ(headOf(stream), 1U);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_RESUME), kNone);
    finish(stream);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_STATUS, 2), kInvalidValue);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, TheHeadGoesOnlyToEntriesThatAreThere) {
    const HalStream stream = makeStream();
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD, 0), kBusy) << "it runs";
    submit(stream, mark());
    finish(stream);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_STATUS, 0), kNone);
    waitUntilStopped(stream);
    submit(stream, mark());
    submit(stream, mark());
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD, kDepth), kInvalidValue);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD, 0), kInvalidValue);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD, 4), kInvalidValue);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQ_HEAD, 3), kNone);
    EXPECT_EQ(headOf(stream), 3U);
    destroyStream(stream);
}

TEST_F(HalQueuesTest, ResettingDropsEverythingAndBeginsAtZero) {
    const HalStream stream = makeStream();
    submit(stream, mark(true), 1);
    submit(stream, badCopy(), 2);
    submit(stream, mark(), 3);
    waitUntilStopped(stream);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQCQ_RESET), kNone);
    EXPECT_EQ(headOf(stream), 0U);
    EXPECT_EQ(tailOf(stream), 0U);
    EXPECT_EQ(receive(0, stream.logicCqId, 0).error, kTimeout);
    submit(stream, badCopy(), 4);
    const Received received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 4);
    EXPECT_EQ(received.entries[0].sqHead, 0);
    destroyStream(stream);
}

// ---- what entries do ----

TEST_F(HalQueuesTest, StreamsOfOneDeviceWaitForEachOther) {
    const auto [error, event] = allocateId(0, DRV_EVENT_ID);
    ASSERT_EQ(error, kNone);
    const HalStream first = makeStream();
    const HalStream second = makeStream();
    submit(second, hw::EventWait{.eventId = static_cast<uint16_t>(event)});
    submit(first, hw::EventRecord{.eventId = static_cast<uint16_t>(event)});
    finish(first);
    finish(second);
    destroyStream(first);
    destroyStream(second);
    EXPECT_EQ(freeId(0, DRV_EVENT_ID, event), kNone);
}

TEST_F(HalQueuesTest, DevicesWorkSideBySide) {
    const HalStream first = makeStream(0);
    const HalStream second = makeStream(1);
    const uint64_t source = allocate(4096, HAL_MEM_KIND_DEV, 0);
    const uint64_t target = allocate(4096, HAL_MEM_KIND_DEV, 1);
    EXPECT_EQ(::drvMemsetD8(source, 4096, 0x31, 4096), kNone);
    EXPECT_EQ(::drvMemsetD8(target, 4096, 0, 4096), kNone);
    submit(second, hw::Sdma{.length = 4096, .source = source, .destination = target});
    submit(first, badCopy(), 1);
    finish(second);
    waitUntilStopped(first);
    EXPECT_EQ(receive(1, second.logicCqId, 0).error, kTimeout) << "the failure is of device 0";
    EXPECT_EQ(receive(0, first.logicCqId, -1).entries.size(), 1U);
    std::array<uint8_t, 4096> copied{};
    EXPECT_EQ(::drvMemcpy(addressOf(copied.data()), 4096, target, 4096), kNone);
    EXPECT_EQ(copied[4095], 0x31);
    destroyStream(first);
    destroyStream(second);
}

TEST_F(HalQueuesTest, AMessageToTheAiCpuIsTakenWhereItsAddressesAreRight) {
    const HalStream stream = makeStream();
    const uint64_t name = allocate(64);
    submit(stream, hw::AicpuKernel{.kernelName = name});
    submit(stream, hw::AicpuKernel{.args = allocate(64), .kernelName = name});
    finish(stream);
    EXPECT_EQ(receive(0, stream.logicCqId, 0).error, kTimeout);
    submit(stream, hw::AicpuKernel{.kernelName = 0x1000}, 5);
    waitUntilStopped(stream);
    EXPECT_EQ(receive(0, stream.logicCqId, -1).entries.size(), 1U);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQCQ_RESET), kNone);
    submit(stream, hw::AicpuKernel{.args = 0x1000, .kernelName = name});
    waitUntilStopped(stream);
    EXPECT_EQ(receive(0, stream.logicCqId, -1).entries.size(), 1U);
    EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQCQ_RESET), kNone);
    EXPECT_EQ(::drvMemsetD8(name, 64, 0, 64), kNone);
    submit(stream, hw::AicpuKernel{.libraryName = name, .kernelName = name});
    waitUntilStopped(stream);
    const Received received = receive(0, stream.logicCqId, -1);
    EXPECT_EQ(received.entries.size(), 1U) << "there is no such library";
    destroyStream(stream);
}

}  // namespace
}  // namespace belay::test
