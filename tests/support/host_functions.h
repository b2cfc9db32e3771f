// Host functions for tests: one that waits until the test lets it go on, and a thread that calls
// callbacks.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <future>
#include <thread>

#include "acl/acl_rt.h"
#include "support/device.h"

namespace belay::test {

/// Waits until `holds`; for states that other threads bring about. The test's time limit ends a
/// wait in vain.
template <typename Predicate>
void waitUntil(Predicate holds) {
    while (!holds()) {
        std::this_thread::yield();
    }
}

/// A function that does not return before open(), and what is known of its calls. Opened at the end
/// in any case, and waits then for the calls that have begun: it goes after the streams, so declare
/// it before them.
class FunctionGate {
  public:
    FunctionGate() = default;

    ~FunctionGate() {
        open();
        waitUntil([this] { return begun_ == ended_; });
    }

    FunctionGate(const FunctionGate&) = delete;
    FunctionGate& operator=(const FunctionGate&) = delete;

    /// The function, with the gate as its data.
    static void enter(void* gate) {
        auto* self = static_cast<FunctionGate*>(gate);
        ++self->begun_;
        waitUntil([self] { return self->isOpen_.load(); });
        ++self->ended_;
    }

    void launch(aclrtStream stream) {
        EXPECT_EQ(aclrtLaunchHostFunc(stream, &FunctionGate::enter, this), ACL_SUCCESS)
            << recentMessage();
    }

    void open() { isOpen_ = true; }

    void waitUntilEntered(int calls = 1) {
        waitUntil([this, calls] { return begun_ >= calls; });
    }

    int begun() const { return begun_; }

    int ended() const { return ended_; }

  private:
    std::atomic<int> begun_{0};
    std::atomic<int> ended_{0};
    std::atomic<bool> isOpen_{false};
};

/// Adds one to the counter that is its data.
inline void countCall(void* counter) {
    static_cast<std::atomic<int>*>(counter)->fetch_add(1);
}

/// Runs a function object that is its data.
template <typename Body>
void callBody(void* body) {
    (*static_cast<Body*>(body))();
}

/// A thread without a context that processes reports, once it is told to, until the end of the
/// scope.
class ReportThread {
  public:
    ReportThread() : thread_([this] { run(); }) { id_ = idPromise_.get_future().get(); }

    ~ReportThread() {
        isOver_ = true;
        start();
        thread_.join();
    }

    ReportThread(const ReportThread&) = delete;
    ReportThread& operator=(const ReportThread&) = delete;

    uint64_t id() const { return id_; }

    void start() { mayStart_ = true; }

    void subscribe(aclrtStream stream) {
        EXPECT_EQ(aclrtSubscribeReport(id_, stream), ACL_SUCCESS) << recentMessage();
    }

    void unsubscribe(aclrtStream stream) {
        EXPECT_EQ(aclrtUnSubscribeReport(id_, stream), ACL_SUCCESS) << recentMessage();
    }

  private:
    void run() {
        idPromise_.set_value(static_cast<uint64_t>(::pthread_self()));
        waitUntil([this] { return mayStart_.load(); });
        while (!isOver_) {
            const aclError result = aclrtProcessReport(10);
            EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_REPORT_TIMEOUT ||
                        result == ACL_ERROR_RT_THREAD_SUBSCRIBE)
                << result << ": " << recentMessage();
        }
    }

    std::promise<uint64_t> idPromise_;
    std::atomic<bool> mayStart_{false};
    std::atomic<bool> isOver_{false};
    uint64_t id_ = 0;
    std::thread thread_;
};

}  // namespace belay::test
