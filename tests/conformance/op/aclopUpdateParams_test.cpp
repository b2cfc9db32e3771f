#include <gtest/gtest.h>

#include "support/custom_op.h"

namespace belay::test::aclopUpdateParams_test {
namespace {

const char* const kName = "aclopUpdateParams";

TEST(aclopUpdateParams, ChoiceIsExecuted) {
    const SetDevice device;
    const CustomAddition custom("UpdateParamsAdd");
    for (const int64_t size : {10, 20}) {
        const Addition add({size});
        OpCall call = custom.call(add);
        EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, "aclopExecuteV2",
                                "aclopUpdateParams has chosen no kernel of 'UpdateParamsAdd'",
                                [&] { return call.execute(); }));
        ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
}

TEST(aclopUpdateParams, ChoiceIsExecutedByHandle) {
    const SetDevice device;
    const CustomAddition custom("UpdateParamsHandle");
    const Addition add({12});
    OpCall call = custom.call(add);
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    aclopHandle* handle = nullptr;
    ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(call.executeWith(handle), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
    aclopDestroyHandle(handle);
}

TEST(aclopUpdateParams, LastChoiceCounts) {
    const SetDevice device;
    const CustomAddition custom("UpdateParamsTwice");
    const Addition add({14});
    OpCall call = custom.call(add);
    ASSERT_EQ(aclopUnregisterCompileFunc("UpdateParamsTwice"), ACL_SUCCESS);
    const auto chooseNothing = [](int, const aclTensorDesc* const*, int,
                                  const aclTensorDesc* const*, const aclopAttr*,
                                  aclopKernelDesc* desc) {
        const uint32_t count = 0;
        return aclopSetKernelArgs(desc, "sum", 1, &count, sizeof count);
    };
    ASSERT_EQ(aclopRegisterCompileFunc("UpdateParamsTwice", chooseNothing), ACL_SUCCESS);
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_FALSE(add.isDone());
    ASSERT_EQ(aclopUnregisterCompileFunc("UpdateParamsTwice"), ACL_SUCCESS);
    ASSERT_EQ(aclopRegisterCompileFunc("UpdateParamsTwice", chooseSum), ACL_SUCCESS);
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopUpdateParams, WithoutAFunctionIsRefused) {
    const OwnedDesc desc = makeDesc({4});
    const aclTensorDesc* descs[] = {desc.get()};
    EXPECT_TRUE(refusedWith(ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED, kName, "'opType'", [&] {
        return aclopUpdateParams("UpdateParamsNone", 1, descs, 1, descs, nullptr);
    }));
}

TEST(aclopUpdateParams, AnswerOfTheFunctionIsHandedOn) {
    const OwnedDesc desc = makeDesc({4});
    const aclTensorDesc* descs[] = {desc.get()};
    const auto refuse = [](int, const aclTensorDesc* const*, int, const aclTensorDesc* const*,
                           const aclopAttr*, aclopKernelDesc*) { return 4711; };
    ASSERT_EQ(aclopRegisterCompileFunc("UpdateParamsRefuses", refuse), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(4711, kName, "returned 4711", [&] {
        return aclopUpdateParams("UpdateParamsRefuses", 1, descs, 1, descs, nullptr);
    }));
    EXPECT_EQ(aclopUnregisterCompileFunc("UpdateParamsRefuses"), ACL_SUCCESS);
}

TEST(aclopUpdateParams, UnknownKernelIsRefused) {
    const OwnedDesc desc = makeDesc({4});
    const aclTensorDesc* descs[] = {desc.get()};
    ASSERT_EQ(aclopRegisterCompileFunc("UpdateParamsUnknown", chooseSum), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_KERNEL_NOT_FOUND, kName, "\"sum\"", [&] {
        return aclopUpdateParams("UpdateParamsUnknown", 1, descs, 1, descs, nullptr);
    }));
    EXPECT_EQ(aclopUnregisterCompileFunc("UpdateParamsUnknown"), ACL_SUCCESS);
}

TEST(aclopUpdateParams, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({4, 14});
    const OpCall call = add.call();
    expectTensorRefusals(kName, call, [&](OpCall& bad, const char* type, int in, int out) {
        return aclopUpdateParams(type, in, bad.inputDescs.data(), out, bad.outputDescs.data(),
                                 nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclopUpdateParams_test
