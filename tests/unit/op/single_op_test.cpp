#include "op/single_op.h"

#include <gtest/gtest.h>

#include <array>

namespace belay {
namespace {

SingleOp::Tensor tensor(std::vector<int64_t> dims, DataType type = DataType::kFloat,
                        Format format = Format::kNd) {
    return {.spec = TensorSpec(type, dims, format)};
}

SingleOp add() {
    return {.type = "Add",
            .inputs = {tensor({1, 100}), tensor({1, 100})},
            .outputs = {tensor({1, 100})}};
}

TEST(OmFileName, IsThePositionTheTypeAndTheTensors) {
    EXPECT_EQ(omFileName(add(), 0), "0_Add_0_2_1_100_0_2_1_100_0_2_1_100.om");
    SingleOp op{.type = "GEMM", .outputs = {tensor({4, 2}, DataType::kFloat16)}};
    op.inputs = {tensor({4, 8}, DataType::kFloat16), tensor({1}), tensor({}, DataType::kFloat16),
                 tensor({-1, 3}, DataType::kInt32, Format::kNchw)};
    EXPECT_EQ(omFileName(op, 12), "12_GEMM_1_2_4_8_0_2_1_1_2_3_0_-1_3_1_2_4_2.om");
    op.inputs = {tensor({}, DataType::kUndefined, Format::kUndefined)};
    EXPECT_EQ(omFileName(op, 1), "1_GEMM_28_40_1_2_4_2.om");
}

TEST(OmFileName, IsTheNameThatTheOperatorGives) {
    SingleOp op = add();
    op.fileName = "my-add_v1.0";
    EXPECT_EQ(omFileName(op, 7), "my-add_v1.0.om");
}

TEST(OmFileName, NamesThatLeadElsewhereDoNotCount) {
    for (const char* name : {"", ".", "..", "a/b", "../x", "with space", "caf\xc3\xa9", "a\\b"}) {
        SingleOp op = add();
        op.fileName = name;
        EXPECT_EQ(omFileName(op, 0), omFileName(add(), 0)) << name;
    }
    SingleOp op = add();
    op.type = "../Add";
    EXPECT_EQ(omFileName(op, 0), "0_.._Add_0_2_1_100_0_2_1_100_0_2_1_100.om");
}

TEST(OmFileName, IsCutTo128CharactersBeforeTheEnding) {
    SingleOp op = add();
    op.fileName = std::string(128, 'a');
    EXPECT_EQ(omFileName(op, 0), std::string(128, 'a') + ".om");
    op.fileName += "b";
    EXPECT_EQ(omFileName(op, 0), std::string(128, 'a') + ".om");
    op = add();
    op.inputs.assign(100, tensor({1000}));
    EXPECT_EQ(omFileName(op, 0).size(), 128 + 3U);
}

}  // namespace
}  // namespace belay
