// SimSettings: what the environment says about the simulated devices.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "drivers/sim/device_faults.h"
#include "hw/chips.h"

namespace belay::sim {

struct SimSettings {
    const hw::Chip* chip = nullptr;  ///< never null once read
    uint32_t deviceCount = 1;
    uint64_t memoryBytes = 0;  ///< of each device
    bool mayLend = true;       ///< whether threads that wait execute entries meanwhile
    bool checkMemory = false;
    bool containsFaults = true;  ///< whether a kernel that fails leaves the process alive
    bool sharesBlocks = true;    ///< whether several threads may run blocks of one launch
    /// For FaultPlan: which driver call fails; 0: none, only count; nothing: do not count.
    std::optional<uint64_t> failCall{};
    std::optional<FaultRequest> fault{};
};

/// The variables' texts; nothing for one that is not set.
struct SimSettingTexts {
    std::optional<std::string_view> soc{};
    std::optional<std::string_view> devices{};
    std::optional<std::string_view> memory{};
    std::optional<std::string_view> lend{};
    std::optional<std::string_view> check{};
    std::optional<std::string_view> faults{};
    std::optional<std::string_view> blocks{};
    std::optional<std::string_view> failCall{};
    std::optional<std::string_view> fault{};
};

/// A text that cannot be understood is an error: kRtSocVersion (507008) for a chip that is not
/// known, kRtDevSetupError (507033) otherwise. The message names variable, value and what is
/// allowed.
Result<SimSettings> parseSimSettings(const SimSettingTexts& texts);

/// parseSimSettings() of the process's environment.
Result<SimSettings> readSimSettings();

}  // namespace belay::sim
