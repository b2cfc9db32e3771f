// Context: a set of streams on a device, current on any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/handle_cell.h"
#include "base/mutex.h"
#include "base/ref.h"
#include "base/result.h"
#include "runtime/device.h"
#include "runtime/system_parameters.h"

namespace belay {

struct StreamSetup;

/// Owns its streams. A context has no counterpart on the device. Thread-safe.
class Context final : public Handled {
  public:
    static constexpr HandleType kHandleType{"context"};
    static constexpr bool kIsOfDevice = true;

    /// A context with its default stream. Device::createContext() is the way to make one.
    static Result<Ref<Context>> create(Device& device);

    ~Context() override;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    Device& device() const noexcept { return *device_; }

    /// False once it was destroyed, or its device reset: nothing can be done with it any more.
    bool isAlive() const noexcept { return isAlive_.load(std::memory_order_seq_cst); }

    /// Borrowed: there until the end of the EpochGuard in which the context was found alive.
    Stream* defaultStream() const noexcept { return defaultStream_; }

    SystemParameters& systemParameters() noexcept { return systemParameters_; }

    Result<Ref<Stream>> createStream(const StreamSetup& setup);

    /// Tells the application's callbacks of the default stream. Without locks.
    void announceDefaultStream();

    /// Unlinks a stream that is being destroyed.
    void forget(const Stream& stream);

    std::vector<Ref<Stream>> streams() const;

    /// Waits for the streams' work until the deadline, then stops and destroys them, and closes
    /// their handles and its own. Idempotent. The first error of a stream's end; all have ended.
    Status shutDown(Deadline deadline);

    /// shutDown() after at most `waitMs`, and takes the context off its device.
    Status destroy(int64_t waitMs);

  private:
    explicit Context(Device& device);

    const Ref<Device> device_;
    // Sequentially consistent, as with handles: who sees true inside a guard is seen by whoever
    // takes back what the context owns.
    std::atomic<bool> isAlive_{true};
    std::atomic<bool> isEnding_{false};
    // One of streams_, which hold the context: so no reference. Set before anyone else sees it.
    Stream* defaultStream_ = nullptr;
    SystemParameters systemParameters_;

    mutable Mutex mutex_{LockRank::kContext, "context"};
    std::vector<Ref<Stream>> streams_ BELAY_GUARDED_BY(mutex_);  // the default one too
};

}  // namespace belay
