#include "drivers/sim/access_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "belay/kernel/block.h"
#include "drivers/sim/address_space.h"
#include "drivers/sim/code_failure.h"
#include "drivers/sim/lane.h"

namespace belay::sim {
namespace {

enum class Access : uint8_t { kRead, kWrite };

bool isOnStack(uintptr_t address, uintptr_t frame) noexcept {
    constexpr uintptr_t kMask = ~(kernel::kStackRegionBytes - 1);
    return (address & kMask) == (frame & kMask);
}

struct CheckedAccess {
    uintptr_t address;
    size_t bytes;
    Access access;
};

// Why the access must not be; empty when it may.
std::string objectionTo(const CheckedAccess& access, const AddressSpace& memory) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): only to be asked about
    const driver::PointerInfo info = memory.pointerInfo(reinterpret_cast<void*>(access.address));
    if (info.kind == driver::PointerKind::kUnknown) {
        return "where no memory of the device is allocated";
    }
    const uintptr_t offset = access.address - reinterpret_cast<uintptr_t>(info.start);
    if (offset <= info.bytes && access.bytes <= info.bytes - offset) {
        return {};
    }
    return fmt::format("which leaves the allocation of {} bytes at {}", info.bytes, info.start);
}

// Whether there is one. Nothing is left on the stack, which nobody will come back to.
[[gnu::noinline]] bool findFailure(const CheckedAccess& access, const AddressSpace& memory,
                                   CodeFailure& failure) {
    const std::string objection = objectionTo(access, memory);
    if (objection.empty()) {
        return false;
    }
    failure =
        CodeFailure::because(kernel::Failure::kException,
                             fmt::format("{} {} bytes at {:#x}, {}",
                                         access.access == Access::kRead ? "read of" : "write to",
                                         access.bytes, access.address, objection));
    return true;
}

void check(const CheckedAccess& access, uintptr_t returnsTo, uintptr_t frame) {
    if (isOnStack(access.address, frame)) {
        return;
    }
    Lane& lane = *Lane::existing();
    CodeFailure failure;
    if (findFailure(access, *lane.memory, failure)) {
        failure.pc = returnsTo - 1;  // in the call
        lane.giveUp(failure);
    }
}

template <Access Kind, size_t Bytes>
[[gnu::noinline]] void checkSized(uintptr_t address) {
    check({address, Bytes, Kind}, reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
          reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}

template <Access Kind>
[[gnu::noinline]] void checkAny(uintptr_t address, size_t bytes) {
    check({address, bytes, Kind}, reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
          reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}

void nothing() {}

struct Named {
    std::string_view name;
    void* address;
};

template <typename Function>
void* addressOf(Function* function) {
    return reinterpret_cast<void*>(function);
}

const std::array kChecks = {
    Named{"__asan_load1_noabort", addressOf(&checkSized<Access::kRead, 1>)},
    Named{"__asan_load2_noabort", addressOf(&checkSized<Access::kRead, 2>)},
    Named{"__asan_load4_noabort", addressOf(&checkSized<Access::kRead, 4>)},
    Named{"__asan_load8_noabort", addressOf(&checkSized<Access::kRead, 8>)},
    Named{"__asan_load16_noabort", addressOf(&checkSized<Access::kRead, 16>)},
    Named{"__asan_loadN_noabort", addressOf(&checkAny<Access::kRead>)},
    Named{"__asan_store1_noabort", addressOf(&checkSized<Access::kWrite, 1>)},
    Named{"__asan_store2_noabort", addressOf(&checkSized<Access::kWrite, 2>)},
    Named{"__asan_store4_noabort", addressOf(&checkSized<Access::kWrite, 4>)},
    Named{"__asan_store8_noabort", addressOf(&checkSized<Access::kWrite, 8>)},
    Named{"__asan_store16_noabort", addressOf(&checkSized<Access::kWrite, 16>)},
    Named{"__asan_storeN_noabort", addressOf(&checkAny<Access::kWrite>)},
    Named{"__asan_handle_no_return", addressOf(&nothing)},
};

}  // namespace

void* findAccessCheck(std::string_view name) noexcept {
    const auto* found = std::ranges::find(kChecks, name, &Named::name);
    return found == kChecks.end() ? nullptr : found->address;
}

}  // namespace belay::sim
