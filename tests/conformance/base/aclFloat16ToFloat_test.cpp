#include <gtest/gtest.h>

#include <bit>
#include <cfenv>

#include "acl/acl_base.h"
#include "support/half_reference.h"
#include "support/threads.h"

namespace belay::test::aclFloat16ToFloat_test {
namespace {

TEST(aclFloat16ToFloat, EveryHalfIsExact) {
    for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const auto half = static_cast<aclFloat16>(bits);
        ASSERT_EQ(static_cast<double>(aclFloat16ToFloat(half)), halfValue(half)) << "half " << bits;
    }
}

TEST(aclFloat16ToFloat, SignOfZeroIsKept) {
    EXPECT_EQ(std::bit_cast<uint32_t>(aclFloat16ToFloat(0x0000)), 0U);
    EXPECT_EQ(std::bit_cast<uint32_t>(aclFloat16ToFloat(0x8000)), 0x8000'0000U);
}

TEST(aclFloat16ToFloat, LargestExponentIsAnOrdinaryOne) {
    EXPECT_EQ(aclFloat16ToFloat(0x7BFF), 65504.0F);
    EXPECT_EQ(aclFloat16ToFloat(0x7C00), 65536.0F);
    EXPECT_EQ(aclFloat16ToFloat(0x7E00), 98304.0F);
    EXPECT_EQ(aclFloat16ToFloat(0xFFFF), -131008.0F);
}

TEST(aclFloat16ToFloat, RoundingModeMakesNoDifference) {
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        ASSERT_EQ(std::fesetround(mode), 0);
        const float smallest = aclFloat16ToFloat(0x0001);
        const float subnormal = aclFloat16ToFloat(0x83FF);
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(smallest, 0x1p-24F);
        EXPECT_EQ(subnormal, -1023 * 0x1p-24F);
    }
}

TEST(aclFloat16ToFloat, WorksOnManyThreadsAtOnce) {
    onThreads(8, [](size_t thread) {
        for (uint32_t i = 0; i < 1000; ++i) {
            const auto half = static_cast<aclFloat16>(thread * 1000 + i);
            ASSERT_EQ(static_cast<double>(aclFloat16ToFloat(half)), halfValue(half));
        }
    });
}

}  // namespace
}  // namespace belay::test::aclFloat16ToFloat_test
