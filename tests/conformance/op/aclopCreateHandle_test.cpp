#include <gtest/gtest.h>

#include "support/op_refusals.h"

namespace belay::test::aclopCreateHandle_test {
namespace {

const char* const kName = "aclopCreateHandle";

TEST(aclopCreateHandle, FindsTheModelAtOnce) {
    const SetDevice device;
    const Addition add({2, 7});
    OpCall call = add.call();
    aclopHandle* handle = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "no model fits",
                            [&] { return call.makeHandle(&handle); }));
    EXPECT_EQ(handle, nullptr);
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    EXPECT_NE(handle, nullptr);
    aclopDestroyHandle(handle);
}

TEST(aclopCreateHandle, CopiesDescriptionsAndAttributes) {
    const SetDevice device;
    const Addition add({2, 8});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    aclopHandle* handle = nullptr;
    {
        const OwnedDesc desc = makeDesc({2, 8});
        const OwnedAttr attr = makeAttr();
        OpCall copy("Add", {}, {}, attr.get());
        copy.inputDescs = {desc.get(), desc.get()};
        copy.outputDescs = {desc.get()};
        ASSERT_EQ(copy.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    }
    EXPECT_EQ(call.executeWith(handle), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
    aclopDestroyHandle(handle);
}

TEST(aclopCreateHandle, TensorsInHostMemoryAreNotSupported) {
    const SetDevice device;
    const Addition add({2, 9});
    OpCall call = add.call();
    for (const aclMemType place : {ACL_MEMTYPE_HOST, ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT}) {
        ASSERT_EQ(aclSetTensorPlaceMent(add.y.desc(), place), ACL_SUCCESS);
        aclopHandle* handle = nullptr;
        EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, kName, "'inputDesc[1]'",
                                [&] { return call.makeHandle(&handle); }));
    }
}

TEST(aclopCreateHandle, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({2, 10});
    OpCall call = add.call();
    aclopHandle* handle = nullptr;
    expectTensorRefusals(kName, call, [&](OpCall& bad, const char* type, int in, int out) {
        return aclopCreateHandle(type, in, bad.inputDescs.data(), out, bad.outputDescs.data(),
                                 nullptr, &handle);
    });
    EXPECT_TRUE(refused(kName, "handle", [&] { return call.makeHandle(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclopCreateHandle_test
