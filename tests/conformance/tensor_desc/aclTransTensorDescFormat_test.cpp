#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclTransTensorDescFormat_test {
namespace {

aclTensorDesc* const kUntouched = reinterpret_cast<aclTensorDesc*>(0x5A5A);

TEST(aclTransTensorDescFormat, IsReserved) {
    const OwnedDesc desc = makeDesc({1, 2, 3, 4}, ACL_FLOAT, ACL_FORMAT_NHWC);
    aclTensorDesc* result = kUntouched;
    for (const aclFormat format : {ACL_FORMAT_NHWC, ACL_FORMAT_NCHW}) {
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_API_NOT_SUPPORT, "aclTransTensorDescFormat", "reserved",
                        [&] { return aclTransTensorDescFormat(desc.get(), format, &result); }));
    }
    EXPECT_EQ(result, kUntouched);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NHWC);
}

TEST(aclTransTensorDescFormat, NullSourceIsRefused) {
    aclTensorDesc* result = kUntouched;
    EXPECT_TRUE(refused("aclTransTensorDescFormat", "srcDesc", [&] {
        return aclTransTensorDescFormat(nullptr, ACL_FORMAT_NCHW, &result);
    }));
    EXPECT_EQ(result, kUntouched);
}

TEST(aclTransTensorDescFormat, NullResultIsRefused) {
    const OwnedDesc desc = makeDesc();
    EXPECT_TRUE(refused("aclTransTensorDescFormat", "dstDesc", [&] {
        return aclTransTensorDescFormat(desc.get(), ACL_FORMAT_NCHW, nullptr);
    }));
}

TEST(aclTransTensorDescFormat, WhatIsNoLiveDescriptionIsRefused) {
    aclTensorDesc* result = kUntouched;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclTransTensorDescFormat", "srcDesc", [&] {
            return aclTransTensorDescFormat(bad, ACL_FORMAT_NCHW, &result);
        }));
    });
    EXPECT_EQ(result, kUntouched);
}

}  // namespace
}  // namespace belay::test::aclTransTensorDescFormat_test
