// TaskOwner: what submitted work keeps alive until it is done, and how that hears of the end.
#pragma once

#include <cstdint>
#include <string>

#include "base/ref.h"

struct rtExceptionInfo;

namespace belay {

/// How a task ended.
enum class TaskEnd : uint8_t {
    kDone,
    kFailed,   ///< the device reported an error
    kDropped,  ///< it never ran: its stream was stopped or destroyed
};

/// Base of what a task refers to. Unless it says otherwise, functions and the destructor are called
/// with the stream's lock held: they must not block and may take locks of higher rank only.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see RefCounted
class TaskOwner : public RefCounted {
  public:
    /// The device's clock when the task ran. Called before ended(), if the task asked for a time
    /// stamp.
    virtual void stamped(uint64_t /*ticks*/) noexcept {}

    virtual void ended(TaskEnd /*end*/) noexcept {}

    // --- when it has failed ---

    /// The handle of the function that it calls on the device; null when there is none.
    virtual void* function() const noexcept { return nullptr; }

    /// Who it is and where it failed, for people: "kernel 'add' in add.cpp:12". `pc` is 0 when it
    /// is not known. Empty when there is nothing to say. Called without locks on any thread; may
    /// block.
    virtual std::string whereabouts(uint64_t /*pc*/) const { return {}; }

    /// Calls the function that the application has given for failures of such tasks. On the failure
    /// monitor's thread, without locks.
    virtual void tellApplication(::rtExceptionInfo& /*info*/) const {}
};

}  // namespace belay
