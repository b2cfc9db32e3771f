#include "belay/kernel/blocks.h"

#include <gtest/gtest.h>

#include "belay/kernel/scalar.h"
#include "unit/kernel_library/device.h"

namespace belay::test {
namespace {

using kernel::Side;

class Blocks : public DeviceTest {};

TEST_F(Blocks, AVectorKernelCountsBlocks) {
    device().block = {nullptr, 3, 8, 0, 1, Side::kVector};
    EXPECT_EQ(AscendC::GetBlockIdx(), 3);
    EXPECT_EQ(AscendC::GetBlockNum(), 8);
    EXPECT_EQ(AscendC::GetSubBlockIdx(), 0);
    EXPECT_EQ(AscendC::GetTaskRatio(), 1);
}

TEST_F(Blocks, VectorCoresThatShareABlockHaveNumbersOfTheirOwn) {
    device().block = {nullptr, 3, 8, 1, 2, Side::kVector};
    EXPECT_EQ(AscendC::GetBlockIdx(), 7);
    EXPECT_EQ(AscendC::GetBlockNum(), 8);
    EXPECT_EQ(AscendC::GetSubBlockIdx(), 1);
    EXPECT_EQ(AscendC::GetTaskRatio(), 2);
    EXPECT_EQ(AscendC::GetTaskRation(), 2);
    EXPECT_EQ(AscendC::GetSubBlockNum(), 2);
}

TEST_F(Blocks, CubeCoresCountBlocks) {
    device().block = {nullptr, 3, 8, 0, 2, Side::kCube};
    EXPECT_EQ(AscendC::GetBlockIdx(), 3);
    EXPECT_EQ(AscendC::GetTaskRatio(), 1);
    EXPECT_EQ(AscendC::GetSubBlockNum(), 1);
}

TEST_F(Blocks, TheKindOfCoreIsKnownWhenCompiling) {
    static_assert(ASCEND_IS_AIV && !ASCEND_IS_AIC);
    static_assert(AscendC::GetDataBlockSizeInBytes() == 32);
}

TEST_F(Blocks, TheClockDoesNotGoBack) {
    const int64_t before = AscendC::GetSystemCycle();
    EXPECT_GE(AscendC::GetSystemCycle(), before);
}

TEST(Scalar, CountsBits) {
    using namespace AscendC;
    static_assert(ScalarGetCountOfValue<1>(0xFFFF) == 16 && ScalarGetCountOfValue<0>(0xFFFF) == 48);
    static_assert(ScalarGetCountOfValue<1>(0) == 0 && ScalarGetCountOfValue<0>(0) == 64);
    static_assert(ScalarCountLeadingZero(0) == 64 && ScalarCountLeadingZero(1) == 63);
    static_assert(ScalarCountLeadingZero(~uint64_t{0}) == 0);
    static_assert(CountBitsCntSameAsSignBit(0x0f00000000000000) == 3);
    static_assert(CountBitsCntSameAsSignBit(0) == -1 && CountBitsCntSameAsSignBit(-1) == -1);
    static_assert(CountBitsCntSameAsSignBit(1) == 62 && CountBitsCntSameAsSignBit(INT64_MIN) == 0);
    static_assert(ScalarGetSFFValue<1>(0x10) == 4 && ScalarGetSFFValue<0>(0x0F) == 4);
    static_assert(ScalarGetSFFValue<1>(0) == -1 && ScalarGetSFFValue<0>(~uint64_t{0}) == -1);
    static_assert(ToFloat(ToBfloat16(1.5F)) == 1.5F);
}

template <AscendC::RoundMode Mode>
int32_t toInt(float value) {
    return AscendC::ScalarCast<float, int32_t, Mode>(value);
}

TEST(Scalar, CastsToIntegers) {
    using AscendC::RoundMode;
    EXPECT_EQ(toInt<RoundMode::CAST_RINT>(2.5F), 2);
    EXPECT_EQ(toInt<RoundMode::CAST_RINT>(3.5F), 4);
    EXPECT_EQ(toInt<RoundMode::CAST_ROUND>(2.5F), 3);
    EXPECT_EQ(toInt<RoundMode::CAST_ROUND>(-2.5F), -3);
    EXPECT_EQ(toInt<RoundMode::CAST_FLOOR>(-2.1F), -3);
    EXPECT_EQ(toInt<RoundMode::CAST_CEIL>(-2.9F), -2);
    EXPECT_EQ(toInt<RoundMode::CAST_CEIL>(1e10F), INT32_MAX);
    EXPECT_EQ(toInt<RoundMode::CAST_CEIL>(-1e10F), INT32_MIN);
    EXPECT_EQ(toInt<RoundMode::CAST_CEIL>(__builtin_nanf("")), 0);
}

TEST(Scalar, CastsToTheOddHalf) {
    const auto odd = [](float value) {
        return AscendC::ScalarCast<float, half, AscendC::RoundMode::CAST_ODD>(value).bits;
    };
    EXPECT_EQ(odd(1), 0x3C00);  // exact
    EXPECT_EQ(odd(1 + 0x1p-20F), 0x3C01);
    EXPECT_EQ(odd(1 - 0x1p-20F), 0x3BFF);
    EXPECT_EQ(odd(-1 - 0x1p-20F), 0xBC01);
    EXPECT_EQ(odd(0x1p-40F), 0x0001);
    EXPECT_EQ(odd(-0x1p-40F), 0x8001);
    EXPECT_EQ(odd(1e30F), 0x7BFF);
}

}  // namespace
}  // namespace belay::test
