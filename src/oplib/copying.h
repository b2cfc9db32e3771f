// Plans of operators that only move elements: x, numbers that say how, y.
#pragma once

#include <string_view>

#include "op/op_view.h"
#include "oplib/broadcast.h"

namespace belay::oplib {

/// Elements of y in order come from x by these strides.
Result<OpPlan> planCopy(const OpView& view, const OpTarget& target, std::string_view kernel,
                        const Strides& strides);

/// The same where only the device has the numbers, with the strides that can be told without them.
/// An error for more than kMaxWalkDims dimensions.
Result<OpPlan> planLateCopy(const OpView& view, const OpTarget& target, std::string_view kernel,
                            const Strides& strides);

}  // namespace belay::oplib
