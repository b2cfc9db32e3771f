// Waiting for other cores of the launch. However many blocks it has, those that wait make room for
// the others; a launch in which nobody can go on ends as a time-out.
#pragma once

#include <cstdint>

#include "belay/kernel/block.h"
#include "belay/kernel/device_functions.h"
#include "belay/kernel/markers.h"
#include "belay/kernel/output.h"
#include "belay/kernel/pipes.h"

namespace belay::kernel {

/// Flags that kernels may use by CrossCoreSetFlag(); on cards the others belong to SyncAll().
inline constexpr uint32_t kOwnCoreFlags = 11;

inline void checkCoreFlag(Place place, const char* function, uint64_t flag, uint32_t count) {
    if (flag >= count) {
        fail(place, Failure::kException, "%s: flag %llu; flags are 0 to %u", function,
             static_cast<unsigned long long>(flag), count - 1);
    }
}

}  // namespace belay::kernel

namespace AscendC {

/// Waits until all vector cores of the launch have come to it, and with isAIVOnly false all cube
/// cores, too. Cube cores that call it with isAIVOnly true go on at once.
template <bool isAIVOnly = true>
void SyncAll() {
    const bool isCube = belay::kernel::currentBlock().side == belay::kernel::Side::kCube;
    if (!isAIVOnly || !isCube) {
        belaySyncCores(isAIVOnly);
    }
}

/// Counts a flag up at other cores, which wait for it with CrossCoreWaitFlag(). Mode 0: when all
/// cores of the caller's kind have set it, at each of them. 1: the same among the vector cores that
/// share a block. 2: what the cube core sets, at the vector cores of its block; when all these have
/// set it, at the cube core. Flags are 0 to 10, and are set at most 15 times before they are waited
/// for. The pipe does not matter here.
template <uint8_t modeId, pipe_t pipe>
void CrossCoreSetFlag(uint16_t flagId,
                      belay::kernel::Place place = belay::kernel::Place::current()) {
    static_assert(modeId <= 2, "modes between cores are 0, 1 and 2");
    static_assert(pipe != PIPE_ALL && pipe != PIPE_S,
                  "a flag to other cores comes from one pipe, and not from PIPE_S");
    belay::kernel::checkCoreFlag(place, "CrossCoreSetFlag", flagId, belay::kernel::kOwnCoreFlags);
    belaySetCoreFlag(static_cast<belay::kernel::FlagMode>(modeId), flagId);
}

/// Waits until a flag has been set for the calling core, and counts it down. Mode and pipe do not
/// matter here.
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
void CrossCoreWaitFlag(uint16_t flagId,
                       belay::kernel::Place place = belay::kernel::Place::current()) {
    static_assert(modeId <= 2, "modes between cores are 0, 1 and 2");
    belay::kernel::checkCoreFlag(place, "CrossCoreWaitFlag", flagId, belay::kernel::kOwnCoreFlags);
    belayWaitCoreFlag(flagId);
}

/// Where cards keep the flags between cores. Not needed here.
inline void SetSyncBaseAddr(uint64_t) {}

}  // namespace AscendC

/// Where cards keep the flags between cores. Not needed here.
inline void set_ffts_base_addr(uint64_t) {}

/// CrossCoreSetFlag() with everything in one number: 1, the mode from bit 4, the flag, 0 to 15,
/// from bit 8.
inline void ffts_cross_core_sync(pipe_t, uint64_t config,
                                 belay::kernel::Place place = belay::kernel::Place::current()) {
    const uint64_t mode = (config >> 4) & 0x3U;
    const uint64_t flag = (config >> 8) & 0xFU;
    if ((config & ~uint64_t{0xF30}) != 1 || mode > 2) {
        belay::kernel::fail(place, belay::kernel::Failure::kException,
                            "ffts_cross_core_sync: config is %#llx; it is 1 and a mode of 0 to 2 "
                            "from bit 4 and a flag from bit 8",
                            static_cast<unsigned long long>(config));
    }
    belaySetCoreFlag(static_cast<belay::kernel::FlagMode>(mode), static_cast<uint32_t>(flag));
}

/// CrossCoreWaitFlag() for flags 0 to 15.
inline void wait_flag_dev(uint64_t flag,
                          belay::kernel::Place place = belay::kernel::Place::current()) {
    belay::kernel::checkCoreFlag(place, "wait_flag_dev", flag, belay::kernel::kCoreFlagCount);
    belayWaitCoreFlag(static_cast<uint32_t>(flag));
}
