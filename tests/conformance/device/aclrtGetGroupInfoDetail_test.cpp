#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetGroupInfoDetail_test {
namespace {

// Nobody can have made one, and what it points to is not looked at.
aclrtGroupInfo* anyGroupInfo() {
    static int place = 0;
    return reinterpret_cast<aclrtGroupInfo*>(&place);
}

TEST(aclrtGetGroupInfoDetail, IsNotSupported) {
    const SetDevice session;
    int32_t value = 42;
    size_t bytes = 43;
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtGetGroupInfoDetail", "groups", [&] {
            return aclrtGetGroupInfoDetail(anyGroupInfo(), 0, ACL_GROUP_AICORE_INT, &value,
                                           sizeof value, &bytes);
        }));
    EXPECT_EQ(value, 42);
    EXPECT_EQ(bytes, 43U);
}

TEST(aclrtGetGroupInfoDetail, NullIsRefused) {
    int32_t value = 42;
    size_t bytes = 43;
    EXPECT_TRUE(refused("aclrtGetGroupInfoDetail", "groupInfo", [&] {
        return aclrtGetGroupInfoDetail(nullptr, 0, ACL_GROUP_AICORE_INT, &value, 4, &bytes);
    }));
    EXPECT_TRUE(refused("aclrtGetGroupInfoDetail", "attrValue", [&] {
        return aclrtGetGroupInfoDetail(anyGroupInfo(), 0, ACL_GROUP_AICORE_INT, nullptr, 4, &bytes);
    }));
    EXPECT_TRUE(refused("aclrtGetGroupInfoDetail", "paramRetSize", [&] {
        return aclrtGetGroupInfoDetail(anyGroupInfo(), 0, ACL_GROUP_AICORE_INT, &value, 4, nullptr);
    }));
}

TEST(aclrtGetGroupInfoDetail, UnknownPropertyIsRefused) {
    int32_t value = 42;
    size_t bytes = 43;
    for (const int number : {-1, 6, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refused("aclrtGetGroupInfoDetail", "attr", [&] {
            return aclrtGetGroupInfoDetail(anyGroupInfo(), 0, enumOf<aclrtGroupAttr>(number),
                                           &value, 4, &bytes);
        })) << number;
    }
}

}  // namespace
}  // namespace belay::test::aclrtGetGroupInfoDetail_test
