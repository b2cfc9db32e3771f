// OmTensor: what an offline model says about one input or output of its operator. OmLimits: what
// else it takes there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "op/data_type.h"
#include "op/tensor_spec.h"

namespace belay {

class OmAttrNames;

/// Owns all of it. kUndefined as type and format, without dimensions, is an optional input that is
/// left out.
struct OmTensor {
    using Range = TensorSpec::Range;

    DataType type = DataType::kUndefined;
    Format format = Format::kUndefined;
    std::vector<int64_t> dims;
    Format storageFormat = Format::kUndefined;  ///< kUndefined also when the model says none
    std::optional<std::vector<int64_t>> storageDims;
    std::vector<Range> shapeRanges;  ///< one for each dimension, or none
    Placement placement = Placement::kDevice;
    std::optional<std::vector<std::byte>> constant;

    /// Whether a dimension or the number of dimensions is unknown.
    bool hasUnknownDims() const noexcept;

    /// Of the message that describes a tensor; `isTransData` for those of an operator TransData,
    /// whose real format and shape are those of the storage. kParseModel (100013) for what the
    /// message must not say, kDeserializeModel (100012) for codes that the tables lack. Throws
    /// protozero::exception for damaged bytes.
    static Result<OmTensor> read(std::string_view message, const OmAttrNames& names,
                                 bool isTransData, std::string where);
};

/// Shapes and values of one tensor for which a model was compiled, beside those of its description.
struct OmLimits {
    using Range = OmTensor::Range;

    std::vector<int64_t> dims;
    std::vector<Range> shapeRanges;  ///< one for each dimension when one is unknown, else none
    std::optional<std::vector<std::byte>> value;
    std::vector<Range> valueRanges;
    std::vector<std::pair<float, float>> floatValueRanges;

    /// Of a message that is a set of attributes. Errors as of OmTensor::read().
    static Result<OmLimits> read(std::string_view message, const OmAttrNames& names,
                                 std::string where);
};

}  // namespace belay
