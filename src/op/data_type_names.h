// Names of data types, as files for compilers have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "op/data_type.h"

namespace belay {

/// The data type of a name such as "float16", in any case. "undefined" is kUndefined. Nothing for
/// other names.
std::optional<DataType> dataTypeOfName(std::string_view name);

/// The data type of a name such as "DT_FLOAT16", in any case.
std::optional<DataType> dataTypeOfLongName(std::string_view name);

/// The text with capital letters.
std::string upperCase(std::string_view text);

}  // namespace belay
