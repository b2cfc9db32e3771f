#include <gtest/gtest.h>

#include "support/refusal.h"

namespace belay::test::aclrtGetStreamIdFromExceptionInfo_test {
namespace {

TEST(aclrtGetStreamIdFromExceptionInfo, NullInfoGivesNoNumber) {
    EXPECT_TRUE(refusedGiving(0xFFFF'FFFFU, "aclrtGetStreamIdFromExceptionInfo", "info",
                              [] { return aclrtGetStreamIdFromExceptionInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetStreamIdFromExceptionInfo_test
