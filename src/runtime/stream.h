// Stream: work for a device, executed in the order of submission.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/handle_cell.h"
#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "hw/cqe.h"
#include "hw/entry.h"
#include "hw/sqe.h"
#include "hw/task_id.h"
#include "runtime/args_ring.h"
#include "runtime/context.h"
#include "runtime/core_limits.h"
#include "runtime/host_task.h"
#include "runtime/task.h"
#include "runtime/task_failure.h"

namespace belay {

/// How long work in flight may go on when its stream, context or device is destroyed.
inline constexpr int64_t kShutDownWaitMs = 3000;

struct StreamSetup {
    uint32_t priority = 0;   ///< 0 is the most urgent, kLeastPriority the least
    uint32_t flags = 0;      ///< kFlag bits
    bool isDefault = false;  ///< of its context

    static constexpr uint32_t kLeastPriority = 7;
    static constexpr uint32_t kFlagFastLaunch = 1;
    static constexpr uint32_t kFlagFastSync = 2;
    static constexpr uint32_t kFlagPersistent = 4;
    static constexpr uint32_t kFlagDeviceUseOnly = 0x20;

    /// Of every context's default stream.
    static constexpr StreamSetup ofDefault() {
        return {.flags = kFlagFastLaunch | kFlagFastSync, .isDefault = true};
    }
};

/// What a stream does after a task has failed.
enum class FailureMode : uint8_t {
    kContinue,  ///< reports the failure at the next synchronise and goes on
    kStop,      ///< stays failed: what was submitted and is submitted later does not run
};

/// What submitKernel() gives to who encodes the entry.
struct KernelPlace {
    ArgsPlace args;               ///< as many bytes as asked for; none when none were
    bool checksOverflow = false;  ///< the stream's setting
};

/// A stream's queue on the device and the tasks in it. Destroying it does not take away what others
/// hold: a stream that was shut down refuses work. Thread-safe; tasks of several threads come one
/// after the other.
class Stream final : public Handled {
  public:
    static constexpr HandleType kHandleType{"stream"};
    static constexpr bool kIsOfDevice = true;

    /// kRtNoStreamResource (207008) when the device has no more.
    static Result<Ref<Stream>> create(Context& context, const StreamSetup& setup);

    ~Stream() override;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    Context& context() const noexcept { return *context_; }

    Device& device() const noexcept { return context_->device(); }

    /// As the device numbers streams.
    uint16_t id() const noexcept { return id_; }

    uint32_t priority() const noexcept { return priority_.load(std::memory_order_relaxed); }

    /// At most kLeastPriority; for what has not begun.
    Status setPriority(uint32_t priority);

    /// Whether arithmetic overflow in kernels that are submitted later is noted on the device.
    Status setOverflowCheck(bool isOn);

    bool checksOverflow() const;

    /// Streams with the same number share what is noted of overflow.
    Status setTag(uint32_t tag);

    uint32_t tag() const;

    /// Whether captured tasks keep what is known of their operators.
    Status setKeepsOperatorInfo(bool keeps);

    bool keepsOperatorInfo() const;

    uint32_t flags() const noexcept { return setup_.flags; }

    /// Whether its tasks stay in it and never run by themselves, but as part of a model.
    bool isPersistent() const noexcept {
        return (setup_.flags & StreamSetup::kFlagPersistent) != 0;
    }

    bool isDefault() const noexcept { return setup_.isDefault; }

    /// The task that the calling thread submitted last to a stream that is no default one.
    static std::optional<uint16_t> lastTaskOfThread() noexcept;

    /// Of work that threads submit which use this stream's limits.
    CoreLimits& coreLimits() noexcept { return coreLimits_; }

    /// Submits one entry, which `encode(common, serial, sqe)` makes from the stream's and the
    /// task's id, with the stream locked; it returns a Status. `owner` (may be null) is kept until
    /// the task has ended. With a full ring the caller waits, lending itself, without any lock. The
    /// result is the entry's serial, for waitFor(). kRtStreamContext (107003) when the stream was
    /// destroyed; the stream's failure when it stopped.
    template <typename Encode>
    Result<uint64_t> submit(TaskOwner* owner, Encode encode) {
        Lock lock(mutex_);
        hw::Common common;
        BELAY_TRY(beginTask(lock, common));
        hw::Sqe sqe;
        BELAY_TRY(encode(common, submitted_, sqe));
        return finishTask(sqe, common, owner);
    }

    /// Submits `count` entries, at least one, which `encode(common, index, sqe)` makes, and hands
    /// as many at once to the device as there is room for; otherwise as submit(). `owner` (may be
    /// null) is kept until the last one has ended. Entries of other threads may come between them
    /// when the ring is full. Also after a failure `noted(serial)` has told of the last entry that
    /// was submitted, if any was.
    template <typename Encode, typename Noted>
    Status submitAll(TaskOwner* owner, uint64_t count, Encode encode, Noted noted) {
        std::array<hw::Sqe, kMostAtOnce> sqes;
        Lock lock(mutex_);
        for (uint64_t done = 0; done < count;) {
            hw::Common common;
            BELAY_TRY(beginTask(lock, common));
            const uint32_t together = roomFor(count - done);
            for (uint32_t i = 0; i < together; ++i) {
                BELAY_TRY(encode(common, done + i, sqes[i]));
                ++common.taskId;
            }
            BELAY_TRY(finishTasks(sqes.data(), together, owner));
            done += together;
            noted(submitted_ - 1);
        }
        return Status::ok();
    }

    /// Submits a kernel whose arguments take `argsBytes` of the stream's memory for them, aligned
    /// to `alignment` (both as ArgsRing has it; 0 bytes: none): `encode(common, place, sqe,
    /// args)` writes them, makes the entry and says where the kernel finds its arguments; it
    /// returns a Status. Otherwise as submit(); with full memory the caller waits, too. False when
    /// that memory cannot be had, and nothing was submitted: the host cannot write it, or somebody
    /// looks at the arguments of a kernel that failed. The kernel then needs memory of its own.
    template <typename Encode>
    Result<bool> submitKernel(TaskOwner* owner, uint32_t argsBytes, uint32_t alignment,
                              Encode encode) {
        Lock lock(mutex_);
        hw::Common common;
        BELAY_TRY(beginTask(lock, common));
        KernelPlace place{.args = {}, .checksOverflow = checksOverflow_};
        ArgsRing::Position before = argsRing_.position();
        while (argsBytes != 0 && !takeArgs(argsBytes, alignment, place.args))
            [[unlikely]] {
                BELAY_ASSIGN(const bool isFree, makeArgsRoom(lock));
                if (!isFree) {
                    return false;
                }
                BELAY_TRY(beginTask(lock, common));
                before = argsRing_.position();
            }
        hw::Sqe sqe;
        KernelArgsRange args;
        Status status = encode(common, place, sqe, args);
        if (status.isOk()) [[likely]] {
            status = finishKernel(sqe, common, owner, args);
        }
        if (!status.isOk()) [[unlikely]] {
            argsRing_.rewind(before);
            return status;
        }
        return true;
    }

    /// Submits a call of the application's function. Nothing is called once the stream was
    /// aborted or destroyed.
    Status launch(const Ref<HostTask>& task);

    /// Waits for everything submitted so far and reports a failure that is due, once.
    /// kRtStreamSyncTimeout (507046) at the deadline; kRtFeatureNotSupport (207000), as with
    /// waitFor(), inside a function for which the stream itself waits; the code of whatever drops
    /// the work meanwhile.
    Status synchronize(Deadline deadline);

    /// Waits until the entry `serial` has run or was dropped. kRtStreamSyncTimeout (507046) at the
    /// deadline. Reports no failure.
    Status waitFor(uint64_t serial, Deadline deadline);

    /// Whether everything submitted so far is done.
    bool isIdle();

    /// Whether the entry `serial` has run or was dropped; never waits.
    bool hasPassed(uint64_t serial);

    FailureMode failureMode() const;

    /// kRtParamInvalid (107000) from kStop back to kContinue.
    Status setFailureMode(FailureMode mode);

    /// Drops work that has not begun, and makes those who wait for the stream return with
    /// kRtStreamAbort (107023). The stream can be used further, also one that stop() had stopped.
    Status abort();

    /// The two halves of an abort, for whoever aborts several streams: between them, nothing of any
    /// of them begins. `reason` is the code for those who wait. Each beginDrop() that succeeds
    /// wants an endDrop(). kRtWaitTimeout (107019) when the entry that is being executed does not
    /// end until the deadline: nothing was dropped then.
    Status beginDrop();
    Status endDrop(Code reason, Deadline deadline);

    /// Stops before the next task, for good but for abort(), and drops nothing. Those who wait for
    /// the stream or submit to it get kRtTaskAbortStop (107035).
    Status stop();

    /// Drops the tasks of a persistent stream. kRtParamInvalid (107000) for any other.
    Status cleanPersistent();

    // --- callbacks ---

    /// Lets thread `threadId` call the callbacks of the stream. kRtStreamSubscribe (107011) when
    /// one does already; errors of Subscriptions::add().
    Status subscribe(uint64_t threadId);

    /// Callbacks that were not begun are lost: the next synchronise says so. kRtStreamSubscribe
    /// (107011) when nobody is subscribed, kRtThreadSubscribe (107012) when it is another thread.
    Status unsubscribe(uint64_t threadId);

    /// kRtStreamNoCbReg (107015) when nobody is subscribed.
    Result<Ref<Subscription>> subscription() const;

    /// For HostTask: whether the function may be called now; that it has returned; that it never
    /// will be.
    bool beginCall(const HostTask& task);
    void endCall(const HostTask& task);
    void loseCall(const HostTask& task);

    /// Tells the application's callbacks that the stream is there, and once after that, that it is
    /// about to go.
    void announceCreation();
    void announceEnd();

    /// Whether shutDown() stops the stream, or has stopped it.
    bool isDestroyed() const;

    /// Lets work in flight finish until the deadline, then stops the queue for good and gives it
    /// back. Calls of other threads that wait for the stream return. Called again, it waits for the
    /// first call and returns false. Errors as driver::Driver::destroyQueue(); the stream has ended
    /// all the same.
    Result<bool> shutDown(Deadline deadline);

    /// For the failure monitor: deals with a failure that the device has reported; the application
    /// has been told of one.
    void recover();
    void endReport();

  private:
    // Entries that submitAll() hands to the device together.
    static constexpr uint32_t kMostAtOnce = 64;

    // What is kept for an entry in the ring.
    struct Slot {
        TaskOwner* owner = nullptr;  // a reference of its own
        KernelArgsRange args;        // of a kernel
        uint32_t threadId = 0;       // that submitted it
        uint16_t taskId = 0;
        ArgsRing::Position argsEnd = 0;  // behind the arguments of all tasks up to it
    };

    // A failure that the next synchronise reports.
    struct Failure {
        Code code;
        Ref<TaskFailure> details;  // may be null
    };

    struct FreeSlots {
        void operator()(Slot* slots) const noexcept;
    };

    Stream(Context& context, const StreamSetup& setup);

    static void onQueueFailed(void* stream, driver::Queue& queue);
    static void onHostCall(void* stream, driver::Queue& queue, const driver::HostCall& call);

    Status beginTask(Lock& lock, hw::Common& common) BELAY_REQUIRES(mutex_);
    Result<uint64_t> finishTask(const hw::Sqe& sqe, const hw::Common& common, TaskOwner* owner)
        BELAY_REQUIRES(mutex_);
    Status finishKernel(const hw::Sqe& sqe, const hw::Common& common, TaskOwner* owner,
                        const KernelArgsRange& args) BELAY_REQUIRES(mutex_);
    bool takeArgs(uint32_t bytes, uint32_t alignment, ArgsPlace& place) BELAY_REQUIRES(mutex_);
    Result<bool> makeArgsRoom(Lock& lock) BELAY_REQUIRES(mutex_);
    Result<bool> makeArgsRing(Lock& lock) BELAY_NO_THREAD_SAFETY_ANALYSIS;
    Status finishTasks(const hw::Sqe* sqes, uint32_t count, TaskOwner* owner)
        BELAY_REQUIRES(mutex_);
    // How many of `wanted` entries can be submitted at once now: at least one after beginTask().
    uint32_t roomFor(uint64_t wanted) const BELAY_REQUIRES(mutex_);
    Status push(const hw::Sqe* sqes, uint32_t count, uint16_t firstTaskId, TaskOwner* owner,
                const KernelArgsRange& args = {}) BELAY_REQUIRES(mutex_);
    Status sendFlip() BELAY_REQUIRES(mutex_);
    Status makeRoom(Lock& lock) BELAY_REQUIRES(mutex_);
    Status requireUsable() const BELAY_REQUIRES(mutex_);
    Status requireWaitable(uint64_t serial) const BELAY_REQUIRES(mutex_);
    bool isFull() const BELAY_REQUIRES(mutex_);

    // Waits without the lock; at most until the deadline.
    // With the lock, which it gives up meanwhile: more than the analysis can follow.
    Status waitUnlocked(Lock& lock, uint64_t serial,
                        Deadline deadline) BELAY_NO_THREAD_SAFETY_ANALYSIS;
    Status waitUntilRetired(Lock& lock, uint64_t serial, Deadline deadline) BELAY_REQUIRES(mutex_);

    void noteTask(uint32_t taskId) const noexcept;

    void retire() BELAY_REQUIRES(mutex_);
    void retireUpTo(uint64_t serial, TaskEnd end) BELAY_REQUIRES(mutex_);
    void readCompletions() BELAY_REQUIRES(mutex_);
    void handleCompletion(const driver::Completion& completion) BELAY_REQUIRES(mutex_);
    void handleFailure(const driver::Completion& completion) BELAY_REQUIRES(mutex_);
    Ref<TaskFailure> describe(const driver::Completion& completion, Code code,
                              const Slot& slot) const noexcept;
    bool reportFailure(const Ref<TaskFailure>& failure) BELAY_REQUIRES(mutex_);
    DeviceMemory takeArgsMemory() BELAY_REQUIRES(mutex_);
    Status resumeQueue() BELAY_REQUIRES(mutex_);
    Status takeFailure(Lock& lock) BELAY_NO_THREAD_SAFETY_ANALYSIS;

    bool mustStandStill() const BELAY_REQUIRES(mutex_) {
        return isDead_ || droppers_ != 0 || isStopped_ || isPersistent();
    }

    Status waitUntilStill(Deadline deadline);
    void dropAll() BELAY_REQUIRES(mutex_);
    bool isOwed(const HostTask& task) const BELAY_REQUIRES(mutex_);
    void settle(const HostTask& task) BELAY_REQUIRES(mutex_);

    Slot& slotOf(uint64_t serial) BELAY_REQUIRES(mutex_) { return slots_[serial & slotMask_]; }

    Slot* findSlot(const hw::LogicCqe& entry) BELAY_REQUIRES(mutex_);
    std::optional<uint64_t> serialOf(const hw::LogicCqe& entry) BELAY_REQUIRES(mutex_);

    const Ref<Context> context_;
    const StreamSetup setup_;
    CoreLimits coreLimits_;
    std::atomic<uint32_t> priority_;
    std::atomic<bool> isAnnounced_{false};
    driver::Queue* queue_ = nullptr;  // set once, before anyone else sees the stream; see isGone_
    uint16_t id_ = 0;                 // likewise
    uint64_t slotMask_ = 0;           // the queue's depth, a power of two, less one
    std::unique_ptr<Slot[], FreeSlots> slots_;

    mutable Mutex mutex_{LockRank::kStream, "stream"};
    bool isDead_ BELAY_GUARDED_BY(mutex_) = false;
    bool isGone_ BELAY_GUARDED_BY(mutex_) = false;  // the queue was given back
    CondVar gone_;
    // Threads that wait in the driver without the lock; the queue stays while there are any.
    uint32_t waiters_ BELAY_GUARDED_BY(mutex_) = 0;
    CondVar waitersGone_;
    // Threads that have disabled the queue to drop what is in it, or are doing so. While there are
    // any nobody enables it: an entry must not run after its owner was told that it never will.
    uint32_t droppers_ BELAY_GUARDED_BY(mutex_) = 0;
    CondVar dropped_;
    uint64_t submitted_ BELAY_GUARDED_BY(mutex_) = 0;  // entries
    uint64_t retired_ BELAY_GUARDED_BY(mutex_) = 0;    // entries that have ended
    hw::TaskIds taskIds_ BELAY_GUARDED_BY(mutex_);
    FailureMode failureMode_ BELAY_GUARDED_BY(mutex_) = FailureMode::kContinue;
    bool checksOverflow_ BELAY_GUARDED_BY(mutex_) = false;
    bool keepsOperatorInfo_ BELAY_GUARDED_BY(mutex_) = false;
    uint32_t tag_ BELAY_GUARDED_BY(mutex_) = 0;
    ArgsRing argsRing_ BELAY_GUARDED_BY(mutex_);
    std::optional<Failure> dueFailure_ BELAY_GUARDED_BY(mutex_);
    std::optional<Failure> stoppedBy_ BELAY_GUARDED_BY(mutex_);  // in mode kStop
    bool isStopped_ BELAY_GUARDED_BY(mutex_) = false;            // by stop()
    uint64_t dropCount_ BELAY_GUARDED_BY(mutex_) = 0;
    Code dropReason_ BELAY_GUARDED_BY(mutex_) = Code::kRtStreamAbort;
    uint64_t droppedBefore_ BELAY_GUARDED_BY(mutex_) = 0;  // functions of these entries never begin
    std::optional<uint16_t> callEvent_ BELAY_GUARDED_BY(mutex_);  // releases blocking calls
    Ref<Subscription> subscription_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
