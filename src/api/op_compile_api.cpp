// Public functions that compile operators.
#include "acl/acl_op_compiler.h"
#include "api/entry.h"
#include "api/op_call.h"
#include "api/op_shapes_back.h"
#include "api/operators.h"
#include "op/op_compiler.h"

using belay::checkCompilable;
using belay::checkExecutable;
using belay::Code;
using belay::compileModel;
using belay::Devices;
using belay::inferOpenOutputs;
using belay::OpCompilation;
using belay::OpExecution;
using belay::OpModel;
using belay::OpModelCache;
using belay::OpOptions;
using belay::OpRequest;
using belay::OpTensor;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::TensorSpec;
using belay::api::entry;
using belay::api::executeModel;
using belay::api::OpCall;
using belay::api::Operators;
using belay::api::requireNoHostTensors;
using belay::api::requireNotNull;
using belay::api::requireTensorCount;
using belay::api::Session;
using belay::api::ShapesBack;
using belay::api::writeShapesBack;

namespace {

// Whether the shapes of outputs must be said, or may be inferred.
enum class Outputs : uint8_t { kSaid, kMayBeOpen };

// What aclopSetCompileFlag() was told is looked at here, where it takes effect.
Status requireFlag(const OpOptions& options) {
    const int32_t flag = options.flag();
    if (flag != ACL_OP_COMPILE_DEFAULT && flag != ACL_OP_COMPILE_FUZZ) {
        return Status::error(Code::kApiNotSupport,
                             "aclopSetCompileFlag has set the flag {}; it must be "
                             "ACL_OP_COMPILE_DEFAULT (0) or ACL_OP_COMPILE_FUZZ (1)",
                             flag);
    }
    return Status::ok();
}

Status requireOrigin(aclopCompileType compileFlag, const char* opPath) {
    if (!belay::api::isAtMost(compileFlag, ACL_COMPILE_UNREGISTERED)) {
        return Status::error(Code::kApiNotSupport,
                             "argument 'compileFlag' is {}; it must be ACL_COMPILE_SYS (0) or "
                             "ACL_COMPILE_UNREGISTERED (1)",
                             static_cast<unsigned>(compileFlag));
    }
    if (compileFlag == ACL_COMPILE_UNREGISTERED) {
        BELAY_TRY(requireNotNull(opPath, "opPath"));
    }
    return Status::ok();
}

// The model for `request`: one that is there, or a new one.
Result<Ref<OpModel>> findOrCompile(const OpRequest& request) {
    Operators& operators = Operators::instance();
    if (OpModel* found = operators.models().findCompiled(request, operators.order())) {
        return Ref<OpModel>(found);
    }
    auto soc = Devices::instance().socName();
    if (!soc.isOk()) {
        return Status::error(Code::kFailure, "the compiler cannot start without a chip: {}",
                             soc.status().message());
    }
    BELAY_ASSIGN(const belay::Operator* op, operators.executor().find(request.type));
    const OpOptions& options = operators.options();
    BELAY_TRY(options.check());
    const OpCompilation how{
        .forShape = options.compilesForShape(operators.compilesForShapeByDefault()),
        .isFuzzy = options.isFuzzy()};
    BELAY_ASSIGN(auto source, compileModel(*op, request, how));
    return operators.models().add(std::move(source), OpModelCache::Origin::kCompiled);
}

// The request with the shapes of outputs that it leaves open, which are then in `outputs`.
Status closeOutputs(OpRequest& request, std::vector<TensorSpec>& outputs,
                    std::vector<OpTensor>& tensors) {
    if (const belay::Operator* op =
            Operators::instance().executor().operators().find(request.type)) {
        BELAY_ASSIGN(outputs, inferOpenOutputs(*op, request));
    }
    if (!outputs.empty()) {
        for (const TensorSpec& output : outputs) {
            tensors.push_back({.spec = &output, .value = {}});
        }
        request.outputs = tensors;
    }
    return Status::ok();
}

// Nothing of `execution` when there is nothing to do.
Status compileAndExecute(OpCall& call, aclopCompileType compileFlag, const char* opPath,
                         const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                         const aclDataBuffer* const inputs[], int numOutputs,
                         const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                         const aclopAttr* attr, aclrtStream stream, Outputs shapes,
                         OpExecution& execution) {
    BELAY_TRY(requireTensorCount(numInputs, "numInputs"));
    BELAY_TRY(requireTensorCount(numOutputs, "numOutputs"));
    BELAY_TRY(requireFlag(Operators::instance().options()));
    BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
    BELAY_TRY(call.readBuffers(inputs, outputs, OpCall::Memory::kMustBeThere));
    BELAY_TRY(requireOrigin(compileFlag, opPath));
    if (call.hasOnlyEmptyOutputs()) {
        return Status::ok();
    }
    OpRequest request = call.request();
    std::vector<TensorSpec> closed;
    std::vector<OpTensor> tensors;
    if (shapes == Outputs::kMayBeOpen) {
        BELAY_TRY(closeOutputs(request, closed, tensors));
    }
    // Before anything is compiled, so that nothing is left of it.
    BELAY_TRY(checkCompilable(request));
    BELAY_TRY(checkExecutable(request));
    BELAY_ASSIGN(const Ref<OpModel> model, findOrCompile(request));
    BELAY_ASSIGN(execution, executeModel(*model, request, call.inputs(), call.outputs(), stream));
    return Status::ok();
}

}  // namespace

aclError aclopCompile(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      int numOutputs, const aclTensorDesc* const outputDesc[],
                      const aclopAttr* attr, aclopEngineType engineType,
                      aclopCompileType compileFlag, const char* opPath) {
    return entry(
        BELAY_CALL(opType, numInputs, inputDesc, numOutputs, outputDesc, attr, engineType,
                   compileFlag, opPath),
        [&](Session&) -> Status {
            BELAY_TRY(requireFlag(Operators::instance().options()));
            OpCall call;
            BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
            BELAY_TRY(requireNoHostTensors(call.request()));
            BELAY_TRY(requireOrigin(compileFlag, opPath));
            BELAY_TRY(checkCompilable(call.request()));
            return findOrCompile(call.request()).takeStatus();
        });
}

aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                const aclTensorDesc* const inputDesc[],
                                const aclDataBuffer* const inputs[], int numOutputs,
                                const aclTensorDesc* const outputDesc[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr,
                                aclopEngineType engineType, aclopCompileType compileFlag,
                                const char* opPath, aclrtStream stream) {
    return entry(BELAY_CALL(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs,
                            attr, engineType, compileFlag, opPath, stream),
                 [&](Session&) -> Status {
                     OpCall call;
                     OpExecution execution;
                     return compileAndExecute(call, compileFlag, opPath, opType, numInputs,
                                              inputDesc, inputs, numOutputs, outputDesc, outputs,
                                              attr, stream, Outputs::kSaid, execution);
                 });
}

aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                  aclDataBuffer* inputs[], int numOutputs,
                                  aclTensorDesc* outputDesc[], aclDataBuffer* outputs[],
                                  aclopAttr* attr, aclopEngineType engineType,
                                  aclopCompileType compileFlag, const char* opPath,
                                  aclrtStream stream) {
    return entry(BELAY_CALL(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs,
                            attr, engineType, compileFlag, opPath, stream),
                 [&](Session& session) -> Status {
                     OpCall call;
                     OpExecution execution;
                     BELAY_TRY(compileAndExecute(call, compileFlag, opPath, opType, numInputs,
                                                 inputDesc, inputs, numOutputs, outputDesc, outputs,
                                                 attr, stream, Outputs::kMayBeOpen, execution));
                     return writeShapesBack(session, call, execution, ShapesBack::kOriginal,
                                            stream);
                 });
}
