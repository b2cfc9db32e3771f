// Fuzzes the parser of files for the compiler of single operators, and what is made of them: the
// model of every operator that is accepted is written and read.
//
// With BELAY_PLANTED_BUG no tensor may have a certain dimension, which no seed has: scripts/fuzz
// shows that this is found.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "op/om_model.h"
#include "op/om_writer.h"
#include "op/single_op_json.h"

namespace {

using belay::OmFile;
using belay::OmModel;
using belay::OmTensor;
using belay::SingleOp;

void insist(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void checkSame(const std::vector<OmTensor>& read, const std::vector<SingleOp::Tensor>& tensors) {
    insist(read.size() == tensors.size());
    for (size_t i = 0; i < read.size(); ++i) {
        const auto& spec = tensors[i].spec;
        insist(read[i].type == spec.type() && read[i].format == spec.format());
        insist(std::ranges::equal(read[i].dims, spec.dims()));
        insist(std::ranges::equal(read[i].shapeRanges, spec.shapeRanges()));
        insist(read[i].constant == spec.constant());
#ifdef BELAY_PLANTED_BUG
        insist(std::ranges::find(spec.dims(), 9) == spec.dims().end());
#endif
    }
}

void checkOp(const SingleOp& op) {
    insist(!op.type.empty());
    const auto name = belay::omFileName(op, 0);
    insist(name.find('/') == std::string::npos && name.size() <= 131 && name.ends_with(".om"));
    const auto bytes = belay::writeOm(op, {.name = name});
    insist(bytes.isOk());
    const auto file = OmFile::parse(bytes.value());
    insist(file.isOk());
    const auto model = OmModel::parse(file.value());
    insist(model.isOk());
    insist(model.value().opType() == op.type);
    checkSame(model.value().inputs(), op.inputs);
    checkSame(model.value().outputs(), op.outputs);
    insist(!op.isFuzzy || model.value().isDynamic());
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto ops = belay::parseSingleOps({reinterpret_cast<const char*>(data), size});
    if (ops.isOk()) {
        std::ranges::for_each(ops.value(), checkOp);
    } else {
        insist(ops.status().code() == belay::Code::kParseFile);
        insist(ops.status().message().starts_with("E1"));
    }
    return 0;
}
