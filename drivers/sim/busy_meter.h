// BusyMeter: how much of a simulated device's cores kernels have used.
#pragma once

#include <array>
#include <cstdint>

#include "base/mutex.h"

namespace belay::sim {

/// For the cores of one kind. Times are in nanoseconds, of any clock that is never set back.
/// Thread-safe.
class BusyMeter {
  public:
    /// `cores` are all there are; 0: there are none, and they are never busy.
    BusyMeter(uint32_t cores, uint64_t nowNs) noexcept : cores_(cores), sampleNs_(nowNs) {}

    /// A kernel begins on so many cores, or on all when it wants more.
    void begin(uint32_t cores, uint64_t nowNs);

    /// That kernel has ended.
    void end(uint32_t cores, uint64_t nowNs);

    /// How busy the cores were, in percent, since the last look that is not too recent to say
    /// anything; kernels that still run count with the time they have had.
    uint32_t percent(uint64_t nowNs);

  private:
    /// Looks within this time of each other share their beginning.
    static constexpr uint64_t kShortestNs = 10'000'000;

    uint32_t capped(uint32_t cores) const noexcept { return cores < cores_ ? cores : cores_; }

    uint64_t usedAt(uint64_t nowNs) const BELAY_REQUIRES(mutex_);

    const uint32_t cores_;

    mutable Mutex mutex_{LockRank::kObject, "time that cores were busy"};
    uint64_t usedNs_ BELAY_GUARDED_BY(mutex_) = 0;     // core time up to changedNs_
    uint64_t changedNs_ BELAY_GUARDED_BY(mutex_) = 0;  // the last begin or end
    uint64_t running_ BELAY_GUARDED_BY(mutex_) = 0;    // cores in use
    uint64_t sampleNs_ BELAY_GUARDED_BY(mutex_);       // when percent() looked
    uint64_t sampleUsedNs_ BELAY_GUARDED_BY(mutex_) = 0;
    uint32_t lastPercent_ BELAY_GUARDED_BY(mutex_) = 0;
};

/// The cores that kernels use which one thread runs one after the other. Only when their number
/// changes a meter hears of it. Ends by itself.
class BusySpan {
  public:
    BusySpan() = default;

    ~BusySpan() { end(); }

    BusySpan(const BusySpan&) = delete;
    BusySpan& operator=(const BusySpan&) = delete;

    /// So many cores of one kind are in use from now on, and of another kind, and no others.
    void use(BusyMeter& meter, uint32_t cores, BusyMeter* other = nullptr,
             uint32_t otherCores = 0) {
        const Part first{&meter, cores};
        const Part second{other, otherCores};
        if (!(parts_[0] == first) || !(parts_[1] == second)) {
            change(first, second);
        }
    }

    /// None is.
    void end() {
        if (parts_[0].meter != nullptr) {
            change({}, {});
        }
    }

  private:
    struct Part {
        BusyMeter* meter = nullptr;
        uint32_t cores = 0;

        bool operator==(const Part&) const = default;
    };

    void change(const Part& first, const Part& second);

    std::array<Part, 2> parts_{};
};

/// Of all cores of a device.
struct BusyMeters {
    BusyMeter cube;
    BusyMeter vector;
    BusyMeter aicpu;
};

}  // namespace belay::sim
