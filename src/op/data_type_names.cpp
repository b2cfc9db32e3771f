#include "op/data_type_names.h"

#include <algorithm>

namespace belay {
namespace {

constexpr std::string_view kLongPrefix = "DT_";

struct NamedType {
    std::string_view name;
    DataType type;
};

// Several names may mean the same type.
constexpr NamedType kTypes[] = {
    {"BOOL", DataType::kBool},
    {"INT8", DataType::kInt8},
    {"UINT8", DataType::kUint8},
    {"INT16", DataType::kInt16},
    {"UINT16", DataType::kUint16},
    {"INT32", DataType::kInt32},
    {"UINT32", DataType::kUint32},
    {"INT64", DataType::kInt64},
    {"UINT64", DataType::kUint64},
    {"FLOAT16", DataType::kFloat16},
    {"FP16", DataType::kFloat16},
    {"HALF", DataType::kFloat16},
    {"FLOAT", DataType::kFloat},
    {"FLOAT32", DataType::kFloat},
    {"DOUBLE", DataType::kDouble},
    {"BFLOAT16", DataType::kBfloat16},
    {"BF16", DataType::kBfloat16},
    {"COMPLEX32", DataType::kComplex32},
    {"COMPLEX64", DataType::kComplex64},
    {"COMPLEX128", DataType::kComplex128},
    {"UINT1", DataType::kUint1},
    {"INT4", DataType::kInt4},
    {"HIFLOAT8", DataType::kHifloat8},
    {"FLOAT8_E5M2", DataType::kFloat8E5m2},
    {"FLOAT8_E4M3FN", DataType::kFloat8E4m3fn},
    {"UNDEFINED", DataType::kUndefined},
};

}  // namespace

std::string upperCase(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return result;
}

std::optional<DataType> dataTypeOfName(std::string_view name) {
    const std::string upper = upperCase(name);
    const auto* found = std::ranges::find(kTypes, upper, &NamedType::name);
    return found == std::end(kTypes) ? std::nullopt : std::optional(found->type);
}

std::optional<DataType> dataTypeOfLongName(std::string_view name) {
    const std::string upper = upperCase(name);
    return upper.starts_with(kLongPrefix) ? dataTypeOfName(upper.substr(kLongPrefix.size()))
                                          : std::nullopt;
}

}  // namespace belay
