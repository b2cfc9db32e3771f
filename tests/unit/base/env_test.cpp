#include "base/env.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace belay::env {
namespace {

TEST(Env, EveryVariableHasItsOwnNameAndADescription) {
    std::set<std::string_view> names;
    for (const Description& variable : kVariables) {
        EXPECT_TRUE(names.insert(variable.name).second) << variable.name;
        EXPECT_FALSE(variable.values.empty()) << variable.name;
        EXPECT_FALSE(variable.fallback.empty()) << variable.name;
        EXPECT_FALSE(variable.effect.empty()) << variable.name;
    }
}

// Variables are read once per process, so each look happens in a process of its own.
class EnvDeathTest : public testing::Test {
  protected:
    void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }

    static void set(const char* name, const char* value) { ASSERT_EQ(::setenv(name, value, 1), 0); }

    // Ends the child with 0 when all held.
    [[noreturn]] static void finish(bool allHeld) { std::_Exit(allHeld ? 0 : 1); }
};

TEST_F(EnvDeathTest, AVariableIsReadOnceAndNeverAgain) {
    EXPECT_EXIT(
        {
            set("ASCEND_HOST_LOG_FILE_NUM", "7");
            const bool first = text(Variable::kHostLogFileNum) == "7";
            set("ASCEND_HOST_LOG_FILE_NUM", "8");
            finish(first && text(Variable::kHostLogFileNum) == "7" &&
                   number(Variable::kHostLogFileNum, 1, 1000) == 7);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(EnvDeathTest, ANumberMustBeWholeAndInRange) {
    EXPECT_EXIT(
        {
            set("ASCEND_HOST_LOG_FILE_NUM", "7");
            set("ASCEND_GLOBAL_EVENT_ENABLE", "1x");
            finish(number(Variable::kHostLogFileNum, 8, 1000) == std::nullopt &&
                   number(Variable::kGlobalEventEnable, 0, 1) == std::nullopt &&
                   !isOn(Variable::kHostLogFileNum));
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(EnvDeathTest, AnEmptyVariableCountsAsUnset) {
    EXPECT_EXIT(
        {
            set("ASCEND_LOG_SYNC_SAVE", "");
            finish(text(Variable::kLogSyncSave) == std::nullopt &&
                   number(Variable::kLogSyncSave, 0, 1) == std::nullopt &&
                   !isOn(Variable::kLogSyncSave));
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(EnvDeathTest, AVariableThatIsOneIsOn) {
    EXPECT_EXIT(
        {
            set("ASCEND_LOG_SYNC_SAVE", "1");
            finish(isOn(Variable::kLogSyncSave));
        },
        testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace belay::env
