#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasS8gemv_test {
namespace {

aclError multiply(const BlasArgs& args) {
    return aclblasS8gemv(args.transA, args.m, args.k, static_cast<const int32_t*>(args.alpha),
                         static_cast<const int8_t*>(args.a), args.lda,
                         static_cast<const int8_t*>(args.b), args.ldb,
                         static_cast<const int32_t*>(args.beta), static_cast<int32_t*>(args.c),
                         args.ldc, args.computeType, args.stream);
}

TEST(aclblasS8gemv, MultipliesBytesWithIntResults) {
    expectProducts<ByteElement, IntElement>(multiply, true);
}

TEST(aclblasS8gemv, DoesNotReadTheResultWhenBetaIsZero) {
    expectBetaZeroIgnoresC<ByteElement, IntElement>(multiply, true);
}

TEST(aclblasS8gemv, RefusesBadArguments) {
    expectArgumentsRefused<ByteElement, IntElement>(multiply, namesOfVector("aclblasS8gemv"), true);
}

TEST(aclblasS8gemv, WithoutAModelIsNotFound) {
    expectNotFound(multiply, namesOfVector("aclblasS8gemv"));
}

}  // namespace
}  // namespace belay::test::aclblasS8gemv_test
