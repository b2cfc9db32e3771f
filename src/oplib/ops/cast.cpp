// Cast: x as numbers of another type, which the attribute dst_type names.
//
// To integers: floating-point numbers lose their fraction, those beyond the range become its
// nearest end and NaN 0; integers wrap around. To bool: true for whatever is not 0, also for NaN.
// To floating-point numbers: the nearest, of two the even one; what is too large becomes infinite.
// Of complex numbers real ones are the real part.
#include <algorithm>

#include "oplib/ops/operators.h"
#include "oplib/type_lists.h"
#include "oplib/unary.h"

namespace belay::oplib {
namespace {

Types types() {
    return joined(numberTypes(), complexTypes(), Types{DataType::kBool});
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    const int64_t number = view.attr<int64_t>("dst_type");
    for (const DataType type : types()) {
        if (static_cast<int64_t>(type) == number) {
            return inferUnary(view, type);
        }
    }
    return view.refuse(
        "attribute 'dst_type' is {}; it takes the numbers of floating-point types, "
        "integers, complex numbers of float and double, and bool",
        number);
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planUnary(view, target, "Cast");
}

}  // namespace

Operator makeCast() {
    return {.type = "Cast",
            .inputs = {{.name = "x", .types = types(), .typeLike = {}, .mayBeOutput = true}},
            .outputs = {{.name = "y", .types = types(), .typeLike = {}}},
            .attrs = {{.name = "dst_type", .standard = AttrValue(int64_t{0}), .isRequired = true}},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
