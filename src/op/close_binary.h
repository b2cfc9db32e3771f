// How the runtime gives up a binary that it has loaded for itself.
#pragma once

#include "kernel/binary.h"

namespace belay {

/// Closes the handles of the binary and its functions. Its copy on the device goes with the last
/// task that uses it.
void closeBinary(Binary& binary);

}  // namespace belay
