#include <gtest/gtest.h>

#include "support/casts.h"

namespace belay::test::aclopCreateHandleForCast_test {
namespace {

TEST(aclopCreateHandleForCast, HandlesConvertAsTheOperatorDoes) {
    expectCasts([](const DeviceTensor& from, const DeviceTensor& to, aclrtStream stream) {
        aclopHandle* handle = nullptr;
        ASSERT_EQ(aclopCreateHandleForCast(from.desc(), to.desc(), 0, &handle), ACL_SUCCESS)
            << recentMessage();
        for (int i = 0; i < 2; ++i) {
            EXPECT_EQ(OpCall("Cast", {&from}, {&to}).executeWith(handle, stream), ACL_SUCCESS)
                << recentMessage();
        }
        aclopDestroyHandle(handle);
    });
}

TEST(aclopCreateHandleForCast, WithoutAModelIsNotFound) {
    const OwnedDesc from = makeDesc({3, 1003}, ACL_FLOAT);
    const OwnedDesc to = makeDesc({3, 1003}, ACL_UINT8);
    aclopHandle* handle = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, "aclopCreateHandleForCast", "Cast", [&] {
        return aclopCreateHandleForCast(from.get(), to.get(), 0, &handle);
    }));
    EXPECT_EQ(handle, nullptr);
}

TEST(aclopCreateHandleForCast, TensorsInHostMemoryAreRefused) {
    const OwnedDesc from = makeDesc({3}, ACL_FLOAT);
    const OwnedDesc to = makeDesc({3}, ACL_INT32);
    ASSERT_EQ(aclSetTensorPlaceMent(from.get(), ACL_MEMTYPE_HOST), ACL_SUCCESS);
    aclopHandle* handle = nullptr;
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_API_NOT_SUPPORT, "aclopCreateHandleForCast", "'srcDesc'",
                    [&] { return aclopCreateHandleForCast(from.get(), to.get(), 0, &handle); }));
    EXPECT_EQ(handle, nullptr);
}

TEST(aclopCreateHandleForCast, MissingArgumentsAreRefused) {
    const OwnedDesc desc = makeDesc();
    aclopHandle* handle = nullptr;
    EXPECT_TRUE(refused("aclopCreateHandleForCast", "srcDesc",
                        [&] { return aclopCreateHandleForCast(nullptr, desc.get(), 0, &handle); }));
    EXPECT_TRUE(refused("aclopCreateHandleForCast", "dstDesc",
                        [&] { return aclopCreateHandleForCast(desc.get(), nullptr, 0, &handle); }));
    EXPECT_TRUE(refused("aclopCreateHandleForCast", "handle", [&] {
        return aclopCreateHandleForCast(desc.get(), desc.get(), 0, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclopCreateHandleForCast_test
