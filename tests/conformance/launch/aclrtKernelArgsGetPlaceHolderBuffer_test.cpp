#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsGetPlaceHolderBuffer_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsGetPlaceHolderBuffer";

TEST(aclrtKernelArgsGetPlaceHolderBuffer, CanBeWrittenUntilTheLaunch) {
    const SetDevice session;
    const SystemArgs args;
    aclrtParamHandle first = appendPlaceholder(args.get());
    aclrtParamHandle second = appendPlaceholder(args.get());
    void* firstBuffer = nullptr;
    void* secondBuffer = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), first, 100, &firstBuffer),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), second, 1000, &secondBuffer),
              ACL_SUCCESS);
    std::memset(firstBuffer, 1, 100);
    std::memset(secondBuffer, 2, 1000);
    EXPECT_EQ(static_cast<char*>(firstBuffer)[99], 1);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    std::memset(firstBuffer, 3, 100);
}

TEST(aclrtKernelArgsGetPlaceHolderBuffer, IsTheSameEveryTime) {
    const SetDevice session;
    const SystemArgs args;
    aclrtParamHandle param = appendPlaceholder(args.get());
    void* buffer = nullptr;
    void* again = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), param, 16, &buffer), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), param, 16, &again), ACL_SUCCESS);
    EXPECT_EQ(buffer, again);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "16 bytes already", [&] {
        return aclrtKernelArgsGetPlaceHolderBuffer(args.get(), param, 17, &again);
    }));
}

TEST(aclrtKernelArgsGetPlaceHolderBuffer, BadArgumentsAreRefused) {
    const SetDevice session;
    const SystemArgs args;
    const SystemArgs other;
    aclrtParamHandle value = append(args.get(), 1);
    aclrtParamHandle param = appendPlaceholder(args.get());
    aclrtParamHandle foreign = appendPlaceholder(other.get());
    void* buffer = &buffer;
    const auto isRefused = [&](const char* subject, aclrtParamHandle bad, size_t size) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, subject, [&] {
            return aclrtKernelArgsGetPlaceHolderBuffer(args.get(), bad, size, &buffer);
        });
    };
    EXPECT_TRUE(isRefused("'dataSize'", param, 0));
    EXPECT_TRUE(isRefused("do not fit", param, 65536));
    EXPECT_TRUE(isRefused("do not fit", param, SIZE_MAX));
    EXPECT_TRUE(isRefused("no placeholder", value, 8));
    EXPECT_TRUE(isRefused("no parameter of this list", foreign, 8));
    EXPECT_TRUE(isRefused("no parameter of this list", nullptr, 8));
    EXPECT_TRUE(isRefused("no parameter of this list", &buffer, 8));
    EXPECT_TRUE(refusedArgument(kName, "bufferAddr", [&] {
        return aclrtKernelArgsGetPlaceHolderBuffer(args.get(), param, 8, nullptr);
    }));
    expectNeedsHandle<ArgsHandle>(kName, "argsHandle", [&](void* bad) {
        return aclrtKernelArgsGetPlaceHolderBuffer(bad, param, 8, &buffer);
    });
    EXPECT_EQ(buffer, &buffer);
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsGetPlaceHolderBuffer_test
