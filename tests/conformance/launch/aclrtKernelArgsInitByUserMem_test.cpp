#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsInitByUserMem_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsInitByUserMem";

TEST(aclrtKernelArgsInitByUserMem, ArgumentsAreInTheMemory) {
    const SetDevice session;
    UserArgs args(64);
    append(args.get(), uint64_t{0x1122334455667788});
    append(args.get(), uint8_t{9});
    append(args.get(), uint32_t{7});
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    std::array<uint64_t, 3> values{};
    std::memcpy(values.data(), args.memory().data(), sizeof values - 4);
    EXPECT_EQ(values[0], 0x1122334455667788U);
    EXPECT_EQ(values[1], 9U);
    EXPECT_EQ(values[2], 7U);
}

TEST(aclrtKernelArgsInitByUserMem, MemoryCanBeUsedAnew) {
    const SetDevice session;
    UserArgs args(64);
    append(args.get(), 1);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsInitByUserMem(args.function(), args.get(), args.memory().data(),
                                           args.memory().size()),
              ACL_SUCCESS);
    append(args.get(), 2);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
}

TEST(aclrtKernelArgsInitByUserMem, WhatIsInTheMemoryOfTheHandleDoesNotMatter) {
    const SetDevice session;
    UserArgs args(64);
    append(args.get(), 1);
    std::memset(args.get(), 0xff, 8);
    append(args.get(), 2);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
}

TEST(aclrtKernelArgsInitByUserMem, AListGoesWithItsFunction) {
    const SetDevice session;
    Bytes handle(64);
    Bytes memory(4096);
    {
        const OwnedFunction function;
        ASSERT_EQ(aclrtKernelArgsInitByUserMem(function.get(), handle.data(), memory.data(),
                                               memory.size()),
                  ACL_SUCCESS);
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_HANDLE, "aclrtKernelArgsFinalize", "'argsHandle'",
                            [&] { return aclrtKernelArgsFinalize(handle.data()); }));
}

TEST(aclrtKernelArgsInitByUserMem, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    Bytes handle(64);
    Bytes memory(4096);
    EXPECT_TRUE(refusedArgument(kName, "argsHandle", [&] {
        return aclrtKernelArgsInitByUserMem(function.get(), nullptr, memory.data(), memory.size());
    }));
    EXPECT_TRUE(refusedArgument(kName, "userHostMem", [&] {
        return aclrtKernelArgsInitByUserMem(function.get(), handle.data(), nullptr, memory.size());
    }));
    for (const size_t size : {size_t{0}, size_t{8}}) {
        EXPECT_TRUE(refusedArgument(kName, "actualArgsSize", [&] {
            return aclrtKernelArgsInitByUserMem(function.get(), handle.data(), memory.data(), size);
        }));
    }
    expectNeedsHandle<FunctionHandle>(kName, "funcHandle", [&](void* bad) {
        return aclrtKernelArgsInitByUserMem(bad, handle.data(), memory.data(), memory.size());
    });
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsInitByUserMem_test
