#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsAppend_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsAppend";

TEST(aclrtKernelArgsAppend, CopiesTheValueAtOnce) {
    const SetDevice session;
    UserArgs args(8);
    uint32_t value = 5;
    aclrtParamHandle param = nullptr;
    EXPECT_EQ(aclrtKernelArgsAppend(args.get(), &value, sizeof value, &param), ACL_SUCCESS);
    value = 6;
    uint32_t copied = 0;
    std::memcpy(&copied, args.memory().data(), sizeof copied);
    EXPECT_EQ(copied, 5U);
}

TEST(aclrtKernelArgsAppend, TakesAtMost128) {
    const SetDevice session;
    const SystemArgs args;
    for (int i = 0; i < 128; ++i) {
        append(args.get(), i);
    }
    int value = 0;
    aclrtParamHandle param = &param;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "128", [&] {
        return aclrtKernelArgsAppend(args.get(), &value, sizeof value, &param);
    }));
    EXPECT_EQ(param, &param);
}

TEST(aclrtKernelArgsAppend, MoreThanTheMemoryHoldsIsRefused) {
    const SetDevice session;
    const SystemArgs args;
    std::vector<char> big(65537);
    aclrtParamHandle param = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "do not fit", [&] {
        return aclrtKernelArgsAppend(args.get(), big.data(), big.size(), &param);
    }));
    EXPECT_EQ(aclrtKernelArgsAppend(args.get(), big.data(), 65536, &param), ACL_SUCCESS)
        << "the refused one has left no trace";
}

TEST(aclrtKernelArgsAppend, IsRefusedAfterFinalizing) {
    const SetDevice session;
    const SystemArgs args;
    ASSERT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    int value = 0;
    aclrtParamHandle param = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "finished", [&] {
        return aclrtKernelArgsAppend(args.get(), &value, sizeof value, &param);
    }));
}

TEST(aclrtKernelArgsAppend, IsRefusedOnceABufferWasTaken) {
    const SetDevice session;
    const SystemArgs args;
    aclrtParamHandle placeholder = appendPlaceholder(args.get());
    void* buffer = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), placeholder, 8, &buffer),
              ACL_SUCCESS);
    int value = 0;
    aclrtParamHandle param = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "buffer", [&] {
        return aclrtKernelArgsAppend(args.get(), &value, sizeof value, &param);
    }));
}

TEST(aclrtKernelArgsAppend, BadArgumentsAreRefused) {
    const SetDevice session;
    const SystemArgs args;
    int value = 0;
    aclrtParamHandle param = &param;
    EXPECT_TRUE(refusedArgument(kName, "param", [&] {
        return aclrtKernelArgsAppend(args.get(), nullptr, sizeof value, &param);
    }));
    EXPECT_TRUE(refusedArgument(
        kName, "paramSize", [&] { return aclrtKernelArgsAppend(args.get(), &value, 0, &param); }));
    EXPECT_TRUE(refusedArgument(kName, "paramHandle", [&] {
        return aclrtKernelArgsAppend(args.get(), &value, sizeof value, nullptr);
    }));
    expectNeedsHandle<ArgsHandle>(kName, "argsHandle", [&](void* bad) {
        return aclrtKernelArgsAppend(bad, &value, sizeof value, &param);
    });
    EXPECT_EQ(param, &param);
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsAppend_test
