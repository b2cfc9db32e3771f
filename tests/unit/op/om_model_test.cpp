#include "op/om_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "support/om_builder.h"

namespace belay {
namespace {

using test::OmBuilder;
using test::ProtoWriter;
using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace om = test::om;

constexpr const char* kOpType = "ATTR_MODEL_OP_TYPE";
constexpr const char* kInputs = "ATTR_MODEL_TENSOR_INPUTS";
constexpr const char* kOutputs = "ATTR_MODEL_TENSOR_OUTPUTS";

std::string named(const char* name) {
    return std::string("ATTR_MODEL_") + name;
}

// A description of an operator, of which tests change what they are about.
struct Description {
    std::map<std::string, ProtoWriter> attrs = {
        {kOpType, om::attr("Add")},
        {kInputs, om::tensorList({om::tensor(om::kProtoFloat, {1, 100}),
                                  om::tensor(om::kProtoFloat, {1, 100})})},
        {kOutputs, om::tensorList({om::tensor(om::kProtoFloat, {1, 100})})},
    };
    std::string before;  ///< bytes in front of everything

    Description& set(const std::string& name, const ProtoWriter& value) {
        attrs[name] = value;
        return *this;
    }

    // The only input.
    Description& input(const ProtoWriter& desc) { return set(kInputs, om::tensorList({desc})); }

    std::string bytes() const {
        ProtoWriter model;
        model.raw(before).text(1, "the model").number(2, 2).text(3, "1.11.z.0");
        for (const auto& [name, value] : attrs) {
            model.message(11, om::entry(name, value));
        }
        return model.bytes();
    }
};

Result<OmModel> parse(const std::string& description) {
    const auto bytes = OmBuilder().add(8, "tensors").add(0, description).add(3, "").build();
    BELAY_ASSIGN(const auto file, OmFile::parse(bytes));
    return OmModel::parse(file);
}

OmModel parsed(const Description& description) {
    auto model = parse(description.bytes());
    EXPECT_TRUE(model.isOk()) << model.status().message();
    return model.isOk() ? std::move(model).value() : OmModel();
}

OmTensor inputOf(const Description& description) {
    const OmModel model = parsed(description);
    return model.inputs().empty() ? OmTensor() : model.inputs()[0];
}

void expectRefused(const Description& description, Code code, const std::string& text) {
    const auto model = parse(description.bytes());
    ASSERT_FALSE(model.isOk());
    EXPECT_EQ(model.status().code(), code) << model.status().message();
    EXPECT_THAT(std::string(model.status().message()), HasSubstr(text));
}

ProtoWriter tensorWith(const std::string& name, const ProtoWriter& value,
                       const std::vector<int64_t>& dims = {1, 100}) {
    return om::tensor(om::kProtoFloat, dims).message(5, om::entry(name, value));
}

std::vector<std::byte> bytesOf(std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

// What it is.

TEST(OmModel, HasTypeTensorsAndNames) {
    const OmModel model = parsed(Description().set("soc_version", om::attr("Ascend910")));
    EXPECT_EQ(model.name(), "the model");
    EXPECT_EQ(model.opType(), "Add");
    EXPECT_EQ(model.socVersion(), "Ascend910");
    ASSERT_EQ(model.inputs().size(), 2U);
    ASSERT_EQ(model.outputs().size(), 1U);
    const OmTensor& input = model.inputs()[1];
    EXPECT_EQ(input.type, DataType::kFloat);
    EXPECT_EQ(input.format, Format::kNd);
    EXPECT_THAT(input.dims, ElementsAre(1, 100));
    EXPECT_EQ(input.storageFormat, Format::kUndefined);
    EXPECT_EQ(input.storageDims, std::nullopt);
    EXPECT_THAT(input.shapeRanges, IsEmpty());
    EXPECT_EQ(input.placement, Placement::kDevice);
    EXPECT_EQ(input.constant, std::nullopt);
    EXPECT_FALSE(model.isDynamic());
    EXPECT_TRUE(model.attrs().values().empty());
}

TEST(OmModel, OutlivesTheFile) {
    OmModel model;
    {
        auto bytes = OmBuilder()
                         .add(0, Description().set(named("mode"), om::attr("constant")).bytes())
                         .build();
        auto file = OmFile::parse(bytes);
        model = OmModel::parse(file.value()).value();
        std::fill(bytes.begin(), bytes.end(), std::byte{0xA5});
    }
    EXPECT_EQ(model.opType(), "Add");
    EXPECT_EQ(*model.attrs().find("mode")->find<std::string>(), "constant");
}

TEST(OmModel, UnknownFieldsAndFieldsOfAnotherWireTypeAreSkipped) {
    Description description;
    description.before = ProtoWriter()
                             .number(1, 5)        // the name
                             .number(11, 7)       // an attribute
                             .text(99, "new")     //
                             .real(98, 1.0F)      //
                             .text(7, "a graph")  // not looked at, so not found to be damaged
                             .bytes();
    EXPECT_EQ(parsed(description).opType(), "Add");
}

TEST(OmModel, OfSeveralAttributesOfANameTheLastOneCounts) {
    Description description;
    description.before = ProtoWriter().message(11, om::entry(kOpType, om::attr("Sub"))).bytes();
    EXPECT_EQ(parsed(description).opType(), "Add");
}

TEST(OmModel, OfSeveralValuesOfAnAttributeTheLastOneCounts) {
    const auto value = om::attr(int64_t{5}).raw(om::attr("text").bytes());
    const OmModel model = parsed(Description().set(named("x"), value));
    ASSERT_NE(model.attrs().find("x")->find<std::string>(), nullptr);
    EXPECT_EQ(*model.attrs().find("x")->find<std::string>(), "text");
}

TEST(OmModel, AnOperatorMayHaveNoInputs) {
    EXPECT_THAT(parsed(Description().set(kInputs, om::tensorList({}))).inputs(), IsEmpty());
}

// Tensors.

TEST(OmModel, TensorsHaveNumbersOfTypesOfTheirOwn) {
    EXPECT_EQ(inputOf(Description().input(om::tensor(om::kProtoInt32, {4}))).type,
              DataType::kInt32);
    EXPECT_EQ(inputOf(Description().input(om::tensor(27, {4}))).type, DataType::kBfloat16);
}

TEST(OmModel, DimensionsMayBeAFieldEach) {
    ProtoWriter shape;
    shape.number(1, 3).number(1, -1);
    const auto desc = ProtoWriter().number(2, 1).message(3, shape).text(4, "NCHW");
    const OmTensor input = inputOf(Description().input(desc));
    EXPECT_THAT(input.dims, ElementsAre(3, -1));
    EXPECT_EQ(input.format, Format::kNchw);
}

TEST(OmModel, AScalarHasNoDimensions) {
    EXPECT_THAT(inputOf(Description().input(om::tensor(1, {}))).dims, IsEmpty());
}

TEST(OmModel, AnOptionalInputThatIsLeftOutIsUndefined) {
    for (const ProtoWriter& desc : {om::tensor(0, {}, "RESERVED"), ProtoWriter()}) {
        const OmTensor input = inputOf(Description().input(desc));
        EXPECT_EQ(input.type, DataType::kUndefined);
        EXPECT_EQ(input.format, Format::kUndefined);
        EXPECT_THAT(input.dims, IsEmpty());
    }
}

TEST(OmModel, StorageIsInAttributes) {
    const auto desc = om::tensor(2, {16, 32})
                          .message(5, om::entry("storage_format", om::attr(int64_t{29})))
                          .message(5, om::entry("storage_shape", om::intList({2, 1, 16, 16})));
    const OmTensor input = inputOf(Description().input(desc));
    EXPECT_EQ(input.format, Format::kNd);
    EXPECT_THAT(input.dims, ElementsAre(16, 32));
    EXPECT_EQ(input.storageFormat, static_cast<Format>(29));
    EXPECT_THAT(*input.storageDims, ElementsAre(2, 1, 16, 16));
}

TEST(OmModel, WhatTheMessageOfATransDataSaysIsOfTheStorage) {
    const auto desc = om::tensor(2, {2, 1, 16, 16}, "FRACTAL_NZ")
                          .message(5, om::entry("origin_format", om::attr("ND")))
                          .message(5, om::entry("origin_shape", om::intList({16, 32})));
    auto withStorage = desc;
    withStorage.message(5, om::entry("storage_format", om::attr(int64_t{29})));
    Description transData = Description().set(kOpType, om::attr("TransData"));

    const OmTensor changed = inputOf(transData.input(withStorage));
    EXPECT_EQ(changed.format, Format::kNd);
    EXPECT_THAT(changed.dims, ElementsAre(16, 32));
    EXPECT_EQ(changed.storageFormat, static_cast<Format>(29));
    EXPECT_THAT(*changed.storageDims, ElementsAre(2, 1, 16, 16));

    const OmTensor plain = inputOf(transData.input(desc));
    EXPECT_EQ(plain.format, static_cast<Format>(29));
    EXPECT_THAT(plain.dims, ElementsAre(2, 1, 16, 16));
    EXPECT_EQ(plain.storageFormat, Format::kUndefined);

    const OmTensor otherOp = inputOf(Description().input(withStorage));
    EXPECT_THAT(otherOp.dims, ElementsAre(2, 1, 16, 16));
}

TEST(OmModel, AFormatOfANewerNameHasItsNumberBesideIt) {
    const auto desc = om::tensor(1, {4}, "NEWEST")
                          .message(5, om::entry("format_for_int", om::attr(int64_t{0x2063})));
    EXPECT_EQ(inputOf(Description().input(desc)).format, static_cast<Format>(0x63));
    expectRefused(Description().input(om::tensor(1, {4}, "NEWEST")), Code::kParseModel,
                  "'layout' of input 0 is \"NEWEST\"");
}

TEST(OmModel, AConstantHasItsData) {
    const auto desc = tensorWith("is_const", om::attr(true), {1})
                          .message(5, om::entry("value", om::tensorAttr("\1\2\3\4")));
    const OmTensor input = inputOf(Description().input(desc));
    ASSERT_TRUE(input.constant.has_value());
    EXPECT_EQ(*input.constant, bytesOf("\1\2\3\4"));
}

TEST(OmModel, AValueAloneMakesNoConstant) {
    const auto desc = tensorWith("value", om::tensorAttr("1234"), {1});
    EXPECT_EQ(inputOf(Description().input(desc)).constant, std::nullopt);
    auto denied = desc;
    denied.message(5, om::entry("is_const", om::attr(false)));
    EXPECT_EQ(inputOf(Description().input(denied)).constant, std::nullopt);
}

TEST(OmModel, PlacementIsInAnAttribute) {
    for (const int64_t place : {0, 1, 2}) {
        const auto desc = tensorWith("_mem_type", om::attr(place));
        EXPECT_EQ(static_cast<int64_t>(inputOf(Description().input(desc)).placement), place);
    }
}

TEST(OmModel, RangesAreForEachDimensionOrEachUnknownOne) {
    using Range = OmTensor::Range;
    const auto all = om::intListList({{3, 3}, {1, 10}, {2, -1}});
    const auto unknown = om::intListList({{1, 10}, {2, -1}});
    for (const ProtoWriter& ranges : {all, unknown}) {
        const auto desc = tensorWith("shape_range", ranges, {3, -1, -1});
        EXPECT_THAT(inputOf(Description().input(desc)).shapeRanges,
                    ElementsAre(Range{3, 3}, Range{1, 10}, Range{2, -1}));
    }
}

// Attributes of the operator.

TEST(OmModel, AttributesHaveAllTypesThatRequestsCanHave) {
    const OmModel model = parsed(Description()
                                     .set(named("flag"), om::attr(true))
                                     .set(named("number"), om::attr(int64_t{-7}))
                                     .set(named("real"), om::attr(0.5F))
                                     .set(named("text"), om::attr("NCHW"))
                                     .set(named("type"), om::dataTypeAttr(3))
                                     .set(named("flags"), om::boolList({1, 0}))
                                     .set(named("numbers"), om::intList({1, -1, 300}))
                                     .set(named("reals"), om::floatList({0.25F, -2.0F}))
                                     .set(named("texts"), om::textList({"a", ""}))
                                     .set(named("types"), om::dataTypeList({0, 28}))
                                     .set(named("lists"), om::intListList({{1, 2}, {}, {3}})));
    OpAttrs wanted;
    wanted.set("flag", AttrValue(true));
    wanted.set("number", AttrValue(int64_t{-7}));
    wanted.set("real", AttrValue(0.5F));
    wanted.set("text", AttrValue(std::string("NCHW")));
    wanted.set("type", AttrValue(DataType::kInt32));
    wanted.set("flags", AttrValue(AttrValue::Bools{true, false}));
    wanted.set("numbers", AttrValue(AttrValue::Ints{1, -1, 300}));
    wanted.set("reals", AttrValue(AttrValue::Floats{0.25F, -2.0F}));
    wanted.set("texts", AttrValue(AttrValue::Strings{"a", ""}));
    wanted.set("types", AttrValue(AttrValue::DataTypes{DataType::kFloat, DataType::kUndefined}));
    wanted.set("lists", AttrValue(AttrValue::IntLists{{1, 2}, {}, {3}}));
    for (const auto& [name, value] : wanted.values()) {
        const AttrValue* found = model.attrs().find(name);
        ASSERT_NE(found, nullptr) << name;
        EXPECT_TRUE(*found == value) << name << " is " << found->text();
    }
    EXPECT_TRUE(model.attrs() == wanted);
}

TEST(OmModel, ListsMayHaveAFieldForEachEntry) {
    const auto list = [](const ProtoWriter& entries, int64_t type) {
        auto copy = entries;
        return ProtoWriter().message(1, copy.number(20, type));
    };
    const OmModel model =
        parsed(Description()
                   .set(named("ints"), list(ProtoWriter().number(3, 4).number(3, -5), 2))
                   .set(named("floats"), list(ProtoWriter().real(4, 1.5F).real(4, 2.5F), 3))
                   .set(named("bools"), list(ProtoWriter().number(5, 1).number(5, 0), 4))
                   .set(named("types"), list(ProtoWriter().number(12, 1), 10)));
    OpAttrs wanted;
    wanted.set("ints", AttrValue(AttrValue::Ints{4, -5}));
    wanted.set("floats", AttrValue(AttrValue::Floats{1.5F, 2.5F}));
    wanted.set("bools", AttrValue(AttrValue::Bools{true, false}));
    wanted.set("types", AttrValue(AttrValue::DataTypes{DataType::kFloat16}));
    EXPECT_TRUE(model.attrs() == wanted);
}

TEST(OmModel, AListThatDoesNotSayItsTypeHasThatOfItsEntries) {
    const auto ints = ProtoWriter().message(1, ProtoWriter().packed(3, {1, 2}));
    const OmModel model = parsed(Description()
                                     .set(named("ints"), ints)
                                     .set(named("empty"), om::intList({}))
                                     .set(named("nothing"), ProtoWriter().message(1, {})));
    EXPECT_EQ(*model.attrs().find("ints")->find<AttrValue::Ints>(), (AttrValue::Ints{1, 2}));
    EXPECT_EQ(*model.attrs().find("empty")->find<AttrValue::Ints>(), AttrValue::Ints());
    EXPECT_NE(model.attrs().find("nothing")->find<AttrValue::Unknown>(), nullptr);
}

TEST(OmModel, AttributesThatNoRequestCanHaveAreKeptAsSuch) {
    const OmModel model = parsed(Description()
                                     .set(named("bytes"), om::bytesAttr("x"))
                                     .set(named("tensor"), om::tensorAttr("x"))
                                     .set(named("sets"), om::namedList({}))
                                     .set(named("nothing"), ProtoWriter()));
    EXPECT_EQ(model.attrs().values().size(), 4U);
    for (const auto& [name, value] : model.attrs().values()) {
        EXPECT_NE(value.find<AttrValue::Unknown>(), nullptr) << name;
    }
}

TEST(OmModel, WhatIsOfTheModelIsNoAttributeOfTheOperator) {
    const OmModel model = parsed(Description()
                                     .set(named("_single_op_scene"), om::attr(true))
                                     .set(named("_unregst_oppath"), om::attr("path"))
                                     .set(named("_unregst_attrlist"), om::attr("a:int;"))
                                     .set(named("_dynamic_input_index_start"), om::intList({0}))
                                     .set(named("_dynamic_input_index_end"), om::intList({1}))
                                     .set("_single_op_scene", om::attr(true))
                                     .set(named("axis"), om::attr(int64_t{1})));
    EXPECT_EQ(model.attrs().values().size(), 1U);
    EXPECT_NE(model.attrs().find("axis"), nullptr);
}

// Compressed names.

Description compressed(const ProtoWriter& desc) {
    return Description()
        .input(desc)
        .set("om_compress_version", om::attr(int64_t{1}))
        .set("attr_name_enum",
             om::textList({"other", "storage_format", "storage_shape", "origin_format"}))
        .set("attr_value_enum", om::textList({"NHWC", "ND"}))
        .set("attrs_use_string_value", om::boolList({0, 0, 0, 1}));
}

std::string code(char digit) {
    return {'\0', digit};
}

TEST(OmModel, NamesOfTensorAttributesMayBeNumbers) {
    const auto desc = om::tensor(2, {16, 32})
                          .message(5, om::entry(code(2), om::attr(int64_t{29})))
                          .message(5, om::entry(code(3), om::intList({2, 1, 16, 16})));
    const OmTensor input = inputOf(compressed(desc));
    EXPECT_EQ(input.storageFormat, static_cast<Format>(29));
    EXPECT_THAT(*input.storageDims, ElementsAre(2, 1, 16, 16));
}

TEST(OmModel, TextsOfTensorAttributesMayBeNumbers) {
    const auto desc = om::tensor(2, {2, 1, 16, 16}, "FRACTAL_NZ")
                          .message(5, om::entry(code(2), om::attr(int64_t{29})))
                          .message(5, om::entry(code(4), om::attr(int64_t{1})));
    const auto transData = compressed(desc).set(kOpType, om::attr("TransData"));
    EXPECT_EQ(inputOf(transData).format, Format::kNd);
}

TEST(OmModel, WithoutTheSwitchCodesAreNames) {
    const auto desc = om::tensor(2, {16}).message(5, om::entry(code(9), om::attr(int64_t{29})));
    auto description = compressed(desc);
    description.attrs.erase("om_compress_version");
    EXPECT_EQ(inputOf(description).storageFormat, Format::kUndefined);
}

TEST(OmModel, CodesThatTheTablesLackAreRefused) {
    const auto name = om::tensor(2, {16}).message(5, om::entry(code(5), om::attr(int64_t{29})));
    expectRefused(compressed(name), Code::kDeserializeModel,
                  "input 0: the name of an attribute is the code 00 05, but there are 4 names");
    const auto text = om::tensor(2, {16}).message(5, om::entry(code(4), om::attr(int64_t{2})));
    expectRefused(compressed(text), Code::kDeserializeModel,
                  "input 0: the text of an attribute is number 2, but there are 2 texts");
}

TEST(OmModel, TablesThatDoNotFitAreRefused) {
    auto description = compressed(om::tensor(2, {16}));
    description.set("attrs_use_string_value", om::boolList({0}));
    expectRefused(description, Code::kDeserializeModel, "has 1 entries");
    description.attrs.erase("attrs_use_string_value");
    expectRefused(description, Code::kDeserializeModel, "has 0 entries");
    description.set("attr_name_enum", om::intList({1}));
    expectRefused(description, Code::kParseModel, "attribute 'attr_name_enum' of the model");
}

// Dynamic models.

ProtoWriter limitsOf(const std::vector<ProtoWriter>& inputs,
                     const std::vector<ProtoWriter>& outputs) {
    const auto infos = [](const std::vector<ProtoWriter>& tensors) {
        std::vector<ProtoWriter> sets;
        for (const ProtoWriter& tensor : tensors) {
            sets.push_back(om::named({{"tensor", om::namedList({tensor})}}));
        }
        return om::namedList(sets);
    };
    return om::named(
        {{"_inputs_support_info", infos(inputs)}, {"_outputs_support_info", infos(outputs)}});
}

Description fuzzy() {
    return Description().set("_build_mode", om::attr(int64_t{1}));
}

TEST(OmModel, IsDynamicWhenItSaysSo) {
    EXPECT_TRUE(parsed(Description().set("_is_dynamic_model", om::attr(true))).isDynamic());
    EXPECT_FALSE(parsed(Description().set("_is_dynamic_model", om::attr(false))).isDynamic());
    EXPECT_TRUE(parsed(fuzzy().set("_is_dynamic_model", om::attr(true))).isDynamic());
}

TEST(OmModel, IsDynamicWithUnknownDimensionsUnlessFuzzy) {
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{3, -1}, {-2}}) {
        const auto tensor = om::tensor(1, dims);
        EXPECT_TRUE(parsed(Description().input(tensor)).isDynamic());
        EXPECT_TRUE(parsed(Description().set(kOutputs, om::tensorList({tensor}))).isDynamic());
        EXPECT_FALSE(parsed(fuzzy().input(tensor)).isDynamic());
    }
    EXPECT_FALSE(parsed(Description().input(om::tensor(1, {0}))).isDynamic());
}

TEST(OmModel, AFuzzyModelOfAnyShapeIsDynamic) {
    const OmModel model = parsed(fuzzy().set("_AllShape", om::attr(true)));
    EXPECT_TRUE(model.isDynamic());
    EXPECT_TRUE(model.takesAnyShape());
    const OmModel exact = parsed(Description().set("_AllShape", om::attr(true)));
    EXPECT_FALSE(exact.isDynamic());
    EXPECT_FALSE(exact.takesAnyShape());
}

TEST(OmModel, AFuzzyModelHasLimitsOfEachTensor) {
    using Range = OmTensor::Range;
    const auto first = om::named({{"shape", om::intList({-1, 100})},
                                  {"shapeRange", om::intListList({{1, 16}, {100, 100}})}});
    const auto second = om::named({{"shape", om::intList({1, 2})},
                                   {"value", om::tensorAttr("abcd")},
                                   {"value_range", om::intListList({{0, 3}, {-1, 7}})}});
    const auto third = om::named(
        {{"shape", om::intList({-2})}, {"value_range", om::floatListList({{0.5F, 1.5F}})}});
    const OmModel model = parsed(fuzzy().set(
        "_fuzz_build_res", om::namedList({limitsOf({first, second}, {third}), ProtoWriter()})));
    EXPECT_TRUE(model.isDynamic());
    EXPECT_FALSE(model.takesAnyShape());
    ASSERT_EQ(model.inputLimits().size(), 2U);
    ASSERT_EQ(model.outputLimits().size(), 1U);
    EXPECT_THAT(model.inputLimits()[0].dims, ElementsAre(-1, 100));
    EXPECT_THAT(model.inputLimits()[0].shapeRanges, ElementsAre(Range{1, 16}, Range{100, 100}));
    EXPECT_EQ(model.inputLimits()[0].value, std::nullopt);
    EXPECT_THAT(model.inputLimits()[1].shapeRanges, IsEmpty());
    EXPECT_EQ(*model.inputLimits()[1].value, bytesOf("abcd"));
    EXPECT_THAT(model.inputLimits()[1].valueRanges, ElementsAre(Range{0, 3}, Range{-1, 7}));
    EXPECT_THAT(model.outputLimits()[0].dims, ElementsAre(-2));
    EXPECT_THAT(model.outputLimits()[0].floatValueRanges,
                ElementsAre(std::pair<float, float>(0.5F, 1.5F)));
}

TEST(OmModel, OneSetOfLimitsMayHaveSeveralTensors) {
    const auto tensor = om::named({{"shape", om::intList({4})}});
    const auto both = om::named({{"tensor", om::namedList({tensor, tensor})}});
    const auto one = om::named({{"tensor", om::namedList({tensor})}});
    const auto limits = om::named({{"_inputs_support_info", om::namedList({both})},
                                   {"_outputs_support_info", om::namedList({one})}});
    EXPECT_EQ(parsed(fuzzy().set("_fuzz_build_res", om::namedList({limits}))).inputLimits().size(),
              2U);
}

TEST(OmModel, LimitsOfAnExactModelAreNotLookedAt) {
    const auto model = parsed(Description().set("_fuzz_build_res", om::namedList({})));
    EXPECT_FALSE(model.isDynamic());
}

// Refusals.

struct Refusal {
    const char* name;
    std::function<void(Description&)> change;
    Code code;
    const char* text;
};

class RefusedOmModel : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedOmModel, SaysWhatMustBe) {
    Description description;
    GetParam().change(description);
    expectRefused(description, GetParam().code, GetParam().text);
}

void erase(Description& description, const char* name) {
    description.attrs.erase(name);
}

// A fuzzy model whose limits of input 0 are these.
void limit(Description& description, const ProtoWriter& tensor) {
    const auto plain = om::named({{"shape", om::intList({4})}});
    description =
        fuzzy().set("_fuzz_build_res", om::namedList({limitsOf({tensor, plain}, {plain})}));
}

INSTANTIATE_TEST_SUITE_P(
    Attributes, RefusedOmModel,
    testing::Values(
        Refusal{"NoOpType", [](Description& d) { erase(d, kOpType); }, Code::kModelMissingAttr,
                kOpType},
        Refusal{"NoInputs", [](Description& d) { erase(d, kInputs); }, Code::kModelMissingAttr,
                kInputs},
        Refusal{"NoOutputs", [](Description& d) { erase(d, kOutputs); }, Code::kModelMissingAttr,
                kOutputs},
        Refusal{"OpTypeIsANumber", [](Description& d) { d.set(kOpType, om::attr(int64_t{1})); },
                Code::kModelMissingAttr, "that is a text"},
        Refusal{"InputsAreNumbers", [](Description& d) { d.set(kInputs, om::intList({1})); },
                Code::kModelMissingAttr, "that is a list of tensors"},
        Refusal{"OutputsAreNoList", [](Description& d) { d.set(kOutputs, om::attr(true)); },
                Code::kModelMissingAttr, "that is a list of tensors"},
        Refusal{"NoDynamicShapes",
                [](Description& d) { d.set("support_dynamicshape", om::attr(false)); },
                Code::kOpUnsupportedDynamic, "'Add' cannot have dynamic shapes"},
        Refusal{"BuildMode", [](Description& d) { d.set("_build_mode", om::attr("0")); },
                Code::kParseModel, "'_build_mode' of the model must be an integer"},
        Refusal{"IsDynamic",
                [](Description& d) { d.set("_is_dynamic_model", om::attr(int64_t{1})); },
                Code::kParseModel, "'_is_dynamic_model' of the model must be a boolean"},
        Refusal{"SocVersion", [](Description& d) { d.set("soc_version", om::attr(true)); },
                Code::kParseModel, "'soc_version' of the model must be a text"}),
    [](const auto& refusal) { return refusal.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Tensors, RefusedOmModel,
    testing::Values(
        Refusal{"Type", [](Description& d) { d.input(om::tensor(41, {1})); }, Code::kParseModel,
                "the data type of input 0 is 41"},
        Refusal{"Dimension",
                [](Description& d) {
                    d.input(om::tensor(1, {1, -3}));
                },
                Code::kParseModel, "dimension 1 of the shape of input 0 is -3"},
        Refusal{"StorageFormat",
                [](Description& d) { d.input(tensorWith("storage_format", om::attr("ND"))); },
                Code::kParseModel, "'storage_format' of input 0 must be an integer"},
        Refusal{"StorageShape",
                [](Description& d) { d.input(tensorWith("storage_shape", om::textList({"1"}))); },
                Code::kParseModel, "'storage_shape' of input 0"},
        Refusal{"StorageDimension",
                [](Description& d) { d.input(tensorWith("storage_shape", om::intList({-9}))); },
                Code::kParseModel, "dimension 0 of attribute 'storage_shape' of input 0 is -9"},
        Refusal{"Placement",
                [](Description& d) { d.input(tensorWith("_mem_type", om::attr(int64_t{3}))); },
                Code::kParseModel, "'_mem_type' of input 0 is 3"},
        Refusal{"ConstantWithoutValue",
                [](Description& d) { d.input(tensorWith("is_const", om::attr(true))); },
                Code::kParseModel, "input 0 is a constant, but has no attribute 'value'"},
        Refusal{"ValueIsNoTensor",
                [](Description& d) {
                    d.input(tensorWith("is_const", om::attr(true))
                                .message(5, om::entry("value", om::intList({1}))));
                },
                Code::kParseModel, "'value' of input 0 must be a tensor"},
        Refusal{"RangeOfThree",
                [](Description& d) {
                    d.input(tensorWith("shape_range", om::intListList({{1, 2, 3}}), {-1}));
                },
                Code::kParseModel, "entry 0 of attribute 'shape_range' of input 0 has 3 numbers"},
        Refusal{"TooManyRanges",
                [](Description& d) {
                    d.input(tensorWith("shape_range", om::intListList({{1, 2}, {1, 2}}), {-1}));
                },
                Code::kParseModel, "'shape_range' of input 0 has 2 entries"},
        Refusal{"OriginalFormat",
                [](Description& d) {
                    d.set(kOpType, om::attr("TransData"));
                    d.input(tensorWith("storage_format", om::attr(int64_t{29}))
                                .message(5, om::entry("origin_format", om::attr("NEWEST"))));
                },
                Code::kParseModel, "'origin_format' of input 0 is \"NEWEST\""},
        Refusal{"Output",
                [](Description& d) { d.set(kOutputs, om::tensorList({om::tensor(99, {})})); },
                Code::kParseModel, "the data type of output 0 is 99"},
        Refusal{"TooManyTensors",
                [](Description& d) {
                    d.set(kInputs, om::tensorList(std::vector<ProtoWriter>(OmModel::kMaxTensors + 1,
                                                                           ProtoWriter())));
                },
                Code::kParseModel, "has 65537 tensors; at most 65536"}),
    [](const auto& refusal) { return refusal.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Limits, RefusedOmModel,
    testing::Values(
        Refusal{"NoEntries",
                [](Description& d) { d = fuzzy().set("_fuzz_build_res", om::namedList({})); },
                Code::kParseModel, "'_fuzz_build_res' of the model has no entries"},
        Refusal{"NoList",
                [](Description& d) { d = fuzzy().set("_fuzz_build_res", om::attr(true)); },
                Code::kParseModel, "'_fuzz_build_res' of the model must be"},
        Refusal{"EmptyEntry",
                [](Description& d) {
                    d = fuzzy().set("_fuzz_build_res", om::namedList({ProtoWriter()}));
                },
                Code::kParseModel,
                "'_inputs_support_info' of attribute '_fuzz_build_res' of the "
                "model has 0 tensors; it must have 2"},
        Refusal{"TooManyOutputs",
                [](Description& d) {
                    const auto plain = om::named({{"shape", om::intList({4})}});
                    d = fuzzy().set("_fuzz_build_res",
                                    om::namedList({limitsOf({plain, plain}, {plain, plain})}));
                },
                Code::kParseModel, "has 2 tensors; it must have 1"},
        Refusal{"NoShape", [](Description& d) { limit(d, om::named({})); }, Code::kParseModel,
                "tensor 0 of '_inputs_support_info' has no attribute 'shape'"},
        Refusal{"ShapeIsAText",
                [](Description& d) {
                    limit(d, om::named({{"shape", om::attr("4")}}));
                },
                Code::kParseModel, "'shape' of tensor 0 of '_inputs_support_info'"},
        Refusal{"NoRanges",
                [](Description& d) {
                    limit(d, om::named({{"shape", om::intList({-1})}}));
                },
                Code::kParseModel, "'shapeRange' of tensor 0 of '_inputs_support_info' has 0"},
        Refusal{"TooFewRanges",
                [](Description& d) {
                    limit(d, om::named({{"shape", om::intList({-1, -1})},
                                        {"shapeRange", om::intListList({{1, 2}})}}));
                },
                Code::kParseModel, "has 1 entries; it must have one for each of the 2 dimensions"},
        Refusal{"ValueRange",
                [](Description& d) {
                    limit(d, om::named({{"shape", om::intList({4})},
                                        {"value_range", om::floatListList({{1.0F}})}}));
                },
                Code::kParseModel, "'value_range' of tensor 0 of '_inputs_support_info' has 1"}),
    [](const auto& refusal) { return refusal.param.name; });

TEST(OmModel, WithoutADescriptionItIsRefused) {
    for (const auto& [builder, text] :
         {std::pair(OmBuilder().add(1, "weights"), "is missing"),
          std::pair(OmBuilder().add(0, "").add(1, "weights"), "is empty")}) {
        const auto bytes = builder.build();
        const auto file = OmFile::parse(bytes);
        const auto model = OmModel::parse(file.value());
        EXPECT_EQ(model.status().code(), Code::kDeserializeModel);
        EXPECT_THAT(std::string(model.status().message()),
                    AllOf(HasSubstr("MODEL_DEF"), HasSubstr(text)));
    }
}

TEST(OmModel, DamagedMessagesAreRefused) {
    const std::string good = Description().bytes();
    for (const std::string& bad :
         {good.substr(0, good.size() - 1), good + "\x0B", good + "\x0F",
          good + std::string("\x08") + std::string(11, '\xFF'), good + std::string(2, '\0'),
          good + "\x5A\xFF\xFF\xFF\xFF\x0F"}) {
        const auto model = parse(bad);
        ASSERT_FALSE(model.isOk());
        EXPECT_EQ(model.status().code(), Code::kDeserializeModel) << model.status().message();
        EXPECT_THAT(std::string(model.status().message()),
                    AllOf(HasSubstr("MODEL_DEF"), HasSubstr("is damaged")));
    }
}

TEST(OmModel, EveryCutIsRefusedUnlessItIsBetweenAttributesThatMayLack) {
    const std::string shorter = Description().bytes();
    const std::string good =
        Description().set(named("axes"), om::intListList({{1, 2}, {300}})).bytes();
    for (size_t size = 0; size < good.size(); ++size) {
        const auto model = parse(good.substr(0, size));
        ASSERT_EQ(model.isOk(), size == shorter.size()) << size;
        EXPECT_THAT(model.status().code(),
                    AnyOf(Code::kOk, Code::kDeserializeModel, Code::kModelMissingAttr));
    }
}

}  // namespace
}  // namespace belay
