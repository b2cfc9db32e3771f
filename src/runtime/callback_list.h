// CallbackList: functions that an application registered, kept in order, run without any lock.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/mutex.h"

namespace belay {

/// Registered callbacks, each with a key (which occasion it is for), the function and the
/// application's data. Thread-safe. Running works on a copy, so callbacks may register and
/// unregister; one that is unregistered while another thread runs the copy can still be called
/// once.
template <typename Key, typename Function>
class CallbackList {
  public:
    struct Entry {
        Key key;
        Function function;
        void* userData;
    };

    void add(Key key, Function function, void* userData) {
        const Lock lock(mutex_);
        entries_.push_back({key, function, userData});
    }

    /// Adds unless any function is there already for `key`; whether it was added.
    bool addFirst(Key key, Function function, void* userData) {
        const Lock lock(mutex_);
        if (std::any_of(entries_.begin(), entries_.end(),
                        [&](const Entry& entry) { return entry.key == key; })) {
            return false;
        }
        entries_.push_back({key, function, userData});
        return true;
    }

    /// Adds unless the same function is there already for `key`; whether it was added.
    bool addUnique(Key key, Function function, void* userData) {
        const Lock lock(mutex_);
        if (std::any_of(entries_.begin(), entries_.end(), matches(key, function))) {
            return false;
        }
        entries_.push_back({key, function, userData});
        return true;
    }

    /// Removes `function` from `key`, however often it was added; whether it was there.
    bool remove(Key key, Function function) {
        const Lock lock(mutex_);
        return std::erase_if(entries_, matches(key, function)) > 0;
    }

    /// Undoes the latest addition of `function` for `key` with `userData`, if it is still there.
    void removeLatest(Key key, Function function, void* userData) {
        const Lock lock(mutex_);
        const auto found =
            std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) {
                return matches(key, function)(entry) && entry.userData == userData;
            });
        if (found != entries_.rend()) {
            entries_.erase(std::next(found).base());
        }
    }

    /// All entries, oldest first.
    std::vector<Entry> entries() const {
        const Lock lock(mutex_);
        return entries_;
    }

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

  private:
    static auto matches(Key key, Function function) {
        return [=](const Entry& entry) { return entry.key == key && entry.function == function; };
    }

    mutable Mutex mutex_{LockRank::kObject, "callback list"};
    std::vector<Entry> entries_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
