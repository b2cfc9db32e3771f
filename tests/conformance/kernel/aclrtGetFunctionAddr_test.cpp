#include "support/kernels.h"

namespace belay::test::aclrtGetFunctionAddr_test {
namespace {

constexpr const char* kName = "aclrtGetFunctionAddr";

struct Addresses {
    void* cube = nullptr;
    void* vector = nullptr;
};

Addresses addressesOf(aclrtFuncHandle function) {
    Addresses addresses{&addresses, &addresses};
    EXPECT_EQ(aclrtGetFunctionAddr(function, &addresses.cube, &addresses.vector), ACL_SUCCESS);
    return addresses;
}

TEST(aclrtGetFunctionAddr, IsTheEntryInTheCopyOnTheDevice) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* address = nullptr;
    size_t size = 0;
    ASSERT_EQ(aclrtBinaryGetDevAddress(binary.get(), &address, &size), ACL_SUCCESS);
    auto* start = static_cast<char*>(address);
    const Addresses vector = addressesOf(functionOf(binary, "scale_3"));
    EXPECT_EQ(vector.cube, nullptr);
    EXPECT_EQ(vector.vector, start + KernelFile::kVectorEntry);
    const Addresses cube = addressesOf(functionOf(binary, "sum"));
    EXPECT_EQ(cube.cube, start + KernelFile::kCubeEntry);
    EXPECT_EQ(cube.vector, nullptr);
    const Addresses both = addressesOf(functionOf(binary, "both"));
    EXPECT_EQ(both.cube, start + KernelFile::kMixCubeEntry);
    EXPECT_EQ(both.vector, start + KernelFile::kMixVectorEntry);
}

TEST(aclrtGetFunctionAddr, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    void* cube = &cube;
    void* vector = &vector;
    EXPECT_TRUE(refusedArgument(
        kName, "aicAddr", [&] { return aclrtGetFunctionAddr(function.get(), nullptr, &vector); }));
    EXPECT_TRUE(refusedArgument(
        kName, "aivAddr", [&] { return aclrtGetFunctionAddr(function.get(), &cube, nullptr); }));
    expectNeedsHandle<FunctionHandle>(
        kName, "funcHandle", [&](void* bad) { return aclrtGetFunctionAddr(bad, &cube, &vector); });
    EXPECT_EQ(cube, &cube);
    EXPECT_EQ(vector, &vector);
}

}  // namespace
}  // namespace belay::test::aclrtGetFunctionAddr_test
