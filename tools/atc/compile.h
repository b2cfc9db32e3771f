// What atc does with each operator: check it, and make the file of its model.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "op/om_writer.h"
#include "op/operator.h"
#include "op/single_op.h"

namespace belay::atc {

/// That every operator has as many inputs and outputs as its type at least takes; types that the
/// set does not have are skipped. kParseFile (100006), with the number E13014.
Status checkCounts(std::span<const SingleOp> ops, const OperatorSet& set);

/// The model of an operator. kGeFailure (500002), with the number E14001 and the reason, for types
/// that the set does not have, operators that it cannot do, and constants that do not have the size
/// of their tensor.
Result<std::vector<std::byte>> compile(const SingleOp& op, const OperatorSet& set,
                                       const OmMaking& making);

/// Writes the file, whole or not at all; an older one stays until then. kWriteFile (100004).
Status writeWhole(const std::string& path, std::span<const std::byte> bytes);

}  // namespace belay::atc
