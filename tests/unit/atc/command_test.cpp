#include "atc/command.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "op/op_model.h"
#include "op/single_op_json.h"
#include "support/om_models.h"
#include "support/temp_folder.h"
#include "unit/atc/scale_set.h"

namespace belay::atc {
namespace {

using test::contentOf;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* kScale = R"({"op": "Scale", "name": "scale",
    "input_desc": [{"format": "ND", "shape": [2, 3], "type": "float"}],
    "output_desc": [{"format": "ND", "shape": [2, 3], "type": "float"}]})";
constexpr const char* kUnlucky = R"({"op": "Scale", "name": "unlucky",
    "input_desc": [{"format": "ND", "shape": [13], "type": "float"}],
    "output_desc": [{"format": "ND", "shape": [13], "type": "float"}]})";
constexpr const char* kUnknown = R"({"op": "Unknown", "name": "unknown"})";

class AtcCommand : public testing::Test {
  protected:
    Status run(const std::string& json, const Options& options = {}) {
        Options all = options;
        all.input = folder.write("ops.json", json);
        return runWith(all);
    }

    Status runWith(Options options) {
        if (options.output.empty()) {
            options.output = output();
        }
        options.socVersion = "Ascend910B4";
        char* outText = nullptr;
        char* errText = nullptr;
        size_t outBytes = 0;
        size_t errBytes = 0;
        std::FILE* outFile = ::open_memstream(&outText, &outBytes);
        std::FILE* errFile = ::open_memstream(&errText, &errBytes);
        Status status = runAtc(options, "atc --singleop=ops.json", set, outFile, errFile);
        std::fclose(outFile);
        std::fclose(errFile);
        out.assign(outText, outBytes);
        err.assign(errText, errBytes);
        std::free(outText);
        std::free(errText);
        return status;
    }

    void expectRun(const std::string& json, const Options& options = {}) {
        const Status status = run(json, options);
        EXPECT_TRUE(status.isOk()) << status.message();
    }

    std::string output() const { return folder.pathOf("models"); }

    std::vector<std::string> written() const {
        std::vector<std::string> names;
        for (const std::string& path : test::filesBelow(output())) {
            names.push_back(path.substr(output().size() + 1));
        }
        return names;
    }

    OmModel model(const std::string& name) const {
        const std::string text = contentOf(output() + "/" + name);
        return test::modelOf(std::as_bytes(std::span(text)));
    }

    test::TempFolder folder;
    test::ScaleSet set;
    std::string out;
    std::string err;
};

TEST_F(AtcCommand, WritesAModelForEachOperator) {
    expectRun(std::string("[") + kScale + R"(, {"op": "Join",
        "input_desc": [{"format": "NCHW", "shape": [1], "type": "float16"},
                       {"format": "NCHW", "shape": [1], "type": "float16"}],
        "output_desc": [{"format": "NCHW", "shape": [1], "type": "float16"}]}])");
    EXPECT_THAT(written(), ElementsAre("1_Join_1_0_1_1_0_1_1_0_1.om", "scale.om"));
    EXPECT_THAT(
        out, AllOf(HasSubstr("operator 0 (Scale): " + output() + "/scale.om\n"),
                   HasSubstr("operator 1 (Join): "), HasSubstr("2 of 2 operators were written\n")));
    EXPECT_EQ(err, "");
    const OmModel read = model("scale.om");
    EXPECT_EQ(read.opType(), "Scale");
    EXPECT_EQ(read.socVersion(), "Ascend910B4");
    EXPECT_EQ(read.name(), output() + "/scale.om");
}

OwnedRequest requestOf(const SingleOp& op) {
    OwnedRequest request{.type = op.type, .inputs = {}, .outputs = {}, .attrs = op.attrs};
    const auto specOf = [](const SingleOp::Tensor& tensor) { return tensor.spec; };
    std::ranges::transform(op.inputs, std::back_inserter(request.inputs), specOf);
    std::ranges::transform(op.outputs, std::back_inserter(request.outputs), specOf);
    return request;
}

// That a request for the operator finds the model.
void expectSameSignature(const OwnedRequest& a, const OwnedRequest& b) {
    const RequestView viewA(a);
    const RequestView viewB(b);
    for (const auto shapes : {OpSignature::Shapes::kExact, OpSignature::Shapes::kAny}) {
        const OpSignature first(viewA.request(), shapes, OpSignature::HostValues::kOrdinary);
        const OpSignature second(viewB.request(), shapes, OpSignature::HostValues::kOrdinary);
        EXPECT_TRUE(std::ranges::equal(first.words(), second.words()));
        EXPECT_EQ(first.hash(), second.hash());
        EXPECT_TRUE(first.attrs() == second.attrs());
    }
}

// Whatever a file can say is in the model.
TEST_F(AtcCommand, ModelsSayAllThatTheFileSays) {
    const std::string json = R"([
        {"op": "Scale", "name": "full",
         "input_desc": [
            {"format": "NHWC", "shape": [-1, 4, -1], "type": "float16", "shape_range": [[1, 8], [2, -1]],
             "name": "x", "origin_format": "NCHW", "origin_shape": [-1, -1, 4]},
            {"format": "ND", "shape": [2], "type": "int8", "is_const": true, "const_value": [-1, 7],
             "name": "factor"}],
         "output_desc": [{"format": "NHWC", "shape": [-1, 4, -1], "type": "float16"}],
         "attr": [{"name": "mode", "type": "string", "value": "down"},
                  {"name": "steps", "type": "list_int", "value": [3, -4]},
                  {"name": "bias", "type": "float", "value": 0.25},
                  {"name": "other_bool", "type": "bool", "value": true},
                  {"name": "other_int", "type": "int", "value": -9},
                  {"name": "other_bools", "type": "list_bool", "value": [true, false]},
                  {"name": "other_floats", "type": "list_float", "value": [0.5]},
                  {"name": "other_texts", "type": "list_string", "value": ["a", ""]},
                  {"name": "other_lists", "type": "list_list_int", "value": [[1], []]},
                  {"name": "other_type", "type": "data_type", "value": "DT_INT8"}]},
        {"op": "Scale", "name": "left_out",
         "input_desc": [{"format": "ND", "shape": [], "type": "int32"},
                        {"format": "RESERVED", "shape": [], "type": "UNDEFINED"}],
         "output_desc": [{"format": "ND", "shape": [], "type": "int32"}]},
        {"op": "Scale", "name": "any_rank",
         "input_desc": [{"format": "ND", "shape": [-2], "type": "float"}],
         "output_desc": [{"format": "ND", "shape": [-2], "type": "float"}]},
        {"compile_flag": 1},
        {"op": "Join", "name": "fuzzy",
         "input_desc": [{"format": "ND", "shape": [4], "type": "float", "dynamic_input": "x"},
                        {"format": "ND", "shape": [4], "type": "float", "dynamic_input": "x"}],
         "output_desc": [{"format": "ND", "shape": [4], "type": "float"}]}])";
    const auto ops = parseSingleOps(json).value();
    expectRun(json);
    ASSERT_EQ(ops.size(), 4U);
    for (const SingleOp& op : ops) {
        SCOPED_TRACE(op.fileName);
        const OmModel read = model(op.fileName + ".om");
        test::expectSame(read, op);
        const OwnedRequest request = requestOf(op);
        expectSameSignature(OwnedRequest::of(read), request);
        const auto shapes = OpModelSource::of(read).shapes;
        EXPECT_EQ(shapes.has_value(), read.isDynamic());
        if (shapes && !op.isFuzzy) {
            EXPECT_EQ(*shapes, OpShapes::of(RequestView(request).request()));
        }
    }
    EXPECT_TRUE(model("full.om").isDynamic());
    EXPECT_FALSE(model("left_out.om").isDynamic());
    EXPECT_TRUE(model("any_rank.om").isDynamic());
    EXPECT_EQ(model("fuzzy.om").inputLimits().size(), 2U);
}

TEST_F(AtcCommand, OperatorThatCannotBeCompiledDoesNotStopOthers) {
    const Status status = run(fmt::format("[{}, {}, {}]", kUnlucky, kScale, kUnknown));
    EXPECT_THAT(std::string(status.message()),
                AllOf(StartsWith("E14001: "), HasSubstr("no operator of type \"Unknown\"")));
    EXPECT_THAT(written(), ElementsAre("scale.om"));
    EXPECT_THAT(out, AllOf(HasSubstr("operator 0 (Scale): E14001: operator Scale: dimension 0"),
                           HasSubstr("operator 2 (Unknown): E14001: "),
                           HasSubstr("1 of 3 operators were written")));
}

TEST_F(AtcCommand, ResultIsThatOfTheLastOperator) {
    EXPECT_TRUE(run(fmt::format("[{}, {}]", kUnlucky, kScale)).isOk());
    EXPECT_FALSE(run(fmt::format("[{}, {}]", kScale, kUnlucky)).isOk());
    EXPECT_TRUE(run("[]").isOk());
}

TEST_F(AtcCommand, NothingIsWrittenWhenTheFileIsWrong) {
    EXPECT_THAT(std::string(run(fmt::format("[{}, 5]", kScale)).message()),
                StartsWith("E10032: [1]"));
    EXPECT_THAT(std::string(run("[").message()), StartsWith("E10025: "));
    EXPECT_THAT(
        std::string(
            run(fmt::format(R"([{}, {{"op": "Scale", "output_desc": []}}])", kScale)).message()),
        StartsWith("E13014: operator 1 (Scale) has 0 inputs; the type takes at least 1"));
    EXPECT_THAT(std::string(run(R"([{"op": "Scale", "input_desc":
                    [{"format": "ND", "shape": [], "type": "float"}]}])")
                                .message()),
                StartsWith("E13014: operator 0 (Scale) has 0 outputs"));
    EXPECT_FALSE(std::filesystem::exists(output()));
}

TEST_F(AtcCommand, InputsThatCannotBeReadAreRefused) {
    EXPECT_THAT(std::string(runWith({.input = folder.pathOf("missing.json")}).message()),
                AllOf(StartsWith("E10024: "), HasSubstr("missing.json")));
    EXPECT_THAT(std::string(runWith({.input = folder.path()}).message()), StartsWith("E10023: "));
    EXPECT_THAT(std::string(runWith({.input = "/dev/null"}).message()), StartsWith("E10023: "));
}

TEST_F(AtcCommand, ConstantsMustHaveTheSizeOfTheirTensor) {
    for (const char* value : {"[1]", "[1, 2, 3]"}) {
        const Status status = run(fmt::format(R"([{{"op": "Scale", "input_desc": [
            {{"format": "ND", "shape": [2], "type": "float"}},
            {{"format": "ND", "shape": [2], "type": "int32", "is_const": true, "const_value": {}}}],
            "output_desc": [{{"format": "ND", "shape": [2], "type": "float"}}]}}])",
                                              value));
        EXPECT_THAT(std::string(status.message()),
                    AllOf(StartsWith("E14001: "), HasSubstr("the constant of input 1 has")));
    }
    EXPECT_THAT(written(), IsEmpty());
}

TEST_F(AtcCommand, NothingHalfWrittenIsLeft) {
    expectRun(fmt::format("[{}]", kScale));
    const std::string before = contentOf(output() + "/scale.om");
    // A folder is where the file should go.
    std::filesystem::create_directories(output() + "/other.om/inside");
    std::string json = fmt::format("[{}]", kScale);
    json.replace(json.find("\"scale\""), 7, "\"other\"");
    EXPECT_EQ(run(json).code(), Code::kWriteFile);
    EXPECT_THAT(written(), ElementsAre("scale.om"));
    EXPECT_EQ(contentOf(output() + "/scale.om"), before);
}

TEST_F(AtcCommand, EqualNamesReplaceWhatWasThere) {
    expectRun(fmt::format("[{}]", kScale));
    std::string json = fmt::format("[{}]", kScale);
    while (json.find("float") != std::string::npos) {
        json.replace(json.find("float"), 5, "int32");
    }
    expectRun(json);
    EXPECT_THAT(written(), ElementsAre("scale.om"));
    EXPECT_EQ(model("scale.om").inputs()[0].type, DataType::kInt32);
}

TEST_F(AtcCommand, FolderIsMadeWhenMissing) {
    expectRun(fmt::format("[{}]", kScale), {.output = folder.pathOf("a/b/c")});
    EXPECT_FALSE(contentOf(folder.pathOf("a/b/c/scale.om")).empty());
    const std::string file = folder.write("file", "text");
    const Status status = run(fmt::format("[{}]", kScale), {.output = file});
    EXPECT_EQ(status.code(), Code::kWriteFile);
    EXPECT_THAT(std::string(status.message()), HasSubstr("--output is \"" + file));
}

TEST_F(AtcCommand, OptionsWithoutEffectAreTold) {
    expectRun("[]", {.withoutEffect = {"--precision_mode"}});
    EXPECT_THAT(out, HasSubstr("note: --precision_mode has no effect"));
}

TEST_F(AtcCommand, WhatIsIgnoredIsTold) {
    expectRun(R"([{"op": "Scale", "name": "ignored", "attrs": [],
        "attr": [{"name": "Factor", "type": "float", "value": 2, "unit": "m"},
                 {"name": "_for_the_vendor", "type": "int", "value": 1}],
        "input_desc": [{"format": "ND", "shape": [2], "type": "float", "shapes": [3]}],
        "output_desc": [{"format": "ND", "shape": [2], "type": "float"}]}])");
    EXPECT_THAT(
        out, AllOf(HasSubstr("note: [0].attrs is no key"), HasSubstr("note: [0].attr[0].unit is"),
                   HasSubstr("note: [0].input_desc[0].shapes is"),
                   HasSubstr("note: operator 0 (Scale) has no attribute \"Factor\""),
                   Not(HasSubstr("vendor"))));
    expectRun(fmt::format("[{}]", kScale));
    EXPECT_THAT(out, Not(HasSubstr("note:")));
}

TEST_F(AtcCommand, LogTellsMoreWithEachLevel) {
    const std::string json = fmt::format("[{}]", kScale);
    expectRun(json, {.log = LogLevel::kWarning});
    EXPECT_EQ(err, "");
    expectRun(json, {.log = LogLevel::kInfo});
    EXPECT_THAT(err, AllOf(HasSubstr("has 1 operators"), HasSubstr("operator 0 is Scale, exact"),
                           Not(HasSubstr("input 0"))));
    expectRun(json, {.log = LogLevel::kDebug});
    EXPECT_THAT(err, HasSubstr("input 0: type 0, format 2, shape [2, 3]"));
}

}  // namespace
}  // namespace belay::atc
