#include "op/op_model.h"

#include <algorithm>

namespace belay {
namespace {

TensorSpec specOf(const OmTensor& tensor) {
    TensorSpec spec(tensor.type, tensor.dims, tensor.format);
    spec.setStorage(tensor.storageFormat);
    if (tensor.storageDims) {
        spec.setStorage(*tensor.storageDims);
    }
    spec.setShapeRanges(tensor.shapeRanges);
    spec.setPlacement(tensor.placement);
    if (tensor.constant) {
        spec.setConstant(*tensor.constant);
    }
    return spec;
}

std::vector<TensorSpec> specsOf(const std::vector<OmTensor>& tensors) {
    std::vector<TensorSpec> specs;
    specs.reserve(tensors.size());
    std::ranges::transform(tensors, std::back_inserter(specs), specOf);
    return specs;
}

std::vector<TensorSpec> specsOf(std::span<const OpTensor> tensors) {
    std::vector<TensorSpec> specs;
    specs.reserve(tensors.size());
    for (const OpTensor& tensor : tensors) {
        specs.push_back(*tensor.spec);
    }
    return specs;
}

std::vector<OpShapes::Limits> limitsOf(const std::vector<OmTensor>& tensors,
                                       const std::vector<OmLimits>& ofModel, bool takesAnyShape) {
    std::vector<OpShapes::Limits> limits;
    limits.reserve(tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (!ofModel.empty()) {
            limits.push_back(OpShapes::Limits::of(ofModel[i].dims, ofModel[i].shapeRanges));
        } else if (takesAnyShape) {
            limits.push_back(OpShapes::Limits::anything());
        } else {
            limits.push_back(OpShapes::Limits::of(tensors[i].dims, tensors[i].shapeRanges));
        }
    }
    return limits;
}

OpTensor viewOf(const TensorSpec& spec) {
    const auto& constant = spec.constant();
    return {.spec = &spec, .value = constant ? std::span(*constant) : std::span<const std::byte>()};
}

OpKey keyOf(const OwnedRequest& request, bool isDynamic, uint64_t shapeSet) {
    const RequestView view(request);
    const auto shapes = isDynamic ? OpSignature::Shapes::kAny : OpSignature::Shapes::kExact;
    return OpKey(OpSignature(view.request(), shapes, OpSignature::HostValues::kOrdinary), shapeSet);
}

}  // namespace

OwnedRequest OwnedRequest::copyOf(const OpRequest& request) {
    return {.type = std::string(request.type),
            .inputs = specsOf(request.inputs),
            .outputs = specsOf(request.outputs),
            .attrs = *request.attrs};
}

OwnedRequest OwnedRequest::of(const OmModel& model) {
    return {.type = model.opType(),
            .inputs = specsOf(model.inputs()),
            .outputs = specsOf(model.outputs()),
            .attrs = model.attrs()};
}

RequestView::RequestView(const OwnedRequest& owned)
    : tensors_(owned.inputs.size() + owned.outputs.size()) {
    const auto behindInputs = std::ranges::transform(owned.inputs, tensors_.begin(), viewOf).out;
    std::ranges::transform(owned.outputs, behindInputs, viewOf);
    const auto all = tensors_.view();
    request_ = {.type = owned.type,
                .inputs = all.first(owned.inputs.size()),
                .outputs = all.subspan(owned.inputs.size()),
                .attrs = &owned.attrs};
}

OpModelSource OpModelSource::of(const OmModel& model) {
    OpModelSource source{.name = model.name(),
                         .request = OwnedRequest::of(model),
                         .shapes = std::nullopt,
                         .inputValues = {}};
    if (!model.isDynamic()) {
        return source;
    }
    const bool takesAnyShape = model.takesAnyShape();
    source.shapes = OpShapes(limitsOf(model.inputs(), model.inputLimits(), takesAnyShape),
                             limitsOf(model.outputs(), model.outputLimits(), takesAnyShape));
    for (const OmLimits& limits : model.inputLimits()) {
        source.inputValues.push_back({.value = limits.value,
                                      .ranges = limits.valueRanges,
                                      .floatRanges = limits.floatValueRanges});
    }
    return source;
}

OpModel::OpModel(OpModelSource source, uint64_t shapeSet)
    : source_(std::move(source)), key_(keyOf(source_.request, isDynamic(), shapeSet)) {}

bool OpModel::acceptsValuesOf(const OpRequest& request) const {
    return std::ranges::equal(
        source_.inputValues, request.inputs.first(source_.inputValues.size()),
        [](const OpValues& values, const OpTensor& tensor) { return values.accept(tensor); });
}

}  // namespace belay
