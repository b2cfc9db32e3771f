// What is read from files that the vendor's compiler made, of two generations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <protozero/pbf_reader.hpp>
#include <random>
#include <set>

#include "op/om_attr.h"
#include "op/om_attr_names.h"
#include "op/om_model.h"
#include "support/seed.h"
#include "unit/op/real_om_file.h"

namespace belay {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using Bytes = std::vector<std::byte>;
using protozero::pbf_reader;

std::vector<std::vector<int64_t>> shapesOf(const std::vector<OmTensor>& tensors) {
    std::vector<std::vector<int64_t>> shapes;
    for (const OmTensor& tensor : tensors) {
        shapes.push_back(tensor.dims);
    }
    return shapes;
}

// All tensors of a type, in ND, on the device, with nothing else to say.
void expectPlain(const OmModel& model, DataType type) {
    for (const auto* tensors : {&model.inputs(), &model.outputs()}) {
        for (const OmTensor& tensor : *tensors) {
            EXPECT_EQ(tensor.type, type);
            EXPECT_EQ(tensor.format, Format::kNd);
            EXPECT_EQ(tensor.storageFormat, Format::kUndefined);
            EXPECT_EQ(tensor.storageDims, std::nullopt);
            EXPECT_THAT(tensor.shapeRanges, IsEmpty());
            EXPECT_EQ(tensor.placement, Placement::kDevice);
            EXPECT_EQ(tensor.constant, std::nullopt);
        }
    }
    EXPECT_FALSE(model.isDynamic());
    EXPECT_THAT(model.inputLimits(), IsEmpty());
}

TEST_F(RealOmFile, HasTheTableAndThePartitionsOfItsGeneration) {
    const OmFile add = file(kAdd);
    EXPECT_TRUE(add.hasMark());
    EXPECT_EQ(add.kind(), OmFile::Kind::kIr);
    EXPECT_EQ(add.name(), "./ascend/0_Add_0_2_1_100_0_2_1_");
    EXPECT_EQ(add.models().size(), 1U);
    EXPECT_THAT(partitionsOf(add), ElementsAre(8, 0, 1, 3, 2));
    EXPECT_EQ(add.models()[0].partitions[1].content.size(), 12'678U);
    EXPECT_THAT(partitionsOf(file(kRelu)), ElementsAre(8, 0, 1, 3, 2));
    EXPECT_THAT(partitionsOf(file(kGemm)), ElementsAre(8, 0, 1, 3, 2));

    const OmFile old = file(kOldGemm);
    EXPECT_TRUE(old.hasMark());
    EXPECT_THAT(partitionsOf(old), ElementsAre(0, 1, 3, 2));
    EXPECT_EQ(old.models()[0].partitions[0].content.size(), 0x306BU);
    const auto last = old.models()[0].partitions.back().content;
    EXPECT_EQ(last.data() + last.size(), bytes.data() + bytes.size());
}

TEST_F(RealOmFile, AddHasTwoInputs) {
    const OmModel add = model(kAdd);
    EXPECT_EQ(add.opType(), "Add");
    EXPECT_EQ(add.name(), "./ascend/0_Add_0_2_1_100_0_2_1_100_0_2_1_100.om_0");
    EXPECT_EQ(add.socVersion(), "Ascend910");
    EXPECT_THAT(shapesOf(add.inputs()), ElementsAre(ElementsAre(1, 100), ElementsAre(1, 100)));
    EXPECT_THAT(shapesOf(add.outputs()), ElementsAre(ElementsAre(1, 100)));
    EXPECT_THAT(add.attrs().values(), IsEmpty());
    expectPlain(add, DataType::kFloat);
}

TEST_F(RealOmFile, ReluHasOneInput) {
    const OmModel relu = model(kRelu);
    EXPECT_EQ(relu.opType(), "Relu");
    EXPECT_EQ(relu.socVersion(), "Ascend910");
    EXPECT_THAT(shapesOf(relu.inputs()), ElementsAre(ElementsAre(1, 512)));
    EXPECT_THAT(shapesOf(relu.outputs()), ElementsAre(ElementsAre(1, 512)));
    EXPECT_THAT(relu.attrs().values(), IsEmpty());
    expectPlain(relu, DataType::kFloat);
}

TEST_F(RealOmFile, GemmHasTheTensorsOfTheCallerAndNotTheCompilers) {
    const OmModel gemm = model(kGemm);
    EXPECT_EQ(gemm.opType(), "GEMM");
    EXPECT_EQ(gemm.socVersion(), "Ascend910");
    EXPECT_THAT(shapesOf(gemm.inputs()),
                ElementsAre(ElementsAre(4, 8), ElementsAre(8, 2), ElementsAre(4, 2), ElementsAre(1),
                            ElementsAre(1)));
    EXPECT_THAT(shapesOf(gemm.outputs()), ElementsAre(ElementsAre(4, 2)));
    EXPECT_THAT(gemm.attrs().values(), IsEmpty());
    expectPlain(gemm, DataType::kFloat16);
}

TEST_F(RealOmFile, OldGemmHasScalarsAndAttributes) {
    const OmModel gemm = model(kOldGemm);
    EXPECT_EQ(gemm.opType(), "GEMM");
    EXPECT_EQ(gemm.socVersion(), "");
    EXPECT_THAT(shapesOf(gemm.inputs()), ElementsAre(ElementsAre(16, 16), ElementsAre(16, 16),
                                                     ElementsAre(16, 16), IsEmpty(), IsEmpty()));
    EXPECT_THAT(shapesOf(gemm.outputs()), ElementsAre(ElementsAre(16, 16)));
    OpAttrs attrs;
    attrs.set("transpose_a", AttrValue(false));
    attrs.set("transpose_b", AttrValue(false));
    EXPECT_TRUE(gemm.attrs() == attrs);
    expectPlain(gemm, DataType::kFloat16);
}

// Calls `visit` with each field of that number, as a message, in messages of the fields before.
template <typename Visit>
void forEachField(std::string_view message, std::initializer_list<uint32_t> path, Visit visit) {
    pbf_reader fields(message.data(), message.size());
    while (fields.next(*path.begin())) {
        const auto view = fields.get_view();
        const std::string_view inner(view.data(), view.size());
        if (path.size() == 1) {
            visit(inner);
        } else if (path.size() == 2) {
            forEachField(inner, {path.begin()[1]}, visit);
        } else if (path.size() == 3) {
            forEachField(inner, {path.begin()[1], path.begin()[2]}, visit);
        } else {
            forEachField(inner, {path.begin()[1], path.begin()[2], path.begin()[3]}, visit);
        }
    }
}

OmList listOf(const OmAttrSet& attrs, const char* name, OmList::Of of) {
    auto list = attrs.findList(name, of);
    EXPECT_TRUE(list.isOk() && list.value()) << name;
    return list.value().value_or(OmList());
}

// The names of the graph are of no use here, but show that the tables are read as they are meant.
TEST_F(RealOmFile, CompressedNamesOfTheGraphCanAllBeRead) {
    for (const char* name : {kAdd, kRelu, kGemm}) {
        SCOPED_TRACE(name);
        const OmFile opened = file(name);
        const auto content = opened.models()[0].find(OmFile::PartitionType::kModelDef)->content;
        const std::string_view message(reinterpret_cast<const char*>(content.data()),
                                       content.size());
        std::vector<std::string_view> entries;
        forEachField(message, {11}, [&](std::string_view entry) { entries.push_back(entry); });
        const OmAttrSet attrs = OmAttrSet::read(entries, OmAttrNames(), "the model").value();
        EXPECT_EQ(attrs.findInt("om_compress_version").value(), 1);
        const auto texts = listOf(attrs, "attr_name_enum", OmList::Of::kTexts).texts;
        const auto names =
            OmAttrNames::create(texts, listOf(attrs, "attr_value_enum", OmList::Of::kTexts).texts,
                                listOf(attrs, "attrs_use_string_value", OmList::Of::kBools).bools)
                .value();

        std::set<std::string_view> used;
        const auto see = [&](std::string_view entry) {
            auto set = OmAttrSet::read({entry}, names, "an operator of the graph");
            ASSERT_TRUE(set.isOk()) << set.status().message();
            used.insert(set.value().attrs().begin()->first);
        };
        constexpr uint32_t kGraph = 7;
        constexpr uint32_t kOperator = 6;
        forEachField(message, {kGraph, kOperator, 10}, see);
        for (const uint32_t tensors : {33U, 34U}) {
            forEachField(message, {kGraph, kOperator, tensors, 5}, see);
        }
        for (const std::string_view text : texts) {
            EXPECT_EQ(used.count(text), 1U) << "nothing has the name " << text;
        }
    }
}

// Changes some bytes, cuts a piece out or doubles one. The header then tells the size that is left,
// unless luck wants otherwise.
void mutate(Bytes& bytes, std::mt19937& random) {
    const auto below = [&](size_t limit) { return random() % limit; };
    const auto at = [&] {
        // Where sizes are, a change tells more than in the code of kernels.
        return below(3) == 0 ? below(512) : below(bytes.size());
    };
    const size_t kind = below(4);
    if (kind < 2) {
        for (size_t i = 0; i <= below(8); ++i) {
            bytes[at()] = static_cast<std::byte>(random());
        }
    } else {
        const size_t start = at();
        const size_t length = std::min(below(256) + 1, bytes.size() - start);
        const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(start);
        const auto last = first + static_cast<std::ptrdiff_t>(length);
        if (kind == 2) {
            bytes.erase(first, last);
        } else {
            const Bytes piece(first, last);
            bytes.insert(first, piece.begin(), piece.end());
        }
    }
    if (below(8) != 0 && bytes.size() > OmFile::kHeaderBytes) {
        const uint64_t rest = bytes.size() - OmFile::kHeaderBytes;
        const auto small = static_cast<uint32_t>(rest);
        std::memcpy(bytes.data() + 76, &small, sizeof(small));
        uint64_t large = 0;
        std::memcpy(&large, bytes.data() + 184, sizeof(large));
        if (large != 0) {
            std::memcpy(bytes.data() + 184, &rest, sizeof(rest));
        }
    }
}

TEST_F(RealOmFile, MutationsAreModelsOrRefused) {
    constexpr int kMutations = 1000;
    std::mt19937 random(test::seed());
    for (const char* name : {kAdd, kRelu, kGemm, kOldGemm}) {
        SCOPED_TRACE(name);
        file(name);
        const Bytes original = bytes;
        int refused = 0;
        for (int i = 0; i < kMutations; ++i) {
            Bytes mutated = original;
            mutate(mutated, random);
            auto parsedFile = OmFile::parse(mutated);
            auto result = parsedFile.isOk() ? OmModel::parse(parsedFile.value())
                                            : Result<OmModel>(parsedFile.takeStatus());
            if (result.isOk()) {
                for (const OmTensor& tensor : result.value().inputs()) {
                    EXPECT_THAT(tensor.dims, testing::Each(testing::Ge(-2)));
                }
                continue;
            }
            ++refused;
            EXPECT_THAT(result.status().code(),
                        AnyOf(Code::kParseModel, Code::kDeserializeModel, Code::kModelMissingAttr,
                              Code::kOpUnsupportedDynamic));
            EXPECT_FALSE(result.status().message().empty());
        }
        EXPECT_GT(refused, 0);
        EXPECT_LT(refused, kMutations);
    }
}

}  // namespace
}  // namespace belay
