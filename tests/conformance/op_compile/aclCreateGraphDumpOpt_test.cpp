#include <gtest/gtest.h>

#include "support/op_refusals.h"

namespace belay::test::aclCreateGraphDumpOpt_test {
namespace {

TEST(aclCreateGraphDumpOpt, EachCallMakesAnother) {
    aclGraphDumpOption* first = aclCreateGraphDumpOpt();
    aclGraphDumpOption* second = aclCreateGraphDumpOpt();
    EXPECT_NE(first, nullptr);
    EXPECT_NE(first, second);
    EXPECT_EQ(aclDestroyGraphDumpOpt(first), ACL_SUCCESS);
    EXPECT_EQ(aclDestroyGraphDumpOpt(second), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclCreateGraphDumpOpt_test
