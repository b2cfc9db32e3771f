// Relu: y = x where x is more than 0, else 0. NaN stays.
#include "oplib/ops/operators.h"
#include "oplib/type_lists.h"
#include "oplib/unary.h"

namespace belay::oplib {
namespace {

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    return inferUnary(view, view.inputSpec(0).type());
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planUnary(view, target, "Relu");
}

}  // namespace

Operator makeRelu() {
    return {.type = "Relu",
            .inputs = {{.name = "x",
                        .types = without(numberTypes(), {DataType::kUint32, DataType::kUint64}),
                        .typeLike = {},
                        .mayBeOutput = true}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
            .attrs = {},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
