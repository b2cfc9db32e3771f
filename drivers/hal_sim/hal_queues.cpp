// The HAL's functions about queues: made and freed, entries in, completions out.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "drivers/hal_sim/exports.h"
#include "drivers/hal_sim/hal_call.h"
#include "hw/cqe.h"
#include "hw/ring.h"
#include "hw/sqe.h"

using belay::Code;
using belay::Deadline;
using belay::Result;
using belay::Status;
using belay::hal_sim::answer;
using belay::hal_sim::HalDevice;
using belay::hal_sim::HalSimulator;
using belay::hal_sim::HalStream;
using belay::hal_sim::LogicQueues;
using belay::hal_sim::notSupported;
using belay::hal_sim::requireArgument;
using belay::hal_sim::requireTimeLimit;
using belay::hw::LogicCqe;
using belay::hw::Sqe;

namespace {

constexpr uint32_t kNormalCqeBytes = 16;
constexpr uint32_t kCallReportBytes = sizeof(HalCallReport);
constexpr uint32_t kMaxCqDepth = 65536;

// Where the registers of submission queues are said to lie; nothing can be read or written there.
constexpr uint64_t kQueueRegisters = 0x0006'A040'0000;
constexpr uint32_t kQueueRegisterBytes = 0x1000;

// Of halSqCqInputInfo::flag: the caller brings a queue, its number or its memory, which simulated
// queues cannot have.
constexpr uint32_t kReuseSq = 0x2;
constexpr uint32_t kOnlyIds = 0x10;
constexpr uint32_t kRemoteId = 0x20;
constexpr uint32_t kSpecifiedSqId = 0x80;
constexpr uint32_t kSpecifiedCqId = 0x100;
constexpr uint32_t kSpecifiedSqMemory = 0x80000000;
constexpr uint32_t kFlagsNotBuilt =
    kReuseSq | kOnlyIds | kRemoteId | kSpecifiedSqId | kSpecifiedCqId | kSpecifiedSqMemory;

Status requireScheduler(uint32_t tsId) {
    return tsId == 0 ? Status::ok()
                     : Status::error(Code::kRtParamInvalid, "tsId is {}; there is only 0", tsId);
}

Status requireSize(const char* name, uint32_t value, uint32_t wanted) {
    return value == wanted ? Status::ok()
                           : Status::error(Code::kRtParamInvalid, "{} is {}; it must be {}", name,
                                           value, wanted);
}

Status requireCqDepth(uint32_t depth) {
    return depth != 0 && depth <= kMaxCqDepth
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid, "cqeDepth is {}; it must be 1 to {}", depth,
                               kMaxCqDepth);
}

// ---- made and freed ----

Status allocateNormal(HalDevice& device, const halSqCqInputInfo& in, halSqCqOutputInfo& out) {
    BELAY_TRY(requireSize("sqeSize", in.sqeSize, sizeof(Sqe)));
    BELAY_TRY(requireSize("cqeSize", in.cqeSize, kNormalCqeBytes));
    BELAY_TRY(requireSize("sqeDepth", in.sqeDepth, belay::hw::kQueueDepth));
    BELAY_TRY(requireCqDepth(in.cqeDepth));
    if ((in.flag & kFlagsNotBuilt) != 0) {
        return notSupported("the flag", in.flag & kFlagsNotBuilt);
    }
    const uint32_t id = in.info[0];
    BELAY_ASSIGN(HalStream * stream, device.stream(id));
    BELAY_TRY(stream->openQueue(in.info[1]));
    out = {.sqId = id, .cqId = id, .queueVAddr = 0, .flag = in.flag, .res = {}};
    return Status::ok();
}

Status allocateLogic(HalDevice& device, const halSqCqInputInfo& in, halSqCqOutputInfo& out) {
    BELAY_TRY(requireSize("cqeSize", in.cqeSize, sizeof(LogicCqe)));
    BELAY_TRY(requireCqDepth(in.cqeDepth));
    BELAY_ASSIGN(const uint32_t id, device.logicQueues().allocate(in.cqeDepth));
    out = {.sqId = 0, .cqId = id, .queueVAddr = 0, .flag = in.flag, .res = {}};
    return Status::ok();
}

Status allocateCallback(HalDevice& device, const halSqCqInputInfo& in, halSqCqOutputInfo& out) {
    BELAY_TRY(requireSize("sqeSize", in.sqeSize, sizeof(Sqe)));
    BELAY_TRY(requireSize("cqeSize", in.cqeSize, kCallReportBytes));
    BELAY_TRY(requireCqDepth(in.cqeDepth));
    BELAY_ASSIGN(const uint32_t id, device.callbackQueues().allocate(in.grpId));
    out = {.sqId = 0, .cqId = id, .queueVAddr = 0, .flag = in.flag, .res = {}};
    return Status::ok();
}

Status freeNormal(HalDevice& device, uint32_t id) {
    BELAY_ASSIGN(HalStream * stream, device.stream(id));
    BELAY_TRY(stream->closeQueue());
    device.logicQueues().forget(id);
    return Status::ok();
}

// ---- asked and changed ----

Status queryNormal(HalDevice& device, halSqCqQueryInfo& info) {
    BELAY_ASSIGN(const HalStream* stream, device.stream(info.sqId));
    BELAY_ASSIGN(const HalStream::State state, stream->state());
    switch (info.prop) {
        case DRV_SQCQ_PROP_SQ_STATUS:
            info.value[0] = state.isRunning ? 1 : 0;
            return Status::ok();
        case DRV_SQCQ_PROP_SQ_HEAD:
            info.value[0] = state.head;
            return Status::ok();
        case DRV_SQCQ_PROP_SQ_TAIL:
            info.value[0] = state.tail;
            return Status::ok();
        case DRV_SQCQ_PROP_SQ_CQE_STATUS:
            info.value[0] =
                state.hasCompletions || device.logicQueues().hasCompletionsOf(info.sqId) ? 1 : 0;
            return Status::ok();
        case DRV_SQCQ_PROP_SQ_REG_BASE: {
            const uint64_t base = kQueueRegisters + uint64_t{info.sqId} * kQueueRegisterBytes;
            info.value[0] = static_cast<uint32_t>(base >> 32);
            info.value[1] = static_cast<uint32_t>(base);
            info.value[2] = kQueueRegisterBytes;
            return Status::ok();
        }
        case DRV_SQCQ_PROP_SQ_DEPTH:
        case DRV_SQCQ_PROP_CQ_DEPTH:
            info.value[0] = state.depth;
            return Status::ok();
        case DRV_SQCQ_PROP_SQE_SIZE:
            info.value[0] = sizeof(Sqe);
            return Status::ok();
        case DRV_SQCQ_PROP_CQE_SIZE:
            info.value[0] = kNormalCqeBytes;
            return Status::ok();
        default:
            return notSupported("the property", info.prop);
    }
}

Status queryLogic(const HalDevice& device, LogicQueues& queues, halSqCqQueryInfo& info) {
    BELAY_TRY(device.requireOpen());
    BELAY_ASSIGN(const uint32_t depth, queues.depthOf(info.cqId));
    switch (info.prop) {
        case DRV_SQCQ_PROP_CQ_DEPTH:
            info.value[0] = depth;
            return Status::ok();
        case DRV_SQCQ_PROP_CQE_SIZE:
            info.value[0] = sizeof(LogicCqe);
            return Status::ok();
        default:
            return notSupported("the property of a logic queue", info.prop);
    }
}

Status setStatus(HalStream& stream, uint32_t value) {
    switch (value) {
        case 0:
            return stream.stop();
        case 1:
            return stream.enable();
        default:
            return Status::error(Code::kRtParamInvalid,
                                 "the status of a queue cannot be {}; it is 0 or 1", value);
    }
}

Status reset(HalDevice& device, HalStream& stream, uint32_t id) {
    BELAY_TRY(stream.reset());
    device.logicQueues().forget(id);
    return Status::ok();
}

Status configure(HalDevice& device, const halSqCqConfigInfo& info) {
    BELAY_ASSIGN(HalStream * stream, device.stream(info.sqId));
    switch (info.prop) {
        case DRV_SQCQ_PROP_SQ_STATUS:
            return setStatus(*stream, info.value[0]);
        case DRV_SQCQ_PROP_SQ_HEAD:
            return stream->setHead(info.value[0]);
        case DRV_SQCQ_PROP_SQ_DISABLE_TO_ENABLE:
        case DRV_SQCQ_PROP_SQ_RESUME:
            return stream->enable();
        case DRV_SQCQ_PROP_SQ_PAUSE:
            return stream->stop();
        case DRV_SQCQ_PROP_SQCQ_RESET:
            return reset(device, *stream, info.sqId);
        default:
            return notSupported("the property", info.prop);
    }
}

// ---- entries in ----

// Entries lie at multiples of their size in the ring; a caller's may lie anywhere.
class AlignedEntries {
  public:
    AlignedEntries(const uint8_t* bytes, uint32_t count) {
        if (reinterpret_cast<uintptr_t>(bytes) % alignof(Sqe) == 0) [[likely]] {
            entries_ = reinterpret_cast<const Sqe*>(bytes);
            return;
        }
        Sqe* target = few_.data();
        if (count > few_.size()) {
            many_.resize(count);
            target = many_.data();
        }
        std::memcpy(static_cast<void*>(target), bytes, count * sizeof(Sqe));
        entries_ = target;
    }

    const Sqe* data() const noexcept { return entries_; }

  private:
    std::array<Sqe, 4> few_;
    std::vector<Sqe> many_;
    const Sqe* entries_ = nullptr;
};

// ---- completions out ----

// The words by which a caller asks for completions of one task.
std::optional<LogicQueues::Wanted> wantedOf(const halReportRecvInfo& info) {
    if (info.task_id == HAL_ANY_TASK) {
        return std::nullopt;
    }
    constexpr uint32_t kStreamMask = 0x7FFF;
    return LogicQueues::Wanted{.stream = info.stream_id & kStreamMask, .task = info.task_id};
}

}  // namespace

drvError_t halSqCqAllocate(uint32_t devId, struct halSqCqInputInfo* in,
                           struct halSqCqOutputInfo* out) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(in, "in"));
        BELAY_TRY(requireArgument(out, "out"));
        BELAY_TRY(requireScheduler(in->tsId));
        BELAY_ASSIGN(HalDevice * device, simulator.device(devId));
        BELAY_ASSIGN(const HalDevice::Visit visiting, device->visit());
        switch (in->type) {
            case DRV_NORMAL_TYPE:
                return allocateNormal(*device, *in, *out);
            case DRV_LOGIC_TYPE:
                return allocateLogic(*device, *in, *out);
            case DRV_CALLBACK_TYPE:
                return allocateCallback(*device, *in, *out);
            default:
                return notSupported("the type of queue", in->type);
        }
    });
}

drvError_t halSqCqFree(uint32_t devId, struct halSqCqFreeInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(requireScheduler(info->tsId));
        BELAY_ASSIGN(HalDevice * device, simulator.openedDevice(devId));
        switch (info->type) {
            case DRV_NORMAL_TYPE:
                return freeNormal(*device, info->sqId);
            case DRV_LOGIC_TYPE:
                return device->logicQueues().free(info->cqId);
            case DRV_CALLBACK_TYPE:
                return device->callbackQueues().free(info->cqId);
            default:
                return notSupported("the type of queue", info->type);
        }
    });
}

drvError_t halSqCqQuery(uint32_t devId, struct halSqCqQueryInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(requireScheduler(info->tsId));
        BELAY_ASSIGN(HalDevice * device, simulator.openedDevice(devId));
        switch (info->type) {
            case DRV_NORMAL_TYPE:
                return queryNormal(*device, *info);
            case DRV_LOGIC_TYPE:
                return queryLogic(*device, device->logicQueues(), *info);
            default:
                return notSupported("the type of queue", info->type);
        }
    });
}

drvError_t halSqCqConfig(uint32_t devId, struct halSqCqConfigInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(requireScheduler(info->tsId));
        BELAY_ASSIGN(HalDevice * device, simulator.openedDevice(devId));
        return info->type == DRV_NORMAL_TYPE ? configure(*device, *info)
                                             : notSupported("the type of queue", info->type);
    });
}

drvError_t halSqTaskSend(uint32_t devId, struct halTaskSendInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Result<drvError_t> {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(requireScheduler(info->tsId));
        if (info->type != DRV_NORMAL_TYPE) {
            return notSupported("the type of queue", info->type);
        }
        BELAY_TRY(requireArgument(info->sqe_addr, "info->sqe_addr"));
        BELAY_ASSIGN(const HalDevice* device, simulator.device(devId));
        BELAY_ASSIGN(HalStream * stream, device->stream(info->sqId));
        if (info->sqe_num == 0 || info->sqe_num >= belay::hw::kQueueDepth) {
            return Status::error(Code::kRtParamInvalid, "info->sqe_num is {}; it must be 1 to {}",
                                 info->sqe_num, belay::hw::kQueueDepth - 1);
        }
        const AlignedEntries entries(info->sqe_addr, info->sqe_num);
        BELAY_ASSIGN(const std::optional<uint32_t> position,
                     stream->send(entries.data(), info->sqe_num));
        if (!position) {
            return static_cast<drvError_t>(DRV_ERROR_NO_RESOURCES);
        }
        info->pos = *position;
        return static_cast<drvError_t>(DRV_ERROR_NONE);
    });
}

drvError_t halCqReportRecv(uint32_t devId, struct halReportRecvInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Result<drvError_t> {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(requireScheduler(info->tsId));
        if (info->type != DRV_LOGIC_TYPE) {
            return notSupported("the type of queue", info->type);
        }
        BELAY_TRY(requireTimeLimit("info->timeout", info->timeout));
        BELAY_TRY(requireArgument(info->cqe_addr, "info->cqe_addr"));
        if (info->cqe_num == 0) {
            return Status::error(Code::kRtParamInvalid, "info->cqe_num is 0");
        }
        BELAY_ASSIGN(HalDevice * device, simulator.device(devId));
        const HalDevice::SessionIsOver isOver(*device);
        BELAY_TRY(device->requireOpen());
        info->report_cqe_num = 0;
        std::array<LogicCqe, 64> some;
        const auto capacity = std::min<size_t>(info->cqe_num, some.size());
        Result<uint32_t> count = device->logicQueues().receive(
            info->cqId, std::span(some.data(), capacity), wantedOf(*info),
            Deadline::afterMs(info->timeout), isOver);
        if (isOver()) {
            return isOver.status();
        }
        if (!count.isOk()) {
            return count.takeStatus();
        }
        if (count.value() == 0) {
            return static_cast<drvError_t>(DRV_ERROR_WAIT_TIMEOUT);
        }
        std::memcpy(info->cqe_addr, some.data(), count.value() * sizeof(LogicCqe));
        info->report_cqe_num = count.value();
        return static_cast<drvError_t>(DRV_ERROR_NONE);
    });
}
