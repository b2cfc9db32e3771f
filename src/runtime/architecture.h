// What follows from the architecture of a device: which kernels and instructions it runs.
#pragma once

#include <string_view>

#include "drivers/driver.h"

namespace belay {

/// Whether kernels built for `builtFor` run on the device: whether its cores have the same
/// architecture. `builtFor` is the name of a chip ("Ascend910B4") or, where no chip has it, of a
/// family ("Ascend910_93"). Kernels for chips that nothing is known of do not run.
bool canRunKernelsOf(const driver::DeviceInfo& info, std::string_view builtFor) noexcept;

/// The data types that the device's vector units can use in an instruction; empty when nothing is
/// known of it.
std::string_view typesOfInstruction(const driver::DeviceInfo& info,
                                    std::string_view instruction) noexcept;

}  // namespace belay
