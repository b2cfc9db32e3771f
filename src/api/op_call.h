// OpCall: the arguments that public functions about operators share, checked and converted.
#pragma once

#include <cstddef>
#include <span>

#include "acl/acl_base.h"
#include "acl/acl_op.h"
#include "base/result.h"
#include "op/op_executor.h"
#include "op/operator.h"
#include "op/small_array.h"
#include "op/tensor_desc.h"

namespace belay::api {

/// Filled step by step, in the order in which the functions check. Lives on the stack of a call and
/// refers to the caller's objects, which the session's guard keeps. Few tensors take no memory from
/// the heap. All failures are kInvalidParam (100000).
class OpCall {
  public:
    /// More than any operator has.
    static constexpr int kMostTensors = 65'536;

    OpCall() = default;
    OpCall(const OpCall&) = delete;
    OpCall& operator=(const OpCall&) = delete;
    ~OpCall() = default;

    /// Whether a buffer without address may claim to have bytes.
    enum class Memory : uint8_t { kMayBeMissing, kMustBeThere };

    /// The type must not be null and the counts not negative, then no array and no entry null.
    Status readTensors(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                       int numOutputs, const aclTensorDesc* const outputDesc[],
                       const aclopAttr* attr);

    /// Whether there are outputs and none of them has elements: then there is nothing to do.
    bool hasOnlyEmptyOutputs() const noexcept;

    /// For as many buffers as tensors. What tensors in host memory hold becomes part of the
    /// request.
    Status readBuffers(const aclDataBuffer* const inputs[], const aclDataBuffer* const outputs[],
                       Memory memory);

    const OpRequest& request() const noexcept { return request_; }

    std::span<const OpBuffer> inputs() const noexcept {
        return buffers_.view().first(request_.inputs.size());
    }

    std::span<const OpBuffer> outputs() const noexcept {
        return buffers_.view().subspan(request_.inputs.size());
    }

    /// The caller's description of an output.
    TensorDesc& outputDesc(size_t index) const noexcept { return *outputDescs_[index]; }

  private:
    static constexpr size_t kFew = 8;

    SmallArray<OpTensor, kFew> tensors_;
    SmallArray<TensorDesc*, kFew> outputDescs_;
    SmallArray<OpBuffer, kFew> buffers_;
    OpRequest request_;
};

/// As many buffers as `count` says, none null.
Status readOpBuffers(int count, const aclDataBuffer* const handles[], const char* argument,
                     const char* countName, OpBuffer* buffers);

[[gnu::cold]] Status tensorCountFailure(int count, const char* argument);

/// That a number of tensors or buffers is not negative, nor more than any operator has.
inline Status requireTensorCount(int count, const char* argument) {
    return count >= 0 && count <= OpCall::kMostTensors ? Status::ok()
                                                       : tensorCountFailure(count, argument);
}

}  // namespace belay::api
