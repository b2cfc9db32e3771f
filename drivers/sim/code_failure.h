// CodeFailure: why code of a device did not come to its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "belay/kernel/device_functions.h"

namespace belay::sim {

class AddressSpace;

/// Written where the failure happens, perhaps in a signal handler: owns nothing.
struct CodeFailure {
    kernel::Failure kind = kernel::Failure::kException;
    int signal = 0;         ///< 0: it gave up by itself, or took too long
    uintptr_t address = 0;  ///< that it touched, with SIGSEGV and SIGBUS
    uintptr_t pc = 0;       ///< of the instruction; 0 when it gave up by itself
    bool hasAddress = false;
    bool isForbidden = false;  ///< there is memory at the address, but not for this access
    bool wasWrite = false;
    bool isStackOverflow = false;
    std::array<char, 1024> text{};  ///< when it gave up by itself

    static CodeFailure because(kernel::Failure kind, std::string_view text) noexcept {
        CodeFailure failure;
        failure.kind = kind;
        text.copy(failure.text.data(), failure.text.size() - 1);
        return failure;
    }
};

/// Where code ran that has failed.
struct FailureScene {
    uint64_t limitNs = 0;   ///< of its time
    size_t stackBytes = 0;  ///< of its stack
    const AddressSpace& memory;
};

/// What happened, for people.
std::string describe(const CodeFailure& failure, const FailureScene& scene);

/// hw::ErrorType of the failure.
uint8_t errorTypeOf(const CodeFailure& failure) noexcept;

/// The time limit of an entry in nanoseconds, from its kernel credit; 0: none.
uint64_t limitNsOf(uint8_t kernelCredit) noexcept;

}  // namespace belay::sim
