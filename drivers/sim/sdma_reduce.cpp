#include "drivers/sim/sdma_reduce.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cfenv>
#include <cstring>

#include "base/mutex.h"

namespace belay::sim {
namespace {

using hw::SdmaDataType;
using hw::SdmaOperation;

// Long enough to hide the lock, short enough not to hold others up.
constexpr uint64_t kPieceBytes = uint64_t{64} << 10;

// One for all devices: ranges of one device are reduced into by others.
constinit Mutex reduceMutex{LockRank::kObject, "reductions"};

constexpr uint32_t kFloatMagnitude = 0x7FFF'FFFFU;
constexpr uint32_t kFloatInfinity = 0x7F80'0000U;
constexpr uint32_t kHalfInfinity = 0x7C00U;
constexpr uint32_t kHalfNan = 0x7E00U;

struct Half {
    uint16_t bits;
};

struct Bfloat {
    uint16_t bits;
};

// `yes` or `no`, without a branch: all cases of a conversion are calculated and one is picked, so
// that loops over elements become vector code.
uint32_t pick(bool condition, uint32_t yes, uint32_t no) {
    const uint32_t mask = 0U - static_cast<uint32_t>(condition);
    return (yes & mask) | (no & ~mask);
}

// With infinities and NaN, other than the conversions of the public interface (base/half.h).
float widen(Half value) {
    const uint32_t sign = static_cast<uint32_t>(value.bits & 0x8000U) << 16;
    const uint32_t magnitude = value.bits & 0x7FFFU;
    const auto subnormal = std::bit_cast<uint32_t>(static_cast<float>(magnitude) * 0x1p-24F);
    const uint32_t normal = (magnitude << 13) + (112U << 23);
    const uint32_t special = (magnitude << 13) + (224U << 23);
    const uint32_t finite = pick(magnitude < 0x0400U, subnormal, normal);
    return std::bit_cast<float>(sign | pick(magnitude < 0x7C00U, finite, special));
}

float widen(Bfloat value) {
    return std::bit_cast<float>(static_cast<uint32_t>(value.bits) << 16);
}

// Drops the low `shift` bits, rounding to nearest, ties to even.
uint32_t roundOff(uint32_t bits, uint32_t shift) {
    const uint32_t odd = (bits >> shift) & 1U;
    return (bits + (1U << (shift - 1)) - 1 + odd) >> shift;
}

void narrow(float value, Half& result) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t magnitude = bits & kFloatMagnitude;
    const uint32_t normal = roundOff(magnitude - (112U << 23), 13);
    // In [0.5, 1) the last place of a float is worth 2^-24, as that of a subnormal half: the
    // addition rounds.
    const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) -
                               std::bit_cast<uint32_t>(0.5F);
    uint32_t half = pick(magnitude < std::bit_cast<uint32_t>(0x1p-14F), subnormal, normal);
    half = pick(magnitude < std::bit_cast<uint32_t>(65520.0F), half, kHalfInfinity);
    half = pick(magnitude > kFloatInfinity, kHalfNan, half);
    result.bits = static_cast<uint16_t>((bits >> 16 & 0x8000U) | half);
}

void narrow(float value, Bfloat& result) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const bool isNan = (bits & kFloatMagnitude) > kFloatInfinity;
    // The bit keeps a NaN whose low bits are dropped from becoming infinity.
    result.bits = static_cast<uint16_t>(pick(isNan, bits >> 16 | 0x40U, roundOff(bits, 16)));
}

// Arithmetic on what an element stands for; `Wide` is int64_t, uint64_t or float.
template <SdmaOperation Operation, typename Wide>
Wide combine(Wide target, Wide source) {
    if constexpr (Operation == SdmaOperation::kAdd) {
        return target + source;
    } else if constexpr (Operation == SdmaOperation::kMax) {
        return target < source || source != source ? source : target;
    } else if constexpr (Operation == SdmaOperation::kMin) {
        return source < target || source != source ? source : target;
    } else {
        return target == source ? Wide{1} : Wide{0};
    }
}

template <SdmaOperation Operation, typename Element>
Element apply(Element target, Element source) {
    if constexpr (std::is_class_v<Element>) {
        Element result;
        narrow(combine<Operation>(widen(target), widen(source)), result);
        return result;
    } else if constexpr (std::is_same_v<Element, float>) {
        return combine<Operation>(target, source);
    } else {
        // 64 bits hold every sum of two elements; the conversion back wraps.
        using Wide = std::conditional_t<std::is_signed_v<Element>, int64_t, uint64_t>;
        return static_cast<Element>(combine<Operation, Wide>(target, source));
    }
}

template <SdmaOperation Operation, typename Element>
void reducePiece(std::byte* target, const std::byte* source, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += sizeof(Element)) {
        Element mine;
        Element other;
        std::memcpy(&mine, target + at, sizeof(Element));
        std::memcpy(&other, source + at, sizeof(Element));
        mine = apply<Operation>(mine, other);
        std::memcpy(target + at, &mine, sizeof(Element));
    }
}

using PieceFunction = void (*)(std::byte* target, const std::byte* source, uint64_t bytes);

template <typename Element>
PieceFunction functionOf(SdmaOperation operation) {
    switch (operation) {
        case SdmaOperation::kAdd:
            return reducePiece<SdmaOperation::kAdd, Element>;
        case SdmaOperation::kMax:
            return reducePiece<SdmaOperation::kMax, Element>;
        case SdmaOperation::kMin:
            return reducePiece<SdmaOperation::kMin, Element>;
        case SdmaOperation::kEqual:
            return reducePiece<SdmaOperation::kEqual, Element>;
        case SdmaOperation::kCopy:
        case SdmaOperation::kMemset:
        case SdmaOperation::kPrefetch:
        case SdmaOperation::kWriteBack:
        case SdmaOperation::kInvalidate:
        case SdmaOperation::kFlush:
            break;
    }
    assert(false);
    return nullptr;
}

PieceFunction functionOf(SdmaOperation operation, SdmaDataType type) {
    switch (type) {
        case SdmaDataType::kInt8:
            return functionOf<int8_t>(operation);
        case SdmaDataType::kInt16:
            return functionOf<int16_t>(operation);
        case SdmaDataType::kInt32:
            return functionOf<int32_t>(operation);
        case SdmaDataType::kUint8:
            return functionOf<uint8_t>(operation);
        case SdmaDataType::kUint16:
            return functionOf<uint16_t>(operation);
        case SdmaDataType::kUint32:
            return functionOf<uint32_t>(operation);
        case SdmaDataType::kFloat16:
            return functionOf<Half>(operation);
        case SdmaDataType::kFloat32:
            return functionOf<float>(operation);
        case SdmaDataType::kBfloat16:
            return functionOf<Bfloat>(operation);
    }
    assert(false);
    return nullptr;
}

// The default floating-point modes, for a scope.
class DefaultModes {
  public:
    DefaultModes() noexcept {
        std::fegetenv(&saved_);
        std::fesetenv(FE_DFL_ENV);
    }

    DefaultModes(const DefaultModes&) = delete;
    DefaultModes& operator=(const DefaultModes&) = delete;

    ~DefaultModes() { std::fesetenv(&saved_); }

  private:
    std::fenv_t saved_{};
};

bool isFloating(SdmaDataType type) {
    return type >= SdmaDataType::kFloat16;
}

void reduceInTurns(PieceFunction piece, std::byte* target, const std::byte* source,
                   uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += kPieceBytes) {
        const Lock lock(reduceMutex);
        piece(target + at, source + at, std::min(kPieceBytes, bytes - at));
    }
}

}  // namespace

uint64_t elementBytes(SdmaDataType type) noexcept {
    switch (type) {
        case SdmaDataType::kInt8:
        case SdmaDataType::kUint8:
            return 1;
        case SdmaDataType::kInt16:
        case SdmaDataType::kUint16:
        case SdmaDataType::kFloat16:
        case SdmaDataType::kBfloat16:
            return 2;
        case SdmaDataType::kInt32:
        case SdmaDataType::kUint32:
        case SdmaDataType::kFloat32:
            break;
    }
    return 4;
}

void reduce(SdmaOperation operation, SdmaDataType type, std::byte* target, const std::byte* source,
            uint64_t bytes) noexcept {
    assert(bytes % elementBytes(type) == 0);
    const PieceFunction piece = functionOf(operation, type);
    if (isFloating(type)) {
        const DefaultModes modes;
        reduceInTurns(piece, target, source, bytes);
    } else {
        reduceInTurns(piece, target, source, bytes);
    }
}

void fillPattern(SdmaDataType type, std::byte* target, uint64_t value, uint64_t bytes) noexcept {
    const uint64_t element = elementBytes(type);
    assert(bytes % element == 0);
    if (element == 1) {
        std::memset(target, static_cast<int>(value & 0xFF), bytes);
        return;
    }
    for (uint64_t at = 0; at < bytes; at += element) {
        std::memcpy(target + at, &value, element);
    }
}

}  // namespace belay::sim
