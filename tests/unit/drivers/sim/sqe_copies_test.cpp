#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "drivers/sim/dma_list.h"
#include "drivers/sim/sdma_reduce.h"
#include "executor_fixture.h"
#include "hw/event_table.h"
#include "hw/sqe_decode.h"

namespace belay::sim {
namespace {

using driver::Lending;
using driver::MemoryKind;
using hw::FirmwareCode;
using hw::SdmaDataType;
using hw::SdmaOperation;

class CopyTest : public ExecutorTest {
  protected:
    static void put(std::byte* at, std::string_view text) {
        std::memcpy(at, text.data(), text.size());
    }

    static std::string textAt(const std::byte* at, size_t length) {
        return {reinterpret_cast<const char*>(at), length};
    }

    static void expectOutOfReach(const Outcome& outcome, FirmwareCode code, std::string_view what) {
        expectFailed(outcome, hw::kErrorException, code, what);
        EXPECT_NE(outcome.text.find("is not inside one allocation"), std::string::npos);
    }
};

// --- writes ---

class WriteTest : public CopyTest {
  protected:
    hw::WriteTarget target(hw::WriteSize size) {
        return {.address = addressOf(place),
                .size = size,
                .cache = 2,
                .value = {0x0403'0201, 0x0807'0605, 0x0C0B'0A09, 0x100F'0E0D, 0x1413'1211,
                          0x1817'1615, 0x1C1B'1A19, 0x201F'1E1D}};
    }

    // What a write of so many bytes leaves in cleared memory.
    static std::vector<std::byte> written(size_t bytes) {
        std::vector<std::byte> expected(64);
        for (size_t i = 0; i < bytes; ++i) {
            expected[i] = static_cast<std::byte>(i + 1);
        }
        return expected;
    }

    std::vector<std::byte> found() const { return {place, place + 64}; }

    std::byte* place = nullptr;

    void SetUp() override {
        CopyTest::SetUp();
        place = allocate(512);
    }
};

TEST_F(WriteTest, EverySizeChangesSoManyBytes) {
    for (uint8_t size = 0; size <= 5; ++size) {
        ASSERT_TRUE(memory.fill(place, 0, 64).isOk());
        expectDone(execute(hw::WriteValue{.target = target(static_cast<hw::WriteSize>(size))}));
        EXPECT_EQ(found(), written(size_t{1} << size)) << "size " << int{size};
    }
}

TEST_F(WriteTest, AWriteMayBeDescribedInDeviceMemory) {
    std::byte* block = allocate(64);
    hw::WriteTargetImage image;
    ASSERT_TRUE(hw::StarsV1Encoder().encode(target(hw::WriteSize::k256Bits), image).isOk());
    std::memcpy(block, image.words.data(), sizeof image.words);
    expectDone(execute(hw::WriteValuePointer{.blockAddr = addressOf(block)}));
    EXPECT_EQ(found(), written(32));
}

TEST_F(WriteTest, AResetMayBeDescribedInDeviceMemory) {
    const auto id = static_cast<uint16_t>(directory.own.events.allocate().value());
    directory.own.events.record(id);
    std::byte* block = allocate(64);
    hw::WriteTargetImage image;
    const hw::WriteTarget reset{.address = hw::stars_v1::eventAddr(id, TestDirectory::kOwn),
                                .size = hw::WriteSize::k8Bits,
                                .isVirtual = false,
                                .subType = hw::WriteSubType::kEventReset};
    ASSERT_TRUE(hw::StarsV1Encoder().encode(reset, image).isOk());
    std::memcpy(block, image.words.data(), sizeof image.words);
    expectDone(execute(hw::WriteValuePointer{.blockAddr = addressOf(block)}));
    EXPECT_FALSE(directory.own.events.isRecorded(id));
}

TEST_F(WriteTest, ABadDescriptionIsRefused) {
    std::byte* block = allocate(64);
    block[6] = std::byte{0x70};  // size 7
    expectRefused(execute(hw::WriteValuePointer{.blockAddr = addressOf(block)}),
                  "a write changes at most 256 bits");
}

TEST_F(WriteTest, ADescriptionOutOfReachFails) {
    expectOutOfReach(execute(hw::WriteValuePointer{.blockAddr = nowhere()}),
                     FirmwareCode::kTaskException, "what a write points to");
    expectOutOfReach(
        execute(hw::WriteValuePointer{.blockAddr = addressOf(place), .isVirtual = false}),
        FirmwareCode::kTaskException, "what a write points to");
}

TEST_F(WriteTest, TargetsOutOfReachFail) {
    uint64_t onHost = 0;
    for (const uint64_t address :
         {uint64_t{0}, uint64_t{64}, nowhere(), addressOf(place) + 512, addressOf(&onHost)}) {
        hw::WriteValue write{.target = target(hw::WriteSize::k64Bits)};
        write.target.address = address;
        expectOutOfReach(execute(write), FirmwareCode::kTaskException, "the target of a write");
    }
    EXPECT_EQ(onHost, 0U);
}

TEST_F(WriteTest, PinnedMemoryAndOtherDevicesAreInReach) {
    for (std::byte* at : {allocate(64, 1), allocate(64, 0, MemoryKind::kHostPinned)}) {
        hw::WriteValue write{.target = target(hw::WriteSize::k8Bits)};
        write.target.address = addressOf(at);
        expectDone(execute(write, lending(Lending::kBounded)));
        EXPECT_EQ(at[0], std::byte{1});
    }
}

// --- SDMA ---

class SdmaTest : public CopyTest {
  protected:
    hw::Sdma copyOf(uint32_t length) const {
        return {.length = length, .source = addressOf(source), .destination = addressOf(target)};
    }

    void SetUp() override {
        CopyTest::SetUp();
        source = allocate(4096);
        target = allocate(4096);
        put(source, "0123456789");
    }

    std::byte* source = nullptr;
    std::byte* target = nullptr;
};

TEST_F(SdmaTest, ACopyCopies) {
    expectDone(execute(copyOf(4)));
    EXPECT_EQ(textAt(target, 6), std::string("0123\0\0", 6));
}

TEST_F(SdmaTest, TheDataTypeOfACopyDoesNotMatter) {
    hw::Sdma copy = copyOf(3);
    copy.dataType = SdmaDataType::kInt32;
    expectDone(execute(copy));
    EXPECT_EQ(textAt(target, 4), std::string("012\0", 4));
}

TEST_F(SdmaTest, OverlappingRangesAreCopiedAsTheyWere) {
    hw::Sdma copy = copyOf(8);
    copy.destination = copy.source + 2;
    expectDone(execute(copy));
    EXPECT_EQ(textAt(source, 10), "0101234567");
}

TEST_F(SdmaTest, NoBytesAreFineWhereverTheyAre) {
    expectDone(execute(hw::Sdma{}));
}

TEST_F(SdmaTest, OffsetsCountFromAddressesInMemoryWhenTheEntrySaysSo) {
    hw::Sdma copy = copyOf(2);
    copy.sourceOffset = 4;
    copy.destinationOffset = 1;
    expectDone(execute(copy));
    EXPECT_EQ(textAt(target, 3), std::string("01\0", 3));
    std::byte* pointers = allocate(2 * sizeof(uint64_t));
    const std::array<uint64_t, 2> bases{addressOf(source), addressOf(target)};
    std::memcpy(pointers, bases.data(), sizeof bases);
    copy.source = addressOf(pointers);
    copy.destination = addressOf(pointers + sizeof(uint64_t));
    copy.useOffsets = true;
    expectDone(execute(copy));
    EXPECT_EQ(textAt(target, 3), "045");
}

TEST_F(SdmaTest, AddressesOutOfReachFail) {
    hw::Sdma copy = copyOf(2);
    copy.useOffsets = true;
    copy.source = nowhere();
    expectFailed(execute(copy), hw::kErrorException, FirmwareCode::kSdmaCopyError,
                 "reads its addresses at");
    copy = copyOf(2);
    copy.useOffsets = true;
    copy.destination = nowhere();
    expectFailed(execute(copy), hw::kErrorException, FirmwareCode::kSdmaCopyError,
                 "reads its addresses at");
    // What lies there is no address of anything.
    expectOutOfReach(execute([&] {
                         hw::Sdma wild = copyOf(2);
                         wild.useOffsets = true;
                         return wild;
                     }()),
                     FirmwareCode::kSdmaCopyError, "of an SDMA entry, 2 bytes");
}

TEST_F(SdmaTest, CacheMaintenanceWantsARangeThatIsThere) {
    for (const SdmaOperation operation : {SdmaOperation::kPrefetch, SdmaOperation::kWriteBack,
                                          SdmaOperation::kInvalidate, SdmaOperation::kFlush}) {
        hw::Sdma maintenance{.operation = operation, .length = 4096, .source = addressOf(source)};
        expectDone(execute(maintenance));
        maintenance.length = 8192;
        EXPECT_EQ(execute(maintenance).kind, Outcome::Kind::kFailed);
    }
    EXPECT_EQ(textAt(source, 10), "0123456789");
}

TEST_F(SdmaTest, DevicesAndPinnedMemoryAreCopiedBetween) {
    std::byte* far = allocate(64, 1);
    std::byte* pinned = allocate(64, 0, MemoryKind::kHostPinned);
    expectDone(execute(
        hw::Sdma{.length = 10, .source = addressOf(source), .destination = addressOf(far)}));
    expectDone(execute(
        hw::Sdma{.length = 10, .source = addressOf(far), .destination = addressOf(pinned)}));
    EXPECT_EQ(textAt(pinned, 10), "0123456789");
}

TEST_F(SdmaTest, RangesOutsideOneAllocationFail) {
    uint64_t onHost = 0;
    for (const uint64_t address :
         {uint64_t{0}, uint64_t{4096}, nowhere(), addressOf(source) + 4092, addressOf(source) - 4,
          addressOf(target) + 4092, UINT64_MAX - 2, addressOf(&onHost)}) {
        hw::Sdma copy = copyOf(8);
        copy.source = address;
        expectOutOfReach(execute(copy), FirmwareCode::kSdmaCopyError,
                         "the source of an SDMA entry, 8 bytes");
        copy = copyOf(8);
        copy.destination = address;
        expectOutOfReach(execute(copy), FirmwareCode::kSdmaCopyError,
                         "the target of an SDMA entry, 8 bytes");
    }
    expectOutOfReach(execute(copyOf(UINT32_MAX)), FirmwareCode::kSdmaCopyError, "4294967295 bytes");
}

TEST_F(SdmaTest, FreedMemoryIsOutOfReach) {
    ASSERT_TRUE(memory.release(source).isOk());
    expectOutOfReach(execute(copyOf(8)), FirmwareCode::kSdmaCopyError, "the source");
}

TEST_F(SdmaTest, EveryReductionOfEveryTypeIsTheOneCalled) {
    for (uint8_t type = 0; type <= 8; ++type) {
        for (const SdmaOperation operation : {SdmaOperation::kAdd, SdmaOperation::kMax,
                                              SdmaOperation::kMin, SdmaOperation::kEqual}) {
            put(target, "98765432");
            std::array<std::byte, 8> expected{};
            std::memcpy(expected.data(), target, expected.size());
            reduce(operation, static_cast<SdmaDataType>(type), expected.data(), source, 8);
            hw::Sdma copy = copyOf(8);
            copy.operation = operation;
            copy.dataType = static_cast<SdmaDataType>(type);
            expectDone(execute(copy));
            EXPECT_EQ(std::memcmp(target, expected.data(), 8), 0) << int{type};
        }
    }
}

TEST_F(SdmaTest, AMemsetTakesItsValueFromTheSource) {
    hw::Sdma set = copyOf(6);
    set.operation = SdmaOperation::kMemset;
    set.dataType = SdmaDataType::kUint16;
    set.source = 0x6261;
    expectDone(execute(set));
    EXPECT_EQ(textAt(target, 7), std::string("ababab\0", 7));
}

TEST_F(SdmaTest, ReductionsOutOfReachAndHalfElementsFail) {
    hw::Sdma copy = copyOf(8);
    copy.operation = SdmaOperation::kAdd;
    copy.dataType = SdmaDataType::kFloat32;
    copy.source = nowhere();
    expectOutOfReach(execute(copy), FirmwareCode::kSdmaReduceError, "the source");
    copy = copyOf(6);
    copy.operation = SdmaOperation::kAdd;
    copy.dataType = SdmaDataType::kFloat32;
    expectFailed(execute(copy), hw::kErrorException, FirmwareCode::kSdmaReduceError,
                 "6 bytes are no whole number of elements of 4 bytes");
    copy.operation = SdmaOperation::kMemset;
    expectFailed(execute(copy), hw::kErrorException, FirmwareCode::kSdmaCopyError,
                 "6 bytes are no whole number");
}

// --- SDMA in pointer mode ---

class SdmaPointerTest : public SdmaTest {
  protected:
    // The block that makes an entry in pointer mode do what `copy` does.
    void putBlock(const hw::Sdma& copy) {
        const hw::Sqe sqe = encoded(copy);
        std::memcpy(block, &sqe.words[4], 12 * sizeof(uint32_t));
    }

    hw::SdmaPointer pointer() const {
        return {.common = {.writeCqe = true}, .blockAddr = addressOf(block)};
    }

    void SetUp() override {
        SdmaTest::SetUp();
        block = allocate(64);
    }

    std::byte* block = nullptr;
};

TEST_F(SdmaPointerTest, TheBlockDescribesTheCopy) {
    putBlock(copyOf(10));
    const Outcome outcome = execute(pointer());
    expectDone(outcome);
    EXPECT_TRUE(outcome.writesCqe);
    EXPECT_EQ(textAt(target, 10), "0123456789");
}

TEST_F(SdmaPointerTest, ABlockOutOfReachFails) {
    hw::SdmaPointer lost = pointer();
    lost.blockAddr = nowhere();
    expectOutOfReach(execute(lost), FirmwareCode::kSdmaCopyError, "what an SDMA entry points to");
    lost.blockAddr = addressOf(block) + 512 - 8;
    expectOutOfReach(execute(lost), FirmwareCode::kSdmaCopyError, "what an SDMA entry points to");
}

TEST_F(SdmaPointerTest, ABadBlockIsRefused) {
    expectRefused(execute(pointer()), "both sides of an SDMA entry");
    putBlock(copyOf(10));
    block[48] = std::byte{1};
    expectRefused(execute(pointer()), "bits beyond its 48 bytes");
    putBlock(copyOf(10));
    block[47] = std::byte{1};
    block[48] = std::byte{0};
    expectRefused(execute(pointer()), "a bit is set that means nothing");
    EXPECT_EQ(textAt(target, 2), std::string("\0\0", 2));
}

// --- PCIe ---

class PcieTest : public CopyTest {
  protected:
    void SetUp() override {
        CopyTest::SetUp();
        device = allocate(4096);
    }

    static hw::PcieDma copyOf(const void* source, void* target, uint64_t length) {
        return {.common = {.writeCqe = true},
                .source = addressOf(source),
                .destination = addressOf(target),
                .length = length};
    }

    std::byte* device = nullptr;
};

TEST_F(PcieTest, AnyHostMemoryIsCopiedBothWays) {
    const std::string sent = "to the device";
    std::string received(sent.size(), '.');
    expectDone(execute(copyOf(sent.data(), device, sent.size())));
    expectDone(execute(copyOf(device, received.data(), sent.size())));
    EXPECT_EQ(received, sent);
}

TEST_F(PcieTest, TheCompletionIsTheDriversOwn) {
    const char byte = 'x';
    EXPECT_FALSE(execute(copyOf(&byte, device, 1)).writesCqe);
    EXPECT_FALSE(execute(copyOf(&byte, device, 0)).writesCqe);
}

TEST_F(PcieTest, DevicesAndPinnedMemoryAreCopiedBetween) {
    std::byte* far = allocate(64, 1);
    std::byte* pinned = allocate(64, 0, MemoryKind::kHostPinned);
    put(pinned, "pinned");
    expectDone(execute(copyOf(pinned, device, 6)));
    expectDone(execute(copyOf(device, far, 6)));
    EXPECT_EQ(textAt(far, 6), "pinned");
}

TEST_F(PcieTest, RangesThatCannotBeFail) {
    std::array<std::byte, 8> host{};
    const auto expectBadSource = [&](uint64_t address, uint64_t length) {
        hw::PcieDma copy = copyOf(host.data(), device, length);
        copy.source = address;
        expectOutOfReach(execute(copy), FirmwareCode::kSdmaCopyError, "the source of a PCIe copy");
    };
    expectBadSource(0, 8);
    expectBadSource(16, 8);
    expectBadSource(nowhere(), 8);
    expectBadSource(addressOf(device) + 4092, 8);
    expectBadSource(UINT64_MAX - 3, 8);
    expectBadSource(addressOf(host.data()), UINT64_MAX);
    expectOutOfReach(execute(copyOf(host.data(), device + 4092, 8)), FirmwareCode::kSdmaCopyError,
                     "the target of a PCIe copy, 8 bytes");
    expectOutOfReach(execute(copyOf(host.data(), nullptr, 8)), FirmwareCode::kSdmaCopyError,
                     "at 0x0");
}

class RowsTest : public PcieTest {
  protected:
    // An entry for rows of 3 bytes between pitches of 5 and 4.
    hw::PcieDma rowsFrom(const void* source, void* target, uint64_t rows) {
        const DmaListImage image{.copy = {.target = target,
                                          .targetPitch = 4,
                                          .source = source,
                                          .sourcePitch = 5,
                                          .rowBytes = 3,
                                          .rows = rows}};
        std::byte* list = allocate(sizeof image, 0, MemoryKind::kHostPinned);
        std::memcpy(list, &image, sizeof image);
        return {.listAddr = addressOf(list), .listTail = 1, .isConverted = true};
    }
};

TEST_F(RowsTest, AListCopiesRows) {
    const std::string host = "abc..def..ghi";
    std::memset(device, '-', 16);
    expectDone(execute(rowsFrom(host.data(), device, 3)));
    EXPECT_EQ(textAt(device, 12), "abc-def-ghi-");
}

TEST_F(RowsTest, RowsOutOfReachFail) {
    const std::string host = "abc..def..ghi";
    expectOutOfReach(execute(rowsFrom(host.data(), device + 4090, 3)), FirmwareCode::kSdmaCopyError,
                     "the target of a copy of rows, 11 bytes");
    expectOutOfReach(execute(rowsFrom(nullptr, device, 3)), FirmwareCode::kSdmaCopyError,
                     "the source of a copy of rows, 13 bytes");
    expectOutOfReach(execute(rowsFrom(device + 4090, device, 3)), FirmwareCode::kSdmaCopyError,
                     "the source of a copy of rows, 13 bytes");
}

TEST_F(RowsTest, WhatIsNoListIsRefused) {
    hw::PcieDma entry = rowsFrom(device, device + 100, 1);
    entry.listTail = 2;
    expectRefused(execute(entry), "there is no list");
    expectRefused(execute(hw::PcieDma{.listAddr = 0x1000, .listTail = 1, .isConverted = true}),
                  "there is no list");
    expectRefused(
        execute(hw::PcieDma{.listAddr = addressOf(device), .listTail = 1, .isConverted = true}),
        "there is no list");
}

TEST_F(PcieTest, UpdatesOfEntriesAreRefused) {
    expectRefused(execute(hw::PcieDma{.sqeUpdate = true, .length = 8}), "into a queue");
    expectRefused(execute(hw::PcieDma{.dsaUpdate = true, .length = hw::kDsaUpdateBytes}),
                  "into a queue");
}

// --- who may copy how much ---

TEST_F(CopyTest, LongCopiesAreNotForThreadsThatLendThemselvesForAMoment) {
    constexpr auto kBounded = static_cast<uint32_t>(SqeExecutor::kBoundedBytes);
    std::byte* from = allocate(uint64_t{2} * kBounded);
    std::byte* to = allocate(uint64_t{2} * kBounded);
    const auto sdma = [&](uint32_t length) {
        return hw::Sdma{.length = length, .source = addressOf(from), .destination = addressOf(to)};
    };
    const auto pcie = [&](uint32_t length) {
        return hw::PcieDma{
            .source = addressOf(from), .destination = addressOf(to), .length = length};
    };
    expectDone(execute(sdma(kBounded), lending(Lending::kBounded)));
    expectDone(execute(pcie(kBounded), lending(Lending::kBounded)));
    expectNeedsEngineThread(execute(sdma(kBounded + 1), lending(Lending::kBounded)));
    expectNeedsEngineThread(execute(pcie(kBounded + 1), lending(Lending::kBounded)));
    expectDone(execute(sdma(kBounded + 1), lending(Lending::kKernels)));
    expectDone(execute(pcie(kBounded + 1), lending(Lending::kKernels)));
    expectDone(execute(sdma(kBounded + 1)));
    expectDone(execute(pcie(kBounded + 1)));
}

}  // namespace
}  // namespace belay::sim
