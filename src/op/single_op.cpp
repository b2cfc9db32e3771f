#include "op/single_op.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "op/om_numbers.h"

namespace belay {
namespace {

constexpr size_t kMaxNameBytes = 128;

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

bool canBeName(std::string_view name) {
    return !name.empty() && name != "." && name != ".." &&
           std::ranges::all_of(name, isNameCharacter);
}

void appendTensors(std::string& name, const std::vector<SingleOp::Tensor>& tensors) {
    for (const auto& tensor : tensors) {
        name += fmt::format("_{}_{}", attrNumberOf(tensor.spec.type()),
                            attrNumberOf(tensor.spec.format()));
        for (const int64_t dim : tensor.spec.dims()) {
            name += fmt::format("_{}", dim);
        }
    }
}

}  // namespace

std::string omFileName(const SingleOp& op, size_t position) {
    std::string name = op.fileName;
    if (!canBeName(name)) {
        name = fmt::format("{}_{}", position, op.type);
        appendTensors(name, op.inputs);
        appendTensors(name, op.outputs);
        // Types of operators are words, but nobody vouches for what a file has.
        std::ranges::replace_if(
            name, [](char c) { return !isNameCharacter(c); }, '_');
    }
    return name.substr(0, kMaxNameBytes) + ".om";
}

}  // namespace belay
