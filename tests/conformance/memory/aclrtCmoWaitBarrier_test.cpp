#include "support/device.h"

namespace belay::test::aclrtCmoWaitBarrier_test {
namespace {

aclrtBarrierTaskInfo barriers(size_t count) {
    aclrtBarrierTaskInfo info{};
    info.barrierNum = count;
    for (aclrtBarrierCmoInfo& barrier : info.cmoInfo) {
        barrier = {ACL_RT_CMO_TYPE_INVALID, 1};
    }
    return info;
}

TEST(aclrtCmoWaitBarrier, IsNotSupportedByTheChip) {
    const SetDevice device;
    aclrtBarrierTaskInfo info = barriers(6);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCmoWaitBarrier",
                            "not supported by this chip",
                            [&] { return aclrtCmoWaitBarrier(&info, nullptr, 0); }));
}

TEST(aclrtCmoWaitBarrier, BadArgumentsAreRefusedFirst) {
    const SetDevice device;
    EXPECT_TRUE(refused("aclrtCmoWaitBarrier", "taskInfo",
                        [] { return aclrtCmoWaitBarrier(nullptr, nullptr, 0); }));
    for (const size_t count : {size_t{0}, size_t{7}}) {
        aclrtBarrierTaskInfo info = barriers(count);
        EXPECT_TRUE(refused("aclrtCmoWaitBarrier", "taskInfo",
                            [&] { return aclrtCmoWaitBarrier(&info, nullptr, 0); }));
    }
    aclrtBarrierTaskInfo info = barriers(2);
    EXPECT_TRUE(refused("aclrtCmoWaitBarrier", "flag",
                        [&] { return aclrtCmoWaitBarrier(&info, nullptr, 1); }));
    info.cmoInfo[1].cmoType = ACL_RT_CMO_TYPE_FLUSH;
    EXPECT_TRUE(refused("aclrtCmoWaitBarrier", "taskInfo",
                        [&] { return aclrtCmoWaitBarrier(&info, nullptr, 0); }));
}

}  // namespace
}  // namespace belay::test::aclrtCmoWaitBarrier_test
