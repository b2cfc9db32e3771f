// TensorSpec: what is said about one input or output of an operator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "op/data_type.h"

namespace belay {

/// Where the tensor's values are when the operator is called.
enum class Placement : uint32_t { kDevice = 0, kHost = 1, kHostIndependent = 2 };

/// A value: a copy is a copy of everything. Type kUndefined with format kUndefined and no
/// dimensions is an optional input that is left out.
class TensorSpec {
  public:
    static constexpr int64_t kUnknownDim = -1;
    static constexpr int64_t kUnknownRank = -2;  ///< as the first dimension: nothing is known

    using Range = std::array<int64_t, 2>;  ///< {smallest, largest}; largest -1: no limit

    /// `dims` are the original dimensions; the storage dimensions start equal to them. No storage
    /// format is said.
    TensorSpec(DataType type, std::span<const int64_t> dims, Format format);

    DataType type() const noexcept { return type_; }

    Format format() const noexcept { return format_; }

    /// kUndefined until somebody says one; requests that say one differ from those that do not.
    Format storageFormat() const noexcept { return storageFormat_; }

    std::span<const int64_t> dims() const noexcept { return dims_; }

    std::span<const int64_t> storageDims() const noexcept { return storageDims_; }

    bool isLeftOut() const noexcept {
        return type_ == DataType::kUndefined && format_ == Format::kUndefined && dims_.empty();
    }

    bool hasUnknownRank() const noexcept { return !dims_.empty() && dims_[0] == kUnknownRank; }

    /// 1 without dimensions; 0 with any negative one, or when the product does not fit 63 bits.
    size_t elementCount() const noexcept;

    /// elementCount() times the size of an element; 0 when that does not fit.
    size_t sizeBytes() const noexcept;

    /// The range set for dimension `index`, which is below the number of ranges or dimensions.
    /// Without one a known dimension is {d, d} and an unknown one {1, -1}. Nothing when out of
    /// bounds.
    std::optional<Range> dimRange(size_t index) const noexcept;

    void setType(DataType type) noexcept { type_ = type; }

    void setOriginal(Format format) noexcept { format_ = format; }

    void setOriginal(std::span<const int64_t> dims) { dims_.assign(dims.begin(), dims.end()); }

    void setStorage(Format format) noexcept { storageFormat_ = format; }

    void setStorage(std::span<const int64_t> dims) {
        storageDims_.assign(dims.begin(), dims.end());
    }

    void setShapeRanges(std::span<const Range> ranges) {
        shapeRanges_.assign(ranges.begin(), ranges.end());
    }

    void setValueRanges(std::span<const Range> ranges) {
        valueRanges_.assign(ranges.begin(), ranges.end());
    }

    std::span<const Range> shapeRanges() const noexcept { return shapeRanges_; }

    std::span<const Range> valueRanges() const noexcept { return valueRanges_; }

    /// The text stays where it is until the name is set again.
    const std::string& name() const noexcept { return name_; }

    void setName(std::string_view name) { name_ = name; }

    /// The dynamic input this is one tensor of; empty: none.
    const std::string& dynamicInput() const noexcept { return dynamicInput_; }

    void setDynamicInput(std::string_view name) { dynamicInput_ = name; }

    /// Makes the tensor a constant with a copy of `value`; without memory for it, nothing changes.
    void setConstant(std::span<const std::byte> value) {
        constant_ = std::vector<std::byte>(value.begin(), value.end());
    }

    const std::optional<std::vector<std::byte>>& constant() const noexcept { return constant_; }

    Placement placement() const noexcept { return placement_; }

    void setPlacement(Placement placement) noexcept { placement_ = placement; }

    /// Where the tensor lies, for descriptions that a model gave out; else null.
    void* address() const noexcept { return address_; }

  private:
    DataType type_;
    Format format_;
    Format storageFormat_ = Format::kUndefined;
    Placement placement_ = Placement::kDevice;
    std::vector<int64_t> dims_;
    std::vector<int64_t> storageDims_;
    std::vector<Range> shapeRanges_;
    std::vector<Range> valueRanges_;
    std::string name_;
    std::string dynamicInput_;
    std::optional<std::vector<std::byte>> constant_;
    void* address_ = nullptr;
};

}  // namespace belay
