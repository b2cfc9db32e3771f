#include "support/kernels.h"

namespace belay::test::aclrtBinaryGetDevAddress_test {
namespace {

constexpr const char* kName = "aclrtBinaryGetDevAddress";

TEST(aclrtBinaryGetDevAddress, IsAWholePageOfTheDevice) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* address = nullptr;
    size_t size = 0;
    ASSERT_EQ(aclrtBinaryGetDevAddress(binary.get(), &address, &size), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % 4096, 0U);
    EXPECT_EQ(size, KernelFile::kLoadedBytes);
    aclrtPtrAttributes attributes{};
    ASSERT_EQ(aclrtPointerGetAttributes(address, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
}

TEST(aclrtBinaryGetDevAddress, IsNullUntilALazyBinaryIsUsed) {
    const SetDevice session;
    aclrtBinaryLoadOption lazy{};
    lazy.type = ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD;
    lazy.value.isLazyLoad = 1;
    const aclrtBinaryLoadOptions options{&lazy, 1};
    const OwnedBinary binary = loadKernels(&options);
    void* address = &address;
    size_t size = 0;
    ASSERT_EQ(aclrtBinaryGetDevAddress(binary.get(), &address, &size), ACL_SUCCESS);
    EXPECT_EQ(address, nullptr);
    EXPECT_EQ(size, KernelFile::kLoadedBytes);
    functionOf(binary, "sum");
    ASSERT_EQ(aclrtBinaryGetDevAddress(binary.get(), &address, &size), ACL_SUCCESS);
    EXPECT_NE(address, nullptr);
}

TEST(aclrtBinaryGetDevAddress, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* address = &address;
    size_t size = 42;
    EXPECT_TRUE(refusedArgument(
        kName, "binAddr", [&] { return aclrtBinaryGetDevAddress(binary.get(), nullptr, &size); }));
    EXPECT_TRUE(refusedArgument(kName, "binSize", [&] {
        return aclrtBinaryGetDevAddress(binary.get(), &address, nullptr);
    }));
    expectNeedsHandle<BinaryHandle>(kName, "binHandle", [&](void* bad) {
        return aclrtBinaryGetDevAddress(bad, &address, &size);
    });
    EXPECT_EQ(address, &address);
    EXPECT_EQ(size, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtBinaryGetDevAddress_test
