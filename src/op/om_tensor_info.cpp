#include "op/om_tensor_info.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "op/om_numbers.h"

namespace belay {
namespace {

// What a record holds: {type, bytes that follow, content}.
enum RecordType : uint32_t { kInputs = 0, kOutputs = 1 };

/// What is said of a tensor, before its name, its dimensions (twice) and its ranges.
struct Fixed {
    uint64_t sizeBytes;
    uint32_t format;
    uint32_t dataType;
    uint32_t nameBytes;
    uint32_t dimsBytes;
    uint32_t sameDimsBytes;
    uint32_t rangesBytes;
};

static_assert(sizeof(Fixed) == 32);

template <typename T>
void append(std::string& bytes, std::span<const T> values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

template <typename T>
void appendValue(std::string& bytes, const T& value) {
    append(bytes, std::span<const T>(&value, 1));
}

template <typename T>
uint32_t bytesOf(std::span<const T> values) {
    return static_cast<uint32_t>(values.size_bytes());
}

void appendTensor(std::string& bytes, const TensorSpec& spec, std::string_view name) {
    const Fixed fixed{
        .sizeBytes = spec.sizeBytes(),
        .format = static_cast<uint32_t>(attrNumberOf(spec.format())),
        .dataType = static_cast<uint32_t>(attrNumberOf(spec.type())),
        .nameBytes = static_cast<uint32_t>(name.size()),
        .dimsBytes = bytesOf(spec.dims()),
        .sameDimsBytes = bytesOf(spec.dims()),
        .rangesBytes = bytesOf(spec.shapeRanges()),
    };
    appendValue(bytes, fixed);
    bytes += name;
    append(bytes, spec.dims());
    append(bytes, spec.dims());
    append(bytes, spec.shapeRanges());
}

void appendRecord(std::string& bytes, RecordType type, uint32_t count, const std::string& tensors) {
    appendValue(bytes, static_cast<uint32_t>(type));
    appendValue(bytes, static_cast<uint32_t>(sizeof(count) + tensors.size()));
    appendValue(bytes, count);
    bytes += tensors;
}

}  // namespace

std::string omTensorInfo(const SingleOp& op) {
    std::string bytes;
    std::string tensors;
    uint32_t count = 0;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
        const TensorSpec& spec = op.inputs[i].spec;
        if (!spec.isLeftOut() && !spec.constant()) {
            appendTensor(tensors, spec, fmt::format("{}_in_{}", op.type, i));
            ++count;
        }
    }
    appendRecord(bytes, kInputs, count, tensors);
    tensors.clear();
    for (size_t i = 0; i < op.outputs.size(); ++i) {
        appendTensor(tensors, op.outputs[i].spec, fmt::format("output_{}_{}_{}", i, op.type, i));
    }
    appendRecord(bytes, kOutputs, static_cast<uint32_t>(op.outputs.size()), tensors);
    return bytes;
}

}  // namespace belay
