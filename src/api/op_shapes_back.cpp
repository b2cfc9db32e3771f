#include "api/op_shapes_back.h"

#include <algorithm>
#include <vector>

#include "api/objects.h"

namespace belay::api {
namespace {

void setDims(TensorDesc& desc, std::span<const int64_t> dims, ShapesBack which) {
    if (which == ShapesBack::kStorage) {
        desc.setStorage(dims);
    } else {
        desc.setOriginal(dims);
    }
}

void writeInferred(const OpCall& call, const PreparedOp& op, ShapesBack which) {
    for (size_t i = 0; i < op.outputShapes.size() && i < call.outputs().size(); ++i) {
        TensorDesc& desc = call.outputDesc(i);
        const std::vector<int64_t>& dims = op.outputShapes[i];
        const auto said = which == ShapesBack::kStorage ? desc.storageDims() : desc.dims();
        // Most descriptions say it already.
        if (!std::ranges::equal(dims, said) &&
            std::ranges::all_of(dims, [](int64_t dim) { return dim >= 0; })) {
            setDims(desc, dims, which);
        }
    }
}

}  // namespace

Status writeShapesBack(Session& session, const OpCall& call, const OpExecution& execution,
                       ShapesBack which, aclrtStream stream) {
    if (execution.op == nullptr) {
        return Status::ok();
    }
    if (execution.report == nullptr) [[likely]] {
        // Storage dimensions of fixed shapes are what the caller has made of them.
        if (which == ShapesBack::kOriginal || execution.isDynamic) {
            writeInferred(call, *execution.op, which);
        }
        return Status::ok();
    }
    BELAY_ASSIGN(Stream * found, streamOfContext(stream));
    const Ref<Stream> target(found);
    const Ref<const PreparedOp> op(execution.op);
    std::vector<Ref<TensorDesc>> descs;
    for (size_t i = 0; i < op->outputs.size(); ++i) {
        descs.emplace_back(&call.outputDesc(i));
    }
    session.leaveGuard();
    BELAY_ASSIGN(const auto shapes, OpExecutor::readShapes(execution, *target));
    for (size_t i = 0; i < shapes.size(); ++i) {
        setDims(*descs[i], shapes[i], which);
    }
    return Status::ok();
}

}  // namespace belay::api
