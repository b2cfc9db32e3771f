#include <gtest/gtest.h>

#include "acl/acl_mdl.h"
#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclRecoverAllHcclTasks_test {
namespace {

// There are none: collective communication is not among what streams take.
TEST(aclRecoverAllHcclTasks, ChangesNothingWithoutSuchTasks) {
    const SetDevice session;
    const DeviceMemory memory(64);
    EXPECT_EQ(aclRecoverAllHcclTasks(0), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtMemset(memory.get(), 64, 1, 64), ACL_SUCCESS);
    onThreadWithoutContext([] { EXPECT_EQ(aclRecoverAllHcclTasks(0), ACL_SUCCESS); });
}

TEST(aclRecoverAllHcclTasks, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclRecoverAllHcclTasks", "'deviceId'",
                            [] { return aclRecoverAllHcclTasks(0); }));
}

TEST(aclRecoverAllHcclTasks, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclRecoverAllHcclTasks",
                            [](int32_t device) { return aclRecoverAllHcclTasks(device); });
}

}  // namespace
}  // namespace belay::test::aclRecoverAllHcclTasks_test
