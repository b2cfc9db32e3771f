#include "belay/kernel/pipes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/kernel_library/device.h"

namespace belay::test {
namespace {

using AscendC::HardEvent;
using AscendC::SetFlag;
using AscendC::WaitFlag;
using kernel::Failure;
using testing::AllOf;
using testing::HasSubstr;

class Pipes : public DeviceTest {};

TEST_F(Pipes, AFlagIsSetAndWaitedForAgainAndAgain) {
    for (int i = 0; i < 3; ++i) {
        for (int32_t event = 0; event < 8; ++event) {
            SetFlag<HardEvent::MTE2_V>(event);
        }
        for (int32_t event = 0; event < 8; ++event) {
            WaitFlag<HardEvent::MTE2_V>(event);
        }
    }
}

TEST_F(Pipes, EachPairHasFlagsOfItsOwn) {
    SetFlag<HardEvent::MTE2_V>(1);
    SetFlag<HardEvent::V_MTE2>(1);
    SetFlag<HardEvent::M_FIX>(1);
    set_flag(PIPE_V, PIPE_V, EVENT_ID1);
    EXPECT_EQ(failureOf([] { WaitFlag<HardEvent::MTE2_MTE1>(1); }).failure, Failure::kTimeout);
    WaitFlag<HardEvent::M_FIX>(1);
    WaitFlag<HardEvent::V_V>(1);
    wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID1);
    WaitFlag<HardEvent::MTE2_V>(1);
}

TEST_F(Pipes, WaitingForWhatNothingSetsIsATimeout) {
    const int line = __LINE__ + 1;
    const Failed failed = failureOf([] { WaitFlag<HardEvent::V_MTE3>(3); });
    EXPECT_EQ(failed.failure, Failure::kTimeout);
    EXPECT_THAT(failed.text, HasSubstr("pipes_test.cpp:" + std::to_string(line) + ": WaitFlag"));
    EXPECT_THAT(failed.text, AllOf(HasSubstr("WaitFlag"), HasSubstr("PIPE_V to PIPE_MTE3"),
                                   HasSubstr("event 3")));
    SetFlag<HardEvent::V_MTE3>(3);
    WaitFlag<HardEvent::V_MTE3>(3);
    EXPECT_EQ(failureOf([] { wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID3); }).failure,
              Failure::kTimeout);
}

TEST_F(Pipes, SettingAFlagTwiceIsAnException) {
    AscendC::TQueSync<PIPE_S, PIPE_MTE3> sync;
    sync.SetFlag(2);
    const Failed failed = failureOf([&] { sync.SetFlag(2); });
    EXPECT_EQ(failed.failure, Failure::kException);
    EXPECT_THAT(failed.text, AllOf(HasSubstr("PIPE_S to PIPE_MTE3"), HasSubstr("event 2 is set")));
    sync.WaitFlag(2);
}

TEST_F(Pipes, EventsAndPipesAreChecked) {
    for (const int32_t event : {-1, 8, 1000}) {
        const Failed failed = failureOf([&] { SetFlag<HardEvent::MTE2_V>(event); });
        EXPECT_EQ(failed.failure, Failure::kException);
        EXPECT_THAT(failed.text, HasSubstr("event " + std::to_string(event)));
        EXPECT_EQ(failureOf([&] { WaitFlag<HardEvent::MTE2_V>(event); }).failure,
                  Failure::kException);
    }
    EXPECT_THAT(failureOf([] { set_flag(PIPE_ALL, PIPE_V, EVENT_ID0); }).text,
                HasSubstr("PIPE_ALL"));
    EXPECT_THAT(failureOf([] { wait_flag(PIPE_V, static_cast<pipe_t>(9), EVENT_ID0); }).text,
                HasSubstr("an unknown pipe"));
}

TEST_F(Pipes, EveryPipeButTheScalarOneHasABarrier) {
    for (const pipe_t pipe :
         {PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_FIX, PIPE_ALL}) {
        pipe_barrier(pipe);
    }
    AscendC::PipeBarrier<PIPE_V>();
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataSyncBarrier<AscendC::MemDsbT::ALL>();
    EXPECT_THAT(failureOf([] { pipe_barrier(PIPE_S); }).text, HasSubstr("PIPE_S"));
}

}  // namespace
}  // namespace belay::test
