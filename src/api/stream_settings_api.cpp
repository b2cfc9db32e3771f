// Public functions that change and report properties of streams, stop them and clean them.
#include <cstdint>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::FailureMode;
using belay::Ref;
using belay::Status;
using belay::Stream;
using belay::StreamSetup;
using belay::api::entry;
using belay::api::fromHandle;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::streamOrDefault;

namespace {

Status requireSwitch(uint32_t value, const char* name) {
    return value <= 1
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument '{}' is {}; it must be 0 (off) or 1 (on)", name, value);
}

Status noAttribute(aclrtStreamAttr attribute) {
    return Status::error(Code::kInvalidParam,
                         "argument 'stmAttrType' is {}; no property has that number",
                         static_cast<unsigned>(attribute));
}

Status setFailureMode(Stream& stream, uint64_t mode) {
    if (stream.isDefault()) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'stream' is the default stream of its context, whose "
                             "failure mode is fixed");
    }
    // As with aclrtSetStreamFailureMode(), only the lowest bit is read.
    return stream.setFailureMode((mode & ACL_STOP_ON_FAILURE) != 0 ? FailureMode::kStop
                                                                   : FailureMode::kContinue);
}

Status setPriority(Stream& stream, uint32_t priority) {
    if (priority > StreamSetup::kLeastPriority) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'value' has streamPriority {}; it must be at most {}",
                             priority, StreamSetup::kLeastPriority);
    }
    return stream.setPriority(priority);
}

Status setAttribute(Stream& stream, aclrtStreamAttr attribute, const aclrtStreamAttrValue& value) {
    switch (static_cast<unsigned>(attribute)) {
        case ACL_STREAM_ATTR_FAILURE_MODE:
            return setFailureMode(stream, value.failureMode);
        case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
            BELAY_TRY(requireSwitch(value.overflowSwitch, "value"));
            return stream.setOverflowCheck(value.overflowSwitch == 1);
        case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
            return stream.setTag(value.userCustomTag);
        case ACL_STREAM_ATTR_CACHE_OP_INFO:
            BELAY_TRY(requireSwitch(value.cacheOpInfoSwitch, "value"));
            return stream.setKeepsOperatorInfo(value.cacheOpInfoSwitch == 1);
        case ACL_STREAM_ATTR_PRIORITY:
            return setPriority(stream, value.streamPriority);
        default:
            return noAttribute(attribute);
    }
}

Status getAttribute(const Stream& stream, aclrtStreamAttr attribute, aclrtStreamAttrValue& value) {
    switch (static_cast<unsigned>(attribute)) {
        case ACL_STREAM_ATTR_FAILURE_MODE:
            value.failureMode = stream.failureMode() == FailureMode::kStop
                                    ? ACL_STOP_ON_FAILURE
                                    : ACL_CONTINUE_ON_FAILURE;
            return Status::ok();
        case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
            value.overflowSwitch = stream.checksOverflow() ? 1 : 0;
            return Status::ok();
        case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
            value.userCustomTag = stream.tag();
            return Status::ok();
        case ACL_STREAM_ATTR_CACHE_OP_INFO:
            value.cacheOpInfoSwitch = stream.keepsOperatorInfo() ? 1 : 0;
            return Status::ok();
        case ACL_STREAM_ATTR_PRIORITY:
            value.streamPriority = stream.priority();
            return Status::ok();
        default:
            return noAttribute(attribute);
    }
}

}  // namespace

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
    return entry(BELAY_CALL(stream, stmAttrType, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        return setAttribute(*found, stmAttrType, *value);
    });
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
    return entry(BELAY_CALL(stream, stmAttrType, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const Stream* found, streamOrDefault(stream));
        return getAttribute(*found, stmAttrType, *value);
    });
}

aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag) {
    return entry(BELAY_CALL(stream, flag), [&](Session&) -> Status {
        BELAY_TRY(requireSwitch(flag, "flag"));
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        return found->setOverflowCheck(flag == 1);
    });
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag) {
    return entry(BELAY_CALL(stream, flag), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(flag, "flag"));
        BELAY_ASSIGN(const Stream* found, streamOrDefault(stream));
        *flag = found->checksOverflow() ? 1 : 0;
        return Status::ok();
    });
}

aclError aclrtStreamStop(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(stream, "stream", Code::kRtParamInvalid));
        BELAY_ASSIGN(Stream * found, fromHandle<Stream>(stream, "stream"));
        if ((found->flags() & ACL_STREAM_DEVICE_USE_ONLY) == 0) {
            return Status::error(Code::kRtFeatureNotSupport,
                                 "argument 'stream' is {}, a stream that was created without "
                                 "ACL_STREAM_DEVICE_USE_ONLY; {} stops no others",
                                 static_cast<void*>(stream), found->device().info().socName);
        }
        const Ref<Stream> kept(found);
        session.leaveGuard();
        return kept->stop();
    });
}

aclError aclrtPersistentTaskClean(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session&) -> Status {
        BELAY_ASSIGN(Stream * found, streamOfContext(stream));
        return found->cleanPersistent();
    });
}
