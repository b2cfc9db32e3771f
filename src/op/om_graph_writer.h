// What writes the graph of an offline model: the operator between its inputs and outputs.
#pragma once

#include <string>
#include <string_view>

#include "op/single_op.h"

namespace belay {

class OmAttrTable;

/// The message of a graph called `name`: a node Data for each input, or Const for a constant, none
/// for inputs that are left out; the operator; NetOutput. Values of constants are not in it.
/// Nothing says where tensors lie in memory, for that is known only to those who compile for a
/// card. `table` gets the names and texts that are kept as numbers.
std::string omGraph(const SingleOp& op, std::string_view name, OmAttrTable& table);

}  // namespace belay
