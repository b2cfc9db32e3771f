// ReduceSum: sums along the axes in the second input. Negative axes count from the end, one may
// come twice, and without axes x stays as it is. Sums of floating-point numbers are made in a wider
// type, integers wrap around, and the sum of nothing is 0. Where only the device has the axes, they
// must lead to the shape of the output.
#include <algorithm>
#include <iterator>
#include <memory>

#include "oplib/device/reduce_tiling.h"
#include "oplib/ops/operators.h"
#include "oplib/planning.h"
#include "oplib/shapes.h"
#include "oplib/type_lists.h"

namespace belay::oplib {
namespace {

// Elements for which it is worth to have a block more.
constexpr int64_t kElementsOfBlock = 32768;

// For each dimension whether it is summed up. Not std::vector<bool>, whose elements have no
// address.
using Axes = std::unique_ptr<bool[]>;

Result<Axes> reducedDims(const OpView& view, const std::vector<int64_t>& axes) {
    const int64_t rank = std::ssize(view.inputSpec(0).dims());
    auto isReduced = std::make_unique<bool[]>(static_cast<size_t>(rank) + 1);
    for (const int64_t said : axes) {
        const int64_t axis = said < 0 ? said + rank : said;
        if (axis < 0 || axis >= rank) {
            return view.refuse("{} is {}; {} has {} dimensions", view.inputName(1), shapeText(axes),
                               view.inputName(0), rank);
        }
        isReduced[static_cast<size_t>(axis)] = true;
    }
    return isReduced;
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    BELAY_TRY(requirePlain(view, 0));
    const TensorSpec& x = view.inputSpec(0);
    const TensorSpec& axesSpec = view.inputSpec(1);
    if (axesSpec.dims().size() > 1) {
        return view.refuse("{} has shape {}; it has one dimension, or none", view.inputName(1),
                           shapeText(axesSpec.dims()));
    }
    const bool keepsDims = view.attr<bool>("keep_dims");
    const auto axes = indexValues(view.input(1));
    if (x.hasUnknownRank() || (!axes && !keepsDims)) {
        return std::vector<TensorSpec>{unknownSpec(x, x.type())};
    }
    std::vector<int64_t> dims;
    if (!axes) {
        std::ranges::transform(x.dims(), std::back_inserter(dims),
                               [](int64_t dim) { return dim == 1 ? 1 : TensorSpec::kUnknownDim; });
    } else {
        BELAY_ASSIGN(const Axes isReduced, reducedDims(view, *axes));
        for (size_t i = 0; i < x.dims().size(); ++i) {
            if (!isReduced[i]) {
                dims.push_back(x.dims()[i]);
            } else if (keepsDims) {
                dims.push_back(1);
            }
        }
    }
    return std::vector<TensorSpec>{{x.type(), dims, x.format()}};
}

Result<OpPlan> planLate(const OpView& view, uint32_t blocks) {
    const TensorSpec& x = view.inputSpec(0);
    const TensorSpec& y = view.outputSpec(0);
    if (x.dims().size() > static_cast<size_t>(kMaxWalkDims) ||
        y.dims().size() > static_cast<size_t>(kMaxWalkDims)) {
        return view.refuse("{} has shape {}; with {} on the device only it takes {} dimensions",
                           view.inputName(0), shapeText(x.dims()), view.inputName(1), kMaxWalkDims);
    }
    LateReduceTiling tiling{
        .type = x.type(),
        .keepsDims = view.attr<bool>("keep_dims") ? 1 : 0,
        .axisBytes = static_cast<int64_t>(dataTypeSize(view.inputSpec(1).type())),
        .axes = static_cast<int64_t>(view.inputSpec(1).elementCount()),
        .rank = std::ssize(x.dims()),
        .outRank = std::ssize(y.dims())};
    std::ranges::copy(x.dims(), tiling.dims);
    std::ranges::copy(y.dims(), tiling.outDims);
    return planOf("ReduceSumLate", blocks, tiling);
}

// Whether some axes make `to` of `from`.
bool canBecome(std::span<const int64_t> from, std::span<const int64_t> to, bool keepsDims) {
    if (keepsDims) {
        return std::ranges::equal(
            from, to, [](int64_t dim, int64_t made) { return made == dim || made == 1; });
    }
    auto next = to.begin();
    for (const int64_t dim : from) {
        next += next != to.end() && *next == dim ? 1 : 0;
    }
    return next == to.end();
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    const TensorSpec& x = view.inputSpec(0);
    const auto axes = indexValues(view.input(1));
    const auto made = view.outputSpec(0).dims();
    if (!axes && !canBecome(x.dims(), made, view.attr<bool>("keep_dims"))) {
        return view.refuse("the output has shape {}; no axes make that of {}, {}", shapeText(made),
                           view.inputName(0), shapeText(x.dims()));
    }
    const auto outputs = static_cast<int64_t>(view.outputSpec(0).elementCount());
    if (outputs == 0) {
        return OpPlan();
    }
    const uint32_t blocks = blocksFor(
        {.vectorCores = static_cast<uint32_t>(std::min<int64_t>(target.vectorCores, outputs))},
        static_cast<int64_t>(x.elementCount()), kElementsOfBlock);
    if (!axes) {
        return planLate(view, blocks);
    }
    BELAY_ASSIGN(const Axes isReduced, reducedDims(view, *axes));
    const int64_t rank = std::ssize(x.dims());
    ReduceTiling tiling{.type = x.type()};
    std::vector<int64_t> work(4 * x.dims().size());
    if (!makeReduction(x.dims().data(), isReduced.get(), rank, rank, tiling.reduction,
                       work.data())) {
        return view.refuse("{} has shape {}; it takes {} dimensions that cannot be joined",
                           view.inputName(0), shapeText(x.dims()), kMaxWalkDims);
    }
    return planOf("ReduceSum", blocks, tiling);
}

}  // namespace

Operator makeReduceSum() {
    return {
        .type = "ReduceSum",
        .inputs = {{.name = "x", .types = joined(numberTypes(), complexTypes()), .typeLike = {}},
                   {.name = "axes", .types = indexTypes(), .typeLike = {}}},
        .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
        .attrs = {{.name = "keep_dims", .standard = AttrValue(false)}},
        .infer = infer,
        .plan = plan};
}

}  // namespace belay::oplib
