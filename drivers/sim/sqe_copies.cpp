// The entries that move or change memory: writes, SDMA, PCIe.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <variant>

#include "drivers/sim/address_space.h"
#include "drivers/sim/device_faults.h"
#include "drivers/sim/dma_list.h"
#include "drivers/sim/sdma_reduce.h"
#include "drivers/sim/sim_copy.h"
#include "drivers/sim/sqe_execution.h"
#include "hw/event_table.h"
#include "hw/sqe_decode.h"

namespace belay::sim {

using detail::failed;
using detail::refused;
using hw::FailedUnit;
using hw::SdmaOperation;

namespace {

const void* pointerTo(uint64_t address) {
    return reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

// Others may poll what is written: it appears at once, after all that came before.
template <typename Word>
void storeAtOnce(std::byte* target, const void* value) {
    Word word{};
    std::memcpy(&word, value, sizeof word);
    std::atomic_ref<Word>(*reinterpret_cast<Word*>(target)).store(word, std::memory_order_release);
}

void storeValue(std::byte* target, hw::WriteSize size, const std::array<uint32_t, 8>& value) {
    switch (size) {
        case hw::WriteSize::k8Bits:
            return storeAtOnce<uint8_t>(target, value.data());
        case hw::WriteSize::k16Bits:
            return storeAtOnce<uint16_t>(target, value.data());
        case hw::WriteSize::k32Bits:
            return storeAtOnce<uint32_t>(target, value.data());
        case hw::WriteSize::k64Bits:
        case hw::WriteSize::k128Bits:
        case hw::WriteSize::k256Bits:
            break;
    }
    // Above 64 bits piece by piece, as no processor promises more.
    const size_t bytes = size_t{1} << static_cast<unsigned>(size);
    const auto* from = reinterpret_cast<const std::byte*>(value.data());
    for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
        storeAtOnce<uint64_t>(target + at, from + at);
    }
}

Outcome outOfReach(FailedUnit unit, const char* what, uint64_t address, uint64_t bytes) {
    return failed(unit, hw::kErrorException,
                  fmt::format("{}, {} bytes at {:#x}, is not inside one allocation of a device",
                              what, bytes, address));
}

FailedUnit unitOf(SdmaOperation operation) {
    return operation == SdmaOperation::kCopy || operation == SdmaOperation::kMemset
               ? FailedUnit::kSdmaCopy
               : FailedUnit::kSdmaReduce;
}

// The entry that an SDMA entry in pointer mode stands for. The documents give the place of the
// block but not its layout; it is read like the block of a write: words 4 to 14 of an ordinary
// entry from the block's beginning on, and zeros.
hw::Sqe expand(const hw::Sqe& pointerEntry, const hw::Words<16>& block) {
    constexpr size_t kHeadWords = 4;
    constexpr uint32_t kPointerModeBit = 1U << hw::stars_v1::PointerFields::kPointerMode.bit;
    hw::Sqe sqe = pointerEntry;
    sqe.words[hw::stars_v1::PointerFields::kPointerMode.word] &= ~kPointerModeBit;
    for (size_t i = kHeadWords; i < sqe.words.size(); ++i) {
        sqe.words[i] = block[i - kHeadWords];
    }
    return sqe;
}

// Words of the block that no word of the entry takes.
bool hasRest(const hw::Words<16>& block) {
    return (block[12] | block[13] | block[14] | block[15]) != 0;
}

}  // namespace

namespace detail {

bool isPlausible(uint64_t address, uint64_t bytes) noexcept {
    constexpr uint64_t kFirstPage = 4096;
    constexpr uint64_t kUserSpaceEnd = uint64_t{1} << 56;
    return address >= kFirstPage && address < kUserSpaceEnd && bytes <= kUserSpaceEnd - address;
}

}  // namespace detail

std::byte* SqeExecution::reach(uint64_t address, uint64_t bytes) const noexcept {
    const void* start = pointerTo(address);
    if (!device_.memory.isDevice(start)) {
        const driver::PointerInfo info = device_.memory.pointerInfo(start);
        const auto infoStart = reinterpret_cast<uint64_t>(info.start);
        if (info.kind == driver::PointerKind::kUnknown || bytes > info.bytes ||
            address - infoStart > info.bytes - bytes) {
            return nullptr;
        }
    }
    return device_.memory.view(start, bytes);
}

// --- writes ---

Outcome SqeExecution::write(const hw::WriteTarget& target, const hw::Common& common) {
    switch (target.subType) {
        case hw::WriteSubType::kDefault:
            break;
        case hw::WriteSubType::kEventReset:
            return resetEvent(target, common);
        case hw::WriteSubType::kNotifyInChip:
        case hw::WriteSubType::kNotifyOverLink:
            return recordNotifyAt(target, common);
        case hw::WriteSubType::kRdmaDoorbell:
            return refused("the simulator has no network, and no doorbell of one to write to");
    }
    const uint64_t bytes = uint64_t{1} << static_cast<unsigned>(target.size);
    std::byte* at = reach(target.address, bytes);
    if (at == nullptr) {
        return outOfReach(FailedUnit::kOther, "the target of a write", target.address, bytes);
    }
    storeValue(at, target.size, target.value);
    return Outcome::done(common.writeCqe);
}

// The address says whose flag it is: the device's own or another one's.
DeviceFlags* SqeExecution::flagsAt(uint64_t address, hw::Die& die) const noexcept {
    using hw::stars_v1::kChipStride;
    using hw::stars_v1::kDieStride;
    const uint64_t chip = address / kChipStride;
    if (chip > UINT8_MAX) {
        return nullptr;
    }
    die = {.chip = static_cast<uint8_t>(chip),
           .die = static_cast<uint8_t>(address % kChipStride / kDieStride)};
    return device_.directory.find(die);
}

Outcome SqeExecution::resetEvent(const hw::WriteTarget& target, const hw::Common& common) {
    const auto id = hw::stars_v1::findEvent(target.address, device_.die);
    if (target.isVirtual || !id) {
        return refused(fmt::format("an event reset writes to {:#x}, where the device has no event",
                                   target.address));
    }
    if (!device_.flags.events.isAllocated(*id)) {
        return refused(fmt::format("event {} is reset but not allocated", *id));
    }
    device_.flags.events.reset(*id);
    return Outcome::done(common.writeCqe);
}

Outcome SqeExecution::recordNotifyAt(const hw::WriteTarget& target, const hw::Common& common) {
    hw::Die die;
    DeviceFlags* flags = flagsAt(target.address, die);
    const auto id = flags == nullptr ? std::nullopt : hw::stars_v1::findNotify(target.address, die);
    if (target.isVirtual || !id) {
        return refused(fmt::format("a notify record writes to {:#x}, where no device has a notify",
                                   target.address));
    }
    if (target.size != hw::WriteSize::k32Bits || target.value[0] != 1) {
        return refused(fmt::format("a notify record writes {} in {} bits; it must be 1 in 32",
                                   target.value[0], 8U << static_cast<unsigned>(target.size)));
    }
    return record(flags->notifies, "notify", *id, common);
}

Outcome SqeExecution::run(const hw::WriteValue& entry) {
    if (entry.target.subType == hw::WriteSubType::kEventReset &&
        hw::stars_v1::findEvent(entry.target.address, device_.die) != entry.eventId) {
        return refused(fmt::format("an event reset names event {} but writes to {:#x}",
                                   entry.eventId, entry.target.address));
    }
    return write(entry.target, entry.common);
}

Outcome SqeExecution::run(const hw::WriteValuePointer& entry) {
    hw::WriteTargetImage image;
    const std::byte* block = entry.isVirtual ? reach(entry.blockAddr, sizeof image.words) : nullptr;
    if (block == nullptr) {
        return outOfReach(FailedUnit::kOther, "what a write points to", entry.blockAddr,
                          sizeof image.words);
    }
    std::memcpy(image.words.data(), block, sizeof image.words);
    const auto target = hw::decode(image);
    if (const auto* refusal = std::get_if<hw::Refusal>(&target)) {
        return run(*refusal);
    }
    return write(std::get<hw::WriteTarget>(target), entry.common);
}

// --- copies ---

std::optional<Outcome> SqeExecution::meetFault(uint64_t target, uint64_t source,
                                               uint64_t bytes) const {
    if (!device_.faults.isOn()) [[likely]] {
        return std::nullopt;
    }
    const auto end = [&](hw::FirmwareCode code, const char* what) {
        Outcome outcome =
            failed(FailedUnit::kSdmaCopy, hw::kErrorException,
                   fmt::format("a copy of {} bytes to {:#x} meets {}", bytes, target, what));
        outcome.errorCode = static_cast<uint32_t>(code);
        return outcome;
    };
    auto* written = const_cast<void*>(pointerTo(target));  // NOLINT: not written to here
    switch (device_.faults.meet(written, pointerTo(source), bytes)) {
        case driver::FaultKind::kMemory:
            return end(hw::FirmwareCode::kSdmaDdrcError, "memory with an error");
        case driver::FaultKind::kCache:
            return end(hw::FirmwareCode::kSdmaPoisonError, "an error of the cache");
        case driver::FaultKind::kLink:
            return end(hw::FirmwareCode::kSdmaLinkError, "a link that is down");
        case driver::FaultKind::kNone:
        case driver::FaultKind::kCore:
        case driver::FaultKind::kOther:
            break;
    }
    return std::nullopt;
}

Outcome SqeExecution::run(const hw::Sdma& copy) {
    if (copy.operation > SdmaOperation::kMemset) {
        return maintainCache(copy.source, copy.length, copy.common);
    }
    if (copy.length > SqeExecutor::kBoundedBytes && !mayTakeLong()) {
        return Outcome::needsEngineThread();
    }
    if (copy.length == 0) {
        return Outcome::done(copy.common.writeCqe);
    }
    uint64_t source = copy.source;
    uint64_t target = copy.destination;
    if (copy.useOffsets && (!followPointer(source, copy.sourceOffset) ||
                            !followPointer(target, copy.destinationOffset))) {
        return failed(unitOf(copy.operation), hw::kErrorException,
                      fmt::format("an SDMA entry reads its addresses at {:#x} and {:#x}, which are "
                                  "not both in memory that the device reaches",
                                  copy.source, copy.destination));
    }
    std::byte* to = reach(target, copy.length);
    if (to == nullptr) {
        return outOfReach(unitOf(copy.operation), "the target of an SDMA entry", target,
                          copy.length);
    }
    const std::byte* from = nullptr;
    if (copy.operation != SdmaOperation::kMemset) {
        from = reach(source, copy.length);
        if (from == nullptr) {
            return outOfReach(unitOf(copy.operation), "the source of an SDMA entry", source,
                              copy.length);
        }
    }
    if (auto fault = meetFault(target, from != nullptr ? source : 0, copy.length)) [[unlikely]] {
        return *std::move(fault);
    }
    if (copy.operation != SdmaOperation::kCopy) {
        return calculate(copy, to, from);
    }
    copyBytes(to, from, copy.length);
    return Outcome::done(copy.common.writeCqe);
}

// With offsets an address is read as where the base lies that the offset counts from: the public
// interface offers such copies for bases that the device computes.
bool SqeExecution::followPointer(uint64_t& address, uint64_t offset) const noexcept {
    const std::byte* at = reach(address, sizeof address);
    if (at == nullptr) {
        return false;
    }
    std::memcpy(&address, at, sizeof address);
    address += offset;
    return true;
}

// A memset is read as: the source field holds the value, of the size of the data type.
Outcome SqeExecution::calculate(const hw::Sdma& copy, std::byte* target,
                                const std::byte* source) const {
    if (copy.length % elementBytes(copy.dataType) != 0) {
        return failed(unitOf(copy.operation), hw::kErrorException,
                      fmt::format("{} bytes are no whole number of elements of {} bytes",
                                  copy.length, elementBytes(copy.dataType)));
    }
    if (copy.operation == SdmaOperation::kMemset) {
        fillPattern(copy.dataType, target, copy.source, copy.length);
    } else {
        reduce(copy.operation, copy.dataType, target, source, copy.length);
    }
    return Outcome::done(copy.common.writeCqe);
}

Outcome SqeExecution::run(const hw::SdmaPointer& copy) {
    hw::Words<16> block{};
    const std::byte* at = reach(copy.blockAddr, sizeof block);
    if (at == nullptr) {
        return outOfReach(FailedUnit::kSdmaCopy, "what an SDMA entry points to", copy.blockAddr,
                          sizeof block);
    }
    std::memcpy(block.data(), at, sizeof block);
    if (hasRest(block)) {
        return refused("the block of an SDMA entry in pointer mode has bits beyond its 48 bytes");
    }
    const hw::Decoded expanded = hw::decode(expand(sqe_, block));
    if (const auto* refusal = std::get_if<hw::Refusal>(&expanded)) {
        return run(*refusal);
    }
    return run(std::get<hw::Sdma>(expanded));
}

// Ordinary host memory is taken as it comes, but for what can be no memory at all.
std::byte* SqeExecution::hostOrDevice(uint64_t address, uint64_t bytes) const noexcept {
    return detail::isPlausible(address, bytes) ? device_.memory.view(pointerTo(address), bytes)
                                               : nullptr;
}

// These entries ask for a completion that the driver keeps to itself: it is when it frees the list
// of pages that it made. So none is written here.
Outcome SqeExecution::run(const hw::PcieDma& copy) {
    if (copy.sqeUpdate || copy.dsaUpdate) {
        return refused("a PCIe copy into a queue; the simulator does not update entries");
    }
    if (copy.isConverted) {
        return copyList(copy);
    }
    if (copy.length > SqeExecutor::kBoundedBytes && !mayTakeLong()) {
        return Outcome::needsEngineThread();
    }
    if (copy.length == 0) {
        return Outcome::done(false);
    }
    const std::byte* source = hostOrDevice(copy.source, copy.length);
    std::byte* target = hostOrDevice(copy.destination, copy.length);
    if (source == nullptr || target == nullptr) {
        return outOfReach(
            FailedUnit::kSdmaCopy,
            source == nullptr ? "the source of a PCIe copy" : "the target of a PCIe copy",
            source == nullptr ? copy.source : copy.destination, copy.length);
    }
    if (auto fault = meetFault(copy.destination, copy.source, copy.length)) [[unlikely]] {
        return *std::move(fault);
    }
    copyBytes(target, source, copy.length);
    return Outcome::done(false);
}

// A list is what SimDriver::makeList() made.
Outcome SqeExecution::copyList(const hw::PcieDma& copy) const {
    DmaListImage list{.mark = 0};
    if (const std::byte* image = reach(copy.listAddr, sizeof list)) {
        std::memcpy(&list, image, sizeof list);
    }
    if (list.mark != DmaListImage::kMark || copy.listTail != 1) {
        return refused(fmt::format("there is no list for a PCIe copy at {:#x}", copy.listAddr));
    }
    const driver::RowCopy& rows = list.copy;
    if (rows.rows * rows.rowBytes > SqeExecutor::kBoundedBytes && !mayTakeLong()) {
        return Outcome::needsEngineThread();
    }
    const auto sourceAddress = reinterpret_cast<uintptr_t>(rows.source);
    const auto targetAddress = reinterpret_cast<uintptr_t>(rows.target);
    const std::byte* source = hostOrDevice(sourceAddress, rows.sourceExtent());
    std::byte* target = hostOrDevice(targetAddress, rows.targetExtent());
    if (source == nullptr) {
        return outOfReach(FailedUnit::kSdmaCopy, "the source of a copy of rows", sourceAddress,
                          rows.sourceExtent());
    }
    if (target == nullptr) {
        return outOfReach(FailedUnit::kSdmaCopy, "the target of a copy of rows", targetAddress,
                          rows.targetExtent());
    }
    if (auto fault = meetFault(targetAddress, sourceAddress,
                               std::min(rows.targetExtent(), rows.sourceExtent()))) [[unlikely]] {
        return *std::move(fault);
    }
    copyRows(target, source, rows);
    return Outcome::done(false);
}

}  // namespace belay::sim
