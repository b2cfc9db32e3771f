#include <array>
#include <vector>

#include "support/kernel_args.h"
#include "support/launches.h"

namespace belay::test::aclrtLaunchKernelWithConfig_test {
namespace {

constexpr const char* kName = "aclrtLaunchKernelWithConfig";

aclrtArgsHandle makeArgs(aclrtFuncHandle function) {
    aclrtArgsHandle args = nullptr;
    EXPECT_EQ(aclrtKernelArgsInit(function, &args), ACL_SUCCESS) << recentMessage();
    return args;
}

void finish(aclrtArgsHandle args) {
    EXPECT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS) << recentMessage();
}

void launch(aclrtFuncHandle function, aclrtArgsHandle args, aclrtStream stream) {
    EXPECT_EQ(aclrtLaunchKernelWithConfig(function, 1, stream, nullptr, args, nullptr), ACL_SUCCESS)
        << recentMessage();
}

TEST(aclrtLaunchKernelWithConfig, RunsTheKernelWithTheList) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    const aclrtArgsHandle args = makeArgs(kernel.get());
    append(args, word.get());
    append(args, uint64_t{99});
    finish(args);
    launch(kernel.get(), args, stream.get());
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 99U);
}

TEST(aclrtLaunchKernelWithConfig, AListServesManyLaunchesAndUpdates) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    constexpr size_t kWords = 3000;  // more than a queue holds
    const DeviceMemory memory(kWords * sizeof(uint64_t));
    const aclrtArgsHandle args = makeArgs(kernel.get());
    const aclrtParamHandle target = append(args, memory.get());
    const aclrtParamHandle value = append(args, uint64_t{0});
    for (size_t i = 0; i < kWords; ++i) {
        char* to = memory.get() + i * sizeof(uint64_t);
        uint64_t number = i * i;
        ASSERT_EQ(aclrtKernelArgsParaUpdate(args, target, &to, sizeof to), ACL_SUCCESS);
        ASSERT_EQ(aclrtKernelArgsParaUpdate(args, value, &number, sizeof number), ACL_SUCCESS);
        finish(args);
        launch(kernel.get(), args, stream.get());
    }
    expectSynchronized(stream.get());
    std::vector<uint64_t> words(kWords);
    ASSERT_EQ(
        aclrtMemcpy(words.data(), kWords * 8, memory.get(), kWords * 8, ACL_MEMCPY_DEVICE_TO_HOST),
        ACL_SUCCESS);
    for (size_t i = 0; i < kWords; ++i) {
        ASSERT_EQ(words[i], i * i);
    }
}

TEST(aclrtLaunchKernelWithConfig, ChangesAfterALaunchDoNotConcernIt) {
    const SetDevice session;
    const TestKernel kernel("store");
    const DeviceWord word;
    const aclrtArgsHandle args = makeArgs(kernel.get());
    append(args, word.get());
    const aclrtParamHandle value = append(args, uint64_t{1});
    finish(args);
    HeldStream stream;
    launch(kernel.get(), args, stream.get());
    uint64_t other = 2;
    ASSERT_EQ(aclrtKernelArgsParaUpdate(args, value, &other, sizeof other), ACL_SUCCESS);
    stream.open();
    stream.synchronize();
    EXPECT_EQ(word.value(), 1U);
}

// "copy" with a placeholder of so many bytes.
void expectPlaceholderArrives(size_t bytes) {
    SCOPED_TRACE(bytes);
    const TestKernel kernel("copy");
    const OwnedStream stream;
    const DeviceMemory target(bytes);
    const aclrtArgsHandle args = makeArgs(kernel.get());
    append(args, target.get());
    const aclrtParamHandle placeholder = appendPlaceholder(args);
    append(args, static_cast<uint32_t>(bytes));
    void* buffer = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args, placeholder, bytes, &buffer), ACL_SUCCESS)
        << recentMessage();
    const std::string text = pattern(bytes);
    std::memcpy(buffer, text.data(), bytes);
    finish(args);
    launch(kernel.get(), args, stream.get());
    expectSynchronized(stream.get());
    EXPECT_EQ(fetch(target.get(), bytes), text);
}

TEST(aclrtLaunchKernelWithConfig, APlaceholderPointsToItsDataOnTheDevice) {
    const SetDevice session;
    for (const size_t bytes : {size_t{1}, size_t{100}, size_t{4096}, size_t{60'000}}) {
        expectPlaceholderArrives(bytes);
    }
}

TEST(aclrtLaunchKernelWithConfig, TakesListsInMemoryOfTheApplication) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    size_t handleBytes = 0;
    size_t bytes = 0;
    ASSERT_EQ(aclrtKernelArgsGetHandleMemSize(kernel.get(), &handleBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsGetMemSize(kernel.get(), 16, &bytes), ACL_SUCCESS);
    std::vector<char> handle(handleBytes);
    std::vector<char> memory(bytes);
    ASSERT_EQ(
        aclrtKernelArgsInitByUserMem(kernel.get(), handle.data(), memory.data(), memory.size()),
        ACL_SUCCESS);
    append(handle.data(), word.get());
    append(handle.data(), uint64_t{31});
    finish(handle.data());
    launch(kernel.get(), handle.data(), stream.get());
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 31U);
}

TEST(aclrtLaunchKernelWithConfig, AKernelForBothKindsOfCoresTakesTheSameList) {
    const SetDevice session;
    const TestKernel kernel("whoMix");
    const OwnedStream stream;
    const DeviceMemory memory(256);
    const aclrtArgsHandle args = makeArgs(kernel.get());
    append(args, memory.get());
    append(args, memory.get() + 64);
    finish(args);
    launch(kernel.get(), args, stream.get());
    expectSynchronized(stream.get());
    std::array<uint32_t, 4> first{};
    ASSERT_EQ(aclrtMemcpy(first.data(), 16, memory.get() + 64 + 16, 16, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_EQ(first, (std::array<uint32_t, 4>{1, 1, 2, 1})) << "the second vector core";
}

TEST(aclrtLaunchKernelWithConfig, BadPropertiesAreRefused) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    const aclrtArgsHandle args = makeArgs(kernel.get());
    finish(args);
    expectConfigRefusals(kName, [&](aclrtLaunchKernelCfg* config) {
        return aclrtLaunchKernelWithConfig(kernel.get(), 1, nullptr, config, args, nullptr);
    });
}

TEST(aclrtLaunchKernelWithConfig, BadArgumentsAreRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const DeviceWord word;
    const aclrtArgsHandle args = makeArgs(kernel.get());
    append(args, word.get());
    finish(args);
    expectLaunchRefusals(kName, "funcHandle", kernel,
                         [&](aclrtFuncHandle function, uint32_t blocks, aclrtStream stream) {
                             return aclrtLaunchKernelWithConfig(function, blocks, stream, nullptr,
                                                                args, nullptr);
                         });
    EXPECT_TRUE(refusedArgument(kName, "reserve", [&] {
        return aclrtLaunchKernelWithConfig(kernel.get(), 1, nullptr, nullptr, args, args);
    }));
    expectNeedsHandle<ArgsHandle>(kName, "argsHandle", [&](void* bad) {
        return aclrtLaunchKernelWithConfig(kernel.get(), 1, nullptr, nullptr, bad, nullptr);
    });
}

TEST(aclrtLaunchKernelWithConfig, AListThatIsNotFinishedIsRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const DeviceWord word;
    const aclrtArgsHandle args = makeArgs(kernel.get());
    const auto isRefused = [&] {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "aclrtKernelArgsFinalize", [&] {
            return aclrtLaunchKernelWithConfig(kernel.get(), 1, nullptr, nullptr, args, nullptr);
        });
    };
    EXPECT_TRUE(isRefused());
    void* pointer = word.get();
    const aclrtParamHandle param = append(args, pointer);
    EXPECT_TRUE(isRefused());
    finish(args);
    launch(kernel.get(), args, nullptr);
    ASSERT_EQ(aclrtKernelArgsParaUpdate(args, param, &pointer, sizeof pointer), ACL_SUCCESS);
    EXPECT_TRUE(isRefused());
    expectSynchronized(nullptr);
}

TEST(aclrtLaunchKernelWithConfig, AListOfAnotherFunctionIsRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const aclrtFuncHandle other = functionOf(kernel.binary(), "nothing");
    const aclrtArgsHandle args = makeArgs(other);
    finish(args);
    EXPECT_TRUE(refusedArgument(kName, "argsHandle", [&] {
        return aclrtLaunchKernelWithConfig(kernel.get(), 1, nullptr, nullptr, args, nullptr);
    }));
}

TEST(aclrtLaunchKernelWithConfig, ListsThatWereLaunchedMakeRoomForNewOnes) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    const aclrtArgsHandle first = makeArgs(kernel.get());
    finish(first);
    launch(kernel.get(), first, nullptr);
    for (int i = 0; i < 1000; ++i) {
        const aclrtArgsHandle args = makeArgs(kernel.get());
        finish(args);
        launch(kernel.get(), args, nullptr);
    }
    expectSynchronized(nullptr);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_HANDLE, kName, "'argsHandle'", [&] {
        return aclrtLaunchKernelWithConfig(kernel.get(), 1, nullptr, nullptr, first, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithConfig_test
