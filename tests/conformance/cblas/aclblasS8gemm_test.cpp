#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasS8gemm_test {
namespace {

aclError multiply(const BlasArgs& args) {
    return aclblasS8gemm(
        args.transA, args.transB, args.transC, args.m, args.n, args.k,
        static_cast<const int32_t*>(args.alpha), static_cast<const int8_t*>(args.a), args.lda,
        static_cast<const int8_t*>(args.b), args.ldb, static_cast<const int32_t*>(args.beta),
        static_cast<int32_t*>(args.c), args.ldc, args.computeType, args.stream);
}

TEST(aclblasS8gemm, MultipliesBytesWithIntResults) {
    expectProducts<ByteElement, IntElement>(multiply, false);
}

TEST(aclblasS8gemm, DoesNotReadTheResultWhenBetaIsZero) {
    expectBetaZeroIgnoresC<ByteElement, IntElement>(multiply, false);
}

TEST(aclblasS8gemm, RefusesBadArguments) {
    expectArgumentsRefused<ByteElement, IntElement>(multiply,
                                                    BlasNames{.function = "aclblasS8gemm"}, false);
}

TEST(aclblasS8gemm, WithoutAModelIsNotFound) {
    expectNotFound(multiply, BlasNames{.function = "aclblasS8gemm"});
}

}  // namespace
}  // namespace belay::test::aclblasS8gemm_test
