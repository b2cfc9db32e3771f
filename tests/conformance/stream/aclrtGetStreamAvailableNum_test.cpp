#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetStreamAvailableNum_test {
namespace {

uint32_t available() {
    uint32_t count = 0;
    EXPECT_EQ(aclrtGetStreamAvailableNum(&count), ACL_SUCCESS);
    return count;
}

TEST(aclrtGetStreamAvailableNum, CountsStreams) {
    const SetDevice session;
    const uint32_t before = available();
    EXPECT_GT(before, 0U);
    {
        const OwnedStream first;
        const OwnedStream second;
        EXPECT_EQ(available(), before - 2);
    }
    EXPECT_EQ(available(), before);
}

TEST(aclrtGetStreamAvailableNum, NothingIsLostWithAReset) {
    uint32_t before = 0;
    {
        const SetDevice session;
        before = available();
        OwnedStream().release();
    }
    const SetDevice session;
    EXPECT_EQ(available(), before);
}

TEST(aclrtGetStreamAvailableNum, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetStreamAvailableNum", "streamCount",
                        [] { return aclrtGetStreamAvailableNum(nullptr); }));
}

TEST(aclrtGetStreamAvailableNum, NeedsAContext) {
    expectNeedsContext("aclrtGetStreamAvailableNum", [] {
        uint32_t count = 42;
        const aclError result = aclrtGetStreamAvailableNum(&count);
        EXPECT_EQ(count, 42U);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetStreamAvailableNum_test
