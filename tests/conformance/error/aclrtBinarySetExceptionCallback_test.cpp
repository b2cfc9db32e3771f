#include "support/kernels.h"

namespace belay::test::aclrtBinarySetExceptionCallback_test {
namespace {

constexpr const char* kName = "aclrtBinarySetExceptionCallback";

void note(aclrtExceptionInfo* /*info*/, void* /*userData*/) {}

TEST(aclrtBinarySetExceptionCallback, IsSetReplacedAndRemoved) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    int data = 0;
    EXPECT_EQ(aclrtBinarySetExceptionCallback(binary.get(), note, &data), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinarySetExceptionCallback(binary.get(), note, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinarySetExceptionCallback(binary.get(), nullptr, nullptr), ACL_SUCCESS);
}

TEST(aclrtBinarySetExceptionCallback, NeedsNoContext) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtBinarySetExceptionCallback(binary.get(), note, nullptr), ACL_SUCCESS);
    });
}

TEST(aclrtBinarySetExceptionCallback, WhatIsNoLoadedBinaryIsRefused) {
    const SetDevice session;
    expectNeedsHandle<BinaryHandle>(kName, "binHandle", [](void* bad) {
        return aclrtBinarySetExceptionCallback(bad, note, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtBinarySetExceptionCallback_test
