#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceL2CacheFlush_test {
namespace {

TEST(aclrtDeviceL2CacheFlush, ChangesNothingThatCanBeSeen) {
    const SetDevice session;
    const DeviceMemory memory(4096);
    put(memory.get(), pattern(4096));
    EXPECT_EQ(aclrtDeviceL2CacheFlush(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(fetch(memory.get(), 4096), pattern(4096));
}

TEST(aclrtDeviceL2CacheFlush, ReservedArgumentMustBeNull) {
    const SetDevice session;
    int anything = 0;
    EXPECT_TRUE(refused("aclrtDeviceL2CacheFlush", "rsv",
                        [&] { return aclrtDeviceL2CacheFlush(&anything); }));
}

TEST(aclrtDeviceL2CacheFlush, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtDeviceL2CacheFlush", [] { return aclrtDeviceL2CacheFlush(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtDeviceL2CacheFlush_test
