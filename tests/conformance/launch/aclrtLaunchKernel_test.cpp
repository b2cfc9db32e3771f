#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "support/launches.h"
#include "support/threads.h"

namespace belay::test::aclrtLaunchKernel_test {
namespace {

constexpr const char* kName = "aclrtLaunchKernel";

TEST(aclrtLaunchKernel, RunsTheKernelWithTheArgumentsOfTheDevice) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    const DeviceArgs args(ArgsBlock(word.get(), uint64_t{0x1234'5678'9ABC'DEF0}));
    ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 1, args.data(), args.size(), stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 0x1234'5678'9ABC'DEF0);
}

TEST(aclrtLaunchKernel, NullIsTheDefaultStream) {
    const SetDevice session;
    const TestKernel kernel("store");
    const DeviceWord word;
    const DeviceArgs args(ArgsBlock(word.get(), uint64_t{7}));
    ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 1, args.data(), args.size(), nullptr), ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(nullptr);
    EXPECT_EQ(word.value(), 7U);
}

TEST(aclrtLaunchKernel, AKernelWithoutParametersNeedsNoArguments) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    const OwnedStream stream;
    ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 65535, nullptr, 0, stream.get()), ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
}

// What each block of "who" has written.
std::vector<uint32_t> blocksOf(const char* name, uint32_t count) {
    const TestKernel kernel(name);
    const OwnedStream stream;
    const DeviceMemory memory(size_t{count} * 16);
    const DeviceArgs args(ArgsBlock(memory.get()));
    EXPECT_EQ(aclrtLaunchKernel(kernel.get(), count, args.data(), args.size(), stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    std::vector<uint32_t> words(size_t{count} * 4);
    EXPECT_EQ(aclrtMemcpy(words.data(), words.size() * 4, memory.get(), words.size() * 4,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return words;
}

void expectBlocks(const std::vector<uint32_t>& words, uint32_t count, uint32_t side) {
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t* at = words.data() + size_t{4} * i;
        EXPECT_THAT(std::vector(at, at + 4), testing::ElementsAre(i, count, 1U, side));
    }
}

TEST(aclrtLaunchKernel, EveryBlockRunsOnceOnCoresOfItsKind) {
    const SetDevice session;
    for (const uint32_t count : {1U, 7U, 300U}) {
        SCOPED_TRACE(count);
        expectBlocks(blocksOf("who", count), count, 1);
        expectBlocks(blocksOf("whoCube", count), count, 0);
    }
}

TEST(aclrtLaunchKernel, AKernelForBothKindsRunsOnGroupsOfCores) {
    const SetDevice session;
    constexpr uint32_t kBlocks = 5;
    const TestKernel kernel("whoMix");
    const OwnedStream stream;
    const DeviceMemory memory(size_t{kBlocks} * 3 * 16);
    char* const vectors = memory.get() + size_t{kBlocks} * 16;
    const DeviceArgs args(ArgsBlock(memory.get(), vectors));
    ASSERT_EQ(aclrtLaunchKernel(kernel.get(), kBlocks, args.data(), args.size(), stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    std::vector<uint32_t> words(size_t{kBlocks} * 12);
    ASSERT_EQ(aclrtMemcpy(words.data(), words.size() * 4, memory.get(), words.size() * 4,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    expectBlocks(words, kBlocks, 0);
    for (uint32_t i = 0; i < 2 * kBlocks; ++i) {
        const auto* at = words.data() + size_t{4} * (kBlocks + i);
        EXPECT_THAT(std::vector(at, at + 4), testing::ElementsAre(i, kBlocks, 2U, 1U));
    }
}

TEST(aclrtLaunchKernel, LaunchesOfAStreamComeOneAfterTheOther) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    constexpr uint64_t kLaunches = 5000;  // more than a queue holds
    std::vector<std::unique_ptr<DeviceArgs>> args;
    for (uint64_t i = 1; i <= kLaunches; ++i) {
        args.push_back(std::make_unique<DeviceArgs>(ArgsBlock(word.get(), i)));
        ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 1, args.back()->data(), args.back()->size(),
                                    stream.get()),
                  ACL_SUCCESS)
            << recentMessage();
    }
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), kLaunches);
}

TEST(aclrtLaunchKernel, ABinaryMayBeUnloadedWhileItsKernelsWait) {
    const SetDevice session;
    const DeviceWord word;
    const DeviceArgs args(ArgsBlock(word.get(), uint64_t{11}));
    HeldStream stream;
    {
        const TestKernel kernel("store");
        ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 1, args.data(), args.size(), stream.get()),
                  ACL_SUCCESS)
            << recentMessage();
    }
    EXPECT_EQ(word.value(), 0U);
    stream.open();
    stream.synchronize();
    EXPECT_EQ(word.value(), 11U);
}

TEST(aclrtLaunchKernel, ManyThreadsLaunchOneKernel) {
    const SetDevice session;
    const TestKernel kernel("store");
    const aclrtContext context = currentContext();
    onThreads(8, [&](size_t index) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const DeviceWord word;
        const DeviceArgs args(ArgsBlock(word.get(), uint64_t{index} + 1));
        const OwnedStream own;
        for (int i = 0; i < 200; ++i) {
            const aclrtStream stream = i % 2 == 0 ? own.get() : nullptr;
            ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 2, args.data(), args.size(), stream),
                      ACL_SUCCESS)
                << recentMessage();
        }
        expectSynchronized(own.get());
        expectSynchronized(nullptr);
        EXPECT_EQ(word.value(), index + 1);
    });
}

TEST(aclrtLaunchKernel, BadArgumentsAreRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const DeviceWord word;
    const DeviceArgs args(ArgsBlock(word.get()));
    expectLaunchRefusals(kName, "funcHandle", kernel,
                         [&](aclrtFuncHandle function, uint32_t blocks, aclrtStream stream) {
                             return aclrtLaunchKernel(function, blocks, args.data(), args.size(),
                                                      stream);
                         });
    EXPECT_TRUE(refusedArgument(kName, "argsData", [&] {
        return aclrtLaunchKernel(kernel.get(), 1, nullptr, 8, nullptr);
    }));
    uint64_t onHost = 0;
    EXPECT_TRUE(refusedArgument(kName, "argsData", [&] {
        return aclrtLaunchKernel(kernel.get(), 1, &onHost, sizeof onHost, nullptr);
    }));
    EXPECT_TRUE(refusedArgument(kName, "argsSize", [&] {
        return aclrtLaunchKernel(kernel.get(), 1, args.data(), size_t{1} << 40, nullptr);
    }));
}

TEST(aclrtLaunchKernel, ArgumentsOfAnotherDeviceAreRefused) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    const DeviceWord word;
    const SetDevice other(1);
    const TestKernel kernel("oneArgument");
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "memory of device 0", [&] {
        return aclrtLaunchKernel(kernel.get(), 1, word.get(), 8, nullptr);
    }));
}

TEST(aclrtLaunchKernel, ABinaryThatWentWithItsDeviceIsRefused) {
    aclrtFuncHandle function = nullptr;
    OwnedBinary binary;
    {
        const SetDevice session;
        binary = loadTestKernels();
        function = functionOf(binary, "nothing");
    }
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "load the binary anew",
                            [&] { return aclrtLaunchKernel(function, 1, nullptr, 0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernel_test
