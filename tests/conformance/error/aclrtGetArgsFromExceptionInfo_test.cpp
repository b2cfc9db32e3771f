#include <gtest/gtest.h>

#include "support/refusal.h"

namespace belay::test::aclrtGetArgsFromExceptionInfo_test {
namespace {

TEST(aclrtGetArgsFromExceptionInfo, NullInfoIsRefused) {
    void* const untouched = reinterpret_cast<void*>(0x5A5A);
    void* args = untouched;
    uint32_t length = 77;
    EXPECT_TRUE(refused("aclrtGetArgsFromExceptionInfo", "info",
                        [&] { return aclrtGetArgsFromExceptionInfo(nullptr, &args, &length); }));
    EXPECT_EQ(args, untouched);
    EXPECT_EQ(length, 77U);
}

}  // namespace
}  // namespace belay::test::aclrtGetArgsFromExceptionInfo_test
