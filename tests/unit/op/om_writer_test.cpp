#include "op/om_writer.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <random>
#include <set>

#include "op/om_attr.h"
#include "op/om_attr_names.h"
#include "op/om_attr_writer.h"
#include "op/om_layout.h"
#include "support/om_models.h"
#include "support/seed.h"

namespace belay {
namespace {

using protozero::pbf_reader;
using test::expectSame;
using test::modelOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Bytes = std::vector<std::byte>;
using Dims = std::vector<int64_t>;
using Range = TensorSpec::Range;

TensorSpec spec(const Dims& dims, DataType type = DataType::kFloat, Format format = Format::kNd) {
    return {type, dims, format};
}

SingleOp::Tensor tensor(const Dims& dims, DataType type = DataType::kFloat,
                        Format format = Format::kNd) {
    return {.spec = spec(dims, type, format)};
}

SingleOp add() {
    return {.type = "Add", .inputs = {tensor({4, 6}), tensor({6})}, .outputs = {tensor({4, 6})}};
}

Bytes bytesOf(std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

Bytes written(const SingleOp& op, const OmMaking& making = {.name = "the model"}) {
    auto file = writeOm(op, making);
    EXPECT_TRUE(file.isOk()) << file.status().message();
    return file.isOk() ? std::move(file).value() : Bytes();
}

OmModel roundTrip(const SingleOp& op, bool isOldForm = false) {
    return modelOf(written(op, {.name = "the model", .isOldForm = isOldForm}));
}

void expectRefused(const SingleOp& op, const std::string& text) {
    const auto file = writeOm(op, {});
    ASSERT_FALSE(file.isOk());
    EXPECT_EQ(file.status().code(), Code::kInvalidParam);
    EXPECT_THAT(std::string(file.status().message()), HasSubstr(text));
}

// The description of the only model in the file, as text.
std::string descriptionOf(const Bytes& bytes) {
    const OmFile file = OmFile::parse(bytes).value();
    const auto content = file.models()[0].find(OmFile::PartitionType::kModelDef)->content;
    return {reinterpret_cast<const char*>(content.data()), content.size()};
}

// Messages in field `number`.
std::vector<std::string> messagesIn(const std::string& message, uint32_t number) {
    std::vector<std::string> found;
    pbf_reader fields(message);
    while (fields.next(number)) {
        found.push_back(fields.get_string());
    }
    return found;
}

std::string textIn(const std::string& message, uint32_t number) {
    const auto found = messagesIn(message, number);
    return found.empty() ? "" : found.back();
}

// Attributes of the model by their names, each as the bytes of its message.
std::map<std::string, std::string> attrsOf(const Bytes& bytes) {
    std::map<std::string, std::string> attrs;
    for (const std::string& entry : messagesIn(descriptionOf(bytes), 11)) {
        attrs[textIn(entry, 1)] = textIn(entry, 2);
    }
    return attrs;
}

// What is read.

TEST(OmWriter, SimpleOperatorIsReadAsWritten) {
    const OmModel model =
        modelOf(written(add(), {.name = "out/add.om", .socVersion = "Ascend910B4"}));
    expectSame(model, add());
    EXPECT_EQ(model.name(), "out/add.om");
    EXPECT_EQ(model.socVersion(), "Ascend910B4");
    EXPECT_FALSE(model.isDynamic());
    EXPECT_THAT(model.inputLimits(), IsEmpty());
}

TEST(OmWriter, AttributesOfAllTypesAreRead) {
    SingleOp op = add();
    op.attrs.set("a_bool", AttrValue(true));
    op.attrs.set("an_int", AttrValue(std::numeric_limits<int64_t>::min()));
    op.attrs.set("a_float", AttrValue(-1.5F));
    op.attrs.set("not_a_number", AttrValue(std::nanf("")));
    op.attrs.set("a_text", AttrValue(std::string("constant\0x", 10)));
    op.attrs.set("no_text", AttrValue(std::string()));
    op.attrs.set("a_type", AttrValue(DataType::kBfloat16));
    op.attrs.set("no_type", AttrValue(DataType::kUndefined));
    op.attrs.set("bools", AttrValue(AttrValue::Bools{true, false}));
    op.attrs.set("ints", AttrValue(AttrValue::Ints{-1, 0, INT64_MAX}));
    op.attrs.set("floats", AttrValue(AttrValue::Floats{0.5F, -2}));
    op.attrs.set("texts", AttrValue(AttrValue::Strings{"a", "", "b"}));
    op.attrs.set("types", AttrValue(AttrValue::DataTypes{DataType::kInt8, DataType::kUndefined}));
    op.attrs.set("lists", AttrValue(AttrValue::IntLists{{1, 2}, {}, {3}}));
    expectSame(roundTrip(op), op);
    expectSame(roundTrip(op, true), op);
}

TEST(OmWriter, EmptyListsKeepTheirType) {
    SingleOp op = add();
    op.attrs.set("bools", AttrValue(AttrValue::Bools()));
    op.attrs.set("ints", AttrValue(AttrValue::Ints()));
    op.attrs.set("floats", AttrValue(AttrValue::Floats()));
    op.attrs.set("texts", AttrValue(AttrValue::Strings()));
    op.attrs.set("types", AttrValue(AttrValue::DataTypes()));
    op.attrs.set("lists", AttrValue(AttrValue::IntLists()));
    op.attrs.set("empty_lists", AttrValue(AttrValue::IntLists{{}, {}}));
    expectSame(roundTrip(op), op);
}

TEST(OmWriter, TensorsAreReadWithAllThatIsSaidOfThem) {
    SingleOp op = add();
    TensorSpec& first = op.inputs[0].spec;
    first.setName("x1");
    first.setStorage(static_cast<Format>(29));
    first.setStorage(Dims{1, 1, 16, 16});
    first.setPlacement(Placement::kHostIndependent);
    op.inputs[1].spec.setConstant(bytesOf("0123456789abcdef01234567"));
    op.inputs[1].originFormat = Format::kNhwc;
    op.inputs[1].originDims = Dims{1, 2, 3};
    op.inputs.push_back(tensor({}, DataType::kInt64));
    op.inputs.push_back(tensor({}, DataType::kUndefined, Format::kUndefined));
    op.inputs.push_back(tensor({0, 3}, DataType::kBool, Format::kNchw));
    const OmModel model = roundTrip(op);
    expectSame(model, op);
    EXPECT_EQ(model.inputs()[3].format, Format::kUndefined);
    EXPECT_FALSE(model.isDynamic());
}

TEST(OmWriter, EmptyConstantStaysAConstant) {
    SingleOp op = add();
    op.inputs[1].spec = spec({0});
    op.inputs[1].spec.setConstant({});
    EXPECT_EQ(roundTrip(op).inputs()[1].constant, Bytes());
}

TEST(OmWriter, AllDataTypesAndFormatsOfThePublicApiAreRead) {
    size_t types = 0;
    size_t formats = 0;
    const auto isRead = [](const TensorSpec& input) {
        SingleOp op = add();
        op.inputs[0].spec = input;
        const auto file = writeOm(op, {});
        if (file.isOk()) {
            expectSame(modelOf(file.value()), op);
        }
        return file.isOk();
    };
    for (int32_t number = -1; number < 60; ++number) {
        SCOPED_TRACE(number);
        types += isRead(spec({2, 3}, static_cast<DataType>(number))) ? 1 : 0;
        formats += isRead(spec({2, 3}, DataType::kFloat, static_cast<Format>(number))) ? 1 : 0;
    }
    EXPECT_EQ(types, 41U);
    EXPECT_EQ(formats, 36U);
}

TEST(OmWriter, UnknownDimensionsMakeTheModelDynamic) {
    SingleOp op = add();
    op.inputs[0].spec = spec({-1, 6});
    op.inputs[0].spec.setShapeRanges(std::vector<Range>{{1, 256}, {6, 6}});
    op.outputs[0].spec = spec({-2});
    for (const bool isOldForm : {false, true}) {
        const OmModel model = roundTrip(op, isOldForm);
        expectSame(model, op);
        EXPECT_TRUE(model.isDynamic());
        EXPECT_THAT(model.inputLimits(), IsEmpty());
    }
}

TEST(OmWriter, FuzzyModelTakesAnySizeOfEachDimension) {
    SingleOp op = add();
    op.isFuzzy = true;
    op.inputs[1].spec = spec({-1, 3});
    op.inputs[1].spec.setShapeRanges(std::vector<Range>{{2, 8}, {3, 3}});
    op.inputs.push_back(tensor({}));
    op.inputs.push_back(tensor({-2}));
    op.inputs.push_back(tensor({2}, DataType::kInt8));
    op.inputs.back().spec.setConstant(bytesOf("ab"));
    const OmModel model = roundTrip(op);
    expectSame(model, op);
    EXPECT_TRUE(model.isDynamic());
    const auto& limits = model.inputLimits();
    ASSERT_EQ(limits.size(), 5U);
    EXPECT_THAT(limits[0].dims, ElementsAre(-1, -1));
    EXPECT_THAT(limits[0].shapeRanges, ElementsAre(Range{1, -1}, Range{1, -1}));
    EXPECT_THAT(limits[1].dims, ElementsAre(-1, -1));
    EXPECT_THAT(limits[1].shapeRanges, ElementsAre(Range{2, 8}, Range{1, -1}));
    EXPECT_THAT(limits[2].dims, IsEmpty());
    EXPECT_THAT(limits[3].dims, ElementsAre(-2));
    EXPECT_THAT(limits[4].dims, ElementsAre(2));
    EXPECT_EQ(limits[4].value, bytesOf("ab"));
    ASSERT_EQ(model.outputLimits().size(), 1U);
    EXPECT_THAT(model.outputLimits()[0].dims, ElementsAre(-1, -1));
}

TEST(OmWriter, ConstantOfUnknownShapeInAFuzzyModelKeepsItsRanges) {
    SingleOp op = add();
    op.isFuzzy = true;
    op.inputs[0].spec = spec({-1});
    op.inputs[0].spec.setConstant(bytesOf("0123"));
    op.inputs[1].spec = spec({3, -1});
    op.inputs[1].spec.setShapeRanges(std::vector<Range>{{3, 3}, {2, 8}});
    op.inputs[1].spec.setConstant(bytesOf("01234567"));
    op.outputs[0].spec = spec({-1});
    op.outputs[0].spec.setConstant({});
    const OmModel model = roundTrip(op);
    expectSame(model, op);
    const auto& limits = model.inputLimits();
    ASSERT_EQ(limits.size(), 2U);
    EXPECT_THAT(limits[0].shapeRanges, ElementsAre(Range{1, -1}));
    EXPECT_THAT(limits[1].dims, ElementsAre(3, -1));
    EXPECT_THAT(limits[1].shapeRanges, ElementsAre(Range{3, 3}, Range{2, 8}));
}

TEST(OmWriter, TensorsOfTransDataHaveTheShapeOfTheStorage) {
    SingleOp op{.type = "TransData",
                .inputs = {tensor({1, 3, 8, 8}, DataType::kFloat16, Format::kNchw)},
                .outputs = {tensor({1, 3, 8, 8}, DataType::kFloat16, Format::kNchw)}};
    op.outputs[0].spec.setStorage(static_cast<Format>(3));
    op.outputs[0].spec.setStorage(Dims{1, 1, 8, 8, 16});
    expectSame(roundTrip(op), op);
}

// Any operator, of any size.

class RandomOp {
  public:
    explicit RandomOp(uint32_t seed) : random_(seed) {}

    SingleOp make() {
        SingleOp op{.type = text() + "Op"};
        for (size_t i = below(5); i > 0; --i) {
            op.inputs.push_back(anyTensor());
        }
        for (size_t i = below(4); i > 0; --i) {
            op.outputs.push_back(anyTensor());
        }
        for (size_t i = below(8); i > 0; --i) {
            op.attrs.set(text(), anyValue());
        }
        op.isFuzzy = below(4) == 0;
        return op;
    }

    size_t below(size_t limit) { return random_() % limit; }

  private:
    std::string text() {
        std::string result(below(12), ' ');
        for (char& c : result) {
            c = static_cast<char>('a' + below(26));
        }
        return result;
    }

    SingleOp::Tensor anyTensor() {
        constexpr DataType kTypes[] = {DataType::kFloat, DataType::kInt64, DataType::kBfloat16,
                                       DataType::kUndefined};
        Dims dims(below(4));
        std::vector<Range> ranges;
        for (int64_t& dim : dims) {
            dim = static_cast<int64_t>(below(1000)) - 1;
            ranges.push_back({static_cast<int64_t>(below(9)), static_cast<int64_t>(below(9)) - 1});
        }
        auto result = tensor(dims, kTypes[below(4)], static_cast<Format>(below(4)));
        if (below(2) == 0) {
            result.spec.setShapeRanges(ranges);
        }
        if (below(4) == 0) {
            result.spec.setConstant(bytesOf(text()));
        }
        if (below(4) == 0) {
            result.spec.setDynamicInput(text());
        }
        return result;
    }

    AttrValue anyValue() {
        const auto number = static_cast<int64_t>(random_());
        switch (below(6)) {
            case 0:
                return AttrValue(number % 2 == 0);
            case 1:
                return AttrValue(number);
            case 2:
                return AttrValue(text());
            case 3:
                return AttrValue(AttrValue::Strings{text(), text()});
            case 4:
                return AttrValue(AttrValue::Ints(below(5), -number));
            default:
                return AttrValue(AttrValue::IntLists{{number, 1}, {}});
        }
    }

    std::mt19937 random_;
};

TEST(OmWriter, RandomOperatorsAreReadAsWritten) {
    RandomOp random(test::seed());
    for (int i = 0; i < 300; ++i) {
        const SingleOp op = random.make();
        SCOPED_TRACE(i);
        expectSame(roundTrip(op, random.below(2) == 0), op);
        if (testing::Test::HasFailure()) {
            break;
        }
    }
}

// What the bytes are.

TEST(OmWriter, FileHasTheHeaderAndThePartitionsOfNewFiles) {
    const std::string name = "./ascend/0_Add_0_2_1_100_0_2_1_100.om";
    const Bytes bytes = written(add(), {.name = name});
    OmHeader header{};
    std::memcpy(&header, bytes.data(), sizeof(header));
    EXPECT_EQ(header.mark, OmFile::kMark);
    EXPECT_EQ(header.headerBytes, 256U);
    EXPECT_EQ(header.version, 0x20000000U);
    EXPECT_EQ(header.bodyBytes32, 0U);
    EXPECT_EQ(header.bodyBytes64, bytes.size() - 256);
    EXPECT_EQ(std::string(header.name), name.substr(0, 31));
    EXPECT_EQ(header.irVersion, 2U);
    EXPECT_EQ(header.modelCount, 1U);
    EXPECT_THAT(std::string(header.platformVersion), testing::StartsWith("belay "));

    uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 256, sizeof(count));
    ASSERT_EQ(count, 5U);
    uint64_t end = 0;
    constexpr uint32_t kTypes[] = {8, 0, 1, 3, 2};
    for (size_t i = 0; i < count; ++i) {
        OmLargeEntry entry{};
        std::memcpy(&entry, bytes.data() + 256 + 8 + i * sizeof(entry), sizeof(entry));
        EXPECT_EQ(entry.type, kTypes[i]);
        EXPECT_EQ(entry.offset, end);
        end += entry.bytes;
    }
    EXPECT_EQ(256 + 8 + count * sizeof(OmLargeEntry) + end, bytes.size());
}

TEST(OmWriter, OldFormHasSmallTablesAndPlainNames) {
    SingleOp op = add();
    op.attrs.set("mode", AttrValue(std::string("constant")));
    const Bytes bytes = written(op, {.name = "old", .isOldForm = true});
    OmHeader header{};
    std::memcpy(&header, bytes.data(), sizeof(header));
    EXPECT_EQ(header.bodyBytes32, bytes.size() - 256);
    EXPECT_EQ(header.bodyBytes64, 0U);
    OmSmallEntry entry{};
    std::memcpy(&entry, bytes.data() + 256 + 4, sizeof(entry));
    EXPECT_EQ(entry.type, 0U);
    EXPECT_EQ(entry.offset, 0U);
    EXPECT_EQ(attrsOf(bytes).count("om_compress_version"), 0U);
    EXPECT_EQ(attrsOf(bytes).count("attr_name_enum"), 0U);
}

TEST(OmWriter, SaysThatItIsForASimulatedNpu) {
    const Bytes bytes = written(add(), {.commandLine = "atc --singleop=add.json"});
    const auto attrs = attrsOf(bytes);
    EXPECT_EQ(attrs.at("belay_simulated_npu"), om::boolAttr(true));
    EXPECT_THAT(attrs.at("atc_version"), HasSubstr("belay "));
    EXPECT_THAT(attrs.at("opp_version"), HasSubstr("belay "));
    EXPECT_EQ(attrs.at("atc_cmdline"), om::textAttr("atc --singleop=add.json"));
    EXPECT_EQ(attrs.at("tasks"), om::bytesAttr(""));
}

TEST(OmWriter, GroupsOfDynamicInputsAreTold) {
    SingleOp op{.type = "ConcatD", .outputs = {tensor({9})}};
    for (const char* group : {"x", "x", "", "y", "z", "z", "z"}) {
        op.inputs.push_back(tensor({1}));
        op.inputs.back().spec.setDynamicInput(group);
    }
    const auto attrs = attrsOf(written(op));
    EXPECT_EQ(attrs.at("ATTR_MODEL__dynamic_input_index_start"), om::intsAttr(Dims{0, 3, 4}));
    EXPECT_EQ(attrs.at("ATTR_MODEL__dynamic_input_index_end"), om::intsAttr(Dims{1, 3, 6}));
    EXPECT_TRUE(roundTrip(op).attrs().values().empty());
}

// Numbers instead of names.

struct Tables {
    OmAttrSet attrs;
    OmAttrNames names;
    size_t nameCount = 0;
};

// Views of `description`.
Tables tablesOf(const std::string& description) {
    Tables tables;
    std::vector<std::string_view> entries;
    pbf_reader fields(description);
    while (fields.next(11)) {
        const auto view = fields.get_view();
        entries.emplace_back(view.data(), view.size());
    }
    tables.attrs = OmAttrSet::read(entries, OmAttrNames(), "the model").value();
    const auto list = [&](const char* name, OmList::Of of) {
        return tables.attrs.findList(name, of).value().value();
    };
    const auto names = list("attr_name_enum", OmList::Of::kTexts).texts;
    tables.nameCount = names.size();
    tables.names = OmAttrNames::create(names, list("attr_value_enum", OmList::Of::kTexts).texts,
                                       list("attrs_use_string_value", OmList::Of::kBools).bools)
                       .value();
    return tables;
}

TEST(OmWriter, GraphHasDataTheOperatorAndNetOutput) {
    SingleOp op = add();
    op.inputs.insert(op.inputs.begin(), tensor({}, DataType::kUndefined, Format::kUndefined));
    op.inputs.push_back(tensor({1}, DataType::kInt8));
    op.inputs.back().spec.setConstant(bytesOf("a"));
    const std::string description = descriptionOf(written(op));
    const std::string graph = textIn(description, 7);
    EXPECT_THAT(messagesIn(graph, 4), ElementsAre("Add_in_1:0", "Add_in_2:0"));
    std::vector<std::string> types;
    for (const std::string& node : messagesIn(graph, 6)) {
        types.push_back(textIn(node, 2));
    }
    EXPECT_THAT(types, ElementsAre("Data", "Data", "Const", "Add", "NetOutput"));
    const std::string node = messagesIn(graph, 6)[3];
    EXPECT_THAT(messagesIn(node, 5), ElementsAre("Add_in_1:0", "Add_in_2:0", "Add_in_3:0"));
    EXPECT_EQ(messagesIn(node, 33).size(), 3U);
    EXPECT_EQ(messagesIn(node, 34).size(), 1U);
}

TEST(OmWriter, NamesOfTheGraphAreNumbersOfTheTables) {
    SingleOp op = add();
    op.attrs.set("mode", AttrValue(std::string("constant")));
    op.attrs.set("other_mode", AttrValue(std::string("constant")));
    // More than one digit.
    for (int i = 0; i < 200; ++i) {
        op.attrs.set(fmt::format("attribute{:03}", i), AttrValue(int64_t{i}));
    }
    const std::string description = descriptionOf(written(op));
    const Tables tables = tablesOf(description);
    EXPECT_EQ(tables.attrs.findInt("om_compress_version").value(), 1);
    const std::string node = messagesIn(textIn(description, 7), 6)[2];
    std::vector<std::string> entries = messagesIn(node, 10);
    std::set<std::string> codes;
    OpAttrs read;
    for (const std::string& entry : entries) {
        codes.insert(textIn(entry, 1));
        const auto set = OmAttrSet::read({entry}, tables.names, "the operator");
        ASSERT_TRUE(set.isOk()) << set.status().message();
        const auto& [name, attr] = *set.value().attrs().begin();
        read.set(name, attrValueOf(attr));
    }
    EXPECT_EQ(codes.size(), entries.size());
    op.attrs.set("_single_op_scene", AttrValue(true));
    EXPECT_TRUE(read == op.attrs);
    EXPECT_EQ(codes.count(std::string("\0\x01", 2)), 0U) << "the first number is that of 'index'";
    EXPECT_EQ(codes.count(std::string("\0\x01\x02", 3)), 1U) << "number 127";
    EXPECT_EQ(tables.nameCount, 1 + 203U);
    EXPECT_EQ(*op.attrs.find("mode")->find<std::string>(), tables.names.valueAt(0).value());
}

TEST(OmAttrTable, NamesOfTextsAndOfOthersAreNotMixed) {
    OmAttrTable table(true);
    EXPECT_EQ(table.entry("index", AttrValue(int64_t{3})),
              om::entry(std::string_view("\0\x01", 2), om::intAttr(3)));
    EXPECT_EQ(table.entry("index", AttrValue(std::string("text"))),
              om::entry("index", om::textAttr("text")));
    EXPECT_THAT(table.values(), IsEmpty());
    EXPECT_EQ(table.entry("texts", AttrValue(AttrValue::Strings{"a", "b", "a"})),
              om::entry(std::string_view("\0\x02", 2), om::intsAttr(Dims{0, 1, 0})));
    EXPECT_THAT(table.names(), ElementsAre("index", "texts"));
    EXPECT_THAT(table.usesValues(), ElementsAre(false, true));
    EXPECT_THAT(table.values(), ElementsAre("a", "b"));
}

// What a model cannot say.

TEST(OmWriter, WhatAModelCannotSayIsRefused) {
    SingleOp op = add();
    op.type.clear();
    expectRefused(op, "has no type");
    op = add();
    op.inputs[1].spec = spec({6}, static_cast<DataType>(99));
    expectRefused(op, "input 1: the data type is number 99");
    op = add();
    op.outputs[0].spec = spec({6}, DataType::kFloat, static_cast<Format>(99));
    expectRefused(op, "output 0: the format is number 99");
    op = add();
    op.inputs[0].spec.setStorage(static_cast<Format>(77));
    expectRefused(op, "input 0: the storage format is number 77");
    op = add();
    op.inputs[0].originFormat = static_cast<Format>(78);
    expectRefused(op, "input 0: the original format is number 78");
    op = add();
    op.inputs[0].spec = spec({1, -3});
    expectRefused(op, "input 0: dimension 1 of the shape is -3");
    op = add();
    op.inputs[0].spec.setStorage(Dims{-4});
    expectRefused(op, "input 0: dimension 0 of the storage shape is -4");
    op = add();
    op.inputs[0].originDims = Dims{-5};
    expectRefused(op, "input 0: dimension 0 of the original shape is -5");
    op = add();
    op.inputs[0].spec.setShapeRanges(std::vector<Range>{{1, 2}});
    expectRefused(op, "input 0: there are 1 ranges of the shape");
    op = add();
    op.attrs.set("odd", AttrValue(AttrValue::Unknown()));
    expectRefused(op, "attribute 'odd'");
}

}  // namespace
}  // namespace belay
