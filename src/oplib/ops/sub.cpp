// Sub: y = x1 - x2, broadcast as numpy does. Integers wrap around; of bools the difference is true
// where they are not equal.
#include "oplib/binary.h"
#include "oplib/ops/operators.h"
#include "oplib/type_lists.h"

namespace belay::oplib {
namespace {

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    return inferBinary(view, view.inputSpec(0).type());
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planBinary(view, target, "Sub");
}

}  // namespace

Operator makeSub() {
    const Types types = joined(without(numberTypes(), {DataType::kUint32, DataType::kUint64}),
                               complexTypes(), Types{DataType::kBool});
    return {.type = "Sub",
            .inputs = {{.name = "x1", .types = types, .typeLike = {}, .mayBeOutput = true},
                       {.name = "x2", .types = {}, .typeLike = "x1", .mayBeOutput = true}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x1"}},
            .attrs = {},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
