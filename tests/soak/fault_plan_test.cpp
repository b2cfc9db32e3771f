// Each call of the driver interface fails once, in a process of its own: the program gets a clean
// error, can give everything back, and succeeds when it is run again.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "acl/acl.h"
#include "support/closing_log.h"
#include "support/fault_program.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"

namespace belay::test {
namespace {

// Prints how many calls of the first run failed.
void runTwice(Habit habit) {
    const int failures = runFaultProgram(
        habit, {.code = ACL_ERROR_RT_DRV_INTERNAL_ERROR, .subject = "BELAY_SIM_FAIL_CALL"});
    if (failures != 0) {
        EXPECT_EQ(runFaultProgram(habit, {}), 0);
    }
    std::printf("failures: %d\n", failures);
}

void runTwiceGivingUp() {
    runTwice(Habit::kGivesUp);
}

void runTwiceGoingOn() {
    runTwice(Habit::kGoesOn);
}

void failEachCall(void (*body)()) {
    constexpr int kFewest = 30;
    constexpr int kMost = 1000;
    // The thread sanitizer makes processes slow to begin, and most failures are alike to it.
    constexpr int kStep = kIsThreadSanitized ? 8 : 1;
    int call = 1;
    for (bool failed = true; failed && call < kMost && !testing::Test::HasFailure();
         call += kStep) {
        const Outcome outcome =
            inFreshProcess(body, {.environment = {{"BELAY_SIM_DEVICES", "2"},
                                                  {"BELAY_SIM_FAIL_CALL", std::to_string(call)},
                                                  {"BELAY_LOG", kClosingLog}}});
        EXPECT_TRUE(endedWell(outcome)) << "call " << call;
        EXPECT_TRUE(closedWithNothingLeft(outcome.errors, 1)) << "call " << call;
        failed = outcome.output.find("failures: 0") == std::string::npos;
    }
    EXPECT_GT(call, kFewest);
    EXPECT_LT(call, kMost);
}

TEST(FaultPlan, ProgramThatGivesUpAtAFailureSucceedsTheNextTime) {
    failEachCall(runTwiceGivingUp);
}

TEST(FaultPlan, ProgramThatGoesOnAfterAFailureSucceedsTheNextTime) {
    failEachCall(runTwiceGoingOn);
}

}  // namespace
}  // namespace belay::test
