#include "drivers/hal/device_list.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "drivers/device_facts.h"
#include "drivers/hal/hal_errors.h"
#include "hw/ring.h"

namespace belay::hal {
namespace {

using driver::DeviceInfo;
using driver::FormFactor;
using driver::Link;

constexpr uint32_t kPlatformHost = 1;
constexpr uint32_t kMostDevices = 64;
// Of (SYSTEM, VERSION), for libraries that do not tell the name.
constexpr int64_t kVersion910B4 = 0x500;
constexpr size_t kSocNameBytes = 64;

// One device that is asked about.
class Inquiry {
  public:
    Inquiry(const HalApi& api, uint32_t halId) : api_(api), halId_(halId) {}

    Result<int64_t> info(int32_t module, int32_t kind) const {
        int64_t value = 0;
        BELAY_TRY(halStatus("halGetDeviceInfo", api_.halGetDeviceInfo(halId_, module, kind, &value),
                            "information {} of module {} of device {}", kind, module, halId_));
        return value;
    }

    int64_t infoOr(int32_t module, int32_t kind, int64_t fallback) const {
        const Result<int64_t> told = info(module, kind);
        return told.isOk() ? told.value() : fallback;
    }

    uint32_t numberOr(int32_t module, int32_t kind, uint32_t fallback) const {
        const int64_t told = infoOr(module, kind, fallback);
        return told >= 0 && told <= UINT32_MAX ? static_cast<uint32_t>(told) : fallback;
    }

    Result<const hw::Chip*> chip() const {
        std::array<char, kSocNameBytes> name{};
        drvError_t error = DRV_ERROR_NOT_SUPPORT;
        if (api_.halGetSocVersion != nullptr) {
            error = api_.halGetSocVersion(halId_, name.data(), name.size() - 1);
        }
        std::string told = name.data();
        if (error != DRV_ERROR_NONE) {
            if (error != DRV_ERROR_NOT_SUPPORT) {
                return halError("halGetSocVersion", error,
                                fmt::format("the chip of device {}", halId_));
            }
            BELAY_ASSIGN(const int64_t version, info(MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION));
            told = version == kVersion910B4 ? "Ascend910B4" : fmt::format("version {:#x}", version);
        }
        if (const hw::Chip* found = hw::findChip(told)) {
            return found;
        }
        return Status::error(Code::kRtSocVersion,
                             "device {} is of the chip '{}', which is none that belay knows: {}",
                             halId_, told, hw::chipNames());
    }

    uint32_t physicalId() const {
        uint32_t id = halId_;
        if (api_.drvDeviceGetPhyIdByIndex == nullptr ||
            api_.drvDeviceGetPhyIdByIndex(halId_, &id) != DRV_ERROR_NONE) {
            return halId_;
        }
        return id;
    }

    uint64_t memoryOr(uint64_t fallback) const {
        MemInfo memory{};
        if (api_.halMemGetInfo(halId_, MEM_INFO_TYPE_HBM_SIZE, &memory) != DRV_ERROR_NONE) {
            return fallback;
        }
        const uint64_t total = memory.total + memory.huge_total;
        return total != 0 ? total : fallback;
    }

    uint32_t capacityOr(drvResourceType_t type, uint32_t fallback) const {
        halResourceInfo resource{};
        if (api_.halResourceInfoQuery(halId_, 0, type, &resource) != DRV_ERROR_NONE) {
            return fallback;
        }
        return resource.capacity != 0 ? resource.capacity : fallback;
    }

  private:
    const HalApi& api_;
    uint32_t halId_;
};

// The kind of machine that chips of a family usually sit in, and how they are linked there: no
// numbers of the library are known for that.
FormFactor formFactorOf(const hw::Chip& chip) {
    if (chip.shortName == "Ascend910_93") {
        return FormFactor::kPod;
    }
    if (chip.shortName == "Ascend910B" || chip.shortName == "Ascend910") {
#if defined(__aarch64__)
        return FormFactor::kModuleKunpeng;
#else
        return FormFactor::kModuleX86;
#endif
    }
    return FormFactor::kPcieCard;
}

Link linkOf(FormFactor form) {
    switch (form) {
        case FormFactor::kPod:
            return Link::kHccsSwitch;
        case FormFactor::kModuleKunpeng:
        case FormFactor::kModuleX86:
            return Link::kHccs;
        case FormFactor::kPcieCard:
            break;
    }
    return Link::kPcieHostBridge;
}

void describeCores(const Inquiry& inquiry, const hw::Chip& chip, DeviceInfo& info) {
    // A library that does not know of vector cores has none.
    info.vectorCores = inquiry.numberOr(MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM, 0);
    info.aicpuCores = inquiry.numberOr(MODULE_TYPE_AICPU, INFO_TYPE_CORE_NUM, chip.aicpuCores);
    info.l2Bytes = chip.l2Bytes;
    info.unifiedBufferBytes = chip.unifiedBufferBytes;
    info.cubeMhz = chip.cubeMhz;
}

void describePlace(const Inquiry& inquiry, const hw::Chip& chip, DeviceInfo& info) {
    info.physicalId = inquiry.physicalId();
    info.chip = inquiry.numberOr(MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_CHIP_ID, 0);
    info.die = inquiry.numberOr(MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_DIE_ID, 0);
    info.formFactor = formFactorOf(chip);
    if (info.formFactor == FormFactor::kPod) {
        info.superPodId = inquiry.numberOr(MODULE_TYPE_SYSTEM, INFO_TYPE_SUPER_POD_ID, 0);
        info.superPodServer = inquiry.numberOr(MODULE_TYPE_SYSTEM, INFO_TYPE_SERVER_ID, 0);
        info.superPodDevice = inquiry.numberOr(MODULE_TYPE_SYSTEM, INFO_TYPE_SDID, 0);
    }
    info.mainboardId = inquiry.numberOr(MODULE_TYPE_SYSTEM, INFO_TYPE_MAINBOARD_ID, 0);
    info.uuid = driver::uuidOf("belay-hal", chip, info.superPodServer, info.physicalId);
}

Result<DeviceInfo> describeDevice(const HalLibrary& library, uint32_t halId) {
    const Inquiry inquiry(library.api, halId);
    BELAY_ASSIGN(const hw::Chip* chip, inquiry.chip());
    DeviceInfo info;
    info.socName = chip->socName;
    info.family = chip->shortName;
    info.architecture = hw::findArchitecture(chip->architecture);
    BELAY_ASSIGN(const int64_t cubes, inquiry.info(MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM));
    info.cubeCores = static_cast<uint32_t>(std::clamp<int64_t>(cubes, 0, UINT16_MAX));
    describeCores(inquiry, *chip, info);
    describePlace(inquiry, *chip, info);
    info.executesHostCode = library.isSimulated;
    info.unitsReachingHost = driver::kUnitsReachingHost;
    info.memoryBytes = inquiry.memoryOr(chip->memoryBytes);
    info.queueDepth = hw::kQueueDepth;
    info.streamLimit = inquiry.capacityOr(DRV_RESOURCE_STREAM_ID, driver::kStreamLimit);
    info.eventLimit = inquiry.capacityOr(DRV_RESOURCE_EVENT_ID, driver::kEventLimit);
    info.notifyLimit = inquiry.capacityOr(DRV_RESOURCE_NOTIFY_ID, driver::kNotifyLimit);
    return info;
}

// The ids of all devices; empty when there is none.
Result<std::vector<uint32_t>> deviceIds(const HalApi& api) {
    uint32_t platform = 0;
    BELAY_TRY(
        halStatus("drvGetPlatformInfo", api.drvGetPlatformInfo(&platform), "the kind of platform"));
    if (platform != kPlatformHost) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "drvGetPlatformInfo says {}: this process runs on a device's own "
                             "processors, and belay runs on the host ({})",
                             platform, kPlatformHost);
    }
    uint32_t count = 0;
    const drvError_t error = api.drvGetDevNum(&count);
    if (error == DRV_ERROR_NO_DEVICE || (error == DRV_ERROR_NONE && count == 0)) {
        return std::vector<uint32_t>{};
    }
    BELAY_TRY(halStatus("drvGetDevNum", error, "the number of devices"));
    if (count > kMostDevices) {
        return Status::error(Code::kRtDrvInternalError,
                             "drvGetDevNum says that there are {} devices; belay can use {}", count,
                             kMostDevices);
    }
    std::vector<uint32_t> ids(count);
    BELAY_TRY(halStatus("drvGetDevIDs", api.drvGetDevIDs(ids.data(), count), "{} devices", count));
    return ids;
}

// Belay knows no generation of its own, so it takes that of the library.
void agreeOnVersion(const HalApi& api) {
    int version = 0;
    if (api.halGetAPIVersion != nullptr && api.halGetAPIVersion(&version) == DRV_ERROR_NONE) {
        api.halSetRuntimeApiVer(version);
    }
}

}  // namespace

Result<std::vector<ListedDevice>> listDevices(const HalLibrary& library) {
    BELAY_ASSIGN(const std::vector<uint32_t> ids, deviceIds(library.api));
    std::vector<ListedDevice> devices;
    if (ids.empty()) {
        return devices;
    }
    agreeOnVersion(library.api);
    for (const uint32_t id : ids) {
        BELAY_ASSIGN(DeviceInfo info, describeDevice(library, id));
        const size_t number = devices.size();
        info.links.assign(ids.size(), linkOf(info.formFactor));
        info.links[number] = Link::kNone;
        devices.push_back({.halId = id, .info = std::move(info)});
    }
    return devices;
}

}  // namespace belay::hal
