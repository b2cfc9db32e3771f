#include <gtest/gtest.h>

#include "support/refusal.h"

namespace belay::test::aclrtGetFuncHandleFromExceptionInfo_test {
namespace {

TEST(aclrtGetFuncHandleFromExceptionInfo, NullInfoIsRefused) {
    void* const untouched = reinterpret_cast<void*>(0x5A5A);
    aclrtFuncHandle function = untouched;
    EXPECT_TRUE(refused("aclrtGetFuncHandleFromExceptionInfo", "info",
                        [&] { return aclrtGetFuncHandleFromExceptionInfo(nullptr, &function); }));
    EXPECT_EQ(function, untouched);
}

}  // namespace
}  // namespace belay::test::aclrtGetFuncHandleFromExceptionInfo_test
