// Operators whose outputs lie where their inputs do.
#include <gtest/gtest.h>

#include <numeric>

#include "support/tensors.h"

namespace belay::test::op_in_place_test {
namespace {

using Floats = std::vector<float>;

constexpr size_t kFloat = sizeof(float);

Floats counted(size_t count) {
    Floats values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

void run(OpCall& call) {
    ASSERT_EQ(call.compileAndExecute(), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
}

TEST(OpInPlace, ProductMayReplaceEitherFactor) {
    const SetDevice device;
    const Floats b = {5, 6, 7, 8};
    for (const bool isFirst : {true, false}) {
        const DeviceTensor x1(ACL_FLOAT, {2, 2}, Floats{1, 2, 3, 4});
        const DeviceTensor x2(ACL_FLOAT, {2, 2}, b);
        const DeviceTensor& y = isFirst ? x1 : x2;
        OpCall call("MatMul", {&x1, &x2}, {&y});
        run(call);
        EXPECT_EQ(y.values<float>(), (Floats{19, 22, 43, 50}));
        EXPECT_TRUE(y.isIntactBehind());
    }
    const DeviceTensor square(ACL_FLOAT, {1, 2, 2}, Floats{1, 2, 3, 4});
    OpCall call("BatchMatMul", {&square, &square}, {&square});
    run(call);
    EXPECT_EQ(square.values<float>(), (Floats{7, 10, 15, 22}));
}

TEST(OpInPlace, LargeTensorIsTransposedWhereItIs) {
    const SetDevice device;
    constexpr int64_t kSize = 200;
    const Floats before = counted(kSize * kSize);
    const DeviceTensor x(ACL_FLOAT, {kSize, kSize}, before);
    const OwnedDesc permDesc = makeDesc({2}, ACL_INT64, ACL_FORMAT_ND);
    int64_t order[] = {1, 0};
    ASSERT_EQ(aclSetTensorConst(permDesc.get(), order, sizeof order), ACL_SUCCESS);
    const OwnedBuffer none = makeBuffer(nullptr, 0);
    OpCall call("Transpose", {&x}, {&x});
    call.inputDescs.push_back(permDesc.get());
    call.inputs.push_back(none.get());
    Floats wanted(before.size());
    for (size_t row = 0; row < kSize; ++row) {
        for (size_t column = 0; column < kSize; ++column) {
            wanted[column * kSize + row] = before[row * kSize + column];
        }
    }
    run(call);
    EXPECT_EQ(x.values<float>(), wanted);
    aclopHandle* handle = nullptr;
    ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(call.executeWith(handle), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(x.values<float>(), before);
    aclopDestroyHandle(handle);
}

TEST(OpInPlace, ElementByElementNeedsNoOtherMemory) {
    const SetDevice device;
    const DeviceTensor x(ACL_FLOAT, {3}, Floats{1, -2, 3});
    OpCall sum("Add", {&x, &x}, {&x});
    run(sum);
    EXPECT_EQ(x.values<float>(), (Floats{2, -4, 6}));
    OpCall positive("Relu", {&x}, {&x});
    run(positive);
    EXPECT_EQ(x.values<float>(), (Floats{2, 0, 6}));
}

// Operators read what was there before, wherever in their input the output begins.
TEST(OpInPlace, OutputMayOverlapAPartOfAnInput) {
    const SetDevice device;
    constexpr size_t kCount = 1000;
    const Floats before = counted(kCount + 1);
    for (const size_t from : {0U, 1U}) {
        const DeviceTensor memory(ACL_FLOAT, {kCount + 1}, before);
        auto* const start = static_cast<std::byte*>(memory.data());
        const OwnedDesc desc = makeDesc({kCount}, ACL_FLOAT, ACL_FORMAT_ND);
        const OwnedBuffer x = makeBuffer(start + from * kFloat, kCount * kFloat);
        const OwnedBuffer y = makeBuffer(start + (1 - from) * kFloat, kCount * kFloat);
        OpCall call("Add", {}, {});
        call.inputDescs = {desc.get(), desc.get()};
        call.inputs = {x.get(), x.get()};
        call.outputDescs = {desc.get()};
        call.outputs = {y.get()};
        run(call);
        const Floats after = memory.values<float>();
        for (size_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(after[i + 1 - from], 2 * before[i + from]) << "element " << i;
        }
    }
}

TEST(OpInPlace, SumAlongADimensionMayBeginWhereItsInputDoes) {
    const SetDevice device;
    const DeviceTensor x(ACL_FLOAT, {2, 3}, Floats{1, 2, 3, 10, 20, 30});
    const OwnedDesc axesDesc = makeDesc({1}, ACL_INT64, ACL_FORMAT_ND);
    int64_t axis = 0;
    ASSERT_EQ(aclSetTensorConst(axesDesc.get(), &axis, sizeof axis), ACL_SUCCESS);
    const OwnedBuffer none = makeBuffer(nullptr, 0);
    const OwnedDesc sumDesc = makeDesc({3}, ACL_FLOAT, ACL_FORMAT_ND);
    const OwnedBuffer sum = makeBuffer(static_cast<std::byte*>(x.data()) + kFloat, 3 * kFloat);
    OpCall call("ReduceSum", {&x}, {});
    call.inputDescs.push_back(axesDesc.get());
    call.inputs.push_back(none.get());
    call.outputDescs.push_back(sumDesc.get());
    call.outputs.push_back(sum.get());
    run(call);
    EXPECT_EQ(x.values<float>(), (Floats{1, 11, 22, 33, 20, 30}));
}

}  // namespace
}  // namespace belay::test::op_in_place_test
