// Calls of the host that entries ask for.
#include <optional>
#include <thread>

#include "hal/hal_fixture.h"

namespace belay::test {
namespace {

constexpr drvError_t kTimeout = DRV_ERROR_WAIT_TIMEOUT;
constexpr uint32_t kGroup = 3;

uint32_t makeCallbackQueue(uint32_t device = 0, uint32_t group = kGroup) {
    halSqCqOutputInfo out{};
    EXPECT_EQ(allocateQueue(device, callbackQueue(group), &out), kNone);
    return out.cqId;
}

hw::HostCallback callOf(const HalStream& stream, uint32_t cqId, uint64_t data,
                        uint32_t group = kGroup) {
    hw::HostCallback call{.cqId = static_cast<uint16_t>(cqId),
                          .cqGroupId = static_cast<uint16_t>(group),
                          .deviceId = static_cast<uint16_t>(stream.device),
                          .streamId = static_cast<uint16_t>(stream.id),
                          .taskId = static_cast<uint16_t>(data),
                          .function = 0xF00D,
                          .data = data};
    call.common.writeCqe = true;
    return call;
}

std::pair<drvError_t, uint64_t> irqWait(uint32_t device, uint32_t group, int32_t timeoutMs) {
    uint64_t bitmap = ~uint64_t{0};
    halReportInfoInput in{};
    in.type = DRV_CALLBACK_TYPE;
    in.grpId = group;
    in.timeout = timeoutMs;
    halReportInfoOutput out{};
    out.cqIdBitmap = &bitmap;
    out.cqIdBitmapSize = sizeof bitmap;
    const drvError_t error = ::halCqReportIrqWait(device, &in, &out);
    return {error, bitmap};
}

// Null when there is none.
const HalCallReport* get(uint32_t cqId, uint32_t device = 0) {
    halReportGetInput in{};
    in.type = DRV_CALLBACK_TYPE;
    in.cqId = cqId;
    halReportGetOutput out{};
    out.count = 9;
    EXPECT_EQ(::halCqReportGet(device, &in, &out), kNone);
    EXPECT_EQ(out.count, out.reportPtr != nullptr ? 1U : 0U);
    return static_cast<const HalCallReport*>(out.reportPtr);
}

drvError_t giveBack(uint32_t cqId, uint32_t count = 1, uint32_t device = 0) {
    halReportReleaseInfo info{};
    info.type = DRV_CALLBACK_TYPE;
    info.cqId = cqId;
    info.count = count;
    return ::halReportRelease(device, &info);
}

using HalCallsTest = HalTest;

TEST_F(HalCallsTest, AReportSaysWhatTheEntrySaid) {
    const HalStream stream = makeStream();
    const uint32_t other = makeCallbackQueue();
    const uint32_t queue = makeCallbackQueue();
    EXPECT_NE(queue, other);
    submit(stream, callOf(stream, queue, 42), 17);
    const auto [error, bitmap] = irqWait(0, kGroup, -1);
    EXPECT_EQ(error, kNone);
    EXPECT_EQ(bitmap, uint64_t{1} << queue);
    EXPECT_EQ(get(other), nullptr);
    const HalCallReport* report = get(queue);
    ASSERT_NE(report, nullptr);
    EXPECT_EQ(report->phaseAndCqId >> 4, queue);
    EXPECT_EQ(report->streamId, stream.id);
    EXPECT_EQ(report->taskId, 42);
    EXPECT_EQ(report->isBlocking, 0);
    EXPECT_EQ(report->function, 0xF00DU);
    EXPECT_EQ(report->data, 42U);
    EXPECT_EQ(giveBack(queue), kNone);
    finish(stream);
    const Received received = receive(0, stream.logicCqId, -1);
    ASSERT_EQ(received.entries.size(), 1U);
    EXPECT_EQ(received.entries[0].taskId, 17);
    EXPECT_EQ(received.entries[0].errorType, 0);
    destroyStream(stream);
    EXPECT_EQ(freeQueue(0, DRV_CALLBACK_TYPE, queue), kNone);
    EXPECT_EQ(freeQueue(0, DRV_CALLBACK_TYPE, other), kNone);
}

TEST_F(HalCallsTest, ReportsComeInOrderAndEachOnce) {
    const HalStream stream = makeStream();
    const uint32_t queue = makeCallbackQueue();
    for (uint64_t i = 0; i < 10; ++i) {
        submit(stream, callOf(stream, queue, i));
    }
    finish(stream);
    EXPECT_EQ(irqWait(0, kGroup, -1).first, kNone);
    const HalCallReport* first = get(queue);
    ASSERT_NE(first, nullptr);
    for (uint64_t i = 1; i < 10; ++i) {
        const HalCallReport* report = get(queue);
        ASSERT_NE(report, nullptr);
        EXPECT_EQ(report->data, i);
    }
    EXPECT_EQ(first->data, 0U) << "what is not released stays";
    EXPECT_EQ(irqWait(0, kGroup, 0).first, kTimeout) << "all were given";
    EXPECT_EQ(get(queue), nullptr);
    EXPECT_EQ(giveBack(queue, 11), kInvalidValue);
    EXPECT_EQ(giveBack(queue, 4), kNone);
    EXPECT_EQ(giveBack(queue, 6), kNone);
    EXPECT_EQ(giveBack(queue, 1), kInvalidValue);
    destroyStream(stream);
}

TEST_F(HalCallsTest, ABlockingCallHoldsTheQueueUntilItsEventIsRecorded) {
    const auto [error, event] = allocateId(0, DRV_EVENT_ID);
    ASSERT_EQ(error, kNone);
    const HalStream stream = makeStream();
    const uint32_t queue = makeCallbackQueue();
    hw::HostCallback call = callOf(stream, queue, 5);
    call.isBlocking = 1;
    call.eventId = static_cast<uint16_t>(event);
    submit(stream, call);
    submit(stream, mark());
    EXPECT_EQ(irqWait(0, kGroup, -1).first, kNone);
    const HalCallReport* report = get(queue);
    ASSERT_NE(report, nullptr);
    EXPECT_EQ(report->isBlocking, 1);
    EXPECT_EQ(report->eventId, event);
    EXPECT_EQ(giveBack(queue), kNone);
    EXPECT_EQ(headOf(stream), 0U);
    EXPECT_EQ(configureId(0, DRV_EVENT_ID, event, DRV_ID_RECORD), kNone);
    finish(stream);
    EXPECT_EQ(headOf(stream), 2U);
    destroyStream(stream);
    EXPECT_EQ(freeId(0, DRV_EVENT_ID, event), kNone);
}

TEST_F(HalCallsTest, AnEntryThatNamesNoQueueFails) {
    const HalStream stream = makeStream();
    const uint32_t queue = makeCallbackQueue();
    const auto fails = [&](const hw::HostCallback& call) {
        submit(stream, call);
        waitUntilStopped(stream);
        const Received received = receive(0, stream.logicCqId, -1);
        ASSERT_EQ(received.entries.size(), 1U);
        EXPECT_NE(received.entries[0].errorType & hw::kErrorMask, 0);
        EXPECT_EQ(configureQueue(0, stream.sqId, DRV_SQCQ_PROP_SQCQ_RESET), kNone);
    };
    fails(callOf(stream, queue + 1, 1));
    fails(callOf(stream, queue, 1, kGroup + 1));
    hw::HostCallback elsewhere = callOf(stream, queue, 1);
    elsewhere.deviceId = kNoDevice;
    fails(elsewhere);
    EXPECT_EQ(freeQueue(0, DRV_CALLBACK_TYPE, queue), kNone);
    fails(callOf(stream, queue, 1));
    destroyStream(stream);
}

TEST_F(HalCallsTest, GroupsAreApart) {
    const HalStream stream = makeStream();
    const uint32_t first = makeCallbackQueue(0, 1);
    const uint32_t second = makeCallbackQueue(0, 2);
    submit(stream, callOf(stream, second, 1, 2));
    EXPECT_EQ(irqWait(0, 2, -1).second, uint64_t{1} << second);
    EXPECT_EQ(irqWait(0, 1, 0).first, kTimeout);
    EXPECT_EQ(irqWait(1, 2, 0).first, kTimeout) << "of another device";
    EXPECT_EQ(get(first), nullptr);
    destroyStream(stream);
}

TEST_F(HalCallsTest, WhoWaitsIsWoken) {
    const HalStream stream = makeStream(1);
    const uint32_t queue = makeCallbackQueue(1);
    std::optional<std::pair<drvError_t, uint64_t>> woken;
    std::thread waiting([&] { woken = irqWait(1, kGroup, -1); });
    submit(stream, callOf(stream, queue, 1));
    waiting.join();
    EXPECT_EQ(woken->first, kNone);
    EXPECT_EQ(woken->second, uint64_t{1} << queue);
    ASSERT_NE(get(queue, 1), nullptr);
    EXPECT_EQ(giveBack(queue, 1, 1), kNone);
    std::thread untilClosed([&] { woken = irqWait(1, kGroup, -1); });
    ASSERT_EQ(closeDevice(1), kNone);
    untilClosed.join();
    EXPECT_EQ(woken->first, kInvalidDevice);
    ASSERT_EQ(openDevice(1), kNone);
    EXPECT_EQ(giveBack(queue, 1, 1), kInvalidValue) << "it went with the device";
}

TEST_F(HalCallsTest, BadArgumentsAreRefused) {
    halReportInfoInput in{};
    in.type = DRV_CALLBACK_TYPE;
    uint64_t bitmap = 0;
    halReportInfoOutput out{};
    out.cqIdBitmap = &bitmap;
    out.cqIdBitmapSize = sizeof bitmap;
    EXPECT_EQ(::halCqReportIrqWait(0, nullptr, &out), kInvalidValue);
    EXPECT_EQ(::halCqReportIrqWait(0, &in, nullptr), kInvalidValue);
    EXPECT_EQ(::halCqReportIrqWait(kNoDevice, &in, &out), kInvalidDevice);
    in.type = DRV_LOGIC_TYPE;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kNotSupported);
    in.type = DRV_CALLBACK_TYPE;
    in.grpId = UINT32_MAX;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kInvalidValue);
    in.grpId = 0;
    in.tsId = 1;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kInvalidValue);
    in.tsId = 0;
    in.timeout = -2;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kInvalidValue) << "-1 is for ever";
    in.timeout = 0;
    out.cqIdBitmapSize = 0;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kInvalidValue);
    out.cqIdBitmap = nullptr;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kInvalidValue);

    halReportGetInput getIn{};
    getIn.type = DRV_CALLBACK_TYPE;
    getIn.cqId = 5;
    halReportGetOutput getOut{};
    EXPECT_EQ(::halCqReportGet(0, nullptr, &getOut), kInvalidValue);
    EXPECT_EQ(::halCqReportGet(0, &getIn, nullptr), kInvalidValue);
    EXPECT_EQ(::halCqReportGet(0, &getIn, &getOut), kInvalidValue);
    EXPECT_EQ(::halCqReportGet(kNoDevice, &getIn, &getOut), kInvalidDevice);
    getIn.type = DRV_NORMAL_TYPE;
    EXPECT_EQ(::halCqReportGet(0, &getIn, &getOut), kNotSupported);

    EXPECT_EQ(::halReportRelease(0, nullptr), kInvalidValue);
    EXPECT_EQ(giveBack(5), kInvalidValue);
    EXPECT_EQ(giveBack(5, 1, kNoDevice), kInvalidDevice);
    EXPECT_EQ(allocateQueue(0, callbackQueue(UINT32_MAX)), kInvalidValue);
    halSqCqInputInfo queue = callbackQueue(0);
    queue.cqeSize = 16;
    EXPECT_EQ(allocateQueue(0, queue), kInvalidValue);
}

TEST_F(HalCallsTest, ABitmapWithoutABitForTheQueueIsRefused) {
    const HalStream stream = makeStream();
    uint32_t queue = 0;
    while (queue < 8) {
        queue = makeCallbackQueue();
    }
    submit(stream, callOf(stream, queue, 1));
    finish(stream);
    uint64_t bitmap = 0;
    halReportInfoInput in{};
    in.type = DRV_CALLBACK_TYPE;
    in.grpId = kGroup;
    halReportInfoOutput out{};
    out.cqIdBitmap = &bitmap;
    out.cqIdBitmapSize = 1;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kInvalidValue);
    out.cqIdBitmapSize = 2;
    EXPECT_EQ(::halCqReportIrqWait(0, &in, &out), kNone);
    destroyStream(stream);
}

}  // namespace
}  // namespace belay::test
