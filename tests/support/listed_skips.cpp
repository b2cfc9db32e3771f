#include "support/listed_skips.h"

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace belay::test {
namespace {

struct ListedSkip {
    std::string pattern;
    std::string reason;

    bool isAbout(const testing::TestInfo& test) const {
        const std::string name = std::string(test.test_suite_name()) + "." + test.name();
        return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
    }
};

[[noreturn]] void giveUp(const std::string& what) {
    std::fprintf(stderr, "BELAY_TEST_SKIPS: %s\n", what.c_str());
    std::exit(2);
}

std::vector<ListedSkip> readSkips(const char* path) {
    std::ifstream file(path);
    if (!file) {
        giveUp(std::string("cannot read ") + path);
    }
    std::vector<ListedSkip> skips;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const size_t colon = line.find(": ");
        if (colon == std::string::npos) {
            giveUp("a line is not \"Suite.Test: reason\": " + line);
        }
        skips.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
    return skips;
}

bool isAboutAnyTest(const ListedSkip& skip) {
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            if (skip.isAbout(*suite.GetTestInfo(j))) {
                return true;
            }
        }
    }
    return false;
}

class Skipper final : public testing::EmptyTestEventListener {
  public:
    explicit Skipper(std::vector<ListedSkip> skips) : skips_(std::move(skips)) {}

    // A test that is skipped before it has begun does not run.
    void OnTestStart(const testing::TestInfo& test) override {
        const auto found = std::ranges::find_if(
            skips_, [&](const ListedSkip& skip) { return skip.isAbout(test); });
        if (found != skips_.end()) {
            GTEST_SKIP() << found->reason;
        }
    }

  private:
    std::vector<ListedSkip> skips_;
};

}  // namespace

void skipListedTests() {
    const char* path = std::getenv("BELAY_TEST_SKIPS");
    if (path == nullptr) {
        return;
    }
    std::vector<ListedSkip> skips = readSkips(path);
    for (const ListedSkip& skip : skips) {
        if (!isAboutAnyTest(skip)) {
            giveUp("there is no test " + skip.pattern);
        }
    }
    testing::UnitTest::GetInstance()->listeners().Append(new Skipper(std::move(skips)));
}

}  // namespace belay::test
