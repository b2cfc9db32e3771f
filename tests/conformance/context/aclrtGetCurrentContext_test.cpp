#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetCurrentContext_test {
namespace {

TEST(aclrtGetCurrentContext, IsTheOneThatWasSet) {
    const SetDevice session;
    const OwnedContext other = makeContext();
    ASSERT_EQ(aclrtSetCurrentContext(other.get()), ACL_SUCCESS);
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    EXPECT_EQ(context, other.get());
}

TEST(aclrtGetCurrentContext, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetCurrentContext", "context",
                        [] { return aclrtGetCurrentContext(nullptr); }));
}

TEST(aclrtGetCurrentContext, NeedsAContext) {
    expectNeedsContext("aclrtGetCurrentContext", [] {
        auto* context = reinterpret_cast<aclrtContext>(0x42);
        const aclError result = aclrtGetCurrentContext(&context);
        EXPECT_EQ(context, reinterpret_cast<aclrtContext>(0x42));
        return result;
    });
}

TEST(aclrtGetCurrentContext, ContextDestroyedElsewhereIsNoContext) {
    const SetDevice session;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    onThreadWithoutContext([&] { EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS); });
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
}

}  // namespace
}  // namespace belay::test::aclrtGetCurrentContext_test
