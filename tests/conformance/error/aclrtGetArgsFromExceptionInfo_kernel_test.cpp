// What is told of the arguments of a kernel that has failed.
#include "support/failing_kernels.h"

namespace belay::test::aclrtGetArgsFromExceptionInfo_kernel_test {
namespace {

TEST(aclrtGetArgsFromExceptionInfo, IsTheBlockThatTheKernelRead) {
    const SetDevice session;
    const TestKernel kernel("readAt");
    const OwnedStream stream;
    const DeviceMemory target(8);
    ToldKernel to;
    const FailureListener listener(to);
    launchFailing(kernel, stream.get(), target.get());
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    to.awaitCall();
    EXPECT_EQ(to.code, static_cast<uint32_t>(ACL_ERROR_RT_VECTOR_CORE_EXCEPTION));
    EXPECT_EQ(to.argsContent, ArgsBlock(reinterpret_cast<void*>(8), target.get()).text());
}

TEST(aclrtGetArgsFromExceptionInfo, LaterLaunchesLeaveTheBlockAlone) {
    const SetDevice session;
    const TestKernel kernel("readAt");
    const TestKernel other("store");
    const OwnedStream stream;
    const DeviceMemory target(8);
    const DeviceWord word;
    ToldKernel to;
    const FailureListener listener(to);
    launchFailing(kernel, stream.get(), target.get());
    for (uint64_t i = 0; i < 10'000; ++i) {  // several times what the memory for arguments holds
        ArgsBlock block(word.get(), i);
        ASSERT_EQ(aclrtLaunchKernelWithHostArgs(other.get(), 1, stream.get(), nullptr, block.data(),
                                                block.size(), nullptr, 0),
                  ACL_SUCCESS)
            << recentMessage();
    }
    to.awaitCall();
    EXPECT_EQ(to.argsContent, ArgsBlock(reinterpret_cast<void*>(8), target.get()).text());
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(word.value(), 9'999U);
}

TEST(aclrtGetArgsFromExceptionInfo, ABlockOfTheApplicationIsToldAsItWasGiven) {
    const SetDevice session;
    const TestKernel kernel("readAtMix");
    const OwnedStream stream;
    const DeviceMemory target(8);
    const DeviceArgs args(ArgsBlock(reinterpret_cast<void*>(8), target.get()));
    ToldKernel to;
    const FailureListener listener(to);
    ASSERT_EQ(aclrtLaunchKernel(kernel.get(), 1, args.data(), args.size(), stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_FFTS_PLUS_EXCEPTION);
    to.awaitCall();
    EXPECT_EQ(to.args, args.data());
    EXPECT_EQ(to.argsBytes, args.size());
}

TEST(aclrtGetArgsFromExceptionInfo, OtherTasksHaveNone) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ToldKernel to;
    const FailureListener listener(to);
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    to.awaitCall();
    EXPECT_EQ(to.args, nullptr);
    EXPECT_EQ(to.argsBytes, 0U);
    EXPECT_EQ(to.function, nullptr);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtGetArgsFromExceptionInfo_kernel_test
