// NamedCallbacks: functions that an application registered under names of its choice.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"

namespace belay {

/// Thread-safe. Running works on a copy, so callbacks may register and remove; one that is removed
/// while another thread runs the copy can still be called once.
template <typename... Args>
class NamedCallbacks {
  public:
    /// What it returns, the runner of the list may look at.
    using Function = std::function<int(Args...)>;

    struct Entry {
        std::string name;
        Function function;
    };

    /// kRtParamInvalid (107000) for a name that is taken.
    Status add(std::string_view name, Function function) {
        const Lock lock(mutex_);
        if (find(name) != entries_.end()) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'regName' is \"{}\", under which a function is "
                                 "registered already; remove that first",
                                 name);
        }
        entries_.push_back({std::string(name), std::move(function)});
        return Status::ok();
    }

    /// kRtParamInvalid (107000) for a name that is not there.
    Status remove(std::string_view name) {
        const Lock lock(mutex_);
        const auto found = find(name);
        if (found == entries_.end()) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'regName' is \"{}\", under which no function is "
                                 "registered",
                                 name);
        }
        entries_.erase(found);
        return Status::ok();
    }

    /// Calls all of them, oldest first, without the lock.
    void run(Args... args) const {
        for (const Entry& entry : entries()) {
            entry.function(args...);
        }
    }

    /// All of them, oldest first.
    std::vector<Entry> entries() const {
        const Lock lock(mutex_);
        return entries_;
    }

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

  private:
    auto find(std::string_view name) BELAY_REQUIRES(mutex_) {
        return std::find_if(entries_.begin(), entries_.end(),
                            [name](const Entry& entry) { return entry.name == name; });
    }

    mutable Mutex mutex_{LockRank::kObject, "named callbacks"};
    std::vector<Entry> entries_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
