#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetHardwareSyncAddr_test {
namespace {

constexpr const char* kName = "aclrtGetHardwareSyncAddr";

TEST(aclrtGetHardwareSyncAddr, IsAnAddressOfTheDeviceThatStays) {
    const SetDevice session;
    void* first = nullptr;
    void* second = nullptr;
    ASSERT_EQ(aclrtGetHardwareSyncAddr(&first), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtGetHardwareSyncAddr(&second), ACL_SUCCESS) << recentMessage();
    EXPECT_NE(first, nullptr);
    EXPECT_EQ(first, second);
}

TEST(aclrtGetHardwareSyncAddr, IsRefusedWithoutPlaceOrContext) {
    void* untouched = &untouched;
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, kName, "no context",
                                [&] { return aclrtGetHardwareSyncAddr(&untouched); }));
    });
    EXPECT_EQ(untouched, &untouched);
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'addr'",
                            [] { return aclrtGetHardwareSyncAddr(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetHardwareSyncAddr_test
