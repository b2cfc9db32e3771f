#include "drivers/sim/sim_copy.h"

#include <cstdint>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BELAY_PLAIN_COPY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BELAY_PLAIN_COPY 1
#endif
#endif

#if defined(__x86_64__) && !defined(BELAY_PLAIN_COPY)
#define BELAY_OWN_COPY 1
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace belay::sim {
namespace {

#ifdef BELAY_OWN_COPY

constexpr size_t kStringCopyFrom = size_t{1} << 20;
constexpr size_t kStreamFrom = size_t{8} << 20;

struct Processor {
    bool hasFastStrings = false;
    bool hasAvx2 = false;
    bool hasAvx512 = false;

    Processor() {
        unsigned a = 0;
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        // Leaf 7: enhanced rep movsb in ebx bit 9.
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
            hasFastStrings = (b & (1U << 9)) != 0;
        }
        // These also ask whether the system saves the registers.
        hasAvx2 = __builtin_cpu_supports("avx2") != 0;
        hasAvx512 = __builtin_cpu_supports("avx512f") != 0;
    }
};

const Processor& processor() {
    static const Processor instance;
    return instance;
}

void stringCopy(void* target, const void* source, size_t bytes) {
    asm volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(bytes) : : "memory");
}

// One line per turn; both return the bytes left over, fewer than a line. `target` is at a line's
// start.
__attribute__((target("avx512f"))) void streamLines512(char* target, const char* source,
                                                       size_t lines) {
    for (size_t i = 0; i < lines; ++i) {
        _mm512_stream_si512(reinterpret_cast<__m512i*>(target + i * 64),
                            _mm512_loadu_si512(source + i * 64));
    }
}

__attribute__((target("avx2"))) void streamLines256(char* target, const char* source,
                                                    size_t lines) {
    for (size_t i = 0; i < lines; ++i) {
        const auto* from = reinterpret_cast<const __m256i*>(source + i * 64);
        const __m256i low = _mm256_loadu_si256(from);
        const __m256i high = _mm256_loadu_si256(from + 1);
        _mm256_stream_si256(reinterpret_cast<__m256i*>(target + i * 64), low);
        _mm256_stream_si256(reinterpret_cast<__m256i*>(target + i * 64 + 32), high);
    }
}

void streamCopy(char* target, const char* source, size_t bytes) {
    const size_t head = (64 - reinterpret_cast<uintptr_t>(target) % 64) % 64;
    std::memcpy(target, source, head);
    target += head;
    source += head;
    const size_t lines = (bytes - head) / 64;
    if (processor().hasAvx512) {
        streamLines512(target, source, lines);
    } else {
        streamLines256(target, source, lines);
    }
    // Stores past the caches are not ordered with others: what is published next must come after
    // them.
    _mm_sfence();
    std::memcpy(target + lines * 64, source + lines * 64, (bytes - head) % 64);
}

#endif

bool overlap(const void* target, const void* source, size_t bytes) {
    const auto a = reinterpret_cast<uintptr_t>(target);
    const auto b = reinterpret_cast<uintptr_t>(source);
    return a < b ? b - a < bytes : a - b < bytes;
}

}  // namespace

void copyBytes(void* target, const void* source, size_t bytes) noexcept {
    if (overlap(target, source, bytes)) [[unlikely]] {
        std::memmove(target, source, bytes);
        return;
    }
#ifdef BELAY_OWN_COPY
    if (bytes >= kStringCopyFrom) [[unlikely]] {
        if (bytes >= kStreamFrom && (processor().hasAvx512 || processor().hasAvx2)) {
            streamCopy(static_cast<char*>(target), static_cast<const char*>(source), bytes);
            return;
        }
        if (processor().hasFastStrings) {
            stringCopy(target, source, bytes);
            return;
        }
    }
#endif
    if (bytes > 0) {
        std::memcpy(target, source, bytes);
    }
}

void copyRows(std::byte* target, const std::byte* source, const driver::RowCopy& copy) noexcept {
    if (copy.targetPitch == copy.rowBytes && copy.sourcePitch == copy.rowBytes) {
        copyBytes(target, source, copy.rows * copy.rowBytes);
        return;
    }
    for (uint64_t row = 0; row < copy.rows; ++row) {
        copyBytes(target + row * copy.targetPitch, source + row * copy.sourcePitch, copy.rowBytes);
    }
}

}  // namespace belay::sim
