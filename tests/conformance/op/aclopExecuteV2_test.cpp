#include <gtest/gtest.h>

#include <climits>

#include "support/op_refusals.h"
#include "support/stream_refusals.h"
#include "support/tensors.h"
#include "support/threads.h"

namespace belay::test::aclopExecuteV2_test {
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
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "no model fits Add(input 0: float (0), ",
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
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "its input 0 has storage format none",
                            [&] { return call.execute(); }));
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
}

// Models do not look at storage dimensions, so that what a request does must not depend on them,
// nor on what another request had.
TEST(aclopExecuteV2, StorageDimensionsOfPlainFormatsDoNotCount) {
    const SetDevice device;
    const auto expectWhole = [](const std::vector<int64_t>& made, int64_t real) {
        const DeviceTensor x(ACL_FLOAT, {real}, std::vector<float>(static_cast<size_t>(real), -1));
        const DeviceTensor y(ACL_FLOAT, {real});
        const OwnedDesc desc = makeDesc(made, ACL_FLOAT, ACL_FORMAT_ND);
        ASSERT_EQ(aclSetTensorOriginShape(desc.get(), 1, &real), ACL_SUCCESS);
        OpCall call("Relu", {&x}, {&y});
        call.inputDescs[0] = desc.get();
        EXPECT_EQ(call.compileAndExecute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(y.values<float>(), std::vector<float>(static_cast<size_t>(real), 0));
        EXPECT_TRUE(y.isIntactBehind());
    };
    for (int round = 0; round < 2; ++round) {
        expectWhole({1037}, 37);
        expectWhole({37}, 37);
        expectWhole({3}, 1003);
        expectWhole({1003}, 1003);
    }
}

// A matrix of 5 x 5 in one block of 16 x 16, added to itself.
aclError addInBlocks(const std::vector<int64_t>& blocks, size_t bytes) {
    const DeviceTensor memory(ACL_FLOAT, {1024});
    const OwnedDesc desc = makeDesc({5, 5}, ACL_FLOAT, ACL_FORMAT_ND);
    EXPECT_EQ(aclSetTensorFormat(desc.get(), ACL_FORMAT_FRACTAL_NZ), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorShape(desc.get(), static_cast<int>(blocks.size()), blocks.data()),
              ACL_SUCCESS);
    const OwnedBuffer buffer = makeBuffer(memory.data(), bytes);
    OpCall call("Add", {}, {});
    call.inputDescs = {desc.get(), desc.get()};
    call.inputs = {buffer.get(), buffer.get()};
    call.outputDescs = {desc.get()};
    call.outputs = {buffer.get()};
    const aclError result = call.compileAndExecute();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(memory.isIntactBehind());
    return result;
}

TEST(aclopExecuteV2, TensorsInBlocksNeedTheMemoryOfTheBlocks) {
    const SetDevice device;
    for (int round = 0; round < 2; ++round) {
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_GE_PARAM_INVALID, "aclopCompileAndExecute", "1024 bytes", [] {
                return addInBlocks({1, 1, 16, 16}, 100);
            }));
        EXPECT_EQ(addInBlocks({1, 1, 16, 16}, 1024), ACL_SUCCESS) << recentMessage();
        // The same to the model, and twice as much in memory.
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_GE_PARAM_INVALID, "aclopCompileAndExecute", "2048 bytes", [] {
                return addInBlocks({2, 1, 16, 16}, 1024);
            }));
        EXPECT_EQ(addInBlocks({2, 1, 16, 16}, 2048), ACL_SUCCESS) << recentMessage();
    }
}

TEST(aclopExecuteV2, DimensionsThatOverflowAreNotEmpty) {
    const SetDevice device;
    const Addition add({5, 12});
    OpCall call = add.call();
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    const OwnedDesc huge = makeDesc({INT64_MAX, INT64_MAX});
    call.outputDescs[0] = huge.get();
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "Add", [&] { return call.execute(); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, "aclopCompileAndExecute", "63 bits",
                            [&] { return call.compileAndExecute(); }));
}

TEST(aclopExecuteV2, UnknownDimensionsAreNamedWhenNoModelIsFound) {
    const SetDevice device;
    const OwnedDesc unknown = makeDesc({-1, 77});
    OpCall compiled("Relu", {}, {});
    compiled.inputDescs = {unknown.get()};
    compiled.outputDescs = {unknown.get()};
    const int64_t range[2][2] = {{1, 8}, {77, 77}};
    int64_t ranges[2][2];
    std::memcpy(ranges, range, sizeof range);
    ASSERT_EQ(aclSetTensorShapeRange(unknown.get(), 2, ranges), ACL_SUCCESS);
    ASSERT_EQ(compiled.compile(), ACL_SUCCESS) << recentMessage();
    const DeviceTensor x(ACL_FLOAT, {8, 77});
    OpCall call("Relu", {&x}, {&x});
    call.inputDescs[0] = unknown.get();
    call.outputDescs[0] = unknown.get();
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "(-1 or -2)", [&] { return call.execute(); }));
}

TEST(aclopExecuteV2, TextsHaveAnEnd) {
    const SetDevice device;
    const Addition add({5, 13});
    OpCall call = add.call();
    const OwnedAttr attr = makeAttr();
    const std::vector<int64_t> list(100'000, 7);
    ASSERT_EQ(aclopSetAttrListInt(attr.get(), "list", static_cast<int>(list.size()), list.data()),
              ACL_SUCCESS);
    call.attr = attr.get();
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_NOT_FOUND, kName, "... 100000 in all",
                            [&] { return call.execute(); }));
    call.type = std::string(1 << 20, 'x');
    EXPECT_EQ(call.execute(), ACL_ERROR_OP_NOT_FOUND);
    EXPECT_LT(recentMessage().size(), 16'384U);
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
}  // namespace belay::test::aclopExecuteV2_test
