#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetSysParamOpt_test {
namespace {

int64_t value(aclSysParamOpt opt) {
    int64_t result = -42;
    EXPECT_EQ(aclrtGetSysParamOpt(opt, &result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtSetSysParamOpt, IsOfTheProcessAndOfNoContext) {
    expectEndsWell([] {
        onThreadWithoutContext(
            [] { EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS); });
        EXPECT_EQ(value(ACL_OPT_DETERMINISTIC), 1);
        const SetDevice session;
        int64_t result = 42;
        EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &result),
                  ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
        EXPECT_EQ(result, 42);
    });
}

TEST(aclrtSetSysParamOpt, EachParameterStandsForItself) {
    ASSERT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, 0), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(value(ACL_OPT_DETERMINISTIC), 1);
    EXPECT_EQ(value(ACL_OPT_ENABLE_DEBUG_KERNEL), 0);
}

TEST(aclrtSetSysParamOpt, OnlyOnAndOffAreTaken) {
    ASSERT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    for (const int64_t bad : {int64_t{2}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetSysParamOpt", "'value'", [&] {
            return aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, bad);
        })) << bad;
    }
    EXPECT_EQ(value(ACL_OPT_DETERMINISTIC), 1);
}

TEST(aclrtSetSysParamOpt, UnknownParameterIsRefused) {
    for (const int number : {-1, 4, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetSysParamOpt", "'opt'", [&] {
            return aclrtSetSysParamOpt(enumOf<aclSysParamOpt>(number), 1);
        })) << number;
    }
}

}  // namespace
}  // namespace belay::test::aclrtSetSysParamOpt_test
