#include "op/op_compiler.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "op/op_view.h"

namespace belay {
namespace {

// Whether unknown dimensions must have them.
enum class Ranges : uint8_t { kNeeded, kMayBeMissing };

bool isKnown(const TensorSpec& spec) {
    return std::ranges::all_of(spec.dims(), [](int64_t dim) { return dim >= 0; });
}

bool hasUnknownDims(const OpTensor& tensor) {
    return !isKnown(*tensor.spec);
}

// Of a dimension that is known, or of one that is not.
bool isRangeOf(const TensorSpec::Range& range, int64_t dim) {
    const auto [smallest, largest] = range;
    const bool isRange =
        smallest >= 0 && (largest == TensorSpec::kUnknownDim || largest >= smallest);
    return isRange &&
           (dim < 0 || (smallest <= dim && (largest == TensorSpec::kUnknownDim || dim <= largest)));
}

Status checkRanges(std::string_view what, size_t index, const TensorSpec& spec) {
    const auto ranges = spec.shapeRanges();
    if (spec.hasUnknownRank() && !ranges.empty()) {
        return Status::error(Code::kInvalidParam,
                             "{} {} has an unknown rank (-2) and {} shape ranges; it must have "
                             "none",
                             what, index, ranges.size());
    }
    if (spec.hasUnknownRank() || ranges.empty()) {
        return Status::ok();
    }
    if (ranges.size() != spec.dims().size()) {
        return Status::error(Code::kInvalidParam,
                             "{} {} has an unknown dimension (-1) and {} shape ranges; it must "
                             "have one for each of its {} dimensions",
                             what, index, ranges.size(), spec.dims().size());
    }
    for (size_t i = 0; i < ranges.size(); ++i) {
        if (!isRangeOf(ranges[i], spec.dims()[i])) {
            return Status::error(Code::kInvalidParam,
                                 "{} {} has shape range {} for dimension {} of {}; a range is from "
                                 "0 or more up to as much or more, or to -1 for no limit, and has "
                                 "a known dimension in it",
                                 what, index, shapeText(ranges[i]), i, shapeText(spec.dims()));
        }
    }
    return Status::ok();
}

Status checkShapes(std::string_view what, std::span<const OpTensor> tensors, Ranges wanted) {
    for (size_t i = 0; i < tensors.size(); ++i) {
        const TensorSpec& spec = *tensors[i].spec;
        if (!hasUnknownDims(tensors[i])) {
            continue;
        }
        if (const auto fault = shapeFault(spec)) {
            return Status::error(Code::kInvalidParam, "{} {} {}", what, i, *fault);
        }
        BELAY_TRY(checkRanges(what, i, spec));
        if (wanted == Ranges::kNeeded && !spec.hasUnknownRank() && spec.shapeRanges().empty()) {
            return Status::error(Code::kInvalidParam,
                                 "{} {} has an unknown dimension (-1) and 0 shape ranges; it must "
                                 "have one for each of its {} dimensions",
                                 what, i, spec.dims().size());
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
    BELAY_TRY(checkShapes("input", request.inputs, Ranges::kNeeded));
    BELAY_TRY(checkShapes("output", request.outputs, Ranges::kNeeded));
    return checkDynamicInputs(request.inputs);
}

Status checkInferable(const OpRequest& request) {
    BELAY_TRY(checkShapes("input", request.inputs, Ranges::kMayBeMissing));
    return checkDynamicInputs(request.inputs);
}

Status checkExecutable(const OpRequest& request) {
    for (const auto& [what, tensors] :
         {std::pair("input", request.inputs), std::pair("output", request.outputs)}) {
        for (size_t i = 0; i < tensors.size(); ++i) {
            if (hasUnknownDims(tensors[i])) {
                return Status::error(Code::kGeFailure,
                                     "{} {} has shape {}; all dimensions must be known to execute",
                                     what, i, shapeText(tensors[i].spec->dims()));
            }
        }
    }
    return Status::ok();
}

Result<std::vector<TensorSpec>> inferOpenOutputs(const Operator& op, const OpRequest& request) {
    if (std::ranges::any_of(request.inputs, hasUnknownDims) ||
        std::ranges::none_of(request.outputs, hasUnknownDims)) {
        return std::vector<TensorSpec>();
    }
    BELAY_ASSIGN(const std::vector<TensorSpec> inferred, inferOutputs(op, request));
    std::vector<TensorSpec> outputs;
    for (size_t i = 0; i < request.outputs.size(); ++i) {
        TensorSpec output = *request.outputs[i].spec;
        if (hasUnknownDims(request.outputs[i])) {
            if (i >= inferred.size() || !isKnown(inferred[i])) {
                return std::vector<TensorSpec>();
            }
            output.setOriginal(inferred[i].dims());
            output.setStorage(inferred[i].dims());
            output.setShapeRanges({});
        }
        outputs.push_back(std::move(output));
    }
    return outputs;
}

Result<OpModelSource> compileModel(const Operator& op, const OpRequest& request,
                                   const OpCompilation& how) {
    const bool isAllKnown = std::ranges::none_of(request.inputs, hasUnknownDims) &&
                            std::ranges::none_of(request.outputs, hasUnknownDims);
    if (isAllKnown) {
        // A plan is made again for the device that executes; here it is to be possible.
        BELAY_TRY(planRequest(op, request, OpTarget()).takeStatus());
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
    } else if (!isAllKnown) {
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
