// Finds kernels in preprocessed source text: where they are defined, in which namespace, with which
// parameters. Their types are left to the compiler.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace belay::kcc {

/// The cores that a source asks for.
enum class CoreMark : uint8_t {
    kNone,    ///< it does not say
    kVector,  ///< __vector__, or a task type of vector cores only
    kCube,    ///< __cube__, or a task type of cube cores only
    kMix,     ///< __mix__(cube, vector), or a task type of both
};

struct Marks {
    CoreMark cores = CoreMark::kNone;
    uint16_t cubes = 0;  ///< with kMix: how many of each work together
    uint16_t vectors = 0;

    bool operator==(const Marks&) const = default;
};

/// A kernel that a source defines or instantiates.
struct ScannedKernel {
    std::vector<std::string>
        namespaces;          ///< how to open each, from the outside: "inline namespace v1"
    std::string name;        ///< with template arguments: "scale<float>"
    std::string parameters;  ///< without default arguments: "uint8_t* x, int"
    Marks marks;
    std::string file;
    uint32_t line = 0;

    /// "file:line", for messages.
    std::string place() const;
};

/// Looks for functions with the mark __global__ in what the preprocessor has made of a source with
/// BELAY_KERNEL_SCAN defined. Declarations and primary templates are not kernels. kInvalidParam
/// (100000) with file and line for a kernel that is none, as one inside a class.
Result<std::vector<ScannedKernel>> scanKernels(std::string_view text);

}  // namespace belay::kcc
