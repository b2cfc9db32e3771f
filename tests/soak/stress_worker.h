// Worker: what a thread of the stress test does, and what all of them share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>

#include "acl/acl.h"
#include "support/refusal.h"
#include "support/sanitizers.h"

namespace belay::test {

inline constexpr size_t kWorkers = 8;
inline constexpr size_t kSteps = kIsThreadSanitized ? 4'000 : 6'000;
inline constexpr size_t kSlotBytes = 64;
inline constexpr size_t kMostBytes = size_t{96} << 10;
inline constexpr char kMark = 0x5A;

// Each device has its part. Device 0 stays set, and threads work on it with streams of their own:
// there the data is checked. Device 1 is set and reset by threads for each use. Device 2 is reset
// by anyone at any time, and everything on it is known to all threads.
inline constexpr int32_t kHome = 0;
inline constexpr int32_t kVisited = 1;
inline constexpr int32_t kWild = 2;

// Handles that all threads use. Some of them are stale.
class SharedHandles {
  public:
    void* get(size_t place) const { return places_[place % places_.size()].load(); }

    /// The handle that was there before.
    void* put(size_t place, void* handle) {
        return places_[place % places_.size()].exchange(handle);
    }

  private:
    std::array<std::atomic<void*>, 12> places_{};
};

// Pieces of memory of which each is written once, so that work on different streams never writes to
// the same place.
class Slots {
  public:
    explicit Slots(char* start) : start_(start) {}

    static constexpr size_t kCount = 2 * kWorkers * kSteps;

    char* take() { return start_ + next_.fetch_add(1) * kSlotBytes; }

    char* start() const { return start_; }

  private:
    char* start_;
    std::atomic<size_t> next_{0};
};

// Of the wild device. Static, as host functions use them at any time.
inline SharedHandles wildStreams;
inline SharedHandles wildEvents;

struct Shared {
    SharedHandles contexts;
    SharedHandles& streams;
    SharedHandles& events;
    SharedHandles notifies;
    const char* deviceMark;
    const char* hostMark;
    Slots deviceSlots;
    Slots hostSlots;
};

// A thread of the stress test.
class Worker {
  public:
    Worker(Shared& shared, uint32_t seed, size_t index)
        : shared_(shared), index_(index), random_(seed + static_cast<uint32_t>(index)) {}

    void run();

  private:
    using Step = void (Worker::*)();

    size_t below(size_t limit) { return random_() % limit; }

    // Whether a call on objects that others destroy gave 0; it has to or be a code for that.
    bool check(const char* call, aclError result, std::initializer_list<aclError> further = {}) {
        const auto expected = {ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID, ACL_ERROR_RT_CONTEXT_NULL,
                               ACL_ERROR_RT_STREAM_CONTEXT, ACL_ERROR_RT_CONTEXT_RELEASE_ERROR};
        const auto isIn = [result](const std::initializer_list<aclError>& codes) {
            return std::find(codes.begin(), codes.end(), result) != codes.end();
        };
        EXPECT_TRUE(isIn(expected) || isIn(further))
            << call << " gave " << result << " in step " << step_ << " of thread " << index_ << ": "
            << recentMessage();
        return result == ACL_SUCCESS;
    }

    // --- with right data ---
    void goHome() { ASSERT_EQ(aclrtSetCurrentContext(home_), ACL_SUCCESS); }

    void fillInput(size_t bytes);
    void expectOutput(size_t bytes);
    void finish(aclrtStream last);
    void copyThroughStreams();
    void setAsync();
    void copyAtOnce();
    void copyRowsAndBatches();
    void copyByDescription();
    void shareManaged();
    void allocateAndRelease();
    void visitDevice();
    void nestStreams();
    void callFunctions();
    void takeTurns();
    void processReports();

    // --- with anything ---
    void setWild() { EXPECT_EQ(aclrtSetDevice(kWild), ACL_SUCCESS) << recentMessage(); }

    void resetWild() { check("reset", aclrtResetDevice(kWild)); }

    void resetWildForce() { check("reset force", aclrtResetDeviceForce(kWild)); }

    void createContext();
    void destroyContext();
    void enterContext();
    void createStream();
    void destroyStream();
    void abortStream();
    void createEvent();
    void destroyEvent();
    void recordEvent();
    void waitForEvent();
    void askEvent();
    void synchronizeEvent();
    void synchronizeStream();
    void synchronizeDevice();
    void askStream();
    void copyWild();
    void copySeveralWild();
    void prefetchWild();
    void allocateWild();
    void leaveThread();
    void launchFunction();
    void subscribe();
    void createNotify();
    void recordNotify();
    void resetNotify();
    void abortDevice();
    void changeLimits();
    void changeSettings();
    void askDevice();
    void useOverflowStatus();

    aclrtStream anyStream() {
        return below(8) == 0 ? nullptr : shared_.streams.get(below(SIZE_MAX));
    }

    aclrtEvent anyEvent() { return shared_.events.get(below(SIZE_MAX)); }

    aclrtContext anyContext() { return shared_.contexts.get(below(SIZE_MAX)); }

    aclrtNotify anyNotify() { return shared_.notifies.get(below(SIZE_MAX)); }

    static constexpr std::array kOrderlySteps = {
        &Worker::copyThroughStreams, &Worker::setAsync,          &Worker::copyAtOnce,
        &Worker::allocateAndRelease, &Worker::visitDevice,       &Worker::nestStreams,
        &Worker::callFunctions,      &Worker::processReports,    &Worker::takeTurns,
        &Worker::copyRowsAndBatches, &Worker::copyByDescription, &Worker::shareManaged};

    // The more often, the more likely.
    static constexpr std::array kWildSteps = {
        &Worker::setWild,          &Worker::setWild,           &Worker::setWild,
        &Worker::resetWild,        &Worker::resetWildForce,    &Worker::createContext,
        &Worker::createContext,    &Worker::destroyContext,    &Worker::enterContext,
        &Worker::enterContext,     &Worker::enterContext,      &Worker::createStream,
        &Worker::createStream,     &Worker::createStream,      &Worker::destroyStream,
        &Worker::abortStream,      &Worker::createEvent,       &Worker::createEvent,
        &Worker::destroyEvent,     &Worker::recordEvent,       &Worker::recordEvent,
        &Worker::recordEvent,      &Worker::recordEvent,       &Worker::waitForEvent,
        &Worker::waitForEvent,     &Worker::waitForEvent,      &Worker::askEvent,
        &Worker::synchronizeEvent, &Worker::synchronizeStream, &Worker::synchronizeDevice,
        &Worker::askStream,        &Worker::copyWild,          &Worker::copyWild,
        &Worker::copyWild,         &Worker::allocateWild,      &Worker::leaveThread,
        &Worker::copySeveralWild,  &Worker::copySeveralWild,   &Worker::prefetchWild,
        &Worker::launchFunction,   &Worker::launchFunction,    &Worker::launchFunction,
        &Worker::subscribe,        &Worker::createNotify,      &Worker::recordNotify,
        &Worker::resetNotify,      &Worker::abortDevice,       &Worker::changeLimits,
        &Worker::changeLimits,     &Worker::changeSettings,    &Worker::askDevice,
        &Worker::useOverflowStatus};

    Shared& shared_;
    const size_t index_;
    size_t step_ = 0;
    std::minstd_rand random_;
    aclrtContext home_ = nullptr;
    std::array<aclrtStream, 2> streams_{};
    aclrtEvent event_ = nullptr;
    std::array<char*, 2> memory_{};  // of the home device
    char* input_ = nullptr;          // pinned
    char* output_ = nullptr;         // pinned
};

}  // namespace belay::test
