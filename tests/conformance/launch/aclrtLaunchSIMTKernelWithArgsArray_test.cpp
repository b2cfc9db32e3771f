#include "support/launches.h"

namespace belay::test::aclrtLaunchSIMTKernelWithArgsArray_test {
namespace {

constexpr const char* kName = "aclrtLaunchSIMTKernelWithArgsArray";

aclError launch(void* function) {
    return aclrtLaunchSIMTKernelWithArgsArray(function, dim3(2, 3, 4), dim3(32), 0, nullptr,
                                              nullptr, nullptr);
}

TEST(aclrtLaunchSIMTKernelWithArgsArray, CoresOfThisChipHaveNoThreads) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "2x3x4",
                            [&] { return launch(kernel.get()); }));
}

TEST(aclrtLaunchSIMTKernelWithArgsArray, BadHandlesAreRefusedBeforeThat) {
    const SetDevice session;
    expectNeedsHandle<FunctionHandle>(kName, "func", [](void* bad) { return launch(bad); });
}

}  // namespace
}  // namespace belay::test::aclrtLaunchSIMTKernelWithArgsArray_test
