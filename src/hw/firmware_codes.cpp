#include "hw/firmware_codes.h"

#include <array>
#include <bit>
#include <cassert>

namespace belay::hw {

namespace {

// Codes of the error type bits 0 to 4: exception, trap, timeout, refused entry, conflict.
using CodesByBit = std::array<FirmwareCode, 5>;

constexpr CodesByBit kCubeCodes = {FirmwareCode::kAicoreException,
                                   FirmwareCode::kAicoreTrapException, FirmwareCode::kAicoreTimeout,
                                   FirmwareCode::kTaskSqeError, FirmwareCode::kAicoreException};
constexpr CodesByBit kVectorCodes = {FirmwareCode::kVectorCoreException,
                                     FirmwareCode::kVectorCoreTrapException,
                                     FirmwareCode::kVectorCoreTimeout, FirmwareCode::kTaskSqeError,
                                     FirmwareCode::kVectorCoreException};
constexpr CodesByBit kMixCodes = {FirmwareCode::kFftsplusTaskException,
                                  FirmwareCode::kFftsplusTaskTrap,
                                  FirmwareCode::kFftsplusTaskTimeout, FirmwareCode::kTaskSqeError,
                                  FirmwareCode::kFftsplusTaskException};
constexpr CodesByBit kAicpuCodes = {FirmwareCode::kAicpuException, FirmwareCode::kTaskTrap,
                                    FirmwareCode::kAicpuTimeout, FirmwareCode::kTaskSqeError,
                                    FirmwareCode::kAicpuException};
constexpr CodesByBit kSdmaCopyCodes = {FirmwareCode::kSdmaCopyError, FirmwareCode::kTaskTrap,
                                       FirmwareCode::kSdmaTimeout, FirmwareCode::kTaskSqeError,
                                       FirmwareCode::kSdmaCopyError};
constexpr CodesByBit kSdmaReduceCodes = {FirmwareCode::kSdmaReduceError, FirmwareCode::kTaskTrap,
                                         FirmwareCode::kSdmaTimeout, FirmwareCode::kTaskSqeError,
                                         FirmwareCode::kSdmaReduceError};
constexpr CodesByBit kOtherCodes = {FirmwareCode::kTaskException, FirmwareCode::kTaskTrap,
                                    FirmwareCode::kTaskTimeout, FirmwareCode::kTaskSqeError,
                                    FirmwareCode::kTaskResConflictError};

const CodesByBit& codesOf(FailedUnit unit) {
    switch (unit) {
        case FailedUnit::kCube:
            return kCubeCodes;
        case FailedUnit::kVector:
            return kVectorCodes;
        case FailedUnit::kMix:
            return kMixCodes;
        case FailedUnit::kAicpu:
            return kAicpuCodes;
        case FailedUnit::kSdmaCopy:
            return kSdmaCopyCodes;
        case FailedUnit::kSdmaReduce:
            return kSdmaReduceCodes;
        case FailedUnit::kOther:
            break;
    }
    return kOtherCodes;
}

}  // namespace

uint32_t firmwareCodeOf(FailedUnit unit, uint8_t errorType, uint32_t softwareStatus) noexcept {
    const uint8_t failure = errorType & kErrorMask;
    assert(failure != 0);
    const auto bit = static_cast<size_t>(std::countr_zero(failure));
    const CodesByBit& codes = codesOf(unit);
    return bit < codes.size() ? static_cast<uint32_t>(codes[bit]) : softwareStatus;
}

Code codeOfFirmware(uint32_t firmwareCode) noexcept {
    switch (static_cast<FirmwareCode>(firmwareCode)) {
#define BELAY_FIRMWARE_CODE(name, number, code) \
    case FirmwareCode::name:                    \
        return Code::code;
#include "hw/firmware_codes.inc"
#undef BELAY_FIRMWARE_CODE
    }
    return Code::kRtTsError;
}

}  // namespace belay::hw
