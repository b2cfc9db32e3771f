// Devices: the devices of this process, which of them are set, and what is current on a thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/never_destroyed.h"
#include "base/ref.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "runtime/context.h"
#include "runtime/device.h"

namespace belay {

/// The numbers that a device has.
struct DeviceNumbers {
    uint32_t user = 0;      ///< the application's
    uint32_t logical = 0;   ///< the driver's, whatever the variable leaves
    uint32_t physical = 0;  ///< the machine's, which a container does not change
};

/// Opens and closes devices as applications set and reset them. The backend, and which of its
/// devices ASCEND_RT_VISIBLE_DEVICES leaves, are settled when a device is first asked for, and
/// stay. Thread-safe. In a forked child whose parent had used devices, everything here fails with
/// kRtInternalError (507000); asking what there is does not count as use.
class Devices {
  public:
    /// The process's only instance; never destroyed.
    static Devices& instance();

    /// Whether this process was forked from one that had used devices. One load.
    static bool areLostInFork() noexcept { return lostInFork.load(std::memory_order_relaxed); }

    /// kRtInternalError (507000) when areLostInFork(). Before any lock is taken.
    static Status requireNotForked() { return areLostInFork() ? lostInForkError() : Status::ok(); }

    Result<driver::Driver*> driver();

    /// How many devices the application sees. kRtNoDevice (207004) when there are none.
    Result<uint32_t> count();

    /// kRtInvalidDeviceid (107001) for a number that is not there; the text names `argument`.
    Result<driver::DeviceInfo> info(int32_t device, const char* argument = "deviceId");

    /// The numbers of the device whose number of the kind `kind` is `number`. Error as info().
    Result<DeviceNumbers> numbers(uint32_t DeviceNumbers::*kind, int32_t number,
                                  const char* argument);

    /// How a device is now, whether it is set or not. Error as info().
    Result<driver::DeviceState> state(int32_t device);

    /// The chip's name, valid as long as the process. kRtNoDevice (207004) without devices.
    Result<const char*> socName();

    /// Counts one more use of a device, opens it with the first, and makes its default context
    /// current on the calling thread. Errors leave everything as it was.
    Status set(int32_t device);

    /// One use less; the last one ends the default context, after work in flight has had its time,
    /// and closes the device unless it has other contexts. kRtContextReleaseError (507007) when
    /// nobody has set it.
    Status reset(int32_t device);

    /// Closes the device whatever the count, without waiting for work. Error as reset().
    Status resetForce(int32_t device);

    /// Makes a context on a device, which stays open until it is destroyed, and makes it current on
    /// the calling thread.
    Result<Ref<Context>> createContext(int32_t device);

    /// Destroys a context that createContext() made, after work in flight has had its time.
    /// kRtContextNull (107002) for a default context, or when it was destroyed already.
    Status destroyContext(Context& context);

    /// Closes all devices: when the runtime is finalised.
    void closeAll();

    /// The application's number of a device that the driver has under `driverNumber`.
    uint32_t numberOf(uint32_t driverNumber);

    /// Looks how far the streams of all devices are, so that tasks that are done have ended.
    void lookAtStreams();

    /// The device if it is set, else null.
    Ref<Device> find(int32_t device);

    // --- the calling thread ---

    /// The context that is current on the calling thread, borrowed until it changes or the thread's
    /// guard ends. kRtContextNull (107002) when there is none, or it was destroyed.
    static Result<Context*> currentContext();

    static void setCurrentContext(Ref<Context> context);

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

    /// In a forked child.
    void noteFork() noexcept;

  private:
    friend class NeverDestroyed<Devices>;

    static Status lostInForkError();
    static void announceOpening(uint32_t number, bool isNew, Context* newContext);

    struct Entry {
        driver::DeviceInfo info;
        uint32_t driverNumber = 0;
        uint64_t uses = 0;      // by set()
        uint64_t contexts = 0;  // by createContext()
        Ref<Device> device;
        bool isChanging = false;  // a thread is opening or closing it, without the lock
        std::thread::id changer;  // that thread, which may be in a callback of the application
    };

    Devices() = default;

    Status start() BELAY_REQUIRES(mutex_);
    Result<Entry*> entry(int32_t device, const char* argument = "deviceId") BELAY_REQUIRES(mutex_);
    Result<Entry*> settledEntry(Lock& lock, int32_t device) BELAY_REQUIRES(mutex_);
    Result<Ref<Device>> open(Lock& lock, Entry& found, uint32_t number) BELAY_REQUIRES(mutex_);
    Status close(Lock& lock, Entry& found, int64_t waitMs) BELAY_REQUIRES(mutex_);
    // Likewise at once, where an error is nobody's: it is logged.
    void closeUntold(Lock& lock, Entry& found) BELAY_REQUIRES(mutex_);
    // With the lock, which it gives up meanwhile: more than the analysis can follow.
    template <typename Work>
    void changeUnlocked(Lock& lock, Entry& found, Work work) BELAY_NO_THREAD_SAFETY_ANALYSIS;
    static Status requireSet(const Entry& found, int32_t device);
    Status waitUntilSettled(Lock& lock, const Entry& found) BELAY_REQUIRES(mutex_);

    static std::atomic<bool> lostInFork;

    mutable Mutex mutex_{LockRank::kProcess, "devices of the process"};
    CondVar settled_;
    std::unique_ptr<driver::Driver> driver_ BELAY_GUARDED_BY(mutex_);
    std::vector<Entry> entries_ BELAY_GUARDED_BY(mutex_);  // by the application's numbers
    bool isStarted_ BELAY_GUARDED_BY(mutex_) = false;      // the driver has said which there are
    std::string hiding_ BELAY_GUARDED_BY(mutex_);          // why not all of them are entries
};

}  // namespace belay
