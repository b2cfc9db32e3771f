#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasCreateHandleForGemvEx_test {
namespace {

aclError makeHandle(const BlasArgs& args, aclopHandle** handle) {
    return aclblasCreateHandleForGemvEx(args.transA, args.m, args.k, args.typeA, args.typeB,
                                        args.typeC, args.computeType, handle);
}

TEST(aclblasCreateHandleForGemvEx, MultipliesHalf) {
    expectHandlesWork<HalfElement, HalfElement>(makeHandle, true);
}

TEST(aclblasCreateHandleForGemvEx, MultipliesHalfWithFloatResults) {
    expectHandlesWork<HalfElement, FloatElement>(makeHandle, true);
}

TEST(aclblasCreateHandleForGemvEx, MultipliesBytesWithFloatResults) {
    expectHandlesWork<ByteElement, FloatElement>(makeHandle, true);
}

TEST(aclblasCreateHandleForGemvEx, MultipliesBytesWithIntResults) {
    expectHandlesWork<ByteElement, IntElement>(makeHandle, true);
}

TEST(aclblasCreateHandleForGemvEx, RefusesBadArguments) {
    expectHandleArgumentsRefused<HalfElement, HalfElement>(
        makeHandle, namesOfVector("aclblasCreateHandleForGemvEx"), true);
}

TEST(aclblasCreateHandleForGemvEx, WithoutAModelIsNotFound) {
    expectNotFound(
        [](const BlasArgs& args) {
            aclopHandle* handle = nullptr;
            const aclError result = makeHandle(args, &handle);
            EXPECT_EQ(handle, nullptr);
            return result;
        },
        namesOfVector("aclblasCreateHandleForGemvEx"));
}

}  // namespace
}  // namespace belay::test::aclblasCreateHandleForGemvEx_test
