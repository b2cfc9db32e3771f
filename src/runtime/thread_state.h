// ThreadState: what the runtime remembers for each thread that calls it.
#pragma once

#include <string>
#include <string_view>

#include "base/ref.h"
#include "base/status.h"
#include "runtime/context.h"

namespace belay {

class Stream;

struct ThreadState {
    ThreadState();
    ~ThreadState();
    ThreadState(const ThreadState&) = delete;
    ThreadState& operator=(const ThreadState&) = delete;

    Code lastError = Code::kOk;  ///< of the latest failed call; cleared when asked for
    std::string message;         ///< text of the latest failed call; empty once handed out
    Ref<Context> context;        ///< current on the thread; may have been destroyed since
    Ref<Stream> limitsOf;        ///< whose core limits hold for the thread; may be destroyed
    std::string handedOut;       ///< keeps the text alive that the application holds a pointer to
};

/// The calling thread's state, made on first use. Usable until the thread has ended, also from
/// destructors of thread-local objects and, on the main thread, from static destructors.
ThreadState& threadState();

/// Remembers `message` as the recent one: for the calling thread, or for the process once
/// setMessagesPerProcess(true) was called.
void recordMessage(std::string_view message);

/// The recent message, forgotten at the same time; null when there is none. The text stays valid
/// until the calling thread's next call of this function.
const char* takeMessage();

/// Whether takeMessage() on any thread gives what failed on any thread (err_msg_mode "1").
void setMessagesPerProcess(bool perProcess);

}  // namespace belay
