// Work for the copy engine of a device beyond plain copies: addresses and descriptions that lie in
// device memory, and cache maintenance.
#pragma once

#include <cstdint>

#include "base/result.h"

namespace belay {

class Device;
class Stream;

/// What a description of a copy or of cache maintenance takes in device memory.
inline constexpr uint64_t kDescriptionBytes = 64;

/// The most that one description is for.
inline constexpr uint64_t kMostDescribedBytes = UINT32_MAX;

/// The most that is added to an address in device memory.
inline constexpr uint64_t kMostOffset = (uint64_t{1} << 48) - 1;

/// A copy on one device whose addresses are read from device memory when it runs.
struct IndirectCopy {
    const void* targetPlace = nullptr;  ///< where the address lies that the offset is added to
    uint64_t targetOffset = 0;          ///< offsets and the end of the copy: at most kMostOffset
    const void* sourcePlace = nullptr;
    uint64_t sourceOffset = 0;
    uint64_t bytes = 0;  ///< above 0
};

Status submitIndirectCopy(Stream& stream, const IndirectCopy& copy);

/// Writes the description of a copy of at most kMostDescribedBytes to device memory. Blocks. Errors
/// as driver::Driver::copy().
Status describeCopy(Device& device, void* description, const void* source, void* target,
                    uint64_t bytes);

/// Likewise for reading memory into the device's cache.
Status describePrefetch(Device& device, void* description, const void* start, uint64_t bytes);

/// Does what the description says when the entry runs.
Status submitDescribed(Stream& stream, const void* description);

/// Reads memory, which is not empty, into the device's cache.
Status submitPrefetch(Stream& stream, const void* start, uint64_t bytes);

}  // namespace belay
