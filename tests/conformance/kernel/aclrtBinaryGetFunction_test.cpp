#include <string>

#include "support/kernels.h"
#include "support/threads.h"

namespace belay::test::aclrtBinaryGetFunction_test {
namespace {

constexpr const char* kName = "aclrtBinaryGetFunction";

TEST(aclrtBinaryGetFunction, FindsEveryKernelByItsName) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    for (const std::string name : {"scale_3", "sum", "both"}) {
        std::string found(32, '\0');
        EXPECT_EQ(aclrtGetFunctionName(functionOf(binary, name.c_str()), 32, found.data()),
                  ACL_SUCCESS);
        EXPECT_STREQ(found.c_str(), name.c_str());
    }
}

TEST(aclrtBinaryGetFunction, GivesTheSameHandleEveryTime) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = functionOf(binary, "sum");
    EXPECT_EQ(functionOf(binary, "sum"), function);
    onThreads(4, [&](size_t) { EXPECT_EQ(functionOf(binary, "sum"), function); });
}

TEST(aclrtBinaryGetFunction, NamesOfHalvesAndOtherSymbolsAreUnknown) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = &function;
    for (const char* name : {"both_mix_aic", "table", "", "SUM", "scale_"}) {
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_RT_KERNEL_LOOKUP, kName, "'" + std::string(name) + "'",
                        [&] { return aclrtBinaryGetFunction(binary.get(), name, &function); }));
    }
    EXPECT_EQ(function, &function);
}

TEST(aclrtBinaryGetFunction, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    aclrtFuncHandle function = &function;
    EXPECT_TRUE(refusedArgument(kName, "kernelName", [&] {
        return aclrtBinaryGetFunction(binary.get(), nullptr, &function);
    }));
    EXPECT_TRUE(refusedArgument(
        kName, "funcHandle", [&] { return aclrtBinaryGetFunction(binary.get(), "sum", nullptr); }));
    expectNeedsHandle<BinaryHandle>(kName, "binHandle", [&](void* bad) {
        return aclrtBinaryGetFunction(bad, "sum", &function);
    });
    EXPECT_EQ(function, &function);
}

}  // namespace
}  // namespace belay::test::aclrtBinaryGetFunction_test
