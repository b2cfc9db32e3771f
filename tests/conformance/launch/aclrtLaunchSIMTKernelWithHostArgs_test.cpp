#include "support/launches.h"

namespace belay::test::aclrtLaunchSIMTKernelWithHostArgs_test {
namespace {

constexpr const char* kName = "aclrtLaunchSIMTKernelWithHostArgs";

aclError launch(void* function) {
    return aclrtLaunchSIMTKernelWithHostArgs(function, dim3(2, 3, 4), dim3(32), 0, nullptr, nullptr,
                                             nullptr, 0, nullptr, 0);
}

TEST(aclrtLaunchSIMTKernelWithHostArgs, CoresOfThisChipHaveNoThreads) {
    const SetDevice session;
    const TestKernel kernel("nothing");
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "2x3x4",
                            [&] { return launch(kernel.get()); }));
}

TEST(aclrtLaunchSIMTKernelWithHostArgs, BadHandlesAreRefusedBeforeThat) {
    const SetDevice session;
    expectNeedsHandle<FunctionHandle>(kName, "func", [](void* bad) { return launch(bad); });
}

}  // namespace
}  // namespace belay::test::aclrtLaunchSIMTKernelWithHostArgs_test
