#include "kernel/kernel_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "support/elf_builder.h"

namespace belay {
namespace {

using test::Bytes;
using test::ElfBuilder;
using test::MetaBuilder;
using testing::HasSubstr;

// Numbers of records, as files have them.
constexpr uint16_t kType = 1;
constexpr uint16_t kSync = 2;
constexpr uint16_t kRatio = 3;
constexpr uint16_t kStack = 8;
constexpr uint16_t kEntry = 14;
constexpr uint16_t kBlocks = 15;
constexpr uint16_t kSummary = 16;
constexpr uint16_t kParam = 17;
constexpr uint16_t kSchedule = 18;
constexpr uint16_t kImplicit = 4;

constexpr size_t kCodeBytes = 4096;

class KernelTableTest : public testing::Test {
  protected:
    KernelTableTest() : code(builder.addCode(kCodeBytes)) {}

    void add(std::string_view name, uint64_t entry) { builder.addSymbol(name, code, entry); }

    void describe(std::string_view name, const MetaBuilder& meta) {
        builder.addSection(".ascend.meta." + std::string(name), SHT_PROGBITS, 0, meta.bytes());
    }

    KernelTable table(BinaryKind kind = BinaryKind::kAnyCore) {
        auto parsed = parse(kind);
        EXPECT_TRUE(parsed.isOk()) << parsed.status().message();
        return std::move(parsed).value();
    }

    // The text of the error; empty when there is none.
    std::string refusal() {
        const auto parsed = parse(BinaryKind::kAnyCore);
        EXPECT_TRUE(parsed.isOk() || parsed.status().code() == Code::kRtParamInvalid);
        return std::string(parsed.status().message());
    }

    ElfBuilder builder;
    uint16_t code;

  private:
    Result<KernelTable> parse(BinaryKind kind) {
        file_ = builder.build();
        BELAY_ASSIGN(const ElfImage image, ElfImage::parse(file_));
        return KernelTable::parse(image, kind);
    }

    Bytes file_;
};

TEST_F(KernelTableTest, IsEmptyWithoutKernels) {
    const KernelTable made = table();
    EXPECT_TRUE(made.kernels().empty());
    EXPECT_EQ(made.findByName("k"), nullptr);
    EXPECT_EQ(made.findByKey(0), nullptr);
    EXPECT_EQ(made.meta().implicitItems, 0U);
}

TEST_F(KernelTableTest, OnlyGlobalVisibleFunctionsAreKernels) {
    add("kernel", 8);
    builder.addSymbol("local", code, 0, ELF64_ST_INFO(STB_LOCAL, STT_FUNC));
    builder.addSymbol("weak", code, 0, ELF64_ST_INFO(STB_WEAK, STT_FUNC));
    builder.addSymbol("object", code, 0, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT));
    builder.addSymbol("hidden", code, 0, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), STV_HIDDEN);
    builder.addSymbol("imported", SHN_UNDEF, 0);
    builder.addSymbol("absolute", SHN_ABS, 0);
    const KernelTable made = table();
    ASSERT_EQ(made.kernels().size(), 1U);
    EXPECT_EQ(made.kernels()[0].name, "kernel");
    EXPECT_EQ(made.kernels()[0].entry(CoreSide::kCube), 8U);
}

TEST_F(KernelTableTest, WithoutMetadataTheBinarysKindDecides) {
    add("k", 16);
    EXPECT_EQ(table(BinaryKind::kAnyCore).kernels()[0].mainSide, CoreSide::kCube);
    EXPECT_EQ(table(BinaryKind::kCube).kernels()[0].mainSide, CoreSide::kCube);
    const KernelTable made = table(BinaryKind::kVector);
    const KernelInfo& kernel = made.kernels()[0];
    EXPECT_EQ(kernel.mainSide, CoreSide::kVector);
    EXPECT_EQ(kernel.form, KernelForm::kPlain);
    EXPECT_EQ(kernel.entry(CoreSide::kVector), 16U);
    EXPECT_EQ(kernel.entry(CoreSide::kCube), std::nullopt);
}

TEST_F(KernelTableTest, MetadataBeatTheBinarysKind) {
    add("k", 0);
    describe("k", MetaBuilder().add(kType, uint32_t{3}));
    EXPECT_EQ(table(BinaryKind::kCube).kernels()[0].mainSide, CoreSide::kVector);
}

TEST_F(KernelTableTest, ReadsEveryRecord) {
    add("k_7", 0);
    describe("k_7", MetaBuilder()
                        .add(kType, uint32_t{2})
                        .add(kStack, uint32_t{65536})
                        .add(kEntry, uint64_t{0}, uint64_t{99})
                        .add(kBlocks, uint32_t{24})
                        .add(kSchedule, uint32_t{1})
                        .add(500, uint64_t{1}, uint64_t{2})  // of a later compiler
                        .add(kSummary, uint32_t{2}, uint64_t{16})
                        .add(kParam, uint32_t{0}, uint32_t{0}, uint32_t{0}, uint32_t{8},
                             uint16_t{8}, uint16_t{1}, uint32_t{0})
                        .add(kParam, uint32_t{1}, uint32_t{1}, uint32_t{8}, uint32_t{4},
                             uint16_t{4}, uint16_t{2}, uint32_t{0}));
    const KernelTable made = table();
    const KernelInfo& kernel = made.kernels()[0];
    EXPECT_EQ(kernel.key, 99U) << "the record beats the name";
    EXPECT_EQ(kernel.meta.stackBytes, 65536U);
    EXPECT_EQ(kernel.meta.blockCount, 24U);
    EXPECT_EQ(kernel.meta.scheduleMode, 1U);
    EXPECT_EQ(kernel.meta.paramBytes, 16U);
    ASSERT_EQ(kernel.meta.params.size(), 2U);
    EXPECT_EQ(kernel.meta.params[1].offset, 8U);
    EXPECT_EQ(kernel.meta.params[1].size, 4U);
    EXPECT_EQ(kernel.meta.params[1].align, 4U);
    EXPECT_EQ(kernel.meta.params[1].kind, 2U);
    EXPECT_EQ(made.findByKey(99), &kernel);
    EXPECT_EQ(made.findByName("k_7"), &kernel);
}

TEST_F(KernelTableTest, KeysComeFromNamesToo) {
    add("k_12", 0);
    add("k_0012", 8);
    add("k_99999999999999999999999", 16);  // no 64-bit number
    add("k_", 24);
    add("k_1x", 32);
    describe("k_12", MetaBuilder().add(kEntry, uint64_t{0x80}, uint64_t{5}));  // switched off
    const KernelTable made = table();
    EXPECT_EQ(made.kernels()[0].key, 12U);
    EXPECT_EQ(made.kernels()[1].key, 12U);
    EXPECT_EQ(made.kernels()[2].key, std::nullopt);
    EXPECT_EQ(made.kernels()[3].key, std::nullopt);
    EXPECT_EQ(made.kernels()[4].key, std::nullopt);
    EXPECT_EQ(made.findByKey(12), &made.kernels()[0]) << "the first one";
}

TEST_F(KernelTableTest, HalvesMakeOneKernel) {
    add("k_mix_aiv", 64);
    add("k_mix_aic", 32);
    const auto meta = MetaBuilder().add(kType, uint32_t{4}).add(kRatio, uint16_t{1}, uint16_t{1});
    describe("k_mix_aic", meta);
    describe("k_mix_aiv", meta);
    const KernelTable made = table();
    ASSERT_EQ(made.kernels().size(), 1U);
    const KernelInfo& kernel = made.kernels()[0];
    EXPECT_EQ(kernel.name, "k");
    EXPECT_EQ(kernel.form, KernelForm::kMix);
    EXPECT_EQ(kernel.mainSide, CoreSide::kCube);
    EXPECT_EQ(kernel.entry(CoreSide::kCube), 32U);
    EXPECT_EQ(kernel.entry(CoreSide::kVector), 64U);
    EXPECT_EQ(kernel.vectorsPerCube, 1U);
}

TEST_F(KernelTableTest, HalvesWithoutMetadataAreTwoToOne) {
    add("k_mix_aic", 0);
    add("k_mix_aiv", 8);
    const KernelTable made = table();
    EXPECT_EQ(made.kernels()[0].form, KernelForm::kMix);
    EXPECT_EQ(made.kernels()[0].vectorsPerCube, 2U);
}

TEST_F(KernelTableTest, OneSideThatSynchronisesIsMix) {
    add("k", 0);
    describe("k", MetaBuilder().add(kType, uint32_t{3}).add(kSync, uint32_t{1}));
    const KernelTable made = table();
    EXPECT_EQ(made.kernels()[0].form, KernelForm::kMix);
    EXPECT_EQ(made.kernels()[0].mainSide, CoreSide::kVector);
    EXPECT_EQ(made.kernels()[0].vectorsPerCube, 0U);
}

TEST_F(KernelTableTest, ReadsWhatTheBinaryNeeds) {
    builder.addSection(".ascend.meta", SHT_NOTE, 0,
                       MetaBuilder().add(kImplicit, uint32_t{1}, uint32_t{5}).bytes());
    const KernelTable made = table();
    EXPECT_TRUE(made.meta().has(ImplicitItem::kPrintFifo));
    EXPECT_FALSE(made.meta().has(ImplicitItem::kSyncBase));
    EXPECT_TRUE(made.meta().has(ImplicitItem::kAssertion));
}

TEST_F(KernelTableTest, StaysValidWhenItIsMoved) {
    add("k", 0);
    KernelTable first = table();
    const KernelTable second = std::move(first);
    ASSERT_NE(second.findByName("k"), nullptr);
    EXPECT_EQ(second.findByName("k")->name, "k");
}

TEST_F(KernelTableTest, RefusesAnEntryOutsideTheCode) {
    add("k", kCodeBytes);
    EXPECT_THAT(refusal(), HasSubstr("kernel k begins at 4096"));
}

TEST_F(KernelTableTest, RefusesTwoKernelsOfOneName) {
    add("k", 0);
    add("k", 8);
    EXPECT_THAT(refusal(), HasSubstr("two kernels k"));
}

TEST_F(KernelTableTest, RefusesMixWithoutItsOtherHalf) {
    add("k_mix_aic", 0);
    describe("k_mix_aic",
             MetaBuilder().add(kType, uint32_t{4}).add(kRatio, uint16_t{1}, uint16_t{2}));
    EXPECT_THAT(refusal(), HasSubstr("no code for vector cores"));
}

TEST_F(KernelTableTest, RefusesImpossibleRatios) {
    add("k_mix_aic", 0);
    add("k_mix_aiv", 8);
    describe("k_mix_aic",
             MetaBuilder().add(kType, uint32_t{4}).add(kRatio, uint16_t{3}, uint16_t{2}));
    EXPECT_THAT(refusal(), HasSubstr("3 cube cores with 2 vector cores"));
}

TEST_F(KernelTableTest, RefusesUnknownKinds) {
    add("k", 0);
    describe("k", MetaBuilder().add(kType, uint32_t{8}));
    EXPECT_THAT(refusal(), HasSubstr("kind 8"));
}

TEST_F(KernelTableTest, RefusesShortRecords) {
    add("k", 0);
    describe("k", MetaBuilder().add(kType, uint16_t{2}));
    EXPECT_THAT(refusal(), HasSubstr("the kind of k"));
}

TEST_F(KernelTableTest, RefusesRecordsThatLeaveTheSection) {
    add("k", 0);
    Bytes bytes = MetaBuilder().add(kType, uint32_t{2}).bytes();
    bytes[2] = std::byte{200};
    builder.addSection(".ascend.meta.k", SHT_PROGBITS, 0, bytes);
    EXPECT_THAT(refusal(), HasSubstr("record 1 about k"));
}

TEST_F(KernelTableTest, RefusesParametersThatContradictTheirSummary) {
    add("k", 0);
    describe("k", MetaBuilder()
                      .add(kSummary, uint32_t{1}, uint64_t{8})
                      .add(kParam, uint32_t{0}, uint32_t{0}, uint32_t{4}, uint32_t{8}, uint16_t{8},
                           uint16_t{0}, uint32_t{0}));
    EXPECT_THAT(refusal(), HasSubstr("parameter 0 of kernel k has 8 bytes at offset 4"));
}

TEST_F(KernelTableTest, RefusesMissingParameters) {
    add("k", 0);
    describe("k", MetaBuilder().add(kSummary, uint32_t{1}, uint64_t{8}));
    EXPECT_THAT(refusal(), HasSubstr("announces 1 parameters and describes 0"));
}

TEST_F(KernelTableTest, RefusesParametersOutOfOrder) {
    add("k", 0);
    describe("k", MetaBuilder()
                      .add(kSummary, uint32_t{1}, uint64_t{8})
                      .add(kParam, uint32_t{1}, uint32_t{1}, uint32_t{0}, uint32_t{8}, uint16_t{8},
                           uint16_t{0}, uint32_t{0}));
    EXPECT_THAT(refusal(), HasSubstr("parameter 1 of kernel k comes in place 0"));
}

TEST_F(KernelTableTest, RefusesUnknownImplicitItems) {
    builder.addSection(".ascend.meta", SHT_PROGBITS, 0,
                       MetaBuilder().add(kImplicit, uint32_t{0}).bytes());
    EXPECT_THAT(refusal(), HasSubstr("implicit item 0"));
}

}  // namespace
}  // namespace belay
