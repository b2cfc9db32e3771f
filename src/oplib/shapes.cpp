#include "oplib/shapes.h"

#include <algorithm>
#include <cstring>

namespace belay::oplib {
namespace {

using Range = TensorSpec::Range;

Range rangeOf(const TensorSpec& spec, size_t dim) {
    return spec.dimRange(dim).value_or(Range{1, -1});
}

// What two ranges of a dimension allow, of which one may be a single repeated element.
Range broadcastRange(const Range& a, const Range& b) {
    const bool isOpen = a[1] < 0 || b[1] < 0;
    return {std::max(a[0], b[0]), isOpen ? -1 : std::max(a[1], b[1])};
}

}  // namespace

bool isKnown(std::span<const int64_t> dims) {
    return std::ranges::all_of(dims, [](int64_t dim) { return dim >= 0; });
}

TensorSpec specLike(const TensorSpec& like, DataType type, std::span<const int64_t> dims) {
    TensorSpec spec(type, dims, like.format());
    if (std::ranges::equal(like.dims(), dims)) {
        spec.setShapeRanges(like.shapeRanges());
        if (layoutOf(like) != Format::kNd) {
            spec.setStorage(like.storageFormat());
            spec.setStorage(like.storageDims());
        }
    }
    return spec;
}

TensorSpec unknownSpec(const TensorSpec& like, DataType type) {
    const int64_t dims[] = {TensorSpec::kUnknownRank};
    return {type, dims, like.format()};
}

Result<TensorSpec> broadcastSpec(const OpView& view, const TensorSpec& a, const TensorSpec& b,
                                 DataType type) {
    if (layoutOf(a) != Format::kNd || layoutOf(b) != Format::kNd) {
        if (layoutOf(a) != layoutOf(b) || !std::ranges::equal(a.dims(), b.dims()) ||
            !std::ranges::equal(layoutDims(a), layoutDims(b))) {
            return view.refuse(
                "shapes {} in format {}, {} in memory, and {} in format {}, {} in memory, differ; "
                "only formats that keep the order of the dimensions can be broadcast",
                shapeText(a.dims()), formatText(layoutOf(a)), shapeText(layoutDims(a)),
                shapeText(b.dims()), formatText(layoutOf(b)), shapeText(layoutDims(b)));
        }
        return specLike(a, type, a.dims());
    }
    if (a.hasUnknownRank() || b.hasUnknownRank()) {
        return unknownSpec(a, type);
    }
    const TensorSpec& longer = a.dims().size() >= b.dims().size() ? a : b;
    const TensorSpec& shorter = &longer == &a ? b : a;
    const size_t missing = longer.dims().size() - shorter.dims().size();
    std::vector<int64_t> dims(longer.dims().begin(), longer.dims().end());
    std::vector<Range> ranges;
    ranges.reserve(dims.size());
    for (size_t i = 0; i < dims.size(); ++i) {
        const Range range = rangeOf(longer, i);
        ranges.push_back(range);
        if (i < missing) {
            continue;
        }
        const int64_t other = shorter.dims()[i - missing];
        const Range otherRange = rangeOf(shorter, i - missing);
        if (dims[i] == other) {
            ranges[i] = broadcastRange(range, otherRange);
        } else if (dims[i] == 1) {
            dims[i] = other;
            ranges[i] = otherRange;
        } else if (other == TensorSpec::kUnknownDim) {
            ranges[i] = {dims[i], dims[i]};
        } else if (dims[i] == TensorSpec::kUnknownDim && other != 1) {
            dims[i] = other;
            ranges[i] = {other, other};
        } else if (other != 1) {
            return view.refuse(
                "shapes {} and {} do not fit each other at dimension {}: sizes must "
                "be equal or 1",
                shapeText(a.dims()), shapeText(b.dims()), i);
        }
    }
    TensorSpec spec(type, dims, longer.format());
    if (!isKnown(dims)) {
        spec.setShapeRanges(ranges);
    }
    return spec;
}

Status requirePlain(const OpView& view, size_t port) {
    const Format layout = layoutOf(view.inputSpec(port));
    if (layout == Format::kNd) {
        return Status::ok();
    }
    return view.refuse("{} has format {}; it takes formats that keep the order of the dimensions",
                       view.inputName(port), formatText(layout));
}

Result<int64_t> storageCount(const OpView& view, const TensorSpec& spec) {
    const TensorSpec stored(spec.type(), layoutDims(spec), Format::kNd);
    if (isKnown(stored.dims())) {
        if (const auto fault = shapeFault(stored)) {
            return view.refuse("the storage of a tensor {}", *fault);
        }
        if (isKnown(spec.dims()) && stored.elementCount() < spec.elementCount()) {
            return view.refuse(
                "a tensor of shape {} lies in memory with shape {} in format {}, which has room "
                "for {} of its {} elements",
                shapeText(spec.dims()), shapeText(stored.dims()), formatText(layoutOf(spec)),
                stored.elementCount(), spec.elementCount());
        }
        return static_cast<int64_t>(stored.elementCount());
    }
    return view.refuse("a tensor lies in memory with shape {}; its dimensions must be known",
                       shapeText(stored.dims()));
}

std::optional<std::vector<int64_t>> indexValues(const OpTensor& tensor) {
    const size_t count = tensor.spec->elementCount();
    if (tensor.value.empty()) {
        // Without elements there is nothing to know.
        return count == 0 && isKnown(tensor.spec->dims())
                   ? std::optional<std::vector<int64_t>>(std::in_place)
                   : std::nullopt;
    }
    std::vector<int64_t> values(count);
    for (size_t i = 0; i < count; ++i) {
        if (tensor.spec->type() == DataType::kInt64) {
            std::memcpy(&values[i], tensor.value.data() + i * sizeof(int64_t), sizeof(int64_t));
        } else {
            int32_t value = 0;
            std::memcpy(&value, tensor.value.data() + i * sizeof value, sizeof value);
            values[i] = value;
        }
    }
    return values;
}

}  // namespace belay::oplib
