// The HAL's functions about ids of streams, events, notifies and models.
#include "drivers/hal_sim/exports.h"
#include "drivers/hal_sim/hal_call.h"

using belay::Code;
using belay::Result;
using belay::Status;
using belay::driver::IdAction;
using belay::driver::IdType;
using belay::hal_sim::answer;
using belay::hal_sim::HalDevice;
using belay::hal_sim::HalSimulator;
using belay::hal_sim::notSupported;
using belay::hal_sim::requireArgument;

namespace {

Result<HalDevice*> deviceOf(HalSimulator& simulator, uint32_t devId,
                            const halResourceIdInputInfo* in) {
    BELAY_TRY(requireArgument(in, "in"));
    if (in->tsId != 0) {
        return Status::error(Code::kRtParamInvalid, "in->tsId is {}; there is only 0", in->tsId);
    }
    return simulator.openedDevice(devId);
}

IdType idTypeOf(int32_t type) {
    return type == DRV_EVENT_ID ? IdType::kEvent : IdType::kNotify;
}

Status bindStream(HalDevice& device, uint32_t id, const halResourceConfigInfo& para) {
    BELAY_ASSIGN(belay::hal_sim::HalStream * stream, device.stream(id));
    if (!stream->isAllocated()) {
        return Status::error(Code::kRtParamInvalid, "stream {} of device {} is not allocated", id,
                             device.number());
    }
    switch (para.prop) {
        case DRV_STREAM_BIND_LOGIC_CQ:
            return device.logicQueues().bind(id, para.value[0]);
        case DRV_STREAM_UNBIND_LOGIC_CQ:
            return device.logicQueues().unbind(id);
        default:
            return notSupported("the property of a stream", para.prop);
    }
}

Status controlFlag(HalSimulator& simulator, const HalDevice& device,
                   const halResourceIdInputInfo& in, const halResourceConfigInfo& para) {
    switch (para.prop) {
        case DRV_ID_RECORD:
            return simulator.driver().controlId(device.number(), idTypeOf(in.type), in.resourceId,
                                                IdAction::kRecord);
        case DRV_ID_RESET:
            return simulator.driver().controlId(device.number(), idTypeOf(in.type), in.resourceId,
                                                IdAction::kReset);
        default:
            return notSupported("the property of an id", para.prop);
    }
}

Result<HalDevice::Use> useOf(HalSimulator& simulator, const HalDevice& device,
                             drvResourceType_t type) {
    BELAY_ASSIGN(const belay::driver::DeviceState state,
                 simulator.driver().deviceState(device.number()));
    switch (type) {
        case DRV_RESOURCE_STREAM_ID:
            return device.streamUse();
        case DRV_RESOURCE_EVENT_ID:
            return HalDevice::Use{.capacity = device.info().eventLimit, .used = state.eventsInUse};
        case DRV_RESOURCE_NOTIFY_ID:
            return HalDevice::Use{.capacity = device.info().notifyLimit,
                                  .used = state.notifiesInUse};
        case DRV_RESOURCE_MODEL_ID:
            return device.modelUse();
        case DRV_RESOURCE_SQ_ID:
        case DRV_RESOURCE_CQ_ID:
            return device.queueUse();
        default:
            return notSupported("the kind of resource", type);
    }
}

}  // namespace

drvError_t halResourceIdAlloc(uint32_t devId, struct halResourceIdInputInfo* in,
                              struct halResourceIdOutputInfo* out) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_ASSIGN(HalDevice * device, deviceOf(simulator, devId, in));
        BELAY_TRY(requireArgument(out, "out"));
        uint32_t id = 0;
        switch (in->type) {
            case DRV_STREAM_ID: {
                BELAY_ASSIGN(id, device->allocateStream(in->res[0], in->res[1]));
                break;
            }
            case DRV_EVENT_ID:
            case DRV_NOTIFY_ID: {
                BELAY_ASSIGN(const HalDevice::Visit visiting, device->visit());
                BELAY_ASSIGN(id, simulator.driver().allocateId(devId, idTypeOf(in->type)));
                break;
            }
            case DRV_MODEL_ID: {
                BELAY_ASSIGN(id, device->allocateModel());
                break;
            }
            default:
                return notSupported("the type of id", in->type);
        }
        *out = {.resourceId = id, .res = {}};
        return Status::ok();
    });
}

drvError_t halResourceIdFree(uint32_t devId, struct halResourceIdInputInfo* in) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_ASSIGN(HalDevice * device, deviceOf(simulator, devId, in));
        switch (in->type) {
            case DRV_STREAM_ID:
                return device->freeStream(in->resourceId);
            case DRV_EVENT_ID:
            case DRV_NOTIFY_ID:
                return simulator.driver().controlId(devId, idTypeOf(in->type), in->resourceId,
                                                    IdAction::kFree);
            case DRV_MODEL_ID:
                return device->freeModel(in->resourceId);
            default:
                return notSupported("the type of id", in->type);
        }
    });
}

drvError_t halResourceConfig(uint32_t devId, struct halResourceIdInputInfo* in,
                             struct halResourceConfigInfo* para) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_ASSIGN(HalDevice * device, deviceOf(simulator, devId, in));
        BELAY_TRY(requireArgument(para, "para"));
        switch (in->type) {
            case DRV_STREAM_ID:
                return bindStream(*device, in->resourceId, *para);
            case DRV_EVENT_ID:
            case DRV_NOTIFY_ID:
                return controlFlag(simulator, *device, *in, *para);
            default:
                return notSupported("the type of id", in->type);
        }
    });
}

drvError_t halResourceInfoQuery(uint32_t devId, uint32_t tsId, drvResourceType_t type,
                                struct halResourceInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        if (tsId != 0) {
            return Status::error(Code::kRtParamInvalid, "tsId is {}; there is only 0", tsId);
        }
        BELAY_ASSIGN(const HalDevice* device, simulator.device(devId));
        BELAY_ASSIGN(const HalDevice::Use use, useOf(simulator, *device, type));
        *info = {.capacity = use.capacity, .usedNum = use.used, .reserve = {}};
        return Status::ok();
    });
}
