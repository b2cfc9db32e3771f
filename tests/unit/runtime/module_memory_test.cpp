#include "runtime/module_memory.h"

#include <gtest/gtest.h>

#include <array>

namespace belay {
namespace {

TEST(ModuleMemory, CountsEachModuleOfEachDevice) {
    ModuleMemory& memory = ModuleMemory::instance();
    const std::array<char, 3> blocks{};
    memory.add(&blocks[0], 100, 40, 7);
    memory.add(&blocks[1], 50, 40, 7);
    memory.add(&blocks[2], 30, 41, 7);
    EXPECT_TRUE(ModuleMemory::isInUse());
    memory.remove(&blocks[0]);
    memory.remove(&blocks[0]);
    const auto uses = memory.usesOf(40);
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].module, 7);
    EXPECT_EQ(uses[0].bytes, 50U);
    EXPECT_EQ(uses[0].peakBytes, 150U);
    memory.forget(40);
    EXPECT_TRUE(memory.usesOf(40).empty());
    EXPECT_EQ(memory.usesOf(41).size(), 1U);
    memory.forget(41);
    EXPECT_FALSE(ModuleMemory::isInUse());
}

}  // namespace
}  // namespace belay
