// The type of a result whose operands have two types.
#pragma once

#include "op/data_type.h"

namespace belay::oplib {

/// Of two types among bool, integers but for uint32 and uint64, and real and complex floating-point
/// numbers, the smallest one that holds both: integers with floating-point numbers give the latter,
/// real ones with complex ones complex ones, float16 with bfloat16 float.
DataType promoted(DataType a, DataType b);

}  // namespace belay::oplib
