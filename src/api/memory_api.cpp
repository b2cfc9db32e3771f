// Public functions that allocate and release memory, and that tell about it.
#include <optional>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "base/clock.h"
#include "runtime/managed_memory.h"
#include "runtime/module_memory.h"

using belay::Code;
using belay::Context;
using belay::Deadline;
using belay::Device;
using belay::Devices;
using belay::ManagedMemory;
using belay::ModuleMemory;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::currentContext;
using belay::api::deviceNumber;
using belay::api::entryWithoutHandles;
using belay::api::isAtMost;
using belay::api::requireArray;
using belay::api::requireNotNull;
using belay::driver::MemoryKind;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;

namespace {

constexpr uint64_t kGranule = 32;
constexpr uint64_t kNormalPage = uint64_t{4} << 10;
constexpr uint64_t kHugePage = uint64_t{2} << 20;
constexpr uint64_t kGiantPage = uint64_t{1} << 30;

// A multiple of the granule; too much stays too much.
uint64_t roundUp(uint64_t bytes) {
    return bytes > UINT64_MAX - 2 * kGranule ? UINT64_MAX
                                             : (bytes + kGranule - 1) / kGranule * kGranule;
}

uint64_t withTail(uint64_t bytes) {
    const uint64_t rounded = roundUp(bytes);
    return rounded == UINT64_MAX ? rounded : rounded + kGranule;
}

Status requireSize(uint64_t size) {
    return size != 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam, "argument 'size' is 0; it must be at least 1");
}

// The pages are the device's business; what matters is who may reach the memory.
Result<MemoryKind> kindOf(aclrtMemMallocPolicy policy) {
    constexpr unsigned kTypes = static_cast<unsigned>(ACL_MEM_TYPE_LOW_BAND_WIDTH) |
                                ACL_MEM_TYPE_HIGH_BAND_WIDTH | ACL_MEM_ACCESS_USER_SPACE_READONLY;
    switch (static_cast<unsigned>(policy) & ~kTypes) {
        case ACL_MEM_MALLOC_HUGE_FIRST:
        case ACL_MEM_MALLOC_NORMAL_ONLY:
            return MemoryKind::kDevice;
        case ACL_MEM_MALLOC_HUGE_ONLY:
        case ACL_MEM_MALLOC_HUGE1G_ONLY:
            return MemoryKind::kDeviceHuge;
        case ACL_MEM_MALLOC_HUGE_FIRST_P2P:
        case ACL_MEM_MALLOC_HUGE_ONLY_P2P:
        case ACL_MEM_MALLOC_NORMAL_ONLY_P2P:
        case ACL_MEM_MALLOC_HUGE1G_ONLY_P2P:
            return MemoryKind::kDevicePeer;
        default:
            return Status::error(Code::kInvalidParam,
                                 "argument 'policy' is {:#x}, which is no value of "
                                 "aclrtMemMallocPolicy",
                                 static_cast<unsigned>(policy));
    }
}

Status allocateOn(Device& device, void** pointer, uint64_t bytes, MemoryKind kind) {
    BELAY_ASSIGN(*pointer, device.driver().allocate(device.driverNumber(), bytes, kind));
    return Status::ok();
}

Status allocateDevice(void** pointer, uint64_t size, uint64_t bytes, aclrtMemMallocPolicy policy) {
    BELAY_TRY(requireNotNull(pointer, "devPtr"));
    BELAY_TRY(requireSize(size));
    BELAY_ASSIGN(const MemoryKind kind, kindOf(policy));
    BELAY_ASSIGN(const Context* context, currentContext());
    return allocateOn(context->device(), pointer, bytes, kind);
}

Status allocateHost(void** pointer, const char* name, uint64_t size) {
    BELAY_TRY(requireNotNull(pointer, name));
    BELAY_TRY(requireSize(size));
    BELAY_ASSIGN(const Context* context, currentContext());
    return allocateOn(context->device(), pointer, size, MemoryKind::kHostPinned);
}

struct Properties {
    int64_t device = -1;  // -1: the current one
    std::optional<uint16_t> module{};
};

Result<Properties> propertiesIn(const aclrtMallocConfig* config) {
    Properties properties;
    if (config == nullptr) {
        return properties;
    }
    BELAY_TRY(requireArray(config->attrs, config->numAttrs, "cfg->attrs", "cfg->numAttrs"));
    for (size_t i = 0; i < config->numAttrs; ++i) {
        const aclrtMallocAttribute& attribute = config->attrs[i];
        switch (static_cast<unsigned>(attribute.attr)) {
            case ACL_RT_MEM_ATTR_MODULE_ID:
                properties.module = attribute.value.moduleId;
                break;
            case ACL_RT_MEM_ATTR_VA_FLAG:
                break;
            case ACL_RT_MEM_ATTR_DEVICE_ID:
                properties.device = attribute.value.deviceId;
                break;
            default:
                return Status::error(Code::kInvalidParam,
                                     "argument 'cfg' has property {} at index {}, which is no "
                                     "value of aclrtMallocAttrType to use",
                                     static_cast<unsigned>(attribute.attr), i);
        }
    }
    return properties;
}

// A device that is set, by the application's number.
Result<Ref<Device>> setDevice(int64_t number) {
    Ref<Device> device =
        number <= INT32_MAX ? Devices::instance().find(static_cast<int32_t>(number)) : nullptr;
    if (!device) {
        return Status::error(Code::kRtInvalidDeviceid,
                             "argument 'cfg' asks for memory of device {}, which is not set",
                             number);
    }
    return device;
}

Status allocateConfigured(void** pointer, size_t size, aclrtMemMallocPolicy policy,
                          const aclrtMallocConfig* config) {
    BELAY_ASSIGN(const Properties properties, propertiesIn(config));
    BELAY_TRY(requireNotNull(pointer, "devPtr"));
    BELAY_TRY(requireSize(size));
    BELAY_ASSIGN(const MemoryKind kind, kindOf(policy));
    BELAY_ASSIGN(const Context* context, currentContext());
    Ref<Device> device(&context->device());
    if (properties.device >= 0) {
        BELAY_ASSIGN(device, setDevice(properties.device));
    }
    BELAY_TRY(allocateOn(*device, pointer, withTail(size), kind));
    if (properties.module) {
        ModuleMemory::instance().add(*pointer, withTail(size), device->driverNumber(),
                                     *properties.module);
    }
    return Status::ok();
}

// What else is known of memory goes with it.
void forget(const void* pointer) {
    if (ManagedMemory::isInUse()) [[unlikely]] {
        ManagedMemory::instance().remove(pointer);
    }
    if (ModuleMemory::isInUse()) [[unlikely]] {
        ModuleMemory::instance().remove(pointer);
    }
}

Status freeDevice(void* pointer) {
    BELAY_TRY(requireNotNull(pointer, "devPtr"));
    BELAY_ASSIGN(const Context* context, currentContext());
    // First: once released, another thread may get the same address.
    forget(pointer);
    return context->device().driver().release(pointer);
}

Status freeHost(void* pointer) {
    BELAY_TRY(requireNotNull(pointer, "hostPtr"));
    BELAY_ASSIGN(const Context* context, currentContext());
    belay::driver::Driver& driver = context->device().driver();
    const PointerKind kind = driver.pointerInfo(pointer).kind;
    if (kind == PointerKind::kDevice || kind == PointerKind::kManaged) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'hostPtr' is {}, memory of a device or managed memory; "
                             "release it with aclrtFree",
                             pointer);
    }
    return driver.release(pointer);
}

// The memory is released whatever the work came to; a failure of the work is reported.
template <typename Free>
Status freeAfterWork(Free free) {
    BELAY_ASSIGN(const Context* context, currentContext());
    const Ref<Device> device(&context->device());
    Status work = device->synchronize(Deadline::never());
    BELAY_TRY(free());
    return work;
}

// What size of pages an attribute means; 0 for a number that is none.
uint64_t pageOf(aclrtMemAttr attribute) {
    switch (static_cast<unsigned>(attribute)) {
        case ACL_DDR_MEM_NORMAL:
        case ACL_HBM_MEM_NORMAL:
        case ACL_DDR_MEM_P2P_NORMAL:
        case ACL_HBM_MEM_P2P_NORMAL:
        case ACL_MEM_NORMAL:
        case ACL_MEM_P2P_NORMAL:
            return kNormalPage;
        case ACL_DDR_MEM:
        case ACL_HBM_MEM:
        case ACL_DDR_MEM_HUGE:
        case ACL_HBM_MEM_HUGE:
        case ACL_DDR_MEM_P2P_HUGE:
        case ACL_HBM_MEM_P2P_HUGE:
        case ACL_MEM_HUGE:
        case ACL_MEM_P2P_HUGE:
            return kHugePage;
        case ACL_HBM_MEM_HUGE1G:
        case ACL_HBM_MEM_P2P_HUGE1G:
        case ACL_MEM_HUGE1G:
        case ACL_MEM_P2P_HUGE1G:
            return kGiantPage;
        default:
            return 0;
    }
}

bool isDdr(aclrtMemAttr attribute) {
    switch (static_cast<unsigned>(attribute)) {
        case ACL_DDR_MEM:
        case ACL_DDR_MEM_HUGE:
        case ACL_DDR_MEM_NORMAL:
        case ACL_DDR_MEM_P2P_HUGE:
        case ACL_DDR_MEM_P2P_NORMAL:
            return true;
        default:
            return false;
    }
}

Status requirePhysical(const aclrtPhysicalMemProp& properties) {
    const bool onDevice = properties.location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
    if (pageOf(properties.memAttr) == 0 || (onDevice && isDdr(properties.memAttr))) {
        return Status::error(Code::kInvalidParam,
                             "argument 'prop' has memAttr {}, which is no memory of {}",
                             static_cast<unsigned>(properties.memAttr),
                             onDevice ? "a device, which has HBM" : "any kind");
    }
    return Status::ok();
}

aclrtPtrAttributes attributesOf(const PointerInfo& info, const Device& current) {
    aclrtPtrAttributes attributes{};
    attributes.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
    if (info.kind == PointerKind::kDevice) {
        attributes.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
        attributes.location.id = deviceNumber(info, current);
        attributes.pageSize = static_cast<uint32_t>(kHugePage);
    } else if (info.kind == PointerKind::kManaged) {
        attributes.location.type = ACL_MEM_LOCATION_TYPE_MANAGED;
        attributes.pageSize = static_cast<uint32_t>(kHugePage);
    } else if (info.kind != PointerKind::kUnknown) {
        attributes.location.type = ACL_MEM_LOCATION_TYPE_HOST;
        attributes.pageSize = static_cast<uint32_t>(kNormalPage);
    }
    return attributes;
}

}  // namespace

// ---- device memory ----

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size, policy), [&] {
        return allocateDevice(devPtr, size, withTail(size), policy);
    });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size, policy),
                               [&] { return allocateDevice(devPtr, size, roundUp(size), policy); });
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size, policy), [&] {
        return allocateDevice(devPtr, size, withTail(size), policy);
    });
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size, policy, cfg),
                               [&] { return allocateConfigured(devPtr, size, policy, cfg); });
}

aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                     aclrtMallocConfig* cfg) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size, policy, cfg),
                               [&] { return allocateConfigured(devPtr, size, policy, cfg); });
}

aclError aclrtFree(void* devPtr) {
    return entryWithoutHandles(BELAY_CALL(devPtr), [&] { return freeDevice(devPtr); });
}

aclError aclrtFreeWithDevSync(void* devPtr) {
    return entryWithoutHandles(BELAY_CALL(devPtr), [&]() -> Status {
        BELAY_TRY(requireNotNull(devPtr, "devPtr"));
        return freeAfterWork([&] { return freeDevice(devPtr); });
    });
}

// ---- pinned memory ----

aclError aclrtMallocHost(void** hostPtr, size_t size) {
    return entryWithoutHandles(BELAY_CALL(hostPtr, size),
                               [&] { return allocateHost(hostPtr, "hostPtr", size); });
}

aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg) {
    return entryWithoutHandles(BELAY_CALL(ptr, size, cfg), [&]() -> Status {
        BELAY_TRY(propertiesIn(cfg).takeStatus());
        return allocateHost(ptr, "ptr", size);
    });
}

aclError aclrtFreeHost(void* hostPtr) {
    return entryWithoutHandles(BELAY_CALL(hostPtr), [&] { return freeHost(hostPtr); });
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
    return entryWithoutHandles(BELAY_CALL(hostPtr), [&]() -> Status {
        BELAY_TRY(requireNotNull(hostPtr, "hostPtr"));
        return freeAfterWork([&] { return freeHost(hostPtr); });
    });
}

// ---- questions ----

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
    return entryWithoutHandles(BELAY_CALL(attr, free, total), [&]() -> Status {
        BELAY_TRY(requireNotNull(free, "free"));
        BELAY_TRY(requireNotNull(total, "total"));
        BELAY_ASSIGN(const Context* context, currentContext());
        if (pageOf(attr) == 0) {
            return Status::error(Code::kRtInvalidMemoryType,
                                 "argument 'attr' is {}, which is no value of aclrtMemAttr",
                                 static_cast<unsigned>(attr));
        }
        const Device& device = context->device();
        BELAY_ASSIGN(const belay::driver::MemoryUse use,
                     device.driver().memoryUse(device.driverNumber(), MemoryKind::kDevice));
        *free = use.freeBytes;
        *total = use.totalBytes;
        return Status::ok();
    });
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
    return entryWithoutHandles(BELAY_CALL(ptr, attributes), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_TRY(requireNotNull(attributes, "attributes"));
        BELAY_ASSIGN(const Context* context, currentContext());
        const Device& device = context->device();
        *attributes = attributesOf(device.driver().pointerInfo(ptr), device);
        return Status::ok();
    });
}

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                          aclrtMemGranularityOptions option, size_t* granularity) {
    return entryWithoutHandles(BELAY_CALL(prop, option, granularity), [&]() -> Status {
        BELAY_TRY(requireNotNull(prop, "prop"));
        BELAY_TRY(requireNotNull(granularity, "granularity"));
        if (!isAtMost(option, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'option' is {}; it must be "
                                 "ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM or _RECOMMENDED",
                                 static_cast<unsigned>(option));
        }
        BELAY_TRY(requirePhysical(*prop));
        *granularity = pageOf(prop->memAttr);
        return Status::ok();
    });
}
