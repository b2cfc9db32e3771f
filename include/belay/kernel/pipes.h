// The pipes of a core and the flags between them. Instructions of one core run one after the other
// here, so that barriers and flags have no effect but their checks: what would hang or go wrong on
// a card is an error.
#pragma once

#include <cstdint>

#include "belay/kernel/block.h"
#include "belay/kernel/device_functions.h"
#include "belay/kernel/markers.h"
#include "belay/kernel/output.h"

/// The pipes of a core: scalar, vector, matrix, the movers of data, fix-pipe.
enum pipe_t : uint8_t {
    PIPE_S = 0,
    PIPE_V = 1,
    PIPE_M = 2,
    PIPE_MTE1 = 3,
    PIPE_MTE2 = 4,
    PIPE_MTE3 = 5,
    PIPE_ALL = 6,
    PIPE_FIX = 10,
};

/// Events between two pipes.
enum event_t : uint8_t {
    EVENT_ID0 = 0,
    EVENT_ID1,
    EVENT_ID2,
    EVENT_ID3,
    EVENT_ID4,
    EVENT_ID5,
    EVENT_ID6,
    EVENT_ID7,
};

namespace belay::kernel {

inline constexpr int32_t kEventCount = 8;

constexpr const char* nameOf(pipe_t pipe) {
    switch (pipe) {
        case PIPE_S:
            return "PIPE_S";
        case PIPE_V:
            return "PIPE_V";
        case PIPE_M:
            return "PIPE_M";
        case PIPE_MTE1:
            return "PIPE_MTE1";
        case PIPE_MTE2:
            return "PIPE_MTE2";
        case PIPE_MTE3:
            return "PIPE_MTE3";
        case PIPE_ALL:
            return "PIPE_ALL";
        case PIPE_FIX:
            return "PIPE_FIX";
    }
    return "an unknown pipe";
}

constexpr bool isSinglePipe(pipe_t pipe) {
    return pipe <= PIPE_MTE3 || pipe == PIPE_FIX;
}

/// The events of two pipes in BlockRecord::pipeEvents.
inline uint8_t& eventsOf(pipe_t from, pipe_t to) {
    const auto indexOf = [](pipe_t pipe) {
        return pipe == PIPE_FIX ? kPipeCount - 1 : uint32_t{pipe};
    };
    return currentBlock().pipeEvents[kPipeCount * indexOf(from) + indexOf(to)];
}

inline void checkEvent(Place place, const char* function, pipe_t from, pipe_t to, int32_t event) {
    if (!isSinglePipe(from) || !isSinglePipe(to)) {
        fail(place, Failure::kException,
             "%s between %s and %s: a flag goes from one pipe to one other", function, nameOf(from),
             nameOf(to));
    }
    if (event < 0 || event >= kEventCount) {
        fail(place, Failure::kException, "%s from %s to %s: event %d; events are 0 to 7", function,
             nameOf(from), nameOf(to), event);
    }
}

inline void setPipeEvent(Place place, const char* function, pipe_t from, pipe_t to, int32_t event) {
    checkEvent(place, function, from, to, event);
    uint8_t& events = eventsOf(from, to);
    const uint32_t bit = 1U << event;
    if ((events & bit) != 0) {
        fail(place, Failure::kException,
             "%s from %s to %s: event %d is set and nothing has waited for it since", function,
             nameOf(from), nameOf(to), event);
    }
    events = static_cast<uint8_t>(events | bit);
}

inline void waitPipeEvent(Place place, const char* function, pipe_t from, pipe_t to,
                          int32_t event) {
    checkEvent(place, function, from, to, event);
    uint8_t& events = eventsOf(from, to);
    const uint32_t bit = 1U << event;
    if ((events & bit) == 0) {
        fail(place, Failure::kTimeout,
             "%s from %s to %s: nothing has set event %d, this waits for ever", function,
             nameOf(from), nameOf(to), event);
    }
    events = static_cast<uint8_t>(events & ~bit);
}

}  // namespace belay::kernel

/// Tells that what `from` was given is done; `to` waits for it with wait_flag(). Setting an event
/// that is set ends the launch with an exception, waiting for one that is not ends it as a
/// time-out.
inline void set_flag(pipe_t from, pipe_t to, int32_t event,
                     belay::kernel::Place place = belay::kernel::Place::current()) {
    belay::kernel::setPipeEvent(place, "set_flag", from, to, event);
}

inline void wait_flag(pipe_t from, pipe_t to, int32_t event,
                      belay::kernel::Place place = belay::kernel::Place::current()) {
    belay::kernel::waitPipeEvent(place, "wait_flag", from, to, event);
}

/// Waits until a pipe, or PIPE_ALL of them, have done what they were given. Not for PIPE_S, which
/// does one thing after the other and faults on cards when it is told to wait for itself.
inline void pipe_barrier(pipe_t pipe,
                         belay::kernel::Place place = belay::kernel::Place::current()) {
    if (pipe == PIPE_S || (pipe != PIPE_ALL && !belay::kernel::isSinglePipe(pipe))) {
        belay::kernel::fail(place, belay::kernel::Failure::kException,
                            "pipe_barrier for %s: there is no such barrier",
                            belay::kernel::nameOf(pipe));
    }
    asm volatile("" ::: "memory");
}

namespace AscendC {

using TEventID = int8_t;

/// The pairs of pipes that a flag can go between: from_to.
enum class HardEvent : uint8_t {
#define BELAY_HARD_EVENT(from, to) from##_##to,
#include "belay/kernel/hard_events.inc"
#undef BELAY_HARD_EVENT
};

}  // namespace AscendC

namespace belay::kernel {

struct PipePair {
    pipe_t from;
    pipe_t to;
};

inline constexpr PipePair kPipePairs[] = {
#define BELAY_HARD_EVENT(from, to) {PIPE_##from, PIPE_##to},
#include "belay/kernel/hard_events.inc"
#undef BELAY_HARD_EVENT
};

constexpr PipePair pipesOf(AscendC::HardEvent event) {
    return kPipePairs[static_cast<uint8_t>(event)];
}

}  // namespace belay::kernel

namespace AscendC {

/// set_flag() and wait_flag() for two pipes by the name of the pair.
template <HardEvent event>
void SetFlag(int32_t eventID, belay::kernel::Place place = belay::kernel::Place::current()) {
    constexpr belay::kernel::PipePair kPipes = belay::kernel::pipesOf(event);
    belay::kernel::setPipeEvent(place, "SetFlag", kPipes.from, kPipes.to, eventID);
}

template <HardEvent event>
void WaitFlag(int32_t eventID, belay::kernel::Place place = belay::kernel::Place::current()) {
    constexpr belay::kernel::PipePair kPipes = belay::kernel::pipesOf(event);
    belay::kernel::waitPipeEvent(place, "WaitFlag", kPipes.from, kPipes.to, eventID);
}

/// The same as an object.
template <pipe_t from, pipe_t to>
class TQueSync {
  public:
    void SetFlag(TEventID id, belay::kernel::Place place = belay::kernel::Place::current()) {
        belay::kernel::setPipeEvent(place, "TQueSync::SetFlag", from, to, id);
    }

    void WaitFlag(TEventID id, belay::kernel::Place place = belay::kernel::Place::current()) {
        belay::kernel::waitPipeEvent(place, "TQueSync::WaitFlag", from, to, id);
    }
};

/// pipe_barrier() for a pipe that is known beforehand.
template <pipe_t pipe>
void PipeBarrier() {
    static_assert(pipe == PIPE_ALL || (pipe != PIPE_S && belay::kernel::isSinglePipe(pipe)),
                  "there is a barrier for every pipe but PIPE_S, and for PIPE_ALL");
    pipe_barrier(pipe);
}

/// Which memory DataSyncBarrier() waits for.
enum class MemDsbT : uint8_t { ALL = 0, DDR = 1, UB = 2, SEQ = 3 };

/// Waits until what was read and written before is done, also for other cores to see.
template <MemDsbT memory>
void DataSyncBarrier() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

}  // namespace AscendC
