// TaskFailure: what is known of a task that has failed on the device.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "base/ref.h"
#include "base/status.h"
#include "runtime/exceptions.h"
#include "runtime/task.h"

namespace belay {

/// Keeps what the task refers to. Thread-safe.
class TaskFailure final : public RefCounted {
  public:
    /// `reason` and `pc`: as the driver says it; `owner` may be null.
    TaskFailure(const ExceptionInfo& info, std::string reason, uint64_t pc, Ref<TaskOwner> owner);
    ~TaskFailure() override;
    TaskFailure(const TaskFailure&) = delete;
    TaskFailure& operator=(const TaskFailure&) = delete;

    Code code() const noexcept { return static_cast<Code>(info_.errorCode); }

    /// In one sentence: which task failed where, and why. Found out when it is first wanted, which
    /// may read debug information: without locks.
    const std::string& text() const;

    /// Tells the functions that the application has registered. Without locks.
    void tellApplication() const;

  private:
    std::string compose() const;

    const ExceptionInfo info_;
    const std::string reason_;
    const uint64_t pc_;
    const Ref<TaskOwner> owner_;
    mutable std::once_flag isComposed_;
    mutable std::string text_;
};

}  // namespace belay
