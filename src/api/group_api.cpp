// Public functions about groups of cores, which no chip is divided into: all of them refuse.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status notSupported() {
    return Status::error(Code::kRtFeatureNotSupport,
                         "the devices are not divided into groups of cores; no chip supports that");
}

}  // namespace

aclError aclrtSetGroup(int32_t groupId) {
    return entry(BELAY_CALL(groupId), [](Session&) { return notSupported(); });
}

aclError aclrtGetGroupCount(uint32_t* count) {
    return entry(BELAY_CALL(count), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(count, "count"));
        return notSupported();
    });
}

aclrtGroupInfo* aclrtCreateGroupInfo() {
    return entryValue<aclrtGroupInfo*>(
        BELAY_CALL(), nullptr, [](Session&) -> Result<aclrtGroupInfo*> { return notSupported(); });
}

aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo) {
    return entry(BELAY_CALL(groupInfo), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(groupInfo, "groupInfo"));
        return notSupported();
    });
}

aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo) {
    return entry(BELAY_CALL(groupInfo), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(groupInfo, "groupInfo"));
        return notSupported();
    });
}

aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo, int32_t groupIndex,
                                 aclrtGroupAttr attr, void* attrValue, size_t valueLen,
                                 size_t* paramRetSize) {
    return entry(BELAY_CALL(groupInfo, groupIndex, attr, attrValue, valueLen, paramRetSize),
                 [&](Session&) -> Status {
                     BELAY_TRY(requireNotNull(groupInfo, "groupInfo"));
                     BELAY_TRY(requireNotNull(attrValue, "attrValue"));
                     BELAY_TRY(requireNotNull(paramRetSize, "paramRetSize"));
                     if (!isAtMost(attr, ACL_GROUP_GROUPID_INT)) {
                         return Status::error(Code::kInvalidParam,
                                              "argument 'attr' is {}, which is no value of "
                                              "aclrtGroupAttr",
                                              static_cast<unsigned>(attr));
                     }
                     return notSupported();
                 });
}
