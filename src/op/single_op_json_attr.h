// Attributes in a file for the compiler of single operators (JSON).
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "op/json_place.h"
#include "op/op_attr.h"

namespace belay {

/// Name and value of an object {"name", "type", "value"}. Errors as of parseSingleOps().
Result<std::pair<std::string, AttrValue>> readJsonAttr(const JsonPlace& attr);

}  // namespace belay
