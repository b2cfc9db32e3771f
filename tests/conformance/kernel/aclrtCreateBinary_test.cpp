#include "support/kernels.h"

namespace belay::test::aclrtCreateBinary_test {
namespace {

constexpr const char* kName = "aclrtCreateBinary";

TEST(aclrtCreateBinary, WrapsBytesWithoutADevice) {
    const Bytes file = kernelFile();
    onThreadWithoutContext([&] {
        aclrtBinary binary = aclrtCreateBinary(file.data(), file.size());
        ASSERT_NE(binary, nullptr);
        EXPECT_EQ(aclrtDestroyBinary(binary), ACL_SUCCESS);
    });
}

TEST(aclrtCreateBinary, BytesAreLookedAtOnlyWhenLoaded) {
    aclrtBinary binary = aclrtCreateBinary("nonsense", 8);
    ASSERT_NE(binary, nullptr);
    EXPECT_EQ(aclrtDestroyBinary(binary), ACL_SUCCESS);
}

TEST(aclrtCreateBinary, NothingIsRefused) {
    const auto refusedArgumentGivingNull = [](const char* argument, const void* data,
                                              size_t bytes) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, argument, [&] {
            EXPECT_EQ(aclrtCreateBinary(data, bytes), nullptr);
            return ACL_ERROR_RT_PARAM_INVALID;
        });
    };
    EXPECT_TRUE(refusedArgumentGivingNull("'data'", nullptr, 8));
    EXPECT_TRUE(refusedArgumentGivingNull("'dataLen'", "nonsense", 0));
}

}  // namespace
}  // namespace belay::test::aclrtCreateBinary_test
