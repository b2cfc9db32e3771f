// insist(): calls of the driver that nobody can be told of, and that must not be lost.
#pragma once

#include "base/log.h"
#include "base/result.h"

namespace belay {

/// Makes the call again when the driver refuses it, which may be for a moment only; at last logs
/// why.
template <typename Call>
void insist(Call call) noexcept {
    constexpr int kAttempts = 3;
    for (int attempt = 1;; ++attempt) {
        const Status status = call();
        if (status.isOk()) {
            return;
        }
        if (attempt == kAttempts) {
            BELAY_LOG(kRuntime, kError, "{}", status.message());
            return;
        }
    }
}

}  // namespace belay
