// Half precision, calculated the plain way: a reference for the conversions of the library.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstdint>

namespace belay::test {

/// The value of a half-precision number in which the largest exponent is an ordinary one.
inline double halfValue(uint16_t bits) {
    const double sign = bits >= 0x8000 ? -1.0 : 1.0;
    const int exponent = bits / 1024 % 32;
    const int fraction = bits % 1024;
    return sign *
           (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

/// The half-precision number nearest to `value`, ties to the even one; the largest one, with the
/// sign, for what is too large or no number. Rounds with nearbyint() in units of the last place, so
/// the rounding mode must be the default one.
inline uint16_t nearestHalf(float value) {
    const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(static_cast<double>(value));
    if (!(magnitude < 65520.0)) {  // halfway between the largest number and the next power of two
        return static_cast<uint16_t>(sign + 0x7BFF);
    }
    if (magnitude == 0.0) {
        return sign;
    }
    // Numbers from 2^e on are multiples of 2^(e - 10), subnormal ones of 2^-24.
    const int exponent = std::max(std::ilogb(magnitude), -14);
    const double multiple = std::nearbyint(std::ldexp(magnitude, 10 - exponent));
    // 1024 stands for the hidden bit; a multiple that reached 2048 carries into the exponent by
    // itself.
    return static_cast<uint16_t>(sign + (exponent + 14) * 1024 + static_cast<int>(multiple));
}

}  // namespace belay::test
