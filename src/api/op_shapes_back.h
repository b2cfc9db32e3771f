// How callers get to know the shapes that outputs have really got.
#pragma once

#include "acl/acl_rt.h"
#include "api/entry.h"
#include "api/op_call.h"
#include "base/status.h"
#include "op/op_executor.h"

namespace belay::api {

/// What of the caller's descriptions is set.
enum class ShapesBack : uint8_t {
    kStorage,   ///< the storage dimensions
    kOriginal,  ///< the dimensions
};

/// Waits for the stream, without the session's guard, if only the device knows the shapes. Errors
/// as Stream::synchronize().
Status writeShapesBack(Session& session, const OpCall& call, const OpExecution& execution,
                       ShapesBack which, aclrtStream stream);

}  // namespace belay::api
