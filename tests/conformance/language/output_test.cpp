#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "acl/acl.h"
#include "support/language_kernels.h"

namespace belay::test::output_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStdout;

class LanguageOutput : public LanguageTest {};

// bfloat16_t has the upper half of the bits of a float.
constexpr uint16_t kMinusTwo = 0xC000;

TEST_F(LanguageOutput, KernelsPrintToStandardOutput) {
    CaptureStdout();
    const aclError code =
        run("printValues", 1, aclFloatToFloat16(1.5F), kMinusTwo, int64_t{1} << 40, 2.25F, true);
    const std::string text = GetCapturedStdout();
    EXPECT_EQ(code, ACL_SUCCESS) << failure();
    EXPECT_EQ(text,
              "1.500000 -2.0 1099511627776 2.25 1 text\n"
              "255 10000000000\n"
              "plain\n"
              "7 of C\n");
}

TEST_F(LanguageOutput, LinesOfBlocksStayWhole) {
    constexpr uint32_t kBlocks = 100;
    CaptureStdout();
    const aclError code = run("printBlock", kBlocks);
    const std::string text = GetCapturedStdout();
    EXPECT_EQ(code, ACL_SUCCESS) << failure();
    size_t length = 0;
    for (uint32_t block = 0; block < kBlocks; ++block) {
        const std::string line = "block " + std::to_string(block) + " of 100\n";
        EXPECT_THAT(text, HasSubstr(line));
        length += line.size();
    }
    EXPECT_EQ(text.size(), length);
}

TEST_F(LanguageOutput, AnAssertionThatHoldsDoesNothing) {
    EXPECT_EQ(run("assertBelow", 8, 3U, 4U), ACL_SUCCESS) << failure();
    EXPECT_EQ(run("assertOfC", 8, 3U), ACL_SUCCESS) << failure();
}

TEST_F(LanguageOutput, AnAssertionThatDoesNotHoldEndsTheLaunch) {
    CaptureStdout();
    const aclError code = run("assertBelow", 1, 4U, 4U);
    const std::string text = GetCapturedStdout();
    EXPECT_EQ(code, ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION);
    EXPECT_THAT(failure(), AllOf(HasSubstr("'assertBelow'"), HasSubstr("language.cpp:"),
                                 HasSubstr("'value < limit' does not hold: the value is 4")));
    EXPECT_THAT(text, AllOf(HasSubstr("[ASSERT] "), HasSubstr("language.cpp:"),
                            HasSubstr("Assertion `value < limit' the value is 4")));
    EXPECT_EQ(run("assertBelow", 1, 3U, 4U), ACL_SUCCESS) << failure();
}

TEST_F(LanguageOutput, TheAssertionOfCIsTheSame) {
    CaptureStdout();
    const aclError code = run("assertOfC", 1, 5U);
    EXPECT_THAT(GetCapturedStdout(), HasSubstr("value != 5"));
    EXPECT_EQ(code, ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION);
    EXPECT_THAT(failure(), HasSubstr("'value != 5' does not hold"));
}

TEST_F(LanguageOutput, ATrapEndsTheLaunch) {
    EXPECT_EQ(run("trap", 4), ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION);
    EXPECT_THAT(failure(), HasSubstr("Trap()"));
    EXPECT_EQ(run("assertBelow", 4, 3U, 4U), ACL_SUCCESS) << failure();
}

}  // namespace
}  // namespace belay::test::output_test
