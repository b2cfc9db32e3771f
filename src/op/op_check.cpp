// What is checked alike of the requests of all operators.
#include <algorithm>
#include <utility>

#include "op/op_view.h"
#include "op/operator.h"

namespace belay {
namespace {

bool isKnown(const TensorSpec& spec) {
    return std::ranges::all_of(spec.dims(), [](int64_t dim) { return dim >= 0; });
}

// Of unknown dimensions anything may come.
bool agree(std::span<const int64_t> given, std::span<const int64_t> made) {
    const auto isUnknownRank = [](std::span<const int64_t> dims) {
        return !dims.empty() && dims[0] == TensorSpec::kUnknownRank;
    };
    if (isUnknownRank(given) || isUnknownRank(made)) {
        return true;
    }
    return std::ranges::equal(given, made, [](int64_t a, int64_t b) {
        return a == b || a == TensorSpec::kUnknownDim || b == TensorSpec::kUnknownDim;
    });
}

// The last one counts for all tensors of a dynamic output.
const OpPort& portOf(const Operator& op, size_t index) {
    return op.outputs[std::min(index, op.outputs.size() - 1)];
}

std::string outputName(const Operator& op, size_t index) {
    return fmt::format("output {} '{}'", index, portOf(op, index).name);
}

bool mayBeMissing(const Operator& op, size_t index) {
    return portOf(op, index).arity == OpArity::kOptional;
}

Status checkOutput(const OpView& view, size_t index, const TensorSpec& made) {
    const TensorSpec& given = view.outputSpec(index);
    const Operator& op = view.op();
    if (given.isLeftOut() && mayBeMissing(op, index)) {
        return Status::ok();
    }
    if (const auto fault = shapeFault(given)) {
        return view.refuse("{} {}", outputName(op, index), *fault);
    }
    if (given.type() != made.type()) {
        return view.refuse("{} has type {}; the operator makes {}", outputName(op, index),
                           typeText(given.type()), typeText(made.type()));
    }
    if (!agree(given.dims(), made.dims())) {
        return view.refuse("{} has shape {}; the operator makes {}", outputName(op, index),
                           shapeText(given.dims()), shapeText(made.dims()));
    }
    if (layoutOf(given) != layoutOf(made)) {
        return view.refuse("{} has format {}; the operator makes format {}", outputName(op, index),
                           formatText(layoutOf(given)), formatText(layoutOf(made)));
    }
    if (layoutOf(made) != Format::kNd && !agree(layoutDims(given), layoutDims(made))) {
        return view.refuse("{} lies in memory with shape {}; the operator makes {}",
                           outputName(op, index), shapeText(layoutDims(given)),
                           shapeText(layoutDims(made)));
    }
    return Status::ok();
}

// That the request wants what the operator makes.
Status checkOutputs(const OpView& view, const std::vector<TensorSpec>& made) {
    const size_t count = view.request().outputs.size();
    if (count > made.size() || (count < made.size() && !mayBeMissing(view.op(), count))) {
        return view.refuse("there are {} outputs; the operator makes {}", count, made.size());
    }
    for (size_t i = 0; i < count; ++i) {
        BELAY_TRY(checkOutput(view, i, made[i]));
    }
    return Status::ok();
}

Status requireKnown(const OpView& view, std::string_view what, const OpTensor& tensor,
                    size_t index) {
    if (isKnown(*tensor.spec)) {
        return Status::ok();
    }
    return view.refuse("{} {} has shape {}; all dimensions must be known to execute", what, index,
                       shapeText(tensor.spec->dims()));
}

}  // namespace

Result<std::vector<TensorSpec>> inferOutputs(const Operator& op, const OpRequest& request) {
    BELAY_ASSIGN(const OpView view, OpView::bind(op, request));
    return op.infer(view);
}

Status checkRequest(const Operator& op, const OpRequest& request) {
    BELAY_ASSIGN(const OpView view, OpView::bind(op, request));
    BELAY_ASSIGN(const std::vector<TensorSpec> made, op.infer(view));
    return checkOutputs(view, made);
}

std::vector<std::string_view> ignoredAttrs(const Operator& op, const OpAttrs& attrs) {
    std::vector<std::string_view> ignored;
    for (const auto& [name, value] : attrs.values()) {
        if (!name.starts_with('_') &&
            std::ranges::find(op.attrs, name, &OpAttrRule::name) == op.attrs.end()) {
            ignored.emplace_back(name);
        }
    }
    return ignored;
}

Result<PlannedRequest> planRequest(const Operator& op, const OpRequest& request,
                                   const OpTarget& target) {
    BELAY_ASSIGN(const OpView view, OpView::bind(op, request));
    BELAY_ASSIGN(std::vector<TensorSpec> made, op.infer(view));
    BELAY_TRY(checkOutputs(view, made));
    for (size_t i = 0; i < request.inputs.size(); ++i) {
        BELAY_TRY(requireKnown(view, "input", request.inputs[i], i));
    }
    for (size_t i = 0; i < request.outputs.size(); ++i) {
        BELAY_TRY(requireKnown(view, "output", request.outputs[i], i));
    }
    BELAY_ASSIGN(OpPlan plan, op.plan(view, target));
    return PlannedRequest{.plan = std::move(plan), .outputs = std::move(made)};
}

}  // namespace belay
