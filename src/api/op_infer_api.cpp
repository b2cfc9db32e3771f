// The public function that tells what an operator makes of its inputs.
#include <vector>

#include "acl/acl_op.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/op_call.h"
#include "api/operators.h"
#include "op/op_compiler.h"
#include "op/operator.h"

using belay::checkInferable;
using belay::Code;
using belay::inferOutputs;
using belay::OpBuffer;
using belay::Operator;
using belay::OpRequest;
using belay::OpTensor;
using belay::Status;
using belay::TensorDesc;
using belay::TensorSpec;
using belay::api::entry;
using belay::api::OpCall;
using belay::api::Operators;
using belay::api::readOpBuffers;
using belay::api::requireArray;
using belay::api::Session;

namespace {

// The inputs with what is in the buffers of the host.
Status addValues(int count, const aclDataBuffer* const buffers[], std::vector<OpTensor>& inputs) {
    std::vector<OpBuffer> found(inputs.size());
    BELAY_TRY(readOpBuffers(count, buffers, "inputs", "numInputs", found.data()));
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].spec->isLeftOut()) {
            continue;
        }
        if (found[i].bytes == 0 || found[i].data == nullptr) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'inputs[{}]' has {} bytes at {}; it must be memory of "
                                 "the host with the input's values",
                                 i, found[i].bytes, found[i].data);
        }
        const size_t needed = inputs[i].spec->sizeBytes();
        // What is shorter is no value: shapes seldom depend on it.
        if (inputs[i].value.empty() && found[i].bytes >= needed) {
            inputs[i].value = {static_cast<const std::byte*>(found[i].data), needed};
        }
    }
    return Status::ok();
}

void write(const TensorSpec& inferred, TensorDesc& desc) {
    desc.setType(inferred.type());
    desc.setOriginal(inferred.format());
    desc.setOriginal(inferred.dims());
    desc.setStorage(inferred.dims());
    desc.setShapeRanges(inferred.shapeRanges());
    if (!inferred.name().empty()) {
        desc.setName(inferred.name());
    }
}

}  // namespace

aclError aclopInferShape(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                         aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                         aclopAttr* attr) {
    return entry(
        BELAY_CALL(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, attr),
        [&](Session&) -> Status {
            OpCall call;
            BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
            OpRequest request = call.request();
            std::vector<OpTensor> tensors(request.inputs.begin(), request.inputs.end());
            BELAY_TRY(addValues(numInputs, inputs, tensors));
            request.inputs = tensors;
            const Operator* found = Operators::instance().executor().operators().find(request.type);
            if (found == nullptr) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'opType' is \"{}\"; there is no such operator",
                                     request.type);
            }
            BELAY_TRY(checkInferable(request));
            BELAY_ASSIGN(const std::vector<TensorSpec> inferred, inferOutputs(*found, request));
            if (inferred.size() != request.outputs.size()) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'numOutputs' is {}; {} has {} outputs here",
                                     numOutputs, request.type, inferred.size());
            }
            for (size_t i = 0; i < inferred.size(); ++i) {
                write(inferred[i], call.outputDesc(i));
            }
            return Status::ok();
        });
}
