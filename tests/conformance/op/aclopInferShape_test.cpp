#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/bad_handles.h"
#include "support/refusal.h"

namespace belay::test::aclopInferShape_test {
namespace {

std::vector<int64_t> dimsOf(const OwnedDesc& desc) {
    std::vector<int64_t> dims(aclGetTensorDescNumDims(desc.get()));
    for (size_t i = 0; i < dims.size(); ++i) {
        EXPECT_EQ(aclGetTensorDescDimV2(desc.get(), i, &dims[i]), ACL_SUCCESS);
    }
    return dims;
}

// The values of one input, in host memory, and its description.
template <typename T>
class HostTensor {
  public:
    HostTensor(aclDataType type, const std::vector<int64_t>& dims, std::vector<T> values)
        : values_(std::move(values)),
          desc_(makeDesc(dims, type)),
          buffer_(makeBuffer(values_.data(), values_.size() * sizeof(T))) {}

    aclTensorDesc* desc() const { return desc_.get(); }

    aclDataBuffer* buffer() const { return buffer_.get(); }

  private:
    std::vector<T> values_;
    OwnedDesc desc_;
    OwnedBuffer buffer_;
};

aclError infer(const char* type, std::vector<aclTensorDesc*> inputDescs,
               std::vector<aclDataBuffer*> inputs, const OwnedDesc& output,
               aclopAttr* attr = nullptr) {
    aclTensorDesc* outputDesc = output.get();
    return aclopInferShape(type, static_cast<int>(inputDescs.size()), inputDescs.data(),
                           inputs.data(), 1, &outputDesc, attr);
}

TEST(aclopInferShape, TellsTypeFormatAndDimensionsOfTheOutput) {
    const HostTensor<float> x(ACL_FLOAT, {2, 1, 3}, std::vector<float>(6));
    const HostTensor<float> y(ACL_FLOAT, {4, 1}, std::vector<float>(4));
    const OwnedDesc sum = makeDesc({9}, ACL_INT8);
    ASSERT_EQ(infer("Add", {x.desc(), y.desc()}, {x.buffer(), y.buffer()}, sum), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(dimsOf(sum), (std::vector<int64_t>{2, 4, 3}));
    EXPECT_EQ(aclGetTensorDescType(sum.get()), ACL_FLOAT);
    EXPECT_EQ(aclGetTensorDescFormat(sum.get()), ACL_FORMAT_ND);
}

TEST(aclopInferShape, LooksAtValues) {
    const HostTensor<float> x(ACL_FLOAT, {2, 5, 3}, std::vector<float>(30));
    const HostTensor<int32_t> axes(ACL_INT32, {2}, {0, -1});
    const OwnedDesc sum = makeDesc({1});
    ASSERT_EQ(infer("ReduceSum", {x.desc(), axes.desc()}, {x.buffer(), axes.buffer()}, sum),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(dimsOf(sum), (std::vector<int64_t>{5}));
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "keep_dims", 1), ACL_SUCCESS);
    ASSERT_EQ(
        infer("ReduceSum", {x.desc(), axes.desc()}, {x.buffer(), axes.buffer()}, sum, attr.get()),
        ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(dimsOf(sum), (std::vector<int64_t>{1, 5, 1}));
}

TEST(aclopInferShape, LooksAtAttributes) {
    const HostTensor<float> a(ACL_FLOAT, {3, 2}, std::vector<float>(6));
    const HostTensor<float> b(ACL_FLOAT, {3, 4}, std::vector<float>(12));
    const OwnedDesc product = makeDesc({1});
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "transpose_x1", 1), ACL_SUCCESS);
    ASSERT_EQ(infer("MatMul", {a.desc(), b.desc()}, {a.buffer(), b.buffer()}, product, attr.get()),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(dimsOf(product), (std::vector<int64_t>{2, 4}));
}

TEST(aclopInferShape, InputsThatAreLeftOutNeedNoBuffer) {
    const HostTensor<float> a(ACL_FLOAT, {2, 3}, std::vector<float>(6));
    const HostTensor<float> b(ACL_FLOAT, {3, 4}, std::vector<float>(12));
    const OwnedDesc none = makeDesc({}, ACL_DT_UNDEFINED, ACL_FORMAT_UNDEFINED);
    const OwnedBuffer empty = makeBuffer(nullptr, 0);
    const OwnedDesc product = makeDesc({9});
    ASSERT_EQ(infer("MatMul", {a.desc(), b.desc(), none.get()},
                    {a.buffer(), b.buffer(), empty.get()}, product),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(dimsOf(product), (std::vector<int64_t>{2, 4}));
}

TEST(aclopInferShape, IndicesThatOnlyTheDeviceHasMayHaveAnyNumber) {
    const HostTensor<float> x(ACL_FLOAT, {2, 3}, std::vector<float>(6));
    const HostTensor<char> few(ACL_INT8, {1}, {0});
    const OwnedDesc axes = makeDesc({int64_t{1} << 40}, ACL_INT64);
    const OwnedDesc y = makeDesc({9});
    EXPECT_EQ(infer("ReduceSum", {x.desc(), axes.get()}, {x.buffer(), few.buffer()}, y),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, "aclopInferShape", "8 dimensions", [&] {
        return infer("BroadcastTo", {x.desc(), axes.get()}, {x.buffer(), few.buffer()}, y);
    }));
}

TEST(aclopInferShape, UnknownDimensionsStayUnknownAndHaveARange) {
    const HostTensor<float> x(ACL_FLOAT, {-1, 3}, std::vector<float>(3));
    const int64_t ranges[2][2] = {{2, 8}, {3, 3}};
    ASSERT_EQ(aclSetTensorShapeRange(x.desc(), 2, const_cast<int64_t(*)[2]>(ranges)), ACL_SUCCESS);
    const OwnedDesc y = makeDesc({1});
    ASSERT_EQ(infer("Relu", {x.desc()}, {x.buffer()}, y), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(dimsOf(y), (std::vector<int64_t>{-1, 3}));
    std::array<int64_t, 2> range{};
    ASSERT_EQ(aclGetTensorDescDimRange(y.get(), 0, range.size(), range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (std::array<int64_t, 2>{2, 8}));
}

TEST(aclopInferShape, WhatCannotBeInferredSaysWhy) {
    const HostTensor<float> x(ACL_FLOAT, {2, 3}, std::vector<float>(6));
    const HostTensor<float> y(ACL_FLOAT, {2, 4}, std::vector<float>(8));
    const OwnedDesc sum = makeDesc({9}, ACL_INT8);
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, "aclopInferShape", "3", [&] {
        return infer("Add", {x.desc(), y.desc()}, {x.buffer(), y.buffer()}, sum);
    }));
    EXPECT_EQ(dimsOf(sum), (std::vector<int64_t>{9})) << "nothing was written";
    EXPECT_EQ(aclGetTensorDescType(sum.get()), ACL_INT8);
}

TEST(aclopInferShape, BadArgumentsAreRefused) {
    const HostTensor<float> x(ACL_FLOAT, {2}, std::vector<float>(2));
    const OwnedDesc y = makeDesc({1});
    constexpr const char* kName = "aclopInferShape";
    aclTensorDesc* inputDesc = x.desc();
    aclDataBuffer* input = x.buffer();
    aclTensorDesc* outputDesc = y.get();
    aclTensorDesc* missingDesc = nullptr;
    aclDataBuffer* missing = nullptr;
    EXPECT_TRUE(refused(kName, "opType", [&] {
        return aclopInferShape(nullptr, 1, &inputDesc, &input, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "opType", [&] {
        return aclopInferShape("NoSuchOperator", 1, &inputDesc, &input, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "numInputs", [&] {
        return aclopInferShape("Relu", -1, &inputDesc, &input, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "numOutputs", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, &input, -1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "inputDesc", [&] {
        return aclopInferShape("Relu", 1, nullptr, &input, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "inputDesc[0]", [&] {
        return aclopInferShape("Relu", 1, &missingDesc, &input, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "inputs", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, nullptr, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "inputs[0]", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, &missing, 1, &outputDesc, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "outputDesc", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, &input, 1, nullptr, nullptr);
    }));
    EXPECT_TRUE(refused(kName, "outputDesc[0]", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, &input, 1, &missingDesc, nullptr);
    }));
    const OwnedBuffer empty = makeBuffer(nullptr, 0);
    aclDataBuffer* emptyInput = empty.get();
    EXPECT_TRUE(refused(kName, "inputs[0]", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, &emptyInput, 1, &outputDesc, nullptr);
    }));
    aclTensorDesc* twoOutputs[] = {y.get(), y.get()};
    EXPECT_TRUE(refused(kName, "numOutputs", [&] {
        return aclopInferShape("Relu", 1, &inputDesc, &input, 2, twoOutputs, nullptr);
    }));
}

TEST(aclopInferShape, RangesThatHoldNothingAreRefused) {
    const HostTensor<float> x(ACL_FLOAT, {-1, 3}, std::vector<float>(3));
    const OwnedDesc y = makeDesc({1});
    int64_t backwards[][2] = {{9, 1}, {3, 3}};
    ASSERT_EQ(aclSetTensorShapeRange(x.desc(), 2, backwards), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopInferShape", "[9, 1]",
                            [&] { return infer("Relu", {x.desc()}, {x.buffer()}, y); }));
    ASSERT_EQ(aclSetTensorShapeRange(x.desc(), 1, backwards), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopInferShape", "1 shape ranges",
                            [&] { return infer("Relu", {x.desc()}, {x.buffer()}, y); }));
}

}  // namespace
}  // namespace belay::test::aclopInferShape_test
