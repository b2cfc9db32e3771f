#include "support/device.h"

namespace belay::test::aclrtCmoGetDescSize_test {
namespace {

TEST(aclrtCmoGetDescSize, WhatADescriptionTakes) {
    size_t bytes = 0;
    ASSERT_EQ(aclrtCmoGetDescSize(&bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, 64U);
}

TEST(aclrtCmoGetDescSize, NullIsRefused) {
    EXPECT_TRUE(
        refused("aclrtCmoGetDescSize", "size", [] { return aclrtCmoGetDescSize(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtCmoGetDescSize_test
