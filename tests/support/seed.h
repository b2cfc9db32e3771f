// Seeds of random tests: printed, and repeated on request.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace belay::test {

/// A new seed, or the one in BELAY_TEST_SEED; prints it.
inline uint32_t seed() {
    const char* wanted = std::getenv("BELAY_TEST_SEED");
    const uint32_t used = wanted != nullptr
                              ? static_cast<uint32_t>(std::strtoul(wanted, nullptr, 0))
                              : std::random_device()();
    std::printf("seed %u (set BELAY_TEST_SEED to repeat)\n", used);
    return used;
}

}  // namespace belay::test
