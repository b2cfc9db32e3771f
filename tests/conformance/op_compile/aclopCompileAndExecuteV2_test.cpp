#include <gtest/gtest.h>

#include "support/op_refusals.h"
#include "support/stream_refusals.h"

namespace belay::test::aclopCompileAndExecuteV2_test {
namespace {

const char* const kName = "aclopCompileAndExecuteV2";

aclError run(OpCall& call, aclrtStream stream = nullptr) {
    return aclopCompileAndExecuteV2(call.type.c_str(), call.numInputs(), call.inputDescs.data(),
                                    call.inputs.data(), call.numOutputs(), call.outputDescs.data(),
                                    call.outputs.data(), nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS,
                                    nullptr, stream);
}

TEST(aclopCompileAndExecuteV2, CompilesAndExecutes) {
    const SetDevice device;
    const Addition add({9, 7});
    OpCall call = add.call();
    EXPECT_EQ(run(call), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
    EXPECT_EQ(aclGetTensorDescDim(add.z.desc(), 0), 9);
}

TEST(aclopCompileAndExecuteV2, EmptyOutputsNeedNoOperator) {
    const SetDevice device;
    const DeviceTensor empty(ACL_FLOAT, {0, 3});
    OpCall call("NoSuchOperator", {}, {&empty});
    EXPECT_EQ(run(call), ACL_SUCCESS) << recentMessage();
}

TEST(aclopCompileAndExecuteV2, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({9, 10});
    const OpCall call = add.call();
    expectTensorRefusals(kName, call, [&](OpCall& bad, const char* type, int in, int out) {
        return aclopCompileAndExecuteV2(type, in, bad.inputDescs.data(), bad.inputs.data(), out,
                                        bad.outputDescs.data(), bad.outputs.data(), nullptr,
                                        ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr);
    });
    expectBufferRefusals(kName, call, [](OpCall& bad) { return run(bad); });
}

TEST(aclopCompileAndExecuteV2, StreamMustBeOfTheContext) {
    const SetDevice device;
    const Addition add({9, 11});
    OpCall call = add.call();
    expectOnlyStreamsOfTheContext(kName, [&](aclrtStream stream) { return run(call, stream); });
}

TEST(aclopCompileAndExecuteV2, ShapesOfOutputsThatAreLeftOpenAreWrittenBack) {
    const SetDevice device;
    for (const std::vector<int64_t>& open : {std::vector<int64_t>{-1, 12}, {-1, -1}, {-2}}) {
        const Addition add({9, 12});
        const OwnedDesc sum = makeDesc(open);
        OpCall call = add.call();
        call.outputDescs = {sum.get()};
        ASSERT_EQ(run(call), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
        ASSERT_EQ(aclGetTensorDescNumDims(sum.get()), 2U);
        EXPECT_EQ(aclGetTensorDescDim(sum.get(), 0), 9);
        EXPECT_EQ(aclGetTensorDescDim(sum.get(), 1), 12);
    }
}

TEST(aclopCompileAndExecuteV2, OpenOutputsNeedRoomForTheirShape) {
    const SetDevice device;
    const Addition add({9, 13});
    const OwnedDesc sum = makeDesc({-1, 13});
    const DeviceTensor small(ACL_FLOAT, {1, 13});
    OpCall call = add.call();
    call.outputDescs = {sum.get()};
    call.outputs = {small.buffer()};
    EXPECT_TRUE(refusedWith(145000, kName, "468", [&] { return run(call); }));
    EXPECT_EQ(aclGetTensorDescDim(sum.get(), 0), -1);
}

// Else the next request would find a model that no call has made with success.
TEST(aclopCompileAndExecuteV2, WhatCannotBeExecutedLeavesNoModelBehind) {
    const SetDevice device;
    const OwnedDesc any = makeDesc({-1, 14});
    int64_t ranges[][2] = {{1, 5}, {14, 14}};
    ASSERT_EQ(aclSetTensorShapeRange(any.get(), 2, ranges), ACL_SUCCESS);
    const Addition add({3, 14});
    OpCall known = add.call();
    OpCall open = add.call();
    open.inputDescs = {any.get(), any.get()};
    open.outputDescs = {any.get()};
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "input 0 has shape [-1, 14]",
                            [&] { return run(open); }));
    EXPECT_EQ(known.execute(), ACL_ERROR_OP_NOT_FOUND);
}

}  // namespace
}  // namespace belay::test::aclopCompileAndExecuteV2_test
