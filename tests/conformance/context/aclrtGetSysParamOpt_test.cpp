#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetSysParamOpt_test {
namespace {

constexpr std::array kParameters = {ACL_OPT_DETERMINISTIC, ACL_OPT_ENABLE_DEBUG_KERNEL,
                                    ACL_OPT_STRONG_CONSISTENCY, ACL_OPT_ENABLE_KERNEL_EARLY_START};

// What is set stays set, so a process of its own asks first.
TEST(aclrtGetSysParamOpt, WhatWasNeverSetIsAnError) {
    expectEndsWell([] {
        for (const aclSysParamOpt opt : kParameters) {
            int64_t result = 42;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "aclrtGetSysParamOpt",
                                    "'opt'", [&] { return aclrtGetSysParamOpt(opt, &result); }));
            EXPECT_EQ(result, 42);
        }
    });
}

TEST(aclrtGetSysParamOpt, GivesWhatWasSet) {
    for (const aclSysParamOpt opt : kParameters) {
        for (const int64_t value : {1, 0}) {
            ASSERT_EQ(aclrtSetSysParamOpt(opt, value), ACL_SUCCESS) << recentMessage();
            int64_t result = 42;
            EXPECT_EQ(aclrtGetSysParamOpt(opt, &result), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(result, value);
        }
    }
}

TEST(aclrtGetSysParamOpt, UnknownParameterIsRefused) {
    int64_t result = 42;
    for (const int number : {-1, 4, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetSysParamOpt", "'opt'", [&] {
            return aclrtGetSysParamOpt(enumOf<aclSysParamOpt>(number), &result);
        })) << number;
    }
    EXPECT_EQ(result, 42);
}

TEST(aclrtGetSysParamOpt, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetSysParamOpt", "value",
                        [] { return aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetSysParamOpt_test
