#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasHgemm_test {
namespace {

aclError multiply(const BlasArgs& args) {
    return aclblasHgemm(args.transA, args.transB, args.transC, args.m, args.n, args.k,
                        static_cast<const aclFloat16*>(args.alpha),
                        static_cast<const aclFloat16*>(args.a), args.lda,
                        static_cast<const aclFloat16*>(args.b), args.ldb,
                        static_cast<const aclFloat16*>(args.beta), static_cast<aclFloat16*>(args.c),
                        args.ldc, args.computeType, args.stream);
}

TEST(aclblasHgemm, MultipliesHalf) {
    expectProducts<HalfElement, HalfElement>(multiply, false);
}

TEST(aclblasHgemm, DoesNotReadTheResultWhenBetaIsZero) {
    expectBetaZeroIgnoresC<HalfElement, HalfElement>(multiply, false);
}

TEST(aclblasHgemm, RefusesBadArguments) {
    expectArgumentsRefused<HalfElement, HalfElement>(multiply,
                                                     BlasNames{.function = "aclblasHgemm"}, false);
}

TEST(aclblasHgemm, WithoutAModelIsNotFound) {
    expectNotFound(multiply, BlasNames{.function = "aclblasHgemm"});
}

}  // namespace
}  // namespace belay::test::aclblasHgemm_test
