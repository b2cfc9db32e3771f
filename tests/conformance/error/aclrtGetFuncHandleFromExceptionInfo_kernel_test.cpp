// The function that a failed task has called.
#include "support/failing_kernels.h"

namespace belay::test::aclrtGetFuncHandleFromExceptionInfo_kernel_test {
namespace {

TEST(aclrtGetFuncHandleFromExceptionInfo, IsTheFunctionThatWasLaunched) {
    const SetDevice session;
    const TestKernel kernel("readAtCube");
    const OwnedStream stream;
    const DeviceMemory target(8);
    ToldKernel to;
    const FailureListener listener(to);
    launchFailing(kernel, stream.get(), target.get());
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_AICORE_EXCEPTION);
    to.awaitCall();
    EXPECT_EQ(to.function, kernel.get());
}

TEST(aclrtGetFuncHandleFromExceptionInfo, OtherTasksHaveNone) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ToldKernel to;
    const FailureListener listener(to);
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    to.awaitCall();
    EXPECT_EQ(to.function, nullptr);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtGetFuncHandleFromExceptionInfo_kernel_test
