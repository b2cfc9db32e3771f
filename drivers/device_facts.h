// What backends know alike of devices that do not tell: limits, identities, what can be registered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "base/status.h"
#include "drivers/driver.h"
#include "hw/chips.h"

namespace belay::driver {

/// Of 910B and 910_93 (the vendor's runtime configuration and the widths of the entries' fields).
inline constexpr uint32_t kStreamLimit = 2038;
inline constexpr uint32_t kEventLimit = 65536;
inline constexpr uint32_t kNotifyLimit = 8192;

/// Units that read and write registered memory of the host, as DeviceInfo::unitsReachingHost has
/// them: those that execute entries and copy for them.
inline constexpr uint32_t kUnitsReachingHost = [] {
    uint32_t units = 0;
    for (const Unit unit : {Unit::kScheduler, Unit::kAicpu, Unit::kCube, Unit::kVector,
                            Unit::kPcieDma, Unit::kSdma}) {
        units |= 1U << static_cast<unsigned>(unit);
    }
    return units;
}();

/// The same in every process, so that processes can compare what they use: a mark of nine letters
/// at most, the chip's name as a number, the server's number, the device's.
inline std::array<uint8_t, 16> uuidOf(std::string_view mark, const hw::Chip& chip, uint32_t server,
                                      uint32_t device) {
    constexpr size_t kNamePlace = 9;
    std::array<uint8_t, 16> uuid{};
    for (size_t i = 0; i < mark.size() && i < kNamePlace; ++i) {
        uuid[i] = static_cast<uint8_t>(mark[i]);
    }
    uint32_t name = 0;
    for (const char letter : chip.socName) {
        name = name * 31 + static_cast<uint8_t>(letter);
    }
    for (size_t i = 0; i < sizeof name; ++i) {
        uuid[kNamePlace + i] = static_cast<uint8_t>(name >> (8 * i));
    }
    uuid[13] = static_cast<uint8_t>(server >> 8);
    uuid[14] = static_cast<uint8_t>(server);
    uuid[15] = static_cast<uint8_t>(device);
    return uuid;
}

/// That ordinary memory can be registered for a device, as far as its addresses tell.
/// kRtParamInvalid (107000) for no range, and for one that does not start at a page of 4 KiB.
inline Status requireRegistrable(const void* start, uint64_t bytes) {
    constexpr uint64_t kPageBytes = 4096;
    const auto first = reinterpret_cast<uintptr_t>(start);
    if (start == nullptr || bytes == 0 ||
        bytes - 1 > std::numeric_limits<uintptr_t>::max() - first) {
        return Status::error(Code::kRtParamInvalid,
                             "{} bytes from {} are no range of memory to register", bytes, start);
    }
    if (first % kPageBytes != 0) {
        return Status::error(Code::kRtParamInvalid,
                             "{} cannot be registered: memory to register starts at a multiple of "
                             "{} bytes",
                             start, kPageBytes);
    }
    return Status::ok();
}

}  // namespace belay::driver
