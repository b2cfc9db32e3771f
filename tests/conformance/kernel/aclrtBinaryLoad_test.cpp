#include "support/kernels.h"

namespace belay::test::aclrtBinaryLoad_test {
namespace {

constexpr const char* kName = "aclrtBinaryLoad";

class BinaryObject {
  public:
    explicit BinaryObject(Bytes bytes)
        : bytes_(std::move(bytes)), binary_(aclrtCreateBinary(bytes_.data(), bytes_.size())) {}

    ~BinaryObject() { EXPECT_EQ(aclrtDestroyBinary(binary_), ACL_SUCCESS); }

    BinaryObject(const BinaryObject&) = delete;
    BinaryObject& operator=(const BinaryObject&) = delete;

    aclrtBinary get() const { return binary_; }

  private:
    Bytes bytes_;
    aclrtBinary binary_;
};

TEST(aclrtBinaryLoad, LoadsAsOftenAsWanted) {
    const SetDevice session;
    const BinaryObject file(kernelFile());
    aclrtBinHandle first = nullptr;
    aclrtBinHandle second = nullptr;
    ASSERT_EQ(aclrtBinaryLoad(file.get(), &first), ACL_SUCCESS);
    ASSERT_EQ(aclrtBinaryLoad(file.get(), &second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    const OwnedBinary one(first);
    const OwnedBinary two(second);
    EXPECT_NE(functionOf(one, "both"), functionOf(two, "both"));
}

TEST(aclrtBinaryLoad, BadBytesAreRefused) {
    const SetDevice session;
    const BinaryObject file(Bytes(100));
    aclrtBinHandle handle = &handle;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "ELF",
                            [&] { return aclrtBinaryLoad(file.get(), &handle); }));
    EXPECT_EQ(handle, &handle);
}

TEST(aclrtBinaryLoad, BadArgumentsAreRefused) {
    const SetDevice session;
    const BinaryObject file(kernelFile());
    aclrtBinHandle handle = &handle;
    EXPECT_TRUE(
        refusedArgument(kName, "binHandle", [&] { return aclrtBinaryLoad(file.get(), nullptr); }));
    const OwnedBinary loaded = loadKernels();
    for (aclrtBinary bad : {aclrtBinary{nullptr}, aclrtBinary{loaded.get()}}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_HANDLE, kName, "'binary'",
                                [&] { return aclrtBinaryLoad(bad, &handle); }));
    }
    EXPECT_EQ(handle, &handle);
}

TEST(aclrtBinaryLoad, NeedsAContext) {
    const BinaryObject file(kernelFile());
    expectNeedsContext(kName, [&] {
        aclrtBinHandle handle = nullptr;
        return aclrtBinaryLoad(file.get(), &handle);
    });
}

}  // namespace
}  // namespace belay::test::aclrtBinaryLoad_test
