#include "support/kernels.h"

namespace belay::test::aclrtFunctionGetParamInfo_test {
namespace {

constexpr const char* kName = "aclrtFunctionGetParamInfo";

TEST(aclrtFunctionGetParamInfo, IsWhatTheFileDescribes) {
    const SetDevice session;
    const OwnedFunction function("scale_3");
    size_t offset = 42;
    size_t size = 42;
    EXPECT_EQ(aclrtFunctionGetParamInfo(function.get(), 0, &offset, &size), ACL_SUCCESS);
    EXPECT_EQ(offset, 0U);
    EXPECT_EQ(size, 8U);
    EXPECT_EQ(aclrtFunctionGetParamInfo(function.get(), 1, &offset, &size), ACL_SUCCESS);
    EXPECT_EQ(offset, 8U);
    EXPECT_EQ(size, 4U);
}

TEST(aclrtFunctionGetParamInfo, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function("scale_3");
    size_t offset = 42;
    size_t size = 42;
    for (const size_t index : {size_t{2}, SIZE_MAX}) {
        EXPECT_TRUE(refusedArgument(kName, "paramIndex", [&] {
            return aclrtFunctionGetParamInfo(function.get(), index, &offset, &size);
        }));
    }
    EXPECT_TRUE(refusedArgument(kName, "paramOffset", [&] {
        return aclrtFunctionGetParamInfo(function.get(), 0, nullptr, &size);
    }));
    EXPECT_TRUE(refusedArgument(kName, "paramSize", [&] {
        return aclrtFunctionGetParamInfo(function.get(), 0, &offset, nullptr);
    }));
    expectNeedsHandle<FunctionHandle>(kName, "func", [&](void* bad) {
        return aclrtFunctionGetParamInfo(bad, 0, &offset, &size);
    });
    const OwnedFunction bare("sum");
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "'sum'", [&] {
        return aclrtFunctionGetParamInfo(bare.get(), 0, &offset, &size);
    }));
    EXPECT_EQ(offset, 42U);
    EXPECT_EQ(size, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtFunctionGetParamInfo_test
