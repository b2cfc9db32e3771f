#include "op/op_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace belay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TensorSpec spec(std::vector<int64_t> dims, DataType type = DataType::kFloat) {
    return {type, dims, Format::kNd};
}

Operator exampleOperator() {
    return {.type = "Example",
            .inputs = {{.name = "x", .types = {DataType::kFloat, DataType::kInt32}, .typeLike = {}},
                       {.name = "like", .types = {}, .typeLike = "x"},
                       {.name = "bias",
                        .types = {DataType::kFloat},
                        .typeLike = {},
                        .arity = OpArity::kOptional}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
            .attrs = {{.name = "axis", .standard = AttrValue(int64_t{-1})},
                      {.name = "mode", .standard = AttrValue(std::string()), .isRequired = true}}};
}

Operator dynamicOperator() {
    return {.type = "Joined",
            .inputs = {{.name = "x",
                        .types = {DataType::kFloat},
                        .typeLike = {},
                        .arity = OpArity::kDynamic},
                       {.name = "axis", .types = {DataType::kFloat}, .typeLike = {}}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
            .attrs = {}};
}

class OpViewTest : public testing::Test {
  protected:
    Result<OpView> bind(const std::vector<TensorSpec>& specs) {
        tensors.clear();
        for (const TensorSpec& given : specs) {
            tensors.push_back({&given, {}});
        }
        return bindTensors();
    }

    Result<OpView> bindTensors() {
        request = {.type = op.type, .inputs = tensors, .outputs = {}, .attrs = &attrs};
        return OpView::bind(op, request);
    }

    std::string refusal(const std::vector<TensorSpec>& specs) {
        const auto view = bind(specs);
        EXPECT_FALSE(view.isOk());
        EXPECT_EQ(view.status().code(), Code::kGeFailure);
        return std::string(view.status().message());
    }

    void SetUp() override { attrs.set("mode", AttrValue(std::string("fast"))); }

    Operator op = exampleOperator();
    OpAttrs attrs;
    std::vector<OpTensor> tensors;
    OpRequest request;
};

TEST_F(OpViewTest, NamesInputsByTheirPlaces) {
    const std::vector<TensorSpec> given = {spec({2}), spec({3}), spec({4})};
    const auto view = bind(given);
    ASSERT_TRUE(view.isOk()) << view.status().message();
    EXPECT_EQ(&view.value().inputSpec(0), &given[0]);
    EXPECT_EQ(&view.value().inputSpec(1), &given[1]);
    ASSERT_TRUE(view.value().hasInput(2));
    EXPECT_EQ(&view.value().inputSpec(2), &given[2]);
}

TEST_F(OpViewTest, OptionalInputsAreLeftOutAtTheEndOrInTheirPlace) {
    const std::vector<TensorSpec> two = {spec({2}), spec({3})};
    const auto shorter = bind(two);
    ASSERT_TRUE(shorter.isOk()) << shorter.status().message();
    EXPECT_FALSE(shorter.value().hasInput(2));
    const std::vector<TensorSpec> three = {
        spec({2}), spec({3}), TensorSpec(DataType::kUndefined, {}, Format::kUndefined)};
    const auto marked = bind(three);
    ASSERT_TRUE(marked.isOk()) << marked.status().message();
    EXPECT_FALSE(marked.value().hasInput(2));
}

TEST_F(OpViewTest, TooFewAndTooManyInputsAreRefused) {
    EXPECT_THAT(refusal({spec({2})}), AllOf(HasSubstr("Example"), HasSubstr("'like'")));
    EXPECT_THAT(refusal({}), HasSubstr("input 0 'x'"));
    EXPECT_THAT(refusal({spec({2}), spec({2}), spec({2}), spec({2})}), HasSubstr("4 inputs"));
}

TEST_F(OpViewTest, OtherTypesAreRefused) {
    EXPECT_THAT(refusal({spec({2}, DataType::kString), spec({2})}),
                AllOf(HasSubstr("input 0 'x'"), HasSubstr("string (13)"), HasSubstr("int32 (3)")));
    EXPECT_THAT(refusal({spec({2}, static_cast<DataType>(77)), spec({2})}),
                HasSubstr("data type 77"));
    EXPECT_THAT(refusal({spec({2}, DataType::kInt32), spec({2})}),
                AllOf(HasSubstr("input 1 'like'"), HasSubstr("float (0)"), HasSubstr("int32 (3)")));
    EXPECT_THAT(refusal({TensorSpec(DataType::kUndefined, {}, Format::kUndefined), spec({2})}),
                HasSubstr("input 0 'x'"));
}

TEST_F(OpViewTest, ShapesAreDimensionsOrUnknown) {
    EXPECT_TRUE(bind({spec({}), spec({0, 3})}).isOk());
    EXPECT_TRUE(bind({spec({-1, 3}), spec({-2})}).isOk());
    EXPECT_THAT(refusal({spec({-3}), spec({2})}), HasSubstr("[-3]"));
    EXPECT_THAT(refusal({spec({2}), spec({-2, 1})}), HasSubstr("[-2, 1]"));
    EXPECT_THAT(refusal({spec({2}), spec({4, -2})}), HasSubstr("[4, -2]"));
}

TEST_F(OpViewTest, SizesThatDoNotFitAreRefused) {
    constexpr int64_t kHuge = std::numeric_limits<int64_t>::max() / 4;
    EXPECT_TRUE(bind({spec({kHuge}), spec({kHuge, 2, 0})}).isOk());
    EXPECT_THAT(refusal({spec({kHuge + 1}), spec({2})}), HasSubstr("63 bits"));
    EXPECT_THAT(refusal({spec({2}), spec({kHuge, kHuge})}), HasSubstr("input 1 'like'"));
}

TEST_F(OpViewTest, ValuesHaveTheSizeOfTheirTensors) {
    const std::vector<std::byte> bytes(8);
    const TensorSpec pair = spec({2});
    tensors = {{&pair, bytes}, {&pair, {}}};
    EXPECT_TRUE(bindTensors().isOk());
    tensors = {{&pair, std::span(bytes).first(7)}, {&pair, {}}};
    const auto view = bindTensors();
    ASSERT_FALSE(view.isOk());
    EXPECT_THAT(std::string(view.status().message()),
                AllOf(HasSubstr("7 bytes"), HasSubstr("needs 8")));
}

TEST_F(OpViewTest, AttributesHaveTheirDefaultsAndUnknownOnesDoNotMatter) {
    const std::vector<TensorSpec> given = {spec({2}), spec({2})};
    attrs.set("whatever", AttrValue(true));
    auto view = bind(given);
    ASSERT_TRUE(view.isOk()) << view.status().message();
    EXPECT_EQ(view.value().attr<int64_t>("axis"), -1);
    EXPECT_EQ(view.value().attr<std::string>("mode"), "fast");
    attrs.set("axis", AttrValue(int64_t{2}));
    view = bind(given);
    ASSERT_TRUE(view.isOk()) << view.status().message();
    EXPECT_EQ(view.value().attr<int64_t>("axis"), 2);
}

TEST_F(OpViewTest, AttributesOfOtherTypesAndMissingOnesAreRefused) {
    attrs.set("axis", AttrValue(1.5F));
    EXPECT_THAT(refusal({spec({2}), spec({2})}), AllOf(HasSubstr("'axis'"), HasSubstr("1.5")));
    attrs = {};
    EXPECT_THAT(refusal({spec({2}), spec({2})}), AllOf(HasSubstr("'mode'"), HasSubstr("missing")));
}

TEST_F(OpViewTest, DynamicInputsTakeAllButTheLaterOnes) {
    op = dynamicOperator();
    const std::vector<TensorSpec> given = {spec({1}), spec({2}), spec({3}), spec({4})};
    const auto view = bind(given);
    ASSERT_TRUE(view.isOk()) << view.status().message();
    EXPECT_EQ(view.value().inputs(0).size(), 3U);
    EXPECT_EQ(&view.value().inputSpec(1), &given[3]);
    EXPECT_THAT(refusal({spec({1})}), HasSubstr("'x'"));
}

TEST_F(OpViewTest, DynamicInputsTakeThoseThatAreNamedLikeThem) {
    op = dynamicOperator();
    std::vector<TensorSpec> given = {spec({1}), spec({2}), spec({4})};
    given[0].setName("x0");
    given[1].setName("x1");
    const auto named = bind(given);
    ASSERT_TRUE(named.isOk()) << named.status().message();
    EXPECT_EQ(named.value().inputs(0).size(), 2U);
    for (TensorSpec& tensor : given) {
        tensor.setName("");
        tensor.setDynamicInput("x");
    }
    EXPECT_THAT(refusal(given), HasSubstr("'axis'")) << "all three say that they are x";
}

TEST_F(OpViewTest, LayoutsThatKeepTheOrderAreOne) {
    TensorSpec tensor = spec({2});
    EXPECT_EQ(layoutOf(tensor), Format::kNd);
    tensor.setOriginal(Format::kNhwc);
    EXPECT_EQ(layoutOf(tensor), Format::kNd);
    tensor.setStorage(static_cast<Format>(29));
    EXPECT_EQ(layoutOf(tensor), static_cast<Format>(29));
    EXPECT_EQ(layoutOf({DataType::kFloat, {}, static_cast<Format>(3)}), static_cast<Format>(3));
}

}  // namespace
}  // namespace belay
