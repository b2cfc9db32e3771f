#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetGroupCount_test {
namespace {

TEST(aclrtGetGroupCount, IsNotSupported) {
    const SetDevice session;
    uint32_t count = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtGetGroupCount", "groups",
                            [&] { return aclrtGetGroupCount(&count); }));
    EXPECT_EQ(count, 42U);
}

TEST(aclrtGetGroupCount, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetGroupCount", "count", [] { return aclrtGetGroupCount(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetGroupCount_test
