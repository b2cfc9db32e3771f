// Public functions about the life of the runtime: initialise, finalise, callbacks, versions.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/operators.h"
#include "runtime/process.h"
#include "runtime/version.h"

using belay::Code;
using belay::OpModelCache;
using belay::Process;
using belay::Status;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::Operators;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status requireCallbackType(aclRegisterCallbackType type) {
    if (isAtMost(type, ACL_REG_TYPE_ACL_RETR) || type == ACL_REG_TYPE_OTHER) {
        return Status::ok();
    }
    return Status::error(
        Code::kInvalidParam,
        "argument 'type' is {}; it must be one of aclRegisterCallbackType, {} to {} or {}",
        static_cast<unsigned>(type), static_cast<unsigned>(ACL_REG_TYPE_ACL_MODEL),
        static_cast<unsigned>(ACL_REG_TYPE_ACL_RETR), static_cast<unsigned>(ACL_REG_TYPE_OTHER));
}

template <typename Callback>
Status requireCallback(aclRegisterCallbackType type, Callback callback) {
    BELAY_TRY(requireCallbackType(type));
    return requireNotNull(reinterpret_cast<const void*>(callback), "cbFunc");
}

Process::Sharing sharingOf(aclRegisterCallbackType type) {
    return type == ACL_REG_TYPE_OTHER ? Process::Sharing::kAnyNumber
                                      : Process::Sharing::kOnePerType;
}

// Package names of aclsysGetCANNVersion, in the order of aclCANNPackageName.
constexpr std::array<std::string_view, 8> kPackages = {
    "cann", "runtime", "compiler", "hccl", "toolkit", "opp", "opp_kernel", "driver"};
static_assert(ACL_PKG_NAME_DRIVER + 1 == kPackages.size());

Status requirePackage(std::string_view name, const char* argument) {
    if (belay::providesPackage(name)) {
        return Status::ok();
    }
    return Status::error(Code::kInvalidFile,
                         "argument '{}' asks for the package \"{}\", which is not installed; belay "
                         "provides cann, runtime, compiler, toolkit, opp and opp_kernel",
                         argument, name);
}

template <size_t N>
void copyText(std::string_view text, char (&target)[N]) {
    const size_t length = std::min(text.size(), N - 1);
    std::memcpy(target, text.data(), length);
    target[length] = '\0';
}

// Models, kernels and what the application has registered go with the runtime.
void dropOperators() {
    Operators::instance().clear();
    belay::collectRetired();
}

}  // namespace

aclError aclInit(const char* configPath) {
    return entry(BELAY_CALL(configPath), [&](Session& session) {
        session.leaveGuard();
        // Made first: without memory for it nothing is initialised.
        Operators& operators = Operators::instance();
        BELAY_TRY(Process::instance().initialize(configPath));
        const uint64_t bound = Process::instance().maxOpQueueNum();
        if (bound != OpModelCache::kStandardBound) {
            operators.models().setBound(bound);
            operators.customs().setBound(bound);
        }
        return Status::ok();
    });
}

aclError aclFinalize(void) {
    return entry(BELAY_CALL(), [](Session& session) {
        session.leaveGuard();
        Status status = Process::instance().finalize();
        if (status.code() != Code::kRepeatFinalize) {
            dropOperators();
        }
        return status;
    });
}

aclError aclFinalizeReference(uint64_t* refCount) {
    return entry(BELAY_CALL(refCount), [&](Session& session) -> Status {
        session.leaveGuard();
        BELAY_ASSIGN(const uint64_t left, Process::instance().finalizeReference());
        if (left == 0) {
            dropOperators();
        }
        if (refCount != nullptr) {
            *refCount = left;
        }
        return Status::ok();
    });
}

aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc,
                                 void* userData) {
    return entry(BELAY_CALL(type, cbFunc, userData), [&](Session& session) -> Status {
        BELAY_TRY(requireCallback(type, cbFunc));
        session.leaveGuard();
        return Process::instance().registerInitCallback(static_cast<int>(type), sharingOf(type),
                                                        cbFunc, userData);
    });
}

aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc) {
    return entry(BELAY_CALL(type, cbFunc), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(type, cbFunc));
        return Process::instance().unregisterInitCallback(static_cast<int>(type), cbFunc);
    });
}

aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc,
                                     void* userData) {
    return entry(BELAY_CALL(type, cbFunc, userData), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(type, cbFunc));
        return Process::instance().registerFinalizeCallback(static_cast<int>(type), sharingOf(type),
                                                            cbFunc, userData);
    });
}

aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type,
                                       aclFinalizeCallbackFunc cbFunc) {
    return entry(BELAY_CALL(type, cbFunc), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(type, cbFunc));
        return Process::instance().unregisterFinalizeCallback(static_cast<int>(type), cbFunc);
    });
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
    return entry(BELAY_CALL(majorVersion, minorVersion, patchVersion), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(majorVersion, "majorVersion"));
        BELAY_TRY(requireNotNull(minorVersion, "minorVersion"));
        BELAY_TRY(requireNotNull(patchVersion, "patchVersion"));
        *majorVersion = ACL_MAJOR_VERSION;
        *minorVersion = ACL_MINOR_VERSION;
        *patchVersion = ACL_PATCH_VERSION;
        return Status::ok();
    });
}

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
    return entry(BELAY_CALL(name, version), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(version, "version"));
        if (!isAtMost(name, ACL_PKG_NAME_DRIVER)) {
            return Status::error(
                Code::kInvalidParam,
                "argument 'name' is {}; it must be one of aclCANNPackageName, 0 to {}",
                static_cast<unsigned>(name), static_cast<unsigned>(ACL_PKG_NAME_DRIVER));
        }
        BELAY_TRY(requirePackage(kPackages[name], "name"));
        *version = {};
        copyText(belay::kCannVersion, version->version);
        copyText(std::to_string(belay::kCannMajor), version->majorVersion);
        copyText(std::to_string(belay::kCannMinor), version->minorVersion);
        copyText("0", version->releaseVersion);
        copyText(std::to_string(belay::kCannPatch), version->patchVersion);
        return Status::ok();
    });
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
    return entry(BELAY_CALL(pkgName, versionStr), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(pkgName, "pkgName"));
        BELAY_TRY(requireNotNull(versionStr, "versionStr"));
        BELAY_TRY(requirePackage(pkgName, "pkgName"));
        std::memcpy(versionStr, belay::kCannVersion.data(), belay::kCannVersion.size());
        versionStr[belay::kCannVersion.size()] = '\0';
        return Status::ok();
    });
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
    return entry(BELAY_CALL(pkgName, versionNum), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(pkgName, "pkgName"));
        BELAY_TRY(requireNotNull(versionNum, "versionNum"));
        BELAY_TRY(requirePackage(pkgName, "pkgName"));
        *versionNum = belay::kCannVersionNumber;
        return Status::ok();
    });
}
