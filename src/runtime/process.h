// Process: the one root of the runtime. Counts initialisations and owns what lasts as long as they
// do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <thread>

#include "base/mutex.h"
#include "base/never_destroyed.h"
#include "base/result.h"
#include "runtime/callback_list.h"
#include "runtime/config.h"
#include "runtime/system_parameters.h"

namespace belay {

/// Called when the runtime is initialised, with the text of the configuration file (not null, zero
/// bytes long without one). Anything but 0 makes the initialisation fail with that code.
using InitCallback = int (*)(const char* config, size_t length, void* userData);

/// Called when the runtime is torn down.
using FinalizeCallback = int (*)(void* userData);

/// Called at one stage of a snapshot, once per device.
using SnapshotCallback = uint32_t (*)(int32_t device, void* userData);

/// Thread-safe. Callbacks run without locks, on the thread whose call triggers them, and may call
/// everything except initialize() and finalize(), which answer them with an error.
class Process {
  public:
    /// The process's only instance; never destroyed, so usable from static destructors.
    static Process& instance();

    /// Initialises with the configuration file at `configPath` (null or "": none), or counts once
    /// more. Errors: kRepeatInitialize (100002) when initialised already (counted all the same);
    /// kInvalidParam (100000) when the content differs from that of an earlier initialisation in
    /// this process; what readConfigFile(), Config::parse() and the callbacks answer. A failed call
    /// changes nothing.
    Status initialize(const char* configPath);

    /// Tears down whatever the count. The first call in a process that never was initialised
    /// succeeds; otherwise kRepeatFinalize (100037) when not initialised. When a callback fails the
    /// teardown goes on and the first failure's code is returned.
    Status finalize();

    /// Lowers the count, tears down at 0, and returns what is left. kRepeatFinalize (100037) when
    /// not initialised.
    Result<uint64_t> finalizeReference();

    /// How many callbacks one type takes.
    enum class Sharing { kOnePerType, kAnyNumber };

    /// Calls `callback` at each initialisation; at once when initialised now, and then a failure is
    /// returned and the registration undone. kInternalError (500000) when `type` has one already
    /// and takes no more.
    Status registerInitCallback(int type, Sharing sharing, InitCallback callback, void* userData);

    /// kInternalError (500000) when it is not registered for `type`.
    Status unregisterInitCallback(int type, InitCallback callback);

    /// Calls `callback` at each teardown, newest first. Errors as registerInitCallback().
    Status registerFinalizeCallback(int type, Sharing sharing, FinalizeCallback callback,
                                    void* userData);

    /// kInternalError (500000) when it is not registered for `type`.
    Status unregisterFinalizeCallback(int type, FinalizeCallback callback);

    bool isInitialized() const;

    /// By stage, as the public API numbers them.
    CallbackList<int, SnapshotCallback>& snapshotCallbacks() { return snapshotCallbacks_; }

    SystemParameters& systemParameters() { return systemParameters_; }

    /// The configuration in force: of the first initialisation with a file, else all defaults.
    Config config() const;

    /// Config::maxOpQueueNum of the configuration in force. Takes no memory.
    uint64_t maxOpQueueNum() const;

  private:
    friend struct ProcessFork;
    friend class NeverDestroyed<Process>;

    Process() = default;

    // Waits until no thread is initialising or tearing down, then takes that role. Fails with
    // `reentered` when the calling thread has it: the caller is a callback.
    Status beginTransition(Lock& lock, Code reentered) BELAY_REQUIRES(mutex_);
    void endTransition() BELAY_REQUIRES(mutex_);

    Status configure(const char* configPath);
    Status runInitCallbacks();
    Status tearDown();

    mutable Mutex mutex_{LockRank::kProcess, "process"};
    CondVar transitionEnded_;
    std::optional<std::thread::id> transitionOwner_ BELAY_GUARDED_BY(mutex_);
    uint64_t references_ BELAY_GUARDED_BY(mutex_) = 0;
    bool everInitialized_ BELAY_GUARDED_BY(mutex_) = false;
    bool finalizedUnused_ BELAY_GUARDED_BY(mutex_) = false;
    // Whether callbacks that register now have missed this initialisation's round.
    bool initCallbacksTaken_ BELAY_GUARDED_BY(mutex_) = false;
    std::optional<std::string> configText_ BELAY_GUARDED_BY(mutex_);
    Config config_ BELAY_GUARDED_BY(mutex_);
    CallbackList<int, InitCallback> initCallbacks_;
    CallbackList<int, FinalizeCallback> finalizeCallbacks_;
    CallbackList<int, SnapshotCallback> snapshotCallbacks_;
    SystemParameters systemParameters_;
};

}  // namespace belay
