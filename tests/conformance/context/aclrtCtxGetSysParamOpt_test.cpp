#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtCtxGetSysParamOpt_test {
namespace {

constexpr std::array kParameters = {ACL_OPT_DETERMINISTIC, ACL_OPT_ENABLE_DEBUG_KERNEL,
                                    ACL_OPT_STRONG_CONSISTENCY, ACL_OPT_ENABLE_KERNEL_EARLY_START};

// What is set stays set, so a process of its own asks first.
TEST(aclrtCtxGetSysParamOpt, WhatWasNeverSetIsAnError) {
    expectEndsWell([] {
        const SetDevice session;
        for (const aclSysParamOpt opt : kParameters) {
            int64_t result = 42;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "aclrtCtxGetSysParamOpt",
                                    "'opt'", [&] { return aclrtCtxGetSysParamOpt(opt, &result); }));
            EXPECT_EQ(result, 42);
        }
    });
}

TEST(aclrtCtxGetSysParamOpt, GivesWhatWasSet) {
    const SetDevice session;
    for (const aclSysParamOpt opt : kParameters) {
        for (const int64_t value : {1, 0}) {
            ASSERT_EQ(aclrtCtxSetSysParamOpt(opt, value), ACL_SUCCESS) << recentMessage();
            int64_t result = 42;
            EXPECT_EQ(aclrtCtxGetSysParamOpt(opt, &result), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(result, value);
        }
    }
}

TEST(aclrtCtxGetSysParamOpt, UnknownParameterIsRefused) {
    const SetDevice session;
    int64_t result = 42;
    for (const int number : {-1, 4, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCtxGetSysParamOpt", "'opt'", [&] {
            return aclrtCtxGetSysParamOpt(enumOf<aclSysParamOpt>(number), &result);
        })) << number;
    }
    EXPECT_EQ(result, 42);
}

TEST(aclrtCtxGetSysParamOpt, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtCtxGetSysParamOpt", "value",
                        [] { return aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr); }));
}

TEST(aclrtCtxGetSysParamOpt, ThreadWithoutContextIsRefused) {
    int64_t value = 42;
    expectNeedsContext("aclrtCtxGetSysParamOpt",
                       [&] { return aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value); });
    EXPECT_EQ(value, 42);
}

}  // namespace
}  // namespace belay::test::aclrtCtxGetSysParamOpt_test
