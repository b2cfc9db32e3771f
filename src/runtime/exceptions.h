// ExceptionInfo and ExceptionCallbacks: how an application learns which task failed on a device.
#pragma once

#include <cstdint>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"

/// What a failed task tells. The C API hands out pointers to it under this name. Ids are those that
/// the API's getters for streams, tasks and devices give.
// NOLINTNEXTLINE(readability-identifier-naming): the tag is part of the C interface
struct rtExceptionInfo {
    uint32_t taskId = 0;
    uint32_t streamId = 0;
    uint32_t threadId = 0;
    uint32_t deviceId = 0;
    uint32_t errorCode = 0;  ///< a public code
    void* deviceArgs =
        nullptr;  ///< the kernel's argument block, a device address; null for other tasks
    uint32_t deviceArgsBytes = 0;
    void* function = nullptr;  ///< the kernel function's handle; null for other tasks
};

namespace belay {

using ExceptionInfo = ::rtExceptionInfo;
using ExceptionCallback = void (*)(ExceptionInfo* info);

/// The functions to tell about failed tasks: one that is set, and any number that are registered.
/// They run without locks. Thread-safe.
class ExceptionCallbacks {
  public:
    /// The process's only instance; never destroyed.
    static ExceptionCallbacks& instance();

    /// Replaces the one that is set; null removes it.
    void set(ExceptionCallback callback);

    /// kInvalidParam (100000) when it is registered already.
    Status add(ExceptionCallback callback);

    /// kInvalidParam (100000) when it is not registered.
    Status remove(ExceptionCallback callback);

    /// Calls the one that is set and then the registered ones, oldest first, with `info`.
    void report(ExceptionInfo& info) const;

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

  private:
    mutable Mutex mutex_{LockRank::kObject, "exception callbacks"};
    ExceptionCallback set_ BELAY_GUARDED_BY(mutex_) = nullptr;
    std::vector<ExceptionCallback> registered_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
