// What the time limit does to kernels.
#include "support/fresh_process.h"
#include "support/launches.h"

namespace belay::test::aclrtSetOpExecuteTimeOut_kernel_test {
namespace {

void launch(const TestKernel& kernel, aclrtStream stream, const DeviceWord& flag,
            aclrtLaunchKernelCfg* config) {
    ArgsBlock block(flag.get());
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream, config, block.data(),
                                            block.size(), nullptr, 0),
              ACL_SUCCESS)
        << recentMessage();
}

// The limit is the process's, so the test is a process of its own.
TEST(aclrtSetOpExecuteTimeOut, EndsKernelsWhoseLaunchSetsNoOtherLimit) {
    expectEndsWell(
        [] {
            const SetDevice session;
            const TestKernel kernel("waitFor");
            const OwnedStream limited;
            const OwnedStream unlimited;
            const DeviceWord flag;
            ASSERT_EQ(aclrtSetOpExecuteTimeOut(1), ACL_SUCCESS) << recentMessage();
            LaunchConfig config;
            config.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT).timeout = 0;
            launch(kernel, unlimited.get(), flag, config.get());
            launch(kernel, limited.get(), flag, nullptr);
            EXPECT_EQ(aclrtSynchronizeStream(limited.get()), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT)
                << recentMessage();
            EXPECT_NE(recentMessage().find("kernel 'waitFor'"), std::string::npos);
            aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
            EXPECT_EQ(aclrtStreamQuery(unlimited.get(), &status), ACL_SUCCESS);
            EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
            flag.set(1);
            expectSynchronized(unlimited.get());
        },
        {.environment = {{"BELAY_DRIVER", "sim"}}});
}

}  // namespace
}  // namespace belay::test::aclrtSetOpExecuteTimeOut_kernel_test
