// Numbers and names by which offline models say data types and formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "op/data_type.h"

namespace belay {

/// The data type that the description of a tensor in a model means by `number`. These numbers
/// differ from those of the public API, which attributes of models use. Nothing for numbers that
/// mean no type of the public API.
std::optional<DataType> dataTypeOfTensor(int64_t number) noexcept;

/// The other way round. Nothing for numbers that the public API does not have.
std::optional<int64_t> tensorNumberOf(DataType type) noexcept;

/// The number of the public API, by which attributes of models mean a data type. kUndefined has
/// one of its own.
int64_t attrNumberOf(DataType type) noexcept;

/// The format of a name such as "NCHW". "RESERVED" and "" are kUndefined. Nothing for other names.
std::optional<Format> formatOfName(std::string_view name) noexcept;

/// The other way round: "RESERVED" for kUndefined. Nothing for numbers without a name.
std::optional<std::string_view> nameOfFormat(Format format) noexcept;

/// The number by which attributes of models mean a format. kUndefined has one of its own.
int64_t attrNumberOf(Format format) noexcept;

/// The format that an attribute means by `number`, as it is but for RESERVED, which is kUndefined.
Format formatOfNumber(int64_t number) noexcept;

/// The same without what the number says of groups and block sizes.
Format primaryFormatOfNumber(int64_t number) noexcept;

}  // namespace belay
