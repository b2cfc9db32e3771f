// BatchMatMul: y = x1 x2 for matrices in the last two dimensions; those before are broadcast as
// numpy does. Numbers of 16 bits are added as float; integers wrap around.
#include "oplib/matmul.h"
#include "oplib/ops/operators.h"

namespace belay::oplib {
namespace {

Transposed transposed(const OpView& view) {
    return {.a = view.attr<bool>("adj_x1"), .b = view.attr<bool>("adj_x2")};
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    return inferMatMul(view, transposed(view), true);
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planMatMul(view, target, transposed(view), true);
}

}  // namespace

Operator makeBatchMatMul() {
    return {.type = "BatchMatMul",
            .inputs = {{.name = "x1",
                        .types = {DataType::kFloat, DataType::kFloat16, DataType::kInt32,
                                  DataType::kBfloat16},
                        .typeLike = {}},
                       {.name = "x2", .types = {}, .typeLike = "x1"}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x1"}},
            .attrs = {{.name = "adj_x1", .standard = AttrValue(false)},
                      {.name = "adj_x2", .standard = AttrValue(false)}},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
