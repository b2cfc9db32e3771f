#include "op/close_binary.h"

#include "base/epoch.h"

namespace belay {

void closeBinary(Binary& binary) {
    HandleFault fault = HandleFault::kNone;
    {
        const EpochGuard guard;
        closeHandle<Binary>(binary.handle(), fault);
    }
    binary.unload();
}

}  // namespace belay
