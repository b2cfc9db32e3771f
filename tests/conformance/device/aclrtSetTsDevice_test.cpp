#include <gtest/gtest.h>

#include <climits>
#include <string>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetTsDevice_test {
namespace {

TEST(aclrtSetTsDevice, EitherSchedulerMayBeChosen) {
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_AICORE), ACL_SUCCESS);
}

// There is one scheduler, so the choice makes no difference.
TEST(aclrtSetTsDevice, WorkGoesOnAsBefore) {
    const SetDevice session;
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR), ACL_SUCCESS);
    const DeviceMemory memory(64);
    const OwnedStream stream;
    EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 7, 64, stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, 7));
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_AICORE), ACL_SUCCESS);
}

TEST(aclrtSetTsDevice, NumberOfNoSchedulerIsRefused) {
    for (const int number : {-1, 2, 3, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetTsDevice", "'tsId'", [&] {
            return aclrtSetTsDevice(enumOf<aclrtTsId>(number));
        })) << number;
    }
}

}  // namespace
}  // namespace belay::test::aclrtSetTsDevice_test
