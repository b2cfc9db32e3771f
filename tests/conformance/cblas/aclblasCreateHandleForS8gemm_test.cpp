#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasCreateHandleForS8gemm_test {
namespace {

aclError makeHandle(const BlasArgs& args, aclopHandle** handle) {
    return aclblasCreateHandleForS8gemm(args.transA, args.transB, args.transC, args.m, args.n,
                                        args.k, args.computeType, handle);
}

TEST(aclblasCreateHandleForS8gemm, MultipliesBytesWithIntResults) {
    expectHandlesWork<ByteElement, IntElement>(makeHandle, false);
}

TEST(aclblasCreateHandleForS8gemm, RefusesBadArguments) {
    expectHandleArgumentsRefused<ByteElement, IntElement>(
        makeHandle, BlasNames{.function = "aclblasCreateHandleForS8gemm"}, false);
}

TEST(aclblasCreateHandleForS8gemm, WithoutAModelIsNotFound) {
    expectNotFound(
        [](const BlasArgs& args) {
            aclopHandle* handle = nullptr;
            const aclError result = makeHandle(args, &handle);
            EXPECT_EQ(handle, nullptr);
            return result;
        },
        BlasNames{.function = "aclblasCreateHandleForS8gemm"});
}

}  // namespace
}  // namespace belay::test::aclblasCreateHandleForS8gemm_test
