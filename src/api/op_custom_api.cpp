// Public functions for operators that the application brings itself.
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_op.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/handles.h"
#include "api/op_call.h"
#include "api/operators.h"
#include "base/scope_exit.h"

using belay::BinaryKind;
using belay::Code;
using belay::CustomChoice;
using belay::CustomKernelDesc;
using belay::CustomOps;
using belay::makeRef;
using belay::Result;
using belay::ScopeExit;
using belay::Status;
using belay::api::entry;
using belay::api::fromHandle;
using belay::api::OpCall;
using belay::api::Operators;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::takeHandle;
using belay::api::toHandle;

namespace {

CustomOps& customs() {
    return Operators::instance().customs();
}

Result<BinaryKind> kindOf(aclopEngineType engineType) {
    switch (engineType) {
        case ACL_ENGINE_AICORE:
            return BinaryKind::kAnyCore;
        case ACL_ENGINE_VECTOR:
            return BinaryKind::kVector;
        default:
            return Status::error(Code::kInvalidParam,
                                 "argument 'enginetype' is {}; it must be ACL_ENGINE_AICORE (1) or "
                                 "ACL_ENGINE_VECTOR (2)",
                                 static_cast<int>(engineType));
    }
}

}  // namespace

aclError aclopRegisterCompileFunc(const char* opType, aclopCompileFunc func) {
    return entry(BELAY_CALL(opType, func), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(opType, "opType"));
        BELAY_TRY(requireNotNull(reinterpret_cast<const void*>(func), "func"));
        return customs().registerFunction(opType, {reinterpret_cast<void (*)()>(func)});
    });
}

aclError aclopUnregisterCompileFunc(const char* opType) {
    return entry(BELAY_CALL(opType), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(opType, "opType"));
        customs().unregisterFunction(opType);
        return Status::ok();
    });
}

aclError aclopCreateKernel(const char* opType, const char* kernelId, const char* kernelName,
                           void* binData, int binSize, aclopEngineType enginetype,
                           aclDataDeallocator deallocator) {
    return entry(
        BELAY_CALL(opType, kernelId, kernelName, binData, binSize, enginetype, deallocator),
        [&](Session&) -> Status {
            BELAY_TRY(requireNotNull(opType, "opType"));
            BELAY_TRY(requireNotNull(kernelId, "kernelId"));
            BELAY_TRY(requireNotNull(kernelName, "kernelName"));
            BELAY_TRY(requireNotNull(binData, "binData"));
            if (binSize <= 0) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'binSize' is {}; it must be above 0", binSize);
            }
            BELAY_ASSIGN(const BinaryKind kind, kindOf(enginetype));
            const std::span file(static_cast<std::byte*>(binData), static_cast<size_t>(binSize));
            return customs().addKernel(
                opType, kernelId,
                {.name = kernelName, .file = file, .kind = kind, .giveBack = deallocator});
        });
}

aclError aclopSetKernelArgs(aclopKernelDesc* kernelDesc, const char* kernelId, uint32_t blockDim,
                            const void* args, uint32_t argSize) {
    return entry(BELAY_CALL(kernelDesc, kernelId, blockDim, args, argSize),
                 [&](Session&) -> Status {
                     BELAY_ASSIGN(CustomKernelDesc * desc,
                                  fromHandle<CustomKernelDesc>(kernelDesc, "kernelDesc"));
                     BELAY_TRY(requireNotNull(kernelId, "kernelId"));
                     BELAY_TRY(requireNotNull(args, "args"));
                     const auto* first = static_cast<const std::byte*>(args);
                     std::vector<std::byte> copy(first, first + argSize);
                     std::string id(kernelId);
                     CustomChoice& choice = desc->choice();
                     choice.kernelId = std::move(id);
                     choice.blockCount = blockDim;
                     choice.args = std::move(copy);
                     return Status::ok();
                 });
}

aclError aclopSetKernelWorkspaceSizes(aclopKernelDesc* kernelDesc, int numWorkspaces,
                                      size_t* workspaceSizes) {
    return entry(BELAY_CALL(kernelDesc, numWorkspaces, workspaceSizes), [&](Session&) -> Status {
        BELAY_ASSIGN(CustomKernelDesc * desc,
                     fromHandle<CustomKernelDesc>(kernelDesc, "kernelDesc"));
        if (numWorkspaces < 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'numWorkspaces' is {}; it must be at least 0",
                                 numWorkspaces);
        }
        const auto count = static_cast<size_t>(numWorkspaces);
        BELAY_TRY(
            belay::api::requireArray(workspaceSizes, count, "workspaceSizes", "numWorkspaces"));
        auto& sizes = desc->choice().workspaceBytes;
        sizes.insert(sizes.end(), workspaceSizes, workspaceSizes + count);
        return Status::ok();
    });
}

aclError aclopUpdateParams(const char* opType, int numInputs,
                           const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* attr) {
    return entry(
        BELAY_CALL(opType, numInputs, inputDesc, numOutputs, outputDesc, attr),
        [&](Session&) -> Status {
            OpCall call;
            BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
            BELAY_ASSIGN(const CustomOps::CompileFunction found, customs().function(opType));
            const auto compile = reinterpret_cast<aclopCompileFunc>(found.address);
            BELAY_ASSIGN(aclopKernelDesc * desc,
                         toHandle<aclopKernelDesc>(makeRef<CustomKernelDesc>()));
            const ScopeExit close(
                [desc] { static_cast<void>(takeHandle<CustomKernelDesc>(desc, "kernelDesc")); });
            // The descriptions are the caller's, who must keep them; so the guard may be held here.
            const aclError answer =
                compile(numInputs, inputDesc, numOutputs, outputDesc, attr, desc);
            if (answer != ACL_SUCCESS) {
                return Status::error(static_cast<Code>(answer),
                                     "the compile function of operator '{}' returned {}", opType,
                                     answer);
            }
            BELAY_ASSIGN(CustomKernelDesc * filled,
                         fromHandle<CustomKernelDesc>(desc, "kernelDesc"));
            return customs().choose(call.request(), std::move(filled->choice()));
        });
}
