#include "drivers/sim/busy_meter.h"

#include <algorithm>

#include "base/clock.h"

namespace belay::sim {

uint64_t BusyMeter::usedAt(uint64_t nowNs) const {
    return usedNs_ + running_ * (nowNs - std::min(changedNs_, nowNs));
}

void BusyMeter::begin(uint32_t cores, uint64_t nowNs) {
    const Lock lock(mutex_);
    usedNs_ = usedAt(nowNs);
    changedNs_ = std::max(changedNs_, nowNs);
    running_ += capped(cores);
}

void BusyMeter::end(uint32_t cores, uint64_t nowNs) {
    const Lock lock(mutex_);
    usedNs_ = usedAt(nowNs);
    changedNs_ = std::max(changedNs_, nowNs);
    running_ -= capped(cores);
}

// Kernels of several queues together may want more cores than there are; then all are busy.
uint32_t BusyMeter::percent(uint64_t nowNs) {
    const Lock lock(mutex_);
    if (cores_ == 0 || nowNs < sampleNs_ + kShortestNs) {
        return lastPercent_;
    }
    const uint64_t used = usedAt(nowNs);
    const uint64_t possible = (nowNs - sampleNs_) * cores_;
    lastPercent_ =
        static_cast<uint32_t>(std::min<uint64_t>(100, (used - sampleUsedNs_) * 100 / possible));
    sampleNs_ = nowNs;
    sampleUsedNs_ = used;
    return lastPercent_;
}

void BusySpan::change(const Part& first, const Part& second) {
    const uint64_t now = steadyNanoseconds();
    for (const Part& part : parts_) {
        if (part.meter != nullptr) {
            part.meter->end(part.cores, now);
        }
    }
    parts_ = {first, second};
    for (const Part& part : parts_) {
        if (part.meter != nullptr) {
            part.meter->begin(part.cores, now);
        }
    }
}

}  // namespace belay::sim
