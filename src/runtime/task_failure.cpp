#include "runtime/task_failure.h"

#include <fmt/format.h>

#include <utility>

namespace belay {

TaskFailure::TaskFailure(const ExceptionInfo& info, std::string reason, uint64_t pc,
                         Ref<TaskOwner> owner)
    : info_(info), reason_(std::move(reason)), pc_(pc), owner_(std::move(owner)) {}

TaskFailure::~TaskFailure() = default;

const std::string& TaskFailure::text() const {
    std::call_once(isComposed_, [this] { text_ = compose(); });
    return text_;
}

std::string TaskFailure::compose() const {
    std::string text = fmt::format("a task of stream {} failed on device {}: task {}",
                                   info_.streamId, info_.deviceId, info_.taskId);
    const std::string whereabouts = owner_ ? owner_->whereabouts(pc_) : std::string();
    for (const std::string& part : {whereabouts, reason_}) {
        if (!part.empty()) {
            text += ": " + part;
        }
    }
    return text;
}

// The functions get a copy each, so that none finds what another has changed.
void TaskFailure::tellApplication() const {
    ExceptionInfo info = info_;
    ExceptionCallbacks::instance().report(info);
    if (owner_) {
        info = info_;
        owner_->tellApplication(info);
    }
}

}  // namespace belay
