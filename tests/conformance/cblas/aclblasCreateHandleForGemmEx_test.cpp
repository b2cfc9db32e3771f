#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasCreateHandleForGemmEx_test {
namespace {

aclError makeHandle(const BlasArgs& args, aclopHandle** handle) {
    return aclblasCreateHandleForGemmEx(args.transA, args.transB, args.transC, args.m, args.n,
                                        args.k, args.typeA, args.typeB, args.typeC,
                                        args.computeType, handle);
}

TEST(aclblasCreateHandleForGemmEx, MultipliesHalf) {
    expectHandlesWork<HalfElement, HalfElement>(makeHandle, false);
}

TEST(aclblasCreateHandleForGemmEx, MultipliesHalfWithFloatResults) {
    expectHandlesWork<HalfElement, FloatElement>(makeHandle, false);
}

TEST(aclblasCreateHandleForGemmEx, MultipliesBytesWithFloatResults) {
    expectHandlesWork<ByteElement, FloatElement>(makeHandle, false);
}

TEST(aclblasCreateHandleForGemmEx, MultipliesBytesWithIntResults) {
    expectHandlesWork<ByteElement, IntElement>(makeHandle, false);
}

TEST(aclblasCreateHandleForGemmEx, RefusesBadArguments) {
    expectHandleArgumentsRefused<HalfElement, HalfElement>(
        makeHandle, BlasNames{.function = "aclblasCreateHandleForGemmEx"}, false);
}

TEST(aclblasCreateHandleForGemmEx, WithoutAModelIsNotFound) {
    expectNotFound(
        [](const BlasArgs& args) {
            aclopHandle* handle = nullptr;
            const aclError result = makeHandle(args, &handle);
            EXPECT_EQ(handle, nullptr);
            return result;
        },
        BlasNames{.function = "aclblasCreateHandleForGemmEx"});
}

}  // namespace
}  // namespace belay::test::aclblasCreateHandleForGemmEx_test
