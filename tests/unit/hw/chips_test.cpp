#include "hw/chips.h"

#include <gtest/gtest.h>

#include <set>

namespace belay::hw {
namespace {

TEST(Chips, TheDefaultChipHasTheFiguresOfTheVendorsFile) {
    const Chip* chip = findChip("Ascend910B4");
    ASSERT_NE(chip, nullptr);
    EXPECT_EQ(chip->shortName, "Ascend910B");
    EXPECT_EQ(chip->architecture, 2201U);
    EXPECT_EQ(chip->cubeCores, 20U);
    EXPECT_EQ(chip->vectorCores, 40U);
    EXPECT_EQ(chip->aicpuCores, 6U);
    EXPECT_EQ(chip->memoryBytes, uint64_t{32} << 30);
    EXPECT_EQ(chip->l2Bytes, 100'663'296U);
    EXPECT_EQ(chip->unifiedBufferBytes, 196'608U);
    EXPECT_EQ(chip->cubeMhz, 1500U);
}

TEST(Chips, NamesAreFoundOnlyInFull) {
    EXPECT_EQ(findChip("Ascend910B5"), nullptr);
    EXPECT_EQ(findChip("ascend910b4"), nullptr);
    EXPECT_EQ(findChip("Ascend910B4 "), nullptr);
    EXPECT_EQ(findChip(""), nullptr);
    EXPECT_EQ(findChip("Ascend910B4-1")->l2Bytes, 176'160'768U);
}

TEST(Chips, EveryChipHasANameOfItsOwnAndUsableFigures) {
    std::set<std::string_view> names;
    for (const Chip& chip : chips()) {
        SCOPED_TRACE(chip.socName);
        EXPECT_TRUE(names.insert(chip.socName).second);
        EXPECT_EQ(findChip(chip.socName), &chip);
        EXPECT_TRUE(chip.socName.starts_with("Ascend"));
        EXPECT_TRUE(chip.shortName.starts_with("Ascend"));
        EXPECT_GT(chip.cubeCores, 0U);
        EXPECT_GT(chip.aicpuCores, 0U);
        EXPECT_GE(chip.memoryBytes, uint64_t{8} << 30);
        EXPECT_GT(chip.l2Bytes, 0U);
        EXPECT_GT(chip.unifiedBufferBytes, 0U);
        EXPECT_GT(chip.cubeMhz, 0U);
        EXPECT_NE(findArchitecture(chip.architecture), nullptr);
        EXPECT_NE(chipNames().find(chip.socName), std::string::npos);
    }
    EXPECT_EQ(names.size(), 34U);
}

TEST(Chips, TheDefaultArchitectureHasTheFiguresOfTheVendorsFile) {
    const Architecture* architecture = findArchitecture(2201);
    ASSERT_NE(architecture, nullptr);
    EXPECT_EQ(architecture->coreVersion, "AIC-C-220");
    EXPECT_EQ(architecture->l0aBytes, 65'536U);
    EXPECT_EQ(architecture->l0bBytes, 65'536U);
    EXPECT_EQ(architecture->l0cBytes, 131'072U);
    EXPECT_EQ(architecture->l1Bytes, 524'288U);
    EXPECT_EQ(architecture->warpSize, 0U);
    EXPECT_EQ(findArchitecture(2200), nullptr);
}

}  // namespace
}  // namespace belay::hw
