#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclAppLog_test {
namespace {

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    size_t start = 0;
    while (start < text.size()) {
        const size_t end = std::min(text.find('\n', start), text.size());
        lines.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

// What follows the time, level, area and thread of a log line.
std::string textOf(const std::string& line) {
    const size_t area = line.find(" belay.app [");
    const size_t thread = area == std::string::npos ? area : line.find("] ", area);
    return thread == std::string::npos ? "no application log: " + line : line.substr(thread + 2);
}

Outcome withAppLog(void (*body)(), const char* level = "app=debug") {
    return inFreshProcess(body, {.environment = {{"BELAY_LOG", level}}});
}

TEST(aclAppLog, WritesALineWithPlaceAndText) {
    const Outcome outcome =
        withAppLog([] { aclAppLog(ACL_ERROR, "load", "model.cpp", 42, "%d of %s", 3, "four"); });
    ASSERT_TRUE(endedWell(outcome));
    const auto lines = linesOf(outcome.errors);
    ASSERT_EQ(lines.size(), 1U) << outcome.errors;
    EXPECT_EQ(textOf(lines[0]), "model.cpp:42 load: 3 of four");
    EXPECT_EQ(outcome.output, "");
}

TEST(aclAppLog, MacroFillsInThePlace) {
    const Outcome outcome = withAppLog([] { ACL_APP_LOG(ACL_INFO, "value %d", 7); });
    ASSERT_TRUE(endedWell(outcome));
    EXPECT_NE(outcome.errors.find("aclAppLog_test.cpp:"), std::string::npos) << outcome.errors;
    EXPECT_NE(outcome.errors.find("value 7"), std::string::npos) << outcome.errors;
}

TEST(aclAppLog, EachLevelHasItsName) {
    const Outcome outcome = withAppLog([] {
        for (const aclLogLevel level : {ACL_DEBUG, ACL_INFO, ACL_WARNING, ACL_ERROR}) {
            aclAppLog(level, "f", "f.cpp", 1, "text");
        }
    });
    ASSERT_TRUE(endedWell(outcome));
    const auto lines = linesOf(outcome.errors);
    ASSERT_EQ(lines.size(), 4U) << outcome.errors;
    EXPECT_NE(lines[0].find(" debug "), std::string::npos) << lines[0];
    EXPECT_NE(lines[1].find(" info "), std::string::npos) << lines[1];
    EXPECT_NE(lines[2].find(" warning "), std::string::npos) << lines[2];
    EXPECT_NE(lines[3].find(" error "), std::string::npos) << lines[3];
}

TEST(aclAppLog, LinesBelowTheLevelOfTheLogAreDropped) {
    const Outcome outcome = inFreshProcess([] {
        aclAppLog(ACL_WARNING, "f", "f.cpp", 1, "dropped");
        aclAppLog(ACL_ERROR, "f", "f.cpp", 1, "kept");
    });
    ASSERT_TRUE(endedWell(outcome));
    EXPECT_EQ(outcome.errors.find("dropped"), std::string::npos);
    EXPECT_NE(outcome.errors.find("kept"), std::string::npos);
}

TEST(aclAppLog, UnknownLevelsAreDropped) {
    const Outcome outcome = withAppLog([] {
        for (const int level : {-1, 4, 5, 1000}) {
            aclAppLog(enumOf<aclLogLevel>(level), "f", "f.cpp", 1, "text");
        }
    });
    ASSERT_TRUE(endedWell(outcome));
    EXPECT_EQ(outcome.errors, "");
}

TEST(aclAppLog, NullPlacesAreLeftOut) {
    const Outcome outcome = withAppLog([] {
        aclAppLog(ACL_ERROR, nullptr, "f.cpp", 1, "text");
        aclAppLog(ACL_ERROR, "f", nullptr, 1, "text");
        aclAppLog(ACL_ERROR, nullptr, nullptr, 1, "text");
    });
    ASSERT_TRUE(endedWell(outcome));
    const auto lines = linesOf(outcome.errors);
    ASSERT_EQ(lines.size(), 3U) << outcome.errors;
    EXPECT_EQ(textOf(lines[0]), "f.cpp:1: text");
    EXPECT_EQ(textOf(lines[1]), "f: text");
    EXPECT_EQ(textOf(lines[2]), "text");
}

TEST(aclAppLog, NullTextWritesNothing) {
    const Outcome outcome = withAppLog([] { aclAppLog(ACL_ERROR, "f", "f.cpp", 1, nullptr); });
    ASSERT_TRUE(endedWell(outcome));
    EXPECT_EQ(outcome.errors, "");
}

TEST(aclAppLog, LongLinesAreCutOff) {
    const Outcome outcome = withAppLog([] {
        const std::string text(5000, 'x');
        aclAppLog(ACL_ERROR, "f", "f.cpp", 1, "%s", text.c_str());
        aclAppLog(ACL_ERROR, text.c_str(), text.c_str(), 1, "never seen");
    });
    ASSERT_TRUE(endedWell(outcome));
    const auto lines = linesOf(outcome.errors);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(textOf(lines[0]).size(), 1023U);
    EXPECT_EQ(textOf(lines[1]), std::string(1023, 'x'));
}

TEST(aclAppLog, LinesOfManyThreadsStayWhole) {
    const Outcome outcome = withAppLog([] {
        onThreads(8, [](size_t) {
            for (int i = 0; i < 100; ++i) {
                aclAppLog(ACL_ERROR, "f", "f.cpp", 1, "%s", std::string(200, 'y').c_str());
            }
        });
    });
    ASSERT_TRUE(endedWell(outcome));
    const auto lines = linesOf(outcome.errors);
    EXPECT_EQ(lines.size(), 800U);
    for (const std::string& line : lines) {
        ASSERT_EQ(textOf(line), "f.cpp:1 f: " + std::string(200, 'y'));
    }
}

}  // namespace
}  // namespace belay::test::aclAppLog_test
