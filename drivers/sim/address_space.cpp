#include "drivers/sim/address_space.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "drivers/sim/sim_copy.h"

namespace belay::sim {
namespace {

// Thread sanitizer has about 512 GiB of addresses for everything.
#if defined(__SANITIZE_THREAD__)
#define BELAY_NARROW 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BELAY_NARROW 1
#endif
#endif
#ifdef BELAY_NARROW
constexpr uint64_t kMostReserved = uint64_t{4} << 30;
#else
// What is left of a stride is for alignment.
constexpr uint64_t kMostReserved = (uint64_t{1} << AddressSpace::kStrideBits) - kChunkBytes;
#endif

uint64_t machineBytes() {
    const auto pages = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES));
    return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool wraps(const void* address, uint64_t bytes) noexcept {
    return bytes > std::numeric_limits<uintptr_t>::max() - reinterpret_cast<uintptr_t>(address);
}

// Of a range that is not empty.
const std::byte* lastByte(const void* address, uint64_t bytes) noexcept {
    return static_cast<const std::byte*>(address) + (bytes - 1);
}

bool lieIn(const SimMemory::Block& block, const void* address, uint64_t bytes) noexcept {
    const auto offset = static_cast<uint64_t>(static_cast<const std::byte*>(address) - block.start);
    return offset <= block.bytes && bytes <= block.bytes - offset;
}

}  // namespace

AddressSpace::AddressSpace(AddressSpaceSetup setup)
    : deviceBytes_(setup.deviceBytes),
      isChecked_(setup.isChecked),
      budget_(std::make_shared<HostBudget>(std::move(setup.budget))) {}

AddressSpace::~AddressSpace() = default;

// The slot whose range holds the address, or kNoSlot.
uint32_t AddressSpace::slotOf(const void* address) const noexcept {
    const uint64_t guess = (reinterpret_cast<uintptr_t>(address) - kFirstAddress) >> kStrideBits;
    if (guess < kSlots) {
        const SimMemory* memory = memoryOf(static_cast<uint32_t>(guess));
        if (memory != nullptr && memory->holds(address)) [[likely]] {
            return static_cast<uint32_t>(guess);
        }
    }
    return strays_.load(std::memory_order_relaxed) == 0 ? kNoSlot : searchSlot(address);
}

uint32_t AddressSpace::searchSlot(const void* address) const noexcept {
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
        const SimMemory* memory = memoryOf(slot);
        if (memory != nullptr && memory->holds(address)) {
            return slot;
        }
    }
    return kNoSlot;
}

Result<SimMemory*> AddressSpace::ensureSlot(uint32_t slot) {
    if (SimMemory* memory = memoryOf(slot); memory != nullptr) [[likely]] {
        return memory;
    }
    const Lock lock(mutex_);
    SimMemory* memory = memoryOf(slot);
    return memory != nullptr ? Result<SimMemory*>(memory) : createMemory(slot);
}

Result<SimMemory*> AddressSpace::createMemory(uint32_t slot) {
    const bool isOfHost = slot >= kMaxDevices;
    const uint64_t capacity = isOfHost ? machineBytes() : deviceBytes_;
    const uint64_t hint = kFirstAddress + (uint64_t{slot} << kStrideBits);
    BELAY_ASSIGN(owned_[slot],
                 SimMemory::create({.capacityBytes = capacity,
                                    .addressHint = hint,
                                    .reservedBytes = std::min(capacity * 2, kMostReserved),
                                    .isHostMemory = isOfHost,
                                    .isChecked = isChecked_,
                                    .owner = isOfHost ? "host" : "device",
                                    .budget = budget_}));
    SimMemory* memory = owned_[slot].get();
    const auto first = reinterpret_cast<uintptr_t>(memory->base());
    if (first < hint || (first - hint + memory->reservedBytes() - 1) >> kStrideBits != 0) {
        strays_.fetch_add(1, std::memory_order_relaxed);
    }
    memories_[slot].store(memory, std::memory_order_release);
    return memory;
}

void AddressSpace::letKernelsIn(bool isIn) {
    const Lock lock(accessMutex_);
    const bool changes = isIn ? kernels_++ == 0 : --kernels_ == 0;
    for (uint32_t device = 0; changes && device < kMaxDevices; ++device) {
        if (SimMemory* memory = memoryOf(device)) {
            memory->letKernelsIn(isIn);
        }
    }
}

Result<SimMemory*> AddressSpace::openDevice(uint32_t device) {
    BELAY_ASSIGN(SimMemory * memory, ensureSlot(device));
    memory->open();
    const Lock lock(accessMutex_);
    memory->letKernelsIn(kernels_ != 0);  // of other devices
    return memory;
}

size_t AddressSpace::closeDevice(uint32_t device) {
    registry_.removeAll(device);
    SimMemory* memory = memoryOf(device);
    return memory != nullptr ? memory->close() : 0;
}

std::span<std::byte> AddressSpace::rangeOf(uint32_t device) const noexcept {
    const SimMemory* memory = memoryOf(device);
    return memory == nullptr ? std::span<std::byte>()
                             : std::span(memory->base(), memory->reservedBytes());
}

std::byte* AddressSpace::view(const void* address, uint64_t bytes) const noexcept {
    auto* start = static_cast<std::byte*>(const_cast<void*>(address));
    if (bytes == 0) {
        return start;
    }
    const uint32_t slot = slotOf(address);
    if (slot == kNoSlot) {
        // From the host's memory into a device's, or around the end of all addresses.
        const bool isBad = wraps(address, bytes - 1) || slotOf(lastByte(address, bytes)) != kNoSlot;
        return isBad ? nullptr : start;
    }
    const SimMemory& memory = *memoryOf(slot);
    const auto block = memory.find(address);
    return block && lieIn(*block, address, bytes) ? start + memory.engineOffset() : nullptr;
}

bool AddressSpace::isDevice(const void* address) const noexcept {
    return slotOf(address) < kMaxDevices;
}

driver::PointerInfo AddressSpace::pointerInfo(const void* address) const noexcept {
    const uint32_t slot = slotOf(address);
    if (slot == kNoSlot) {
        return registry_.find(address);
    }
    const auto block = memoryOf(slot)->find(address);
    if (!block) {
        return {};
    }
    return {.kind = kindOf(slot),
            .device = slot < kMaxDevices ? slot : 0,
            .start = block->start,
            .bytes = block->bytes};
}

Result<SimMemory*> AddressSpace::memoryFor(uint32_t device, driver::MemoryKind kind) {
    const uint32_t slot = slotFor(device, kind);
    if (slot == kPinned || slot == kManaged) {
        return ensureSlot(slot);
    }
    SimMemory* memory = memoryOf(slot);
    if (memory == nullptr) {
        return Status::error(Code::kRtInvalidDeviceid, "device {} is not open", device);
    }
    return memory;
}

Result<void*> AddressSpace::allocate(uint32_t device, uint64_t bytes, driver::MemoryKind kind) {
    SimMemory* memory = memoryOf(slotFor(device, kind));
    if (memory == nullptr) [[unlikely]] {
        BELAY_ASSIGN(memory, memoryFor(device, kind));
    }
    Result<void*> start = memory->allocate(bytes);
    if (!start.isOk() && releaseIdle(bytes, *memory)) [[unlikely]] {
        return memory->allocate(bytes);
    }
    return start;
}

// What one device does not use any more may be what another one lacks.
bool AddressSpace::releaseIdle(uint64_t bytes, const SimMemory& wanting) {
    if (wanting.usage().free < bytes) {
        return false;
    }
    uint64_t released = 0;
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
        SimMemory* memory = memoryOf(slot);
        released += memory != nullptr && memory != &wanting ? memory->releaseIdle() : 0;
    }
    return released != 0;
}

Status AddressSpace::release(void* start) {
    const uint32_t slot = slotOf(start);
    if (slot == kNoSlot) {
        return Status::error(Code::kRtParamInvalid,
                             "{} is memory of the process that was not allocated here, or none",
                             start);
    }
    return memoryOf(slot)->free(static_cast<std::byte*>(start));
}

Status AddressSpace::copy(void* target, const void* source, uint64_t bytes) const {
    std::byte* to = view(target, bytes);
    const std::byte* from = view(source, bytes);
    if (to == nullptr || from == nullptr) [[unlikely]] {
        return to == nullptr ? explain("the target", target, bytes)
                             : explain("the source", source, bytes);
    }
    copyBytes(to, from, bytes);
    return Status::ok();
}

Status AddressSpace::copyRows(const driver::RowCopy& copy) const {
    std::byte* to = view(copy.target, copy.targetExtent());
    const std::byte* from = view(copy.source, copy.sourceExtent());
    if (to == nullptr || from == nullptr) [[unlikely]] {
        return to == nullptr ? explain("the target", copy.target, copy.targetExtent())
                             : explain("the source", copy.source, copy.sourceExtent());
    }
    sim::copyRows(to, from, copy);
    return Status::ok();
}

Status AddressSpace::fill(void* target, uint8_t value, uint64_t bytes) const {
    std::byte* to = view(target, bytes);
    if (to == nullptr) [[unlikely]] {
        return explain("the target", target, bytes);
    }
    std::memset(to, value, bytes);
    return Status::ok();
}

Result<driver::MemoryUse> AddressSpace::memoryUse(uint32_t device, driver::MemoryKind kind) {
    BELAY_ASSIGN(const SimMemory* memory, memoryFor(device, kind));
    const SimMemory::Usage usage = memory->usage();
    return driver::MemoryUse{
        .totalBytes = usage.total, .freeBytes = usage.free, .peakBytes = usage.peak};
}

Result<void*> AddressSpace::registerHost(uint32_t device, void* start, uint64_t bytes,
                                         driver::Access /*access*/) {
    if (isDevice(start)) {
        return Status::error(Code::kRtParamInvalid,
                             "{} cannot be registered: it is memory of a device", start);
    }
    BELAY_TRY(registry_.add(device, start, bytes));
    return start;
}

Status AddressSpace::unregisterHost(void* start) {
    return registry_.remove(start);
}

Status AddressSpace::explain(const char* what, const void* address, uint64_t bytes) const {
    const uint32_t slot = slotOf(address);
    if (slot == kNoSlot) {
        return Status::error(
            Code::kRtParamInvalid,
            "{}, {} bytes from {}, starts in ordinary memory and runs into a device's, or past the "
            "last address",
            what, bytes, address);
    }
    const std::string owner = slot >= kMaxDevices ? "the host" : fmt::format("device {}", slot);
    const auto block = memoryOf(slot)->find(address);
    if (!block) {
        return Status::error(Code::kRtParamInvalid,
                             "{}, {} bytes from {}, lies in memory of {} that is not allocated",
                             what, bytes, address, owner);
    }
    return Status::error(Code::kRtParamInvalid,
                         "{}, {} bytes from {}, leaves its allocation of {} bytes from {} on {}",
                         what, bytes, address, block->bytes, static_cast<const void*>(block->start),
                         owner);
}

size_t AddressSpace::allocationCount() const {
    size_t count = 0;
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
        const SimMemory* memory = memoryOf(slot);
        count += memory != nullptr ? memory->allocationCount() : 0;
    }
    return count;
}

}  // namespace belay::sim
