#include "api/copy_checks.h"

namespace belay::api {

using driver::PointerInfo;
using driver::PointerKind;

Status requireKind(aclrtMemcpyKind kind) {
    return isAtMost(kind, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE)
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "argument 'kind' is {}, which is no value of aclrtMemcpyKind",
                               static_cast<unsigned>(kind));
}

Status requireInnerDevice(aclrtMemcpyKind kind) {
    BELAY_TRY(requireKind(kind));
    return kind == ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
               ? Status::ok()
               : Status::error(Code::kRtFeatureNotSupport,
                               "argument 'kind' is {}; only ACL_MEMCPY_INNER_DEVICE_TO_DEVICE is "
                               "supported here",
                               static_cast<unsigned>(kind));
}

CopyKind kindOf(aclrtMemcpyKind kind) {
    switch (kind) {
        case ACL_MEMCPY_HOST_TO_HOST:
            return CopyKind::kHostToHost;
        case ACL_MEMCPY_HOST_TO_DEVICE:
            return CopyKind::kHostToDevice;
        case ACL_MEMCPY_DEVICE_TO_HOST:
            return CopyKind::kDeviceToHost;
        case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
            return CopyKind::kBufferHostToDevice;
        case ACL_MEMCPY_DEVICE_TO_DEVICE:
        case ACL_MEMCPY_INNER_DEVICE_TO_DEVICE:
        case ACL_MEMCPY_INTER_DEVICE_TO_DEVICE:
            return CopyKind::kDeviceToDevice;
        case ACL_MEMCPY_DEFAULT:
            break;
    }
    return CopyKind::kDefault;
}

Status requireFits(size_t count, size_t most, const char* mostName) {
    return count <= most ? Status::ok()
                         : Status::error(Code::kRtParamInvalid,
                                         "argument 'count' is {}; it must be at most '{}', which "
                                         "is {}",
                                         count, mostName, most);
}

bool liesIn(const PointerInfo& info, const void* start, uint64_t bytes) {
    const auto offset = static_cast<uint64_t>(static_cast<const char*>(start) -
                                              static_cast<const char*>(info.start));
    return info.kind != PointerKind::kUnknown && offset <= info.bytes &&
           bytes <= info.bytes - offset;
}

Status requireBlock(const PointerInfo& info, const void* start, uint64_t bytes, const char* name) {
    if (info.kind == PointerKind::kUnknown) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument '{}' is {}, which lies in no block of a device, of pinned or "
            "of registered memory",
            name, start);
    }
    return liesIn(info, start, bytes)
               ? Status::ok()
               : Status::error(
                     Code::kRtParamInvalid,
                     "argument '{}' is {}; {} bytes from there leave the block of {} bytes "
                     "from {}",
                     name, start, bytes, info.bytes, info.start);
}

Status requireDeviceBlock(const PointerInfo& info, const void* start, uint64_t bytes,
                          const char* name) {
    return info.kind == PointerKind::kDevice
               ? requireBlock(info, start, bytes, name)
               : Status::error(Code::kRtParamInvalid,
                               "argument '{}' is {}, which is not memory of a device", name, start);
}

Status requireFirsts(const size_t* firsts, size_t firstCount, size_t count,
                     const FirstsNames& names) {
    if (firstCount == 0 || firstCount > count) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument '{}' is {}; it must be at least 1 and at most '{}', which is "
            "{}",
            names.firstCount, firstCount, names.count, count);
    }
    if (firsts[0] != 0) {
        return Status::error(Code::kRtParamInvalid,
                             "argument '{}' begins with {}; it must begin with 0", names.firsts,
                             firsts[0]);
    }
    for (size_t i = 1; i < firstCount; ++i) {
        if (firsts[i] <= firsts[i - 1] || firsts[i] >= count) {
            return Status::error(
                Code::kRtParamInvalid,
                "argument '{}' has {} at index {}; it must be above the one before, "
                "which is {}, and below '{}', which is {}",
                names.firsts, firsts[i], i, firsts[i - 1], names.count, count);
        }
    }
    return Status::ok();
}

}  // namespace belay::api
