// Inference and plans of matrix products.
#pragma once

#include <string_view>
#include <vector>

#include "op/op_view.h"

namespace belay::oplib {

/// Whether each operand is stored transposed.
struct Transposed {
    bool a = false;
    bool b = false;
};

/// Inputs 0 and 1 are matrices, or, where `hasBatch`, many of them. Input 2, if there is one, is a
/// bias. The output has the type of input 0.
Result<std::vector<TensorSpec>> inferMatMul(const OpView& view, Transposed transposed,
                                            bool hasBatch);

Result<OpPlan> planMatMul(const OpView& view, const OpTarget& target, Transposed transposed,
                          bool hasBatch);

/// alpha a b + beta c, of inputs a, b, c, alpha, beta. The output has type and layout of c.
Result<std::vector<TensorSpec>> inferGemm(const OpView& view, Transposed transposed);

Result<OpPlan> planGemm(const OpView& view, const OpTarget& target, Transposed transposed);

}  // namespace belay::oplib
