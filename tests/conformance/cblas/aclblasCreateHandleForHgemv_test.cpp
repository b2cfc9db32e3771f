#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasCreateHandleForHgemv_test {
namespace {

aclError makeHandle(const BlasArgs& args, aclopHandle** handle) {
    return aclblasCreateHandleForHgemv(args.transA, args.m, args.k, args.computeType, handle);
}

TEST(aclblasCreateHandleForHgemv, MultipliesHalf) {
    expectHandlesWork<HalfElement, HalfElement>(makeHandle, true);
}

TEST(aclblasCreateHandleForHgemv, RefusesBadArguments) {
    expectHandleArgumentsRefused<HalfElement, HalfElement>(
        makeHandle, namesOfVector("aclblasCreateHandleForHgemv"), true);
}

TEST(aclblasCreateHandleForHgemv, WithoutAModelIsNotFound) {
    expectNotFound(
        [](const BlasArgs& args) {
            aclopHandle* handle = nullptr;
            const aclError result = makeHandle(args, &handle);
            EXPECT_EQ(handle, nullptr);
            return result;
        },
        namesOfVector("aclblasCreateHandleForHgemv"));
}

}  // namespace
}  // namespace belay::test::aclblasCreateHandleForHgemv_test
