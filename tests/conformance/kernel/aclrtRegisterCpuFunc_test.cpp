#include <string>

#include "support/cpu_kernels.h"
#include "support/threads.h"

namespace belay::test::aclrtRegisterCpuFunc_test {
namespace {

constexpr const char* kName = "aclrtRegisterCpuFunc";

TEST(aclrtRegisterCpuFunc, GivesAFunctionOfTheBinary) {
    const SetDevice session;
    const OwnedBinary binary = loadCpuKernels();
    aclrtFuncHandle function = registerCpuKernel(binary, "addOne", "AddOne");
    ASSERT_NE(function, nullptr);
    aclrtBinHandle owner = nullptr;
    EXPECT_EQ(aclrtFunctionGetBinary(function, &owner), ACL_SUCCESS);
    EXPECT_EQ(owner, binary.get());
    std::string name(16, '\0');
    EXPECT_EQ(aclrtGetFunctionName(function, 16, name.data()), ACL_SUCCESS);
    EXPECT_STREQ(name.c_str(), "AddOne");
    int64_t type = -1;
    EXPECT_EQ(aclrtGetFunctionAttribute(function, ACL_FUNC_ATTR_KERNEL_TYPE, &type), ACL_SUCCESS);
    EXPECT_EQ(type, ACL_KERNEL_TYPE_AICPU);
    int64_t ratio = -1;
    EXPECT_EQ(aclrtGetFunctionAttribute(function, ACL_FUNC_ATTR_KERNEL_RATIO, &ratio), ACL_SUCCESS);
    EXPECT_EQ(ratio, 0) << "neither cube nor vector cores";
}

TEST(aclrtRegisterCpuFunc, HasNoCodeForAiCores) {
    const SetDevice session;
    const OwnedBinary binary = loadCpuKernels();
    aclrtFuncHandle function = registerCpuKernel(binary, "addOne", "AddOne");
    void* cube = &cube;
    void* vector = &vector;
    EXPECT_EQ(aclrtGetFunctionAddr(function, &cube, &vector), ACL_SUCCESS);
    EXPECT_EQ(cube, nullptr);
    EXPECT_EQ(vector, nullptr);
    void* address = &address;
    size_t bytes = 1;
    EXPECT_EQ(aclrtBinaryGetDevAddress(binary.get(), &address, &bytes), ACL_SUCCESS);
    EXPECT_EQ(address, nullptr);
    EXPECT_EQ(bytes, 0);
}

TEST(aclrtRegisterCpuFunc, GivesTheSameHandleEveryTime) {
    const SetDevice session;
    const OwnedBinary binary = loadCpuKernels(true);
    aclrtFuncHandle function = registerCpuKernel(binary, "addOne", "AddOne");
    EXPECT_EQ(registerCpuKernel(binary, "addOne", "AddOne"), function);
    EXPECT_EQ(functionOf(binary, "AddOne"), function);
    EXPECT_NE(registerCpuKernel(binary, "addOne", "Other"), function);
    onThreads(4, [&](size_t) {
        EXPECT_EQ(registerCpuKernel(binary, "addOne", "AddOne"), function);
        aclrtFuncHandle other = registerCpuKernel(binary, "result", "Result");
        EXPECT_EQ(functionOf(binary, "Result"), other);
    });
}

TEST(aclrtRegisterCpuFunc, ANameIsOfOneFunction) {
    const SetDevice session;
    const OwnedBinary binary = loadCpuKernels();
    registerCpuKernel(binary, "addOne", "AddOne");
    aclrtFuncHandle function = &function;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'addOne' already", [&] {
        return aclrtRegisterCpuFunc(binary.get(), "result", "AddOne", &function);
    }));
    EXPECT_EQ(function, &function);
}

TEST(aclrtRegisterCpuFunc, BinariesForAiCoresAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = &function;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "AI cores", [&] {
        return aclrtRegisterCpuFunc(binary.get(), "addOne", "AddOne", &function);
    }));
    EXPECT_EQ(function, &function);
}

TEST(aclrtRegisterCpuFunc, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadCpuKernels();
    aclrtFuncHandle function = &function;
    const std::string endless(5000, 'x');
    EXPECT_TRUE(refusedArgument(kName, "funcName", [&] {
        return aclrtRegisterCpuFunc(binary.get(), nullptr, "AddOne", &function);
    }));
    EXPECT_TRUE(refusedArgument(kName, "funcName", [&] {
        return aclrtRegisterCpuFunc(binary.get(), "", "AddOne", &function);
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "5000 characters", [&] {
        return aclrtRegisterCpuFunc(binary.get(), endless.c_str(), "AddOne", &function);
    }));
    EXPECT_TRUE(refusedArgument(kName, "kernelName", [&] {
        return aclrtRegisterCpuFunc(binary.get(), "addOne", nullptr, &function);
    }));
    EXPECT_TRUE(refusedArgument(kName, "kernelName", [&] {
        return aclrtRegisterCpuFunc(binary.get(), "addOne", "", &function);
    }));
    EXPECT_TRUE(refusedArgument(kName, "funcHandle", [&] {
        return aclrtRegisterCpuFunc(binary.get(), "addOne", "AddOne", nullptr);
    }));
    expectNeedsHandle<BinaryHandle>(kName, "handle", [&](void* bad) {
        return aclrtRegisterCpuFunc(bad, "addOne", "AddOne", &function);
    });
    EXPECT_EQ(function, &function);
}

TEST(aclrtRegisterCpuFunc, ArgumentsLieWithoutGaps) {
    const SetDevice session;
    const OwnedBinary binary = loadCpuKernels();
    aclrtFuncHandle function = registerCpuKernel(binary, "addPacked", "AddPacked");
    size_t bytes = 0;
    EXPECT_EQ(aclrtKernelArgsGetMemSize(function, 19, &bytes), ACL_SUCCESS);
    alignas(8) std::byte memory[2048];
    alignas(8) std::byte place[64];
    ASSERT_LE(bytes, sizeof memory);
    aclrtArgsHandle args = place;
    ASSERT_EQ(aclrtKernelArgsInitByUserMem(function, args, memory, bytes), ACL_SUCCESS);
    aclrtParamHandle param = nullptr;
    uint8_t byte = 0x11;
    uint16_t half = 0x3322;
    ASSERT_EQ(aclrtKernelArgsAppend(args, &byte, sizeof byte, &param), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsAppend(args, &half, sizeof half, &param), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    EXPECT_EQ(memory[0], std::byte{0x11});
    EXPECT_EQ(memory[1], std::byte{0x22});
    EXPECT_EQ(memory[2], std::byte{0x33});
}

}  // namespace
}  // namespace belay::test::aclrtRegisterCpuFunc_test
