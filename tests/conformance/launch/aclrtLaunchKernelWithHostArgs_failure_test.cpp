// What is said about kernels that fail, and what is left of them.
#include <gmock/gmock.h>

#include "support/failing_kernels.h"

namespace belay::test::aclrtLaunchKernelWithHostArgs_failure_test {
namespace {

using testing::HasSubstr;

std::string messageOf(const char* name, aclError code) {
    const TestKernel kernel(name);
    const OwnedStream stream;
    const DeviceMemory target(8);
    launchFailing(kernel, stream.get(), target.get());
    forgetErrors();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), code);
    std::string message = recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "it is reported once";
    return message;
}

TEST(aclrtLaunchKernelWithHostArgs, TheCodeIsThatOfTheKindOfKernel) {
    const SetDevice session;
    messageOf("readAt", ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    messageOf("readAtCube", ACL_ERROR_RT_AICORE_EXCEPTION);
}

TEST(aclrtLaunchKernelWithHostArgs, TheMessageNamesKernelAndAddress) {
    const SetDevice session;
    const std::string message = messageOf("readAt", ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_THAT(message, HasSubstr("kernel 'readAt'"));
    EXPECT_THAT(message, HasSubstr("0x8"));
}

TEST(aclrtLaunchKernelWithHostArgs, TheMessageNamesTheLineOfTheSource) {
    const SetDevice session;
    const std::string message = messageOf("readAtCube", ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_THAT(message, HasSubstr("launches.cpp:"));
}

TEST(aclrtLaunchKernelWithHostArgs, KernelsBehindOneThatFailedRun) {
    const SetDevice session;
    const TestKernel failing("readAt");
    const TestKernel kernel("store");
    const OwnedStream stream;
    const DeviceWord word;
    launchFailing(failing, stream.get(), word.get());
    ArgsBlock block(word.get(), uint64_t{3});
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream.get(), nullptr, block.data(),
                                            block.size(), nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(word.value(), 3U);
}

TEST(aclrtLaunchKernelWithHostArgs, AStreamThatStopsOnFailureTakesNoMore) {
    const SetDevice session;
    const TestKernel failing("readAt");
    const OwnedStream stream;
    const DeviceWord word;
    ASSERT_EQ(aclrtSetStreamFailureMode(stream.get(), ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    launchFailing(failing, stream.get(), word.get());
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_THAT(recentMessage(), HasSubstr("kernel 'readAt'"));
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    ArgsBlock block(word.get(), word.get());
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, "aclrtLaunchKernelWithHostArgs",
                            "stopped after a failure", [&] {
                                return aclrtLaunchKernelWithHostArgs(failing.get(), 1, stream.get(),
                                                                     nullptr, block.data(),
                                                                     block.size(), nullptr, 0);
                            }));
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithHostArgs_failure_test
