// Functions of the host in the order of a stream, with AscendCL in C++: host functions on threads
// of the library, callbacks on a thread of the program, what such a function may not do, and
// callbacks that are told when all work of a device is dropped.
#include <acl/acl.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <iostream>
#include <numeric>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// Ends the program when a call does not answer as the example expects.
void expect(bool asExpected, std::string_view what) {
    if (asExpected) {
        return;
    }
    const char* message = aclGetRecentErrMsg();
    std::cerr << "unexpected answer: " << what << '\n'
              << (message != nullptr ? message : "") << '\n';
    std::exit(EXIT_FAILURE);
}

void check(aclError code, std::string_view call) {
    expect(code == ACL_SUCCESS, call);
}

void waitUntil(const std::atomic<bool>& holds) {
    while (!holds) {
        std::this_thread::yield();
    }
}

class Stream {
  public:
    Stream() { check(aclrtCreateStream(&handle_), "aclrtCreateStream"); }

    ~Stream() { check(aclrtDestroyStream(handle_), "aclrtDestroyStream"); }

    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    aclrtStream handle() const { return handle_; }

    void synchronize() const { check(aclrtSynchronizeStream(handle_), "aclrtSynchronizeStream"); }

    template <typename Body>
    void call(Body& body) const {
        const auto run = [](void* data) { (*static_cast<Body*>(data))(); };
        check(aclrtLaunchHostFunc(handle_, run, &body), "aclrtLaunchHostFunc");
    }

  private:
    aclrtStream handle_ = nullptr;
};

// Memory that both sides may touch: pinned on the host, and on the device.
template <aclError (*Release)(void*)>
class Memory {
  public:
    explicit Memory(aclError (*allocate)(void**, size_t), size_t count) {
        check(allocate(&start_, count * sizeof(uint32_t)), "allocate");
    }

    ~Memory() { check(Release(start_), "release"); }

    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    uint32_t* get() const { return static_cast<uint32_t*>(start_); }

  private:
    void* start_ = nullptr;
};

aclError allocateDevice(void** start, size_t bytes) {
    return aclrtMalloc(start, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
}

constexpr size_t kCount = 1 << 16;
constexpr size_t kBytes = kCount * sizeof(uint32_t);

// The host takes part in a chain of work: what is before it in the stream is done, what is behind
// it waits. Another stream does not.
void takePart() {
    const Memory<aclrtFreeHost> host(aclrtMallocHost, kCount);
    const Memory<aclrtFree> device(allocateDevice, kCount);
    const Stream stream;
    const Stream other;
    std::iota(host.get(), host.get() + kCount, 0U);
    uint64_t sum = 0;
    std::atomic<bool> mayGoOn{false};
    auto addUp = [&] {
        waitUntil(mayGoOn);
        sum = std::accumulate(host.get(), host.get() + kCount, uint64_t{0});
    };
    check(aclrtMemcpyAsync(device.get(), kBytes, host.get(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE,
                           stream.handle()),
          "aclrtMemcpyAsync");
    stream.call(addUp);
    check(aclrtMemsetAsync(device.get(), kBytes, 0, kBytes, stream.handle()), "aclrtMemsetAsync");
    check(aclrtMemcpyAsync(host.get(), kBytes, device.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST,
                           stream.handle()),
          "aclrtMemcpyAsync");

    std::atomic<int> calls{0};
    auto count = [&] { ++calls; };
    other.call(count);
    other.synchronize();
    expect(calls == 1 && sum == 0, "the other stream waited");
    mayGoOn = true;
    stream.synchronize();
    expect(sum == uint64_t{kCount} * (kCount - 1) / 2, "the sum is of other numbers");
    expect(host.get()[kCount - 1] == 0, "the copy came before the function");
    std::cout << "a host function added up " << kCount << " numbers between two copies: " << sum
              << '\n';
}

// A function may use the device as it likes, but not wait for the stream that waits for it.
void waitForItself() {
    const Stream stream;
    aclError own = ACL_SUCCESS;
    aclError others = ACL_ERROR_FAILURE;
    auto body = [&] {
        own = aclrtSynchronizeStream(stream.handle());
        const Stream another;
        others = aclrtSynchronizeStream(another.handle());
    };
    stream.call(body);
    stream.synchronize();
    expect(own == ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "the stream was waited for inside");
    expect(others == ACL_SUCCESS, "another stream was not waited for inside");
    std::cout << "inside a host function, waiting for its own stream gives " << own
              << ", waiting for another one works\n";
}

// A thread of the program that calls callbacks until it is told to end.
class CallbackThread {
  public:
    CallbackThread() : thread_([this] { run(); }) { id_ = idPromise_.get_future().get(); }

    ~CallbackThread() {
        isOver_ = true;
        thread_.join();
    }

    CallbackThread(const CallbackThread&) = delete;
    CallbackThread& operator=(const CallbackThread&) = delete;

    uint64_t id() const { return id_; }

  private:
    void run() {
        idPromise_.set_value(static_cast<uint64_t>(::pthread_self()));
        while (!isOver_) {
            const aclError result = aclrtProcessReport(20);
            if (result == ACL_ERROR_RT_THREAD_SUBSCRIBE) {  // not yet, or not any more
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            } else {
                expect(result == ACL_SUCCESS || result == ACL_ERROR_RT_REPORT_TIMEOUT,
                       "aclrtProcessReport");
            }
        }
    }

    std::promise<uint64_t> idPromise_;
    std::atomic<bool> isOver_{false};
    uint64_t id_ = 0;
    std::thread thread_;
};

void callBack() {
    const CallbackThread thread;
    const Stream stream;
    std::vector<std::thread::id> callers;
    const auto note = [](void* data) {
        static_cast<std::vector<std::thread::id>*>(data)->push_back(std::this_thread::get_id());
    };
    check(aclrtSubscribeReport(thread.id(), stream.handle()), "aclrtSubscribeReport");
    for (const auto block : {ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK}) {
        check(aclrtLaunchCallback(note, &callers, block, stream.handle()), "aclrtLaunchCallback");
    }
    // The stream waits for the last one, and they come in order.
    stream.synchronize();
    check(aclrtUnSubscribeReport(thread.id(), stream.handle()), "aclrtUnSubscribeReport");
    expect(callers.size() == 3 && callers.front() == callers.back(),
           "the callbacks came otherwise");
    const aclError nobody =
        aclrtLaunchCallback(note, &callers, ACL_CALLBACK_BLOCK, stream.handle());
    expect(nobody == ACL_ERROR_RT_STREAM_NO_CB_REG, "a callback was taken by nobody");
    std::cout << "a thread of the program called " << callers.size()
              << " callbacks; without one, launching gives " << nobody << '\n';
}

// All work of the device is dropped, and registered callbacks are told before and after.
void dropWork() {
    const Stream stream;
    std::atomic<int> calls{0};
    std::atomic<bool> hasBegun{false};
    std::atomic<bool> mayReturn{false};
    std::atomic<bool> isOver{false};
    auto hold = [&] {
        hasBegun = true;
        waitUntil(mayReturn);
        isOver = true;
    };
    auto count = [&] { ++calls; };
    stream.call(hold);
    stream.call(count);
    int stages = 0;
    const auto tell = [](int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t, void* data) {
        std::cout << "device " << device << ": its work is "
                  << (stage == ACL_RT_DEVICE_TASK_ABORT_PRE ? "about to be" : "now")
                  << " dropped\n";
        ++*static_cast<int*>(data);
        return 0;
    };
    check(aclrtSetDeviceTaskAbortCallback("example", tell, &stages),
          "aclrtSetDeviceTaskAbortCallback");
    waitUntil(hasBegun);
    check(aclrtDeviceTaskAbort(0, 10'000), "aclrtDeviceTaskAbort");
    check(aclrtSetDeviceTaskAbortCallback("example", nullptr, nullptr),
          "aclrtSetDeviceTaskAbortCallback");
    stream.synchronize();
    expect(stages == 2 && calls == 0, "the work was not dropped");
    // The function that had begun runs to its end, and its data must live as long; the other one
    // is never called. The stream is usable at once.
    stream.call(count);
    stream.synchronize();
    mayReturn = true;
    waitUntil(isOver);
    expect(calls == 1, "a function that was dropped was called");
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    takePart();
    waitForItself();
    callBack();
    dropWork();
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    std::cout << "callbacks: done\n";
    return EXIT_SUCCESS;
}
