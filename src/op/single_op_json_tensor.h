// Tensors in a file for the compiler of single operators (JSON).
#pragma once

#include <vector>

#include "base/result.h"
#include "op/json_place.h"
#include "op/single_op.h"

namespace belay {

/// The tensors of an array of objects. Left out may be inputs only. Tensors of a dynamic input get
/// the names name0, name1, ... Errors as of parseSingleOps().
Result<std::vector<SingleOp::Tensor>> readJsonTensors(const JsonPlace& tensors, bool areInputs);

}  // namespace belay
