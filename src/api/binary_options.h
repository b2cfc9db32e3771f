// Options for loading files of kernels.
#pragma once

#include <cstdint>
#include <optional>

#include "acl/acl_rt.h"
#include "kernel/binary.h"

namespace belay::api {

/// Where kernels of AI CPUs come from. The numbers are the public interface's.
enum class CpuMode : uint8_t {
    kBuiltIn = 0,            ///< the device has them; a file lists them
    kLibraryBesideList = 1,  ///< a shared object beside the file that lists them
    kLibrary = 2,            ///< a shared object; what it has is registered one by one
};

struct BinaryOptions {
    BinarySetup setup;
    std::optional<CpuMode> cpuMode;  ///< kernels of AI cores without it
};

/// What the application asks for; null asks for nothing. The last option of a kind counts.
/// kRtParamInvalid (107000) for what is no option, or no value of it.
Result<BinaryOptions> binaryOptionsOf(const aclrtBinaryLoadOptions* options);

}  // namespace belay::api
