#include <gtest/gtest.h>

#include "support/op_refusals.h"
#include "support/stream_refusals.h"

namespace belay::test::aclopCompileAndExecute_test {
namespace {

const char* const kName = "aclopCompileAndExecute";

TEST(aclopCompileAndExecute, CompilesAndExecutes) {
    const SetDevice device;
    const Addition add({8, 7});
    OpCall call = add.call();
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(call.compileAndExecute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
    EXPECT_EQ(call.execute(), ACL_SUCCESS) << "it is there from then on: " << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
}

TEST(aclopCompileAndExecute, TensorInHostMemoryIsReadDuringTheCall) {
    const SetDevice device;
    for (const aclMemType place : {ACL_MEMTYPE_HOST, ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT}) {
        const Addition add({8});
        ASSERT_EQ(aclSetTensorPlaceMent(add.y.desc(), place), ACL_SUCCESS);
        OpCall call = add.call();
        const OwnedStream stream;
        Gate gate;
        gate.hold(stream.get());
        std::vector<float> values = add.y.values<float>();
        const OwnedBuffer host = makeBuffer(values.data(), values.size() * sizeof(float));
        call.inputs[1] = host.get();
        ASSERT_EQ(call.compileAndExecute(stream.get()), ACL_SUCCESS) << recentMessage();
        values.assign(values.size(), -1.0F);
        gate.open();
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
}

TEST(aclopCompileAndExecute, ConstantNeedsNoBuffer) {
    const SetDevice device;
    const Addition add({9});
    std::vector<float> values = add.y.values<float>();
    ASSERT_EQ(aclSetTensorConst(add.y.desc(), values.data(), values.size() * sizeof(float)),
              ACL_SUCCESS);
    OpCall call = add.call();
    const OwnedBuffer none = makeBuffer();
    call.inputs[1] = none.get();
    ASSERT_EQ(call.compileAndExecute(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopCompileAndExecute, EmptyOutputsNeedNoOperator) {
    const SetDevice device;
    const DeviceTensor empty(ACL_FLOAT, {0, 3});
    OpCall call("NoSuchOperator", {}, {&empty});
    EXPECT_EQ(call.compileAndExecute(), ACL_SUCCESS) << recentMessage();
}

TEST(aclopCompileAndExecute, UnknownOperatorIsRefused) {
    const SetDevice device;
    const Addition add({8, 9});
    OpCall call = add.call();
    call.type = "NoSuchOperator";
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "'NoSuchOperator'",
                            [&] { return call.compileAndExecute(); }));
}

TEST(aclopCompileAndExecute, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({8, 10});
    const OpCall call = add.call();
    expectTensorRefusals(kName, call, [&](OpCall& bad, const char* type, int in, int out) {
        return aclopCompileAndExecute(type, in, bad.inputDescs.data(), bad.inputs.data(), out,
                                      bad.outputDescs.data(), bad.outputs.data(), nullptr,
                                      ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr);
    });
    expectBufferRefusals(kName, call, [](OpCall& bad) { return bad.compileAndExecute(); });
    OpCall missing = call;
    const OwnedBuffer nowhere = makeBuffer(nullptr, 16);
    missing.outputs[0] = nowhere.get();
    EXPECT_TRUE(refused(kName, "outputs[0]", [&] { return missing.compileAndExecute(); }));
}

TEST(aclopCompileAndExecute, StreamMustBeOfTheContext) {
    const SetDevice device;
    const Addition add({8, 11});
    OpCall call = add.call();
    expectOnlyStreamsOfTheContext(
        kName, [&](aclrtStream stream) { return call.compileAndExecute(stream); });
}

}  // namespace
}  // namespace belay::test::aclopCompileAndExecute_test
