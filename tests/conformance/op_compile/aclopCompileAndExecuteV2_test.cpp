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

}  // namespace
}  // namespace belay::test::aclopCompileAndExecuteV2_test
