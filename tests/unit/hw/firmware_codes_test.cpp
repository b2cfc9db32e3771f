#include "hw/firmware_codes.h"

#include <gtest/gtest.h>

#include <array>

namespace belay::hw {
namespace {

constexpr uint32_t kStatus = 0xABCD1234;

TEST(FirmwareCodes, EachErrorBitHasTheCodeOfItsUnit) {
    struct Row {
        FailedUnit unit;
        std::array<uint32_t, 6> codes;
    };

    const std::array<Row, 4> rows = {{
        {FailedUnit::kCube, {0x26, 0x27, 0x25, 0x106, 0x26, kStatus}},
        {FailedUnit::kVector, {0x31, 0x32, 0x30, 0x106, 0x31, kStatus}},
        {FailedUnit::kAicpu, {0x2A, 0x104, 0x28, 0x106, 0x2A, kStatus}},
        {FailedUnit::kMix, {0x10F, 0x110, 0x111, 0x106, 0x10F, kStatus}},
    }};
    for (const Row& row : rows) {
        for (size_t bit = 0; bit < row.codes.size(); ++bit) {
            EXPECT_EQ(firmwareCodeOf(row.unit, static_cast<uint8_t>(1U << bit), kStatus),
                      row.codes[bit])
                << static_cast<int>(row.unit) << " " << bit;
        }
    }
    EXPECT_EQ(firmwareCodeOf(FailedUnit::kSdmaCopy, kErrorException, kStatus), 0x217U);
    EXPECT_EQ(firmwareCodeOf(FailedUnit::kSdmaReduce, kErrorException, kStatus), 0x218U);
    EXPECT_EQ(firmwareCodeOf(FailedUnit::kOther, kErrorSqe, kStatus), 0x106U);
}

TEST(FirmwareCodes, TheLowestBitCountsAndAWarningDoesNot) {
    EXPECT_EQ(firmwareCodeOf(FailedUnit::kCube, kErrorTrap | kErrorTimeout | kErrorWarning, 0),
              0x27U);
}

TEST(FirmwareCodes, BecomeCodesOfThePublicInterface) {
    EXPECT_EQ(codeOfFirmware(0x26), Code::kRtAicoreException);
    EXPECT_EQ(codeOfFirmware(0x30), Code::kRtVectorCoreTimeout);
    EXPECT_EQ(codeOfFirmware(0x110), Code::kRtFftsPlusTrapException);
    EXPECT_EQ(codeOfFirmware(0x217), Code::kRtSysDma);
    EXPECT_EQ(codeOfFirmware(0x106), Code::kRtTsError);
    EXPECT_EQ(codeOfFirmware(0x107), Code::kRtInternalError);
    EXPECT_EQ(codeOfFirmware(0xFFFF), Code::kRtTsError);
    EXPECT_EQ(codeOfFirmware(0), Code::kRtTsError);
}

}  // namespace
}  // namespace belay::hw
