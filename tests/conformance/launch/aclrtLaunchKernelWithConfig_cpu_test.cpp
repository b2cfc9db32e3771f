// Kernels of AI CPUs with lists of arguments.
#include "support/cpu_launches.h"
#include "support/kernel_args.h"

namespace belay::test::aclrtLaunchKernelWithConfig_cpu_test {
namespace {

class AclrtLaunchKernelWithConfigCpu : public testing::Test {
  protected:
    static aclrtArgsHandle listFor(const CpuLaunch& to) {
        aclrtArgsHandle args = nullptr;
        EXPECT_EQ(aclrtKernelArgsInit(to.function(), &args), ACL_SUCCESS) << recentMessage();
        append(args, to.number());
        return args;
    }

    static aclError launch(const CpuLaunch& to, aclrtArgsHandle args,
                           aclrtLaunchKernelCfg* cfg = nullptr) {
        return aclrtLaunchKernelWithConfig(to.function(), 1, to.stream(), cfg, args, nullptr);
    }

    const SetDevice session;
};

TEST_F(AclrtLaunchKernelWithConfigCpu, ArgumentsLieWithoutGaps) {
    CpuLaunch addPacked("addPacked");
    aclrtArgsHandle args = listFor(addPacked);
    append(args, uint8_t{200});
    append(args, uint16_t{60000});
    append(args, uint64_t{1} << 40);
    ASSERT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    ASSERT_EQ(launch(addPacked, args), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(addPacked.value(), (uint64_t{1} << 40) + 60200);
}

TEST_F(AclrtLaunchKernelWithConfigCpu, AFinishedListServesManyLaunches) {
    CpuLaunch addPacked("addPacked");
    aclrtArgsHandle args = listFor(addPacked);
    append(args, uint8_t{0});
    append(args, uint16_t{0});
    uint64_t number = 0;
    aclrtParamHandle param = append(args, number);
    for (number = 1; number <= 5; ++number) {
        ASSERT_EQ(aclrtKernelArgsParaUpdate(args, param, &number, sizeof number), ACL_SUCCESS);
        ASSERT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
        ASSERT_EQ(launch(addPacked, args), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(addPacked.value(), number);
    }
}

TEST_F(AclrtLaunchKernelWithConfigCpu, PlaceholdersPointToTheirData) {
    CpuLaunch addPointed("addPointed");
    aclrtArgsHandle args = listFor(addPointed);
    aclrtParamHandle param = nullptr;
    ASSERT_EQ(aclrtKernelArgsAppendPlaceHolder(args, &param), ACL_SUCCESS);
    void* buffer = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args, param, 16, &buffer), ACL_SUCCESS);
    const uint64_t numbers[2] = {30, 12};
    std::memcpy(buffer, numbers, sizeof numbers);
    ASSERT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    ASSERT_EQ(launch(addPointed, args), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(addPointed.value(), 42);
}

TEST_F(AclrtLaunchKernelWithConfigCpu, TakesATimeout) {
    CpuLaunch addOne("addOne");
    aclrtArgsHandle args = listFor(addOne);
    ASSERT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    aclrtLaunchKernelAttr attribute{};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attribute.value.timeout = 20;
    aclrtLaunchKernelCfg cfg{&attribute, 1};
    ASSERT_EQ(launch(addOne, args, &cfg), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(addOne.value(), 1);
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithConfig_cpu_test
