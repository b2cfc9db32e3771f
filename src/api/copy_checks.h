// Checks that public functions about copies share, and how their work gets to a stream.
#pragma once

#include <cstddef>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "drivers/driver.h"
#include "runtime/device.h"
#include "runtime/memory_manager.h"
#include "runtime/stream.h"

namespace belay::api {

/// kInvalidParam (100000) for what is no kind.
Status requireKind(aclrtMemcpyKind kind);

/// As requireKind(), and kRtFeatureNotSupport (207000) for another than copies on one device.
Status requireInnerDevice(aclrtMemcpyKind kind);

/// Of a kind that exists.
CopyKind kindOf(aclrtMemcpyKind kind);

/// `count`, the argument 'count', must be at most `most`.
Status requireFits(size_t count, size_t most, const char* mostName);

/// Whether `bytes` from `start` on lie inside the block that `info` tells of.
bool liesIn(const driver::PointerInfo& info, const void* start, uint64_t bytes);

/// Memory of a device, pinned, registered or managed memory: a block that holds all of the range.
/// kRtParamInvalid (107000) otherwise; `name` names the argument.
Status requireBlock(const driver::PointerInfo& info, const void* start, uint64_t bytes,
                    const char* name);

/// As requireBlock(), of a device.
Status requireDeviceBlock(const driver::PointerInfo& info, const void* start, uint64_t bytes,
                          const char* name);

/// What the arguments of requireFirsts() are called.
struct FirstsNames {
    const char* firsts;
    const char* firstCount;
    const char* count;
};

/// Properties that are each for the entries from its own first one on: the first ones begin with 0,
/// ascend and stay below `count`, which is above 0. kRtParamInvalid (107000) otherwise.
Status requireFirsts(const size_t* firsts, size_t firstCount, size_t count,
                     const FirstsNames& names);

/// Runs `submit(Stream&)` with the guard, or with a reference when it blocks.
template <typename Submit>
Status submitTo(Session& session, Stream& stream, bool mustWait, Submit submit) {
    if (!mustWait) {
        return submit(stream);
    }
    const Ref<Stream> kept(&stream);
    session.leaveGuard();
    return submit(*kept);
}

}  // namespace belay::api
