#include "kernel/elf_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "support/elf_builder.h"

namespace belay {
namespace {

using test::Bytes;
using test::ElfBuilder;
using testing::HasSubstr;

constexpr uint64_t kFar = uint64_t{1} << 60;

Bytes bytesOf(std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

TEST(ElfImage, HasSectionsSymbolsAndHeader) {
    ElfBuilder builder;
    builder.header.e_version = 0x5A5A0101;
    const uint16_t code = builder.addCode(64);
    builder.addSymbol("kernel", code, 16, ELF64_ST_INFO(STB_WEAK, STT_OBJECT), STV_PROTECTED);
    builder.addSymbol("elsewhere", SHN_UNDEF, 0);
    const Bytes file = builder.build();
    auto image = ElfImage::parse(file);
    ASSERT_TRUE(image.isOk()) << image.status().message();
    EXPECT_EQ(image.value().machine(), ElfBuilder::kMachine);
    EXPECT_EQ(image.value().version(), 0x5A5A0101);
    EXPECT_EQ(image.value().file().size(), file.size());
    ASSERT_EQ(image.value().sections().size(), 4U);
    const ElfImage::Section* text = image.value().findSection(".text");
    ASSERT_NE(text, nullptr);
    EXPECT_TRUE(text->isAllocated);
    EXPECT_FALSE(text->isWritable);
    EXPECT_EQ(text->content.data(), file.data() + text->offset);
    EXPECT_EQ(image.value().findSection(".data"), nullptr);
    ASSERT_EQ(image.value().symbols().size(), 3U);
    const ElfImage::Symbol& symbol = image.value().symbols()[1];
    EXPECT_EQ(symbol.name, "kernel");
    EXPECT_EQ(symbol.type, ElfImage::SymbolType::kObject);
    EXPECT_EQ(symbol.binding, ElfImage::Binding::kWeak);
    EXPECT_EQ(symbol.visibility, ElfImage::Visibility::kProtected);
    EXPECT_EQ(symbol.value, 16U);
    EXPECT_TRUE(symbol.isDefined());
    EXPECT_FALSE(image.value().symbols()[2].isDefined());
}

TEST(ElfImage, LoadsFromTheFirstToTheLastAllocatedSection) {
    ElfBuilder builder;
    builder.addSection(".comment", SHT_PROGBITS, 0, bytesOf("before"));
    builder.addSection(".empty", SHT_PROGBITS, SHF_ALLOC, {});
    builder.addSection(".text", SHT_PROGBITS, SHF_ALLOC, bytesOf("code"));
    builder.addSection(".note", SHT_NOTE, 0, bytesOf("between"));
    builder.addSection(".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, bytesOf("data"));
    builder.addSection(".after", SHT_PROGBITS, 0, bytesOf("after"));
    const Bytes file = builder.build();
    auto image = ElfImage::parse(file);
    ASSERT_TRUE(image.isOk()) << image.status().message();
    const auto loaded = image.value().loadedBytes();
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(loaded.data()), loaded.size()),
              "codebetweendata");
}

TEST(ElfImage, LoadsNothingWithoutAllocatedSections) {
    const Bytes file = ElfBuilder().build();
    auto image = ElfImage::parse(file);
    ASSERT_TRUE(image.isOk()) << image.status().message();
    EXPECT_TRUE(image.value().loadedBytes().empty());
}

TEST(ElfImage, MemoryThatTheFileDoesNotHaveIsNoContent) {
    ElfBuilder builder;
    const uint16_t zeros = builder.addSection(".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, {});
    builder.sections[zeros].header.sh_size = kFar;
    const Bytes file = builder.build();
    auto image = ElfImage::parse(file);
    ASSERT_TRUE(image.isOk()) << image.status().message();
    EXPECT_TRUE(image.value().sections()[zeros].content.empty());
    EXPECT_EQ(image.value().sections()[zeros].size, kFar);
}

struct Damage {
    const char* name;
    std::function<void(ElfBuilder&)> apply;
    const char* text;
};

class DamagedElf : public testing::TestWithParam<Damage> {};

TEST_P(DamagedElf, IsRefusedWithTheReason) {
    ElfBuilder builder;
    const uint16_t code = builder.addCode(64);
    builder.addSymbol("kernel", code, 16);
    GetParam().apply(builder);
    const Bytes file = builder.build();
    auto image = ElfImage::parse(file);
    ASSERT_FALSE(image.isOk());
    EXPECT_EQ(image.status().code(), Code::kRtParamInvalid);
    EXPECT_THAT(std::string(image.status().message()), HasSubstr(GetParam().text));
}

// The tables of every ElfBuilder, and the first section after them.
constexpr size_t kStrings = 1;
constexpr size_t kSymbols = 2;
constexpr size_t kCode = 3;

INSTANTIATE_TEST_SUITE_P(
    Kinds, DamagedElf,
    testing::Values(
        Damage{"Mark", [](ElfBuilder& b) { b.header.e_ident[0] = 'E'; }, "mark of an ELF file"},
        Damage{"Class", [](ElfBuilder& b) { b.header.e_ident[EI_CLASS] = ELFCLASS32; }, "class 1"},
        Damage{"Order", [](ElfBuilder& b) { b.header.e_ident[EI_DATA] = ELFDATA2MSB; },
               "byte order 2"},
        Damage{"HeadersFarAway", [](ElfBuilder& b) { b.header.e_shoff = kFar; },
               "the section headers"},
        Damage{"TooManyHeaders", [](ElfBuilder& b) { b.header.e_shnum = 60'000; },
               "the section headers"},
        Damage{"SizeOfHeaders", [](ElfBuilder& b) { b.header.e_shentsize = 40; }, "40 bytes"},
        Damage{"ContentFarAway", [](ElfBuilder& b) { b.sections[kCode].header.sh_offset = kFar; },
               "section 3"},
        Damage{"ContentTooLong", [](ElfBuilder& b) { b.sections[kCode].header.sh_size = ~0ULL; },
               "section 3"},
        Damage{"NamesInNoSection", [](ElfBuilder& b) { b.header.e_shstrndx = 99; }, "section 99"},
        Damage{"NamesInNoStrings", [](ElfBuilder& b) { b.header.e_shstrndx = kCode; },
               "no table of strings"},
        Damage{"NameOutside", [](ElfBuilder& b) { b.sections[kCode].header.sh_name = 1U << 30; },
               "the name of section 3"},
        Damage{"NameWithoutEnd",
               [](ElfBuilder& b) { b.sections[kStrings].content.back() = std::byte{'x'}; },
               "no terminator"},
        Damage{"NameTooLong",
               [](ElfBuilder& b) {
                   b.addSection(std::string(ElfImage::kMaxNameLength + 1, 'n'), SHT_PROGBITS, 0,
                                {});
               },
               "4096 characters"},
        Damage{"SizeOfSymbols", [](ElfBuilder& b) { b.sections[kSymbols].header.sh_entsize = 23; },
               "entries of 23"},
        Damage{"HalfASymbol",
               [](ElfBuilder& b) { b.sections[kSymbols].content.resize(sizeof(Elf64_Sym) + 1); },
               "the symbol table has 25 bytes"},
        Damage{"NamesOfSymbols", [](ElfBuilder& b) { b.sections[kSymbols].header.sh_link = 77; },
               "section 77"},
        Damage{"SymbolInNoSection", [](ElfBuilder& b) { b.addSymbol("lost", 50, 0); },
               "symbol 2 lies in section 50"},
        Damage{"OverlappingSections",
               [](ElfBuilder& b) {
                   const uint16_t more = b.addCode(8);
                   b.sections[more].header.sh_offset = sizeof(Elf64_Ehdr);
               },
               "before the end"}),
    [](const auto& damage) { return std::string(damage.param.name); });

TEST(ElfImage, EveryCutIsRefused) {
    ElfBuilder builder;
    builder.addSymbol("kernel", builder.addCode(64), 16);
    const Bytes file = builder.build();
    for (size_t size = 0; size < file.size(); ++size) {
        EXPECT_FALSE(ElfImage::parse(std::span(file).first(size)).isOk()) << size;
    }
    EXPECT_TRUE(ElfImage::parse(file).isOk());
}

}  // namespace
}  // namespace belay
