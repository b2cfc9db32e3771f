#include <gtest/gtest.h>

#include "support/refusal.h"

namespace belay::test::aclrtGetErrorCodeFromExceptionInfo_test {
namespace {

TEST(aclrtGetErrorCodeFromExceptionInfo, NullInfoGivesNoNumber) {
    EXPECT_TRUE(refusedGiving(0xFFFF'FFFFU, "aclrtGetErrorCodeFromExceptionInfo", "info",
                              [] { return aclrtGetErrorCodeFromExceptionInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetErrorCodeFromExceptionInfo_test
