#include <gtest/gtest.h>

#include "support/op_refusals.h"

namespace belay::test::aclDestroyGraphDumpOpt_test {
namespace {

TEST(aclDestroyGraphDumpOpt, SecondTimeIsRefused) {
    aclGraphDumpOption* option = aclCreateGraphDumpOpt();
    ASSERT_NE(option, nullptr);
    EXPECT_EQ(aclDestroyGraphDumpOpt(option), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refused("aclDestroyGraphDumpOpt", "graphDumpOpt",
                        [&] { return aclDestroyGraphDumpOpt(option); }));
}

TEST(aclDestroyGraphDumpOpt, NullIsRefused) {
    EXPECT_TRUE(refused("aclDestroyGraphDumpOpt", "graphDumpOpt",
                        [] { return aclDestroyGraphDumpOpt(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclDestroyGraphDumpOpt_test
