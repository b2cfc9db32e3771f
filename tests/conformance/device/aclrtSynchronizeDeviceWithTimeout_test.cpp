#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSynchronizeDeviceWithTimeout_test {
namespace {

constexpr const char* kName = "aclrtSynchronizeDeviceWithTimeout";

TEST(aclrtSynchronizeDeviceWithTimeout, WithoutWorkReturns) {
    const SetDevice session;
    for (const int32_t timeout : {1, 1000, INT32_MAX, -1}) {
        EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(timeout), ACL_SUCCESS) << timeout;
    }
}

TEST(aclrtSynchronizeDeviceWithTimeout, GivesUpAfterTheTime) {
    const SetDevice session;
    HeldStream held;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, kName, "in time",
                            [] { return aclrtSynchronizeDeviceWithTimeout(20); }));
    held.open();
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(60'000), ACL_SUCCESS);
    EXPECT_FALSE(isBusy(held.get()));
}

TEST(aclrtSynchronizeDeviceWithTimeout, WaitsForWork) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(60'000), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtSynchronizeDeviceWithTimeout, OtherLimitsAreRefused) {
    const SetDevice session;
    expectRefusesBadTimeouts(kName, aclrtSynchronizeDeviceWithTimeout);
}

TEST(aclrtSynchronizeDeviceWithTimeout, NeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSynchronizeDeviceWithTimeout(-1); });
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeDeviceWithTimeout_test
