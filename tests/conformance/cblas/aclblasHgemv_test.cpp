#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasHgemv_test {
namespace {

aclError multiply(const BlasArgs& args) {
    return aclblasHgemv(args.transA, args.m, args.k, static_cast<const aclFloat16*>(args.alpha),
                        static_cast<const aclFloat16*>(args.a), args.lda,
                        static_cast<const aclFloat16*>(args.b), args.ldb,
                        static_cast<const aclFloat16*>(args.beta), static_cast<aclFloat16*>(args.c),
                        args.ldc, args.computeType, args.stream);
}

TEST(aclblasHgemv, MultipliesHalf) {
    expectProducts<HalfElement, HalfElement>(multiply, true);
}

TEST(aclblasHgemv, DoesNotReadTheResultWhenBetaIsZero) {
    expectBetaZeroIgnoresC<HalfElement, HalfElement>(multiply, true);
}

TEST(aclblasHgemv, RefusesBadArguments) {
    expectArgumentsRefused<HalfElement, HalfElement>(multiply, namesOfVector("aclblasHgemv"), true);
}

TEST(aclblasHgemv, WithoutAModelIsNotFound) {
    expectNotFound(multiply, namesOfVector("aclblasHgemv"));
}

}  // namespace
}  // namespace belay::test::aclblasHgemv_test
