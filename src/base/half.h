// Half precision as the NPU's host library converts it: the largest exponent is an ordinary one.
#pragma once

#include <cstdint>

namespace belay {

/// Bits of a half (1 sign, 5 exponent, 10 fraction) to float, exactly. There is no infinity and no
/// NaN: 0x7C00 is 65536 and 0x7FFF is 131008. Subnormals are exact.
float halfToFloat(uint16_t bits) noexcept;

/// Float to the bits of the nearest half, ties to the even one. What is beyond 65504 after
/// rounding, infinity and NaN become 0x7BFF with the sign of `value`.
uint16_t floatToHalf(float value) noexcept;

}  // namespace belay
