#include <gtest/gtest.h>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtGetVersion_test {
namespace {

TEST(aclrtGetVersion, IsThatOfTheHeaders) {
    int32_t major = -1;
    int32_t minor = -1;
    int32_t patch = -1;
    EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
    EXPECT_EQ(major, ACL_MAJOR_VERSION);
    EXPECT_EQ(minor, ACL_MINOR_VERSION);
    EXPECT_EQ(patch, ACL_PATCH_VERSION);
}

TEST(aclrtGetVersion, EachNullResultIsRefused) {
    int32_t first = -1;
    int32_t second = -1;
    EXPECT_TRUE(refused("aclrtGetVersion", "majorVersion",
                        [&] { return aclrtGetVersion(nullptr, &first, &second); }));
    EXPECT_TRUE(refused("aclrtGetVersion", "minorVersion",
                        [&] { return aclrtGetVersion(&first, nullptr, &second); }));
    EXPECT_TRUE(refused("aclrtGetVersion", "patchVersion",
                        [&] { return aclrtGetVersion(&first, &second, nullptr); }));
    EXPECT_EQ(first, -1);
    EXPECT_EQ(second, -1);
}

TEST(aclrtGetVersion, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 500; ++i) {
            int32_t major = -1;
            int32_t minor = -1;
            int32_t patch = -1;
            ASSERT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
            ASSERT_EQ(major, ACL_MAJOR_VERSION);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetVersion_test
