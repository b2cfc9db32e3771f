// SoftmaxV2: e^x over the sum of e^x along an axis, or along several that follow each other, which
// then are one. The largest x is taken off before, so that nothing overflows. Numbers of 16 bits
// are computed as float; half_to_float leaves the results of float16 so.
#include <algorithm>

#include "oplib/device/softmax_tiling.h"
#include "oplib/ops/operators.h"
#include "oplib/planning.h"
#include "oplib/shapes.h"
#include "oplib/type_lists.h"

namespace belay::oplib {
namespace {

// Elements for which it is worth to have a block more.
constexpr int64_t kElementsOfBlock = 8192;

// The first axis and one more than the last.
struct Axes {
    int64_t begin = 0;
    int64_t end = 0;
};

Result<Axes> axesOf(const OpView& view) {
    const int64_t rank = std::ssize(view.inputSpec(0).dims());
    const auto& said = view.attr<AttrValue::Ints>("axes");
    std::vector<int64_t> axes = said;
    for (int64_t& axis : axes) {
        axis += axis < 0 ? rank : 0;
    }
    std::ranges::sort(axes);
    if (axes.empty() || axes.front() < 0 || axes.back() >= rank) {
        return view.refuse("attribute 'axes' is {}; it takes axes of the {} dimensions of {}",
                           shapeText(said), rank, view.inputName(0));
    }
    // Sorted, each is one more than that before.
    if (axes.back() - axes.front() != std::ssize(axes) - 1 ||
        std::ranges::adjacent_find(axes) != axes.end()) {
        return view.refuse("attribute 'axes' is {}; it takes axes that follow each other",
                           shapeText(said));
    }
    return Axes{axes.front(), axes.back() + 1};
}

DataType outputType(const OpView& view) {
    const DataType type = view.inputSpec(0).type();
    const bool isWidened = view.attr<bool>("half_to_float") && type == DataType::kFloat16;
    return isWidened ? DataType::kFloat : type;
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    BELAY_TRY(requirePlain(view, 0));
    const TensorSpec& x = view.inputSpec(0);
    if (!x.hasUnknownRank()) {
        BELAY_TRY(axesOf(view).takeStatus());
    }
    return std::vector<TensorSpec>{specLike(x, outputType(view), x.dims())};
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    const TensorSpec& x = view.inputSpec(0);
    const auto count = static_cast<int64_t>(x.elementCount());
    if (count == 0) {
        return OpPlan();
    }
    BELAY_ASSIGN(const Axes axes, axesOf(view));
    const auto product = [&](int64_t begin, int64_t end) {
        int64_t size = 1;
        for (int64_t dim = begin; dim < end; ++dim) {
            size *= x.dims()[static_cast<size_t>(dim)];
        }
        return size;
    };
    return planOf("SoftmaxV2", blocksFor(target, count, kElementsOfBlock),
                  SoftmaxTiling{.in = x.type(),
                                .out = view.outputSpec(0).type(),
                                .outer = product(0, axes.begin),
                                .size = product(axes.begin, axes.end),
                                .inner = product(axes.end, std::ssize(x.dims()))});
}

}  // namespace

Operator makeSoftmaxV2() {
    return {.type = "SoftmaxV2",
            .inputs = {{.name = "x", .types = floatTypes(), .typeLike = {}, .mayBeOutput = true}},
            .outputs = {{.name = "y", .types = floatTypes(), .typeLike = {}}},
            .attrs = {{.name = "axes", .standard = AttrValue(AttrValue::Ints{-1})},
                      {.name = "half_to_float", .standard = AttrValue(false)}},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
