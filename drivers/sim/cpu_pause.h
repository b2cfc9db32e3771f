// pauseCpu(): tells the processor that this thread looks at something again and again.
#pragma once

namespace belay::sim {

inline void pauseCpu() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace belay::sim
