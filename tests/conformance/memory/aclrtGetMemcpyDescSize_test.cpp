#include "support/device.h"

namespace belay::test::aclrtGetMemcpyDescSize_test {
namespace {

TEST(aclrtGetMemcpyDescSize, WhatADescriptionTakes) {
    size_t bytes = 0;
    ASSERT_EQ(aclrtGetMemcpyDescSize(ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, &bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, 64U);
}

TEST(aclrtGetMemcpyDescSize, OtherKindsAndNullAreRefused) {
    size_t bytes = 77;
    const auto sizeFor = [&](int kind) {
        return aclrtGetMemcpyDescSize(enumOf<aclrtMemcpyKind>(kind), &bytes);
    };
    for (const int kind :
         {ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST,
          ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtGetMemcpyDescSize",
                                "'kind'", [&] { return sizeFor(kind); }));
    }
    for (const int kind : {8, -1}) {
        EXPECT_TRUE(refused("aclrtGetMemcpyDescSize", "kind", [&] { return sizeFor(kind); }));
    }
    EXPECT_TRUE(refused("aclrtGetMemcpyDescSize", "descSize", [] {
        return aclrtGetMemcpyDescSize(ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, nullptr);
    }));
    EXPECT_EQ(bytes, 77U) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtGetMemcpyDescSize_test
