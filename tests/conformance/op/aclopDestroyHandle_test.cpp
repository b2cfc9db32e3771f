#include <gtest/gtest.h>

#include "support/op_refusals.h"

namespace belay::test::aclopDestroyHandle_test {
namespace {

TEST(aclopDestroyHandle, NullIsNothing) {
    forgetErrors();
    aclopDestroyHandle(nullptr);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopDestroyHandle, SecondTimeIsRefused) {
    const SetDevice device;
    const Addition add({1, 5});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    aclopHandle* handle = nullptr;
    ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    forgetErrors();
    aclopDestroyHandle(handle);
    EXPECT_TRUE(nothingFailed());
    EXPECT_TRUE(
        refusedSilently("aclopDestroyHandle", "handle", [&] { aclopDestroyHandle(handle); }));
}

}  // namespace
}  // namespace belay::test::aclopDestroyHandle_test
