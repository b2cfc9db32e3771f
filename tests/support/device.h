// Devices for conformance tests, over the public API only: sets and resets them, owns memory,
// streams, events and contexts, holds streams back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include "acl/acl_rt.h"
#include "support/refusal.h"

namespace belay::test {

/// Sets a device on the calling thread for the scope, and gives this use of it back at the end. The
/// context that was current before is so again.
class SetDevice {
  public:
    explicit SetDevice(int32_t device = 0) : device_(device) {
        if (aclrtGetCurrentContext(&before_) != ACL_SUCCESS) {
            forgetErrors();
        }
        EXPECT_EQ(aclrtSetDevice(device_), ACL_SUCCESS) << recentMessage();
    }

    ~SetDevice() {
        EXPECT_EQ(aclrtResetDevice(device_), ACL_SUCCESS) << recentMessage();
        if (before_ != nullptr) {
            EXPECT_EQ(aclrtSetCurrentContext(before_), ACL_SUCCESS) << recentMessage();
        }
    }

    SetDevice(const SetDevice&) = delete;
    SetDevice& operator=(const SetDevice&) = delete;

    int32_t device() const { return device_; }

  private:
    int32_t device_;
    aclrtContext before_ = nullptr;
};

/// Device memory of the current device for the scope.
class DeviceMemory {
  public:
    explicit DeviceMemory(size_t bytes) {
        EXPECT_EQ(aclrtMalloc(&start_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS)
            << recentMessage();
    }

    ~DeviceMemory() {
        if (start_ != nullptr) {
            EXPECT_EQ(aclrtFree(start_), ACL_SUCCESS) << recentMessage();
        }
    }

    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    char* get() const { return static_cast<char*>(start_); }

    /// Leaves it to the caller to release the memory.
    char* detach() { return static_cast<char*>(std::exchange(start_, nullptr)); }

  private:
    void* start_ = nullptr;
};

/// Pinned host memory for the scope.
class PinnedMemory {
  public:
    explicit PinnedMemory(size_t bytes) {
        EXPECT_EQ(aclrtMallocHost(&start_, bytes), ACL_SUCCESS) << recentMessage();
    }

    ~PinnedMemory() { EXPECT_EQ(aclrtFreeHost(start_), ACL_SUCCESS) << recentMessage(); }

    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

    char* get() const { return static_cast<char*>(start_); }

  private:
    void* start_ = nullptr;
};

/// How many devices there are.
inline uint32_t deviceCount() {
    uint32_t count = 0;
    EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    return count;
}

/// The context that is current on the calling thread.
inline aclrtContext currentContext() {
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    return context;
}

/// Makes a context current for the scope; then again the one that was before.
class ContextScope {
  public:
    explicit ContextScope(aclrtContext context) {
        hadContext_ = aclrtGetCurrentContext(&before_) == ACL_SUCCESS;
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    }

    ~ContextScope() {
        if (hadContext_) {
            EXPECT_EQ(aclrtSetCurrentContext(before_), ACL_SUCCESS);
        }
    }

    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

  private:
    aclrtContext before_ = nullptr;
    bool hadContext_ = false;
};

/// A stream of the current context, which must be current again at the end of the scope.
class OwnedStream {
  public:
    OwnedStream() { EXPECT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS) << recentMessage(); }

    explicit OwnedStream(aclrtStream stream) : stream_(stream) {}

    OwnedStream(OwnedStream&& other) noexcept : stream_(other.release()) {}

    ~OwnedStream() {
        if (stream_ != nullptr) {
            EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS) << recentMessage();
        }
    }

    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;
    OwnedStream& operator=(OwnedStream&&) = delete;

    aclrtStream get() const { return stream_; }

    /// Leaves it to the caller to destroy the stream.
    aclrtStream release() { return std::exchange(stream_, nullptr); }

  private:
    aclrtStream stream_ = nullptr;
};

struct DestroyEvent {
    void operator()(void* event) const { EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS); }
};

struct DestroyContext {
    void operator()(void* context) const { EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS); }
};

using OwnedEvent = std::unique_ptr<void, DestroyEvent>;
using OwnedContext = std::unique_ptr<void, DestroyContext>;

/// An event that can do everything.
inline OwnedEvent makeEvent() {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    return OwnedEvent(event);
}

inline OwnedEvent makeEventWithFlag(uint32_t flag) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, flag), ACL_SUCCESS);
    return OwnedEvent(event);
}

inline OwnedEvent makeEventEx(uint32_t flag) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flag), ACL_SUCCESS);
    return OwnedEvent(event);
}

/// A further context; the calling thread's current one stays.
inline OwnedContext makeContext(int32_t device = 0) {
    aclrtContext before = nullptr;
    const bool hadContext = aclrtGetCurrentContext(&before) == ACL_SUCCESS;
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtCreateContext(&context, device), ACL_SUCCESS);
    if (hadContext) {
        EXPECT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
    }
    return OwnedContext(context);
}

/// Holds streams back: what is submitted to one after hold() runs only after open(). Made with the
/// current context of the calling thread, whose streams it can hold.
class Gate {
  public:
    Gate() : context_(currentContext()), event_(makeEventWithFlag(ACL_EVENT_SYNC)) {
        EXPECT_EQ(aclrtCreateStream(&opener_), ACL_SUCCESS);
    }

    /// Opened in any case, so that a test that failed does not hang.
    ~Gate() {
        open();
        const ContextScope scope(context_);
        EXPECT_EQ(aclrtSynchronizeStream(opener_), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyStream(opener_), ACL_SUCCESS);
    }

    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    void hold(aclrtStream stream) {
        EXPECT_EQ(aclrtStreamWaitEvent(stream, event_.get()), ACL_SUCCESS);
    }

    /// On any thread.
    void open() {
        if (!std::exchange(isOpen_, true)) {
            const ContextScope scope(context_);
            EXPECT_EQ(aclrtRecordEvent(event_.get(), opener_), ACL_SUCCESS);
        }
    }

  private:
    aclrtContext context_;
    OwnedEvent event_;
    aclrtStream opener_ = nullptr;
    bool isOpen_ = false;
};

/// A stream that is blocked until open(), or until the end of the scope.
class HeldStream {
  public:
    HeldStream() { gate_.hold(stream_.get()); }

    ~HeldStream() { gate_.open(); }

    HeldStream(const HeldStream&) = delete;
    HeldStream& operator=(const HeldStream&) = delete;

    aclrtStream get() const { return stream_.get(); }

    void open() { gate_.open(); }

    void synchronize() { EXPECT_EQ(aclrtSynchronizeStream(stream_.get()), ACL_SUCCESS); }

  private:
    Gate gate_;
    OwnedStream stream_;  // goes first: its destruction waits for what it runs
};

/// Text that looks different at every place, and different for each seed.
inline std::string pattern(size_t bytes, unsigned seed = 1) {
    std::string text(bytes, '\0');
    std::linear_congruential_engine<uint64_t, 6364136223846793005U, 1442695040888963407U, 0> random(
        seed);
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        const uint64_t some = random();
        std::memcpy(text.data() + i, &some, std::min(sizeof some, bytes - i));
    }
    return text;
}

/// Puts `text` at a device address, or anywhere else.
inline void put(void* target, const std::string& text) {
    EXPECT_EQ(aclrtMemcpy(target, text.size(), text.data(), text.size(), ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS)
        << recentMessage();
}

/// The bytes at a device address, or anywhere else.
inline std::string fetch(const void* source, size_t bytes) {
    std::string text(bytes, '?');
    EXPECT_EQ(aclrtMemcpy(text.data(), bytes, source, bytes, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS)
        << recentMessage();
    return text;
}

/// Runs `body` on a thread of its own, which has no context.
template <typename Body>
void onThreadWithoutContext(Body body) {
    std::thread(body).join();
}

/// Whether a stream has work that is not done.
inline bool isBusy(aclrtStream stream) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    return status == ACL_STREAM_STATUS_NOT_READY;
}

/// Whether the latest record of an event is done.
inline bool isRecorded(aclrtEvent event) {
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    return status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
}

}  // namespace belay::test
