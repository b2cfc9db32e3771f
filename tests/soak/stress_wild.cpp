// The wild steps of the stress test: calls on objects that other threads destroy.
#include <array>
#include <atomic>
#include <string>
#include <thread>

#include "soak/stress_worker.h"
#include "support/copy_batch.h"
#include "support/device.h"
#include "support/host_functions.h"
#include "support/managed.h"
#include "support/notifies.h"

namespace belay::test {
namespace {

// A host function that does what others do at the same time; whether that works is nobody's
// business, as long as it neither crashes nor hangs.
void wildFunction(void* data) {
    const auto choice = reinterpret_cast<uintptr_t>(data);
    aclrtStream stream = wildStreams.get(choice / 8);
    switch (choice % 8) {
        case 0:
            aclrtStreamAbort(stream);
            break;
        case 1:
            aclrtDestroyStreamForce(stream);
            break;
        case 2:
            aclrtDeviceTaskAbort(kWild, 0);
            break;
        case 3:
            aclrtLaunchHostFunc(
                stream, [](void*) {}, nullptr);
            break;
        case 4:
            aclrtSynchronizeDevice();  // refused, if it waits for this function
            break;
        default:
            aclrtRecordEvent(wildEvents.get(choice / 8), stream);
    }
}

}  // namespace

void Worker::launchFunction() {
    check("launch", aclrtLaunchHostFunc(anyStream(), wildFunction,
                                        reinterpret_cast<void*>(uintptr_t{random_()})));
}

// To a thread that never asks, and not any more.
void Worker::subscribe() {
    aclrtStream stream = anyStream();
    const uint64_t thread = 1 + below(3);
    static std::atomic<int> calls{0};
    check("subscribe", aclrtSubscribeReport(thread, stream),
          {ACL_ERROR_RT_STREAM_SUBSCRIBE, ACL_ERROR_RT_THREAD_SUBSCRIBE});
    check("callback", aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_NO_BLOCK, stream),
          {ACL_ERROR_RT_STREAM_NO_CB_REG});
    check("unsubscribe", aclrtUnSubscribeReport(thread, stream),
          {ACL_ERROR_RT_STREAM_SUBSCRIBE, ACL_ERROR_RT_THREAD_SUBSCRIBE});
}

void Worker::createNotify() {
    aclrtNotify notify = nullptr;
    if (check("create notify", aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT))) {
        if (aclrtNotify before = shared_.notifies.put(below(SIZE_MAX), notify)) {
            check("destroy notify", aclrtDestroyNotify(before));
        }
    }
}

void Worker::recordNotify() {
    check("record notify", aclrtRecordNotify(anyNotify(), anyStream()), {ACL_ERROR_INVALID_PARAM});
}

void Worker::resetNotify() {
    aclrtNotify notify = anyNotify();
    check("reset notify", aclrtNotifyBatchReset(&notify, 1), {ACL_ERROR_INVALID_PARAM});
}

void Worker::abortDevice() {
    check("abort device", aclrtDeviceTaskAbort(kWild, below(2) == 0 ? 0 : 60'000));
}

void Worker::changeLimits() {
    aclrtStream stream = anyStream();
    const auto type = below(2) == 0 ? ACL_RT_DEV_RES_CUBE_CORE : ACL_RT_DEV_RES_VECTOR_CORE;
    const auto cores = static_cast<uint32_t>(1 + below(8));
    uint32_t limit = 0;
    switch (below(6)) {
        case 0:
            check("set limit of stream", aclrtSetStreamResLimit(stream, type, cores));
            break;
        case 1:
            check("reset limit of stream", aclrtResetStreamResLimit(stream));
            break;
        case 2:
            check("use limits of stream", aclrtUseStreamResInCurrentThread(stream));
            break;
        case 3:
            check("unuse limits of stream", aclrtUnuseStreamResInCurrentThread(stream));
            break;
        case 4:
            check("set limit of device", aclrtSetDeviceResLimit(kWild, type, cores));
            break;
        default:
            check("limits of thread", aclrtGetResInCurrentThread(type, &limit));
            check("limits of stream", aclrtGetStreamResLimit(stream, type, &limit));
            check("limits of device", aclrtGetDeviceResLimit(kWild, type, &limit));
            break;
    }
}

void Worker::changeSettings() {
    switch (below(4)) {
        case 0:
            check("enable access", aclrtDeviceEnablePeerAccess(kHome, 0));
            break;
        case 1:
            check("disable access", aclrtDeviceDisablePeerAccess(kHome));
            break;
        case 2:
            check("set parameter",
                  aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, below(2) == 0 ? 0 : 1));
            break;
        default:
            check("set stack", aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 65536));
            check("set mode", aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION));
            break;
    }
}

void Worker::askDevice() {
    aclrtErrorInfo fault{};
    if (check("fault", aclrtGetErrorVerbose(kWild, &fault))) {
        EXPECT_EQ(fault.errorType, ACL_RT_NO_ERROR);
    }
    aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
    EXPECT_EQ(aclrtQueryDeviceStatus(kWild, &status), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
    aclrtUtilizationInfo use{};
    EXPECT_EQ(aclrtGetDeviceUtilizationRate(kWild, &use), ACL_SUCCESS) << recentMessage();
    int32_t mayAccess = 0;
    EXPECT_EQ(aclrtDevicePeerAccessStatus(kWild, kHome, &mayAccess), ACL_SUCCESS)
        << recentMessage();
}

void Worker::useOverflowStatus() {
    void* address = nullptr;
    check("address of overflow status", aclrtCtxGetFloatOverflowAddr(&address));
    check("reset overflow status", aclrtResetOverflowStatus(anyStream()));
}

void Worker::createContext() {
    aclrtContext context = nullptr;
    if (check("create context", aclrtCreateContext(&context, kWild))) {
        if (aclrtContext before = shared_.contexts.put(below(SIZE_MAX), context)) {
            check("destroy context", aclrtDestroyContext(before));
        }
    }
}

void Worker::destroyContext() {
    check("destroy context", aclrtDestroyContext(anyContext()), {ACL_ERROR_INVALID_PARAM});
}

void Worker::enterContext() {
    check("set context", aclrtSetCurrentContext(anyContext()), {ACL_ERROR_INVALID_PARAM});
}

void Worker::createStream() {
    aclrtStream stream = nullptr;
    const auto priority = static_cast<uint32_t>(below(8));
    if (check("create stream", aclrtCreateStreamWithConfig(&stream, priority, 0))) {
        if (aclrtStream before = shared_.streams.put(below(SIZE_MAX), stream)) {
            check("destroy stream", aclrtDestroyStream(before));
        }
    }
}

void Worker::destroyStream() {
    aclrtStream stream = anyStream();
    check("destroy stream",
          below(2) == 0 ? aclrtDestroyStream(stream) : aclrtDestroyStreamForce(stream),
          {ACL_ERROR_INVALID_PARAM});
}

void Worker::abortStream() {
    check("abort stream", aclrtStreamAbort(anyStream()));
}

void Worker::createEvent() {
    aclrtEvent event = nullptr;
    aclError result = ACL_SUCCESS;
    switch (below(3)) {
        case 0:
            result = aclrtCreateEvent(&event);
            break;
        case 1:
            result = aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
            break;
        default:
            result = aclrtCreateEventWithFlag(&event, ACL_EVENT_TIME_LINE);
    }
    if (check("create event", result)) {
        if (aclrtEvent before = shared_.events.put(below(SIZE_MAX), event)) {
            check("destroy event", aclrtDestroyEvent(before));
        }
    }
}

void Worker::destroyEvent() {
    check("destroy event", aclrtDestroyEvent(anyEvent()), {ACL_ERROR_INVALID_PARAM});
}

void Worker::recordEvent() {
    check("record", aclrtRecordEvent(anyEvent(), anyStream()), {ACL_ERROR_INVALID_PARAM});
}

void Worker::waitForEvent() {
    check("wait", aclrtStreamWaitEvent(anyStream(), anyEvent()),
          {ACL_ERROR_INVALID_PARAM, ACL_ERROR_RT_FEATURE_NOT_SUPPORT});
}

void Worker::askEvent() {
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    check("query event", aclrtQueryEventStatus(anyEvent(), &status), {ACL_ERROR_INVALID_PARAM});
    float milliseconds = 0;
    check("elapsed time", aclrtEventElapsedTime(&milliseconds, anyEvent(), anyEvent()),
          {ACL_ERROR_INVALID_PARAM, ACL_ERROR_RT_INTERNAL_ERROR,
           ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID});
}

void Worker::synchronizeEvent() {
    check("synchronize event", aclrtSynchronizeEvent(anyEvent()), {ACL_ERROR_INVALID_PARAM});
}

void Worker::synchronizeStream() {
    check(
        "synchronize stream", aclrtSynchronizeStream(anyStream()),
        {ACL_ERROR_RT_STREAM_ABORT, ACL_ERROR_RT_DEVICE_TASK_ABORT, ACL_ERROR_RT_STREAM_NO_CB_REG});
}

void Worker::synchronizeDevice() {
    check(
        "synchronize device", aclrtSynchronizeDevice(),
        {ACL_ERROR_RT_STREAM_ABORT, ACL_ERROR_RT_DEVICE_TASK_ABORT, ACL_ERROR_RT_STREAM_NO_CB_REG});
}

void Worker::askStream() {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    check("query stream", aclrtStreamQuery(anyStream(), &status));
    int32_t id = 0;
    check("stream id", aclrtStreamGetId(anyStream(), &id));
    uint32_t count = 0;
    check("free streams", aclrtGetStreamAvailableNum(&count));
}

// On memory of the home device, which is there whatever becomes of the stream.
void Worker::copyWild() {
    aclrtStream stream = anyStream();
    if (below(4) == 0) {
        check("set async",
              aclrtMemsetAsync(shared_.deviceSlots.take(), kSlotBytes, kMark, kSlotBytes, stream));
        return;
    }
    const bool fromDevice = below(2) == 0;
    const bool toDevice = !fromDevice || below(2) == 0;
    check("copy async",
          aclrtMemcpyAsync(toDevice ? shared_.deviceSlots.take() : shared_.hostSlots.take(),
                           kSlotBytes, fromDevice ? shared_.deviceMark : shared_.hostMark,
                           kSlotBytes, ACL_MEMCPY_DEFAULT, stream));
}

// Rows, numbers or a batch, each slot as a whole.
void Worker::copySeveralWild() {
    aclrtStream stream = anyStream();
    constexpr size_t kRow = 8;
    switch (below(3)) {
        case 0:
            check("copy rows",
                  aclrtMemcpy2dAsync(shared_.deviceSlots.take(), kRow, shared_.hostMark, kRow, kRow,
                                     kSlotBytes / kRow, ACL_MEMCPY_HOST_TO_DEVICE, stream));
            break;
        case 1:
            check("set numbers", aclrtMemsetD32Async(shared_.deviceSlots.take(), kSlotBytes,
                                                     kMark * 0x01010101U, kSlotBytes / 4, stream));
            break;
        default: {
            CopyBatch batch;
            batch.begin(CopyBatch::toHost());
            batch.add(shared_.hostSlots.take(), shared_.deviceMark, kSlotBytes);
            batch.begin(CopyBatch::toDevice());
            batch.add(shared_.deviceSlots.take(), shared_.hostMark, kSlotBytes);
            check("copy batch",
                  aclrtMemcpyBatchAsyncV2(batch.targets.data(), batch.targetSizes.data(),
                                          batch.sources.data(), batch.sizes.data(), 2,
                                          batch.attributes.data(), batch.firsts.data(), 2, stream));
        }
    }
}

void Worker::prefetchWild() {
    check("prefetch", aclrtCmoAsync(const_cast<char*>(shared_.deviceMark), kSlotBytes,
                                    ACL_RT_CMO_TYPE_PREFETCH, anyStream()));
    size_t count = 0;
    aclrtMemUsageInfo use{};
    check("memory use", aclrtGetMemUsageInfo(kWild, &use, 1, &count));
}

// Released by whoever has the device now, or by its reset.
void Worker::allocateWild() {
    void* memory = nullptr;
    if (check("malloc", aclrtMalloc(&memory, 1 + below(kMostBytes), ACL_MEM_MALLOC_HUGE_FIRST),
              {ACL_ERROR_RT_INVALID_DEVICEID})) {
        check("free", aclrtFree(memory));
    }
}

// A thread that ends with the device set.
void Worker::leaveThread() {
    std::thread([this] {
        setWild();
        copyWild();
    }).join();
}

}  // namespace belay::test
