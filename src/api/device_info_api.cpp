// Public functions about what a device is and how it is.
#include <string_view>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/architecture.h"

using belay::Code;
using belay::Context;
using belay::Devices;
using belay::Result;
using belay::Status;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::driver::DeviceHealth;
using belay::driver::DeviceInfo;
using belay::driver::DeviceState;
using belay::driver::FormFactor;
using belay::driver::Link;

namespace {

// Numbers that do not fit are those of no device either.
int32_t signedNumber(uint32_t device) {
    return device <= INT32_MAX ? static_cast<int32_t>(device) : -1;
}

// Of a device that aclrtGetDeviceInfo() and aclGetDeviceCapability() ask about, which have codes of
// their own for one that is not there.
Result<DeviceInfo> infoOf(uint32_t device, Code missing) {
    Result<DeviceInfo> info = Devices::instance().info(signedNumber(device));
    if (!info.isOk() && info.status().code() == Code::kRtInvalidDeviceid) {
        return Status::error(missing, "argument 'deviceId' is {}, the number of no device", device);
    }
    return info;
}

int64_t formFactorOf(FormFactor form) {
    switch (form) {
        case FormFactor::kPod:
            return ACL_DEVICE_FORM_FACTOR_POD;
        case FormFactor::kModuleKunpeng:
            return ACL_DEVICE_FORM_FACTOR_A_K;
        case FormFactor::kModuleX86:
            return ACL_DEVICE_FORM_FACTOR_A_X;
        case FormFactor::kPcieCard:
            break;
    }
    return ACL_DEVICE_FORM_FACTOR_PCIE_CARD;
}

// Of what kernels that run threads may ask for; documented as 0 on chips that run none.
int64_t threadAttribute(const DeviceInfo& info, aclrtDevAttr attribute) {
    // Blocks and threads are counted in 16 bits.
    constexpr int64_t kMostBlocks = 65535;
    const auto& architecture = *info.architecture;
    if (architecture.warpSize == 0) {
        return 0;
    }
    switch (attribute) {
        case ACL_DEV_ATTR_WARP_SIZE:
            return architecture.warpSize;
        case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
            return static_cast<int64_t>(info.unifiedBufferBytes);
        case ACL_DEV_ATTR_MAX_GRID_DIM_X:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
        case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
            return kMostBlocks;
        default:
            return architecture.threadsPerVectorCore;  // which one block has to itself
    }
}

Result<int64_t> attributeOf(const DeviceInfo& info, aclrtDevAttr attribute) {
    switch (attribute) {
        case ACL_DEV_ATTR_AICPU_CORE_NUM:
            return info.aicpuCores;
        case ACL_DEV_ATTR_AICORE_CORE_NUM:
        case ACL_DEV_ATTR_CUBE_CORE_NUM:
            return info.cubeCores;
        case ACL_DEV_ATTR_VECTOR_CORE_NUM:
            return info.vectorCores;
        case ACL_DEV_ATTR_WARP_SIZE:
        case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
        case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
        case ACL_DEV_ATTR_MAX_GRID_DIM_X:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
        case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
        case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_X:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_Y:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_Z:
            return threadAttribute(info, attribute);
        case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
            return static_cast<int64_t>(info.memoryBytes);
        case ACL_DEV_ATTR_L2_CACHE_SIZE:
            return static_cast<int64_t>(info.l2Bytes);
        case ACL_DEV_ATTR_SMP_ID:
            return 0;  // all devices of a process are of one operating system
        case ACL_DEV_ATTR_PHY_CHIP_ID:
            return info.chip;
        case ACL_DEV_ATTR_SUPER_POD_DEVICE_ID:
            return info.superPodDevice;
        case ACL_DEV_ATTR_SUPER_POD_SERVER_ID:
            return info.superPodServer;
        case ACL_DEV_ATTR_SUPER_POD_ID:
            return info.superPodId;
        case ACL_DEV_ATTR_CUST_OP_PRIVILEGE:
            return info.trustsCustomKernels ? 1 : 0;
        case ACL_DEV_ATTR_MAINBOARD_ID:
            return info.mainboardId;
        case ACL_DEV_ATTR_HD_CONNECT_TYPE:
            return ACL_HOST_DEVICE_CONNECT_TYPE_PCIE;
        case ACL_DEV_ATTR_DEVICE_FORM_FACTOR:
            return formFactorOf(info.formFactor);
        case ACL_DEV_ATTR_IS_VIRTUAL:
            return info.isVirtual ? 1 : 0;
        case ACL_DEV_ATTR_NPU_ARCH:
            return info.architecture->number;
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument 'attr' is {}, which is no value of aclrtDevAttr",
                         static_cast<int>(attribute));
}

uint64_t topologyOf(Link link) {
    switch (link) {
        case Link::kHccs:
            return ACL_RT_DEVS_TOPOLOGY_HCCS;
        case Link::kHccsSwitch:
            return ACL_RT_DEVS_TOPOLOGY_HCCS_SW;
        case Link::kPcieSwitch:
            return ACL_RT_DEVS_TOPOLOGY_PIX;
        case Link::kPcieHostBridge:
            return ACL_RT_DEVS_TOPOLOGY_PHB;
        case Link::kProcessors:
            return ACL_RT_DEVS_TOPOLOGY_SYS;
        case Link::kPackage:
            return ACL_RT_DEVS_TOPOLOGY_SIO;
        case Link::kNone:
            break;
    }
    return 0;
}

}  // namespace

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
    return entry(BELAY_CALL(deviceId, attr, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const DeviceInfo info, infoOf(deviceId, Code::kRtParamInvalid));
        BELAY_ASSIGN(*value, attributeOf(info, attr));
        return Status::ok();
    });
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
    return entry(BELAY_CALL(deviceId, deviceInfo, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const DeviceInfo info, infoOf(deviceId, Code::kInvalidParam));
        switch (deviceInfo) {
            case ACL_DEVICE_INFO_AI_CORE_NUM:
                *value = info.cubeCores;
                return Status::ok();
            case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
                *value = info.vectorCores;
                return Status::ok();
            case ACL_DEVICE_INFO_L2_SIZE:
                *value = static_cast<int64_t>(info.l2Bytes);
                return Status::ok();
            case ACL_DEVICE_INFO_UNDEFINED:
                break;
        }
        return Status::error(Code::kInvalidParam,
                             "argument 'deviceInfo' is {}; it must be ACL_DEVICE_INFO_AI_CORE_NUM "
                             "(0), ACL_DEVICE_INFO_VECTOR_CORE_NUM (1) or ACL_DEVICE_INFO_L2_SIZE "
                             "(2)",
                             static_cast<int>(deviceInfo));
    });
}

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                  int32_t* value) {
    return entry(BELAY_CALL(deviceId, devFeatureType, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const DeviceInfo info, Devices::instance().info(deviceId));
        const auto answer = [value](bool isSupported) {
            *value = isSupported ? ACL_DEV_FEATURE_SUPPORT : ACL_DEV_FEATURE_NOT_SUPPORT;
            return Status::ok();
        };
        switch (devFeatureType) {
            case ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV:
                return answer(info.updatesKernelTasks);
            case ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV:
                return answer(info.sendsQueueEventsAcross);
        }
        return Status::error(Code::kRtParamInvalid,
                             "argument 'devFeatureType' is {}, which is no value of "
                             "aclrtDevFeatureType",
                             static_cast<int>(devFeatureType));
    });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
    return entry(BELAY_CALL(deviceId, deviceStatus), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(deviceStatus, "deviceStatus"));
        session.leaveGuard();
        BELAY_ASSIGN(const DeviceState state, Devices::instance().state(deviceId));
        *deviceStatus = state.health == DeviceHealth::kWorking ? ACL_RT_DEVICE_STATUS_NORMAL
                                                               : ACL_RT_DEVICE_STATUS_ABNORMAL;
        return Status::ok();
    });
}

aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo) {
    return entry(BELAY_CALL(deviceId, utilizationInfo), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(utilizationInfo, "utilizationInfo"));
        if (utilizationInfo->utilizationExtend != nullptr) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'utilizationInfo' has utilizationExtend {}; it must be "
                                 "null",
                                 static_cast<void*>(utilizationInfo->utilizationExtend));
        }
        session.leaveGuard();
        BELAY_ASSIGN(const DeviceInfo info, Devices::instance().info(deviceId));
        BELAY_ASSIGN(const DeviceState state, Devices::instance().state(deviceId));
        // Documented: -1 for cores that the chip does not have, and for memory.
        utilizationInfo->cubeUtilization = static_cast<int32_t>(state.cubeBusyPercent);
        utilizationInfo->vectorUtilization =
            info.vectorCores != 0 ? static_cast<int32_t>(state.vectorBusyPercent) : -1;
        utilizationInfo->aicpuUtilization = static_cast<int32_t>(state.aicpuBusyPercent);
        utilizationInfo->memoryUtilization = -1;
        return Status::ok();
    });
}

aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t* value) {
    return entry(BELAY_CALL(deviceId, otherDeviceId, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        Devices& devices = Devices::instance();
        BELAY_ASSIGN(const DeviceInfo info, devices.info(signedNumber(deviceId)));
        BELAY_ASSIGN(const auto other,
                     devices.numbers(&belay::DeviceNumbers::user, signedNumber(otherDeviceId),
                                     "otherDeviceId"));
        if (deviceId == otherDeviceId) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'otherDeviceId' is {}, the same as 'deviceId'; it must "
                                 "be another device",
                                 otherDeviceId);
        }
        *value = topologyOf(info.links[other.logical]);
        return Status::ok();
    });
}

aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible) {
    return entry(BELAY_CALL(socVersion, canCompatible), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(socVersion, "socVersion"));
        BELAY_TRY(requireNotNull(canCompatible, "canCompatible"));
        BELAY_ASSIGN(const Context* context, currentContext());
        const DeviceInfo& info = context->device().info();
        *canCompatible = belay::canRunKernelsOf(info, socVersion) ? 1 : 0;
        return Status::ok();
    });
}

aclError aclrtSetTsDevice(aclrtTsId tsId) {
    return entry(BELAY_CALL(tsId), [&](Session&) -> Status {
        if (!isAtMost(tsId, ACL_TS_ID_AIVECTOR)) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'tsId' is {}; it must be ACL_TS_ID_AICORE (0) or "
                                 "ACL_TS_ID_AIVECTOR (1)",
                                 static_cast<unsigned>(tsId));
        }
        // Of the chips of which anything is known none has more than one scheduler.
        return Status::ok();
    });
}

aclError aclrtDeviceL2CacheFlush(void* rsv) {
    return entry(BELAY_CALL(rsv), [&](Session&) -> Status {
        if (rsv != nullptr) {
            return Status::error(Code::kInvalidParam, "argument 'rsv' is {}; it must be null", rsv);
        }
        // Memory of simulated devices is coherent; there is no cache to write back.
        return currentContext().takeStatus();
    });
}
