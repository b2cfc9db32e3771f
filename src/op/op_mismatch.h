// What is said when no model fits a request: what was asked for, and how models differ from it.
#pragma once

#include <span>
#include <string>

#include "base/ref.h"
#include "op/op_model.h"
#include "op/operator.h"

namespace belay {

/// As "Add(input 0: float16 (1), format ND (2), [16, 16]; ...; output 0: ...; attribute 'x' = 3)".
std::string textOf(const OpRequest& request);

/// Why none of `models`, all of the request's type, fits it: how many there are, and the nearest
/// ones with what differs. Looks at some of them only when there are very many.
std::string mismatchText(const OpRequest& request, std::span<const Ref<OpModel>> models);

}  // namespace belay
