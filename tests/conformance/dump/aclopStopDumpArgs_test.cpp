#include <gtest/gtest.h>

#include "acl/acl_dump.h"
#include "support/refusal.h"

namespace belay::test::aclopStopDumpArgs_test {
namespace {

TEST(aclopStopDumpArgs, OtherTypesAndAStopWithoutAStartAreNothing) {
    forgetErrors();
    for (const uint32_t type : {0U, 1U, 2U}) {
        EXPECT_EQ(aclopStopDumpArgs(type), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

}  // namespace
}  // namespace belay::test::aclopStopDumpArgs_test
