// MatMul: y = x1 x2 + bias, with x1 or x2 stored transposed where an attribute says so. Numbers of
// 16 bits are added as float; integers wrap around. Operands may lie in blocks (fractal NZ).
#include "oplib/matmul.h"
#include "oplib/ops/operators.h"

namespace belay::oplib {
namespace {

Transposed transposed(const OpView& view) {
    return {.a = view.attr<bool>("transpose_x1"), .b = view.attr<bool>("transpose_x2")};
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    return inferMatMul(view, transposed(view), false);
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planMatMul(view, target, transposed(view), false);
}

}  // namespace

Operator makeMatMul() {
    return {
        .type = "MatMul",
        .inputs = {{.name = "x1",
                    .types = {DataType::kFloat, DataType::kFloat16, DataType::kInt32,
                              DataType::kBfloat16},
                    .typeLike = {}},
                   {.name = "x2", .types = {}, .typeLike = "x1"},
                   {.name = "bias", .types = {}, .typeLike = "x1", .arity = OpArity::kOptional}},
        .outputs = {{.name = "y", .types = {}, .typeLike = "x1"}},
        .attrs = {{.name = "transpose_x1", .standard = AttrValue(false)},
                  {.name = "transpose_x2", .standard = AttrValue(false)}},
        .infer = infer,
        .plan = plan};
}

}  // namespace belay::oplib
