// Error codes of the device's firmware, and how they come about. The list is firmware_codes.inc.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "hw/cqe.h"

namespace belay::hw {

/// What stands in LogicCqe::errorCode of a failed entry.
enum class FirmwareCode : uint32_t {
#define BELAY_FIRMWARE_CODE(name, number, code) name = (number),
#include "hw/firmware_codes.inc"
#undef BELAY_FIRMWARE_CODE
};

/// Who failed, as far as it decides on the code.
enum class FailedUnit : uint8_t { kCube, kVector, kMix, kAicpu, kSdmaCopy, kSdmaReduce, kOther };

/// The code for a failure with these ErrorType bits, of which the lowest counts; at least one bit
/// of kErrorMask is set. For kErrorSoftwareStatus it is the software status of the queue itself.
uint32_t firmwareCodeOf(FailedUnit unit, uint8_t errorType, uint32_t softwareStatus) noexcept;

/// The code of the public interface for a firmware code; one that is not listed is an error of the
/// task scheduler.
Code codeOfFirmware(uint32_t firmwareCode) noexcept;

}  // namespace belay::hw
