// Entries as another runtime was seen to send them to an emulated 910B4, byte for byte. The samples
// use stream 0x32, events 0x123 and 0x124, notify 0x45.
#include <gtest/gtest.h>

#include "entries.h"
#include "hw/event_table.h"
#include "hw/sqe_decode.h"
#include "hw/sqe_encode.h"

namespace belay::hw {
namespace {

constexpr uint16_t kStream = 0x32;

template <typename Entry>
Sqe encoded(const Entry& entry) {
    const StarsV1Encoder encoder;
    Sqe sqe;
    sqe.words.fill(0xFFFFFFFF);
    if constexpr (std::is_void_v<decltype(encoder.encode(entry, sqe))>) {
        encoder.encode(entry, sqe);
    } else {
        EXPECT_TRUE(encoder.encode(entry, sqe).isOk());
    }
    return sqe;
}

/// Encodes to these bytes, and decodes from them.
template <typename Entry>
void expectBytes(const Entry& entry, std::string_view hex) {
    const Sqe golden{wordsFromHex<16>(hex)};
    EXPECT_EQ(encoded(entry).words, golden.words) << hex;
    const Decoded decoded = decode(golden);
    ASSERT_TRUE(std::holds_alternative<Entry>(decoded)) << hex;
    EXPECT_EQ(std::get<Entry>(decoded), entry) << hex;
}

TEST(GoldenEntries, EventRecord) {
    expectBytes(EventRecord{.common = {.streamId = kStream, .taskId = 0}, .eventId = 0x123},
                "04000000 32000000 23010000 0000fe00");
    expectBytes(EventRecord{.common = {.streamId = kStream, .taskId = 1, .writeCqe = true},
                            .eventId = 0x124},
                "04400000 32000100 24010000 0000fe00");
}

TEST(GoldenEntries, EventWait) {
    expectBytes(EventWait{.common = {.streamId = 0x33, .taskId = 0}, .eventId = 0x123},
                "05000000 33000000 23010000 0000ff00");
}

TEST(GoldenEntries, EventReset) {
    expectBytes(WriteValue{.common = {.streamId = kStream, .taskId = 6},
                           .target = {.address = stars_v1::eventAddr(0x123, {}),
                                      .size = WriteSize::k8Bits,
                                      .isVirtual = false,
                                      .subType = WriteSubType::kEventReset},
                           .eventId = 0x123},
                "08000000 32000600 00000000 0000fe00 8c0420a0 06000000 23010000 01000000");
}

TEST(GoldenEntries, Notify) {
    expectBytes(NotifyRecord{.common = {.streamId = kStream, .taskId = 8}, .notifyId = 0x45},
                "06000000 32000800 45000000 0000fe00");
    expectBytes(NotifyWait{.common = {.streamId = 0x33, .taskId = 1}, .notifyId = 0x45},
                "07000000 33000100 45000000 0000ff00");
}

TEST(GoldenEntries, CopyOnTheDevice) {
    Sdma copy{.common = {.streamId = kStream, .taskId = 2},
              .length = 4096,
              .source = 0x1200C2205000,
              .destination = 0x1200C2306000};
    expectBytes(copy,
                "0b000000 32000200 00000000 0000fe00"
                "00de0000 00000000 00000000 00100000"
                "005020c2 00120000 006030c2 00120000");
    copy.length = 512 << 10;
    expectBytes(copy,
                "0b000000 32000200 00000000 0000fe00"
                "00de0000 00000000 00000000 00000800"
                "005020c2 00120000 006030c2 00120000");
}

TEST(GoldenEntries, CopyBetweenHostAndDevice) {
    const Common common = {.streamId = kStream, .taskId = 3, .writeCqe = true};
    constexpr uint64_t kHost = 0x7FCD9F209000;
    constexpr uint64_t kDevice = 0x1200C2205000;
    expectBytes(PcieDma{.common = common, .source = kHost, .destination = kDevice, .length = 4096},
                "11400000 32000300 00000000 0000fe00"
                "00000000 00000000 00000000 00000000"
                "0090209f cd7f0000 005020c2 00120000"
                "00100000 00000000 00000000 00000000");
    expectBytes(PcieDma{.common = common, .source = kDevice, .destination = kHost, .length = 4096},
                "11400000 32000300 00000000 0000fe00"
                "00000000 00000000 00000000 00000000"
                "005020c2 00120000 0090209f cd7f0000"
                "00100000 00000000 00000000 00000000");
}

TEST(GoldenEntries, KernelOnOneKindOfCore) {
    AicoreKernel kernel{.common = {.streamId = kStream, .taskId = 10},
                        .core = CoreKind::kVector,
                        .blockDim = 8,
                        .stackBase = 0x1200C1600000,
                        .pc = 0x1200C2600000,
                        .args = 0x1200C1210000};
    expectBytes(kernel,
                "00000800 32000a00 01100000 0000fe00"
                "000060c1 00120000 00000000 04000000"
                "000060c2 00120000 000021c1 00120000");
    kernel.core = CoreKind::kCube;
    expectBytes(kernel,
                "00000800 32000a00 00100000 0000fe00"
                "000060c1 00120000 00000000 04000000"
                "000060c2 00120000 000021c1 00120000");
}

TEST(GoldenEntries, MixKernel) {
    expectBytes(MixKernel{.common = {.streamId = kStream, .taskId = 0x0D},
                          .side = MixSide::kCube,
                          .blockDim = 8,
                          .stackBase = 0x1200C1600000,
                          .contextAddr = 0x1200C1210000},
                "00000800 0d203200 04000000 0000fe06"
                "000060c1 00120000 01000100 01000000"
                "00000000 00000000 000021c1 00120000");
}

TEST(GoldenEntries, MixContext) {
    // The document gives the arguments and the code by name; the addresses here are our own.
    const MixContext context{.side = MixSide::kCube,
                             .cubeIcachePrefetch = 1,
                             .vectorIcachePrefetch = 1,
                             .blockRatio = 2,
                             .tailBlockRatio = 2,
                             .blockDim = 8,
                             .tailBlockDim = 8,
                             .cubeArgs = 0x1200C1210080,
                             .vectorArgs = 0x1200C1210080,
                             .cubePc = 0x1200C2600000,
                             .cubeTailPc = 0x1200C2600000,
                             .vectorPc = 0x1200C2601000,
                             .vectorTailPc = 0x1200C2601000};
    const MixContextImage golden{
        wordsFromHex<32>("06000000"
                         "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
                         "00000000 00000000 00000000 00000000 00000000 00000000 00000000"
                         "08010000 04000202 00000100 08000800"
                         "800021c1 00120000 800021c1 00120000"
                         "000060c2 00120012 000060c2 001060c2 00120012 001060c2")};
    MixContextImage image;
    image.words.fill(0xFFFFFFFF);
    ASSERT_TRUE(StarsV1Encoder().encode(context, image).isOk());
    EXPECT_EQ(image.words, golden.words);
    const auto decoded = decode(golden);
    ASSERT_TRUE(std::holds_alternative<MixContext>(decoded));
    EXPECT_EQ(std::get<MixContext>(decoded), context);
}

TEST(GoldenEntries, Placeholders) {
    expectBytes(makePlaceholder({.streamId = 0x31, .taskId = 0, .writeCqe = true, .preProcess = 1},
                                VersionQuery{.buildVersion = 7}),
                "03446100 31000000 00000000 0000fe00 | 07000000");
    expectBytes(makePlaceholder({.streamId = 0x31, .taskId = 1, .preProcess = 1},
                                RingBufferControl{.offset = 0x1200C2000000, .totalLength = 10}),
                "03045300 31000100 00000000 0000fe00 | 000000c2 00120000 00000000 00000000 |"
                "00000000 00000000 0a000000 00000000");
}

TEST(GoldenEntries, AicpuKernel) {
    expectBytes(AicpuKernel{.common = {.streamId = 0x31, .taskId = 2},
                            .kernelType = AicpuKernelType::kAicpu,
                            .args = 0x1200C2204000,
                            .kernelName = 0x1200C1200000,
                            .extra = 2},
                "01000100 31000200 00000200 0000fe00 | 00000000 00000000 004020c2 00120000 |"
                "000020c1 00120000 00000000 00000000 | 02000000 00000000 00300028 00000000");
}

}  // namespace
}  // namespace belay::hw
