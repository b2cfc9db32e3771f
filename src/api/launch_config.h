// What public functions about launches make of the properties that they are given.
#pragma once

#include "acl/acl_rt.h"
#include "base/status.h"
#include "kernel/launcher.h"

namespace belay {
class Device;
}

namespace belay::api {

/// Makes `setup`, which is as it was made, a launch of `numBlocks` blocks with the properties of
/// `config`, which may be null. kRtParamInvalid (107000) names what cannot be.
Status applyLaunchConfig(uint32_t numBlocks, const aclrtLaunchKernelCfg* config,
                         const Device& device, LaunchSetup& setup);

}  // namespace belay::api
