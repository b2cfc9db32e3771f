#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsAppendPlaceHolder_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsAppendPlaceHolder";

TEST(aclrtKernelArgsAppendPlaceHolder, TakesEightBytesBetweenOthers) {
    const SetDevice session;
    UserArgs args(64);
    append(args.get(), uint32_t{1});
    aclrtParamHandle placeholder = appendPlaceholder(args.get());
    append(args.get(), uint32_t{2});
    void* buffer = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), placeholder, 4, &buffer),
              ACL_SUCCESS);
    uint32_t last = 0;
    std::memcpy(&last, args.memory().data() + 16, sizeof last);
    EXPECT_EQ(last, 2U);
    EXPECT_EQ(buffer, args.memory().data() + 24);
}

TEST(aclrtKernelArgsAppendPlaceHolder, IsRefusedAfterFinalizing) {
    const SetDevice session;
    const SystemArgs args;
    ASSERT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    aclrtParamHandle param = &param;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "finished",
                            [&] { return aclrtKernelArgsAppendPlaceHolder(args.get(), &param); }));
    EXPECT_EQ(param, &param);
}

TEST(aclrtKernelArgsAppendPlaceHolder, BadArgumentsAreRefused) {
    const SetDevice session;
    const SystemArgs args;
    aclrtParamHandle param = &param;
    EXPECT_TRUE(refusedArgument(kName, "paramHandle", [&] {
        return aclrtKernelArgsAppendPlaceHolder(args.get(), nullptr);
    }));
    expectNeedsHandle<ArgsHandle>(kName, "argsHandle", [&](void* bad) {
        return aclrtKernelArgsAppendPlaceHolder(bad, &param);
    });
    EXPECT_EQ(param, &param);
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsAppendPlaceHolder_test
