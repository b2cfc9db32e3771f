// Which of a machine's devices the application sees: ASCEND_RT_VISIBLE_DEVICES.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace belay {

struct VisibleDevices {
    std::vector<uint32_t> numbers;  ///< the driver's, by the application's
    /// Why these are not all, as the end of a message; empty when they are.
    std::string hiding;
};

/// What `list`, the variable's value, leaves of `count` devices; all of them without a list. The
/// list ends at its first entry that is no number below `count`; entries that are not each greater
/// than the one before make all of it invalid, and no device is left.
VisibleDevices visibleDevices(const std::optional<std::string>& list, uint32_t count);

}  // namespace belay
