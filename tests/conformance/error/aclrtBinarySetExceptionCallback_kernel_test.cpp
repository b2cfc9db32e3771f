// Who is told when a kernel of a binary fails.
#include "support/failing_kernels.h"

namespace belay::test::aclrtBinarySetExceptionCallback_kernel_test {
namespace {

void note(aclrtExceptionInfo* info, void* userData) {
    static_cast<ToldKernel*>(userData)->note(info, userData);
}

void fail(const TestKernel& kernel) {
    const OwnedStream stream;
    const DeviceMemory target(8);
    launchFailing(kernel, stream.get(), target.get());
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST(aclrtBinarySetExceptionCallback, IsToldOfKernelsOfTheBinaryOnly) {
    const SetDevice session;
    const TestKernel kernel("readAt");
    const TestKernel other("readAt");  // of a binary of its own
    ToldKernel told;
    ToldKernel toldOther;
    ASSERT_EQ(aclrtBinarySetExceptionCallback(kernel.binary().get(), note, &told), ACL_SUCCESS);
    ASSERT_EQ(aclrtBinarySetExceptionCallback(other.binary().get(), note, &toldOther), ACL_SUCCESS);
    fail(kernel);
    told.awaitCall();
    EXPECT_EQ(told.userData, &told);
    EXPECT_EQ(told.function, kernel.get());
    EXPECT_EQ(told.code, static_cast<uint32_t>(ACL_ERROR_RT_VECTOR_CORE_EXCEPTION));
    fail(other);
    toldOther.awaitCall();
    EXPECT_EQ(told.calls, 1);
    EXPECT_EQ(toldOther.function, other.get());
}

TEST(aclrtBinarySetExceptionCallback, IsToldOfNothingOnceItIsRemoved) {
    const SetDevice session;
    const TestKernel kernel("readAt");
    const TestKernel other("readAt");
    ToldKernel told;
    ToldKernel last;
    ASSERT_EQ(aclrtBinarySetExceptionCallback(kernel.binary().get(), note, &told), ACL_SUCCESS);
    ASSERT_EQ(aclrtBinarySetExceptionCallback(other.binary().get(), note, &last), ACL_SUCCESS);
    fail(kernel);
    told.awaitCall();
    ASSERT_EQ(aclrtBinarySetExceptionCallback(kernel.binary().get(), nullptr, nullptr),
              ACL_SUCCESS);
    fail(kernel);
    // Failures are told in order, so once this one is, nobody will hear of the one before.
    fail(other);
    last.awaitCall();
    EXPECT_EQ(told.calls, 1);
}

TEST(aclrtBinarySetExceptionCallback, IsToldOfKernelsWhoseBinaryWasUnloaded) {
    const SetDevice session;
    ToldKernel told;
    HeldStream stream;
    const DeviceMemory target(8);
    {
        const TestKernel kernel("readAt");
        ASSERT_EQ(aclrtBinarySetExceptionCallback(kernel.binary().get(), note, &told), ACL_SUCCESS);
        launchFailing(kernel, stream.get(), target.get());
    }
    stream.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    told.awaitCall();
}

}  // namespace
}  // namespace belay::test::aclrtBinarySetExceptionCallback_kernel_test
