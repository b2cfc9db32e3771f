#include "runtime/architecture.h"

#include <algorithm>

#include "hw/chips.h"

namespace belay {

bool canRunKernelsOf(const driver::DeviceInfo& info, std::string_view builtFor) noexcept {
    const uint32_t own = info.architecture->number;
    if (const hw::Chip* chip = hw::findChip(builtFor)) {
        return chip->architecture == own;
    }
    return std::ranges::any_of(hw::chips(), [&](const hw::Chip& chip) {
        return chip.shortName == builtFor && chip.architecture == own;
    });
}

std::string_view typesOfInstruction(const driver::DeviceInfo& info,
                                    std::string_view instruction) noexcept {
    return hw::typesOfInstruction(info.architecture->number, instruction);
}

}  // namespace belay
