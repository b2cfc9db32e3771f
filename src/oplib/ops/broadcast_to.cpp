// BroadcastTo: x repeated to the shape in the second input, as numpy does; -1 in it leaves a
// dimension of x as it is. Where only the device has the shape, it must lead to that of the output.
#include <algorithm>

#include "oplib/copying.h"
#include "oplib/ops/operators.h"
#include "oplib/shapes.h"
#include "oplib/type_lists.h"

namespace belay::oplib {
namespace {

// An error unless x can be repeated to `dims`, whose -1 are not known or, with `takesMinusOne`,
// become the dimension of x.
Status fit(const OpView& view, std::vector<int64_t>& dims, bool takesMinusOne) {
    const auto xDims = view.inputSpec(0).dims();
    const auto said = dims;
    const auto refuse = [&] {
        return view.refuse(
            "{} has shape {}, which does not go into {}: there, each of its "
            "dimensions must be the same, or 1 and repeated",
            view.inputName(0), shapeText(xDims), shapeText(said));
    };
    if (xDims.size() > dims.size()) {
        return refuse();
    }
    const size_t missing = dims.size() - xDims.size();
    for (size_t i = 0; i < dims.size(); ++i) {
        const int64_t own = i < missing ? 1 : xDims[i - missing];
        if (dims[i] == -1 && takesMinusOne) {
            if (i < missing) {
                return refuse();
            }
            dims[i] = own;
        } else if (dims[i] < -1 || (own != 1 && own >= 0 && dims[i] >= 0 && own != dims[i])) {
            return refuse();
        }
    }
    return Status::ok();
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    BELAY_TRY(requirePlain(view, 0));
    const TensorSpec& x = view.inputSpec(0);
    const TensorSpec& shape = view.inputSpec(1);
    if (shape.dims().size() != 1) {
        return view.refuse("{} has shape {}; it has one dimension", view.inputName(1),
                           shapeText(shape.dims()));
    }
    auto dims = indexValues(view.input(1));
    const bool isShapeKnown = dims.has_value();
    if (!isShapeKnown) {
        if (shape.dims()[0] < 0 || x.hasUnknownRank()) {
            return std::vector<TensorSpec>{unknownSpec(x, x.type())};
        }
        if (std::ssize(x.dims()) > shape.dims()[0]) {
            return view.refuse("{} has {} elements; it needs one for each dimension of {}, {}",
                               view.inputName(1), shape.dims()[0], view.inputName(0),
                               shapeText(x.dims()));
        }
        if (shape.dims()[0] > kMaxWalkDims) {
            return view.refuse(
                "{} has {} elements; where only the device knows them, {} dimensions "
                "are possible",
                view.inputName(1), shape.dims()[0], kMaxWalkDims);
        }
        dims.emplace(static_cast<size_t>(shape.dims()[0]), TensorSpec::kUnknownDim);
        // Dimensions other than 1 are not repeated.
        std::ranges::transform(x.dims(), dims->end() - std::ssize(x.dims()), [](int64_t dim) {
            return dim == 1 ? TensorSpec::kUnknownDim : dim;
        });
    } else if (!x.hasUnknownRank()) {
        BELAY_TRY(fit(view, *dims, true));
    }
    return std::vector<TensorSpec>{{x.type(), *dims, x.format()}};
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    const TensorSpec& x = view.inputSpec(0);
    const TensorSpec& y = view.outputSpec(0);
    std::vector<int64_t> dims(y.dims().begin(), y.dims().end());
    BELAY_TRY(fit(view, dims, false));
    if (y.elementCount() == 0) {
        return OpPlan();
    }
    const Strides strides = broadcastStrides(x.dims(), y.dims());
    if (indexValues(view.input(1))) {
        return planCopy(view, target, "BroadcastTo", strides);
    }
    if (view.inputSpec(1).dims()[0] != std::ssize(y.dims())) {
        return view.refuse("{} has {} elements; the output has shape {}", view.inputName(1),
                           view.inputSpec(1).dims()[0], shapeText(y.dims()));
    }
    return planLateCopy(view, target, "BroadcastToLate", strides);
}

}  // namespace

Operator makeBroadcastTo() {
    return {.type = "BroadcastTo",
            .inputs = {{.name = "x", .types = movableTypes(), .typeLike = {}},
                       {.name = "shape", .types = indexTypes(), .typeLike = {}}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
            .attrs = {},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
