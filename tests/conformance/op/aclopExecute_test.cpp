#include <gtest/gtest.h>

#include "support/op_refusals.h"
#include "support/stream_refusals.h"

namespace belay::test::aclopExecute_test {
namespace {

const char* const kName = "aclopExecute";

aclError execute(OpCall& call, aclrtStream stream = nullptr) {
    return aclopExecute(call.type.c_str(), call.numInputs(), call.inputDescs.data(),
                        call.inputs.data(), call.numOutputs(), call.outputDescs.data(),
                        call.outputs.data(), call.attr, stream);
}

TEST(aclopExecute, ExecutesWhatWasCompiled) {
    const SetDevice device;
    const Addition add({3, 7});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(execute(call), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopExecute, WithoutAModelIsNotFound) {
    const SetDevice device;
    const Addition add({3, 8});
    OpCall call = add.call();
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "no model fits", [&] { return execute(call); }));
}

TEST(aclopExecute, EmptyOutputsAreDoneWithoutAModel) {
    const OwnedDesc desc = makeDesc({0});
    const aclTensorDesc* descs[] = {desc.get()};
    EXPECT_EQ(
        aclopExecute("NoSuchOperator", 0, nullptr, nullptr, 1, descs, nullptr, nullptr, nullptr),
        ACL_SUCCESS)
        << recentMessage();
}

TEST(aclopExecute, BuffersMustHaveRoom) {
    const SetDevice device;
    const Addition add({16});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    expectShortBuffersAreRefused(kName, call, [&] { return execute(call); });
    // What V2 looks at first is a buffer without room here.
    const OwnedBuffer nowhere = makeBuffer(nullptr, 64);
    call.inputs[0] = nowhere.get();
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_PARAM_INVALID, kName, "has no memory",
                            [&] { return execute(call); }));
}

TEST(aclopExecute, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({3, 9});
    const OpCall call = add.call();
    expectTensorRefusals(kName, call, [](OpCall& bad, const char* type, int in, int out) {
        return aclopExecute(type, in, bad.inputDescs.data(), bad.inputs.data(), out,
                            bad.outputDescs.data(), bad.outputs.data(), nullptr, nullptr);
    });
    expectBufferRefusals(kName, call, [](OpCall& bad) { return execute(bad); });
}

TEST(aclopExecute, StreamMustBeOfTheContext) {
    const SetDevice device;
    const Addition add({3, 10});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    expectOnlyStreamsOfTheContext(kName, [&](aclrtStream stream) { return execute(call, stream); });
}

}  // namespace
}  // namespace belay::test::aclopExecute_test
