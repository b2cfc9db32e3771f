#include "drivers/hal_sim/device_facts.h"

#include <algorithm>
#include <array>

#include "base/clock.h"
#include "drivers/hal_abi/hal_abi.h"

namespace belay::hal_sim {
namespace {

// Chip number in the second byte, its version in the first. Which chip of the family it is, callers
// learn by name.
constexpr int64_t kChipVersion = 0x500;
// Seen in calls of the vendor's runtime, which wants nanoseconds; it has no name in hal_abi.h.
constexpr int32_t kInfoNanoseconds = 64;
constexpr int64_t kTicksPerKilohertz = 1000;

using Tell = int64_t (*)(const driver::DeviceInfo& info, const driver::DeviceState& state);

struct Fact {
    int32_t module;
    int32_t info;
    Tell tell;
};

#define BELAY_FACT(expression)                                                        \
    [](const driver::DeviceInfo& info, const driver::DeviceState& state) -> int64_t { \
        static_cast<void>(info);                                                      \
        static_cast<void>(state);                                                     \
        return static_cast<int64_t>(expression);                                      \
    }

constexpr std::array kFacts = {
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_ENV, BELAY_FACT(0)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION, BELAY_FACT(kChipVersion)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_CORE_NUM, BELAY_FACT(1)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_MONOTONIC_RAW, BELAY_FACT(state.ticks)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_CHIP_ID, BELAY_FACT(info.chip)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_DIE_ID, BELAY_FACT(info.die)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_DEV_OSC_FREQUE,
         BELAY_FACT(info.ticksPerSecond / kTicksPerKilohertz)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_SDID, BELAY_FACT(info.superPodDevice)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_SERVER_ID, BELAY_FACT(info.superPodServer)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_SUPER_POD_ID, BELAY_FACT(info.superPodId)},
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_ADDR_MODE, BELAY_FACT(0)},  // of each device's own
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_RUN_MACH, BELAY_FACT(0)},   // not a virtual machine
    Fact{MODULE_TYPE_SYSTEM, INFO_TYPE_MAINBOARD_ID, BELAY_FACT(info.mainboardId)},
    Fact{MODULE_TYPE_SYSTEM, kInfoNanoseconds, BELAY_FACT(steadyNanoseconds())},
    Fact{MODULE_TYPE_AICPU, INFO_TYPE_CORE_NUM, BELAY_FACT(info.aicpuCores)},
    Fact{MODULE_TYPE_AICPU, INFO_TYPE_UTILIZATION, BELAY_FACT(state.aicpuBusyPercent)},
    Fact{MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM, BELAY_FACT(info.cubeCores)},
    Fact{MODULE_TYPE_AICORE, INFO_TYPE_FREQUE, BELAY_FACT(info.cubeMhz)},
    Fact{MODULE_TYPE_AICORE, INFO_TYPE_UTILIZATION, BELAY_FACT(state.cubeBusyPercent)},
    Fact{MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM, BELAY_FACT(info.vectorCores)},
    Fact{MODULE_TYPE_VECTOR_CORE, INFO_TYPE_FREQUE, BELAY_FACT(info.cubeMhz)},
    Fact{MODULE_TYPE_VECTOR_CORE, INFO_TYPE_UTILIZATION, BELAY_FACT(state.vectorBusyPercent)},
};

#undef BELAY_FACT

}  // namespace

Result<int64_t> deviceFact(driver::Driver& driver, const HalDevice& device, int32_t module,
                           int32_t info) {
    const auto* found = std::find_if(kFacts.begin(), kFacts.end(), [&](const Fact& fact) {
        return fact.module == module && fact.info == info;
    });
    if (found == kFacts.end()) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "simulated devices know nothing of module {}, information {}", module,
                             info);
    }
    BELAY_ASSIGN(const driver::DeviceState state, driver.deviceState(device.number()));
    return found->tell(device.info(), state);
}

}  // namespace belay::hal_sim
