// What public functions about devices start from: the current context, and streams by handle.
#pragma once

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/handles.h"
#include "runtime/context.h"
#include "runtime/devices.h"
#include "runtime/event.h"
#include "runtime/stream.h"

namespace belay::api {

template <>
inline constexpr Code kHandleError<Stream> = Code::kRtParamInvalid;
template <>
inline constexpr Code kHandleError<Event> = Code::kRtParamInvalid;
template <>
inline constexpr Code kHandleError<Context> = Code::kRtParamInvalid;

/// The context that is current on the calling thread. kRtContextNull (107002).
inline Result<Context*> currentContext() {
    return Devices::currentContext();
}

/// The device of this number, which must be set. kRtInvalidDeviceid (107001), kRtContextNull
/// (107002) when it is not set.
Result<Ref<Device>> deviceThatIsSet(int32_t deviceId);

/// The stream behind a handle of any context, or the current context's default stream for null;
/// alive until the session's guard ends.
Result<Stream*> streamOrDefault(aclrtStream handle);

/// Like streamOrDefault(), for submitting work: there must be a current context, and the stream
/// must belong to it (else kRtStreamContext, 107003).
Result<Stream*> streamOfContext(aclrtStream handle);

/// The event behind a handle that must not be null.
Result<Event*> eventOf(aclrtEvent handle, const char* argument = "event");

/// The application's number of the device whose memory `info` tells of. `current` is any device
/// that is set.
uint32_t deviceNumber(const driver::PointerInfo& info, const Device& current);

/// A time limit in milliseconds: -1 for none, or above 0; anything else is kRtParamInvalid
/// (107000).
Result<Deadline> deadlineOf(int32_t timeoutMs);

}  // namespace belay::api
