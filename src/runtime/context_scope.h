// ContextScope: lends a thread of belay's a context, for functions of the application.
#pragma once

#include "runtime/context.h"
#include "runtime/devices.h"

namespace belay {

/// Makes a context current on the calling thread for the scope, which has none before and after.
class ContextScope {
  public:
    /// Null leaves the thread as it is.
    explicit ContextScope(Context* context) : isUsed_(context != nullptr) {
        if (isUsed_) {
            Devices::setCurrentContext(Ref<Context>(context));
        }
    }

    ~ContextScope() {
        if (isUsed_) {
            Devices::setCurrentContext(nullptr);
        }
    }

    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

  private:
    bool isUsed_;
};

}  // namespace belay
