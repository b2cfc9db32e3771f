#include <array>
#include <vector>

#include "support/launches.h"
#include "support/threads.h"

namespace belay::test::aclrtLaunchKernelWithHostArgs_test {
namespace {

constexpr const char* kName = "aclrtLaunchKernelWithHostArgs";

aclError launch(aclrtFuncHandle function, aclrtStream stream, ArgsBlock& block) {
    return aclrtLaunchKernelWithHostArgs(function, 1, stream, nullptr, block.data(), block.size(),
                                         nullptr, 0);
}

TEST(aclrtLaunchKernelWithHostArgs, TheArgumentsAreCopiedBeforeItReturns) {
    const SetDevice session;
    const TestKernel kernel("store");
    const DeviceWord word;
    HeldStream stream;
    {
        ArgsBlock block(word.get(), uint64_t{77});
        ASSERT_EQ(launch(kernel.get(), stream.get(), block), ACL_SUCCESS) << recentMessage();
        std::memset(block.data(), 0xFF, block.size());
    }
    stream.open();
    stream.synchronize();
    EXPECT_EQ(word.value(), 77U);
}

TEST(aclrtLaunchKernelWithHostArgs, EachLaunchKeepsItsArguments) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    constexpr size_t kWords = 20'000;  // more than any queue or ring holds
    const DeviceMemory memory(kWords * sizeof(uint64_t));
    for (size_t i = 0; i < kWords; ++i) {
        ArgsBlock block(memory.get() + i * sizeof(uint64_t), uint64_t{i});
        ASSERT_EQ(launch(kernel.get(), stream.get(), block), ACL_SUCCESS) << recentMessage();
    }
    expectSynchronized(stream.get());
    std::vector<uint64_t> words(kWords);
    ASSERT_EQ(
        aclrtMemcpy(words.data(), kWords * 8, memory.get(), kWords * 8, ACL_MEMCPY_DEVICE_TO_HOST),
        ACL_SUCCESS);
    for (size_t i = 0; i < kWords; ++i) {
        ASSERT_EQ(words[i], i);
    }
}

// "copy" with data of so many bytes behind the arguments.
void expectDataArrive(size_t bytes, int launches) {
    SCOPED_TRACE(bytes);
    const TestKernel kernel("copy");
    const OwnedStream stream;
    const DeviceMemory target(bytes * static_cast<size_t>(launches));
    std::string all;
    for (int i = 0; i < launches; ++i) {
        const std::string text = pattern(bytes, static_cast<unsigned>(i));
        const ArgsBlock head(target.get() + all.size(), uint64_t{0}, static_cast<uint32_t>(bytes));
        std::string block = head.text() + text;
        aclrtPlaceHolderInfo pointer{.addrOffset = 8,
                                     .dataOffset = static_cast<uint32_t>(head.size())};
        ASSERT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream.get(), nullptr,
                                                block.data(), block.size(), &pointer, 1),
                  ACL_SUCCESS)
            << recentMessage();
        all += text;
    }
    expectSynchronized(stream.get());
    EXPECT_EQ(fetch(target.get(), all.size()), all);
}

TEST(aclrtLaunchKernelWithHostArgs, PointersLeadToDataInTheBlock) {
    const SetDevice session;
    expectDataArrive(1, 1);
    expectDataArrive(1000, 2000);
    expectDataArrive(60'000, 50);
    expectDataArrive(1'000'000, 5);
}

TEST(aclrtLaunchKernelWithHostArgs, ThereMayBeManyPointers) {
    const SetDevice session;
    const TestKernel kernel("copy");
    const OwnedStream stream;
    const DeviceMemory target(800);
    // The block copies a part of itself: 100 pointers, which all lead to its first byte.
    std::vector<uint64_t> block(100, 0);
    block[0] = reinterpret_cast<uintptr_t>(target.get());
    block[2] = 800;
    std::vector<aclrtPlaceHolderInfo> pointers;
    for (uint32_t i = 1; i < 100; ++i) {
        if (i != 2) {
            pointers.push_back({.addrOffset = 8 * i, .dataOffset = 0});
        }
    }
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream.get(), nullptr, block.data(),
                                            block.size() * 8, pointers.data(), pointers.size()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    std::vector<uint64_t> seen(100);
    ASSERT_EQ(aclrtMemcpy(seen.data(), 800, target.get(), 800, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_EQ(seen[0], block[0]);
    EXPECT_NE(seen[1], 0U);
    for (size_t i = 3; i < 100; ++i) {
        EXPECT_EQ(seen[i], seen[1]);
    }
}

TEST(aclrtLaunchKernelWithHostArgs, ALargeValueArrives) {
    const SetDevice session;
    const TestKernel kernel("copyValue");
    const OwnedStream stream;
    const DeviceMemory target(4000);
    const std::string text = pattern(4000);
    std::array<char, 4000> value{};
    std::memcpy(value.data(), text.data(), value.size());
    ArgsBlock block(target.get(), value);
    ASSERT_EQ(launch(kernel.get(), stream.get(), block), ACL_SUCCESS) << recentMessage();
    expectSynchronized(stream.get());
    EXPECT_EQ(fetch(target.get(), 4000), text);
}

TEST(aclrtLaunchKernelWithHostArgs, ThreadsShareAStream) {
    const SetDevice session;
    const TestKernel kernel("store");
    const OwnedStream stream;
    const aclrtContext context = currentContext();
    constexpr size_t kThreads = 4;
    constexpr size_t kEach = 2000;
    const DeviceMemory memory(kThreads * kEach * 8);
    onThreads(kThreads, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (size_t i = thread * kEach; i < (thread + 1) * kEach; ++i) {
            ArgsBlock block(memory.get() + i * 8, uint64_t{i});
            ASSERT_EQ(launch(kernel.get(), stream.get(), block), ACL_SUCCESS) << recentMessage();
        }
    });
    expectSynchronized(stream.get());
    std::vector<uint64_t> words(kThreads * kEach);
    ASSERT_EQ(aclrtMemcpy(words.data(), words.size() * 8, memory.get(), words.size() * 8,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    for (size_t i = 0; i < words.size(); ++i) {
        ASSERT_EQ(words[i], i);
    }
}

TEST(aclrtLaunchKernelWithHostArgs, BadPropertiesAreRefused) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    expectConfigRefusals(kName, [&](aclrtLaunchKernelCfg* config) {
        return aclrtLaunchKernelWithHostArgs(kernel.get(), 1, nullptr, config, nullptr, 0, nullptr,
                                             0);
    });
}

TEST(aclrtLaunchKernelWithHostArgs, BadArgumentsAreRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const DeviceWord word;
    ArgsBlock block(word.get());
    expectLaunchRefusals(kName, "funcHandle", kernel,
                         [&](aclrtFuncHandle function, uint32_t blocks, aclrtStream stream) {
                             return aclrtLaunchKernelWithHostArgs(function, blocks, stream, nullptr,
                                                                  block.data(), block.size(),
                                                                  nullptr, 0);
                         });
    const auto launchWith = [&](void* args, size_t size, aclrtPlaceHolderInfo* pointers,
                                size_t count) {
        return aclrtLaunchKernelWithHostArgs(kernel.get(), 1, nullptr, nullptr, args, size,
                                             pointers, count);
    };
    aclrtPlaceHolderInfo pointer{.addrOffset = 0, .dataOffset = 0};
    EXPECT_TRUE(
        refusedArgument(kName, "hostArgs", [&] { return launchWith(nullptr, 8, nullptr, 0); }));
    for (const size_t size : {size_t{16} * 1024 * 1024 + 1, SIZE_MAX}) {
        EXPECT_TRUE(refusedArgument(kName, "argsSize",
                                    [&] { return launchWith(block.data(), size, nullptr, 0); }));
    }
    EXPECT_TRUE(refusedArgument(kName, "placeHolderArray",
                                [&] { return launchWith(block.data(), 8, nullptr, 1); }));
    EXPECT_TRUE(refusedArgument(kName, "placeHolderNum",
                                [&] { return launchWith(block.data(), 8, &pointer, SIZE_MAX); }));
    for (const uint32_t offset : {1U, 8U, UINT32_MAX}) {
        pointer = {.addrOffset = offset, .dataOffset = 0};
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName,
                                "addrOffset " + std::to_string(offset),
                                [&] { return launchWith(block.data(), 8, &pointer, 1); }));
    }
    for (const uint32_t offset : {8U, UINT32_MAX}) {
        pointer = {.addrOffset = 0, .dataOffset = offset};
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName,
                                "dataOffset " + std::to_string(offset),
                                [&] { return launchWith(block.data(), 8, &pointer, 1); }));
    }
    pointer = {.addrOffset = 0, .dataOffset = 0};
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "addrOffset 0",
                            [&] { return launchWith(nullptr, 0, &pointer, 1); }));
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithHostArgs_test
