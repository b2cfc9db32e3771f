#include "support/launches.h"

namespace belay::test::aclrtLaunchKernelV2_test {
namespace {

constexpr const char* kName = "aclrtLaunchKernelV2";

// Launches "store" with properties and expects it to have run.
void expectRuns(aclrtLaunchKernelCfg* config) {
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    const DeviceArgs args(ArgsBlock(word.get(), uint64_t{5}));
    ASSERT_EQ(aclrtLaunchKernelV2(kernel.get(), 3, args.data(), args.size(), config, stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 5U);
}

TEST(aclrtLaunchKernelV2, PropertiesAreOptional) {
    const SetDevice session;
    expectRuns(nullptr);
    aclrtLaunchKernelCfg none{.attrs = nullptr, .numAttrs = 0};
    expectRuns(&none);
}

TEST(aclrtLaunchKernelV2, TakesEveryProperty) {
    const SetDevice session;
    LaunchConfig config;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE).schemMode = 1;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE).dynUBufSize = 1024;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE).engineType = ACL_RT_ENGINE_TYPE_AIV;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET).blockDimOffset = 9;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH).isBlockTaskPrefetch = 1;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP).isDataDump = 0;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT).timeout = 10;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING).enableProfiling = 0;
    expectRuns(config.get());
}

TEST(aclrtLaunchKernelV2, TimeLimitsHaveTwoUnits) {
    const SetDevice session;
    for (const uint32_t high : {0U, 1U, UINT32_MAX}) {
        LaunchConfig config;
        config.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US).timeoutUs = {.timeoutLow = 0,
                                                                      .timeoutHigh = high};
        expectRuns(config.get());
    }
    LaunchConfig none;
    none.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT).timeout = 0;
    expectRuns(none.get());
}

TEST(aclrtLaunchKernelV2, BadPropertiesAreRefused) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    expectConfigRefusals(kName, [&](aclrtLaunchKernelCfg* config) {
        return aclrtLaunchKernelV2(kernel.get(), 1, nullptr, 0, config, nullptr);
    });
}

TEST(aclrtLaunchKernelV2, BadArgumentsAreRefused) {
    const SetDevice session;
    const TestKernel kernel("oneArgument");
    const DeviceWord word;
    const DeviceArgs args(ArgsBlock(word.get()));
    expectLaunchRefusals(kName, "funcHandle", kernel,
                         [&](aclrtFuncHandle function, uint32_t blocks, aclrtStream stream) {
                             return aclrtLaunchKernelV2(function, blocks, args.data(), args.size(),
                                                        nullptr, stream);
                         });
    EXPECT_TRUE(refusedArgument(kName, "argsData", [&] {
        return aclrtLaunchKernelV2(kernel.get(), 1, nullptr, 8, nullptr, nullptr);
    }));
    EXPECT_TRUE(refusedArgument(kName, "argsData", [&] {
        return aclrtLaunchKernelV2(kernel.get(), 1, &session, 8, nullptr, nullptr);
    }));
    EXPECT_TRUE(refusedArgument(kName, "argsSize", [&] {
        return aclrtLaunchKernelV2(kernel.get(), 1, args.data(), SIZE_MAX, nullptr, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelV2_test
