#include "support/kernels.h"

namespace belay::test::aclrtBinaryGetFunctionByEntry_test {
namespace {

constexpr const char* kName = "aclrtBinaryGetFunctionByEntry";

TEST(aclrtBinaryGetFunctionByEntry, FindsByRecordAndByName) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = nullptr;
    EXPECT_EQ(aclrtBinaryGetFunctionByEntry(binary.get(), 77, &function), ACL_SUCCESS);
    EXPECT_EQ(function, functionOf(binary, "sum"));
    EXPECT_EQ(aclrtBinaryGetFunctionByEntry(binary.get(), 3, &function), ACL_SUCCESS);
    EXPECT_EQ(function, functionOf(binary, "scale_3"));
}

TEST(aclrtBinaryGetFunctionByEntry, OtherNumbersAreUnknown) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = &function;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_KERNEL_LOOKUP, kName, "entry 4", [&] {
        return aclrtBinaryGetFunctionByEntry(binary.get(), 4, &function);
    }));
    EXPECT_EQ(function, &function);
}

TEST(aclrtBinaryGetFunctionByEntry, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    EXPECT_TRUE(refusedArgument(kName, "funcHandle", [&] {
        return aclrtBinaryGetFunctionByEntry(binary.get(), 3, nullptr);
    }));
    expectNeedsHandle<BinaryHandle>(kName, "binHandle", [](void* bad) {
        aclrtFuncHandle function = nullptr;
        return aclrtBinaryGetFunctionByEntry(bad, 3, &function);
    });
}

}  // namespace
}  // namespace belay::test::aclrtBinaryGetFunctionByEntry_test
