// main() of the test programs.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/fresh_process.h"
#include "support/listed_skips.h"
#include "support/sanitizers.h"

int main(int argc, char** argv) {
    belay::test::searchNoLeaksInForkedChildren();
    if (const auto status = belay::test::runFreshBody(argc, argv)) {
        return *status;
    }
    // Most tests are about refused calls, and each of those is logged unless someone wants to see
    // it.
    ::setenv("BELAY_LOG", "off", 0);
    testing::InitGoogleTest(&argc, argv);
    belay::test::skipListedTests();
    return RUN_ALL_TESTS();
}
