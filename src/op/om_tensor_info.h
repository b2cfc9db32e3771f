// What writes the list of inputs and outputs beside the description of an offline model.
#pragma once

#include <string>

#include "op/single_op.h"

namespace belay {

/// The content of partition 8 (MODEL_INOUT_INFO): sizes, formats, types, names and shapes of the
/// tensors that a caller gives, so neither constants nor inputs that are left out.
std::string omTensorInfo(const SingleOp& op);

}  // namespace belay
