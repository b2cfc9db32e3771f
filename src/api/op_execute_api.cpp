// Public functions that execute operators.
#include <algorithm>
#include <vector>

#include "acl/acl_op.h"
#include "api/entry.h"
#include "api/handles.h"
#include "api/op_call.h"
#include "api/op_shapes_back.h"
#include "api/operators.h"

using belay::OpBuffer;
using belay::OpExecution;
using belay::OpHandle;
using belay::Ref;
using belay::Result;
using belay::SmallArray;
using belay::Status;
using belay::api::createOpHandle;
using belay::api::entry;
using belay::api::entryVoid;
using belay::api::executeHandle;
using belay::api::executeOperator;
using belay::api::fromHandle;
using belay::api::OpCall;
using belay::api::readOpBuffers;
using belay::api::requireNotNull;
using belay::api::requireTensorCount;
using belay::api::Session;
using belay::api::ShapesBack;
using belay::api::takeHandle;
using belay::api::toHandle;
using belay::api::writeShapesBack;

namespace {

constexpr size_t kFewBuffers = 32;

Status requireCount(int count, size_t wanted, const char* argument, belay::Code code) {
    if (static_cast<size_t>(count) != wanted) [[unlikely]] {
        return Status::error(code, "argument '{}' is {}; the handle is for {}", argument, count,
                             wanted);
    }
    return Status::ok();
}

}  // namespace

aclError aclopExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      const aclDataBuffer* const inputs[], int numOutputs,
                      const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                      const aclopAttr* attr, aclrtStream stream) {
    return entry(
        BELAY_CALL(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr,
                   stream),
        [&](Session&) -> Status {
            OpCall call;
            BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
            if (call.hasOnlyEmptyOutputs()) {
                return Status::ok();
            }
            BELAY_TRY(call.readBuffers(inputs, outputs, OpCall::Memory::kMayBeMissing));
            return executeOperator(call.request(), call.inputs(), call.outputs(), stream)
                .takeStatus();
        });
}

aclError aclopExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                        aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                        aclDataBuffer* outputs[], aclopAttr* attr, aclrtStream stream) {
    return entry(
        BELAY_CALL(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr,
                   stream),
        [&](Session& session) -> Status {
            OpCall call;
            BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
            if (call.hasOnlyEmptyOutputs()) {
                return Status::ok();
            }
            BELAY_TRY(call.readBuffers(inputs, outputs, OpCall::Memory::kMustBeThere));
            BELAY_ASSIGN(const OpExecution execution,
                         executeOperator(call.request(), call.inputs(), call.outputs(), stream));
            return writeShapesBack(session, call, execution, ShapesBack::kStorage, stream);
        });
}

aclError aclopCreateHandle(const char* opType, int numInputs,
                           const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* opAttr,
                           aclopHandle** handle) {
    return entry(BELAY_CALL(opType, numInputs, inputDesc, numOutputs, outputDesc, opAttr, handle),
                 [&](Session&) -> Status {
                     BELAY_TRY(requireNotNull(opType, "opType"));
                     BELAY_TRY(requireNotNull(handle, "handle"));
                     OpCall call;
                     BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs,
                                                outputDesc, opAttr));
                     BELAY_ASSIGN(Ref<OpHandle> made, createOpHandle(call.request()));
                     BELAY_ASSIGN(*handle, toHandle<aclopHandle>(std::move(made)));
                     return Status::ok();
                 });
}

void aclopDestroyHandle(aclopHandle* handle) {
    entryVoid(BELAY_CALL(handle), [&](Session&) -> Status {
        return handle == nullptr ? Status::ok()
                                 : takeHandle<OpHandle>(handle, "handle").takeStatus();
    });
}

aclError aclopExecWithHandle(aclopHandle* handle, int numInputs,
                             const aclDataBuffer* const inputs[], int numOutputs,
                             aclDataBuffer* const outputs[], aclrtStream stream) {
    return entry(
        BELAY_CALL(handle, numInputs, inputs, numOutputs, outputs, stream),
        [&](Session&) -> Status {
            BELAY_ASSIGN(OpHandle * found, fromHandle<OpHandle>(handle, "handle"));
            BELAY_TRY(requireTensorCount(numInputs, "numInputs"));
            BELAY_TRY(requireTensorCount(numOutputs, "numOutputs"));
            SmallArray<OpBuffer, kFewBuffers> buffers(static_cast<size_t>(numInputs) +
                                                      static_cast<size_t>(numOutputs));
            const auto inputCount = static_cast<size_t>(numInputs);
            BELAY_TRY(readOpBuffers(numInputs, inputs, "inputs", "numInputs", buffers.data()));
            BELAY_TRY(readOpBuffers(numOutputs, outputs, "outputs", "numOutputs",
                                    buffers.data() + inputCount));
            const auto ofInputs = buffers.view().first(inputCount);
            const auto ofOutputs = buffers.view().subspan(inputCount);
            if (numOutputs > 0 && std::ranges::all_of(ofOutputs, [](const OpBuffer& buffer) {
                    return buffer.bytes == 0;
                })) {
                return Status::ok();
            }
            const auto& request = found->request();
            BELAY_TRY(requireCount(numInputs, request.inputs.size(), "numInputs",
                                   belay::Code::kOpInputNotMatch));
            BELAY_TRY(requireCount(numOutputs, request.outputs.size(), "numOutputs",
                                   belay::Code::kOpOutputNotMatch));
            return executeHandle(*found, ofInputs, ofOutputs, stream).takeStatus();
        });
}
