// parseSingleOps(): the operators in a file for the compiler of single operators (JSON).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "op/single_op.h"

namespace belay {

/// All operators in the text of a file, in its order. An entry with "compile_flag" 1 is no
/// operator: those after it are fuzzy. The text may be anything; keys that are not known are
/// ignored, and their places ("[0].attrs") added to `unknownKeys` unless it is null.
///
/// kParseFile (100006), with a text that begins with the compiler's number of the error, then says
/// the place ("[0].input_desc[1].shape"), the value and the rule:
/// E10025 no JSON; E10026 no type of operator; E10027 undefined type or format where there must be
/// one; E10029, E10030 name or value of an attribute; E10032 a key that is missing or of the wrong
/// type; E13006 a type or format of an unknown name; E13014 shapes and their ranges, and groups of
/// dynamic inputs that do not lie together.
Result<std::vector<SingleOp>> parseSingleOps(std::string_view text,
                                             std::vector<std::string>* unknownKeys = nullptr);

}  // namespace belay
