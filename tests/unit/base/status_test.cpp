#include "base/status.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>

#include "base/result.h"

namespace belay {
namespace {

TEST(Status, DefaultIsSuccessWithoutStory) {
    const Status status;
    EXPECT_TRUE(status.isOk());
    EXPECT_EQ(status.code(), Code::kOk);
    EXPECT_EQ(status.message(), "");
}

TEST(Status, ErrorKeepsCodeAndFormattedMessage) {
    const Status status = Status::error(Code::kInvalidParam, "argument '{}' is {}", "count", 7);
    EXPECT_FALSE(status.isOk());
    EXPECT_EQ(status.code(), Code::kInvalidParam);
    EXPECT_EQ(status.message(), "argument 'count' is 7");
}

TEST(Status, LongMessagesAreCutOff) {
    const std::string name(1 << 20, 'x');
    const Status status = Status::error(Code::kInvalidParam, "name {}", name);
    EXPECT_LT(status.message().size(), 9000U);
    EXPECT_TRUE(status.message().ends_with("... and 1040389 bytes more"))
        << status.message().substr(8100);
}

TEST(Status, ContextGoesBeforeTheMessageOfErrorsOnly) {
    EXPECT_EQ(Status::error(Code::kFailure, "inner").withContext("outer").message(),
              "outer: inner");
    EXPECT_TRUE(Status::ok().withContext("outer").isOk());
}

Status passOn(Status (*inner)(), bool& reachedEnd) {
    BELAY_TRY(inner());
    reachedEnd = true;
    return Status::ok();
}

TEST(Status, TryReturnsErrorsAndContinuesAfterSuccess) {
    bool reachedEnd = false;
    const Status failed = passOn([] { return Status::error(Code::kFailure, "no"); }, reachedEnd);
    EXPECT_EQ(failed.code(), Code::kFailure);
    EXPECT_FALSE(reachedEnd);
    EXPECT_TRUE(passOn([] { return Status::ok(); }, reachedEnd).isOk());
    EXPECT_TRUE(reachedEnd);
}

TEST(Status, TryMayNest) {
    const auto outer = []() -> Status {
        BELAY_TRY([]() -> Status {
            BELAY_TRY(Status::error(Code::kFailure, "inner"));
            return Status::ok();
        }());
        return Status::ok();
    };
    EXPECT_EQ(outer().message(), "inner");
}

TEST(Result, HoldsAValueThatMayBeMoveOnly) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    ASSERT_TRUE(result.isOk());
    EXPECT_TRUE(result.status().isOk());
    const std::unique_ptr<int> value = std::move(result).value();
    EXPECT_EQ(*value, 5);
}

TEST(Result, HoldsAnErrorThatCanBeTaken) {
    Result<int> result = Status::error(Code::kParseFile, "bad");
    ASSERT_FALSE(result.isOk());
    EXPECT_EQ(result.status().code(), Code::kParseFile);
    EXPECT_EQ(result.takeStatus().message(), "bad");
}

Result<int> doubled(Result<int> input) {
    BELAY_ASSIGN(const int value, std::move(input));
    return value * 2;
}

TEST(Result, AssignTakesTheValueOrReturnsTheError) {
    EXPECT_EQ(doubled(21).value(), 42);
    EXPECT_EQ(doubled(Status::error(Code::kFailure, "no")).status().code(), Code::kFailure);
}

TEST(Codes, EveryListedCodeHasItsOwnNumberAndAText) {
    constexpr std::array kNumbers = {
#define BELAY_CODE(name, number, text) number,
#include "base/codes.inc"
#undef BELAY_CODE
    };
    std::set<int> seen;
    for (const int number : kNumbers) {
        EXPECT_TRUE(seen.insert(number).second) << number << " is listed twice";
        EXPECT_NE(codeText(static_cast<Code>(number)), "unlisted code") << number;
        EXPECT_FALSE(codeText(static_cast<Code>(number)).empty()) << number;
    }
    EXPECT_EQ(codeText(static_cast<Code>(424242)), "unlisted code");
}

}  // namespace
}  // namespace belay
