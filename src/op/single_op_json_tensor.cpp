#include "op/single_op_json_tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <string>

#include "base/half.h"
#include "op/data_type_names.h"
#include "op/om_numbers.h"

namespace belay {
namespace {

using Dims = std::vector<int64_t>;
using Range = TensorSpec::Range;

constexpr std::string_view kUndefined = "E10027";
constexpr std::string_view kUnknownName = "E13006";
constexpr std::string_view kWrongShape = "E13014";

Result<DataType> readType(const JsonPlace& place) {
    BELAY_ASSIGN(const auto text, place.text());
    const auto type = dataTypeOfName(text);
    return type ? Result<DataType>(*type)
                : place.error(kUnknownName,
                              "it must be the name of a data type, such as \"float16\"");
}

Result<Format> readFormat(const JsonPlace& place) {
    BELAY_ASSIGN(const auto text, place.text());
    const auto format = text.empty() ? std::nullopt : formatOfName(upperCase(text));
    return format ? Result<Format>(*format)
                  : place.error(kUnknownName, "it must be the name of a format, such as \"ND\"");
}

Result<Dims> readShape(const JsonPlace& place) {
    BELAY_ASSIGN(auto dims, place.integers());
    for (const int64_t dim : dims) {
        if (dim < TensorSpec::kUnknownRank) {
            return place.error(kWrongShape,
                               "dimensions must be at least 0, or -1 (unknown), or -2 alone "
                               "(unknown rank)");
        }
        if (dim == TensorSpec::kUnknownRank && dims.size() != 1) {
            return place.error(kWrongShape, "-2 (unknown rank) must stand alone");
        }
    }
    return dims;
}

Result<Range> readRange(const JsonPlace& place) {
    BELAY_ASSIGN(const auto ends, place.integers());
    if (ends.size() != 2 || ends[0] < 0 || ends[1] < -1 || (ends[1] >= 0 && ends[1] < ends[0])) {
        return place.error(kWrongShape,
                           "a range must be [least, greatest], where -1 as the greatest means no "
                           "limit");
    }
    return Range{ends[0], ends[1]};
}

// The file has a range for each dimension that is unknown, the result one for each dimension.
Result<std::vector<Range>> readRanges(const JsonPlace& place, const Dims& dims) {
    BELAY_ASSIGN(const auto places, place.items());
    std::vector<Range> ranges;
    const auto unknown = std::ranges::count(dims, TensorSpec::kUnknownDim);
    if (places.size() != static_cast<size_t>(unknown)) {
        return place.error(kWrongShape,
                           fmt::format("there must be one range [least, greatest] for each "
                                       "dimension that is -1; there are {} such dimensions",
                                       unknown));
    }
    if (places.empty()) {
        return ranges;
    }
    size_t next = 0;
    for (const int64_t dim : dims) {
        if (dim == TensorSpec::kUnknownDim) {
            BELAY_ASSIGN(const auto range, readRange(places[next]));
            ranges.push_back(range);
            ++next;
        } else {
            ranges.push_back({dim, dim});
        }
    }
    return ranges;
}

template <typename T>
void append(std::vector<std::byte>& bytes, T value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
}

// Elements of a constant. Each has the reader of one value.

template <typename T>
Status appendInteger(const JsonPlace& place, std::vector<std::byte>& bytes) {
    const auto& value = place.value();
    bool fits = false;
    if (value.is_number_unsigned()) {
        fits = std::in_range<T>(value.get<uint64_t>());
    } else if (value.is_number_integer()) {
        fits = std::in_range<T>(value.get<int64_t>());
    }
    if (!fits) {
        return place.error(
            JsonPlace::kWrongType,
            fmt::format("it must be a whole number from {} to {}", std::numeric_limits<T>::min(),
                        std::numeric_limits<T>::max()));
    }
    append(bytes, value.get<T>());
    return Status::ok();
}

Status appendHalf(const JsonPlace& place, std::vector<std::byte>& bytes) {
    constexpr float kLeastTooGreat = 65'520;  // would be rounded to the next power of two
    BELAY_ASSIGN(const float value, place.real());
    if (std::fabs(value) >= kLeastTooGreat) {
        return place.error(JsonPlace::kWrongType,
                           "it must be a number within the range of float16, -65504 to 65504");
    }
    append(bytes, floatToHalf(value));
    return Status::ok();
}

Status appendFloat(const JsonPlace& place, std::vector<std::byte>& bytes) {
    BELAY_ASSIGN(const float value, place.real());
    append(bytes, value);
    return Status::ok();
}

Status appendDouble(const JsonPlace& place, std::vector<std::byte>& bytes) {
    if (!place.value().is_number()) {
        return place.error(JsonPlace::kWrongType, "it must be a number");
    }
    append(bytes, place.value().get<double>());
    return Status::ok();
}

using AppendElement = Status (*)(const JsonPlace&, std::vector<std::byte>&);

AppendElement elementsOf(DataType type) {
    switch (type) {
        case DataType::kInt8:
            return appendInteger<int8_t>;
        case DataType::kUint8:
            return appendInteger<uint8_t>;
        case DataType::kInt16:
            return appendInteger<int16_t>;
        case DataType::kUint16:
            return appendInteger<uint16_t>;
        case DataType::kInt32:
            return appendInteger<int32_t>;
        case DataType::kUint32:
            return appendInteger<uint32_t>;
        case DataType::kInt64:
            return appendInteger<int64_t>;
        case DataType::kUint64:
            return appendInteger<uint64_t>;
        case DataType::kFloat16:
            return appendHalf;
        case DataType::kFloat:
            return appendFloat;
        case DataType::kDouble:
            return appendDouble;
        default:
            return nullptr;
    }
}

Status readConstant(const JsonPlace& tensor, TensorSpec& spec) {
    const auto isConstant = tensor.find("is_const");
    if (!isConstant) {
        return Status::ok();
    }
    BELAY_ASSIGN(const bool isOne, isConstant->boolean());
    if (!isOne) {
        return Status::ok();
    }
    const AppendElement append = elementsOf(spec.type());
    if (append == nullptr) {
        return tensor.get("type").value().error(
            kUnknownName,
            "a constant must be of type int8 to int64, uint8 to uint64, float16, float or double");
    }
    BELAY_ASSIGN(const auto value, tensor.get("const_value"));
    BELAY_ASSIGN(const auto elements, value.items());
    std::vector<std::byte> bytes;
    for (const JsonPlace& element : elements) {
        BELAY_TRY(append(element, bytes));
    }
    spec.setConstant(bytes);
    return Status::ok();
}

Status checkDefined(const JsonPlace& tensor, const TensorSpec& spec, bool isInput) {
    if (isInput && spec.isLeftOut()) {
        return Status::ok();
    }
    constexpr const char* kRule =
        "an input that is left out has type \"UNDEFINED\", format \"RESERVED\" and shape []; every "
        "other tensor must have a type and a format";
    for (const char* key : {"type", "format"}) {
        const bool isUndefined = std::string_view(key) == "type"
                                     ? spec.type() == DataType::kUndefined
                                     : spec.format() == Format::kUndefined;
        if (isUndefined) {
            return tensor.get(key).value().error(kUndefined, kRule);
        }
    }
    return Status::ok();
}

Status readText(const JsonPlace& tensor, const char* key, std::string& text) {
    if (const auto place = tensor.find(key)) {
        BELAY_ASSIGN(text, place->text());
    }
    return Status::ok();
}

Result<SingleOp::Tensor> readTensor(const JsonPlace& place, bool isInput) {
    BELAY_TRY(place.checkObject());
    BELAY_ASSIGN(const auto formatPlace, place.get("format"));
    BELAY_ASSIGN(const auto format, readFormat(formatPlace));
    BELAY_ASSIGN(const auto shapePlace, place.get("shape"));
    BELAY_ASSIGN(const auto dims, readShape(shapePlace));
    BELAY_ASSIGN(const auto typePlace, place.get("type"));
    BELAY_ASSIGN(const auto type, readType(typePlace));
    SingleOp::Tensor tensor{.spec = TensorSpec(type, dims, format)};
    if (const auto ranges = place.find("shape_range")) {
        BELAY_ASSIGN(const auto read, readRanges(*ranges, dims));
        tensor.spec.setShapeRanges(read);
    }
    if (const auto origin = place.find("origin_format")) {
        BELAY_ASSIGN(tensor.originFormat, readFormat(*origin));
    }
    if (const auto origin = place.find("origin_shape")) {
        BELAY_ASSIGN(tensor.originDims, readShape(*origin));
    }
    std::string name;
    std::string group;
    BELAY_TRY(readText(place, "name", name));
    BELAY_TRY(readText(place, "dynamic_input", group));
    tensor.spec.setName(name);
    tensor.spec.setDynamicInput(group);
    BELAY_TRY(checkDefined(place, tensor.spec, isInput));
    BELAY_TRY(readConstant(place, tensor.spec));
    return tensor;
}

Status nameGroups(const std::vector<JsonPlace>& places, std::vector<SingleOp::Tensor>& tensors) {
    std::set<std::string, std::less<>> seen;
    std::string_view before;
    size_t count = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
        TensorSpec& spec = tensors[i].spec;
        const std::string& group = spec.dynamicInput();
        if (!group.empty() && group != before) {
            count = 0;
            if (!seen.insert(group).second) {
                return places[i]
                    .get("dynamic_input")
                    .value()
                    .error(kWrongShape, "the tensors of a dynamic input must lie together");
            }
        }
        if (!group.empty()) {
            spec.setName(fmt::format("{}{}", group, count++));
        }
        before = group;
    }
    return Status::ok();
}

}  // namespace

Result<std::vector<SingleOp::Tensor>> readJsonTensors(const JsonPlace& tensors, bool areInputs) {
    BELAY_ASSIGN(const auto places, tensors.items());
    std::vector<SingleOp::Tensor> result;
    result.reserve(places.size());
    for (const JsonPlace& place : places) {
        BELAY_ASSIGN(auto tensor, readTensor(place, areInputs));
        result.push_back(std::move(tensor));
    }
    BELAY_TRY(nameGroups(places, result));
    return result;
}

}  // namespace belay
