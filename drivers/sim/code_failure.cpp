#include "drivers/sim/code_failure.h"

#include <fmt/format.h>

#include <csignal>

#include "drivers/sim/address_space.h"
#include "hw/cqe.h"
#include "hw/entry.h"

namespace belay::sim {
namespace {

using kernel::Failure;

std::string describeAccess(const CodeFailure& failure, const AddressSpace& memory) {
    if (!failure.hasAddress) {
        return "use of an address that no memory can have";
    }
    const char* access = failure.wasWrite ? "write to" : "read of";
    if (failure.address == failure.pc) {
        access = "jump to";
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): only to be asked about
    const bool isDevice = memory.isDevice(reinterpret_cast<const void*>(failure.address));
    const char* reason =
        failure.isForbidden ? "whose memory does not allow that" : "where no memory is";
    if (isDevice) {
        reason = "where no memory of the device is allocated";
    }
    return fmt::format("{} address {:#x}, {}", access, failure.address, reason);
}

}  // namespace

std::string describe(const CodeFailure& failure, const FailureScene& scene) {
    if (failure.isStackOverflow) {
        return fmt::format("its stack of {} KiB is full", scene.stackBytes / 1024);
    }
    switch (failure.signal) {
        case 0:
            return failure.kind == Failure::kTimeout && failure.pc != 0
                       ? fmt::format("not done within its time limit of {:.3g} s",
                                     static_cast<double>(scene.limitNs) / 1e9)
                       : std::string(failure.text.data());
        case SIGFPE:
            return "division of an integer by 0, or with a quotient that does not fit";
        case SIGABRT:
            return "call of abort()";
        case SIGILL:
        case SIGTRAP:
            return failure.kind == Failure::kTrap ? "trap instruction" : "illegal instruction";
        default:
            return describeAccess(failure, scene.memory);
    }
}

uint8_t errorTypeOf(const CodeFailure& failure) noexcept {
    switch (failure.kind) {
        case Failure::kTrap:
            return hw::kErrorTrap;
        case Failure::kTimeout:
            return hw::kErrorTimeout;
        case Failure::kException:
            break;
    }
    return hw::kErrorException;
}

uint64_t limitNsOf(uint8_t kernelCredit) noexcept {
    return kernelCredit == hw::kUnlimitedCredit ? 0 : uint64_t{kernelCredit} << 32;
}

}  // namespace belay::sim
