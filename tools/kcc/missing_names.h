// Says in one line what a compiler takes a page for: that a source uses a part of the kernels'
// library which is not there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace belay::kcc {

/// Looks for uses of missing names, in a preprocessed source, at the places that the compiler's
/// messages name. What the library has is read from its headers in the same text: the files in the
/// folder `library`. Nothing where the messages are about something else.
std::optional<std::string> explainMissingNames(std::string_view preprocessed,
                                               std::string_view library, std::string_view messages);

}  // namespace belay::kcc
