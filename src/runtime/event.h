// Event: a mark in a stream that others wait for, ask about and take the time of.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/handle_cell.h"
#include "base/mutex.h"
#include "base/result.h"
#include "runtime/device.h"
#include "runtime/task.h"

namespace belay {

class Stream;

/// How many tasks that wait for an event or reset it have not ended. Outlives the event while there
/// are any.
class EventWaits final : public RefCounted {
  public:
    void add() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }

    // Release and acquire: who sees that none is left sees what they have led to.
    void end() noexcept { count_.fetch_sub(1, std::memory_order_release); }

    bool areNone() const noexcept { return count_.load(std::memory_order_acquire) == 0; }

  private:
    std::atomic<uint32_t> count_{0};
};

/// An id of a device's event table, given back with the object. Owner of the tasks that wait for
/// it.
class EventFlag final : public TaskOwner {
  public:
    /// `waits`: of the event that the flag is for.
    static Result<Ref<EventFlag>> create(Device& device, EventWaits& waits);
    ~EventFlag() override;
    EventFlag(const EventFlag&) = delete;
    EventFlag& operator=(const EventFlag&) = delete;

    Device& device() const noexcept { return *device_; }

    uint16_t id() const noexcept { return id_; }

    void record() noexcept;

    /// While the device cannot be closed: without the lock that keeps others off one that was.
    void resetWhileOpen() noexcept;

    /// A task that waits for the flag or resets it is about to be submitted; ended() takes it back.
    void addTask() noexcept { waits_->add(); }

    void ended(TaskEnd) noexcept override { waits_->end(); }

  private:
    EventFlag(Device& device, uint16_t id, EventWaits& waits);

    const Ref<Device> device_;
    const uint16_t id_;
    const Ref<EventWaits> waits_;
};

/// One record of an event: where in which stream it lies, and what came of it. Waits refer to the
/// record, not to the event, so recording anew or destroying the event does not change them.
class EventRecording final : public TaskOwner {
  public:
    /// `flag` is null for a record that no stream waits for.
    explicit EventRecording(Ref<EventFlag> flag) noexcept : flag_(std::move(flag)) {}

    /// Where it is being submitted. Called before the device can execute it.
    void place(Stream& stream, uint64_t serial) noexcept {
        stream_.store(&stream, std::memory_order_relaxed);
        serial_.store(serial, std::memory_order_relaxed);
    }

    EventFlag* flag() const noexcept { return flag_.get(); }

    /// Whether the stream is known to have got there.
    bool isKnownDone() const noexcept { return isDone_.load(std::memory_order_acquire); }

    /// Whether the stream has got there; looks at the stream if need be.
    bool isDone();

    /// kRtEventSyncTimeout (507047) at the deadline.
    Status wait(Deadline deadline);

    /// Whether it lies in this stream, while it is not done.
    bool isIn(const Stream& stream) const noexcept {
        return stream_.load(std::memory_order_relaxed) == &stream;
    }

    /// The device's clock when it was recorded; nothing if not done or without time stamp.
    std::optional<uint64_t> ticks() const noexcept;

    void stamped(uint64_t ticks) noexcept override;
    void ended(TaskEnd end) noexcept override;

    /// Whether it is over and only the caller knows of it, so that it can be used again.
    bool isReusable() const noexcept;

    /// Makes a reusable record a new one. While its device cannot be closed.
    void startAgain() noexcept;

  private:
    static constexpr uint64_t kNoTicks = UINT64_MAX;

    Ref<Stream> pendingStream() const;

    const Ref<EventFlag> flag_;
    // Written before others see the record. The stream's handle is closed, and its memory given
    // back after the grace period, only once the record is done: who finds it not done inside a
    // guard may use the stream in that guard.
    std::atomic<Stream*> stream_{nullptr};
    std::atomic<uint64_t> serial_{0};
    std::atomic<uint64_t> ticks_{kNoTicks};  // written before isDone_
    std::atomic<bool> isDone_{false};        // release: who sees it sees the time, too
};

/// What an event can be used for.
struct EventSetup {
    static constexpr uint32_t kFlagSync = 0x01;
    static constexpr uint32_t kFlagProgress = 0x02;
    static constexpr uint32_t kFlagTimeLine = 0x08;
    static constexpr uint32_t kFlagDeviceUseOnly = 0x10;
    static constexpr uint32_t kFlagExternal = 0x20;
    static constexpr uint32_t kFlagIpc = 0x40;
    static constexpr uint32_t kAllFlags = 0x7B;

    /// How the application made it.
    enum class Origin : uint8_t {
        kPlain,     ///< aclrtCreateEvent()
        kWithFlag,  ///< aclrtCreateEventWithFlag()
        kEx,        ///< aclrtCreateEventExWithFlag()
    };

    Origin origin = Origin::kPlain;
    uint32_t flags = 0;

    bool has(uint32_t flag) const noexcept { return (flags & flag) != 0; }

    /// Whether streams can wait for it. A plain event can do everything.
    bool allowsWaiting() const noexcept {
        return origin == Origin::kPlain || has(kFlagSync | kFlagExternal | kFlagDeviceUseOnly);
    }

    bool keepsTime() const noexcept { return origin == Origin::kPlain || has(kFlagTimeLine); }

    /// Whether it is one flag of the device all its life, so that a wait can come before the
    /// record.
    bool ownsFlag() const noexcept { return origin == Origin::kWithFlag && allowsWaiting(); }
};

/// Belongs to a device; usable with streams of all its contexts. Thread-safe.
class Event final : public Handled {
  public:
    static constexpr HandleType kHandleType{"event"};
    static constexpr bool kIsOfDevice = true;

    /// kRtNoEventResource (207007) when the device has no more and this event needs one for good.
    static Result<Ref<Event>> create(Device& device, const EventSetup& setup);

    ~Event() override;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    const EventSetup& setup() const noexcept { return setup_; }

    Device& device() const noexcept { return *device_; }

    /// Submits a record to a stream.
    Status record(Stream& stream);

    /// Makes a stream wait for the latest record, at most `timeoutS` seconds (0: no limit), after
    /// which the waiting task fails. kRtFeatureNotSupport (207000) if the event does not allow it;
    /// kRtParamInvalid (107000) before the first record of a plain event.
    Status makeWait(Stream& stream, uint32_t timeoutS);

    /// Forgets the record, in the order of the stream for an event that owns a flag.
    /// kRtFeatureNotSupport (207000) if the event does not allow waiting.
    Status reset(Stream& stream);

    /// Whether the latest record is done. Never recorded: done.
    bool isDone();

    bool wasRecorded() const;

    /// Whether all waits for the event that were submitted are over. Looks at all streams if need
    /// be.
    bool areWaitsDone();

    /// Waits for the latest record. kRtEventSyncTimeout (507047) at the deadline. Never recorded:
    /// at once.
    Status synchronize(Deadline deadline);

    /// The device's clock at the latest record. kRtInternalError (507000) when never recorded or
    /// not done, kRtEventTimestampInvalid (107006) without time stamp.
    Result<uint64_t> ticks();

    /// The number of its flag; 0 while it has none.
    uint32_t id() const;

  private:
    Event(Device& device, const EventSetup& setup, Ref<EventWaits> waits, Ref<EventFlag> flag);

    Result<Ref<EventRecording>> makeRecording();
    Ref<EventRecording> latest() const;
    Ref<EventFlag> flag() const;
    template <typename Encode>
    static Status submitForFlag(Stream& stream, EventFlag& flag, Encode encode);
    static Status submitWait(Stream& stream, EventFlag& flag, uint32_t timeoutS);
    Status submitReset(Stream& stream, EventFlag& flag);

    const Ref<Device> device_;
    const EventSetup setup_;
    const Ref<EventWaits> waits_;
    const Ref<EventFlag> ownFlag_;  // null unless ownsFlag()

    mutable Mutex mutex_{LockRank::kEvent, "event"};
    Ref<EventRecording> latest_ BELAY_GUARDED_BY(mutex_);
    Ref<EventRecording> previous_ BELAY_GUARDED_BY(mutex_);  // to be used again
};

}  // namespace belay
