// The HAL's functions about devices: which there are, what they are, open and close.
#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "drivers/hal_sim/device_facts.h"
#include "drivers/hal_sim/exports.h"
#include "drivers/hal_sim/hal_call.h"

using belay::Code;
using belay::Result;
using belay::Status;
using belay::hal_sim::answer;
using belay::hal_sim::CallbackQueues;
using belay::hal_sim::HalDevice;
using belay::hal_sim::HalSimulator;
using belay::hal_sim::notSupported;
using belay::hal_sim::requireArgument;

namespace {

// Of the driver packages whose layouts hal_abi.h has; only features that are probed one by one hang
// on it.
constexpr int kApiVersion = 0x072316;

constexpr uint32_t kOnHost = 1;

Status requirePair(HalSimulator& simulator, uint32_t device, uint32_t peer) {
    BELAY_TRY(simulator.device(device).takeStatus());
    return simulator.device(peer).takeStatus();
}

}  // namespace

// ---- the library ----

void halSetRuntimeApiVer(int /*Version*/) {}

drvError_t halGetAPIVersion(int* halAPIVersion) {
    return answer(__func__, [&](HalSimulator&) -> Status {
        BELAY_TRY(requireArgument(halAPIVersion, "halAPIVersion"));
        *halAPIVersion = kApiVersion;
        return Status::ok();
    });
}

drvError_t halCtl(int cmd, void*, size_t, void*, size_t*) {
    return answer(__func__,
                  [&](HalSimulator&) -> Status { return notSupported("the command", cmd); });
}

uint32_t belayHalSimVersion() {
    return BELAY_HAL_SIM_VERSION;
}

// ---- which devices there are ----

drvError_t drvGetPlatformInfo(uint32_t* info) {
    return answer(__func__, [&](HalSimulator&) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        *info = kOnHost;
        return Status::ok();
    });
}

drvError_t drvGetDevNum(uint32_t* num_dev) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(num_dev, "num_dev"));
        BELAY_TRY(simulator.driver().devices().takeStatus());
        *num_dev = simulator.deviceCount();
        return Status::ok();
    });
}

drvError_t drvGetDevIDs(uint32_t* devices, uint32_t len) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(devices, "devices"));
        if (len == 0) {
            return Status::error(Code::kRtParamInvalid, "len is 0; it must be 1 at least");
        }
        for (uint32_t device = 0; device < std::min(len, simulator.deviceCount()); ++device) {
            devices[device] = device;
        }
        return Status::ok();
    });
}

drvError_t drvDeviceGetPhyIdByIndex(uint32_t devIndex, uint32_t* phyId) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(phyId, "phyId"));
        BELAY_ASSIGN(const HalDevice* device, simulator.device(devIndex));
        *phyId = device->info().physicalId;
        return Status::ok();
    });
}

drvError_t drvDeviceGetIndexByPhyId(uint32_t phyId, uint32_t* devIndex) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(devIndex, "devIndex"));
        BELAY_TRY(simulator.device(phyId).takeStatus());  // simulated ones have the same number
        *devIndex = phyId;
        return Status::ok();
    });
}

// ---- what a device is ----

drvError_t halGetDeviceInfo(uint32_t devId, int32_t moduleType, int32_t infoType, int64_t* value) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(value, "value"));
        BELAY_ASSIGN(const HalDevice* device, simulator.device(devId));
        BELAY_ASSIGN(*value,
                     belay::hal_sim::deviceFact(simulator.driver(), *device, moduleType, infoType));
        return Status::ok();
    });
}

drvError_t halGetSocVersion(uint32_t devId, char* socVersion, uint32_t len) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(socVersion, "socVersion"));
        BELAY_ASSIGN(const HalDevice* device, simulator.device(devId));
        const std::string& name = device->info().socName;
        if (len <= name.size()) {
            return Status::error(Code::kRtParamInvalid,
                                 "len is {}; the name '{}' and its end take {} bytes", len, name,
                                 name.size() + 1);
        }
        std::memcpy(socVersion, name.c_str(), name.size() + 1);
        return Status::ok();
    });
}

drvError_t halGetChipCapability(uint32_t devId, struct halCapabilityInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(simulator.device(devId).takeStatus());
        *info = {.sdma_reduce_support = 0x3F,
                 .memory_support = 1,
                 .ts_group_number = 1,
                 .sdma_reduce_kind = 0xF,
                 .res = {}};
        return Status::ok();
    });
}

bool halSupportFeature(uint32_t devId, drvFeature_t type) {
    const drvError_t error = answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(simulator.device(devId).takeStatus());
        return type == FEATURE_SVM_GET_USER_MALLOC_ATTR ? Status::ok()
                                                        : notSupported("the feature", type);
    });
    return error == DRV_ERROR_NONE;
}

drvError_t drvMemSmmuQuery(uint32_t device, uint32_t* SSID) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(SSID, "SSID"));
        BELAY_TRY(simulator.device(device).takeStatus());
        *SSID = 1;
        return Status::ok();
    });
}

drvError_t halTsdrvCtl(uint32_t devId, int cmd, void* /*param*/, size_t /*paramSize*/, void* out,
                       size_t* outSize) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(simulator.device(devId).takeStatus());
        if (cmd != TSDRV_CTL_CMD_CB_GROUP_NUM_GET) {
            return notSupported("the command", cmd);
        }
        BELAY_TRY(requireArgument(out, "out"));
        BELAY_TRY(requireArgument(outSize, "outSize"));
        constexpr uint32_t kGroups = CallbackQueues::kGroups;
        if (*outSize < sizeof kGroups) {
            return Status::error(Code::kRtParamInvalid,
                                 "*outSize is {}; the number of groups takes {} bytes", *outSize,
                                 sizeof kGroups);
        }
        std::memcpy(out, &kGroups, sizeof kGroups);
        *outSize = sizeof kGroups;
        return Status::ok();
    });
}

drvError_t halGetPairDevicesInfo(uint32_t devId, uint32_t otherDevId, int32_t infoType,
                                 int64_t* value) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(value, "value"));
        BELAY_TRY(requirePair(simulator, devId, otherDevId));
        // What the numbers of links are is not documented.
        return notSupported("the kind of information", infoType);
    });
}

// ---- open and close ----

drvError_t halDeviceOpen(uint32_t devid, halDevOpenIn* in, halDevOpenOut* out) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(in, "in"));
        BELAY_TRY(requireArgument(out, "out"));
        BELAY_ASSIGN(HalDevice * device, simulator.device(devid));
        HalSimulator::noteUse();
        BELAY_TRY(device->open());
        *out = {};
        return Status::ok();
    });
}

drvError_t halDeviceClose(uint32_t devid, halDevCloseIn* in) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        constexpr uint32_t kCloseTypes = 3;
        BELAY_TRY(requireArgument(in, "in"));
        if (in->close_type >= kCloseTypes) {
            return Status::error(Code::kRtParamInvalid, "in->close_type is {}; it must be below {}",
                                 in->close_type, kCloseTypes);
        }
        BELAY_ASSIGN(HalDevice * device, simulator.device(devid));
        BELAY_TRY(device->close());
        simulator.books().forgetViewsOf(devid);
        return Status::ok();
    });
}

// ---- other devices ----

drvError_t halDeviceCanAccessPeer(int* can_access_peer, uint32_t dev, uint32_t peer_dev) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(can_access_peer, "can_access_peer"));
        BELAY_TRY(requirePair(simulator, dev, peer_dev));
        *can_access_peer = dev != peer_dev ? 1 : 0;
        return Status::ok();
    });
}

// Simulated devices reach each other's memory in any case.

drvError_t halDeviceEnableP2P(uint32_t dev, uint32_t peer_dev, uint32_t /*flag*/) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        return requirePair(simulator, dev, peer_dev);
    });
}

drvError_t halDeviceDisableP2P(uint32_t dev, uint32_t peer_dev, uint32_t /*flag*/) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        return requirePair(simulator, dev, peer_dev);
    });
}

drvError_t drvGetP2PStatus(uint32_t dev, uint32_t peer_dev, uint32_t* status) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(status, "status"));
        BELAY_TRY(requirePair(simulator, dev, peer_dev));
        *status = dev != peer_dev ? 1 : 0;
        return Status::ok();
    });
}

// ---- health ----

drvError_t drvDeviceStatus(uint32_t devId, drvStatus_t* status) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(status, "status"));
        BELAY_TRY(simulator.device(devId).takeStatus());
        BELAY_ASSIGN(const belay::driver::DeviceState state, simulator.driver().deviceState(devId));
        switch (state.health) {
            case belay::driver::DeviceHealth::kWorking:
                *status = DRV_STATUS_WORK;
                break;
            case belay::driver::DeviceHealth::kException:
                *status = DRV_STATUS_EXCEPTION;
                break;
            case belay::driver::DeviceHealth::kLost:
                *status = DRV_STATUS_COMMUNICATION_LOST;
                break;
        }
        return Status::ok();
    });
}

drvError_t halCheckProcessStatus(uint32_t device, int32_t process_type, int32_t status,
                                 bool* is_matched) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        constexpr int32_t kProcessTypes = 6;
        constexpr int32_t kProcessStates = 4;
        BELAY_TRY(requireArgument(is_matched, "is_matched"));
        BELAY_TRY(simulator.device(device).takeStatus());
        if (process_type < 0 || process_type >= kProcessTypes) {
            return Status::error(Code::kRtParamInvalid, "process_type is {}; it must be below {}",
                                 process_type, kProcessTypes);
        }
        if (status < 1 || status >= kProcessStates) {
            return Status::error(Code::kRtParamInvalid, "status is {}; it must be 1 to {}", status,
                                 kProcessStates - 1);
        }
        *is_matched = false;  // there are no processes of the device that could fare badly
        return Status::ok();
    });
}
