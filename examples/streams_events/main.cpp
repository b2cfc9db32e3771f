// Ordering work with AscendCL in C++: streams run beside each other, an event makes one wait for
// another, events take the time, and a wait with a limit gives up without harm.
#include <acl/acl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>
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

class Stream {
  public:
    Stream() { check(aclrtCreateStream(&handle_), "aclrtCreateStream"); }

    ~Stream() { check(aclrtDestroyStream(handle_), "aclrtDestroyStream"); }

    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    aclrtStream handle() const { return handle_; }

    void synchronize() const { check(aclrtSynchronizeStream(handle_), "aclrtSynchronizeStream"); }

  private:
    aclrtStream handle_ = nullptr;
};

class Event {
  public:
    explicit Event(uint32_t flags) {
        check(aclrtCreateEventWithFlag(&handle_, flags), "aclrtCreateEventWithFlag");
    }

    ~Event() { check(aclrtDestroyEvent(handle_), "aclrtDestroyEvent"); }

    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    aclrtEvent handle() const { return handle_; }

    void record(const Stream& stream) const {
        check(aclrtRecordEvent(handle_, stream.handle()), "aclrtRecordEvent");
    }

    void makeWait(const Stream& stream) const {
        check(aclrtStreamWaitEvent(stream.handle(), handle_), "aclrtStreamWaitEvent");
    }

  private:
    aclrtEvent handle_ = nullptr;
};

struct FreeHost {
    void operator()(void* memory) const { check(aclrtFreeHost(memory), "aclrtFreeHost"); }
};

struct FreeDevice {
    void operator()(void* memory) const { check(aclrtFree(memory), "aclrtFree"); }
};

constexpr size_t kBytes = size_t{4} << 20;

std::unique_ptr<void, FreeHost> allocatePinned() {
    void* memory = nullptr;
    check(aclrtMallocHost(&memory, kBytes), "aclrtMallocHost");
    return std::unique_ptr<void, FreeHost>(memory);
}

std::unique_ptr<void, FreeDevice> allocateDevice() {
    void* memory = nullptr;
    check(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    return std::unique_ptr<void, FreeDevice>(memory);
}

// One stream sends, the other one fetches what was sent. Nothing but the event makes the second
// wait for the first; the host waits only once, at the end.
void handOver() {
    const Stream sending;
    const Stream fetching;
    const Event sent(ACL_EVENT_SYNC);
    const auto source = allocatePinned();
    const auto target = allocatePinned();
    const auto memory = allocateDevice();
    auto* out = static_cast<char*>(source.get());
    auto* in = static_cast<char*>(target.get());
    std::fill_n(out, kBytes, 'x');
    std::fill_n(in, kBytes, '.');

    // The order of the calls does not matter: with ACL_EVENT_SYNC a stream can wait for an event
    // that is recorded later.
    sent.makeWait(fetching);
    check(aclrtMemcpyAsync(in, kBytes, memory.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST,
                           fetching.handle()),
          "aclrtMemcpyAsync to the host");
    check(aclrtMemcpyAsync(memory.get(), kBytes, out, kBytes, ACL_MEMCPY_HOST_TO_DEVICE,
                           sending.handle()),
          "aclrtMemcpyAsync to the device");
    sent.record(sending);

    fetching.synchronize();
    expect(std::all_of(in, in + kBytes, [](char byte) { return byte == 'x'; }),
           "the second stream fetched what the first one sent");
    std::cout << "one stream sent " << kBytes << " bytes, another one waited for them\n";
}

// Events in one stream take the device's time between them.
void takeTheTime() {
    const Stream stream;
    const Event begin(ACL_EVENT_TIME_LINE);
    const Event end(ACL_EVENT_TIME_LINE);
    const auto memory = allocateDevice();
    begin.record(stream);
    for (int value = 0; value < 100; ++value) {
        check(aclrtMemsetAsync(memory.get(), kBytes, value, kBytes, stream.handle()),
              "aclrtMemsetAsync");
    }
    end.record(stream);
    check(aclrtSynchronizeEvent(end.handle()), "aclrtSynchronizeEvent");
    float milliseconds = 0;
    check(aclrtEventElapsedTime(&milliseconds, begin.handle(), end.handle()),
          "aclrtEventElapsedTime");
    expect(milliseconds > 0, "work takes time");
    std::cout << "setting 400 MiB took the device " << milliseconds << " ms\n";
}

// A stream that waits for something that has not happened: asking and waiting with a limit tell so,
// and do it no harm.
void giveUpWaiting() {
    const Stream stuck;
    const Stream other;
    const Event permission(ACL_EVENT_SYNC);
    permission.makeWait(stuck);
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    check(aclrtStreamQuery(stuck.handle(), &status), "aclrtStreamQuery");
    expect(status == ACL_STREAM_STATUS_NOT_READY, "the stream is not done");
    const aclError code = aclrtSynchronizeStreamWithTimeout(stuck.handle(), 20);
    expect(code == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "waiting 20 ms is not enough");
    std::cout << "waiting 20 ms for a stream that waits itself gives " << code << ":\n    "
              << aclGetRecentErrMsg() << '\n';

    permission.record(other);
    stuck.synchronize();
    std::cout << "with the event recorded, the stream goes on\n";
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    handOver();
    takeTheTime();
    giveUpWaiting();
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
