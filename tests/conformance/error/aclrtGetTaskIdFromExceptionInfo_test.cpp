#include <gtest/gtest.h>

#include "support/refusal.h"

namespace belay::test::aclrtGetTaskIdFromExceptionInfo_test {
namespace {

TEST(aclrtGetTaskIdFromExceptionInfo, NullInfoGivesNoNumber) {
    EXPECT_TRUE(refusedGiving(0xFFFF'FFFFU, "aclrtGetTaskIdFromExceptionInfo", "info",
                              [] { return aclrtGetTaskIdFromExceptionInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetTaskIdFromExceptionInfo_test
