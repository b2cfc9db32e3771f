// StateCallbacks: who wants to know when devices and streams come and go, and when work is aborted.
#pragma once

#include <cstdint>

#include "base/never_destroyed.h"
#include "runtime/named_callbacks.h"

namespace belay {

class Stream;

// Numbers as in the public interface.
enum class DevicePhase : uint8_t {
    kBeforeSet = 0,
    kAfterSet = 1,
    kBeforeReset = 2,
    kAfterReset = 3,
};
enum class StreamPhase : uint8_t { kCreated = 1, kBeforeDestroy = 2 };
enum class AbortPhase : uint8_t { kBefore = 0, kAfter = 1 };

/// The lists are run without locks, on the thread that changes the state.
class StateCallbacks {
  public:
    /// The process's only instance; never destroyed.
    static StateCallbacks& instance();

    /// Of a device that is opened or closed, by the application's number.
    NamedCallbacks<uint32_t, DevicePhase>& devices() { return devices_; }

    /// Of a stream, by its handle.
    NamedCallbacks<void*, StreamPhase>& streams() { return streams_; }

    /// Of a device whose work is dropped; the last argument is how many milliseconds the function
    /// should not exceed, 0 for no limit. Anything but 0 is a failure.
    NamedCallbacks<uint32_t, AbortPhase, uint32_t>& aborts() { return aborts_; }

  private:
    friend class NeverDestroyed<StateCallbacks>;

    StateCallbacks() = default;

    NamedCallbacks<uint32_t, DevicePhase> devices_;
    NamedCallbacks<void*, StreamPhase> streams_;
    NamedCallbacks<uint32_t, AbortPhase, uint32_t> aborts_;
};

/// Tells that a stream was created, or is about to be destroyed.
void announce(const Stream& stream, StreamPhase phase);

/// Tells that a device is about to be opened or closed, or was.
void announce(uint32_t deviceNumber, DevicePhase phase);

}  // namespace belay
