#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasGemvEx_test {
namespace {

aclError multiply(const BlasArgs& args) {
    return aclblasGemvEx(args.transA, args.m, args.k, args.alpha, args.a, args.lda, args.typeA,
                         args.b, args.ldb, args.typeB, args.beta, args.c, args.ldc, args.typeC,
                         args.computeType, args.stream);
}

TEST(aclblasGemvEx, MultipliesHalf) {
    expectProducts<HalfElement, HalfElement>(multiply, true);
}

TEST(aclblasGemvEx, MultipliesHalfWithFloatResults) {
    expectProducts<HalfElement, FloatElement>(multiply, true);
}

TEST(aclblasGemvEx, MultipliesBytesWithFloatResults) {
    expectProducts<ByteElement, FloatElement>(multiply, true);
}

TEST(aclblasGemvEx, MultipliesBytesWithIntResults) {
    expectProducts<ByteElement, IntElement>(multiply, true);
}

TEST(aclblasGemvEx, DoesNotReadTheResultWhenBetaIsZero) {
    expectBetaZeroIgnoresC<HalfElement, HalfElement>(multiply, true);
    expectBetaZeroIgnoresC<HalfElement, FloatElement>(multiply, true);
    expectBetaZeroIgnoresC<ByteElement, FloatElement>(multiply, true);
    expectBetaZeroIgnoresC<ByteElement, IntElement>(multiply, true);
}

TEST(aclblasGemvEx, RefusesBadArguments) {
    expectArgumentsRefused<HalfElement, HalfElement>(multiply, namesOfVector("aclblasGemvEx"),
                                                     true);
}

TEST(aclblasGemvEx, WithoutAModelIsNotFound) {
    expectNotFound(multiply, namesOfVector("aclblasGemvEx"));
}

}  // namespace
}  // namespace belay::test::aclblasGemvEx_test
