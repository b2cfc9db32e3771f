#include "runtime/state_callbacks.h"

#include "base/fork.h"
#include "runtime/stream.h"

namespace belay {
namespace {

ForkLock devicesForkLock(LockRank::kObject,
                         [] { return &StateCallbacks::instance().devices().mutex(); });
ForkLock streamsForkLock(LockRank::kObject,
                         [] { return &StateCallbacks::instance().streams().mutex(); });
ForkLock abortsForkLock(LockRank::kObject,
                        [] { return &StateCallbacks::instance().aborts().mutex(); });

}  // namespace

StateCallbacks& StateCallbacks::instance() {
    static NeverDestroyed<StateCallbacks> callbacks;
    return callbacks.get();
}

void announce(const Stream& stream, StreamPhase phase) {
    StateCallbacks::instance().streams().run(stream.handle(), phase);
}

void announce(uint32_t deviceNumber, DevicePhase phase) {
    StateCallbacks::instance().devices().run(deviceNumber, phase);
}

}  // namespace belay
