#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtCtxSetSysParamOpt_test {
namespace {

int64_t value(aclSysParamOpt opt) {
    int64_t result = -42;
    EXPECT_EQ(aclrtCtxGetSysParamOpt(opt, &result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtCtxSetSysParamOpt, IsOfOneContextOnAllThreads) {
    const SetDevice session;
    ASSERT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    const aclrtContext context = currentContext();
    onThreadWithoutContext([context] {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        EXPECT_EQ(value(ACL_OPT_DETERMINISTIC), 1);
    });
    const OwnedContext other = makeContext();
    const ContextScope scope(other.get());
    int64_t result = 42;
    EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &result),
              ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
    EXPECT_EQ(result, 42);
    forgetErrors();
}

TEST(aclrtCtxSetSysParamOpt, EachParameterStandsForItself) {
    const SetDevice session;
    ASSERT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, 0), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(value(ACL_OPT_DETERMINISTIC), 1);
    EXPECT_EQ(value(ACL_OPT_ENABLE_DEBUG_KERNEL), 0);
}

TEST(aclrtCtxSetSysParamOpt, OnlyOnAndOffAreTaken) {
    const SetDevice session;
    ASSERT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    for (const int64_t bad : {int64_t{2}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCtxSetSysParamOpt", "'value'",
                                [&] { return aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, bad); }))
            << bad;
    }
    EXPECT_EQ(value(ACL_OPT_DETERMINISTIC), 1);
}

TEST(aclrtCtxSetSysParamOpt, UnknownParameterIsRefused) {
    const SetDevice session;
    for (const int number : {-1, 4, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCtxSetSysParamOpt", "'opt'", [&] {
            return aclrtCtxSetSysParamOpt(enumOf<aclSysParamOpt>(number), 1);
        })) << number;
    }
}

TEST(aclrtCtxSetSysParamOpt, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtCtxSetSysParamOpt",
                       [] { return aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1); });
}

}  // namespace
}  // namespace belay::test::aclrtCtxSetSysParamOpt_test
