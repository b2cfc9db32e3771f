// Public functions that tell whose memory is whose, and who may reach it.
#include <algorithm>
#include <cstring>
#include <vector>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/module_memory.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::Devices;
using belay::ModuleMemory;
using belay::ModuleUse;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::currentContext;
using belay::api::deviceNumber;
using belay::api::entryWithoutHandles;
using belay::api::isAtMost;
using belay::api::requireDeviceBlock;
using belay::api::requireNotNull;
using belay::driver::MemoryKind;
using belay::driver::MemoryUse;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;

namespace {

Status requireReserved(uint64_t value, const char* name) {
    return value == 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "argument '{}' is {}; it is reserved and must be 0", name, value);
}

// ---- memory of modules ----

aclrtMemUsageInfo infoOf(const std::string& name, uint64_t bytes, uint64_t peakBytes) {
    aclrtMemUsageInfo info{};
    std::strncpy(info.name, name.c_str(), sizeof info.name - 1);
    info.curMemSize = bytes;
    info.memPeakSize = peakBytes;
    return info;
}

// The greatest first. What no module answers for is the application's; how much of the device's
// peak that was is only known as far as modules do not have memory now.
std::vector<aclrtMemUsageInfo> usesOf(const MemoryUse& use, const std::vector<ModuleUse>& modules) {
    std::vector<aclrtMemUsageInfo> infos;
    uint64_t moduleBytes = 0;
    for (const ModuleUse& module : modules) {
        moduleBytes += module.bytes;
        infos.push_back(
            infoOf(fmt::format("MODULE_{}", module.module), module.bytes, module.peakBytes));
    }
    const uint64_t used = use.totalBytes - use.freeBytes;
    if (use.peakBytes > moduleBytes) {
        infos.push_back(
            infoOf("APP", used - std::min(used, moduleBytes), use.peakBytes - moduleBytes));
    }
    std::stable_sort(infos.begin(), infos.end(), [](const auto& left, const auto& right) {
        return left.curMemSize > right.curMemSize;
    });
    return infos;
}

// A device that is not set holds no memory of this process.
Result<std::vector<aclrtMemUsageInfo>> usesOf(int32_t number) {
    BELAY_TRY(Devices::instance().info(number).takeStatus());
    const Ref<Device> device = Devices::instance().find(number);
    if (!device) {
        return std::vector<aclrtMemUsageInfo>();
    }
    BELAY_ASSIGN(const MemoryUse use,
                 device->driver().memoryUse(device->driverNumber(), MemoryKind::kDevice));
    return usesOf(use, ModuleMemory::instance().usesOf(device->driverNumber()));
}

// ---- kinds of memory ----

// There is no memory of its own for media processing, and none without addresses yet.
bool isOfKind(const PointerInfo& info, uint32_t kinds) {
    return (kinds & ACL_RT_MEM_TYPE_DEV) != 0 && info.kind == PointerKind::kDevice;
}

Status requireKinds(uint32_t kinds) {
    constexpr uint32_t kKnown = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
    return kinds != 0 && (kinds & ~kKnown) == 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "argument 'memType' is {:#x}; it must be a combination of "
                               "ACL_RT_MEM_TYPE constants",
                               kinds);
}

// ---- access ----

// That one of them may use the other's memory.
Status requirePeers(Device& owner, uint32_t ownerNumber, int32_t user) {
    if (static_cast<uint32_t>(user) == ownerNumber) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument 'dstDevId' is {}, the device that has the memory; it must be "
            "another one",
            user);
    }
    const Ref<Device> other = Devices::instance().find(user);
    if ((other && other->settings().mayAccess(ownerNumber)) ||
        owner.settings().mayAccess(static_cast<uint32_t>(user))) {
        return Status::ok();
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument 'dstDevId' is {}; peer access between it and device {} must be "
                         "enabled first, with aclrtDeviceEnablePeerAccess",
                         user, ownerNumber);
}

}  // namespace

aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum,
                              size_t* outputNum) {
    return entryWithoutHandles(
        BELAY_CALL(deviceId, memUsageInfo, inputNum, outputNum), [&]() -> Status {
            BELAY_TRY(requireNotNull(memUsageInfo, "memUsageInfo"));
            BELAY_TRY(requireNotNull(outputNum, "outputNum"));
            if (inputNum == 0) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'inputNum' is 0; it must be at least 1");
            }
            BELAY_ASSIGN(const std::vector<aclrtMemUsageInfo> uses, usesOf(deviceId));
            *outputNum = std::min(inputNum, uses.size());
            std::copy_n(uses.begin(), *outputNum, memUsageInfo);
            return Status::ok();
        });
}

aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType, uint32_t* checkResult,
                           uint32_t reserve) {
    return entryWithoutHandles(
        BELAY_CALL(addrList, size, memType, checkResult, reserve), [&]() -> Status {
            BELAY_TRY(requireNotNull(addrList, "addrList"));
            BELAY_TRY(requireNotNull(checkResult, "checkResult"));
            if (size == 0) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'size' is 0; it must be at least 1");
            }
            BELAY_TRY(requireKinds(memType));
            BELAY_TRY(requireReserved(reserve, "reserve"));
            BELAY_ASSIGN(const Context* context, currentContext());
            belay::driver::Driver& driver = context->device().driver();
            *checkResult = std::all_of(addrList, addrList + size, [&](const void* address) {
                return isOfKind(driver.pointerInfo(address), memType);
            });
            return Status::ok();
        });
}

aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId, uint64_t flags) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size, dstDevId, flags), [&]() -> Status {
        BELAY_TRY(requireNotNull(devPtr, "devPtr"));
        if (size == 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'size' is 0; it must be at least 1");
        }
        BELAY_TRY(requireReserved(flags, "flags"));
        BELAY_ASSIGN(const Context* context, currentContext());
        Device& current = context->device();
        const PointerInfo info = current.driver().pointerInfo(devPtr);
        BELAY_TRY(requireDeviceBlock(info, devPtr, size, "devPtr"));
        BELAY_TRY(Devices::instance().info(dstDevId, "dstDevId").takeStatus());
        // Devices reach each other's memory at its own address: there is nothing to prepare.
        const uint32_t owner = deviceNumber(info, current);
        const Ref<Device> owning = Devices::instance().find(static_cast<int32_t>(owner));
        return requirePeers(owning ? *owning : current, owner, dstDevId);
    });
}
