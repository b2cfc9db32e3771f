// The operators that belay knows.
#pragma once

#include "op/operator.h"

namespace belay {

/// All of them, with their kernels. Made with the first call; stays until the process ends.
const OperatorSet& operatorLibrary();

}  // namespace belay
