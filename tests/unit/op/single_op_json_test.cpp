#include "op/single_op_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace belay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Range = TensorSpec::Range;

std::vector<SingleOp> parsed(const std::string& text) {
    auto ops = parseSingleOps(text);
    EXPECT_TRUE(ops.isOk()) << ops.status().message();
    return ops.isOk() ? std::move(ops).value() : std::vector<SingleOp>();
}

// The file with this one operator.
SingleOp parsedOp(const std::string& element) {
    const auto ops = parsed(fmt::format("[{}]", element));
    EXPECT_EQ(ops.size(), 1U);
    return ops.size() == 1 ? ops[0] : SingleOp();
}

// An operator with this one input, of which the text is what is between the braces.
std::string withInput(const std::string& input) {
    return fmt::format(R"({{"op": "Add", "input_desc": [{{{}}}]}})", input);
}

SingleOp::Tensor parsedInput(const std::string& input) {
    const SingleOp op = parsedOp(withInput(input));
    EXPECT_EQ(op.inputs.size(), 1U);
    return op.inputs.size() == 1
               ? op.inputs[0]
               : SingleOp::Tensor{.spec = TensorSpec(DataType::kUndefined, {}, Format::kUndefined)};
}

AttrValue parsedAttr(const std::string& type, const std::string& value) {
    const SingleOp op = parsedOp(R"({"op": "Add", "attr": [{"name": "x", "type": ")" + type +
                                 R"(", "value": )" + value + "}]}");
    const AttrValue* attr = op.attrs.find("x");
    EXPECT_NE(attr, nullptr);
    return attr == nullptr ? AttrValue(AttrValue::Unknown()) : *attr;
}

void expectRefused(const std::string& text, const std::string& number, const std::string& place) {
    SCOPED_TRACE(text);
    const auto ops = parseSingleOps(text);
    ASSERT_FALSE(ops.isOk());
    EXPECT_EQ(ops.status().code(), Code::kParseFile);
    EXPECT_THAT(std::string(ops.status().message()),
                AllOf(StartsWith(number + ": "), HasSubstr(place)));
}

std::vector<int64_t> dimsOf(const TensorSpec& spec) {
    return {spec.dims().begin(), spec.dims().end()};
}

std::vector<Range> rangesOf(const TensorSpec& spec) {
    return {spec.shapeRanges().begin(), spec.shapeRanges().end()};
}

// Operators.

TEST(SingleOpJson, OperatorHasTypeTensorsAndAttributes) {
    const SingleOp op = parsedOp(R"({"op": "Sub", "name": "sub_f32", "unknown": {"x": [1]},
        "input_desc": [{"format": "ND", "shape": [4, 6], "type": "float"},
                       {"format": "nchw", "shape": [], "type": "FLOAT16", "name": "x2"}],
        "output_desc": [{"format": "ND", "shape": [4, 6], "type": "float"}],
        "attr": [{"name": "a", "type": "int", "value": -3}, {"name": "b", "type": "bool", "value": true}]})");
    EXPECT_EQ(op.type, "Sub");
    EXPECT_EQ(op.fileName, "sub_f32");
    EXPECT_FALSE(op.isFuzzy);
    ASSERT_EQ(op.inputs.size(), 2U);
    ASSERT_EQ(op.outputs.size(), 1U);
    const TensorSpec& first = op.inputs[0].spec;
    EXPECT_EQ(first.type(), DataType::kFloat);
    EXPECT_EQ(first.format(), Format::kNd);
    EXPECT_THAT(dimsOf(first), ElementsAre(4, 6));
    EXPECT_EQ(first.storageFormat(), Format::kUndefined);
    EXPECT_EQ(first.placement(), Placement::kDevice);
    EXPECT_FALSE(first.constant());
    EXPECT_EQ(op.inputs[0].originFormat, std::nullopt);
    EXPECT_EQ(op.inputs[0].originDims, std::nullopt);
    const TensorSpec& second = op.inputs[1].spec;
    EXPECT_EQ(second.type(), DataType::kFloat16);
    EXPECT_EQ(second.format(), Format::kNchw);
    EXPECT_THAT(dimsOf(second), IsEmpty());
    EXPECT_EQ(second.name(), "x2");
    OpAttrs attrs;
    attrs.set("a", AttrValue(int64_t{-3}));
    attrs.set("b", AttrValue(true));
    EXPECT_TRUE(op.attrs == attrs);
}

TEST(SingleOpJson, OnlyTheTypeOfAnOperatorIsRequired) {
    const SingleOp op = parsedOp(R"({"op": "NoOp"})");
    EXPECT_EQ(op.type, "NoOp");
    EXPECT_EQ(op.fileName, "");
    EXPECT_THAT(op.inputs, IsEmpty());
    EXPECT_THAT(op.outputs, IsEmpty());
    EXPECT_THAT(op.attrs.values(), IsEmpty());
}

TEST(SingleOpJson, FileHasAnyNumberOfOperators) {
    EXPECT_THAT(parsed("[]"), IsEmpty());
    const auto ops = parsed(R"([{"op": "A"}, {"op": "B"}, {"op": "A"}])");
    ASSERT_EQ(ops.size(), 3U);
    EXPECT_EQ(ops[1].type, "B");
    EXPECT_EQ(ops[2].type, "A");
}

TEST(SingleOpJson, CompileFlagSwitchesAllThatFollows) {
    const auto ops = parsed(R"([{"op": "A"}, {"compile_flag": 0, "op": "B"},
        {"compile_flag": 1, "op": 5}, {"op": "C"}, {"compile_flag": 0, "op": "D"}])");
    ASSERT_EQ(ops.size(), 4U) << "the switch itself is no operator, whatever else it says";
    EXPECT_FALSE(ops[0].isFuzzy);
    EXPECT_FALSE(ops[1].isFuzzy);
    EXPECT_TRUE(ops[2].isFuzzy);
    EXPECT_EQ(ops[2].type, "C");
    EXPECT_TRUE(ops[3].isFuzzy);
}

// Tensors.

TEST(SingleOpJson, ShapesMayBeUnknown) {
    const auto input = parsedInput(
        R"("format": "ND", "type": "int8", "shape": [-1, 32, -1], "shape_range": [[1, 256], [0, -1]])");
    EXPECT_THAT(dimsOf(input.spec), ElementsAre(-1, 32, -1));
    EXPECT_THAT(rangesOf(input.spec), ElementsAre(Range{1, 256}, Range{32, 32}, Range{0, -1}));
    const auto unlimited = parsedInput(R"("format": "ND", "type": "int8", "shape": [-1])");
    EXPECT_THAT(rangesOf(unlimited.spec), IsEmpty());
    const auto unknown = parsedInput(R"("format": "ND", "type": "int8", "shape": [-2])");
    EXPECT_TRUE(unknown.spec.hasUnknownRank());
    const auto known =
        parsedInput(R"("format": "ND", "type": "int8", "shape": [0, 3], "shape_range": [])");
    EXPECT_THAT(rangesOf(known.spec), IsEmpty());
}

TEST(SingleOpJson, OriginIsKeptApart) {
    const auto input =
        parsedInput(R"("format": "FRACTAL_NZ", "type": "float16", "shape": [2, 4, 16, 16],
        "origin_format": "nd", "origin_shape": [64, 32])");
    EXPECT_EQ(input.spec.format(), static_cast<Format>(29));
    EXPECT_THAT(dimsOf(input.spec), ElementsAre(2, 4, 16, 16));
    EXPECT_EQ(input.originFormat, Format::kNd);
    EXPECT_EQ(input.originDims, (std::vector<int64_t>{64, 32}));
    EXPECT_EQ(input.spec.storageFormat(), Format::kUndefined);
}

TEST(SingleOpJson, InputsCanBeLeftOut) {
    const auto input = parsedInput(R"("format": "RESERVED", "type": "UNDEFINED", "shape": [])");
    EXPECT_TRUE(input.spec.isLeftOut());
}

TEST(SingleOpJson, TensorsOfADynamicInputAreNumbered) {
    const SingleOp op = parsedOp(R"({"op": "ConcatD", "input_desc": [
        {"format": "ND", "shape": [1], "type": "int8", "dynamic_input": "x"},
        {"format": "ND", "shape": [1], "type": "int8", "dynamic_input": "x", "name": "mine"},
        {"format": "ND", "shape": [1], "type": "int8", "name": "axis"},
        {"format": "ND", "shape": [1], "type": "int8", "dynamic_input": "y"}]})");
    std::vector<std::string> names;
    std::vector<std::string> groups;
    for (const auto& input : op.inputs) {
        names.push_back(input.spec.name());
        groups.push_back(input.spec.dynamicInput());
    }
    EXPECT_THAT(names, ElementsAre("x0", "x1", "axis", "y0"));
    EXPECT_THAT(groups, ElementsAre("x", "x", "", "y"));
}

template <typename T>
std::vector<T> constantOf(const std::string& type, const std::string& values) {
    const auto input = parsedInput(R"("format": "ND", "shape": [2], "is_const": true, "type": ")" +
                                   type + R"(", "const_value": )" + values);
    EXPECT_TRUE(input.spec.constant());
    const auto bytes = input.spec.constant().value_or(std::vector<std::byte>());
    std::vector<T> result(bytes.size() / sizeof(T));
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(result.data()));
    return result;
}

TEST(SingleOpJson, ConstantsHaveElementsOfTheirType) {
    EXPECT_THAT(constantOf<int8_t>("int8", "[-128, 127]"), ElementsAre(-128, 127));
    EXPECT_THAT(constantOf<uint8_t>("uint8", "[0, 255]"), ElementsAre(0, 255));
    EXPECT_THAT(constantOf<int16_t>("int16", "[-32768]"), ElementsAre(-32768));
    EXPECT_THAT(constantOf<uint16_t>("uint16", "[65535]"), ElementsAre(65535));
    EXPECT_THAT(constantOf<int32_t>("int32", "[-2147483648, 1]"), ElementsAre(INT32_MIN, 1));
    EXPECT_THAT(constantOf<uint32_t>("uint32", "[4294967295]"), ElementsAre(UINT32_MAX));
    EXPECT_THAT(constantOf<int64_t>("int64", "[-9223372036854775808]"), ElementsAre(INT64_MIN));
    EXPECT_THAT(constantOf<uint64_t>("uint64", "[18446744073709551615]"), ElementsAre(UINT64_MAX));
    EXPECT_THAT(constantOf<float>("float", "[1.5, -2, 0.1]"), ElementsAre(1.5F, -2.0F, 0.1F));
    EXPECT_THAT(constantOf<double>("double", "[0.1, 3]"), ElementsAre(0.1, 3.0));
    EXPECT_THAT(constantOf<uint16_t>("float16", "[1, -2.5, 65504]"),
                ElementsAre(0x3C00, 0xC100, 0x7BFF));
    EXPECT_THAT(constantOf<int32_t>("int32", "[]"), IsEmpty());
}

TEST(SingleOpJson, ValuesOfWhatIsNoConstantAreNotLookedAt) {
    const auto input = parsedInput(
        R"("format": "ND", "shape": [1], "type": "bool", "is_const": false, "const_value": "x")");
    EXPECT_FALSE(input.spec.constant());
}

TEST(SingleOpJson, DataTypesHaveNamesInAnyCase) {
    const std::map<std::string, DataType> types = {
        {"bool", DataType::kBool},
        {"int8", DataType::kInt8},
        {"uint8", DataType::kUint8},
        {"int16", DataType::kInt16},
        {"uint16", DataType::kUint16},
        {"int32", DataType::kInt32},
        {"uint32", DataType::kUint32},
        {"Int64", DataType::kInt64},
        {"uint64", DataType::kUint64},
        {"float16", DataType::kFloat16},
        {"FP16", DataType::kFloat16},
        {"half", DataType::kFloat16},
        {"float", DataType::kFloat},
        {"float32", DataType::kFloat},
        {"double", DataType::kDouble},
        {"bfloat16", DataType::kBfloat16},
        {"complex32", DataType::kComplex32},
        {"complex64", DataType::kComplex64},
        {"complex128", DataType::kComplex128},
        {"uint1", DataType::kUint1},
        {"int4", DataType::kInt4},
        {"hifloat8", DataType::kHifloat8},
        {"float8_e5m2", DataType::kFloat8E5m2},
        {"float8_e4m3fn", DataType::kFloat8E4m3fn},
    };
    for (const auto& [name, type] : types) {
        SCOPED_TRACE(name);
        EXPECT_EQ(
            parsedInput(R"("format": "ND", "shape": [1], "type": ")" + name + "\"").spec.type(),
            type);
    }
}

// Attributes.

TEST(SingleOpJson, AttributesHaveAnyOfTheTypes) {
    EXPECT_EQ(parsedAttr("bool", "true"), AttrValue(true));
    EXPECT_EQ(parsedAttr("int", "-9223372036854775808"), AttrValue(INT64_MIN));
    EXPECT_EQ(parsedAttr("float", "0.5"), AttrValue(0.5F));
    EXPECT_EQ(parsedAttr("float", "3"), AttrValue(3.0F));
    EXPECT_EQ(parsedAttr("string", "\"same\""), AttrValue(std::string("same")));
    EXPECT_EQ(parsedAttr("list_bool", "[true, false]"), AttrValue(AttrValue::Bools{true, false}));
    EXPECT_EQ(parsedAttr("list_int", "[-1]"), AttrValue(AttrValue::Ints{-1}));
    EXPECT_EQ(parsedAttr("list_int", "[]"), AttrValue(AttrValue::Ints()));
    EXPECT_EQ(parsedAttr("list_float", "[1, 2.5]"), AttrValue(AttrValue::Floats{1, 2.5F}));
    EXPECT_EQ(parsedAttr("list_string", R"(["a", ""])"), AttrValue(AttrValue::Strings{"a", ""}));
    EXPECT_EQ(parsedAttr("list_list_int", "[[1, 2], []]"),
              AttrValue(AttrValue::IntLists{{1, 2}, {}}));
    EXPECT_EQ(parsedAttr("data_type", "\"DT_FLOAT\""), AttrValue(DataType::kFloat));
    EXPECT_EQ(parsedAttr("data_type", "\"dt_bf16\""), AttrValue(DataType::kBfloat16));
    EXPECT_EQ(parsedAttr("data_type", "27"), AttrValue(DataType::kBfloat16));
    EXPECT_EQ(parsedAttr("data_type", "28"), AttrValue(DataType::kUndefined));
}

TEST(SingleOpJson, OfSeveralAttributesOfANameTheLastOneCounts) {
    const SingleOp op = parsedOp(R"({"op": "A", "attr": [
        {"name": "x", "type": "int", "value": 1}, {"name": "x", "type": "bool", "value": true}]})");
    EXPECT_EQ(op.attrs.values().size(), 1U);
    EXPECT_EQ(*op.attrs.find("x"), AttrValue(true));
}

// What is refused.

TEST(SingleOpJson, WhatIsNoJsonIsRefused) {
    using namespace std::string_literals;
    for (const std::string& text : {""s, "["s, "[{\"op\": \"A\"},]"s, "[] []"s, "[]\0[]"s,
                                    "[1e999]"s, "[\"\xff\"]"s, "nul"s}) {
        expectRefused(text, "E10025", "not valid JSON");
    }
    expectRefused(std::string(100'000, '['), "E10025",
                  "nests '[' deeper than 32 levels at byte 32");
    std::string deep;
    for (int i = 0; i < 100'000; ++i) {
        deep += "{\"a\":";
    }
    expectRefused(deep, "E10025", "nests '{'");
}

struct Refused {
    const char* text;  ///< of the file, without the brackets around it
    const char* number;
    const char* place;
};

class RefusedSingleOpJson : public testing::TestWithParam<Refused> {};

TEST_P(RefusedSingleOpJson, NamesTheNumberThePlaceAndTheValue) {
    expectRefused(fmt::format("[{}]", GetParam().text), GetParam().number, GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    Operators, RefusedSingleOpJson,
    testing::Values(Refused{"5", "E10032", "[0] is 5"},
                    Refused{R"({"op": "A"}, [])", "E10032", "[1] is []"},
                    Refused{"{}", "E10032", "[0] has no \"op\""},
                    Refused{R"({"op": ""})", "E10026", "[0].op is \"\""},
                    Refused{R"({"op": 3})", "E10032", "[0].op is 3"},
                    Refused{R"({"op": null})", "E10032", "[0].op is null"},
                    Refused{R"({"op": "A", "name": 1})", "E10032", "[0].name is 1"},
                    Refused{R"({"op": "A", "input_desc": {}})", "E10032", "[0].input_desc is {}"},
                    Refused{R"({"op": "A", "output_desc": 1})", "E10032", "[0].output_desc is 1"},
                    Refused{R"({"op": "A", "attr": "x"})", "E10032", "[0].attr is \"x\""},
                    Refused{R"({"op": "A", "compile_flag": 2})", "E10032", "[0].compile_flag is 2"},
                    Refused{R"({"op": "A", "compile_flag": true})", "E10032",
                            "[0].compile_flag is true"}));

INSTANTIATE_TEST_SUITE_P(
    Attributes, RefusedSingleOpJson,
    testing::Values(
        Refused{R"({"op": "A", "attr": [7]})", "E10032", "[0].attr[0] is 7"},
        Refused{R"({"op": "A", "attr": [{}]})", "E10032", "[0].attr[0] has no \"name\""},
        Refused{R"({"op": "A", "attr": [{"name": ""}]})", "E10029", "[0].attr[0].name is \"\""},
        Refused{R"({"op": "A", "attr": [{"name": "x"}]})", "E10032", "[0].attr[0] has no \"type\""},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "tensor"}]})", "E13006",
                "[0].attr[0].type is \"tensor\""},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "int"}]})", "E10030",
                "[0].attr[0] has no \"value\""},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "int", "value": 1.5}]})", "E10030",
                "[0].attr[0].value is 1.5"},
        Refused{
            R"({"op": "A", "attr": [{"name": "x", "type": "int", "value": 9223372036854775808}]})",
            "E10030", "[0].attr[0].value is 9223372036854775808"},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "bool", "value": 1}]})", "E10030",
                "[0].attr[0].value is 1"},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "float", "value": 1e39}]})", "E10030",
                "[0].attr[0].value is 1e+39"},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "float", "value": "1"}]})", "E10030",
                "[0].attr[0].value is \"1\""},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "string", "value": 1}]})", "E10030",
                "[0].attr[0].value is 1"},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "list_int", "value": [1, "2"]}]})",
                "E10030", "[0].attr[0].value[1] is \"2\""},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "list_bool", "value": true}]})",
                "E10030", "[0].attr[0].value is true"},
        Refused{
            R"({"op": "A", "attr": [{"name": "x", "type": "list_list_int", "value": [[1], [[]]]}]})",
            "E10030", "[0].attr[0].value[1][0] is []"},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "data_type", "value": "float"}]})",
                "E10030", "[0].attr[0].value is \"float\""},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "data_type", "value": 99}]})",
                "E10030", "[0].attr[0].value is 99"},
        Refused{R"({"op": "A", "attr": [{"name": "x", "type": "data_type", "value": 4294967296}]})",
                "E10030", "[0].attr[0].value is 4294967296"}));

constexpr const char* kOutputLeftOut =
    R"({"op": "A", "output_desc": [{"format": "RESERVED", "type": "UNDEFINED", "shape": []}]})";
constexpr const char* kGroupsApart = R"({"op": "A", "input_desc": [
    {"format": "ND", "type": "bool", "shape": [], "dynamic_input": "x"},
    {"format": "ND", "type": "bool", "shape": []},
    {"format": "ND", "type": "bool", "shape": [], "dynamic_input": "x"}]})";

INSTANTIATE_TEST_SUITE_P(
    Tensors, RefusedSingleOpJson,
    testing::Values(Refused{R"({"op": "A", "input_desc": [1]})", "E10032",
                            "[0].input_desc[0] is 1"},
                    Refused{kOutputLeftOut, "E10027", "[0].output_desc[0].type is \"UNDEFINED\""},
                    Refused{kGroupsApart, "E13014", "[0].input_desc[2].dynamic_input is \"x\""}));

// The same for what is in the braces of the only input.
class RefusedJsonTensor : public testing::TestWithParam<Refused> {};

TEST_P(RefusedJsonTensor, NamesTheNumberThePlaceAndTheValue) {
    expectRefused(fmt::format("[{}]", withInput(GetParam().text)), GetParam().number,
                  "[0].input_desc[0]" + std::string(GetParam().place));
}

INSTANTIATE_TEST_SUITE_P(
    Types, RefusedJsonTensor,
    testing::Values(
        Refused{R"("type": "bool", "shape": [])", "E10032", " has no \"format\""},
        Refused{R"("format": "ND", "type": "bool")", "E10032", " has no \"shape\""},
        Refused{R"("format": "ND", "shape": [])", "E10032", " has no \"type\""},
        Refused{R"("format": 2, "type": "bool", "shape": [])", "E10032", ".format is 2"},
        Refused{R"("format": "ND", "type": 0, "shape": [])", "E10032", ".type is 0"},
        Refused{R"("format": "XY", "type": "bool", "shape": [])", "E13006", ".format is \"XY\""},
        Refused{R"("format": "", "type": "bool", "shape": [])", "E13006", ".format is \"\""},
        Refused{R"("format": "ND", "type": "real", "shape": [])", "E13006", ".type is \"real\""},
        Refused{R"("format": "ND", "type": "undefined", "shape": [])", "E10027",
                ".type is \"undefined\""},
        Refused{R"("format": "reserved", "type": "bool", "shape": [])", "E10027",
                ".format is \"reserved\""},
        Refused{R"("format": "RESERVED", "type": "UNDEFINED", "shape": [1])", "E10027",
                ".type is \"UNDEFINED\""},
        Refused{R"("format": "ND", "type": "bool", "shape": [], "origin_format": "XY")", "E13006",
                ".origin_format is \"XY\""},
        Refused{R"("format": "ND", "type": "bool", "shape": [], "origin_shape": [-2, 1])", "E13014",
                ".origin_shape is [-2,1]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [], "name": [])", "E10032",
                ".name is []"},
        Refused{R"("format": "ND", "type": "bool", "shape": [], "dynamic_input": 1)", "E10032",
                ".dynamic_input is 1"}));

INSTANTIATE_TEST_SUITE_P(
    Shapes, RefusedJsonTensor,
    testing::Values(
        Refused{R"("format": "ND", "type": "bool", "shape": 1)", "E10032", ".shape is 1"},
        Refused{R"("format": "ND", "type": "bool", "shape": [1.0])", "E10032", ".shape[0] is 1.0"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-3])", "E13014", ".shape is [-3]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [1, -2])", "E13014",
                ".shape is [1,-2]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-2], "shape_range": [[1, 2]])",
                "E13014", ".shape_range is [[1,2]]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-1, -1], "shape_range": [[1, 2]])",
                "E13014", ".shape_range is [[1,2]]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [3], "shape_range": [[3, 3]])",
                "E13014", ".shape_range is [[3,3]]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-1], "shape_range": [[1, 2, 3]])",
                "E13014", ".shape_range[0] is [1,2,3]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-1], "shape_range": [[3, 2]])",
                "E13014", ".shape_range[0] is [3,2]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-1], "shape_range": [[-1, 2]])",
                "E13014", ".shape_range[0] is [-1,2]"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-1], "shape_range": [1])", "E10032",
                ".shape_range[0] is 1"},
        Refused{R"("format": "ND", "type": "bool", "shape": [-1], "shape_range": {})", "E10032",
                ".shape_range is {}"}));

INSTANTIATE_TEST_SUITE_P(
    Constants, RefusedJsonTensor,
    testing::Values(
        Refused{R"("format": "ND", "type": "int8", "shape": [], "is_const": 1)", "E10032",
                ".is_const is 1"},
        Refused{R"("format": "ND", "type": "int8", "shape": [], "is_const": true)", "E10032",
                " has no \"const_value\""},
        Refused{
            R"("format": "ND", "type": "bool", "shape": [], "is_const": true, "const_value": [1])",
            "E13006", ".type is \"bool\""},
        Refused{
            R"("format": "ND", "type": "int8", "shape": [], "is_const": true, "const_value": 1)",
            "E10032", ".const_value is 1"},
        Refused{
            R"("format": "ND", "type": "int8", "shape": [], "is_const": true, "const_value": [128])",
            "E10032", ".const_value[0] is 128"},
        Refused{
            R"("format": "ND", "type": "uint8", "shape": [], "is_const": true, "const_value": [-1])",
            "E10032", ".const_value[0] is -1"},
        Refused{R"("format": "ND", "type": "int64", "shape": [], "is_const": true,
                   "const_value": [9223372036854775808])",
                "E10032", ".const_value[0] is 9223372036854775808"},
        Refused{
            R"("format": "ND", "type": "int32", "shape": [], "is_const": true, "const_value": [1, [2]])",
            "E10032", ".const_value[1] is [2]"},
        Refused{
            R"("format": "ND", "type": "int32", "shape": [], "is_const": true, "const_value": [1.5])",
            "E10032", ".const_value[0] is 1.5"},
        Refused{
            R"("format": "ND", "type": "float16", "shape": [], "is_const": true, "const_value": [70000])",
            "E10032", ".const_value[0] is 70000"},
        Refused{
            R"("format": "ND", "type": "float", "shape": [], "is_const": true, "const_value": ["1"])",
            "E10032", ".const_value[0] is \"1\""},
        Refused{
            R"("format": "ND", "type": "double", "shape": [], "is_const": true, "const_value": [true])",
            "E10032", ".const_value[0] is true"}));

TEST(SingleOpJson, PlacesOfUnknownKeysAreTold) {
    std::vector<std::string> unknown;
    const auto ops = parseSingleOps(R"([
        {"op": "Add", "attrs": [], "input_desc": [{"format": "ND", "shape": [1], "type": "float",
                                                   "shapes": [2]}]},
        {"compile_flag": 1, "attr": 3, "input_desc": [1, {"a": 0}], "b": 0}])",
                                    &unknown);
    ASSERT_TRUE(ops.isOk()) << ops.status().message();
    EXPECT_THAT(unknown, ElementsAre("[0].attrs", "[0].input_desc[0].shapes", "[1].b",
                                     "[1].input_desc[1].a"));
}

}  // namespace
}  // namespace belay
