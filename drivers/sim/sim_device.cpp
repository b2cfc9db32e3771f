#include "drivers/sim/sim_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/clock.h"
#include "drivers/device_facts.h"
#include "hw/ring.h"

namespace belay::sim {
namespace {

static_assert(driver::kEventLimit == FlagTable::kMaxFlags);
static_assert(driver::kNotifyLimit == hw::kMaxNotifyId + 1U);

constexpr uint32_t kTicksPerSecond = 50'000'000;

hw::Die dieOf(uint32_t index) {
    return {.chip = static_cast<uint8_t>(index), .die = 0};
}

// The kind of machine that chips of a family usually sit in.
struct Board {
    std::string_view family;
    driver::FormFactor formFactor;
    driver::Link link;  ///< between its devices
};

constexpr std::array<Board, 3> kBoards = {{
    {"Ascend910", driver::FormFactor::kModuleKunpeng, driver::Link::kHccs},
    {"Ascend910B", driver::FormFactor::kModuleKunpeng, driver::Link::kHccs},
    {"Ascend910_93", driver::FormFactor::kPod, driver::Link::kHccsSwitch},
}};

const Board& boardOf(const hw::Chip& chip) {
    static constexpr Board kCards = {"", driver::FormFactor::kPcieCard,
                                     driver::Link::kPcieHostBridge};
    const auto* found = std::find_if(kBoards.begin(), kBoards.end(), [&chip](const Board& board) {
        return board.family == chip.shortName;
    });
    return found == kBoards.end() ? kCards : *found;
}

std::vector<driver::Link> linksOf(const SimSettings& settings, uint32_t index) {
    std::vector<driver::Link> links(settings.deviceCount, boardOf(*settings.chip).link);
    links[index] = driver::Link::kNone;
    return links;
}

}  // namespace

driver::DeviceInfo SimDevice::infoOf(const SimSettings& settings, uint32_t index) {
    const hw::Chip& chip = *settings.chip;
    driver::DeviceInfo info;
    info.socName = chip.socName;
    info.family = chip.shortName;
    info.architecture = hw::findArchitecture(chip.architecture);
    info.physicalId = index;
    info.uuid = driver::uuidOf("belay-sim", chip, 0, index);
    info.pciAddress = fmt::format("0000:{:02x}:00.0", 1 + index);
    info.formFactor = boardOf(chip).formFactor;
    info.links = linksOf(settings, index);
    info.executesHostCode = true;
    info.unitsReachingHost = driver::kUnitsReachingHost;
    info.superPodDevice = info.formFactor == driver::FormFactor::kPod ? index : 0;
    info.chip = dieOf(index).chip;
    info.die = dieOf(index).die;
    info.cubeCores = chip.cubeCores;
    info.vectorCores = chip.vectorCores;
    info.aicpuCores = chip.aicpuCores;
    info.memoryBytes = settings.memoryBytes;
    info.l2Bytes = chip.l2Bytes;
    info.unifiedBufferBytes = chip.unifiedBufferBytes;
    info.cubeMhz = chip.cubeMhz;
    info.ticksPerSecond = kTicksPerSecond;
    info.queueDepth = hw::kQueueDepth;
    info.streamLimit = driver::kStreamLimit;
    info.eventLimit = driver::kEventLimit;
    info.notifyLimit = driver::kNotifyLimit;
    return info;
}

SimDevice::SimDevice(const SimDeviceSetup& setup)
    : setup_(setup),
      info_(infoOf(setup.settings, setup.index)),
      events_(driver::kEventLimit, Code::kRtNoEventResource, "event"),
      notifies_(driver::kNotifyLimit, Code::kRtNoNotifyResource, "notify"),
      flags_{events_, notifies_},
      faults_(setup.faults),
      busy_{.cube = {info_.cubeCores, steadyNanoseconds()},
            .vector = {info_.vectorCores, steadyNanoseconds()},
            .aicpu = {info_.aicpuCores, steadyNanoseconds()}},
      executor_({.memory = setup.memory,
                 .flags = flags_,
                 .die = dieOf(setup.index),
                 .directory = setup.directory,
                 .callbacks = setup.callbacks,
                 .faults = faults_,
                 .busy = busy_,
                 .kernels = setup.kernels}) {}

SimDevice::~SimDevice() = default;

Status SimDevice::open() {
    const Lock lock(mutex_);
    if (isOpen_) {
        return Status::error(Code::kRtRepeatedInit, "device {} is open already", setup_.index);
    }
    BELAY_ASSIGN([[maybe_unused]] const SimMemory* memory, setup_.memory.openDevice(setup_.index));
    isOpen_ = true;
    return Status::ok();
}

void SimDevice::close() {
    std::vector<std::unique_ptr<SimQueue>> queues;
    {
        const Lock lock(mutex_);
        if (!isOpen_) {
            return;
        }
        isOpen_ = false;
        queues.swap(queues_);
        freeStreamIds_.clear();
        queueCount_ = 0;
    }
    for (const std::unique_ptr<SimQueue>& queue : queues) {
        if (queue != nullptr) {
            setup_.engine.remove(*queue);
        }
    }
    setup_.engine.resume(events_.freeAll());
    setup_.engine.resume(notifies_.freeAll());
    if (setup_.kernels != nullptr) {
        setup_.kernels->forget(setup_.memory.rangeOf(setup_.index));
    }
    setup_.memory.closeDevice(setup_.index);
    faults_.clear();
}

bool SimDevice::isOpen() const {
    const Lock lock(mutex_);
    return isOpen_;
}

Status SimDevice::requireOpen() const {
    return isOpen_ ? Status::ok()
                   : Status::error(Code::kRtInvalidDeviceid, "device {} is not open", setup_.index);
}

driver::DeviceState SimDevice::state() const {
    driver::DeviceState state;
    state.ticks = ticks();
    state.streamsInUse = static_cast<uint32_t>(queueCount());
    state.eventsInUse = events_.inUse();
    state.notifiesInUse = notifies_.inUse();
    state.cubeBusyPercent = busy_.cube.percent(steadyNanoseconds());
    state.vectorBusyPercent = busy_.vector.percent(steadyNanoseconds());
    state.aicpuBusyPercent = busy_.aicpu.percent(steadyNanoseconds());
    state.fault = faults_.current();
    if (state.fault.kind != driver::FaultKind::kNone) {
        state.health = driver::DeviceHealth::kException;
    }
    return state;
}

uint64_t SimDevice::ticks() noexcept {
    return steadyNanoseconds() / (1'000'000'000 / kTicksPerSecond);
}

Result<SimQueue*> SimDevice::createQueue(const driver::QueueSetup& setup) {
    const Lock lock(mutex_);
    BELAY_TRY(requireOpen());
    if (queueCount_ == info_.streamLimit) {
        return Status::error(Code::kRtNoStreamResource, "all {} streams of device {} are in use",
                             info_.streamLimit, setup_.index);
    }
    if (freeStreamIds_.empty()) {
        queues_.emplace_back();
        freeStreamIds_.push_back(static_cast<uint16_t>(queues_.size() - 1));
    }
    const uint16_t id = freeStreamIds_.back();
    queues_[id] = std::make_unique<SimQueue>(
        *this, SimQueue::Identity{setup_.index, id, info_.queueDepth}, setup);
    freeStreamIds_.pop_back();
    ++queueCount_;
    return queues_[id].get();
}

void SimDevice::destroyQueue(SimQueue& queue) {
    setup_.engine.remove(queue);
    std::unique_ptr<SimQueue> owned;  // deleted without the lock
    const Lock lock(mutex_);
    owned = std::move(queues_[queue.streamId]);
    freeStreamIds_.push_back(queue.streamId);
    --queueCount_;
}

SimQueue* SimDevice::findQueue(uint16_t streamId) const {
    const Lock lock(mutex_);
    return streamId < queues_.size() ? queues_[streamId].get() : nullptr;
}

size_t SimDevice::queueCount() const {
    const Lock lock(mutex_);
    return queueCount_;
}

}  // namespace belay::sim
