// Versions that the runtime answers: of belay, and of the CANN release whose API it speaks.
#pragma once

#include <cstdint>
#include <string_view>

namespace belay {

/// The CANN release whose API, codes and behaviour belay follows.
inline constexpr int kCannMajor = 9;
inline constexpr int kCannMinor = 1;
inline constexpr int kCannPatch = 0;
inline constexpr std::string_view kCannVersion = "9.1.0";

/// The release as one number that grows from release to release.
inline constexpr int32_t kCannVersionNumber =
    kCannMajor * 10'000'000 + kCannMinor * 100'000 + kCannPatch * 1'000;

/// Whether belay stands in for the CANN package `name` ("runtime", "compiler", "toolkit", "opp",
/// "opp_kernel", "cann"). It does not for others: collective communication, the card's driver and
/// firmware.
constexpr bool providesPackage(std::string_view name) noexcept {
    return name == "cann" || name == "runtime" || name == "compiler" || name == "toolkit" ||
           name == "opp" || name == "opp_kernel";
}

}  // namespace belay
