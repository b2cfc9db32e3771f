// Inference and plans of operators that make each element of the output of one element of x.
#pragma once

#include <string_view>
#include <vector>

#include "op/op_view.h"

namespace belay::oplib {

std::vector<TensorSpec> inferUnary(const OpView& view, DataType type);

/// One launch of `kernel`, which takes a UnaryTiling.
Result<OpPlan> planUnary(const OpView& view, const OpTarget& target, std::string_view kernel);

}  // namespace belay::oplib
