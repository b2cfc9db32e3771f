#include <gtest/gtest.h>

#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceIdFromExceptionInfo_test {
namespace {

TEST(aclrtGetDeviceIdFromExceptionInfo, NullInfoGivesNoNumber) {
    EXPECT_TRUE(refusedGiving(0xFFFF'FFFFU, "aclrtGetDeviceIdFromExceptionInfo", "info",
                              [] { return aclrtGetDeviceIdFromExceptionInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceIdFromExceptionInfo_test
