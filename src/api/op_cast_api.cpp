// Public functions that convert tensors to other data types.
#include <utility>

#include "acl/acl_op.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/handles.h"
#include "api/op_call.h"
#include "api/op_shapes_back.h"
#include "api/operators.h"
#include "op/data_buffer.h"

using belay::AttrValue;
using belay::Code;
using belay::DataBuffer;
using belay::OpAttrs;
using belay::OpExecution;
using belay::OpHandle;
using belay::OpRequest;
using belay::Ref;
using belay::Status;
using belay::TensorDesc;
using belay::api::createOpHandle;
using belay::api::entry;
using belay::api::executeOperator;
using belay::api::fromHandle;
using belay::api::OpCall;
using belay::api::Operators;
using belay::api::requireNoHostTensor;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::ShapesBack;
using belay::api::toHandle;
using belay::api::writeShapesBack;

namespace {

constexpr const char* kCast = "Cast";
constexpr const char* kTruncate = "truncate";

// Models say nothing of `truncate` unless one was loaded that does; a request that does would not
// find the others.
OpAttrs attrsOf(const TensorDesc& target, uint8_t truncate) {
    OpAttrs attrs;
    attrs.set("dst_type", AttrValue(static_cast<int64_t>(target.type())));
    if (Operators::instance().models().hasAttr(kCast, kTruncate)) {
        attrs.set(kTruncate, AttrValue(truncate != 0));
    }
    return attrs;
}

// That an object is a buffer, which has an address if it has bytes.
Status requireMemory(const aclDataBuffer* handle, const char* argument) {
    BELAY_ASSIGN(const DataBuffer* buffer, fromHandle<DataBuffer>(handle, argument));
    if (buffer->data() == nullptr && buffer->sizeBytes() > 0) {
        return Status::error(Code::kInvalidParam,
                             "argument '{}' is a buffer of {} bytes without an address", argument,
                             buffer->sizeBytes());
    }
    return Status::ok();
}

OpRequest withAttrs(OpRequest request, const OpAttrs& attrs) {
    request.attrs = &attrs;
    return request;
}

}  // namespace

aclError aclopCast(const aclTensorDesc* srcDesc, const aclDataBuffer* srcBuffer,
                   const aclTensorDesc* dstDesc, aclDataBuffer* dstBuffer, uint8_t truncate,
                   aclrtStream stream) {
    return entry(
        BELAY_CALL(srcDesc, srcBuffer, dstDesc, dstBuffer, truncate, stream),
        [&](Session& session) -> Status {
            BELAY_TRY(fromHandle<TensorDesc>(srcDesc, "srcDesc").takeStatus());
            BELAY_TRY(requireNotNull(srcBuffer, "srcBuffer"));
            BELAY_ASSIGN(const TensorDesc* target, fromHandle<TensorDesc>(dstDesc, "dstDesc"));
            BELAY_TRY(requireNotNull(dstBuffer, "dstBuffer"));
            OpCall call;
            BELAY_TRY(call.readTensors(kCast, 1, &srcDesc, 1, &dstDesc, nullptr));
            if (call.hasOnlyEmptyOutputs()) {
                return Status::ok();
            }
            BELAY_TRY(requireMemory(srcBuffer, "srcBuffer"));
            BELAY_TRY(requireMemory(dstBuffer, "dstBuffer"));
            BELAY_TRY(call.readBuffers(&srcBuffer, &dstBuffer, OpCall::Memory::kMustBeThere));
            const OpAttrs attrs = attrsOf(*target, truncate);
            BELAY_ASSIGN(const OpExecution execution,
                         executeOperator(withAttrs(call.request(), attrs), call.inputs(),
                                         call.outputs(), stream));
            return writeShapesBack(session, call, execution, ShapesBack::kStorage, stream);
        });
}

aclError aclopCreateHandleForCast(aclTensorDesc* srcDesc, aclTensorDesc* dstDesc, uint8_t truncate,
                                  aclopHandle** handle) {
    return entry(BELAY_CALL(srcDesc, dstDesc, truncate, handle), [&](Session&) -> Status {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(srcDesc, "srcDesc"));
        BELAY_ASSIGN(const TensorDesc* target, fromHandle<TensorDesc>(dstDesc, "dstDesc"));
        BELAY_TRY(requireNotNull(handle, "handle"));
        BELAY_TRY(requireNoHostTensor(*source, "srcDesc"));
        BELAY_TRY(requireNoHostTensor(*target, "dstDesc"));
        OpCall call;
        BELAY_TRY(call.readTensors(kCast, 1, &srcDesc, 1, &dstDesc, nullptr));
        const OpAttrs attrs = attrsOf(*target, truncate);
        BELAY_ASSIGN(Ref<OpHandle> made, createOpHandle(withAttrs(call.request(), attrs)));
        BELAY_ASSIGN(*handle, toHandle<aclopHandle>(std::move(made)));
        return Status::ok();
    });
}
