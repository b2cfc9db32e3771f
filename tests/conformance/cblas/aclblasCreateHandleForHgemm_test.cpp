#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasCreateHandleForHgemm_test {
namespace {

aclError makeHandle(const BlasArgs& args, aclopHandle** handle) {
    return aclblasCreateHandleForHgemm(args.transA, args.transB, args.transC, args.m, args.n,
                                       args.k, args.computeType, handle);
}

TEST(aclblasCreateHandleForHgemm, MultipliesHalf) {
    expectHandlesWork<HalfElement, HalfElement>(makeHandle, false);
}

TEST(aclblasCreateHandleForHgemm, RefusesBadArguments) {
    expectHandleArgumentsRefused<HalfElement, HalfElement>(
        makeHandle, BlasNames{.function = "aclblasCreateHandleForHgemm"}, false);
}

TEST(aclblasCreateHandleForHgemm, WithoutAModelIsNotFound) {
    expectNotFound(
        [](const BlasArgs& args) {
            aclopHandle* handle = nullptr;
            const aclError result = makeHandle(args, &handle);
            EXPECT_EQ(handle, nullptr);
            return result;
        },
        BlasNames{.function = "aclblasCreateHandleForHgemm"});
}

}  // namespace
}  // namespace belay::test::aclblasCreateHandleForHgemm_test
