#include "base/half.h"

#include <bit>

namespace belay {
namespace {

constexpr uint32_t kFloatSign = 0x8000'0000U;
constexpr uint32_t kHalfLargest = 0x7BFF;
// The exponents' biases differ by 112, the fractions' widths by 13 bits.
constexpr uint32_t kExponentShift = 112;
constexpr uint32_t kFractionShift = 13;
// Exponent field of 2^-25: anything smaller rounds to zero.
constexpr uint32_t kSmallestRounded = 102;

}  // namespace

float halfToFloat(uint16_t bits) noexcept {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000U) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1FU;
    const uint32_t fraction = bits & 0x3FFU;
    if (exponent == 0) {
        // Zero or subnormal: fraction * 2^-24, which float holds exactly.
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | sign);
    }
    return std::bit_cast<float>(sign | ((exponent + kExponentShift) << 23) |
                                (fraction << kFractionShift));
}

// All in integers: the result must not depend on the rounding or flush mode of the calling thread.
uint16_t floatToHalf(float value) noexcept {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (bits & kFloatSign) >> 16;
    const uint32_t magnitude = bits & ~kFloatSign;

    // From 65520 on (halfway to 65536) rounding leaves the range; infinity and NaN are above it
    // too.
    if (magnitude >= std::bit_cast<uint32_t>(65520.0F)) {
        return static_cast<uint16_t>(sign | kHalfLargest);
    }
    const uint32_t exponent = magnitude >> 23;
    uint32_t kept = magnitude - (kExponentShift << 23);  // exponent and fraction of a normal half
    uint32_t shift = kFractionShift;
    if (magnitude < std::bit_cast<uint32_t>(0x1p-14F)) {
        if (exponent < kSmallestRounded) {
            return static_cast<uint16_t>(sign);
        }
        kept = (magnitude & 0x7F'FFFFU) | 0x80'0000U;
        shift = 126 - exponent;  // leaves multiples of 2^-24
    }
    const uint32_t result = kept >> shift;
    const uint32_t dropped = kept & ((1U << shift) - 1);
    const uint32_t halfway = 1U << (shift - 1);
    const bool up = dropped > halfway || (dropped == halfway && (result & 1U) != 0);
    // A carry out of the fraction lifts the exponent, as it should.
    return static_cast<uint16_t>(sign | (result + (up ? 1U : 0U)));
}

}  // namespace belay
