// What a file of operators says about the kernels of AI CPUs that execute them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace belay {

/// A kernel of AI CPUs, as the application asks for it.
struct CpuKernel {
    std::string name;       ///< of the kernel: the type of the operator
    std::string function;   ///< of the library that has it
    std::string library{};  ///< empty: not said
};

/// Reads a JSON file of this form, where other members are of no interest:
///     {"Type": {"opInfo": {"functionName": "f", "kernelSo": "libx.so", ...}, ...}, ...}
/// kRtParamInvalid (107000) with a text that says what is wrong, and where.
Result<std::vector<CpuKernel>> parseCpuKernelList(std::span<const std::byte> file);

}  // namespace belay
