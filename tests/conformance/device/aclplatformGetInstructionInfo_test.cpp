#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <string>

#include "acl/acl_platform.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclplatformGetInstructionInfo_test {
namespace {

std::string typesOf(const char* instruction, aclplatformCoreType type) {
    std::array<char, 64> text{};
    EXPECT_EQ(aclplatformGetInstructionInfo(type, instruction, text.data(), text.size()),
              ACL_SUCCESS)
        << recentMessage();
    return text.data();
}

TEST(aclplatformGetInstructionInfo, ListsDataTypes) {
    for (const aclplatformCoreType type :
         {ACL_PLATFORM_CORE_TYPE_AI_CORE, ACL_PLATFORM_CORE_TYPE_VECTOR_CORE}) {
        EXPECT_EQ(typesOf("Intrinsic_vexp", type), "float16,float32");
        EXPECT_EQ(typesOf("Intrinsic_vln", type), "float16,float32");
        EXPECT_EQ(typesOf("Intrinsic_vadd", type), "float16,float32,int16,int32");
        EXPECT_EQ(typesOf("Intrinsic_vand", type), "int16,uint16");
    }
}

TEST(aclplatformGetInstructionInfo, UnknownInstructionIsRefused) {
    std::array<char, 64> text{};
    for (const char* instruction : {"", "Intrinsic_", "Intrinsic_vex", "intrinsic_vexp", "vexp"}) {
        EXPECT_TRUE(refused("aclplatformGetInstructionInfo", "instruction", [&] {
            return aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, instruction,
                                                 text.data(), 64);
        })) << instruction;
    }
    EXPECT_EQ(text[0], '\0');
}

TEST(aclplatformGetInstructionInfo, ChipWithoutTableKnowsNone) {
    expectEndsWell(
        [] {
            std::array<char, 64> text{};
            EXPECT_TRUE(refusedWith(
                ACL_ERROR_INVALID_PARAM, "aclplatformGetInstructionInfo", "Ascend310P3", [&] {
                    return aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE,
                                                         "Intrinsic_vexp", text.data(), 64);
                }));
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend310P3"}}});
}

TEST(aclplatformGetInstructionInfo, BufferThatIsTooSmallIsRefused) {
    std::array<char, 16> text{};
    for (const uint32_t size : {0U, 1U, 15U}) {
        EXPECT_TRUE(refused("aclplatformGetInstructionInfo", "maxLen", [&] {
            return aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, "Intrinsic_vexp",
                                                 text.data(), size);
        })) << size;
    }
    EXPECT_EQ(text[0], '\0');
    EXPECT_EQ(aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, "Intrinsic_vexp",
                                            text.data(), 16),
              ACL_SUCCESS);
}

TEST(aclplatformGetInstructionInfo, UnknownKindOfCoreIsRefused) {
    std::array<char, 64> text{};
    for (const int number : {-1, 2, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refused("aclplatformGetInstructionInfo", "type", [&] {
            return aclplatformGetInstructionInfo(enumOf<aclplatformCoreType>(number),
                                                 "Intrinsic_vexp", text.data(), 64);
        })) << number;
    }
}

TEST(aclplatformGetInstructionInfo, NullIsRefused) {
    std::array<char, 64> text{};
    EXPECT_TRUE(refused("aclplatformGetInstructionInfo", "instruction", [&] {
        return aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, nullptr, text.data(),
                                             64);
    }));
    EXPECT_TRUE(refused("aclplatformGetInstructionInfo", "value", [] {
        return aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, "Intrinsic_vexp",
                                             nullptr, 64);
    }));
}

}  // namespace
}  // namespace belay::test::aclplatformGetInstructionInfo_test
