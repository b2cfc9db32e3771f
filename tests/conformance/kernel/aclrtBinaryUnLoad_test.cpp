#include "support/kernels.h"

namespace belay::test::aclrtBinaryUnLoad_test {
namespace {

constexpr const char* kName = "aclrtBinaryUnLoad";

TEST(aclrtBinaryUnLoad, TakesTheFunctionsWithIt) {
    const SetDevice session;
    OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = functionOf(binary, "sum");
    EXPECT_EQ(aclrtBinaryUnLoad(binary.release()), ACL_SUCCESS);
    aclrtBinHandle owner = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_HANDLE, "aclrtFunctionGetBinary", "'funcHandle'",
                            [&] { return aclrtFunctionGetBinary(function, &owner); }));
}

TEST(aclrtBinaryUnLoad, WorksWithoutAContextAndAfterAReset) {
    aclrtBinHandle first = nullptr;
    aclrtBinHandle second = nullptr;
    {
        const SetDevice session;
        first = loadKernels().release();
        second = loadKernels().release();
        onThreadWithoutContext([&] { EXPECT_EQ(aclrtBinaryUnLoad(first), ACL_SUCCESS); });
    }
    EXPECT_EQ(aclrtBinaryUnLoad(second), ACL_SUCCESS);
}

TEST(aclrtBinaryUnLoad, WhatIsNoLoadedBinaryIsRefused) {
    const SetDevice session;
    expectNeedsHandle<BinaryHandle>(kName, "binHandle",
                                    [](void* binary) { return aclrtBinaryUnLoad(binary); });
}

TEST(aclrtBinaryUnLoad, OfManyThreadsOneUnloads) {
    const SetDevice session;
    raceDestroyAgainst<BinaryHandle>([](aclrtBinHandle binary) {
        aclrtFuncHandle function = nullptr;
        aclrtBinaryGetFunction(binary, "both", &function);
    });
}

}  // namespace
}  // namespace belay::test::aclrtBinaryUnLoad_test
