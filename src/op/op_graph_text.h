// The graph that a compiler would build for a request, as text.
#pragma once

#include <string>

#include "op/operator.h"

namespace belay {

/// A model with one graph of one node, named `name`, in the text format of protocol buffers, with
/// the names of the messages of offline models.
std::string graphTextOf(const OpRequest& request, const std::string& name);

}  // namespace belay
