// Completion queue entries of STARS v1: 16 bytes from the hardware, 32 bytes as software reads
// them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hw/field.h"
#include "hw/sqe.h"

namespace belay::hw {

/// What the hardware writes.
struct alignas(16) Cqe {
    Words<4> words{};

    bool operator==(const Cqe&) const = default;
};

static_assert(sizeof(Cqe) == 16 && std::is_trivially_copyable_v<Cqe>);

namespace stars_v1 {

struct CqeFields {
    static constexpr Field kPhase{0, 0, 1};
    static constexpr Field kWarning{0, 1, 1};
    static constexpr Field kEvent{0, 2, 1};
    static constexpr Field kPlaceholder{0, 3, 1};
    static constexpr Field kSqId{0, 4, 11};
    static constexpr Field kError{0, 15, 1};
    static constexpr Field kSqHead{0, 16, 16};
    static constexpr Field kStreamId{1, 0, 16};
    static constexpr Field kTaskId{1, 16, 16};
    // Events and placeholders without error:
    static constexpr Field kTimeStamp{2, 0, 64};
    // All others:
    static constexpr Field kErrorCode{2, 0, 8};
    static constexpr Field kDrop{2, 8, 1};
    static constexpr Field kAccError{2, 9, 1};
    static constexpr Field kSqeType{2, 10, 6};
    static constexpr Field kSqeIndex{2, 16, 16};
    static constexpr Field kSoftwareStatus{3, 0, 32};
};

static_assert(CqeFields::kSqHead.byteOffset() == 2);
static_assert(CqeFields::kStreamId.byteOffset() == 4);
static_assert(CqeFields::kTaskId.byteOffset() == 6);
static_assert(CqeFields::kTimeStamp.byteOffset() == 8);
static_assert(CqeFields::kErrorCode.byteOffset() == 8);
static_assert(CqeFields::kSqeIndex.byteOffset() == 10);
static_assert(CqeFields::kSoftwareStatus.byteOffset() == 12);

}  // namespace stars_v1

/// A Cqe as parameters.
struct Completion {
    bool phase = false;  ///< changes each time the ring begins anew
    bool warning = false;
    bool isEvent = false;
    bool isPlaceholder = false;
    bool hasError = false;
    uint16_t sqId = 0;
    uint16_t sqHead = 0;
    uint16_t streamId = 0;
    uint16_t taskId = 0;
    uint64_t timeStamp = 0;  ///< when hasTimeStamp(); the rest otherwise
    uint8_t errorCode = 0;   ///< ErrorType bits
    bool drop = false;       ///< the driver has dealt with it
    bool accError = false;
    SqeType sqeType = SqeType::kAicore;
    uint16_t sqeIndex = 0;
    uint32_t softwareStatus = 0;

    constexpr bool hasTimeStamp() const { return (isEvent || isPlaceholder) && !hasError; }

    bool operator==(const Completion&) const = default;
};

namespace stars_v1 {

/// Calls codec(field, parameter) for what a Cqe of this kind has.
template <typename Codec, typename CompletionType>
constexpr void mapCqe(Codec&& codec, CompletionType& completion) {
    codec(CqeFields::kPhase, completion.phase);
    codec(CqeFields::kWarning, completion.warning);
    codec(CqeFields::kEvent, completion.isEvent);
    codec(CqeFields::kPlaceholder, completion.isPlaceholder);
    codec(CqeFields::kSqId, completion.sqId);
    codec(CqeFields::kError, completion.hasError);
    codec(CqeFields::kSqHead, completion.sqHead);
    codec(CqeFields::kStreamId, completion.streamId);
    codec(CqeFields::kTaskId, completion.taskId);
    if (completion.hasTimeStamp()) {
        codec(CqeFields::kTimeStamp, completion.timeStamp);
        return;
    }
    codec(CqeFields::kErrorCode, completion.errorCode);
    codec(CqeFields::kDrop, completion.drop);
    codec(CqeFields::kAccError, completion.accError);
    codec(CqeFields::kSqeType, completion.sqeType);
    codec(CqeFields::kSqeIndex, completion.sqeIndex);
    codec(CqeFields::kSoftwareStatus, completion.softwareStatus);
}

constexpr Cqe encodeCqe(const Completion& completion) {
    Cqe cqe;
    mapCqe(
        [&cqe](Field field, const auto& value) {
            assert(field.holds(static_cast<uint64_t>(value)));
            putField(cqe.words, field, static_cast<uint64_t>(value));
        },
        completion);
    return cqe;
}

constexpr Completion decodeCqe(const Cqe& cqe) {
    Completion completion;
    mapCqe(
        [&cqe](Field field, auto& value) {
            value =
                static_cast<std::remove_reference_t<decltype(value)>>(getField(cqe.words, field));
        },
        completion);
    return completion;
}

}  // namespace stars_v1

/// Bits of LogicCqe::errorType and of Completion::errorCode.
enum ErrorType : uint8_t {
    kErrorException = 1 << 0,
    kErrorTrap = 1 << 1,
    kErrorTimeout = 1 << 2,
    kErrorSqe = 1 << 3,  ///< the entry itself was refused
    kErrorResourceConflict = 1 << 4,
    kErrorSoftwareStatus = 1 << 5,
    kErrorWarning = 1 << 6,  ///< no failure
};

/// The bits that mean failure.
constexpr uint8_t kErrorMask = 0x3F;

/// Bits of LogicCqe::flags.
enum LogicCqeFlags : uint16_t {
    kLogicCqeMatch = 1 << 0,
    kLogicCqeDrop = 1 << 1,
    kLogicCqeError = 1 << 2,
    kLogicCqeAccError = 1 << 3,
    kLogicCqeNextTaskValid = 1 << 4,
    kLogicCqeNotifyAttached = 1 << 5,
};

/// What the driver makes of a Cqe, and what its receive call gives.
struct LogicCqe {
    uint16_t streamId = 0;
    uint16_t taskId = 0;
    uint32_t errorCode = 0;  ///< of the firmware, or the software status of the queue
    uint8_t errorType = 0;   ///< ErrorType bits
    uint8_t sqeType = 0;
    uint16_t sqId = 0;
    uint16_t sqHead = 0;
    uint16_t flags = 0;             ///< LogicCqeFlags
    uint64_t timeStampOrIndex = 0;  ///< ticks of the device, or the index of the entry
    uint64_t enqueueTimeStamp = 0;

    bool operator==(const LogicCqe&) const = default;
};

static_assert(sizeof(LogicCqe) == 32 && std::is_trivially_copyable_v<LogicCqe>);
static_assert(offsetof(LogicCqe, streamId) == 0);
static_assert(offsetof(LogicCqe, taskId) == 2);
static_assert(offsetof(LogicCqe, errorCode) == 4);
static_assert(offsetof(LogicCqe, errorType) == 8);
static_assert(offsetof(LogicCqe, sqeType) == 9);
static_assert(offsetof(LogicCqe, sqId) == 10);
static_assert(offsetof(LogicCqe, sqHead) == 12);
static_assert(offsetof(LogicCqe, flags) == 14);
static_assert(offsetof(LogicCqe, timeStampOrIndex) == 16);
static_assert(offsetof(LogicCqe, enqueueTimeStamp) == 24);

}  // namespace belay::hw
