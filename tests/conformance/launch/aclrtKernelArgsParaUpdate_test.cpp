#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsParaUpdate_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsParaUpdate";

TEST(aclrtKernelArgsParaUpdate, ReplacesAValueBeforeAndAfterFinalizing) {
    const SetDevice session;
    UserArgs args(64);
    append(args.get(), uint32_t{1});
    aclrtParamHandle param = append(args.get(), uint32_t{2});
    const auto update = [&](uint32_t value) {
        EXPECT_EQ(aclrtKernelArgsParaUpdate(args.get(), param, &value, sizeof value), ACL_SUCCESS);
        uint32_t now = 0;
        std::memcpy(&now, args.memory().data() + 8, sizeof now);
        EXPECT_EQ(now, value);
    };
    update(3);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    update(4);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
}

TEST(aclrtKernelArgsParaUpdate, BadArgumentsAreRefused) {
    const SetDevice session;
    const SystemArgs args;
    const SystemArgs other;
    aclrtParamHandle param = append(args.get(), uint32_t{1});
    aclrtParamHandle placeholder = appendPlaceholder(args.get());
    aclrtParamHandle foreign = append(other.get(), uint32_t{1});
    uint64_t value = 0;
    const auto isRefused = [&](const char* subject, aclrtParamHandle bad, size_t size) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, subject, [&] {
            return aclrtKernelArgsParaUpdate(args.get(), bad, &value, size);
        });
    };
    EXPECT_TRUE(isRefused("4 bytes, not 8", param, 8));
    EXPECT_TRUE(isRefused("4 bytes, not 0", param, 0));
    EXPECT_TRUE(isRefused("placeholder", placeholder, 8));
    EXPECT_TRUE(isRefused("no parameter of this list", foreign, 4));
    EXPECT_TRUE(isRefused("no parameter of this list", nullptr, 4));
    EXPECT_TRUE(refusedArgument(
        kName, "param", [&] { return aclrtKernelArgsParaUpdate(args.get(), param, nullptr, 4); }));
    expectNeedsHandle<ArgsHandle>(kName, "argsHandle", [&](void* bad) {
        return aclrtKernelArgsParaUpdate(bad, param, &value, 4);
    });
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsParaUpdate_test
