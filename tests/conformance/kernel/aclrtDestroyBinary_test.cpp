#include "support/kernels.h"

namespace belay::test::aclrtDestroyBinary_test {
namespace {

constexpr const char* kName = "aclrtDestroyBinary";

TEST(aclrtDestroyBinary, WhatWasLoadedStays) {
    const SetDevice session;
    const Bytes file = kernelFile();
    aclrtBinary binary = aclrtCreateBinary(file.data(), file.size());
    aclrtBinHandle handle = nullptr;
    ASSERT_EQ(aclrtBinaryLoad(binary, &handle), ACL_SUCCESS);
    const OwnedBinary loaded(handle);
    EXPECT_EQ(aclrtDestroyBinary(binary), ACL_SUCCESS);
    EXPECT_NE(functionOf(loaded, "sum"), nullptr);
}

TEST(aclrtDestroyBinary, WhatIsNoLiveBinaryIsRefused) {
    const SetDevice session;
    const OwnedBinary loaded = loadKernels();
    const Bytes file = kernelFile();
    aclrtBinary destroyed = aclrtCreateBinary(file.data(), file.size());
    ASSERT_EQ(aclrtDestroyBinary(destroyed), ACL_SUCCESS);
    for (aclrtBinary bad : {aclrtBinary{nullptr}, destroyed, aclrtBinary{loaded.get()}}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_HANDLE, kName, "'binary'",
                                [&] { return aclrtDestroyBinary(bad); }));
    }
}

}  // namespace
}  // namespace belay::test::aclrtDestroyBinary_test
