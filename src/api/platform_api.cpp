// Public functions that give properties of the chip as texts.
#include <cstring>
#include <string>
#include <string_view>

#include "acl/acl_platform.h"
#include "api/checks.h"
#include "api/entry.h"
#include "runtime/architecture.h"
#include "runtime/devices.h"

using belay::Code;
using belay::Context;
using belay::Devices;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::driver::DeviceInfo;

namespace {

// Of the current device, or of the first one on a thread that has none: compilers ask on machines
// without a use for devices.
Result<DeviceInfo> chipAtHand() {
    Result<Context*> context = Devices::currentContext();
    if (context.isOk()) {
        return context.value()->device().info();
    }
    BELAY_TRY(Devices::requireNotForked());
    BELAY_TRY(Devices::instance().count().takeStatus());
    return Devices::instance().info(0);
}

Result<std::string> propertyOf(const DeviceInfo& info, aclplatformDevInfo property) {
    const auto& architecture = *info.architecture;
    switch (property) {
        case ACL_PLATFORM_AICORE_CNT:
        case ACL_PLATFORM_CUBE_CORE_CNT:
            return std::to_string(info.cubeCores);
        case ACL_PLATFORM_AICORE_UB_SIZE:
            return std::to_string(info.unifiedBufferBytes);
        case ACL_PLATFORM_VECTOR_CORE_CNT:
            return std::to_string(info.vectorCores);
        case ACL_PLATFORM_L2_SIZE:
            return std::to_string(info.l2Bytes);
        case ACL_PLATFORM_MEMORY_SIZE:
            return std::to_string(info.memoryBytes);
        case ACL_PLATFORM_CUBE_FREQ:
        case ACL_PLATFORM_VEC_FREQ:  // both kinds of core have one clock
            return std::to_string(info.cubeMhz);
        case ACL_PLATFORM_BT_SIZE:
            return std::to_string(architecture.biasTableBytes);
        case ACL_PLATFORM_L0_A_SIZE:
            return std::to_string(architecture.l0aBytes);
        case ACL_PLATFORM_L0_B_SIZE:
            return std::to_string(architecture.l0bBytes);
        case ACL_PLATFORM_L0_C_SIZE:
            return std::to_string(architecture.l0cBytes);
        case ACL_PLATFORM_L1_SIZE:
            return std::to_string(architecture.l1Bytes);
        case ACL_PLATFORM_SOC_VERSION:
            return info.socName;
        case ACL_PLATFORM_AIC_VERSION:
            return std::string(architecture.coreVersion);
        case ACL_PLATFORM_NPU_ARCH:
            return std::to_string(architecture.number);
        case ACL_PLATFORM_MEMORY_TYPE:
            return std::to_string(static_cast<int>(HBM));
    }
    return Status::error(Code::kInvalidParam,
                         "argument 'infoType' is {}; it must be one of aclplatformDevInfo, 0 to {}",
                         static_cast<int>(property), static_cast<int>(ACL_PLATFORM_MEMORY_TYPE));
}

Status giveText(std::string_view text, char* value, uint32_t maxLen) {
    if (text.size() >= maxLen) {
        return Status::error(Code::kInvalidParam,
                             "argument 'maxLen' is {}; the text takes {} bytes with its "
                             "terminating zero",
                             maxLen, text.size() + 1);
    }
    std::memcpy(value, text.data(), text.size());
    value[text.size()] = '\0';
    return Status::ok();
}

}  // namespace

aclError aclplatformGetDeviceInfo(aclplatformDevInfo infoType, char* value, uint32_t maxLen) {
    return entry(BELAY_CALL(infoType, value, maxLen), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const DeviceInfo info, chipAtHand());
        BELAY_ASSIGN(const std::string text, propertyOf(info, infoType));
        return giveText(text, value, maxLen);
    });
}

aclError aclplatformGetInstructionInfo(aclplatformCoreType type, const char* instruction,
                                       char* value, uint32_t maxLen) {
    return entry(BELAY_CALL(type, instruction, value, maxLen), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(instruction, "instruction"));
        BELAY_TRY(requireNotNull(value, "value"));
        if (!isAtMost(type, ACL_PLATFORM_CORE_TYPE_VECTOR_CORE)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'type' is {}; it must be "
                                 "ACL_PLATFORM_CORE_TYPE_AI_CORE (0) or "
                                 "ACL_PLATFORM_CORE_TYPE_VECTOR_CORE (1)",
                                 static_cast<unsigned>(type));
        }
        BELAY_ASSIGN(const DeviceInfo info, chipAtHand());
        // An AI core is a matrix core with its vector cores, so both kinds answer alike.
        const std::string_view types = belay::typesOfInstruction(info, instruction);
        if (types.empty()) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'instruction' is \"{}\", which is not known for {}",
                                 instruction, info.socName);
        }
        return giveText(types, value, maxLen);
    });
}
