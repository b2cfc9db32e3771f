#include "hw/sqe_decode.h"

#include <gtest/gtest.h>

#include <set>

#include "entries.h"
#include "hw/sqe_encode.h"

namespace belay::hw {
namespace {

template <typename Entry>
Sqe encoded(const Entry& entry) {
    const StarsV1Encoder encoder;
    Sqe sqe;
    if constexpr (std::is_void_v<decltype(encoder.encode(entry, sqe))>) {
        encoder.encode(entry, sqe);
    } else {
        EXPECT_TRUE(encoder.encode(entry, sqe).isOk());
    }
    return sqe;
}

/// Changes `width` bits of a word, the way a faulty sender would.
template <typename Image>
Image altered(const Image& image, size_t word, unsigned bit, unsigned width, uint32_t value) {
    const uint32_t mask = static_cast<uint32_t>((uint64_t{1} << width) - 1) << bit;
    Image other = image;
    other.words[word] = (image.words[word] & ~mask) | value << bit;
    return other;
}

template <typename Image>
std::optional<Refusal> refusalOf(const Image& image) {
    const auto decoded = decode(image);
    if (const auto* refusal = std::get_if<Refusal>(&decoded)) {
        return *refusal;
    }
    return std::nullopt;
}

constexpr Refusal kNoRefusal{Rule::kReservedBit, 0xFF};

template <typename Image>
Rule ruleOf(const Image& image) {
    const Refusal refusal = refusalOf(image).value_or(kNoRefusal);
    EXPECT_NE(refusal, kNoRefusal) << "not refused";
    return refusal.rule;
}

TEST(SqeDecode, TypesThatAreNoneAreRefused) {
    const std::set<uint32_t> units = {12, 13, 14, 15, 16, 19};
    const std::set<uint32_t> executable = {0, 1, 3, 4, 5, 6, 7, 8, 11, 17, 20};
    const Sqe sqe = encoded(EventWait{});
    for (uint32_t type = 0; type < 64; ++type) {
        if (executable.contains(type)) {
            continue;
        }
        const Sqe other = altered(altered(sqe, 0, 0, 6, type), 3, 16, 8, kDefaultCredit);
        EXPECT_EQ(ruleOf(other), units.contains(type) ? Rule::kNotExecutable : Rule::kUnknownType)
            << type;
    }
}

TEST(SqeDecode, AnInvalidatedEntryIsRefused) {
    Sqe sqe = encoded(EventRecord{.common = {.streamId = 5, .taskId = 6}, .eventId = 7});
    invalidate(sqe);
    EXPECT_EQ(typeOf(sqe), SqeType::kInvalid);
    EXPECT_EQ(ruleOf(sqe), Rule::kUnknownType);
    EXPECT_EQ(idsOf(sqe).streamId, 5);
    EXPECT_EQ(idsOf(sqe).taskId, 6);
}

template <typename Entry>
void expectUnlimited(bool allowed) {
    Entry entry;
    entry.kernelCredit = kDefaultCredit;
    const Sqe sqe = altered(encoded(entry), 3, 16, 8, kUnlimitedCredit);
    if (allowed) {
        EXPECT_EQ(refusalOf(sqe), std::nullopt) << typeid(Entry).name();
    } else {
        EXPECT_EQ(ruleOf(sqe), Rule::kKernelCredit) << typeid(Entry).name();
    }
}

TEST(SqeDecode, OnlyKernelsAndWaitsMayRunForever) {
    expectUnlimited<AicoreKernel>(true);
    expectUnlimited<MixKernel>(true);
    expectUnlimited<AicpuKernel>(true);
    expectUnlimited<HostCallback>(true);
    expectUnlimited<EventWait>(true);
    expectUnlimited<NotifyWait>(true);
    expectUnlimited<Cmo>(true);
    expectUnlimited<Barrier>(true);
    expectUnlimited<Placeholder>(false);
    expectUnlimited<EventRecord>(false);
    expectUnlimited<NotifyRecord>(false);
    expectUnlimited<WriteValue>(false);
    expectUnlimited<WriteValuePointer>(false);
    expectUnlimited<Sdma>(false);
    expectUnlimited<SdmaPointer>(false);
    expectUnlimited<PcieDma>(false);
    expectUnlimited<Cond>(false);
}

TEST(SqeDecode, AReservedBitIsRefusedWithItsWord) {
    const Sqe sqe = encoded(NotifyRecord{.notifyId = 1});
    EXPECT_EQ(refusalOf(altered(sqe, 2, 13, 1, 1)), (Refusal{Rule::kReservedBit, 2}));
    EXPECT_EQ(refusalOf(altered(sqe, 15, 31, 1, 1)), (Refusal{Rule::kReservedBit, 15}));
}

TEST(SqeDecode, KindsOfKernelThatAreNoneAreRefused) {
    const Sqe sqe = encoded(AicoreKernel{});
    for (const uint32_t type : {2U, 3U, 5U, 6U, 7U}) {
        EXPECT_EQ(ruleOf(altered(sqe, 2, 0, 3, type)), Rule::kFftsType) << type;
    }
    EXPECT_EQ(ruleOf(altered(encoded(Cmo{}), 2, 0, 3, 4)), Rule::kFftsType);
}

TEST(SqeDecode, KernelsWithoutBlocksAreRefused) {
    EXPECT_EQ(ruleOf(altered(encoded(AicoreKernel{}), 0, 16, 16, 0)), Rule::kBlockDim);
    EXPECT_EQ(ruleOf(altered(encoded(MixKernel{}), 0, 16, 16, 0)), Rule::kBlockDim);
    EXPECT_EQ(ruleOf(altered(encoded(AicpuKernel{}), 0, 16, 16, 0)), Rule::kBlockDim);
}

TEST(SqeDecode, MixEntriesThatAreNoSingleKernelAreRefused) {
    const Sqe sqe = encoded(MixKernel{.contextAddr = 0x1000});
    EXPECT_EQ(refusalOf(sqe), std::nullopt);
    EXPECT_EQ(ruleOf(altered(sqe, 3, 24, 8, 5)), Rule::kMixSubType);
    EXPECT_EQ(ruleOf(altered(sqe, 3, 24, 8, 0x5A)), Rule::kMixSubType);
    EXPECT_EQ(ruleOf(altered(sqe, 6, 0, 16, 2)), Rule::kMixContextCount);
    EXPECT_EQ(ruleOf(altered(sqe, 6, 16, 16, 0)), Rule::kMixContextCount);
    EXPECT_EQ(ruleOf(altered(sqe, 7, 0, 16, 0)), Rule::kMixContextCount);
    EXPECT_EQ(ruleOf(altered(sqe, 10, 0, 7, 64)), Rule::kMixContextAlignment);
    EXPECT_EQ(ruleOf(altered(sqe, 10, 0, 7, 1)), Rule::kMixContextAlignment);
}

TEST(SqeDecode, MixContextsOfOtherTypesAreRefused) {
    MixContextImage image;
    ASSERT_TRUE(StarsV1Encoder().encode(MixContext{}, image).isOk());
    EXPECT_EQ(refusalOf(image), std::nullopt);
    for (const uint32_t type : {0U, 5U, 8U, 0x106U, 0x8007U}) {
        EXPECT_EQ(ruleOf(altered(image, 0, 0, 16, type)), Rule::kMixContextType) << type;
    }
    EXPECT_EQ(ruleOf(altered(image, 19, 0, 16, 0)), Rule::kBlockDim);
    EXPECT_EQ(refusalOf(altered(image, 0, 16, 8, 1)), (Refusal{Rule::kReservedBit, 0}));
}

TEST(SqeDecode, TopicsThatAreNoneAreRefused) {
    const Sqe kernel = encoded(AicpuKernel{});
    EXPECT_EQ(ruleOf(altered(kernel, 14, 12, 6, 5)), Rule::kTopic);
    EXPECT_EQ(ruleOf(altered(kernel, 14, 12, 6, 0)), Rule::kTopic);
    EXPECT_EQ(ruleOf(altered(kernel, 2, 24, 4, 4)), Rule::kTopicType);
    EXPECT_EQ(ruleOf(altered(kernel, 2, 16, 7, 3)), Rule::kAicpuKernelType);
    EXPECT_EQ(ruleOf(altered(kernel, 2, 16, 7, 7)), Rule::kAicpuKernelType);
    EXPECT_EQ(ruleOf(altered(encoded(HostCallback{}), 2, 24, 4, 3)), Rule::kTopicType);
}

TEST(SqeDecode, WritesThatAreTooLargeOrMisalignedAreRefused) {
    const Sqe sqe = encoded(WriteValue{});
    EXPECT_EQ(ruleOf(altered(sqe, 5, 20, 3, 6)), Rule::kWriteSize);
    EXPECT_EQ(ruleOf(altered(sqe, 5, 20, 3, 7)), Rule::kWriteSize);
    for (uint32_t size = 0; size < 6; ++size) {
        const uint32_t bytes = 1U << size;
        const Sqe aligned = altered(altered(sqe, 5, 20, 3, size), 4, 0, 32, 96 * bytes);
        EXPECT_EQ(refusalOf(aligned), std::nullopt) << size;
        if (size > 0) {
            EXPECT_EQ(ruleOf(altered(aligned, 4, 0, 32, 96 * bytes + bytes / 2)),
                      Rule::kWriteAlignment)
                << size;
        }
    }
}

TEST(SqeDecode, WritesSayWhatTheyAreFor) {
    const Sqe sqe = encoded(WriteValue{});
    EXPECT_EQ(ruleOf(altered(sqe, 7, 0, 32, 5)), Rule::kWriteSubType);
    const Sqe physical = altered(sqe, 5, 31, 1, 0);
    EXPECT_EQ(ruleOf(physical), Rule::kPhysicalWrite);
    for (uint32_t subType = 1; subType < 5; ++subType) {
        EXPECT_EQ(refusalOf(altered(physical, 7, 0, 32, subType)), std::nullopt) << subType;
    }
    // Fields of some sub types are reserved in the others.
    EXPECT_EQ(refusalOf(altered(sqe, 6, 0, 32, 1)), (Refusal{Rule::kReservedBit, 6}));
    EXPECT_EQ(refusalOf(altered(sqe, 2, 0, 32, 1)), (Refusal{Rule::kReservedBit, 2}));
    EXPECT_EQ(refusalOf(altered(sqe, 3, 0, 16, 1)), (Refusal{Rule::kReservedBit, 3}));
}

TEST(SqeDecode, WritesInPointerModeAreCheckedWhereTheyPoint) {
    WriteTargetImage image;
    ASSERT_TRUE(StarsV1Encoder().encode(WriteTarget{}, image).isOk());
    EXPECT_EQ(refusalOf(image), std::nullopt);
    EXPECT_EQ(ruleOf(altered(image, 1, 20, 3, 6)), Rule::kWriteSize);
    EXPECT_EQ(ruleOf(altered(image, 0, 0, 2, 2)), Rule::kWriteAlignment);
    EXPECT_EQ(ruleOf(altered(image, 1, 31, 1, 0)), Rule::kPhysicalWrite);
    EXPECT_EQ(refusalOf(altered(image, 12, 0, 1, 1)), (Refusal{Rule::kReservedBit, 12}));
}

TEST(SqeDecode, SdmaNamesBothAddressSpaces) {
    const Sqe sqe = encoded(Sdma{});
    EXPECT_EQ(ruleOf(altered(sqe, 4, 9, 1, 0)), Rule::kSdmaSubstream);
    EXPECT_EQ(ruleOf(altered(sqe, 4, 10, 1, 0)), Rule::kSdmaSubstream);
}

TEST(SqeDecode, SdmaKnowsItsOperationsAndTypes) {
    const Sqe sqe = encoded(Sdma{});
    for (uint32_t operation = 0; operation < 16; ++operation) {
        for (uint32_t type = 0; type < 16; ++type) {
            const auto refusal = refusalOf(altered(sqe, 4, 0, 8, type * 16 + operation));
            if (operation > 9) {
                EXPECT_EQ(refusal, Refusal{Rule::kSdmaOperation}) << operation;
            } else if (type > 8) {
                EXPECT_EQ(refusal, Refusal{Rule::kSdmaDataType}) << type;
            } else {
                EXPECT_EQ(refusal, std::nullopt) << operation << " " << type;
            }
        }
    }
}

TEST(SqeDecode, SdmaInPointerModeNeedsAVirtualAddress) {
    const Sqe sqe = encoded(SdmaPointer{.blockAddr = 0x1000});
    EXPECT_EQ(refusalOf(sqe), std::nullopt);
    EXPECT_EQ(ruleOf(altered(sqe, 5, 31, 1, 0)), Rule::kSdmaPointer);
}

TEST(SqeDecode, AnUpdateOfAnEntryStaysWithinIt) {
    const auto update = [](uint64_t length, uint8_t offset) {
        Sqe sqe = encoded(PcieDma{.sqeUpdate = true, .length = 1});
        sqe.words[12] = static_cast<uint32_t>(length);
        sqe.words[13] = static_cast<uint32_t>(length >> 32);
        return altered(sqe, 7, 3, 8, offset);
    };
    EXPECT_EQ(refusalOf(update(64, 0)), std::nullopt);
    EXPECT_EQ(refusalOf(update(24, 40)), std::nullopt);
    EXPECT_EQ(ruleOf(update(0, 0)), Rule::kSqeUpdateRange);
    EXPECT_EQ(ruleOf(update(65, 0)), Rule::kSqeUpdateRange);
    EXPECT_EQ(ruleOf(update(24, 41)), Rule::kSqeUpdateRange);
    EXPECT_EQ(ruleOf(update(1, 255)), Rule::kSqeUpdateRange);
    EXPECT_EQ(ruleOf(update(~uint64_t{0}, 1)), Rule::kSqeUpdateRange);
    EXPECT_EQ(ruleOf(update(uint64_t{1} << 32 | 8, 0)), Rule::kSqeUpdateRange);
}

TEST(SqeDecode, AnUpdateOfADsaEntryHasItsLength) {
    const Sqe sqe = encoded(PcieDma{.dsaUpdate = true, .length = 40});
    EXPECT_EQ(refusalOf(sqe), std::nullopt);
    EXPECT_EQ(ruleOf(altered(sqe, 12, 0, 32, 39)), Rule::kDsaUpdateLength);
    EXPECT_EQ(ruleOf(altered(sqe, 13, 0, 32, 1)), Rule::kDsaUpdateLength);
}

TEST(SqeDecode, CacheMaintenanceKnowsItsOperations) {
    const Sqe sqe = encoded(Cmo{});
    for (uint32_t opcode = 0; opcode < 256; ++opcode) {
        const auto refusal = refusalOf(altered(sqe, 8, 0, 8, opcode));
        EXPECT_EQ(refusal.has_value(), opcode < 6 || opcode > 9) << opcode;
    }
    EXPECT_EQ(ruleOf(altered(sqe, 8, 0, 8, 5)), Rule::kCmoOpcode);
}

TEST(SqeDecode, CacheMaintenanceOfNoTypeIsABarrier) {
    EXPECT_TRUE(std::holds_alternative<Barrier>(decode(encoded(Barrier{.bitmap = 3}))));
    EXPECT_TRUE(std::holds_alternative<Cmo>(decode(encoded(Cmo{}))));
}

TEST(SqeDecode, EveryRuleHasItsText) {
    std::set<std::string_view> texts;
    for (int rule = 0; rule <= static_cast<int>(Rule::kCmoOpcode); ++rule) {
        EXPECT_TRUE(texts.insert(ruleText(static_cast<Rule>(rule))).second) << rule;
    }
}

TEST(MixIds, EveryTaskIdSurvivesForStreamsOfEverySize) {
    for (const unsigned size : {0U, 1U, 0x32U, 0x7F5U, 0xFFFU, 0x1000U, 0x2345U, 0x7FFFU}) {
        const auto stream = static_cast<uint16_t>(size);
        for (uint32_t task = 0; task < 0x10000; ++task) {
            const auto ids = stars_v1::packMixIds(stream, static_cast<uint16_t>(task));
            const auto unpacked = stars_v1::unpackMixIds(ids);
            ASSERT_EQ(unpacked.streamId, stream) << task;
            ASSERT_EQ(unpacked.taskId, task) << stream;
        }
    }
}

TEST(MixIds, OlderFormsAreUnderstood) {
    // Ids in their usual places.
    EXPECT_EQ(stars_v1::unpackMixIds({0x32, 0xABCD}).streamId, 0x32);
    EXPECT_EQ(stars_v1::unpackMixIds({0x32, 0xABCD}).taskId, 0xABCD);
    // Bits 13 to 15 of the task id in the stream field.
    EXPECT_EQ(stars_v1::unpackMixIds({0x7032, 0x1BCD}).streamId, 0x32);
    EXPECT_EQ(stars_v1::unpackMixIds({0x7032, 0x1BCD}).taskId, 0x7BCD);
}

TEST(MixIds, ARefusedMixEntryStillSaysWhoseItIs) {
    const Sqe sqe = encoded(MixKernel{.common = {.streamId = 0x32, .taskId = 0xABCD}});
    const Sqe refused = altered(sqe, 6, 0, 16, 2);
    EXPECT_EQ(idsOf(refused).streamId, 0x32);
    EXPECT_EQ(idsOf(refused).taskId, 0xABCD);
}

}  // namespace
}  // namespace belay::hw
