// Kernels that use the language of kernels: what they print, how they fail, how they wait for each
// other.
#include <cassert>

#include "kernel_operator.h"

namespace {

// The caller's number among all cores of the launch: cube cores first, where there are any.
__aicore__ uint32_t place(uint32_t cubes) {
    const auto index = static_cast<uint32_t>(AscendC::GetBlockIdx());
    return g_coreType == AscendC::AIC ? index : cubes + index;
}

// Each core notes the round at its place, waits for the others and looks whether all have done the
// same. What it has seen wrong it counts behind the notes.
template <bool isAIVOnly>
__aicore__ void meet(__gm__ uint32_t* notes, uint32_t me, uint32_t cores, uint32_t rounds) {
    __gm__ volatile uint32_t* seen = notes;
    uint32_t wrong = 0;
    for (uint32_t round = 1; round <= rounds; ++round) {
        seen[me] = round;
        AscendC::SyncAll<isAIVOnly>();
        for (uint32_t i = 0; i < cores; ++i) {
            wrong += seen[i] != round ? 1 : 0;
        }
        AscendC::SyncAll<isAIVOnly>();
    }
    seen[cores + me] = wrong;
}

// Cube and vector cores of a block take turns at a number: the cube core adds 1, then the vector
// cores add 10 each at places of their own, then the cube core takes these.
__aicore__ void takeTurns(__gm__ uint64_t* numbers, uint32_t rounds) {
    constexpr uint16_t kToVectors = 3;
    constexpr uint16_t kToCube = 4;
    const auto block = static_cast<uint32_t>(AscendC::GetBlockIdx() / AscendC::GetTaskRatio());
    __gm__ volatile uint64_t* mine = numbers + 4 * block;
    for (uint32_t round = 0; round < rounds; ++round) {
        if ASCEND_IS_AIC {
            mine[0] = mine[0] + 1;
            AscendC::CrossCoreSetFlag<2, PIPE_FIX>(kToVectors);
            AscendC::CrossCoreWaitFlag(kToCube);
            mine[0] = mine[0] + mine[1] + mine[2];
        } else {
            AscendC::CrossCoreWaitFlag(kToVectors);
            mine[1 + AscendC::GetSubBlockIdx()] = 10 * mine[0];
            AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(kToCube);
        }
    }
}

}  // namespace

extern "C" {

__global__ __aicore__ void printValues(half h, bfloat16_t b, int64_t n, float f, bool isTrue) {
    AscendC::printf("%f %.1f %d %.2f %d %s\n", h, b, n, f, isTrue, "text");
    AscendC::PRINTF("%u %x\n", uint8_t{255}, uint64_t{1} << 40);
    printf("plain\n");
    printf("%d of C\n", 7);
}

__global__ __aicore__ void printBlock() {
    AscendC::printf("block %d of %d\n", AscendC::GetBlockIdx(), AscendC::GetBlockNum());
}

__global__ __aicore__ void assertBelow(uint32_t value, uint32_t limit) {
    ascendc_assert(value < limit, "the value is %u", value);
}

__global__ __aicore__ void assertOfC(uint32_t value) {
    assert(value != 5);
}

__global__ __aicore__ void trap() {
    AscendC::Trap();
}

__global__ __aicore__ void meetVectors(__gm__ uint32_t* notes, uint32_t cores, uint32_t rounds) {
    meet<true>(notes, static_cast<uint32_t>(AscendC::GetBlockIdx()), cores, rounds);
}

__global__ __aicore__ __cube__ void meetCubes(__gm__ uint32_t* notes, uint32_t cores,
                                              uint32_t rounds) {
    meet<false>(notes, static_cast<uint32_t>(AscendC::GetBlockIdx()), cores, rounds);
}

__global__ __aicore__ __mix__(1, 1) void meetAll11(__gm__ uint32_t* notes, uint32_t cores,
                                                   uint32_t rounds) {
    meet<false>(notes, place(cores / 2), cores, rounds);
}

__global__ __aicore__ __mix__(1, 2) void meetAll12(__gm__ uint32_t* notes, uint32_t cores,
                                                   uint32_t rounds) {
    meet<false>(notes, place(cores / 3), cores, rounds);
}

// One block goes without waiting for the others.
__global__ __aicore__ void meetWithoutOne(uint32_t absent) {
    if (AscendC::GetBlockIdx() != absent) {
        AscendC::SyncAll();
    }
}

__global__ __aicore__ __mix__(1, 1) void takeTurns11(__gm__ uint64_t* numbers, uint32_t rounds) {
    takeTurns(numbers, rounds);
}

__global__ __aicore__ __mix__(1, 2) void takeTurns12(__gm__ uint64_t* numbers, uint32_t rounds) {
    takeTurns(numbers, rounds);
}

// The vector cores of a block wait for each other, then those of all blocks do.
__global__ __aicore__ __mix__(1, 2) void setAmongVectors(__gm__ uint32_t* notes) {
    if ASCEND_IS_AIV {
        __gm__ volatile uint32_t* seen = notes;
        const auto me = static_cast<uint32_t>(AscendC::GetBlockIdx());
        const auto count = static_cast<uint32_t>(2 * AscendC::GetBlockNum());
        seen[me] = 1;
        AscendC::CrossCoreSetFlag<1, PIPE_MTE3>(5);
        AscendC::CrossCoreWaitFlag(5);
        const bool hasSibling = seen[me ^ 1U] != 0;
        AscendC::CrossCoreSetFlag<0, PIPE_MTE3>(6);
        AscendC::CrossCoreWaitFlag(6);
        uint32_t arrived = 0;
        for (uint32_t i = 0; i < count; ++i) {
            arrived += seen[i] != 0 ? 1 : 0;
        }
        seen[count + me] = hasSibling && arrived == count ? 1 : 0;
    }
}

// The cube core sets a flag; the vector core waits for it as often, if it can be set so often.
__global__ __aicore__ __mix__(1, 1) void setTooOften(uint32_t times) {
    if ASCEND_IS_AIC {
        for (uint32_t i = 0; i < times; ++i) {
            AscendC::CrossCoreSetFlag<2, PIPE_FIX>(1);
        }
    } else {
        for (uint32_t i = 0; i < times && times <= 15; ++i) {
            AscendC::CrossCoreWaitFlag(1);
        }
    }
}

__global__ __aicore__ __mix__(1, 1) void waitForNobody() {
    if ASCEND_IS_AIV {
        AscendC::CrossCoreWaitFlag(2);
    }
}

__global__ __aicore__ void usePipes(__gm__ uint32_t* done) {
    for (int i = 0; i < 3; ++i) {
        AscendC::SetFlag<AscendC::HardEvent::MTE2_V>(EVENT_ID0);
        set_flag(PIPE_V, PIPE_MTE3, EVENT_ID7);
        AscendC::WaitFlag<AscendC::HardEvent::MTE2_V>(EVENT_ID0);
        AscendC::PipeBarrier<PIPE_V>();
        wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID7);
    }
    pipe_barrier(PIPE_ALL);
    *done = 1;
}

__global__ __aicore__ void waitForNoEvent() {
    AscendC::WaitFlag<AscendC::HardEvent::MTE3_MTE2>(EVENT_ID2);
}

__global__ __aicore__ void setEventTwice() {
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
}

__global__ __aicore__ void setEvent(int32_t event) {
    AscendC::SetFlag<AscendC::HardEvent::MTE2_V>(event);
}

__global__ __aicore__ void halfAxpy(__gm__ half* y, __gm__ const half* x, half a, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        y[i] += a * x[i];
    }
}

__global__ __aicore__ void toBfloat16(__gm__ bfloat16_t* to, __gm__ const float* from,
                                      uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        to[i] = AscendC::ToBfloat16(from[i]);
    }
}

__global__ __aicore__ void readClock(__gm__ int64_t* steps) {
    const int64_t start = AscendC::GetSystemCycle();
    int64_t now = start;
    while (now == start) {
        now = AscendC::GetSystemCycle();
    }
    *steps = now - start;
}
}
