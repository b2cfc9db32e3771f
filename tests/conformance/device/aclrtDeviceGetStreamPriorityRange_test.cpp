#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtDeviceGetStreamPriorityRange_test {
namespace {

TEST(aclrtDeviceGetStreamPriorityRange, IsSevenToZero) {
    const SetDevice session;
    int32_t least = -1;
    int32_t greatest = -1;
    EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(&least, &greatest), ACL_SUCCESS);
    EXPECT_EQ(least, 7);
    EXPECT_EQ(greatest, 0);
}

TEST(aclrtDeviceGetStreamPriorityRange, EitherMayBeLeftOut) {
    const SetDevice session;
    int32_t least = -1;
    int32_t greatest = -1;
    EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(&least, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(nullptr, &greatest), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(nullptr, nullptr), ACL_SUCCESS);
    EXPECT_EQ(least, 7);
    EXPECT_EQ(greatest, 0);
}

TEST(aclrtDeviceGetStreamPriorityRange, NeedsAContext) {
    expectNeedsContext("aclrtDeviceGetStreamPriorityRange", [] {
        int32_t least = 42;
        int32_t greatest = 43;
        const aclError result = aclrtDeviceGetStreamPriorityRange(&least, &greatest);
        EXPECT_EQ(least, 42);
        EXPECT_EQ(greatest, 43);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetStreamPriorityRange_test
