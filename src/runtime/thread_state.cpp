#include "runtime/thread_state.h"

#include <atomic>

#include "base/fork.h"
#include "base/mutex.h"
#include "base/never_destroyed.h"
#include "base/thread_exit.h"
#include "runtime/stream.h"

namespace belay {
namespace {

[[gnu::tls_model("initial-exec")]] thread_local constinit ThreadState* currentState = nullptr;

ThreadExit threadExit([](void* state) {
    currentState = nullptr;
    delete static_cast<ThreadState*>(state);
});

[[gnu::noinline]] ThreadState& makeState() {
    auto* state = new ThreadState();
    currentState = state;
    threadExit.watch(state);
    return *state;
}

struct ProcessMessage {
    // Relaxed: set during initialisation; a message recorded meanwhile may go either way.
    std::atomic<bool> used{false};
    Mutex mutex{LockRank::kMessages, "process-wide recent message"};
    std::string text BELAY_GUARDED_BY(mutex);
};

ProcessMessage& processMessage() {
    static NeverDestroyed<ProcessMessage> instance;
    return instance.get();
}

ForkLock messageForkLock(LockRank::kMessages, [] { return &processMessage().mutex; });

}  // namespace

ThreadState::ThreadState() = default;

ThreadState::~ThreadState() = default;

ThreadState& threadState() {
    ThreadState* state = currentState;
    return state != nullptr ? *state : makeState();
}

void recordMessage(std::string_view message) {
    ProcessMessage& shared = processMessage();
    if (shared.used.load(std::memory_order_relaxed)) {
        const Lock lock(shared.mutex);
        shared.text = message;
    } else {
        threadState().message = message;
    }
}

const char* takeMessage() {
    ThreadState& state = threadState();
    ProcessMessage& shared = processMessage();
    state.handedOut.clear();
    if (shared.used.load(std::memory_order_relaxed)) {
        const Lock lock(shared.mutex);
        std::swap(state.handedOut, shared.text);
    } else {
        std::swap(state.handedOut, state.message);
    }
    return state.handedOut.empty() ? nullptr : state.handedOut.c_str();
}

void setMessagesPerProcess(bool perProcess) {
    processMessage().used.store(perProcess, std::memory_order_relaxed);
}

}  // namespace belay
