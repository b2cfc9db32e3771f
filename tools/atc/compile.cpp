#include "atc/compile.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "op/op_compiler.h"
#include "op/op_view.h"

namespace belay::atc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCannotBuild = "E14001";

size_t leastCount(const std::vector<OpPort>& ports) {
    return static_cast<size_t>(std::ranges::count_if(
        ports, [](const OpPort& port) { return port.arity == OpArity::kRequired; }));
}

Status checkCount(const SingleOp& op, size_t position, const char* what, size_t count,
                  size_t least) {
    return count >= least
               ? Status::ok()
               : Status::error(Code::kParseFile,
                               "E13014: operator {} ({}) has {} {}; the type takes at least {}",
                               position, op.type, count, what, least);
}

std::vector<OpTensor> tensorsOf(const std::vector<SingleOp::Tensor>& tensors) {
    std::vector<OpTensor> views;
    views.reserve(tensors.size());
    for (const auto& tensor : tensors) {
        OpTensor view{.spec = &tensor.spec, .value = {}};
        if (tensor.spec.constant()) {
            view.value = *tensor.spec.constant();
        }
        views.push_back(view);
    }
    return views;
}

// Operators take a value that is longer than its tensor, as that of a buffer may be.
Status checkConstants(const std::vector<SingleOp::Tensor>& tensors) {
    for (size_t i = 0; i < tensors.size(); ++i) {
        const TensorSpec& spec = tensors[i].spec;
        if (spec.constant() && spec.constant()->size() != spec.sizeBytes()) {
            return Status::error(
                Code::kGeFailure,
                "the constant of input {} has {} bytes; its shape, {}, which must be known, and "
                "type, {}, make {}",
                i, spec.constant()->size(), shapeText(spec.dims()), typeText(spec.type()),
                spec.sizeBytes());
        }
    }
    return Status::ok();
}

Status check(const SingleOp& op, const OperatorSet& set) {
    const Operator* known = set.find(op.type);
    if (known == nullptr) {
        return Status::error(Code::kGeFailure, "there is no operator of type \"{}\"; there are {}",
                             op.type, fmt::join(set.types(), ", "));
    }
    BELAY_TRY(checkConstants(op.inputs));
    const auto inputs = tensorsOf(op.inputs);
    const auto outputs = tensorsOf(op.outputs);
    const OpRequest request{
        .type = op.type, .inputs = inputs, .outputs = outputs, .attrs = &op.attrs};
    return checkExecutable(request).isOk() ? planRequest(*known, request, OpTarget()).takeStatus()
                                           : checkRequest(*known, request);
}

Status cannotBuild(const Status& reason) {
    return Status::error(Code::kGeFailure, "{}: {}", kCannotBuild, reason.message());
}

Status writeFailure(const std::string& path, const std::error_code& error) {
    return Status::error(Code::kWriteFile, "{}: cannot be written: {}", path, error.message());
}

}  // namespace

Status checkCounts(std::span<const SingleOp> ops, const OperatorSet& set) {
    for (size_t i = 0; i < ops.size(); ++i) {
        if (const Operator* known = set.find(ops[i].type)) {
            BELAY_TRY(
                checkCount(ops[i], i, "inputs", ops[i].inputs.size(), leastCount(known->inputs)));
            BELAY_TRY(checkCount(ops[i], i, "outputs", ops[i].outputs.size(),
                                 leastCount(known->outputs)));
        }
    }
    return Status::ok();
}

Result<std::vector<std::byte>> compile(const SingleOp& op, const OperatorSet& set,
                                       const OmMaking& making) {
    if (const Status status = check(op, set); !status.isOk()) {
        return cannotBuild(status);
    }
    auto bytes = writeOm(op, making);
    return bytes.isOk() ? std::move(bytes) : cannotBuild(bytes.status());
}

Status writeWhole(const std::string& path, std::span<const std::byte> bytes) {
    // Another process may write the same file.
    const std::string temporary = fmt::format("{}.part{}", path, ::getpid());
    std::error_code error;
    errno = 0;
    std::ofstream file(temporary, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
        Status failure = writeFailure(path, {errno, std::generic_category()});
        fs::remove(temporary, error);
        return failure;
    }
    fs::rename(temporary, path, error);
    if (error) {
        Status failure = writeFailure(path, error);
        fs::remove(temporary, error);
        return failure;
    }
    return Status::ok();
}

}  // namespace belay::atc
