#include "hw/sqe_encode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belay::hw {
namespace {

using testing::HasSubstr;

constexpr uint64_t kBit48 = uint64_t{1} << 48;
constexpr uint64_t kBit49 = uint64_t{1} << 49;
constexpr uint64_t kBit52 = uint64_t{1} << 52;

const StarsV1Encoder kEncoder;

template <typename Entry, typename Image = Sqe>
void expectRefused(const Entry& entry, Code code, const char* text) {
    Image image;
    image.words.fill(0x5A5A5A5A);
    const Image before = image;
    const Status status = kEncoder.encode(entry, image);
    EXPECT_EQ(status.code(), code);
    EXPECT_THAT(std::string(status.message()), HasSubstr(text));
    EXPECT_EQ(image, before);
}

TEST(SqeEncode, BlocksBeyondTheFieldAreAnError) {
    Sqe sqe;
    for (const uint32_t blocks : {1U, 65535U}) {
        EXPECT_TRUE(kEncoder.encode(AicoreKernel{.blockDim = blocks}, sqe).isOk());
        EXPECT_TRUE(kEncoder.encode(MixKernel{.blockDim = blocks}, sqe).isOk());
    }
    for (const uint32_t blocks : {0U, 65536U, 0xFFFFFFFFU}) {
        expectRefused(AicoreKernel{.blockDim = blocks}, Code::kRtParamInvalid,
                      std::to_string(blocks).c_str());
        expectRefused(MixKernel{.blockDim = blocks}, Code::kRtParamInvalid,
                      std::to_string(blocks).c_str());
    }
}

TEST(SqeEncode, AddressesBeyondTheFieldAreAnError) {
    Sqe sqe;
    EXPECT_TRUE(kEncoder.encode(AicoreKernel{.pc = kBit48 - 1, .args = kBit52 - 1}, sqe).isOk());
    expectRefused(AicoreKernel{.pc = kBit48}, Code::kRtParamInvalid, "0x1000000000000");
    expectRefused(AicoreKernel{.args = kBit52}, Code::kRtParamInvalid, "argument");

    MixContextImage image;
    EXPECT_TRUE(kEncoder.encode(MixContext{.cubeArgs = kBit48 - 1, .vectorArgs = kBit48 - 1}, image)
                    .isOk());
    expectRefused<MixContext, MixContextImage>({.cubeArgs = kBit48}, Code::kRtParamInvalid,
                                               "argument");
    expectRefused<MixContext, MixContextImage>({.vectorArgs = kBit48}, Code::kRtParamInvalid,
                                               "argument");
    expectRefused<MixContext, MixContextImage>({.cubePc = kBit48}, Code::kRtParamInvalid, "code");
    expectRefused<MixContext, MixContextImage>({.vectorPc = kBit48}, Code::kRtParamInvalid, "code");
}

TEST(SqeEncode, WritesBeyondTheFieldOrMisalignedAreAnError) {
    Sqe sqe;
    const WriteTarget last{.address = kBit49 - 8, .size = WriteSize::k64Bits};
    EXPECT_TRUE(kEncoder.encode(WriteValue{.target = last}, sqe).isOk());
    const WriteTarget beyond{.address = kBit49, .size = WriteSize::k64Bits};
    expectRefused(WriteValue{.target = beyond}, Code::kRtParamInvalid, "49 bits");
    expectRefused<WriteTarget, WriteTargetImage>(beyond, Code::kRtParamInvalid, "49 bits");
    const WriteTarget crooked{.address = 0x1004, .size = WriteSize::k64Bits};
    expectRefused(WriteValue{.target = crooked}, Code::kRtAddrUnaligned, "aligned");
    expectRefused<WriteTarget, WriteTargetImage>(crooked, Code::kRtAddrUnaligned, "0x1004");
}

TEST(SqeEncode, TheEncoderIsChosenThroughItsInterface) {
    const SqeEncoder& encoder = kEncoder;
    Sqe sqe;
    encoder.encode(EventRecord{.eventId = 1}, sqe);
    EXPECT_EQ(sqe.words[0], 4U);
    EXPECT_EQ(sqe.words[2], 1U);
}

}  // namespace
}  // namespace belay::hw
