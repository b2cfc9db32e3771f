#include <array>

#include "support/launches.h"
#include "support/linked_kernels.h"

namespace belay::test::aclrtLaunchKernelWithArgsArray_test {
namespace {

constexpr const char* kName = "aclrtLaunchKernelWithArgsArray";

TEST(aclrtLaunchKernelWithArgsArray, RunsTheKernelWithTheValues) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    void* to = word.get();
    uint64_t value = 0x1122'3344'5566'7788;
    std::array<void*, 2> args = {&to, &value};
    ASSERT_EQ(aclrtLaunchKernelWithArgsArray(kernel.get(), 2, stream.get(), nullptr, args.data()),
              ACL_SUCCESS)
        << recentMessage();
    value = 0;
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 0x1122'3344'5566'7788);
}

TEST(aclrtLaunchKernelWithArgsArray, AKernelWithoutParametersNeedsNoArray) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    ASSERT_EQ(aclrtLaunchKernelWithArgsArray(kernel.get(), 1, nullptr, nullptr, nullptr),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(nullptr);
}

TEST(aclrtLaunchKernelWithArgsArray, AKernelForBothKindsOfCoresTakesTheSameArray) {
    const SetDevice session;
    const TestKernel kernel("whoMix");
    const OwnedStream stream;
    const DeviceMemory memory(256);
    void* cubes = memory.get();
    void* vectors = memory.get() + 64;
    std::array<void*, 2> args = {&cubes, &vectors};
    ASSERT_EQ(aclrtLaunchKernelWithArgsArray(kernel.get(), 1, stream.get(), nullptr, args.data()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    std::array<uint32_t, 4> first{};
    ASSERT_EQ(aclrtMemcpy(first.data(), 16, cubes, 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(first, (std::array<uint32_t, 4>{0, 1, 1, 0}));
}

TEST(aclrtLaunchKernelWithArgsArray, TakesAFunctionOfTheHostThatStandsForAKernel) {
    const SetDevice session;
    const OwnedStream stream;
    const DeviceWord word(40);
    void* to = word.get();
    uint64_t more = 2;
    std::array<void*, 2> args = {&to, &more};
    ASSERT_EQ(aclrtLaunchKernelWithArgsArray(reinterpret_cast<void*>(&linkedAdd), 1, stream.get(),
                                             nullptr, args.data()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 42U);
}

TEST(aclrtLaunchKernelWithArgsArray, BadPropertiesAreRefused) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    expectConfigRefusals(kName, [&](aclrtLaunchKernelCfg* config) {
        return aclrtLaunchKernelWithArgsArray(kernel.get(), 1, nullptr, config, nullptr);
    });
}

TEST(aclrtLaunchKernelWithArgsArray, BadArgumentsAreRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const DeviceWord word;
    void* to = word.get();
    std::array<void*, 1> args = {&to};
    expectLaunchRefusals(
        kName, "func", kernel, [&](aclrtFuncHandle function, uint32_t blocks, aclrtStream stream) {
            return aclrtLaunchKernelWithArgsArray(function, blocks, stream, nullptr, args.data());
        });
    EXPECT_TRUE(refusedArgument(kName, "args", [&] {
        return aclrtLaunchKernelWithArgsArray(kernel.get(), 1, nullptr, nullptr, nullptr);
    }));
    args = {nullptr};
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "parameter 0", [&] {
        return aclrtLaunchKernelWithArgsArray(kernel.get(), 1, nullptr, nullptr, args.data());
    }));
}

TEST(aclrtLaunchKernelWithArgsArray, AFileThatDoesNotDescribeParametersIsRefused) {
    const SetDevice session;
    const OwnedFunction function("sum");
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "'sum'", [&] {
        return aclrtLaunchKernelWithArgsArray(function.get(), 1, nullptr, nullptr, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithArgsArray_test
