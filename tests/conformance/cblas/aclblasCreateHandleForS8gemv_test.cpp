#include <gtest/gtest.h>

#include "support/blas.h"

namespace belay::test::aclblasCreateHandleForS8gemv_test {
namespace {

aclError makeHandle(const BlasArgs& args, aclopHandle** handle) {
    return aclblasCreateHandleForS8gemv(args.transA, args.m, args.k, args.computeType, handle);
}

TEST(aclblasCreateHandleForS8gemv, MultipliesBytesWithIntResults) {
    expectHandlesWork<ByteElement, IntElement>(makeHandle, true);
}

TEST(aclblasCreateHandleForS8gemv, RefusesBadArguments) {
    expectHandleArgumentsRefused<ByteElement, IntElement>(
        makeHandle, namesOfVector("aclblasCreateHandleForS8gemv"), true);
}

TEST(aclblasCreateHandleForS8gemv, WithoutAModelIsNotFound) {
    expectNotFound(
        [](const BlasArgs& args) {
            aclopHandle* handle = nullptr;
            const aclError result = makeHandle(args, &handle);
            EXPECT_EQ(handle, nullptr);
            return result;
        },
        namesOfVector("aclblasCreateHandleForS8gemv"));
}

}  // namespace
}  // namespace belay::test::aclblasCreateHandleForS8gemv_test
