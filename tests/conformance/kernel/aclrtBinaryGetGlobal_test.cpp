#include "support/kernels.h"

namespace belay::test::aclrtBinaryGetGlobal_test {
namespace {

constexpr const char* kName = "aclrtBinaryGetGlobal";

TEST(aclrtBinaryGetGlobal, IsInTheCopyOnTheDevice) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* variable = nullptr;
    size_t bytes = 0;
    ASSERT_EQ(aclrtBinaryGetGlobal(binary.get(), "table", &variable, &bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, KernelFile::kTableBytes);
    void* start = nullptr;
    size_t size = 0;
    ASSERT_EQ(aclrtBinaryGetDevAddress(binary.get(), &start, &size), ACL_SUCCESS);
    EXPECT_EQ(variable, static_cast<char*>(start) + KernelFile::kCodeBytes);
    ASSERT_EQ(aclrtMemset(variable, bytes, 5, bytes), ACL_SUCCESS);
}

TEST(aclrtBinaryGetGlobal, GivesOneOfBothToo) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* variable = nullptr;
    size_t bytes = 0;
    EXPECT_EQ(aclrtBinaryGetGlobal(binary.get(), "table", &variable, nullptr), ACL_SUCCESS);
    EXPECT_NE(variable, nullptr);
    EXPECT_EQ(aclrtBinaryGetGlobal(binary.get(), "table", nullptr, &bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, KernelFile::kTableBytes);
    EXPECT_TRUE(refusedArgument(kName, "dptr", [&] {
        return aclrtBinaryGetGlobal(binary.get(), "table", nullptr, nullptr);
    }));
}

TEST(aclrtBinaryGetGlobal, KernelsAndUnknownNamesAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* variable = &variable;
    size_t bytes = 42;
    for (const char* name : {"sum", "nothing", ""}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_SYMBOL_NOT_FOUND, kName, "'" + std::string(name) + "'",
            [&] { return aclrtBinaryGetGlobal(binary.get(), name, &variable, &bytes); }));
    }
    EXPECT_EQ(variable, &variable);
    EXPECT_EQ(bytes, 42U);
}

TEST(aclrtBinaryGetGlobal, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* variable = nullptr;
    size_t bytes = 0;
    EXPECT_TRUE(refusedArgument(kName, "name", [&] {
        return aclrtBinaryGetGlobal(binary.get(), nullptr, &variable, &bytes);
    }));
    expectNeedsHandle<BinaryHandle>(kName, "binHandle", [&](void* bad) {
        return aclrtBinaryGetGlobal(bad, "table", &variable, &bytes);
    });
}

}  // namespace
}  // namespace belay::test::aclrtBinaryGetGlobal_test
