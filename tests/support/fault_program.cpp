#include "support/fault_program.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#include "acl/acl.h"
#include "support/copy_batch.h"
#include "support/device.h"
#include "support/host_functions.h"
#include "support/managed.h"
#include "support/refusal.h"

namespace belay::test {
namespace {

constexpr size_t kBytes = size_t{1} << 16;
constexpr size_t kFillBytes = size_t{3} << 20;  // several entries
constexpr char kFill = 0x33;

struct GaveUp {};

// Its objects are given back in the opposite order.
class Run {
  public:
    Run(Habit habit, const ExpectedFault& expected) : habit_(habit), expected_(expected) {}

    int failures() const { return failures_; }

    void operator()() {
        try {
            initializeAndWork();
        } catch (const GaveUp&) {
            EXPECT_GT(failures_, 0);
        }
    }

    // What a call that gives something back answered. Only the plan makes it fail; then the same
    // call works the next time, or there is nothing left to give back.
    template <typename Call>
    void released(Call call) {
        const aclError result = call();
        if (result == ACL_SUCCESS) {
            return;
        }
        const std::string message = recentMessage();
        EXPECT_EQ(failures_, 0) << result << ": " << message;
        checkFirstFailure(result, message);
        ++failures_;
        const aclError again = call();
        EXPECT_TRUE(again == ACL_SUCCESS || isNothingThere(again))
            << again << ": " << recentMessage();
    }

  private:
    // Whether a call succeeded. Only the first failure is the plan's; others follow from it.
    bool did(const char* call, aclError result) {
        if (result == ACL_SUCCESS) {
            return true;
        }
        EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), result) << call;
        const std::string message = recentMessage();
        EXPECT_EQ(message.rfind(std::string(call) + ": ", 0), 0U) << call << ": " << message;
        if (failures_++ == 0) {
            checkFirstFailure(result, message);
        }
        if (habit_ == Habit::kGivesUp) {
            throw GaveUp{};
        }
        return false;
    }

    void checkFirstFailure(aclError result, const std::string& message) const {
        EXPECT_EQ(result, expected_.code) << message;
        EXPECT_NE(message.find(expected_.subject), std::string::npos) << message;
    }

    // What calls answer about objects that are gone, with what they lay on.
    static bool isNothingThere(aclError result) {
        return result == ACL_ERROR_RT_INVALID_HANDLE || result == ACL_ERROR_RT_CONTEXT_NULL ||
               result == ACL_ERROR_RT_CONTEXT_RELEASE_ERROR ||
               result == ACL_ERROR_RT_PARAM_INVALID || result == ACL_ERROR_INVALID_PARAM ||
               result == ACL_ERROR_REPEAT_FINALIZE || result == ACL_ERROR_UNINITIALIZE;
    }

    void initializeAndWork();
    void work();
    void useMemory(aclrtStream first, aclrtStream second);
    void useOtherCopies(aclrtStream first, aclrtStream second);
    void useEvents(aclrtStream recording, aclrtContext waitingContext, aclrtStream waiting);
    void useFunctions(aclrtStream stream);
    void useNotifies(aclrtStream recording, aclrtStream waiting);
    void useKernels(aclrtStream first, aclrtStream second);
    void useSettings(aclrtStream stream);
    void expectData(const char* host, const std::string& text);
    void waitFor(aclrtStream stream);

    const Habit habit_;
    const ExpectedFault expected_;
    int failures_ = 0;
    // Of functions, which may run until the streams are destroyed when it gives up.
    std::atomic<int> calls_{0};
};

#define BELAY_DID(function, ...) did(#function, function(__VA_ARGS__))

// What must be given back. Nothing is also fine.
template <aclError (*Release)(void*)>
class Owned {
  public:
    explicit Owned(Run& run) : run_(run) {}

    ~Owned() {
        if (object_ != nullptr) {
            run_.released([this] { return Release(object_); });
        }
    }

    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;

    void** place() { return &object_; }

    char* get() const { return static_cast<char*>(object_); }

  private:
    Run& run_;
    void* object_ = nullptr;
};

// A stream is destroyed where it was made.
template <aclError (*Release)(void*)>
class StreamOf : public Owned<Release> {
  public:
    StreamOf(Run& run, aclrtContext context) : Owned<Release>(run), context_(context) {}

    ~StreamOf() {
        if (this->get() != nullptr) {
            EXPECT_EQ(aclrtSetCurrentContext(context_), ACL_SUCCESS);
        }
    }

    StreamOf(const StreamOf&) = delete;
    StreamOf& operator=(const StreamOf&) = delete;

  private:
    aclrtContext context_;
};

aclError resetDevice(void* number) {
    return aclrtResetDevice(*static_cast<int32_t*>(number));
}

void Run::initializeAndWork() {
    if (!BELAY_DID(aclInit, nullptr)) {
        return;
    }
    const std::unique_ptr<Run, void (*)(Run*)> finalize(
        this, [](Run* run) { run->released([] { return aclFinalize(); }); });
    work();
}

void Run::work() {
    uint32_t count = 0;
    BELAY_DID(aclrtGetDeviceCount, &count);
    int32_t numbers[] = {0, 1};
    Owned<resetDevice> devices[] = {Owned<resetDevice>(*this), Owned<resetDevice>(*this)};
    for (int i = 0; i < 2; ++i) {
        if (BELAY_DID(aclrtSetDevice, numbers[i])) {
            *devices[i].place() = &numbers[i];
        }
    }
    Owned<aclrtDestroyContext> contexts[] = {Owned<aclrtDestroyContext>(*this),
                                             Owned<aclrtDestroyContext>(*this)};
    for (int i = 0; i < 2; ++i) {
        BELAY_DID(aclrtCreateContext, contexts[i].place(), numbers[i]);
    }
    aclrtContext here = contexts[0].get();
    aclrtContext there = contexts[1].get();
    if (here == nullptr || there == nullptr) {
        return;
    }
    StreamOf<aclrtDestroyStream> remote(*this, there);
    BELAY_DID(aclrtCreateStream, remote.place());
    ASSERT_EQ(aclrtSetCurrentContext(here), ACL_SUCCESS);
    StreamOf<aclrtDestroyStreamForce> first(*this, here);
    StreamOf<aclrtDestroyStream> second(*this, here);
    BELAY_DID(aclrtCreateStream, first.place());
    BELAY_DID(aclrtCreateStreamWithConfig, second.place(), 3, ACL_STREAM_FAST_LAUNCH);
    useMemory(first.get(), second.get());
    useOtherCopies(first.get(), second.get());
    useEvents(first.get(), here, second.get());
    useEvents(first.get(), there, remote.get());
    useFunctions(first.get());
    useNotifies(first.get(), second.get());
    useKernels(first.get(), second.get());
    useSettings(second.get());
    BELAY_DID(aclrtSynchronizeDevice);
    BELAY_DID(aclrtDeviceTaskAbort, 0, 60'000);
}

// Whoever goes on after a wait has failed waits once more, so as not to touch what the device still
// works with.
void Run::waitFor(aclrtStream stream) {
    if (!BELAY_DID(aclrtSynchronizeStream, stream)) {
        static_cast<void>(aclrtSynchronizeStream(stream));
    }
}

void Run::expectData(const char* host, const std::string& text) {
    if (failures_ == 0) {
        EXPECT_EQ(std::string(host, text.size()), text);
    }
}

void Run::useMemory(aclrtStream first, aclrtStream second) {
    // Copies may be under way when it gives up; what is freed below waits for them.
    const std::string text = pattern(kBytes);
    std::string ordinary(kBytes, '\0');
    Owned<aclrtFreeWithDevSync> from(*this);
    Owned<aclrtFreeWithDevSync> to(*this);
    Owned<aclrtFreeHostWithDevSync> host(*this);
    BELAY_DID(aclrtMalloc, from.place(), kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    BELAY_DID(aclrtMalloc, to.place(), kFillBytes, ACL_MEM_MALLOC_NORMAL_ONLY);
    if (!BELAY_DID(aclrtMallocHost, host.place(), kBytes)) {
        return;
    }
    BELAY_DID(aclrtMemcpy, from.get(), kBytes, text.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE);
    BELAY_DID(aclrtMemcpyAsync, to.get(), kBytes, from.get(), kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE,
              first);
    waitFor(first);
    BELAY_DID(aclrtMemcpyAsync, host.get(), kBytes, to.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST,
              second);
    BELAY_DID(aclrtMemcpyAsync, ordinary.data(), kBytes, to.get(), kBytes,
              ACL_MEMCPY_DEVICE_TO_HOST, second);
    waitFor(second);
    expectData(host.get(), text);
    expectData(ordinary.data(), text);
    BELAY_DID(aclrtMemset, from.get(), kBytes, 0, kBytes);
    BELAY_DID(aclrtMemsetAsync, to.get(), kFillBytes, kFill, kFillBytes, first);
    if (!BELAY_DID(aclrtSynchronizeStreamWithTimeout, first, 60'000)) {
        waitFor(first);
    }
    const char* last = to.get() == nullptr ? nullptr : to.get() + kFillBytes - kBytes;
    BELAY_DID(aclrtMemcpy, host.get(), kBytes, last, kBytes, ACL_MEMCPY_DEVICE_TO_HOST);
    expectData(host.get(), std::string(kBytes, kFill));
}

// Rows, numbers, batches, descriptions, managed memory.
void Run::useOtherCopies(aclrtStream first, aclrtStream second) {
    constexpr size_t kRow = 64;
    constexpr size_t kRows = kBytes / kRow;
    constexpr uint32_t kNumber = 0x01020304;
    std::string ordinary(kBytes, '\0');
    Owned<aclrtFreeWithDevSync> from(*this);
    Owned<aclrtFreeWithDevSync> to(*this);
    Owned<aclrtFreeWithDevSync> desc(*this);
    Owned<aclrtFreeWithDevSync> managed(*this);
    Owned<aclrtFreeHostWithDevSync> host(*this);
    BELAY_DID(aclrtMalloc, from.place(), kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    BELAY_DID(aclrtMalloc, to.place(), 2 * kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    BELAY_DID(aclrtMalloc, desc.place(), 64, ACL_MEM_MALLOC_HUGE_FIRST);
    BELAY_DID(aclrtMemAllocManaged, managed.place(), kManagedPage, ACL_RT_MEM_ATTACH_GLOBAL);
    if (!BELAY_DID(aclrtMallocHost, host.place(), kBytes)) {
        return;
    }
    BELAY_DID(aclrtMemsetD32, host.get(), kBytes, kNumber, kBytes / 4);
    const std::string text(host.get(), kBytes);
    BELAY_DID(aclrtMemcpy2d, to.get(), 2 * kRow, host.get(), kRow, kRow, kRows,
              ACL_MEMCPY_HOST_TO_DEVICE);
    BELAY_DID(aclrtMemcpy2dAsync, to.get(), 2 * kRow, host.get(), kRow, kRow, kRows,
              ACL_MEMCPY_HOST_TO_DEVICE, first);
    BELAY_DID(aclrtMemsetD32Async, from.get(), kBytes, kNumber, kBytes / 4, first);
    if (BELAY_DID(aclrtSetMemcpyDesc, desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, from.get(),
                  to.get(), kBytes, nullptr)) {
        BELAY_DID(aclrtMemcpyAsyncWithDesc, desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, first);
    }
    BELAY_DID(aclrtCmoAsync, to.get(), kBytes, ACL_RT_CMO_TYPE_PREFETCH, first);
    BELAY_DID(aclrtMemManagedPrefetchAsync, managed.get(), kManagedPage,
              locationOf(ACL_MEM_LOCATIONTYPE_HOST), 0, first);
    waitFor(first);
    CopyBatch batch;
    batch.begin(CopyBatch::toHost());
    batch.add(ordinary.data(), to.get(), kBytes / 2);
    batch.add(ordinary.data() + kBytes / 2, to.get() + kBytes / 2, kBytes / 2);
    size_t failIndex = 0;
    BELAY_DID(aclrtMemcpyBatch, batch.targets.data(), batch.targetSizes.data(),
              batch.sources.data(), batch.sizes.data(), 2, batch.attributes.data(),
              batch.firsts.data(), 1, &failIndex);
    expectData(ordinary.data(), text);
    BELAY_DID(aclrtMemcpyBatchAsync, batch.targets.data(), batch.targetSizes.data(),
              batch.sources.data(), batch.sizes.data(), 2, batch.attributes.data(),
              batch.firsts.data(), 1, &failIndex, second);
    waitFor(second);
    expectData(ordinary.data(), text);
}

// Of the current context's device, recorded in `recording`, which `waiting` waits for.
void Run::useEvents(aclrtStream recording, aclrtContext waitingContext, aclrtStream waiting) {
    Owned<aclrtDestroyEvent> plain(*this);
    Owned<aclrtDestroyEvent> flag(*this);
    BELAY_DID(aclrtCreateEvent, plain.place());
    BELAY_DID(aclrtCreateEventWithFlag, flag.place(), ACL_EVENT_SYNC);
    BELAY_DID(aclrtRecordEvent, plain.get(), recording);
    const bool isRecorded = BELAY_DID(aclrtRecordEvent, flag.get(), recording);
    bool isWaitOver = false;
    {
        const ContextScope scope(waitingContext);
        BELAY_DID(aclrtStreamWaitEvent, waiting, plain.get());
        if (isRecorded) {  // else the stream would wait for ever
            BELAY_DID(aclrtStreamWaitEvent, waiting, flag.get());
        }
        isWaitOver = BELAY_DID(aclrtSynchronizeStream, waiting);
    }
    BELAY_DID(aclrtSynchronizeEvent, plain.get());
    if (isWaitOver) {  // else the stream might wait for what is reset
        BELAY_DID(aclrtResetEvent, flag.get(), recording);
    }
    float milliseconds = 0;
    BELAY_DID(aclrtEventElapsedTime, &milliseconds, plain.get(), plain.get());
}

// A host function, and callbacks that this thread calls itself.
void Run::useFunctions(aclrtStream stream) {
    calls_ = 0;
    int launched = 0;
    for (int i = 0; i < 3; ++i) {
        launched += BELAY_DID(aclrtLaunchHostFunc, stream, countCall, &calls_) ? 1 : 0;
    }
    if (BELAY_DID(aclrtSynchronizeStream, stream)) {
        EXPECT_EQ(calls_, launched);
    }
    const auto self = static_cast<uint64_t>(::pthread_self());
    if (!BELAY_DID(aclrtSubscribeReport, self, stream)) {
        return;
    }
    const std::unique_ptr<void, std::function<void(void*)>> unsubscribe(
        &calls_, [&](void*) { EXPECT_EQ(aclrtUnSubscribeReport(self, stream), ACL_SUCCESS); });
    for (const auto block : {ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK}) {
        if (BELAY_DID(aclrtLaunchCallback, countCall, &calls_, block, stream)) {
            BELAY_DID(aclrtProcessReport, 60'000);
            EXPECT_EQ(calls_, ++launched);
        }
    }
    waitFor(stream);
}

void Run::useNotifies(aclrtStream recording, aclrtStream waiting) {
    Owned<aclrtDestroyNotify> notify(*this);
    if (!BELAY_DID(aclrtCreateNotify, notify.place(), ACL_NOTIFY_DEFAULT)) {
        return;
    }
    if (BELAY_DID(aclrtRecordNotify, notify.get(), recording)) {  // else it would wait for ever
        BELAY_DID(aclrtWaitAndResetNotify, notify.get(), waiting, 60);
    }
    waitFor(waiting);
    BELAY_DID(aclrtNotifyBatchReset, notify.place(), 1);
}

aclError unloadBinary(void* binary) {
    return aclrtBinaryUnLoad(binary);
}

// Arguments on the host, in a list and on the device.
void Run::useKernels(aclrtStream first, aclrtStream second) {
    constexpr uint64_t kNumber = 0x1122'3344'5566'7788;

    struct Arguments {
        void* to;
        uint64_t value;
    };

    Owned<unloadBinary> binary(*this);
    Owned<aclrtFreeWithDevSync> numbers(*this);
    Owned<aclrtFreeWithDevSync> there(*this);
    BELAY_DID(aclrtMalloc, numbers.place(), kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    BELAY_DID(aclrtMalloc, there.place(), sizeof(Arguments), ACL_MEM_MALLOC_HUGE_FIRST);
    if (!BELAY_DID(aclrtBinaryLoadFromFile, BELAY_TEST_KERNELS, nullptr, binary.place())) {
        return;
    }
    aclrtFuncHandle store = nullptr;
    if (!BELAY_DID(aclrtBinaryGetFunction, binary.get(), "store", &store) ||
        numbers.get() == nullptr || there.get() == nullptr) {
        return;
    }
    Arguments arguments = {.to = numbers.get(), .value = kNumber};
    BELAY_DID(aclrtLaunchKernelWithHostArgs, store, 1, first, nullptr, &arguments, sizeof arguments,
              nullptr, 0);
    arguments.to = numbers.get() + sizeof kNumber;
    aclrtArgsHandle list = nullptr;
    if (BELAY_DID(aclrtKernelArgsInit, store, &list)) {
        aclrtParamHandle param = nullptr;
        BELAY_DID(aclrtKernelArgsAppend, list, &arguments.to, sizeof arguments.to, &param);
        BELAY_DID(aclrtKernelArgsAppend, list, &arguments.value, sizeof arguments.value, &param);
        BELAY_DID(aclrtKernelArgsFinalize, list);
        BELAY_DID(aclrtLaunchKernelWithConfig, store, 1, second, nullptr, list, nullptr);
    }
    arguments.to = numbers.get() + 2 * sizeof kNumber;
    if (BELAY_DID(aclrtMemcpy, there.get(), sizeof arguments, &arguments, sizeof arguments,
                  ACL_MEMCPY_HOST_TO_DEVICE)) {
        BELAY_DID(aclrtLaunchKernel, store, 1, there.get(), sizeof arguments, first);
    }
    waitFor(first);
    waitFor(second);
    uint64_t written[3] = {};
    BELAY_DID(aclrtMemcpy, written, sizeof written, numbers.get(), sizeof written,
              ACL_MEMCPY_DEVICE_TO_HOST);
    for (const uint64_t number : written) {
        if (failures_ == 0) {
            EXPECT_EQ(number, kNumber);
        }
    }
}

// What the application sets on device 0 and on a stream of it, and the overflow status, whose
// memory is made when it is first wanted.
void Run::useSettings(aclrtStream stream) {
    constexpr size_t kStatusBytes = 64;
    Owned<aclrtFreeWithDevSync> status(*this);
    BELAY_DID(aclrtMalloc, status.place(), kStatusBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status.get() != nullptr) {
        BELAY_DID(aclrtGetOverflowStatus, status.get(), kStatusBytes, stream);
    }
    BELAY_DID(aclrtResetOverflowStatus, stream);
    waitFor(stream);
    BELAY_DID(aclrtDeviceEnablePeerAccess, 1, 0);
    BELAY_DID(aclrtSetStreamResLimit, stream, ACL_RT_DEV_RES_CUBE_CORE, 2);
    BELAY_DID(aclrtUseStreamResInCurrentThread, stream);
    aclrtErrorInfo fault{};
    BELAY_DID(aclrtGetErrorVerbose, 0, &fault);
}

}  // namespace

int runFaultProgram(Habit habit, const ExpectedFault& expected) {
    Run run(habit, expected);
    run();
    return run.failures();
}

}  // namespace belay::test
