// Listed skips: what a backend cannot do yet, test by test, each with its reason.
#pragma once

namespace belay::test {

/// Skips the tests that the file named by BELAY_TEST_SKIPS lists, with their reasons. Its lines are
/// "Suite.Test: reason"; a * stands for any text, a line with # is a comment. Ends the program when
/// the file cannot be read, a line is of another form, or a line is about no test of the program.
/// Call it after testing::InitGoogleTest().
void skipListedTests();

}  // namespace belay::test
