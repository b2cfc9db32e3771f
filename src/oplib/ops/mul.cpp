// Mul: y = x1 * x2, broadcast as numpy does, in the type that holds both. Integers wrap around, of
// bools the product is "and".
#include "oplib/binary.h"
#include "oplib/ops/operators.h"
#include "oplib/promotion.h"
#include "oplib/type_lists.h"

namespace belay::oplib {
namespace {

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    return inferBinary(view, promoted(view.inputSpec(0).type(), view.inputSpec(1).type()));
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planBinary(view, target, "Mul");
}

}  // namespace

Operator makeMul() {
    const Types types = joined(without(numberTypes(), {DataType::kUint32, DataType::kUint64}),
                               complexTypes(), Types{DataType::kBool});
    return {.type = "Mul",
            .inputs = {{.name = "x1", .types = types, .typeLike = {}, .mayBeOutput = true},
                       {.name = "x2", .types = types, .typeLike = {}, .mayBeOutput = true}},
            .outputs = {{.name = "y", .types = types, .typeLike = {}}},
            .attrs = {},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
