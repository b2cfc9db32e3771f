// What is written for an operator, beside what the vendor's compiler wrote for the same one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <string>

#include "op/om_writer.h"
#include "support/om_models.h"
#include "unit/op/real_om_file.h"

namespace belay {
namespace {

using testing::StartsWith;
using Bytes = std::vector<std::byte>;
using protozero::pbf_reader;

SingleOp::Tensor tensorOf(const OmTensor& read) {
    SingleOp::Tensor tensor{.spec = TensorSpec(read.type, read.dims, read.format)};
    tensor.spec.setShapeRanges(read.shapeRanges);
    return tensor;
}

// The operator that the file was compiled for.
SingleOp operatorOf(const OmModel& model) {
    SingleOp op{.type = model.opType(), .attrs = model.attrs()};
    std::ranges::transform(model.inputs(), std::back_inserter(op.inputs), tensorOf);
    std::ranges::transform(model.outputs(), std::back_inserter(op.outputs), tensorOf);
    return op;
}

std::string contentOf(const OmFile& file, OmFile::PartitionType type) {
    const auto* partition = file.models()[0].find(type);
    EXPECT_NE(partition, nullptr);
    const auto content = partition == nullptr ? std::span<const std::byte>() : partition->content;
    return {reinterpret_cast<const char*>(content.data()), content.size()};
}

// Attributes of the model by their names, each as the bytes of its message.
std::map<std::string, std::string> attrsOf(const OmFile& file) {
    std::map<std::string, std::string> attrs;
    const std::string message = contentOf(file, OmFile::PartitionType::kModelDef);
    pbf_reader fields(message);
    while (fields.next(11)) {
        pbf_reader entry = fields.get_message();
        std::string name;
        while (entry.next()) {
            if (entry.tag() == 1) {
                name = entry.get_string();
            } else {
                attrs[name] = entry.get_string();
            }
        }
    }
    return attrs;
}

class OmWriterRealFile : public RealOmFile {
  protected:
    // Our file for the operator of the real one, which stays open.
    OmFile ours(const OmFile& real, bool isOldForm = false) {
        const OmModel model = OmModel::parse(real).value();
        written_ = writeOm(operatorOf(model), {.name = model.name(),
                                               .socVersion = model.socVersion(),
                                               .isOldForm = isOldForm})
                       .value();
        return OmFile::parse(written_).value();
    }

    const Bytes& written() const { return written_; }

  private:
    Bytes written_;
};

// Bytes of the header that do not depend on sizes: all but those, the version of who made the file
// and the byte behind it, of which nobody knows what it means.
std::string comparedHeader(const Bytes& bytes) {
    const auto* first = reinterpret_cast<const char*>(bytes.data());
    return std::string(first, 76) + std::string(first + 80, 80) + std::string(first + 192, 64);
}

TEST_F(OmWriterRealFile, HeaderAndPartitionsAreAlike) {
    for (const char* name : {kAdd, kRelu, kGemm, kOldGemm}) {
        SCOPED_TRACE(name);
        const bool isOldForm = name == kOldGemm;
        const OmFile real = file(name);
        const OmFile mine = ours(real, isOldForm);
        EXPECT_EQ(partitionsOf(mine), partitionsOf(real));
        EXPECT_EQ(mine.name(), real.name());
        EXPECT_EQ(comparedHeader(written()), comparedHeader(bytes));
    }
}

// All of them, with the same names, in the same encoding.
TEST_F(OmWriterRealFile, WhatRegistrationReadsIsTheSameByteForByte) {
    for (const char* name : {kAdd, kRelu, kGemm}) {
        SCOPED_TRACE(name);
        const OmFile real = file(name);
        const auto attrs = attrsOf(ours(real));
        size_t compared = 0;
        for (const auto& [attr, value] : attrsOf(real)) {
            if (attr.starts_with("ATTR_MODEL_") || attr.starts_with("_single_op_scene") ||
                attr == "GE_INNER_SINGLE_OP_TYPE" || attr == "_build_mode" ||
                attr == "_is_dynamic_model" || attr == "om_compress_version" ||
                attr == "soc_version") {
                ASSERT_EQ(attrs.count(attr), 1U) << attr;
                EXPECT_EQ(attrs.at(attr), value) << attr;
                ++compared;
            }
        }
        EXPECT_EQ(compared, 9U);
    }
}

TEST_F(OmWriterRealFile, AttributesHaveTheNamesThatCompilersGive) {
    const OmFile real = file(kAdd);
    const auto theirs = attrsOf(real);
    for (const auto& [name, value] : attrsOf(ours(real))) {
        if (name != "belay_simulated_npu") {
            EXPECT_EQ(theirs.count(name), 1U) << name;
        }
    }
}

TEST_F(OmWriterRealFile, OldModelsAreReadTheSame) {
    const OmFile real = file(kOldGemm);
    const SingleOp op = operatorOf(OmModel::parse(real).value());
    const OmFile mine = ours(real, true);
    test::expectSame(OmModel::parse(mine).value(), op);
    const auto attrs = attrsOf(mine);
    for (const auto& [name, value] : attrsOf(real)) {
        if (name.starts_with("ATTR_MODEL_t")) {
            EXPECT_EQ(attrs.at(name), value) << name;
        }
    }
}

// The lists of tensors differ only in the name of an output, which is that of the node that makes
// it: compilers put others behind the operator.
TEST_F(OmWriterRealFile, ListOfInputsIsTheSameByteForByte) {
    constexpr size_t kInputBytes = 8 + 148;
    const OmFile real = file(kAdd);
    const std::string theirs = contentOf(real, OmFile::PartitionType::kTensorInfo);
    const std::string mine = contentOf(ours(real), OmFile::PartitionType::kTensorInfo);
    EXPECT_EQ(mine.substr(0, kInputBytes), theirs.substr(0, kInputBytes));
    const std::string name = "output_0_Add_0";
    const std::string theirName = "output_0_Addtrans_Cast_2_0";
    EXPECT_EQ(mine.size(), theirs.size() + name.size() - theirName.size());
    EXPECT_EQ(mine.substr(mine.size() - 32 - name.size()),
              name + theirs.substr(theirs.size() - 32));
}

TEST_F(OmWriterRealFile, NothingPretendsToBeCompiledForACard) {
    const OmFile mine = ours(file(kAdd));
    for (const auto type : {OmFile::PartitionType::kWeights, OmFile::PartitionType::kKernels,
                            OmFile::PartitionType::kTasks}) {
        EXPECT_EQ(contentOf(mine, type), "");
    }
    for (const auto& [name, value] : attrsOf(mine)) {
        EXPECT_FALSE(name.starts_with("task_gen_")) << name;
    }
    EXPECT_THAT(attrsOf(mine).at("atc_version").substr(2), StartsWith("belay"));
}

// The kinds of nodes, and the names that are no numbers.
TEST_F(OmWriterRealFile, GraphHasTheNodesOfACompilersGraphWithoutThoseItAdded) {
    const OmFile real = file(kGemm);
    const auto nodesOf = [](const OmFile& file) {
        std::vector<std::string> types;
        const std::string message = contentOf(file, OmFile::PartitionType::kModelDef);
        pbf_reader model(message);
        while (model.next(7)) {
            pbf_reader graph = model.get_message();
            while (graph.next(6)) {
                pbf_reader node = graph.get_message();
                EXPECT_TRUE(node.next(2));
                types.push_back(node.get_string());
            }
        }
        std::erase(types, "TransData");
        std::ranges::sort(types);
        return types;
    };
    EXPECT_EQ(nodesOf(ours(real)), nodesOf(real));
}

}  // namespace
}  // namespace belay
