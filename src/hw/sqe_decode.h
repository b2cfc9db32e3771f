// Decoder: entries of STARS v1 as checked parameters, or the rule that they break.
#pragma once

#include <optional>
#include <variant>

#include "hw/entry.h"
#include "hw/rules.h"
#include "hw/sqe.h"

namespace belay::hw {

using Decoded =
    std::variant<Refusal, AicoreKernel, MixKernel, AicpuKernel, HostCallback, Placeholder,
                 EventRecord, EventWait, NotifyRecord, NotifyWait, WriteValue, WriteValuePointer,
                 Sdma, SdmaPointer, PcieDma, Cond, Cmo, Barrier>;

/// Reads an entry. Strict: every bit is accounted for, so encoding the result gives the same entry
/// (but for the ids of MIX entries in the forms of older runtimes).
Decoded decode(const Sqe& sqe) noexcept;

/// Reads what a MixKernel points to.
std::variant<Refusal, MixContext> decode(const MixContextImage& image) noexcept;

/// Reads what a WriteValuePointer points to.
std::variant<Refusal, WriteTarget> decode(const WriteTargetImage& image) noexcept;

/// The type as it stands in the entry; need not be one of the enumerators.
SqeType typeOf(const Sqe& sqe) noexcept;

/// Who an entry belongs to, also when decode() refuses it.
stars_v1::StreamAndTask idsOf(const Sqe& sqe) noexcept;

/// What the filter makes of an entry that it refuses: the hardware then reports it as an error.
void invalidate(Sqe& sqe) noexcept;

/// The payload of a placeholder, when its task type says that it is one.
template <typename Payload>
std::optional<Payload> findPayload(const Placeholder& placeholder) noexcept;

extern template std::optional<FlipMarker> findPayload(const Placeholder&) noexcept;
extern template std::optional<StreamMaintenance> findPayload(const Placeholder&) noexcept;
extern template std::optional<RingBufferControl> findPayload(const Placeholder&) noexcept;
extern template std::optional<OverflowSwitch> findPayload(const Placeholder&) noexcept;
extern template std::optional<VersionQuery> findPayload(const Placeholder&) noexcept;

}  // namespace belay::hw
