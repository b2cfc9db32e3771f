// HostTask: a function of the application that a stream calls, on a thread of belay's or of the
// application.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/ref.h"
#include "drivers/driver.h"
#include "runtime/task.h"

namespace belay {

class Device;
class Stream;
class Subscription;

using HostFunction = void (*)(void* data);

/// What the stream's task owns, from the launch until the function has returned or will never run.
class HostTask final : public TaskOwner {
  public:
    struct Setup {
        HostFunction function = nullptr;
        void* data = nullptr;
        bool isBlocking = true;  ///< the stream waits until the function has returned
    };

    /// `subscription`: whose thread calls the function; null for a thread of belay's.
    HostTask(const Setup& setup, Ref<Subscription> subscription) noexcept;
    ~HostTask() override;
    HostTask(const HostTask&) = delete;
    HostTask& operator=(const HostTask&) = delete;

    const Setup& setup() const noexcept { return setup_; }

    bool isBlocking() const noexcept { return setup_.isBlocking; }

    /// Its entry's place in the stream.
    uint64_t serial() const noexcept { return serial_; }

    /// As the device has reported it.
    const driver::HostCall& call() const noexcept { return call_; }

    /// Where it is being submitted. Called before the device can execute it. The report, of which
    /// there will be one at most, holds a reference from here on.
    void place(uint64_t serial) noexcept;

    /// Nothing was submitted after all.
    void unplace() noexcept { endReport(); }

    /// The device has come to it: hands it to the thread that calls the function. Never blocks.
    void report(Stream& stream, const driver::HostCall& call) noexcept;

    /// Calls the function, unless it was dropped meanwhile; whether it was called. Once, after
    /// report(), without locks. `usesContext`: with the stream's context current on the thread.
    bool run(bool usesContext);

    /// Nobody will call the function: its subscription has ended. Instead of run().
    void lose();

    void ended(TaskEnd end) noexcept override;

  private:
    friend class HostTaskList;

    void endReport() noexcept;

    const Setup setup_;
    const Ref<Subscription> subscription_;
    uint64_t serial_ = 0;
    std::atomic<bool> isReportOwed_{false};
    // From the report on.
    Ref<Stream> stream_;
    driver::HostCall call_;
    HostTask* next_ = nullptr;
};

/// Tasks that wait for a thread, oldest first. Holds references; allocates nothing.
class HostTaskList {
  public:
    HostTaskList() = default;

    HostTaskList(HostTaskList&& other) noexcept
        : first_(std::exchange(other.first_, nullptr)),
          last_(std::exchange(other.last_, nullptr)),
          count_(std::exchange(other.count_, 0)) {}

    HostTaskList(const HostTaskList&) = delete;
    HostTaskList& operator=(const HostTaskList&) = delete;
    HostTaskList& operator=(HostTaskList&&) = delete;

    ~HostTaskList() {
        while (first_ != nullptr) {
            take();
        }
    }

    bool isEmpty() const noexcept { return first_ == nullptr; }

    void add(Ref<HostTask> task) noexcept;

    /// The oldest; there must be one.
    Ref<HostTask> take() noexcept;

    /// Those of one subscription.
    HostTaskList takeOf(const Subscription& subscription) noexcept;

    size_t count() const noexcept { return count_; }

  private:
    HostTask* first_ = nullptr;
    HostTask* last_ = nullptr;
    size_t count_ = 0;
};

/// While the application's function runs on the calling thread. They nest: a function may process
/// the reports of others.
class RunningCall {
  public:
    RunningCall(Stream& stream, const HostTask& task) noexcept;
    ~RunningCall();
    RunningCall(const RunningCall&) = delete;
    RunningCall& operator=(const RunningCall&) = delete;

    /// Whether an entry of `stream` from `from` on and before `to` waits for a function that runs
    /// on the calling thread: waiting for `to` there would never end.
    static bool holds(const Stream& stream, uint64_t from, uint64_t to) noexcept;

    /// Whether any stream of the device waits for such a function.
    static bool holdsAnyOf(const Device& device) noexcept;

  private:
    Stream& stream_;
    const HostTask& task_;
    RunningCall* const outer_;
};

}  // namespace belay
