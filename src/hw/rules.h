// Rules that an entry must keep: what the filter before the hardware refuses. The list is
// rules.inc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hw/entry.h"
#include "hw/sqe.h"

namespace belay::hw {

enum class Rule : uint8_t {
#define BELAY_RULE(name, text) name,
#include "hw/rules.inc"
#undef BELAY_RULE
};

/// The rule in words.
std::string_view ruleText(Rule rule) noexcept;

/// Why an entry is refused. On a card it then becomes type 63 and comes back as an entry error.
struct Refusal {
    Rule rule;
    uint8_t word = 0;  ///< for kReservedBit, the word with the bit

    bool operator==(const Refusal&) const = default;
};

// findRefusal(parameters): the first rule that they break; nothing if they make a legal entry.
// Inline, for the decoder's sake: an optional that crosses a call costs it more than the checks.

constexpr std::optional<Refusal> findRefusal(const AicoreKernel& kernel) noexcept {
    if (kernel.blockDim == 0) {
        return Refusal{Rule::kBlockDim};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const MixKernel& kernel) noexcept {
    if (kernel.side != MixSide::kCube && kernel.side != MixSide::kVector) {
        return Refusal{Rule::kMixSubType};
    }
    if (kernel.blockDim == 0) {
        return Refusal{Rule::kBlockDim};
    }
    if (kernel.totalContexts != 1 || kernel.readyContexts != 1 || kernel.preloadContexts != 1) {
        return Refusal{Rule::kMixContextCount};
    }
    if (kernel.contextAddr % kMixContextBytes != 0) {
        return Refusal{Rule::kMixContextAlignment};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const MixContext& context) noexcept {
    if (context.side != MixSide::kCube && context.side != MixSide::kVector) {
        return Refusal{Rule::kMixContextType};
    }
    if (context.blockDim == 0) {
        return Refusal{Rule::kBlockDim};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const AicpuKernel& kernel) noexcept {
    switch (kernel.kernelType) {
        case AicpuKernelType::kCce:
        case AicpuKernelType::kFramework:
        case AicpuKernelType::kAicpu:
        case AicpuKernelType::kCustom:
        case AicpuKernelType::kCommunication:
        case AicpuKernelType::kCustomCommunication:
            break;
        default:
            return Refusal{Rule::kAicpuKernelType};
    }
    if (kernel.topicType > TopicType::kHostFirst) {
        return Refusal{Rule::kTopicType};
    }
    if (kernel.blockDim == 0) {
        return Refusal{Rule::kBlockDim};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const WriteTarget& target) noexcept {
    if (target.size > WriteSize::k256Bits) {
        return Refusal{Rule::kWriteSize};
    }
    if (target.address % (uint64_t{1} << static_cast<unsigned>(target.size)) != 0) {
        return Refusal{Rule::kWriteAlignment};
    }
    if (target.subType > WriteSubType::kNotifyOverLink) {
        return Refusal{Rule::kWriteSubType};
    }
    if (!target.isVirtual && target.subType == WriteSubType::kDefault) {
        return Refusal{Rule::kPhysicalWrite};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const WriteValue& write) noexcept {
    if (const auto refusal = findRefusal(write.target)) {
        return refusal;
    }
    const WriteSubType subType = write.target.subType;
    const bool isNotify =
        subType == WriteSubType::kNotifyInChip || subType == WriteSubType::kNotifyOverLink;
    if (write.remoteDeviceId != 0 && !isNotify) {
        return Refusal{Rule::kReservedBit, stars_v1::WriteValueFields::kRemoteDeviceId.word};
    }
    if (write.isPod != 0 && !isNotify) {
        return Refusal{Rule::kReservedBit, stars_v1::WriteValueFields::kIsPod.word};
    }
    if (write.eventId != 0 && subType != WriteSubType::kEventReset) {
        return Refusal{Rule::kReservedBit, stars_v1::WriteValueFields::kEventId.word};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const Sdma& copy) noexcept {
    if (!copy.attributes.sourceSubstreamValid || !copy.attributes.destinationSubstreamValid) {
        return Refusal{Rule::kSdmaSubstream};
    }
    if (copy.operation > SdmaOperation::kFlush) {
        return Refusal{Rule::kSdmaOperation};
    }
    if (copy.dataType > SdmaDataType::kBfloat16) {
        return Refusal{Rule::kSdmaDataType};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const PcieDma& copy) noexcept {
    // Not offset + length, which can wrap.
    if (copy.sqeUpdate && (copy.length == 0 || copy.length > sizeof(Sqe) ||
                           copy.offset > sizeof(Sqe) - copy.length)) {
        return Refusal{Rule::kSqeUpdateRange};
    }
    if (copy.dsaUpdate && copy.length != kDsaUpdateBytes) {
        return Refusal{Rule::kDsaUpdateLength};
    }
    return std::nullopt;
}

constexpr std::optional<Refusal> findRefusal(const Cmo& cmo) noexcept {
    if (cmo.opcode < CmoOpcode::kPrefetch || cmo.opcode > CmoOpcode::kFlush) {
        return Refusal{Rule::kCmoOpcode};
    }
    return std::nullopt;
}

}  // namespace belay::hw
