// The descriptions of all operators: a function for each, make and the type.
#pragma once

#include "op/operator.h"

namespace belay::oplib {

#define BELAY_OPERATOR(type) Operator make##type();
#include "oplib/operators.inc"
#undef BELAY_OPERATOR

}  // namespace belay::oplib
