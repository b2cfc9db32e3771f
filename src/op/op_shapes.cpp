#include "op/op_shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

namespace belay {
namespace {

using Limits = OpShapes::Limits;
using Range = OpShapes::Range;

bool isWithin(const Range& range, const Range& limits) noexcept {
    const bool isAboveLeast = range[0] >= limits[0];
    const bool hasEnd = range[1] >= 0;
    return isAboveLeast && (limits[1] < 0 || (hasEnd && range[1] <= limits[1]));
}

bool acceptTensor(const Limits& limits, const TensorSpec& spec) noexcept {
    if (limits.takesAnyRank) {
        return true;
    }
    const auto dims = spec.dims();
    if (spec.hasUnknownRank() || dims.size() != limits.dims.size()) {
        return false;
    }
    for (size_t i = 0; i < dims.size(); ++i) {
        const Range range =
            dims[i] >= 0 ? Range{dims[i], dims[i]} : spec.dimRange(i).value_or(Range{-1, -1});
        if (!isWithin(range, limits.dims[i])) {
            return false;
        }
    }
    return true;
}

bool acceptAll(const std::vector<Limits>& limits, std::span<const OpTensor> tensors) noexcept {
    return std::ranges::equal(tensors, limits, [](const OpTensor& tensor, const Limits& one) {
        return acceptTensor(one, *tensor.spec);
    });
}

std::vector<Limits> limitsOf(std::span<const OpTensor> tensors) {
    std::vector<Limits> limits;
    limits.reserve(tensors.size());
    for (const OpTensor& tensor : tensors) {
        limits.push_back(Limits::of(tensor.spec->dims(), tensor.spec->shapeRanges()));
    }
    return limits;
}

std::string textOf(const Range& range) {
    if (range[1] < 0) {
        return range[0] <= 0 ? "any" : fmt::format("at least {}", range[0]);
    }
    return range[0] == range[1] ? fmt::format("{}", range[0])
                                : fmt::format("{} to {}", range[0], range[1]);
}

std::string textOf(const std::vector<Limits>& all) {
    std::vector<std::string> texts;
    for (const Limits& limits : all) {
        std::vector<std::string> dims;
        for (const Range& range : limits.dims) {
            dims.push_back(textOf(range));
        }
        texts.push_back(limits.takesAnyRank ? "any rank"
                                            : fmt::format("[{}]", fmt::join(dims, ", ")));
    }
    return fmt::format("({})", fmt::join(texts, ", "));
}

// Whether element `i` of type T is within `range`, for each i.
template <typename T, typename Pair>
bool areWithin(std::span<const std::byte> bytes, const std::vector<Pair>& ranges, bool isOpen) {
    if (bytes.size() != ranges.size() * sizeof(T)) {
        return false;
    }
    for (size_t i = 0; i < ranges.size(); ++i) {
        T element{};
        std::memcpy(&element, bytes.data() + i * sizeof(T), sizeof element);
        const auto& [least, greatest] = ranges[i];
        using Number = std::remove_cvref_t<decltype(least)>;
        // NOLINTNEXTLINE(bugprone-signed-char-misuse): a small number, no character
        const auto number = static_cast<Number>(element);
        const bool isEndless = isOpen && greatest < Number{0};
        // So that NaN is in no range.
        if (!(number >= least && (isEndless || number <= greatest))) {
            return false;
        }
    }
    return true;
}

bool areIntsWithin(DataType type, std::span<const std::byte> bytes,
                   const std::vector<Range>& ranges) {
    switch (type) {
        case DataType::kInt8:
            return areWithin<int8_t>(bytes, ranges, true);
        case DataType::kUint8:
        case DataType::kBool:
            return areWithin<uint8_t>(bytes, ranges, true);
        case DataType::kInt16:
            return areWithin<int16_t>(bytes, ranges, true);
        case DataType::kUint16:
            return areWithin<uint16_t>(bytes, ranges, true);
        case DataType::kInt32:
            return areWithin<int32_t>(bytes, ranges, true);
        case DataType::kUint32:
            return areWithin<uint32_t>(bytes, ranges, true);
        case DataType::kInt64:
        case DataType::kUint64:
            return areWithin<int64_t>(bytes, ranges, true);
        default:
            return false;
    }
}

}  // namespace

Limits Limits::of(std::span<const int64_t> dims, std::span<const Range> ranges) {
    if (!dims.empty() && dims[0] == TensorSpec::kUnknownRank) {
        return anything();
    }
    Limits limits;
    limits.dims.reserve(dims.size());
    for (size_t i = 0; i < dims.size(); ++i) {
        limits.dims.push_back(dims[i] >= 0        ? Range{dims[i], dims[i]}
                              : i < ranges.size() ? ranges[i]
                                                  : Range{-1, -1});
    }
    return limits;
}

OpShapes OpShapes::of(const OpRequest& request) {
    return {limitsOf(request.inputs), limitsOf(request.outputs)};
}

bool OpShapes::accept(const OpRequest& request) const noexcept {
    return acceptAll(inputs_, request.inputs) && acceptAll(outputs_, request.outputs);
}

std::string OpShapes::text() const {
    return fmt::format("inputs {}, outputs {}", textOf(inputs_), textOf(outputs_));
}

bool OpValues::accept(const OpTensor& tensor) const {
    if (tensor.spec->placement() == Placement::kDevice) {
        return true;
    }
    if (value) {
        return std::ranges::equal(*value, tensor.value);
    }
    if (!floatRanges.empty()) {
        return tensor.spec->type() == DataType::kFloat &&
               areWithin<float>(tensor.value, floatRanges, false);
    }
    return ranges.empty() || areIntsWithin(tensor.spec->type(), tensor.value, ranges);
}

}  // namespace belay
