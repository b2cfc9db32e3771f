#include "drivers/sim/lane.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <new>
#include <vector>

#include "base/never_destroyed.h"
#include "base/thread_exit.h"
#include "base/thread_id.h"
#include "drivers/sim/fault_signals.h"
#include "drivers/sim/lane_registry.h"

namespace belay::sim {
namespace {

constexpr size_t kSignalStackBytes = size_t{64} * 1024;
// As threads have by default.
constexpr size_t kCpuStackBytes = size_t{8} << 20;
// An application's own is kept if a handler of ours has room on it.
constexpr size_t kLeastSignalStackBytes = size_t{32} * 1024;

[[gnu::tls_model("initial-exec")]] thread_local constinit Lane* threadLane = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local constinit bool isUnsafe = false;

#if defined(__x86_64__)
// What __builtin_trap() compiles to; other illegal instructions are none that anybody meant.
bool isTrap(int signal, uintptr_t pc) {
    constexpr std::array<unsigned char, 2> kUd2 = {0x0F, 0x0B};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): where code was interrupted
    const auto* code = reinterpret_cast<const void*>(pc);
    return signal == SIGILL && std::memcmp(code, kUd2.data(), kUd2.size()) == 0;
}
#else
bool isTrap(int signal, uintptr_t) {
    return signal == SIGTRAP;
}
#endif

}  // namespace

struct LaneAccess {
    static void end(void* lane) {
        threadLane = nullptr;
        auto* ended = static_cast<Lane*>(lane);
        LaneRegistry::instance().remove(*ended);
        delete ended;
    }
};

namespace {

const ThreadExit kLaneExit(&LaneAccess::end);

}  // namespace

Lane* Lane::existing() noexcept {
    return threadLane;
}

Lane* Lane::ofThread() noexcept {
    if (threadLane != nullptr) [[likely]] {
        return threadLane;
    }
    if (isUnsafe) {
        return nullptr;
    }
    auto* lane = new (std::nothrow) Lane;
    if (lane == nullptr || !lane->prepareThread()) {
        isUnsafe = true;
        delete lane;
        return nullptr;
    }
    lane->threadId_ = static_cast<pid_t>(currentThreadId());
    ::pthread_getcpuclockid(::pthread_self(), &lane->clock_);
    lane->serial_ = LaneRegistry::instance().add(*lane);
    threadLane = lane;
    kLaneExit.watch(lane);
    return lane;
}

Lane::~Lane() {
    if (blockStack_ != nullptr) {
        BlockStacks::instance().giveBack(*blockStack_);
    }
    if (ownSignalStack_ != nullptr) {
        stack_t now{};
        if (::sigaltstack(nullptr, &now) == 0 && now.ss_sp == ownSignalStack_) {
            const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
            ::sigaltstack(&none, nullptr);
        }
        ::munmap(ownSignalStack_, kSignalStackBytes);
    }
}

// An alternate signal stack, since a block's own may be full, and no blocked signals.
bool Lane::prepareThread() noexcept {
    if (!FaultSignals::areWanted()) {
        return true;
    }
    stack_t now{};
    if (::sigaltstack(nullptr, &now) != 0) {
        return false;
    }
    if ((now.ss_flags & SS_DISABLE) != 0 || now.ss_size < kLeastSignalStackBytes) {
        void* stack = ::mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (stack == MAP_FAILED) {
            return false;
        }
        ownSignalStack_ = stack;
        const stack_t own{.ss_sp = stack, .ss_flags = 0, .ss_size = kSignalStackBytes};
        if (::sigaltstack(&own, nullptr) != 0) {
            return false;
        }
    }
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int signal : FaultSignals::kAll) {
        ::sigaddset(&signals, signal);
    }
    return ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr) == 0;
}

DeviceStack* Lane::cpuStack() noexcept {
    if (cpuStack_ == nullptr) {
        cpuStack_ = OwnedStack::create(kCpuStackBytes);
    }
    return cpuStack_ == nullptr ? nullptr : &cpuStack_->stack();
}

BlockStack* Lane::blockStack() noexcept {
    if (blockStack_ == nullptr) {
        blockStack_ = BlockStacks::instance().take();
    }
    return blockStack_;
}

Leave Lane::visit(DeviceStack& stack) noexcept {
    running_.store(&stack, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const uintptr_t left = stack.enter(0) & ~DeviceStack::kAbandoned;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    running_.store(nullptr, std::memory_order_relaxed);
    return static_cast<Leave>(left);
}

void Lane::leave(Leave how) noexcept {
    running_.load(std::memory_order_relaxed)->leave(static_cast<uintptr_t>(how));
}

void Lane::giveUp(kernel::Failure kind, const char* text) noexcept {
    // A bad pointer fails here, like anywhere else in the code.
    const std::string_view view(text, ::strnlen(text, failure_.text.size() - 1));
    giveUp(CodeFailure::because(kind, view));
}

void Lane::giveUp(const CodeFailure& failure) noexcept {
    failure_ = failure;
    leave(Leave::kFailed);
    __builtin_unreachable();
}

void Lane::watch(const Watch& watch) noexcept {
    codeBegin_ = watch.codeBegin;
    codeEnd_ = watch.codeEnd;
    limitNs_.store(watch.limitNs, std::memory_order_relaxed);
    subject_.store(watch.subject, std::memory_order_relaxed);
    watches_.store(watches_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    restartWatch();
}

// Only plain stores and what is safe in handlers.
bool Lane::takeSignal(int signal, const siginfo_t& info, void* context) noexcept {
    const bool isFromWatchdog = Watchdog::isOwn(info);
    DeviceStack* stack = running_.load(std::memory_order_relaxed);
    const InterruptedCode code = interruptedCode(context);
    if (stack == nullptr || !stack->holds(code.sp)) {
        return isFromWatchdog;  // too late: what it was for has ended
    }
    if (isFromWatchdog) {
        const bool isMeant = Watchdog::subjectOf(info) == watched_.load(std::memory_order_relaxed);
        if (!isMeant || code.pc < codeBegin_ || code.pc >= codeEnd_) {
            return true;  // the watchdog tries again
        }
        failure_ = CodeFailure{.kind = kernel::Failure::kTimeout, .pc = code.pc};
    } else if (info.si_code <= 0 && !(signal == SIGABRT && info.si_code == SI_TKILL)) {
        return false;  // somebody sent it
    } else {
        // Where the processor knows no address, the system says SI_KERNEL.
        const bool hasAddress =
            (signal == SIGSEGV || signal == SIGBUS) && info.si_code != SI_KERNEL;
        const auto address = reinterpret_cast<uintptr_t>(info.si_addr);
        const bool isOutside = code.pc < codeBegin_ || code.pc >= codeEnd_;
        failure_ =
            CodeFailure{.kind = !isOutside && isTrap(signal, code.pc) ? kernel::Failure::kTrap
                                                                      : kernel::Failure::kException,
                        .signal = signal,
                        .address = hasAddress ? address : 0,
                        .pc = code.pc,
                        .hasAddress = hasAddress,
                        .isForbidden = signal == SIGSEGV && info.si_code == SEGV_ACCERR,
                        .wasWrite = code.wasWrite,
                        .isStackOverflow = hasAddress && stack->isInGuard(address)};
    }
    leaveStackOnReturn(context, stack->returnTo(),
                       static_cast<uintptr_t>(Leave::kFailed) | DeviceStack::kAbandoned);
    return true;
}

}  // namespace belay::sim
