// A program that uses all of the daily API on two devices, for tests in which something below the
// API fails once.
#pragma once

#include <string>

#include "acl/acl_rt.h"

namespace belay::test {

/// What the program does when a call has failed.
enum class Habit {
    kGivesUp,  ///< gives back what it has
    kGoesOn,   ///< does everything else, with what there is
};

/// What the first call that fails is to answer; others may follow from it.
struct ExpectedFault {
    aclError code = ACL_SUCCESS;
    std::string subject;  ///< what its message names
};

/// Runs it, from aclInit to aclFinalize, and checks what calls answer; how many failed. Data are
/// checked while none has. Give-backs fail only when they are what is made to fail, and then work,
/// or have nothing left to do, the second time.
int runFaultProgram(Habit habit, const ExpectedFault& expected);

}  // namespace belay::test
