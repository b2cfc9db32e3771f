#include "runtime/overflow_status.h"

#include "runtime/memory_manager.h"
#include "runtime/stream.h"

namespace belay {

Status OverflowStatus::submitRead(Stream& stream, void* target) {
    BELAY_ASSIGN(const void* source, address(stream.device()));
    return submitCopy(stream, {.target = target, .source = source, .bytes = kBytes});
}

Status OverflowStatus::submitReset(Stream& stream) {
    BELAY_ASSIGN(void* target, address(stream.device()));
    return submitFill(stream, {.target = target, .bytes = kBytes});
}

}  // namespace belay
