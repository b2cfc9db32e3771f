#include "support/kernels.h"

namespace belay::test::aclrtGetFunctionAttribute_test {
namespace {

constexpr const char* kName = "aclrtGetFunctionAttribute";

int64_t attributeOf(const OwnedBinary& binary, const char* name, aclrtFuncAttribute attribute) {
    int64_t value = -1;
    EXPECT_EQ(aclrtGetFunctionAttribute(functionOf(binary, name), attribute, &value), ACL_SUCCESS);
    return value;
}

TEST(aclrtGetFunctionAttribute, TellsTheCores) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    EXPECT_EQ(attributeOf(binary, "scale_3", ACL_FUNC_ATTR_KERNEL_TYPE), ACL_KERNEL_TYPE_VECTOR);
    EXPECT_EQ(attributeOf(binary, "sum", ACL_FUNC_ATTR_KERNEL_TYPE), ACL_KERNEL_TYPE_CUBE);
    EXPECT_EQ(attributeOf(binary, "both", ACL_FUNC_ATTR_KERNEL_TYPE), ACL_KERNEL_TYPE_MIX);
}

TEST(aclrtGetFunctionAttribute, TellsTheRatio) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    EXPECT_EQ(attributeOf(binary, "scale_3", ACL_FUNC_ATTR_KERNEL_RATIO), 1);
    EXPECT_EQ(attributeOf(binary, "sum", ACL_FUNC_ATTR_KERNEL_RATIO), 1 << 16);
    EXPECT_EQ(attributeOf(binary, "both", ACL_FUNC_ATTR_KERNEL_RATIO), (1 << 16) + 2);
}

TEST(aclrtGetFunctionAttribute, TellsTheScheduleMode) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    EXPECT_EQ(attributeOf(binary, "sum", ACL_FUNC_ATTR_KERNEL_SCHED_MODE), 1);
    EXPECT_EQ(attributeOf(binary, "both", ACL_FUNC_ATTR_KERNEL_SCHED_MODE), 0);
}

TEST(aclrtGetFunctionAttribute, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    int64_t value = 42;
    for (const int attribute : {0, 4, -1}) {
        EXPECT_TRUE(refusedArgument(kName, "attrType", [&] {
            return aclrtGetFunctionAttribute(function.get(), enumOf<aclrtFuncAttribute>(attribute),
                                             &value);
        }));
    }
    EXPECT_TRUE(refusedArgument(kName, "attrValue", [&] {
        return aclrtGetFunctionAttribute(function.get(), ACL_FUNC_ATTR_KERNEL_TYPE, nullptr);
    }));
    expectNeedsHandle<FunctionHandle>(kName, "funcHandle", [&](void* bad) {
        return aclrtGetFunctionAttribute(bad, ACL_FUNC_ATTR_KERNEL_TYPE, &value);
    });
    EXPECT_EQ(value, 42);
}

}  // namespace
}  // namespace belay::test::aclrtGetFunctionAttribute_test
