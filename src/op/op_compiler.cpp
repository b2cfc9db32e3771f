#include "op/op_compiler.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/log.h"

namespace belay {
namespace {

bool hasUnknownDims(const OpTensor& tensor) {
    return std::ranges::any_of(tensor.spec->dims(), [](int64_t dim) { return dim < 0; });
}

Status checkRanges(std::string_view what, std::span<const OpTensor> tensors) {
    for (size_t i = 0; i < tensors.size(); ++i) {
        const TensorSpec& spec = *tensors[i].spec;
        const size_t ranges = spec.shapeRanges().size();
        if (spec.hasUnknownRank() && ranges != 0) {
            return Status::error(Code::kInvalidParam,
                                 "{} {} has an unknown rank (-2) and {} shape ranges; it must have "
                                 "none",
                                 what, i, ranges);
        }
        if (!spec.hasUnknownRank() && hasUnknownDims(tensors[i]) && ranges != spec.dims().size()) {
            return Status::error(Code::kInvalidParam,
                                 "{} {} has an unknown dimension (-1) and {} shape ranges; it must "
                                 "have one for each of its {} dimensions",
                                 what, i, ranges, spec.dims().size());
        }
    }
    return Status::ok();
}

Status checkDynamicInputs(std::span<const OpTensor> inputs) {
    std::set<std::string_view> ended;
    std::string_view current;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const std::string_view name = inputs[i].spec->dynamicInput();
        if (name == current) {
            continue;
        }
        if (!current.empty()) {
            ended.insert(current);
        }
        if (ended.contains(name)) {
            return Status::error(Code::kInvalidParam,
                                 "input {} is of the dynamic input '{}', but does not follow the "
                                 "other tensors of it",
                                 i, name);
        }
        current = name;
    }
    return Status::ok();
}

std::vector<OpShapes::Limits> anyDimsOf(std::span<const OpTensor> tensors) {
    std::vector<OpShapes::Limits> limits;
    limits.reserve(tensors.size());
    for (const OpTensor& tensor : tensors) {
        limits.push_back(tensor.spec->hasUnknownRank()
                             ? OpShapes::Limits::anything()
                             : OpShapes::Limits::anyDims(tensor.spec->dims().size()));
    }
    return limits;
}

}  // namespace

Status checkCompilable(const OpRequest& request) {
    BELAY_TRY(checkRanges("input", request.inputs));
    BELAY_TRY(checkRanges("output", request.outputs));
    return checkDynamicInputs(request.inputs);
}

Result<OpModelSource> compileModel(const Operator& op, const OpRequest& request,
                                   const OpCompilation& how) {
    const bool isKnown = std::ranges::none_of(request.inputs, hasUnknownDims) &&
                         std::ranges::none_of(request.outputs, hasUnknownDims);
    if (isKnown) {
        BELAY_TRY(checkRequest(op, request));
    } else {
        BELAY_TRY(inferOutputs(op, request).takeStatus());
    }
    for (const std::string_view name : ignoredAttrs(op, *request.attrs)) {
        BELAY_LOG(kOp, kWarning, "operator {} has no attribute '{}': it is ignored", op.type, name);
    }
    OpModelSource source{.name = std::string(request.type),
                         .request = OwnedRequest::copyOf(request),
                         .shapes = std::nullopt,
                         .inputValues = {}};
    if (how.isFuzzy) {
        source.shapes = OpShapes(anyDimsOf(request.inputs), anyDimsOf(request.outputs));
    } else if (!isKnown) {
        source.shapes = OpShapes::of(request);
    } else if (how.forShape) {
        // Values in host memory are part of what is compiled.
        for (size_t i = 0; i < request.inputs.size(); ++i) {
            TensorSpec& spec = source.request.inputs[i];
            if (spec.placement() == Placement::kHost && !spec.constant()) {
                spec.setConstant(request.inputs[i].value);
            }
        }
    }
    return source;
}

}  // namespace belay
