#include "op/om_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "support/om_builder.h"

namespace belay {
namespace {

using test::OmBuilder;
using testing::AllOf;
using testing::HasSubstr;
using Bytes = std::vector<std::byte>;
using PartitionType = OmFile::PartitionType;

constexpr uint64_t kFar = uint64_t{1} << 60;

std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <typename T>
void put(Bytes& file, size_t offset, T value) {
    std::memcpy(file.data() + offset, &value, sizeof(T));
}

OmBuilder twoPartitions() {
    OmBuilder builder;
    builder.add(8, "tensors").add(0, "model");
    return builder;
}

class OmFileTables : public testing::TestWithParam<bool> {};

TEST_P(OmFileTables, PartitionsLieOneBehindTheOther) {
    OmBuilder builder = twoPartitions();
    builder.isLarge = GetParam();
    builder.add(1, "").add(77, "unknown");
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    EXPECT_TRUE(file.value().hasMark());
    EXPECT_EQ(file.value().kind(), OmFile::Kind::kIr);
    EXPECT_EQ(file.value().name(), "model");
    ASSERT_EQ(file.value().models().size(), 1U);
    const OmFile::Model& model = file.value().models()[0];
    ASSERT_EQ(model.partitions.size(), 4U);
    EXPECT_EQ(model.partitions[0].type, PartitionType::kTensorInfo);
    EXPECT_EQ(textOf(model.partitions[0].content), "tensors");
    ASSERT_NE(model.find(PartitionType::kModelDef), nullptr);
    EXPECT_EQ(textOf(model.find(PartitionType::kModelDef)->content), "model");
    EXPECT_TRUE(model.find(PartitionType::kWeights)->content.empty());
    EXPECT_EQ(textOf(model.partitions[3].content), "unknown");
    EXPECT_EQ(model.find(PartitionType::kTasks), nullptr);
    const auto last = model.partitions[3].content;
    EXPECT_EQ(last.data() + last.size(), bytes.data() + bytes.size());
}

TEST_P(OmFileTables, OffsetsAreNotLookedAt) {
    OmBuilder builder = twoPartitions();
    builder.isLarge = GetParam();
    builder.models[0].partitions[1].claimedOffset = GetParam() ? ~uint64_t{0} : 0xFFFFFFFF;
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    EXPECT_EQ(textOf(file.value().models()[0].partitions[1].content), "model");
}

TEST_P(OmFileTables, SubModelsFollowEachOther) {
    OmBuilder builder = twoPartitions();
    builder.isLarge = GetParam();
    builder.models.emplace_back();
    builder.add(0, "second");
    builder.models.emplace_back();
    builder.add(0, "third").add(2, "tasks");
    builder.modelCount = 3;
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    ASSERT_EQ(file.value().models().size(), 3U);
    EXPECT_EQ(textOf(file.value().models()[1].partitions[0].content), "second");
    EXPECT_EQ(textOf(file.value().models()[2].partitions[1].content), "tasks");
}

TEST_P(OmFileTables, AMissingSubModelIsRefused) {
    OmBuilder builder = twoPartitions();
    builder.isLarge = GetParam();
    builder.modelCount = 0xFFFFFFFF;
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    EXPECT_EQ(file.status().code(), Code::kDeserializeModel);
    EXPECT_THAT(std::string(file.status().message()),
                AllOf(HasSubstr("model 1 of 4294967295"), HasSubstr("the partition table")));
}

TEST_P(OmFileTables, APartitionThatIsTooLongIsRefused) {
    OmBuilder builder = twoPartitions();
    builder.isLarge = GetParam();
    builder.models[0].partitions[1].claimedBytes = 6;
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    EXPECT_EQ(file.status().code(), Code::kDeserializeModel);
    EXPECT_THAT(std::string(file.status().message()),
                HasSubstr("partition 1 of type 0 needs 6 bytes"));
}

TEST_P(OmFileTables, ATableThatIsCutIsRefused) {
    OmBuilder builder;
    builder.isLarge = GetParam();
    builder.models[0].claimedCount = 2;
    builder.add(0, "m");
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    EXPECT_EQ(file.status().code(), Code::kDeserializeModel);
    EXPECT_THAT(std::string(file.status().message()), HasSubstr("the partition table"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, OmFileTables, testing::Bool(),
                         [](const auto& size) { return size.param ? "Large" : "Small"; });

TEST(OmFile, IsAsTolerantAsRegistration) {
    OmBuilder builder = twoPartitions();
    builder.mark = 0;
    Bytes bytes = builder.build();
    put(bytes, 4, uint32_t{77});           // size of the header
    put(bytes, 12, uint32_t{0x12345678});  // checksum
    put(bytes, 80, uint16_t{0});           // says that the checksum is to be looked at
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    EXPECT_FALSE(file.value().hasMark());
}

TEST(OmFile, ANameWithoutEndHas32Characters) {
    OmBuilder builder = twoPartitions();
    builder.name = std::string(32, 'n');
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    EXPECT_EQ(file.value().name(), builder.name);
}

TEST(OmFile, BytesBehindTheLastPartitionAreIgnored) {
    OmBuilder builder = twoPartitions();
    builder.models[0].partitions[1].claimedBytes = 3;
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    EXPECT_EQ(textOf(file.value().models()[0].partitions[1].content), "mod");
}

TEST(OmFile, OldVersionsAndCountsOfZeroMeanOneModel) {
    OmBuilder builder = twoPartitions();
    builder.modelCount = 0;
    const Bytes none = builder.build();
    EXPECT_EQ(OmFile::parse(none).value().models().size(), 1U);
    builder.modelCount = 2;
    builder.version = 0x10000000;
    const Bytes old = builder.build();
    EXPECT_EQ(OmFile::parse(old).value().models().size(), 1U);
}

TEST(OmFile, AFlowModelHasLargeTablesWhereverItsLengthIs) {
    OmBuilder builder;
    builder.kind = 3;
    for (int i = 0; i < 20; ++i) {
        builder.add(7, "sub-model");
    }
    Bytes bytes = builder.build();
    ASSERT_TRUE(OmFile::parse(bytes).isOk());
    put(bytes, 76, static_cast<uint32_t>(bytes.size() - OmFile::kHeaderBytes));
    put(bytes, 184, uint64_t{0});
    auto file = OmFile::parse(bytes);
    ASSERT_TRUE(file.isOk()) << file.status().message();
    EXPECT_EQ(file.value().models()[0].partitions.size(), 20U);
    EXPECT_EQ(file.value().kind(), OmFile::Kind::kFlow);
}

TEST(OmFile, TheTextTellsOneModelFromSeveral) {
    OmBuilder builder = twoPartitions();
    builder.models[0].partitions[1].claimedBytes = kFar;
    const Bytes bytes = builder.build();
    auto file = OmFile::parse(bytes);
    EXPECT_EQ(std::string(file.status().message()).rfind("partition 1", 0), 0U);
}

struct Damage {
    const char* name;
    std::function<void(OmBuilder&)> change;
    Code code;
    const char* text;
    std::function<void(Bytes&)> finish = nullptr;
};

class DamagedOmFile : public testing::TestWithParam<Damage> {};

TEST_P(DamagedOmFile, IsRefusedWithTheReason) {
    OmBuilder builder = twoPartitions();
    GetParam().change(builder);
    Bytes bytes = builder.build();
    if (GetParam().finish) {
        GetParam().finish(bytes);
    }
    auto file = OmFile::parse(bytes);
    ASSERT_FALSE(file.isOk());
    EXPECT_EQ(file.status().code(), GetParam().code);
    EXPECT_THAT(std::string(file.status().message()), HasSubstr(GetParam().text));
}

void asItIs(OmBuilder& /*builder*/) {}

void small(OmBuilder& builder) {
    builder.isLarge = false;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DamagedOmFile,
    testing::Values(
        Damage{"Nothing", asItIs, Code::kParseModel, "the model has 0 bytes",
               [](Bytes& b) { b.clear(); }},
        Damage{"OnlyAHeader", asItIs, Code::kParseModel, "the model has 256 bytes",
               [](Bytes& b) { b.resize(256); }},
        Damage{"TooShort", asItIs, Code::kParseModel, "'model_length'",
               [](Bytes& b) { b.pop_back(); }},
        Damage{"TooLong", small, Code::kParseModel, "'length'",
               [](Bytes& b) { b.push_back(std::byte{0}); }},
        Damage{"LengthFarAway", asItIs, Code::kParseModel, "1152921504606846976 bytes follow",
               [](Bytes& b) { put(b, 184, kFar); }},
        Damage{"LengthThatWraps", asItIs, Code::kParseModel, "18446744073709551615 bytes follow",
               [](Bytes& b) { put(b, 184, ~uint64_t{0}); }},
        Damage{"NoLength", small, Code::kParseModel, "says in 'length' that 0 bytes",
               [](Bytes& b) { put(b, 76, uint32_t{0}); }},
        Damage{"HalfACount", asItIs, Code::kDeserializeModel, "the count of the partition table",
               [](Bytes& b) {
                   b.resize(260);
                   put(b, 184, uint64_t{4});
               }},
        Damage{"NoPartitions", [](OmBuilder& b) { b.models[0].partitions.clear(); },
               Code::kDeserializeModel, "is 0; it must be 1 to 8"},
        Damage{"NinePartitions", [](OmBuilder& b) { b.models[0].claimedCount = 9; },
               Code::kDeserializeModel, "is 9; it must be 1 to 8"},
        Damage{"TooManyOfAFlow",
               [](OmBuilder& b) {
                   b.kind = 3;
                   b.models[0].claimedCount = 4097;
               },
               Code::kDeserializeModel, "is 4097; it must be 1 to 4096"},
        Damage{"SizeThatWraps",
               [](OmBuilder& b) { b.models[0].partitions[0].claimedBytes = ~uint64_t{0}; },
               Code::kDeserializeModel, "partition 0 of type 8"}),
    [](const auto& damage) { return damage.param.name; });

}  // namespace
}  // namespace belay
