#include "support/kernels.h"

namespace belay::test::aclrtGetFunctionSize_test {
namespace {

constexpr const char* kName = "aclrtGetFunctionSize";

void expectSizes(const OwnedBinary& binary, const char* name, size_t cube, size_t vector) {
    SCOPED_TRACE(name);
    size_t cubeBytes = 42;
    size_t vectorBytes = 42;
    EXPECT_EQ(aclrtGetFunctionSize(functionOf(binary, name), &cubeBytes, &vectorBytes),
              ACL_SUCCESS);
    EXPECT_EQ(cubeBytes, cube);
    EXPECT_EQ(vectorBytes, vector);
}

TEST(aclrtGetFunctionSize, IsTheSizeOfEachPart) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    expectSizes(binary, "scale_3", 0, 100);
    expectSizes(binary, "sum", 200, 0);
    expectSizes(binary, "both", 300, 400);
}

TEST(aclrtGetFunctionSize, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    size_t cube = 42;
    size_t vector = 42;
    EXPECT_TRUE(refusedArgument(
        kName, "aicSize", [&] { return aclrtGetFunctionSize(function.get(), nullptr, &vector); }));
    EXPECT_TRUE(refusedArgument(
        kName, "aivSize", [&] { return aclrtGetFunctionSize(function.get(), &cube, nullptr); }));
    expectNeedsHandle<FunctionHandle>(
        kName, "funcHandle", [&](void* bad) { return aclrtGetFunctionSize(bad, &cube, &vector); });
    EXPECT_EQ(cube, 42U);
    EXPECT_EQ(vector, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtGetFunctionSize_test
