#include <gtest/gtest.h>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtGetDeviceCount_test {
namespace {

TEST(aclrtGetDeviceCount, AllOfThemCanBeSet) {
    const uint32_t count = deviceCount();
    ASSERT_GE(count, 1U);
    for (uint32_t device = 0; device < count; ++device) {
        const SetDevice session(static_cast<int32_t>(device));
    }
    EXPECT_EQ(aclrtSetDevice(static_cast<int32_t>(count)), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST(aclrtGetDeviceCount, WorksBeforeInitAndAfterFinalize) {
    expectEndsWell([] {
        const uint32_t count = deviceCount();
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(deviceCount(), count);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(deviceCount(), count);
    });
}

TEST(aclrtGetDeviceCount, NullIsRefused) {
    EXPECT_TRUE(
        refused("aclrtGetDeviceCount", "count", [] { return aclrtGetDeviceCount(nullptr); }));
}

TEST(aclrtGetDeviceCount, ThreadsAgree) {
    expectEndsWell([] {
        onThreads(8, [](size_t) {
            for (int i = 0; i < 100; ++i) {
                ASSERT_GE(deviceCount(), 1U);
            }
        });
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceCount_test
