#include "runtime/process.h"

#include <cxxabi.h>

#include <exception>
#include <new>
#include <utility>

#include "base/epoch.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/scope_exit.h"
#include "runtime/devices.h"
#include "runtime/thread_state.h"

namespace belay {
namespace {

Status callbackFailure(std::string_view kind, int type, int code) {
    return Status::error(static_cast<Code>(code),
                         "the {} callback registered for type {} returned {}", kind, type, code);
}

Status callbackThrew(std::string_view kind, int type, std::string_view what) {
    return Status::error(Code::kInternalError,
                         "the {} callback registered for type {} threw an exception: {}", kind,
                         type, what);
}

// Runs a callback of the application; what it throws is a failure like any other. A thread's
// cancellation passes.
template <typename Call>
Status runCallback(std::string_view kind, int type, Call call) {
    try {
        const int code = call();
        return code == 0 ? Status::ok() : callbackFailure(kind, type, code);
    } catch (const abi::__forced_unwind&) {
        throw;
    } catch (const std::exception& exception) {
        return callbackThrew(kind, type, exception.what());
    } catch (...) {
        return callbackThrew(kind, type, "not derived from std::exception");
    }
}

Status notRegistered(std::string_view kind, int type) {
    return Status::error(Code::kInternalError,
                         "argument 'cbFunc' is not registered as {} callback for type {}", kind,
                         type);
}

template <typename Function>
Status addCallback(CallbackList<int, Function>& callbacks, std::string_view kind, int type,
                   Process::Sharing sharing, Function function, void* userData) {
    if (sharing == Process::Sharing::kAnyNumber) {
        callbacks.add(type, function, userData);
    } else if (!callbacks.addFirst(type, function, userData)) {
        return Status::error(
            Code::kInternalError,
            "argument 'type' is {}, which has {} callback already; unregister that first", type,
            kind == "initialisation" ? "an initialisation" : "a finalisation");
    }
    return Status::ok();
}

}  // namespace

// What a fork() holds and repairs.
struct ProcessFork {
    static Mutex* process() { return &Process::instance().mutex_; }

    static Mutex* initCallbacks() { return &Process::instance().initCallbacks_.mutex(); }

    static Mutex* finalizeCallbacks() { return &Process::instance().finalizeCallbacks_.mutex(); }

    static Mutex* snapshotCallbacks() { return &Process::instance().snapshotCallbacks_.mutex(); }

    // A transition that another thread of the parent was in will never end in the child, and
    // threads that waited for it are not there: a condition variable that still counts on them
    // would wait for them in turn. So it is made anew in its place, without ending the old one.
    static void endLostTransition() {
        Process& process = Process::instance();
        ::new (static_cast<void*>(&process.transitionEnded_)) CondVar();
        const Lock lock(process.mutex_);
        if (process.transitionOwner_ != std::this_thread::get_id()) {
            process.transitionOwner_.reset();
        }
    }
};

namespace {

ForkLock processForkLock(LockRank::kProcess, ProcessFork::process);
ForkLock initForkLock(LockRank::kObject, ProcessFork::initCallbacks);
ForkLock finalizeForkLock(LockRank::kObject, ProcessFork::finalizeCallbacks);
ForkLock snapshotForkLock(LockRank::kObject, ProcessFork::snapshotCallbacks);
ForkRepair processForkRepair(ProcessFork::endLostTransition);

}  // namespace

Process& Process::instance() {
    static NeverDestroyed<Process> process;
    return process.get();
}

Status Process::beginTransition(Lock& lock, Code reentered) {
    if (transitionOwner_ == std::this_thread::get_id()) {
        return Status::error(
            reentered,
            "called from an initialisation or finalisation callback, which must not "
            "initialise or finalise");
    }
    transitionEnded_.wait(lock, Deadline::never(),
                          [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS { return !transitionOwner_; });
    transitionOwner_ = std::this_thread::get_id();
    return Status::ok();
}

void Process::endTransition() {
    transitionOwner_.reset();
    transitionEnded_.notifyAll();
}

Status Process::initialize(const char* configPath) {
    {
        Lock lock(mutex_);
        BELAY_TRY(beginTransition(lock, Code::kRepeatInitialize));
        if (references_ > 0) {
            ++references_;
            endTransition();
            return Status::error(
                Code::kRepeatInitialize,
                "already initialised, now {} times; this is harmless, and aclFinalize "
                "undoes all of them at once",
                references_);
        }
    }
    bool succeeded = false;
    const ScopeExit finish([&] {
        const Lock lock(mutex_);
        references_ = succeeded ? 1 : 0;
        everInitialized_ = everInitialized_ || succeeded;
        initCallbacksTaken_ = succeeded;
        endTransition();
    });
    BELAY_TRY(configure(configPath));
    log::writeEvent(log::Area::kAcl, "initialised");
    succeeded = true;
    return Status::ok();
}

Status Process::configure(const char* configPath) {
    BELAY_ASSIGN(std::string text, readConfigFile(configPath));
    std::optional<std::string> nextText;
    Config next;
    {
        const Lock lock(mutex_);
        nextText = configText_;
        next = config_;
    }
    if (!text.empty() && nextText && *nextText != text) {
        return Status::error(
            Code::kInvalidParam,
            "argument 'configPath' is \"{}\", whose content differs from that of this "
            "process's first aclInit; the first configuration stays in force for the "
            "whole process",
            configPath);
    }
    if (!text.empty() && !nextText) {
        BELAY_ASSIGN(next, Config::parse(text));
        nextText = std::move(text);
    }
    // Done a second time, it undoes itself; neither time can fail.
    const auto exchange = [&]() noexcept {
        const Lock lock(mutex_);
        std::swap(configText_, nextText);
        std::swap(config_, next);
        setMessagesPerProcess(config_.messagesPerProcess);
    };
    exchange();
    ScopeExit restore(exchange);
    BELAY_TRY(runInitCallbacks());
    restore.dismiss();
    return Status::ok();
}

Status Process::runInitCallbacks() {
    std::string text;
    std::vector<CallbackList<int, InitCallback>::Entry> callbacks;
    {
        // Together: a callback that another thread registers is either in this round, or called by
        // its registration.
        const Lock lock(mutex_);
        text = configText_.value_or("");
        callbacks = initCallbacks_.entries();
        initCallbacksTaken_ = true;
    }
    for (const auto& entry : callbacks) {
        BELAY_TRY(runCallback("initialisation", entry.key, [&] {
            return entry.function(text.c_str(), text.size(), entry.userData);
        }));
    }
    return Status::ok();
}

Status Process::finalize() {
    {
        Lock lock(mutex_);
        BELAY_TRY(beginTransition(lock, Code::kRepeatFinalize));
        if (references_ == 0) {
            endTransition();
            if (!everInitialized_ && !finalizedUnused_) {
                finalizedUnused_ = true;
                return Status::ok();
            }
            return Status::error(Code::kRepeatFinalize, "not initialised, or finalised already");
        }
    }
    return tearDown();
}

Result<uint64_t> Process::finalizeReference() {
    {
        Lock lock(mutex_);
        BELAY_TRY(beginTransition(lock, Code::kRepeatFinalize));
        if (references_ != 1) {
            endTransition();
            if (references_ == 0) {
                return Status::error(Code::kRepeatFinalize,
                                     "not initialised, or finalised already");
            }
            return --references_;
        }
    }
    BELAY_TRY(tearDown());
    return uint64_t{0};
}

// Runs with the transition taken; gives it back.
Status Process::tearDown() {
    bool begun = false;
    const ScopeExit finish([&] {
        const Lock lock(mutex_);
        if (begun) {
            references_ = 0;
            initCallbacksTaken_ = false;
        }
        endTransition();
    });
    Status first;
    const auto callbacks = finalizeCallbacks_.entries();
    begun = true;
    for (auto entry = callbacks.rbegin(); entry != callbacks.rend(); ++entry) {
        Status status = runCallback("finalisation", entry->key,
                                    [&] { return entry->function(entry->userData); });
        if (first.isOk()) {
            first = std::move(status);
        }
    }
    Devices::instance().closeAll();
    collectRetired();
    log::writeEvent(log::Area::kAcl, "finalised");
    log::flush();
    return first;
}

Status Process::registerInitCallback(int type, Sharing sharing, InitCallback callback,
                                     void* userData) {
    bool callNow = false;
    std::string text;
    {
        const Lock lock(mutex_);
        text = configText_.value_or("");
        BELAY_TRY(addCallback(initCallbacks_, "initialisation", type, sharing, callback, userData));
        callNow = initCallbacksTaken_;
    }
    if (!callNow) {
        return Status::ok();
    }
    Status status = runCallback("initialisation", type,
                                [&] { return callback(text.c_str(), text.size(), userData); });
    if (!status.isOk()) {
        initCallbacks_.removeLatest(type, callback, userData);
    }
    return status;
}

Status Process::unregisterInitCallback(int type, InitCallback callback) {
    return initCallbacks_.remove(type, callback) ? Status::ok()
                                                 : notRegistered("initialisation", type);
}

Status Process::registerFinalizeCallback(int type, Sharing sharing, FinalizeCallback callback,
                                         void* userData) {
    return addCallback(finalizeCallbacks_, "finalisation", type, sharing, callback, userData);
}

Status Process::unregisterFinalizeCallback(int type, FinalizeCallback callback) {
    return finalizeCallbacks_.remove(type, callback) ? Status::ok()
                                                     : notRegistered("finalisation", type);
}

bool Process::isInitialized() const {
    const Lock lock(mutex_);
    return references_ > 0;
}

Config Process::config() const {
    const Lock lock(mutex_);
    return config_;
}

uint64_t Process::maxOpQueueNum() const {
    const Lock lock(mutex_);
    return config_.maxOpQueueNum;
}

}  // namespace belay
