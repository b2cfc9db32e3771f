#include "runtime/exceptions.h"

#include <algorithm>

#include "base/fork.h"
#include "base/never_destroyed.h"

namespace belay {
namespace {

ForkLock callbacksForkLock(LockRank::kObject,
                           [] { return &ExceptionCallbacks::instance().mutex(); });

}  // namespace

ExceptionCallbacks& ExceptionCallbacks::instance() {
    static NeverDestroyed<ExceptionCallbacks> callbacks;
    return callbacks.get();
}

void ExceptionCallbacks::set(ExceptionCallback callback) {
    const Lock lock(mutex_);
    set_ = callback;
}

Status ExceptionCallbacks::add(ExceptionCallback callback) {
    const Lock lock(mutex_);
    if (std::find(registered_.begin(), registered_.end(), callback) != registered_.end()) {
        return Status::error(Code::kInvalidParam, "argument 'callback' is registered already");
    }
    registered_.push_back(callback);
    return Status::ok();
}

Status ExceptionCallbacks::remove(ExceptionCallback callback) {
    const Lock lock(mutex_);
    return std::erase(registered_, callback) > 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam, "argument 'callback' is not registered");
}

void ExceptionCallbacks::report(ExceptionInfo& info) const {
    std::vector<ExceptionCallback> callbacks;
    {
        const Lock lock(mutex_);
        if (set_ != nullptr) {
            callbacks.push_back(set_);
        }
        callbacks.insert(callbacks.end(), registered_.begin(), registered_.end());
    }
    for (const ExceptionCallback callback : callbacks) {
        callback(&info);
    }
}

}  // namespace belay
