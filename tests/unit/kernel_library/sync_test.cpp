#include "belay/kernel/sync.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/kernel_library/device.h"

namespace belay::test {
namespace {

using kernel::Failure;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

class Sync : public DeviceTest {};

TEST_F(Sync, VectorCoresWaitForEachOtherOrForAll) {
    AscendC::SyncAll();
    AscendC::SyncAll<true>();
    AscendC::SyncAll<false>();
    EXPECT_THAT(device().calls, ElementsAre("sync vectors", "sync vectors", "sync all"));
}

TEST_F(Sync, CubeCoresDoNotWaitForVectorCoresOnly) {
    device().block.side = kernel::Side::kCube;
    AscendC::SyncAll();
    AscendC::SyncAll<false>();
    EXPECT_THAT(device().calls, ElementsAre("sync all"));
}

TEST_F(Sync, FlagsReachTheDevice) {
    AscendC::CrossCoreSetFlag<0, PIPE_MTE3>(0);
    AscendC::CrossCoreSetFlag<1, PIPE_V>(5);
    AscendC::CrossCoreSetFlag<2, PIPE_FIX>(10);
    AscendC::CrossCoreWaitFlag(10);
    AscendC::CrossCoreWaitFlag<2, PIPE_V>(5);
    ffts_cross_core_sync(PIPE_MTE3, 1 | (2 << 4) | (15 << 8));
    wait_flag_dev(15);
    EXPECT_THAT(device().calls, ElementsAre("set 0 0", "set 1 5", "set 2 10", "wait 10", "wait 5",
                                            "set 2 15", "wait 15"));
}

TEST_F(Sync, FlagsAreChecked) {
    EXPECT_THAT(
        failureOf([] { AscendC::CrossCoreSetFlag<2, PIPE_FIX>(11); }).text,
        ContainsRegex("sync_test.cpp:[0-9]+: CrossCoreSetFlag: flag 11; flags are 0 to 10"));
    EXPECT_THAT(failureOf([] { AscendC::CrossCoreWaitFlag(11); }).text,
                HasSubstr("CrossCoreWaitFlag: flag 11"));
    EXPECT_THAT(failureOf([] { wait_flag_dev(16); }).text, HasSubstr("flags are 0 to 15"));
    for (const int config : {0, 1 | (3 << 4), 1 | (1 << 12), 3}) {
        const Failed failed =
            failureOf([&] { ffts_cross_core_sync(PIPE_V, static_cast<uint64_t>(config)); });
        EXPECT_EQ(failed.failure, Failure::kException);
        EXPECT_THAT(failed.text, HasSubstr("config"));
    }
    EXPECT_TRUE(device().calls.empty());
}

TEST_F(Sync, TheBaseOfFlagsIsTakenFromAnywhere) {
    set_ffts_base_addr(0);
    AscendC::SetSyncBaseAddr(0x1000);
    EXPECT_TRUE(device().calls.empty());
}

}  // namespace
}  // namespace belay::test
