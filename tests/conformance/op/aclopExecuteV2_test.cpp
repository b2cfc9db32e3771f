#include <gtest/gtest.h>

#include <climits>

#include "support/op_refusals.h"
#include "support/stream_refusals.h"
#include "support/tensors.h"
#include "support/threads.h"

namespace belay::test {
namespace {

const char* const kName = "aclopExecuteV2";

TEST(aclopExecuteV2, ExecutesWhatWasCompiled) {
    const SetDevice device;
    const Addition add({5, 7});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopExecuteV2, OnlyEnqueues) {
    const SetDevice device;
    const Addition add({5, 8});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    const OwnedStream stream;
    Gate gate;
    gate.hold(stream.get());
    EXPECT_EQ(call.execute(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_FALSE(add.isDone());
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopExecuteV2, WithoutAModelIsNotFound) {
    const SetDevice device;
    const Addition add({5, 9});
    OpCall call = add.call();
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "no model fits Add(input 0: type 0",
                            [&] { return call.execute(); }));
}

TEST(aclopExecuteV2, StorageFormatAndAttributesMustBeTheSame) {
    const SetDevice device;
    const Addition add({5, 10});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    const OwnedAttr attr = makeAttr();
    call.attr = attr.get();
    EXPECT_EQ(call.execute(), ACL_SUCCESS) << "no attributes are the same as none";
    ASSERT_EQ(aclopSetAttrInt(attr.get(), "further", 1), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "it has no attribute 'further'",
                            [&] { return call.execute(); }));
    call.attr = nullptr;
    aclSetTensorDescName(add.x.desc(), "any name");
    EXPECT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclSetTensorFormat(add.x.desc(), ACL_FORMAT_ND), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "its input 0 has storage format -1",
                            [&] { return call.execute(); }));
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
}

TEST(aclopExecuteV2, DescriptionsMayGoAtOnce) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceTensor x(ACL_FLOAT, {3}, std::vector<float>{1, 2, 3});
    const DeviceTensor y(ACL_FLOAT, {3}, std::vector<float>{10, 20, 30});
    const DeviceTensor z(ACL_FLOAT, {3});
    Gate gate;
    gate.hold(stream.get());
    {
        const OwnedDesc desc = makeDesc({3});
        const OwnedBuffer a = makeBuffer(x.data(), x.bytes());
        const OwnedBuffer b = makeBuffer(y.data(), y.bytes());
        const OwnedBuffer c = makeBuffer(z.data(), z.bytes());
        OpCall call("Add", {}, {});
        call.inputDescs = {desc.get(), desc.get()};
        call.inputs = {a.get(), b.get()};
        call.outputDescs = {desc.get()};
        call.outputs = {c.get()};
        ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(call.execute(stream.get()), ACL_SUCCESS) << recentMessage();
    }
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(z.values<float>(), (std::vector<float>{11, 22, 33}));
}

TEST(aclopExecuteV2, EmptyOutputsAreDoneWithoutAModel) {
    const SetDevice device;
    const OwnedDesc desc = makeDesc({4, 0});
    aclTensorDesc* descs[] = {desc.get()};
    EXPECT_EQ(
        aclopExecuteV2("NoSuchOperator", 0, nullptr, nullptr, 1, descs, nullptr, nullptr, nullptr),
        ACL_SUCCESS)
        << recentMessage();
}

TEST(aclopExecuteV2, UnknownDimensionsAreRefused) {
    const SetDevice device;
    const Addition add({5, 11});
    OpCall call = add.call();
    const OwnedDesc unknown = makeDesc({-1, 11});
    call.inputDescs[0] = unknown.get();
    call.outputDescs[0] = unknown.get();
    // On this chip the models for one shape are tried last.
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "[-1, 11]", [&] { return call.execute(); }));
}

TEST(aclopExecuteV2, BuffersMustHaveRoom) {
    const SetDevice device;
    const Addition add({16});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    expectShortBuffersAreRefused(kName, call, [&] { return call.execute(); });
}

TEST(aclopExecuteV2, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({5, 12});
    const OpCall call = add.call();
    expectTensorRefusals(kName, call, [](OpCall& bad, const char* type, int in, int out) {
        return aclopExecuteV2(type, in, bad.inputDescs.data(), bad.inputs.data(), out,
                              bad.outputDescs.data(), bad.outputs.data(), nullptr, nullptr);
    });
    expectBufferRefusals(kName, call, [](OpCall& bad) { return bad.execute(); });
    OpCall missing = call;
    const OwnedBuffer nowhere = makeBuffer(nullptr, 16);
    missing.inputs[1] = nowhere.get();
    EXPECT_TRUE(refused(kName, "inputs[1]", [&] { return missing.execute(); }));
}

TEST(aclopExecuteV2, StreamMustBeOfTheContext) {
    const SetDevice device;
    const Addition add({5, 13});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    expectOnlyStreamsOfTheContext(kName, [&](aclrtStream stream) { return call.execute(stream); });
}

TEST(aclopExecuteV2, ModelsStayWhenTheDeviceIsReset) {
    {
        const SetDevice device;
        const Addition add({5, 14});
        OpCall call = add.call();
        ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    }
    const SetDevice device;
    const Addition add({5, 14});
    OpCall call = add.call();
    EXPECT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopExecuteV2, DevicesHaveKernelsOfTheirOwn) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "one device only";
    }
    for (const int32_t number : {0, 1, 0}) {
        const SetDevice device(number);
        const Addition add({5, 15});
        OpCall call = add.call();
        ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(call.execute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
}

TEST(aclopExecuteV2, ManyThreadsExecuteWhileOthersCompile) {
    const SetDevice device;
    aclrtContext context = currentContext();
    onThreads(8, [&](size_t index) {
        const ContextScope scope(context);
        const OwnedStream stream;
        for (int64_t round = 0; round < 20; ++round) {
            if (index < 2) {
                // Models that nobody asks for.
                const Addition other({1000 + round, static_cast<int64_t>(index) + 1});
                EXPECT_EQ(other.call().compile(), ACL_SUCCESS) << recentMessage();
                continue;
            }
            const Addition add({6, static_cast<int64_t>(index)});
            OpCall call = add.call();
            EXPECT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
            for (int i = 0; i < 10; ++i) {
                EXPECT_EQ(call.execute(stream.get()), ACL_SUCCESS) << recentMessage();
            }
            EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
            EXPECT_TRUE(add.isDone());
        }
    });
}

}  // namespace
}  // namespace belay::test
