// Memory use of the test process.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>

#include "support/sanitizers.h"

namespace belay::test {

/// By how much a process that leaves nothing behind may grow. With the thread sanitizer, whose own
/// books grow with what the program does, nothing can be said.
inline constexpr size_t kMemorySlack = kIsThreadSanitized ? SIZE_MAX / 2 : size_t{5} << 20;

/// Bytes of the process that are in memory now.
inline size_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    size_t allPages = 0;
    size_t residentPages = 0;
    file >> allPages >> residentPages;
    return residentPages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace belay::test
