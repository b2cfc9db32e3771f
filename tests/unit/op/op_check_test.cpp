// What is checked alike of the requests of all operators.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "op/op_view.h"
#include "op/operator.h"

namespace belay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TensorSpec spec(std::vector<int64_t> dims, DataType type = DataType::kFloat) {
    return {type, dims, Format::kNd};
}

// Doubles the first dimension, and counts.
Result<std::vector<TensorSpec>> infer(const OpView& view) {
    const TensorSpec& x = view.inputSpec(0);
    std::vector<int64_t> dims(x.dims().begin(), x.dims().end());
    if (dims.empty()) {
        return view.refuse("{} has no dimension to double", view.inputName(0));
    }
    if (dims[0] > 0) {
        dims[0] *= 2;
    }
    return std::vector<TensorSpec>{{x.type(), dims, x.format()},
                                   {DataType::kInt64, {}, Format::kNd}};
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    OpPlan made;
    made.launches.push_back(
        {.kernel = view.op().type, .blockCount = target.vectorCores, .tiling = {}});
    return made;
}

class OpCheckTest : public testing::Test {
  protected:
    const OpRequest& request(const std::vector<TensorSpec>& outputs) {
        outputs_ = outputs;
        tensors_.clear();
        for (const TensorSpec& output : outputs_) {
            tensors_.push_back({&output, {}});
        }
        inputTensors_ = {{&input, {}}};
        request_ = {
            .type = op.type, .inputs = inputTensors_, .outputs = tensors_, .attrs = &attrs_};
        return request_;
    }

    std::string refusal(const std::vector<TensorSpec>& outputs) {
        const Status status = checkRequest(op, request(outputs));
        EXPECT_EQ(status.code(), Code::kGeFailure);
        EXPECT_EQ(planRequest(op, request_, {}).status().message(), status.message());
        return std::string(status.message());
    }

    Operator op{.type = "Twice",
                .inputs = {{.name = "x", .types = {DataType::kFloat}, .typeLike = {}}},
                .outputs = {{.name = "y", .types = {}, .typeLike = "x"},
                            {.name = "count",
                             .types = {DataType::kInt64},
                             .typeLike = {},
                             .arity = OpArity::kOptional}},
                .attrs = {},
                .infer = infer,
                .plan = plan};
    TensorSpec input = spec({3, 4});

  private:
    std::vector<TensorSpec> outputs_;
    std::vector<OpTensor> tensors_;
    std::vector<OpTensor> inputTensors_;
    OpAttrs attrs_;
    OpRequest request_;
};

TEST_F(OpCheckTest, InferenceDoesNotLookAtOutputs) {
    for (const auto& outputs : {std::vector<TensorSpec>{}, {spec({7}, DataType::kString)}}) {
        const auto made = inferOutputs(op, request(outputs));
        ASSERT_TRUE(made.isOk()) << made.status().message();
        ASSERT_EQ(made.value().size(), 2U);
        EXPECT_THAT(made.value()[0].dims(), testing::ElementsAre(6, 4));
    }
}

TEST_F(OpCheckTest, OutputsMustBeWhatTheOperatorMakes) {
    EXPECT_TRUE(checkRequest(op, request({spec({6, 4}), spec({}, DataType::kInt64)})).isOk());
    EXPECT_THAT(refusal({spec({5, 4}), spec({}, DataType::kInt64)}),
                AllOf(HasSubstr("output 0 'y'"), HasSubstr("[5, 4]"), HasSubstr("[6, 4]")));
    EXPECT_THAT(refusal({spec({6, 4, 1}), spec({}, DataType::kInt64)}), HasSubstr("[6, 4, 1]"));
    EXPECT_THAT(refusal({spec({6, 4}, DataType::kFloat16), spec({}, DataType::kInt64)}),
                AllOf(HasSubstr("float16 (1)"), HasSubstr("float (0)")));
    EXPECT_THAT(refusal({spec({6, 4}), spec({}, DataType::kInt32)}), HasSubstr("output 1 'count'"));
    EXPECT_THAT(refusal({spec({-7, 4}), spec({}, DataType::kInt64)}), HasSubstr("[-7, 4]"));
}

TEST_F(OpCheckTest, OnlyOptionalOutputsMayBeMissing) {
    EXPECT_TRUE(checkRequest(op, request({spec({6, 4})})).isOk());
    EXPECT_TRUE(checkRequest(op, request({spec({6, 4}), TensorSpec(DataType::kUndefined, {},
                                                                   Format::kUndefined)}))
                    .isOk());
    EXPECT_THAT(refusal({}), HasSubstr("0 outputs"));
    EXPECT_THAT(refusal({spec({6, 4}), spec({}, DataType::kInt64), spec({})}),
                HasSubstr("3 outputs"));
}

TEST_F(OpCheckTest, FormatsThatReorderElementsMustBeTheOperators) {
    TensorSpec output = spec({6, 4});
    output.setOriginal(Format::kNchw);
    EXPECT_TRUE(checkRequest(op, request({output})).isOk());
    output.setStorage(static_cast<Format>(29));
    EXPECT_THAT(refusal({output}), HasSubstr("format FRACTAL_NZ (29)"));
}

TEST_F(OpCheckTest, UnknownDimensionsAgreeWithAnyAndAreNotPlanned) {
    EXPECT_TRUE(checkRequest(op, request({spec({-1, 4})})).isOk());
    EXPECT_TRUE(checkRequest(op, request({spec({-2})})).isOk());
    const auto unknownOutput = planRequest(op, request({spec({-1, 4})}), {});
    ASSERT_FALSE(unknownOutput.isOk());
    EXPECT_THAT(std::string(unknownOutput.status().message()), HasSubstr("output 0"));
    input = spec({-1, 4});
    EXPECT_TRUE(checkRequest(op, request({spec({8, 4})})).isOk());
    const auto unknownInput = planRequest(op, request({spec({8, 4})}), {});
    ASSERT_FALSE(unknownInput.isOk());
    EXPECT_EQ(unknownInput.status().code(), Code::kGeFailure);
    EXPECT_THAT(std::string(unknownInput.status().message()), HasSubstr("input 0"));
}

TEST_F(OpCheckTest, TheOperatorsOwnRefusalNamesIt) {
    input = spec({});
    EXPECT_THAT(refusal({spec({})}), AllOf(HasSubstr("operator Twice: "), HasSubstr("'x'")));
}

TEST_F(OpCheckTest, ThePlanIsTheOperators) {
    const auto made = planRequest(op, request({spec({6, 4})}), {.vectorCores = 7});
    ASSERT_TRUE(made.isOk()) << made.status().message();
    const OpPlan& plan = made.value().plan;
    ASSERT_EQ(plan.launches.size(), 1U);
    EXPECT_EQ(plan.launches[0].kernel, "Twice");
    EXPECT_EQ(plan.launches[0].blockCount, 7U);
    ASSERT_EQ(made.value().outputs.size(), 2U);
    EXPECT_THAT(made.value().outputs[0].dims(), ElementsAre(6, 4));
}

}  // namespace
}  // namespace belay
