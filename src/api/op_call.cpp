#include "api/op_call.h"

#include <algorithm>

#include "api/checks.h"
#include "api/handles.h"
#include "base/never_destroyed.h"
#include "op/data_buffer.h"
#include "op/op_attr.h"

namespace belay::api {
namespace {

const OpAttrs& noAttrs() {
    static NeverDestroyed<OpAttrs> none;
    return none.get();
}

// For a handle that is no live one of the type: says which entry of the array it is.
template <typename T>
[[gnu::noinline, gnu::cold]] Result<T*> entryObject(const void* handle, const char* argument,
                                                    int index) {
    if (handle == nullptr) {
        return Status::error(Code::kInvalidParam, "argument '{}[{}]' is null; it must not be",
                             argument, index);
    }
    return fromHandle<T>(handle, fmt::format("{}[{}]", argument, index).c_str());
}

// Calls `take(index, object)` for each of the handles, none of which is null.
template <typename T, typename Handle, typename Take>
Status readHandles(int count, const Handle* const handles[], const char* argument,
                   const char* countName, Take take) {
    if (handles == nullptr) [[unlikely]] {
        return requireArray(handles, static_cast<size_t>(count), argument, countName);
    }
    for (int i = 0; i < count; ++i) {
        auto* object = static_cast<T*>(findLiveHandle(T::kHandleType, handles[i]));
        if (object == nullptr) [[unlikely]] {
            BELAY_ASSIGN(object, entryObject<T>(handles[i], argument, i));
        }
        take(static_cast<size_t>(i), object);
    }
    return Status::ok();
}

}  // namespace

Status tensorCountFailure(int count, const char* argument) {
    return Status::error(Code::kInvalidParam, "argument '{}' is {}; it must be 0 to {}", argument,
                         count, OpCall::kMostTensors);
}

Status OpCall::readTensors(const char* opType, int numInputs,
                           const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* attr) {
    BELAY_TRY(requireNotNull(opType, "opType"));
    BELAY_TRY(requireTensorCount(numInputs, "numInputs"));
    BELAY_TRY(requireTensorCount(numOutputs, "numOutputs"));
    const auto inputCount = static_cast<size_t>(numInputs);
    tensors_.make(inputCount + static_cast<size_t>(numOutputs));
    outputDescs_.make(static_cast<size_t>(numOutputs));
    const auto setTensor = [](OpTensor& tensor, const TensorDesc& desc) {
        const auto& constant = desc.constant();
        tensor = {.spec = &desc,
                  .value = constant ? std::span(*constant) : std::span<const std::byte>()};
    };
    BELAY_TRY(readHandles<TensorDesc>(
        numInputs, inputDesc, "inputDesc", "numInputs",
        [&](size_t i, const TensorDesc* desc) { setTensor(tensors_[i], *desc); }));
    BELAY_TRY(readHandles<TensorDesc>(numOutputs, outputDesc, "outputDesc", "numOutputs",
                                      [&](size_t i, TensorDesc* desc) {
                                          setTensor(tensors_[inputCount + i], *desc);
                                          outputDescs_[i] = desc;
                                      }));
    request_.type = opType;
    request_.inputs = tensors_.view().first(inputCount);
    request_.outputs = tensors_.view().subspan(inputCount);
    request_.attrs = &noAttrs();
    if (attr != nullptr) {
        BELAY_ASSIGN(const OpAttr* found, fromHandle<OpAttr>(attr, "attr"));
        request_.attrs = &found->attrs();
    }
    return Status::ok();
}

bool OpCall::hasOnlyEmptyOutputs() const noexcept {
    // Neither unknown dimensions nor too large ones make a tensor empty, though both count as no
    // elements.
    const auto isEmpty = [](const OpTensor& tensor) {
        const auto dims = tensor.spec->dims();
        return std::ranges::find(dims, 0) != dims.end() &&
               std::ranges::none_of(dims, [](int64_t dim) { return dim < 0; });
    };
    return !request_.outputs.empty() && std::ranges::all_of(request_.outputs, isEmpty);
}

Status OpCall::readBuffers(const aclDataBuffer* const inputs[],
                           const aclDataBuffer* const outputs[], Memory memory) {
    const size_t inputCount = request_.inputs.size();
    buffers_.make(tensors_.size());
    BELAY_TRY(readOpBuffers(static_cast<int>(inputCount), inputs, "inputs", "numInputs",
                            buffers_.data()));
    BELAY_TRY(readOpBuffers(static_cast<int>(request_.outputs.size()), outputs, "outputs",
                            "numOutputs", buffers_.data() + inputCount));
    for (size_t i = 0; i < tensors_.size(); ++i) {
        const OpBuffer& buffer = buffers_[i];
        if (buffer.data == nullptr && buffer.bytes > 0 && memory == Memory::kMustBeThere)
            [[unlikely]] {
            const bool isInput = i < inputCount;
            return Status::error(
                Code::kInvalidParam, "argument '{}[{}]' is a buffer of {} bytes without an address",
                isInput ? "inputs" : "outputs", isInput ? i : i - inputCount, buffer.bytes);
        }
        OpTensor& tensor = tensors_[i];
        if (tensor.spec->placement() != Placement::kDevice && !tensor.spec->constant() &&
            buffer.data != nullptr && i < inputCount) [[unlikely]] {
            tensor.value = {static_cast<const std::byte*>(buffer.data),
                            std::min(buffer.bytes, tensor.spec->sizeBytes())};
        }
    }
    return Status::ok();
}

Status readOpBuffers(int count, const aclDataBuffer* const handles[], const char* argument,
                     const char* countName, OpBuffer* buffers) {
    return readHandles<DataBuffer>(
        count, handles, argument, countName, [&](size_t i, const DataBuffer* buffer) {
            buffers[i] = {.data = buffer->data(), .bytes = buffer->sizeBytes()};
        });
}

}  // namespace belay::api
