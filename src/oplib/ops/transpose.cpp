// Transpose: dimension i of y is dimension perm[i] of x. Where only the device has perm, it must
// lead to the shape of the output.
#include <algorithm>

#include "oplib/copying.h"
#include "oplib/ops/operators.h"
#include "oplib/shapes.h"
#include "oplib/type_lists.h"

namespace belay::oplib {
namespace {

// perm with each dimension once, from 0 on.
Result<std::vector<int64_t>> orderOf(const OpView& view, const std::vector<int64_t>& perm) {
    const int64_t rank = std::ssize(view.inputSpec(0).dims());
    std::vector<int64_t> order = perm;
    std::vector<bool> isUsed(static_cast<size_t>(rank), false);
    bool isRight = std::ssize(perm) == rank;
    for (int64_t& dim : order) {
        dim += dim < 0 ? rank : 0;
        isRight = isRight && dim >= 0 && dim < rank && !isUsed[static_cast<size_t>(dim)];
        if (isRight) {
            isUsed[static_cast<size_t>(dim)] = true;
        }
    }
    if (!isRight) {
        return view.refuse("{} is {}; it takes each of the {} dimensions of {} once",
                           view.inputName(1), shapeText(perm), rank, view.inputName(0));
    }
    return order;
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    BELAY_TRY(requirePlain(view, 0));
    const TensorSpec& x = view.inputSpec(0);
    const TensorSpec& perm = view.inputSpec(1);
    if (x.hasUnknownRank()) {
        return std::vector<TensorSpec>{unknownSpec(x, x.type())};
    }
    const int64_t rank = std::ssize(x.dims());
    if (perm.dims().size() != 1 || (perm.dims()[0] >= 0 && perm.dims()[0] != rank)) {
        return view.refuse(
            "{} has shape {}; it has one element for each of the {} dimensions of {}",
            view.inputName(1), shapeText(perm.dims()), rank, view.inputName(0));
    }
    std::vector<int64_t> dims(x.dims().size(), TensorSpec::kUnknownDim);
    if (const auto values = indexValues(view.input(1))) {
        BELAY_ASSIGN(const std::vector<int64_t> order, orderOf(view, *values));
        std::ranges::transform(order, dims.begin(),
                               [&](int64_t dim) { return x.dims()[static_cast<size_t>(dim)]; });
    }
    return std::vector<TensorSpec>{{x.type(), dims, x.format()}};
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    const TensorSpec& x = view.inputSpec(0);
    const TensorSpec& y = view.outputSpec(0);
    const auto values = indexValues(view.input(1));
    std::vector<int64_t> sizes[2] = {{x.dims().begin(), x.dims().end()},
                                     {y.dims().begin(), y.dims().end()}};
    std::ranges::sort(sizes[0]);
    std::ranges::sort(sizes[1]);
    if (sizes[0] != sizes[1]) {
        return view.refuse(
            "the output has shape {}; it has the dimensions of {}, {}, in another "
            "order",
            shapeText(y.dims()), view.inputName(0), shapeText(x.dims()));
    }
    if (y.elementCount() == 0) {
        return OpPlan();
    }
    if (!values) {
        return planLateCopy(view, target, "TransposeLate", Strides(y.dims().size(), 0));
    }
    BELAY_ASSIGN(const std::vector<int64_t> order, orderOf(view, *values));
    Strides own(order.size(), 1);
    for (size_t dim = order.size(); dim-- > 1;) {
        own[dim - 1] = own[dim] * x.dims()[dim];
    }
    Strides strides(order.size());
    std::ranges::transform(order, strides.begin(),
                           [&](int64_t dim) { return own[static_cast<size_t>(dim)]; });
    return planCopy(view, target, "Transpose", strides);
}

}  // namespace

Operator makeTranspose() {
    return {.type = "Transpose",
            .inputs = {{.name = "x", .types = movableTypes(), .typeLike = {}},
                       {.name = "perm", .types = indexTypes(), .typeLike = {}}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
            .attrs = {},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
