// The HAL's functions about faults of the hardware.
#include <cstring>

#include "drivers/hal_sim/exports.h"
#include "drivers/hal_sim/hal_call.h"

using belay::Status;
using belay::hal_sim::answer;
using belay::hal_sim::HalSimulator;
using belay::hal_sim::notSupported;
using belay::hal_sim::requireArgument;

namespace {

// From the vendor's public list of faults: errors of several bits in high-bandwidth memory. Of
// faults of other kinds no numbers are known; those show in drvDeviceStatus() alone.
constexpr uint32_t kMemoryEvent = 0x80E01809;
constexpr char kMemoryEventName[] = "simulated error of several bits in device memory";
constexpr uint8_t kBegan = 1;

}  // namespace

drvError_t halGetFaultEvent(uint32_t devId, struct halEventFilter* /*filter*/,
                            struct halFaultEventInfo* eventInfo, uint32_t len,
                            uint32_t* eventCount) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(eventCount, "eventCount"));
        if (len != 0) {
            BELAY_TRY(requireArgument(eventInfo, "eventInfo"));
        }
        BELAY_TRY(simulator.device(devId).takeStatus());
        BELAY_ASSIGN(const belay::driver::DeviceState state, simulator.driver().deviceState(devId));
        *eventCount = 0;
        if (state.fault.kind == belay::driver::FaultKind::kMemory && len != 0) {
            *eventInfo = {};
            eventInfo->event_id = kMemoryEvent;
            eventInfo->deviceid = static_cast<uint16_t>(devId);
            eventInfo->assertion = kBegan;
            std::memcpy(eventInfo->event_name, kMemoryEventName, sizeof kMemoryEventName);
            *eventCount = 1;
        }
        return Status::ok();
    });
}

// The layouts of these buffers are not documented.

drvError_t halGetDeviceInfoByBuff(uint32_t devId, int32_t moduleType, int32_t infoType, void* buf,
                                  int32_t* size) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(buf, "buf"));
        BELAY_TRY(requireArgument(size, "size"));
        BELAY_TRY(simulator.device(devId).takeStatus());
        static_cast<void>(moduleType);
        return notSupported("the kind of information", infoType);
    });
}

drvError_t halSetDeviceInfoByBuff(uint32_t devId, int32_t moduleType, int32_t infoType, void* buf,
                                  int32_t size) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(buf, "buf"));
        BELAY_TRY(simulator.device(devId).takeStatus());
        static_cast<void>(moduleType);
        static_cast<void>(size);
        return notSupported("the kind of information", infoType);
    });
}
