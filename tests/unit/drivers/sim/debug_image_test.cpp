#include "drivers/sim/debug_image.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "kernel/elf_image.h"
#include "support/seed.h"
#include "unit/kcc/compiled.h"

// As debuggers see it.
extern "C" {
struct TestedEntry {
    TestedEntry* next;
    TestedEntry* previous;
    const std::byte* file;
    uint64_t bytes;
};

struct TestedDescriptor {
    uint32_t version;
    uint32_t action;
    TestedEntry* relevant;
    TestedEntry* first;
};

// NOLINTNEXTLINE(bugprone-reserved-identifier, readability-identifier-naming)
extern TestedDescriptor __jit_debug_descriptor;
}

namespace belay::sim {
namespace {

using Bytes = std::vector<std::byte>;

constexpr uint64_t kAddress = 0x1200'0000'3000;

class DebugImageTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        const Bytes container = test::compileKernels(
            "#include \"belay/kernel/kernel_operator.h\"\n"
            "uint64_t factor = 3;\n"
            "extern \"C\" __global__ void scale(uint64_t* x) { *x *= factor; }\n",
            {"-g"});
        const ElfImage image = ElfImage::parse(container).value();
        const auto* section = image.findSection(".belay.debug.0");
        ASSERT_NE(section, nullptr);
        file = new Bytes(section->content.begin(), section->content.end());
    }

    static void TearDownTestSuite() {
        delete file;
        file = nullptr;
    }

    void SetUp() override { ASSERT_NE(file, nullptr); }

    static inline Bytes* file = nullptr;
};

uint64_t symbolOf(const ElfImage& image, std::string_view name) {
    return std::ranges::find(image.symbols(), name, &ElfImage::Symbol::name)->value;
}

TEST_F(DebugImageTest, SectionsAndSymbolsMove) {
    const Bytes moved = relocatedDebugFile(*file, kAddress);
    const ElfImage before = ElfImage::parse(*file).value();
    const ElfImage after = ElfImage::parse(moved).value();
    EXPECT_EQ(after.findSection(".text")->address, before.findSection(".text")->address + kAddress);
    EXPECT_EQ(after.findSection(".debug_info")->address, 0);
    EXPECT_EQ(symbolOf(after, "scale"), symbolOf(before, "scale") + kAddress);
    EXPECT_EQ(symbolOf(after, "factor"), symbolOf(before, "factor") + kAddress);
}

TEST_F(DebugImageTest, DebugInformationHasTheAddressOfTheFunction) {
    const Bytes moved = relocatedDebugFile(*file, kAddress);
    const ElfImage image = ElfImage::parse(moved).value();
    const uint64_t function = symbolOf(image, "scale");
    const auto content = image.findSection(".debug_info")->content;
    const auto* wanted = reinterpret_cast<const std::byte*>(&function);
    EXPECT_NE(std::search(content.begin(), content.end(), wanted, wanted + sizeof function),
              content.end());
}

TEST_F(DebugImageTest, CodeStaysAsItIs) {
    const Bytes moved = relocatedDebugFile(*file, kAddress);
    const auto textOf = [](const Bytes& bytes) {
        const auto content = ElfImage::parse(bytes).value().findSection(".text")->content;
        return Bytes(content.begin(), content.end());
    };
    EXPECT_EQ(textOf(moved), textOf(*file));
}

TEST_F(DebugImageTest, WhatIsNoFileGivesNothing) {
    EXPECT_TRUE(relocatedDebugFile({}, kAddress).empty());
    EXPECT_TRUE(relocatedDebugFile(Bytes(1000), kAddress).empty());
    EXPECT_TRUE(relocatedDebugFile(std::span(*file).first(100), kAddress).empty());
}

TEST_F(DebugImageTest, DamagedFilesAreNoHarm) {
    std::mt19937 random(test::seed());
    for (int round = 0; round < 2000; ++round) {
        Bytes damaged = *file;
        for (int i = 0; i < 8; ++i) {
            // The headers of the sections are at the end.
            const size_t place = i == 0 && round % 8 == 0
                                     ? random() % sizeof(Elf64_Ehdr)
                                     : damaged.size() - 1 - random() % (damaged.size() / 2);
            damaged[place] = static_cast<std::byte>(random());
        }
        damaged.resize(damaged.size() - (round % 4 == 0 ? random() % 3000 : 0));
        relocatedDebugFile(damaged, kAddress);
    }
}

TEST_F(DebugImageTest, DebuggersSeeItWhileItLives) {
    TestedEntry* const before = __jit_debug_descriptor.first;
    {
        const DebugImage first(*file, kAddress);
        const DebugImage second(*file, kAddress + 0x10000);
        TestedEntry* entry = __jit_debug_descriptor.first;
        ASSERT_NE(entry, nullptr);
        const Bytes expected = relocatedDebugFile(*file, kAddress + 0x10000);
        EXPECT_EQ(Bytes(entry->file, entry->file + entry->bytes), expected);
        ASSERT_NE(entry->next, before);
        EXPECT_EQ(entry->next->next, before);
        EXPECT_EQ(entry->next->previous, entry);
    }
    EXPECT_EQ(__jit_debug_descriptor.first, before);
    EXPECT_EQ(__jit_debug_descriptor.action, 0);
    const DebugImage nothing({}, kAddress);
    EXPECT_EQ(__jit_debug_descriptor.first, before);
}

}  // namespace
}  // namespace belay::sim
