// writeOm(): the bytes of an offline model (.om) of a single operator, for the simulated NPU.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "op/single_op.h"

namespace belay {

/// What a model says beside its operator.
struct OmMaking {
    std::string name{};         ///< of the model; its header keeps the first 31 bytes
    std::string socVersion{};   ///< the chip that the model is for; empty: any
    std::string commandLine{};  ///< by which it was made
    /// Older files have tables with 32-bit sizes, and names of attributes as they are.
    bool isOldForm = false;
};

/// A file that OmFile and OmModel read, with the parts that the vendor's compiler writes, in its
/// order. There is no code for a card in it: partitions 1, 3 and 2 are there, but empty, and the
/// model says that it is for a simulated NPU. A model of a fuzzy operator takes any size of each
/// dimension that has no range.
///
/// kInvalidParam (100000), with a text that names the tensor or attribute, for what a model cannot
/// say: see checkOmTensor(); an empty type; attributes of a type that no request can have; and
/// more than kMaxOmBytes in all.
Result<std::vector<std::byte>> writeOm(const SingleOp& op, const OmMaking& making);

/// Messages have at most 2 GiB, and a model has some of them more than once.
inline constexpr size_t kMaxOmBytes = size_t{512} << 20;

}  // namespace belay
