// Inference and plans of operators that combine the elements of two tensors, x1 and x2.
#pragma once

#include <string_view>
#include <vector>

#include "op/op_view.h"

namespace belay::oplib {

Result<std::vector<TensorSpec>> inferBinary(const OpView& view, DataType type);

/// One launch of `kernel`, which is made of device/binary.h and takes a BinaryTiling, or of the
/// kernel named so with "Short" behind it, which takes a ShortBinaryTiling.
Result<OpPlan> planBinary(const OpView& view, const OpTarget& target, std::string_view kernel);

}  // namespace belay::oplib
