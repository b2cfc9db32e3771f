#include "drivers/sim/owned_stack.h"

#include <sys/mman.h>

#include <new>

namespace belay::sim {

OwnedStack::OwnedStack(std::byte* start, size_t bytes) noexcept
    : start_(start),
      bytes_(bytes),
      stack_(start, start + kGuardBytes, start + kGuardBytes + bytes) {}

OwnedStack::~OwnedStack() {
    ::munmap(start_, kGuardBytes + bytes_);
}

std::unique_ptr<OwnedStack> OwnedStack::create(size_t bytes) noexcept {
    void* reserved = ::mmap(nullptr, kGuardBytes + bytes, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) {
        return nullptr;
    }
    auto* start = static_cast<std::byte*>(reserved);
    if (::mprotect(start + kGuardBytes, bytes, PROT_READ | PROT_WRITE) == 0) {
        if (auto* made = new (std::nothrow) OwnedStack(start, bytes)) {
            return std::unique_ptr<OwnedStack>(made);
        }
    }
    ::munmap(reserved, kGuardBytes + bytes);
    return nullptr;
}

}  // namespace belay::sim
