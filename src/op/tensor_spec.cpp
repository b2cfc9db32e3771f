#include "op/tensor_spec.h"

namespace belay {

TensorSpec::TensorSpec(DataType type, std::span<const int64_t> dims, Format format)
    : type_(type), format_(format), dims_(dims.begin(), dims.end()), storageDims_(dims_) {}

size_t TensorSpec::elementCount() const noexcept {
    int64_t count = 1;
    bool fits = true;
    for (const int64_t dim : dims_) {
        if (dim < 0) {
            return 0;
        }
        fits = !__builtin_mul_overflow(count, dim, &count) && fits;
        if (dim == 0) {
            return 0;
        }
    }
    return fits ? static_cast<size_t>(count) : 0;
}

size_t TensorSpec::sizeBytes() const noexcept {
    size_t bytes = 0;
    return __builtin_mul_overflow(elementCount(), dataTypeSize(type_), &bytes) ? 0 : bytes;
}

std::optional<TensorSpec::Range> TensorSpec::dimRange(size_t index) const noexcept {
    if (index < shapeRanges_.size()) {
        return shapeRanges_[index];
    }
    if (index >= dims_.size()) {
        return std::nullopt;
    }
    const int64_t dim = dims_[index];
    return dim < 0 ? Range{1, -1} : Range{dim, dim};
}

}  // namespace belay
