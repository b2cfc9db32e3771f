#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasGemmEx_test {
namespace {

aclError multiply(const BlasArgs& args) {
    return aclblasGemmEx(args.transA, args.transB, args.transC, args.m, args.n, args.k, args.alpha,
                         args.a, args.lda, args.typeA, args.b, args.ldb, args.typeB, args.beta,
                         args.c, args.ldc, args.typeC, args.computeType, args.stream);
}

TEST(aclblasGemmEx, MultipliesHalf) {
    expectProducts<HalfElement, HalfElement>(multiply, false);
}

TEST(aclblasGemmEx, MultipliesHalfWithFloatResults) {
    expectProducts<HalfElement, FloatElement>(multiply, false);
}

TEST(aclblasGemmEx, MultipliesBytesWithFloatResults) {
    expectProducts<ByteElement, FloatElement>(multiply, false);
}

TEST(aclblasGemmEx, MultipliesBytesWithIntResults) {
    expectProducts<ByteElement, IntElement>(multiply, false);
}

TEST(aclblasGemmEx, DoesNotReadTheResultWhenBetaIsZero) {
    expectBetaZeroIgnoresC<HalfElement, HalfElement>(multiply, false);
    expectBetaZeroIgnoresC<HalfElement, FloatElement>(multiply, false);
    expectBetaZeroIgnoresC<ByteElement, FloatElement>(multiply, false);
    expectBetaZeroIgnoresC<ByteElement, IntElement>(multiply, false);
}

TEST(aclblasGemmEx, RefusesBadArguments) {
    expectArgumentsRefused<HalfElement, HalfElement>(multiply,
                                                     BlasNames{.function = "aclblasGemmEx"}, false);
}

TEST(aclblasGemmEx, WithoutAModelIsNotFound) {
    expectNotFound(multiply, BlasNames{.function = "aclblasGemmEx"});
}

}  // namespace
}  // namespace belay::test::aclblasGemmEx_test
