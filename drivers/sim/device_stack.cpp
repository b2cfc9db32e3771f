#include "drivers/sim/device_stack.h"

#if defined(__SANITIZE_ADDRESS__)
#define BELAY_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define BELAY_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BELAY_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define BELAY_THREAD_SANITIZER 1
#endif
#endif

#ifdef BELAY_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef BELAY_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace belay::sim {

DeviceStack::~DeviceStack() {
#ifdef BELAY_THREAD_SANITIZER
    if (ownFiber_ != nullptr) {
        __tsan_destroy_fiber(ownFiber_);
    }
#endif
}

void DeviceStack::prepare(void (*main)(void*), void* argument) noexcept {
#ifdef BELAY_ADDRESS_SANITIZER
    // What frames that never returned have left.
    __asan_unpoison_memory_region(low_, bytes());
    ownFakeStack_ = nullptr;
#endif
#ifdef BELAY_THREAD_SANITIZER
    if (ownFiber_ != nullptr) {
        __tsan_destroy_fiber(ownFiber_);
    }
    ownFiber_ = __tsan_create_fiber(0);
#endif
    link_.self = this;
    link_.main = main;
    link_.argument = argument;
    goOnAt_ = prepareStack(high_, &DeviceStack::begin, &link_);
}

void DeviceStack::begin(void* link) {
    const Link& own = *static_cast<Link*>(link);
    own.self->arrived();
    own.main(own.argument);
}

uintptr_t DeviceStack::enter(uintptr_t value) noexcept {
#ifdef BELAY_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(&otherFakeStack_, low_, bytes());
#endif
#ifdef BELAY_THREAD_SANITIZER
    otherFiber_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(ownFiber_, 0);
#endif
    const uintptr_t left = belaySwitchStack(&returnTo_, goOnAt_, value);
    if ((left & kAbandoned) != 0) [[unlikely]] {
        // The thread has changed stacks already; nobody had announced it. No function of its own:
        // the thread sanitizer counts calls for each stack.
#ifdef BELAY_ADDRESS_SANITIZER
        __sanitizer_start_switch_fiber(nullptr, otherBottom_, otherBytes_);
#endif
#ifdef BELAY_THREAD_SANITIZER
        __tsan_switch_to_fiber(otherFiber_, 0);
#endif
    }
#ifdef BELAY_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(otherFakeStack_, nullptr, nullptr);
#endif
    return left;
}

uintptr_t DeviceStack::leave(uintptr_t value) noexcept {
#ifdef BELAY_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(&ownFakeStack_, otherBottom_, otherBytes_);
#endif
#ifdef BELAY_THREAD_SANITIZER
    __tsan_switch_to_fiber(otherFiber_, 0);
#endif
    const uintptr_t answer = belaySwitchStack(&goOnAt_, returnTo_, value);
    arrived();
    return answer;
}

void DeviceStack::arrived() noexcept {
#ifdef BELAY_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(ownFakeStack_, &otherBottom_, &otherBytes_);
#endif
}

}  // namespace belay::sim
