#include <cstring>
#include <string>

#include "support/kernels.h"
#include "support/linked_kernels.h"
#include "support/threads.h"

namespace belay::test::aclrtGetFuncBySymbol_test {
namespace {

constexpr const char* kName = "aclrtGetFuncBySymbol";

aclrtFuncHandle functionBy(const void* symbol) {
    aclrtFuncHandle function = nullptr;
    EXPECT_EQ(aclrtGetFuncBySymbol(symbol, &function), ACL_SUCCESS) << recentMessage();
    return function;
}

std::string nameOf(aclrtFuncHandle function) {
    std::string name(64, '\0');
    EXPECT_EQ(aclrtGetFunctionName(function, 64, name.data()), ACL_SUCCESS) << recentMessage();
    name.resize(std::strlen(name.c_str()));
    return name;
}

TEST(aclrtGetFuncBySymbol, FindsTheKernelThatAFunctionStandsFor) {
    const SetDevice session;
    EXPECT_EQ(nameOf(functionBy(kernelSymbol(&linkedScale))), "linkedScale");
    EXPECT_EQ(nameOf(functionBy(reinterpret_cast<const void*>(&linkedAdd))), "_Z9linkedAddPhm");
}

TEST(aclrtGetFuncBySymbol, GivesTheSameHandleEveryTime) {
    const SetDevice session;
    aclrtFuncHandle function = functionBy(kernelSymbol(&linkedScale));
    EXPECT_EQ(functionBy(kernelSymbol(&linkedScale)), function);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    onThreads(4, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        EXPECT_EQ(functionBy(kernelSymbol(&linkedScale)), function);
    });
}

TEST(aclrtGetFuncBySymbol, ManyThreadsMayBeTheFirst) {
    const SetDevice session;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    std::vector<aclrtFuncHandle> functions(4);
    onThreads(functions.size(), [&](size_t i) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        functions[i] = functionBy(kernelSymbol(&linkedScale));
    });
    EXPECT_EQ(functions, std::vector<aclrtFuncHandle>(4, functions[0]));
}

TEST(aclrtGetFuncBySymbol, IsOfTheCurrentDevice) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    aclrtFuncHandle onFirst = functionBy(kernelSymbol(&linkedScale));
    const SetDevice second(1);
    EXPECT_NE(functionBy(kernelSymbol(&linkedScale)), onFirst);
}

TEST(aclrtGetFuncBySymbol, IsFoundAnewAfterTheDeviceWasReset) {
    aclrtFuncHandle before = nullptr;
    {
        const SetDevice session;
        before = functionBy(kernelSymbol(&linkedScale));
    }
    const SetDevice session;
    EXPECT_EQ(nameOf(functionBy(kernelSymbol(&linkedScale))), "linkedScale");
    std::string name(64, '\0');
    EXPECT_EQ(aclrtGetFunctionName(before, 64, name.data()), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST(aclrtGetFuncBySymbol, IsLoadedAgainWhenTheApplicationHasUnloadedIt) {
    const SetDevice session;
    aclrtBinHandle binary = nullptr;
    ASSERT_EQ(aclrtFunctionGetBinary(functionBy(kernelSymbol(&linkedScale)), &binary), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(nameOf(functionBy(kernelSymbol(&linkedScale))), "linkedScale");
}

TEST(aclrtGetFuncBySymbol, WhatIsNoKernelIsRefused) {
    const SetDevice session;
    aclrtFuncHandle function = &function;
    const int local = 0;
    for (const void* symbol : std::initializer_list<const void*>{
             &local, &linkedFactor, reinterpret_cast<const void*>(&aclrtGetFuncBySymbol),
             reinterpret_cast<const std::byte*>(&linkedScale) + 1}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICE_FUNCTION, kName, "no kernel",
                                [&] { return aclrtGetFuncBySymbol(symbol, &function); }));
    }
    EXPECT_EQ(function, &function);
}

TEST(aclrtGetFuncBySymbol, BadArgumentsAreRefused) {
    const SetDevice session;
    aclrtFuncHandle function = &function;
    EXPECT_TRUE(
        refusedArgument(kName, "symbol", [&] { return aclrtGetFuncBySymbol(nullptr, &function); }));
    EXPECT_TRUE(refusedArgument(kName, "funcHandle", [&] {
        return aclrtGetFuncBySymbol(kernelSymbol(&linkedScale), nullptr);
    }));
    EXPECT_EQ(function, &function);
}

TEST(aclrtGetFuncBySymbol, NeedsAContext) {
    aclrtFuncHandle function = nullptr;
    expectNeedsContext(kName,
                       [&] { return aclrtGetFuncBySymbol(kernelSymbol(&linkedScale), &function); });
}

}  // namespace
}  // namespace belay::test::aclrtGetFuncBySymbol_test
