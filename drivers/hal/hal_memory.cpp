#include "drivers/hal/hal_memory.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "base/log.h"
#include "drivers/device_facts.h"
#include "drivers/hal/hal_errors.h"

namespace belay::hal {
namespace {

using driver::MemoryKind;
using driver::PointerKind;

// Statistics of the library go by module; this is the one of runtimes.
constexpr uint64_t kModule = 3;
constexpr uint64_t kAlignmentLog2 = 9;
// Below this a huge page is mostly wasted.
constexpr uint64_t kHugeFrom = (uint64_t{1} << 20) + 1;

constexpr uint64_t kHuge = uint64_t{1} << HAL_MEM_HUGE_SHIFT;

DVdeviceptr addressOf(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}

struct KindOfMemory {
    const char* name;
    PointerKind pointerKind;
    uint64_t flags;
};

KindOfMemory kindOf(MemoryKind kind) {
    const auto as = [](uint64_t kindOfAddress) { return kindOfAddress << HAL_MEM_KIND_SHIFT; };
    const uint64_t device = as(HAL_MEM_KIND_DEV) | uint64_t{1} << HAL_MEM_HBM_SHIFT;
    switch (kind) {
        case MemoryKind::kDevice:
            break;
        case MemoryKind::kDeviceHuge:
            return {"device memory in huge pages", PointerKind::kDevice, device | kHuge};
        case MemoryKind::kDevicePeer:
            return {"device memory for peers", PointerKind::kDevice,
                    device | uint64_t{1} << HAL_MEM_P2P_SHIFT};
        case MemoryKind::kHostPinned:
            return {"pinned host memory", PointerKind::kHostPinned, as(HAL_MEM_KIND_HOST)};
        case MemoryKind::kManaged:
            return {"managed memory", PointerKind::kManaged, as(HAL_MEM_KIND_SVM)};
    }
    return {"device memory", PointerKind::kDevice, device};
}

}  // namespace

// ---- allocations ----

Status HalMemory::allocateAs(const Allocation& wanted, uint64_t flags, const char* kind,
                             void*& start) {
    BELAY_TRY(halStatus("halMemAlloc", api_.halMemAlloc(&start, wanted.bytes, flags),
                        "{} bytes of {}, device {}, flags {:#x}", wanted.bytes, kind,
                        wanted.number.device, flags));
    return start != nullptr
               ? Status::ok()
               : Status::error(Code::kRtMemoryAllocation,
                               "halMemAlloc gave no address for {} bytes of {}, device {}",
                               wanted.bytes, kind, wanted.number.device);
}

Result<void*> HalMemory::allocate(const DeviceNumber& number, uint64_t bytes, MemoryKind kind) {
    const KindOfMemory memory = kindOf(kind);
    const uint64_t flags = memory.flags | number.halId | kAlignmentLog2 << HAL_MEM_ALIGN_SHIFT |
                           kModule << HAL_MEM_MODULE_SHIFT;
    const bool prefersHuge =
        bytes >= kHugeFrom && kind != MemoryKind::kHostPinned && kind != MemoryKind::kDeviceHuge;
    Allocation wanted{.kind = memory.pointerKind, .number = number, .bytes = bytes};
    void* start = nullptr;
    if (!prefersHuge || !allocateAs(wanted, flags | kHuge, memory.name, start).isOk()) {
        BELAY_TRY(allocateAs(wanted, flags, memory.name, start));
    }
    wanted.start = static_cast<std::byte*>(start);
    allocations_.add(wanted);
    noteUse(wanted, true);
    return start;
}

Status HalMemory::release(void* start) {
    // Out of the books first: the address may be given out again as soon as the library has it.
    std::optional<Allocation> taken = allocations_.take(start);
    if (!taken) {
        const std::optional<Allocation> around = allocations_.find(start);
        if (around) {
            return Status::error(Code::kRtParamInvalid,
                                 "{} is inside the allocation of {} bytes from {}; memory is "
                                 "released by its start",
                                 start, around->bytes, static_cast<void*>(around->start));
        }
        return Status::error(Code::kRtParamInvalid,
                             "{} was not allocated here, or was freed already", start);
    }
    if (Status status = free(*taken); !status.isOk()) {
        taken->hostView = nullptr;
        allocations_.add(*taken);
        return status;
    }
    noteUse(*taken, false);
    return Status::ok();
}

Status HalMemory::free(const Allocation& allocation) {
    dropView(allocation);
    return halStatus("halMemFree", api_.halMemFree(allocation.start), "{} bytes from {}",
                     allocation.bytes, static_cast<void*>(allocation.start));
}

void HalMemory::noteUse(const Allocation& allocation, bool isLive) {
    if (allocation.kind != PointerKind::kDevice) {
        return;
    }
    const Lock lock(mutex_);
    Use& use = uses_[allocation.number.device];
    use.bytes = isLive ? use.bytes + allocation.bytes : use.bytes - allocation.bytes;
    use.peakBytes = std::max(use.peakBytes, use.bytes);
}

size_t HalMemory::forgetDevice(const DeviceNumber& number) {
    std::vector<List> lists;
    {
        const Lock lock(mutex_);
        uses_.erase(number.device);
        for (auto each = lists_.begin(); each != lists_.end();) {
            if (each->second.device == number.device) {
                lists.push_back(each->second);
                each = lists_.erase(each);
            } else {
                ++each;
            }
        }
    }
    for (List& list : lists) {
        destroyList(list);
    }
    for (const Allocation& mapped : registered_.takeAllOf(number.device)) {
        static_cast<void>(api_.halHostUnregister(mapped.start, number.halId));
    }
    const std::vector<Allocation> allocations = allocations_.takeAllOf(number.device);
    for (const Allocation& allocation : allocations) {
        static_cast<void>(free(allocation));
    }
    return allocations.size();
}

driver::PointerInfo HalMemory::pointerInfo(const void* pointer) noexcept {
    if (const std::optional<Allocation> found = allocations_.find(pointer)) {
        return found->info();
    }
    const std::optional<Allocation> mapped = registered_.find(pointer);
    return mapped ? mapped->info() : driver::PointerInfo{};
}

Result<driver::MemoryUse> HalMemory::memoryUse(const DeviceNumber& number, MemoryKind kind) {
    if (kind == MemoryKind::kHostPinned || kind == MemoryKind::kManaged) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "the driver does not tell how much {} there is", kindOf(kind).name);
    }
    const uint32_t type =
        kind == MemoryKind::kDevicePeer ? MEM_INFO_TYPE_HBM_P2P_SIZE : MEM_INFO_TYPE_HBM_SIZE;
    MemInfo info{};
    BELAY_TRY(halStatus("halMemGetInfo", api_.halMemGetInfo(number.halId, type, &info),
                        "the memory of device {}, type {}", number.device, type));
    driver::MemoryUse use{.totalBytes = info.total + info.huge_total,
                          .freeBytes = info.free + info.huge_free};
    const Lock lock(mutex_);
    const Use& own = uses_[number.device];
    // What others use does not show; the best guess is that it has not changed.
    const uint64_t inUse = use.totalBytes - std::min(use.totalBytes, use.freeBytes);
    use.peakBytes = std::min(use.totalBytes, inUse + (own.peakBytes - own.bytes));
    return use;
}

// ---- copies in the caller's time ----

// Memory that the library has nothing to do with.
bool HalMemory::isOrdinary(const void* address) const {
    if (allocations_.find(address)) {
        return false;
    }
    DVattribute attribute{};
    return api_.drvMemGetAttribute(addressOf(address), &attribute) == DRV_ERROR_NONE &&
           (attribute.memType & DV_MEM_USER_MALLOC) != 0;
}

bool HalMemory::isOfDevice(const void* address) const {
    const std::optional<Allocation> found = allocations_.find(address);
    return found ? found->kind != PointerKind::kHostPinned : !isOrdinary(address);
}

Status HalMemory::copy(void* target, const void* source, uint64_t bytes) {
    if (bytes == 0) {
        return Status::ok();
    }
    BELAY_TRY(allocations_.requireWhole("the target", target, bytes));
    BELAY_TRY(allocations_.requireWhole("the source", source, bytes));
    return halStatus("drvMemcpy",
                     api_.drvMemcpy(addressOf(target), bytes, addressOf(source), bytes),
                     "a copy of {} bytes from {} to {}", bytes, source, target);
}

Status HalMemory::fill(void* target, uint8_t value, uint64_t bytes) {
    if (bytes == 0) {
        return Status::ok();
    }
    BELAY_TRY(allocations_.requireWhole("the target", target, bytes));
    if (!isOfDevice(target)) {
        std::memset(target, value, bytes);
        return Status::ok();
    }
    return halStatus("drvMemsetD8", api_.drvMemsetD8(addressOf(target), bytes, value, bytes),
                     "{} bytes of {:#04x} from {}", bytes, value, target);
}

Status HalMemory::requireWhole(const driver::RowCopy& copy) const {
    BELAY_TRY(allocations_.requireWhole("the target", copy.target, copy.targetExtent()));
    return allocations_.requireWhole("the source", copy.source, copy.sourceExtent());
}

MEMCPY2D HalMemory::describe(const driver::RowCopy& copy) const {
    const bool toDevice = isOfDevice(copy.target);
    const bool fromDevice = isOfDevice(copy.source);
    MEMCPY2D described{};
    described.copy2d.dst = copy.target;
    described.copy2d.dpitch = copy.targetPitch;
    described.copy2d.src = const_cast<void*>(copy.source);
    described.copy2d.spitch = copy.sourcePitch;
    described.copy2d.width = copy.rowBytes;
    described.copy2d.height = copy.rows;
    if (fromDevice) {
        described.copy2d.direction =
            toDevice ? DRV_MEMCPY_DEVICE_TO_DEVICE : DRV_MEMCPY_DEVICE_TO_HOST;
    } else {
        described.copy2d.direction = toDevice ? DRV_MEMCPY_HOST_TO_DEVICE : DRV_MEMCPY_HOST_TO_HOST;
    }
    return described;
}

Status HalMemory::copyRows(const driver::RowCopy& copy) {
    BELAY_TRY(requireWhole(copy));
    MEMCPY2D described = describe(copy);
    described.type = DEVMM_MEMCPY2D_SYNC;
    return halStatus("halMemcpy2D", api_.halMemcpy2D(&described),
                     "a copy of {} rows of {} bytes from {} (pitch {}) to {} (pitch {})", copy.rows,
                     copy.rowBytes, copy.source, copy.sourcePitch, copy.target, copy.targetPitch);
}

// ---- lists ----

// Ranges are the entry's business, which fails when its turn comes; the library may refuse them
// here.
Result<driver::DmaList> HalMemory::makeList(uint32_t device, const driver::RowCopy& copy) {
    List list{.device = device};
    MEMCPY2D described = describe(copy);
    described.type = DEVMM_MEMCPY2D_ASYNC_CONVERT;
    described.dmaAddr = &list.pieces;
    BELAY_TRY(halStatus("halMemcpy2D", api_.halMemcpy2D(&described),
                        "a list for a copy of {} rows of {} bytes from {} to {}", copy.rows,
                        copy.rowBytes, copy.source, copy.target));
    const uint32_t converted = list.pieces.fixed_size;
    const bool isWhole = converted == 0 || converted >= copy.rowBytes * copy.rows;
    if (!isWhole || list.pieces.len > std::numeric_limits<uint16_t>::max()) {
        destroyList(list);
        return Status::error(Code::kRtMemoryAllocation,
                             "a copy of {} rows of {} bytes does not fit into one list of the "
                             "driver, which ends after {} bytes in {} pieces",
                             copy.rows, copy.rowBytes, converted, list.pieces.len);
    }
    const driver::DmaList named{.address = addressOf(list.pieces.src),
                                .tail = static_cast<uint16_t>(list.pieces.len)};
    const Lock lock(mutex_);
    lists_.insert_or_assign(named.address, list);
    return named;
}

// Those of a device that was closed are gone already. What the library does not take now, it is
// asked to take when the device is closed.
void HalMemory::releaseList(const driver::DmaList& list) noexcept {
    List found;
    {
        const Lock lock(mutex_);
        const auto place = lists_.find(list.address);
        if (place == lists_.end()) {
            return;
        }
        found = place->second;
        lists_.erase(place);
    }
    if (!destroyList(found)) {
        const Lock lock(mutex_);
        lists_.insert_or_assign(list.address, found);
    }
}

bool HalMemory::destroyList(List& list) noexcept {
    MEMCPY2D described{};
    described.type = DEVMM_MEMCPY2D_ASYNC_DESTROY;
    described.dmaAddr = &list.pieces;
    const drvError_t error = api_.halMemcpy2D(&described);
    if (error != DRV_ERROR_NONE) {
        BELAY_LOG(kDriver, kWarning, "the list of a copy stays behind: halMemcpy2D answered {}",
                  error);
    }
    return error == DRV_ERROR_NONE;
}

// ---- one side's memory for the other ----

// Of two threads that ask at once, the library refuses one.
std::byte* HalMemory::hostView(void* start) noexcept {
    const std::optional<Allocation> found = allocations_.find(start);
    if (!found || found->kind != PointerKind::kDevice) {
        return found ? static_cast<std::byte*>(start) : nullptr;
    }
    if (found->hostView != nullptr || found->start != start) {
        return found->start == start ? found->hostView : nullptr;
    }
    void* view = nullptr;
    const drvError_t error =
        api_.halHostRegister(start, found->bytes, DEV_SVM_MAP_HOST, found->number.halId, &view);
    if (error != DRV_ERROR_NONE || view == nullptr) {
        BELAY_LOG(kDriver, kDebug, "the host cannot reach device memory at {}: {}", start, error);
        return nullptr;
    }
    allocations_.setHostView(start, static_cast<std::byte*>(view));
    return static_cast<std::byte*>(view);
}

void HalMemory::dropView(const Allocation& allocation) noexcept {
    if (allocation.hostView != nullptr) {
        static_cast<void>(api_.halHostUnregister(allocation.start, allocation.number.halId));
    }
}

Result<void*> HalMemory::registerHost(const DeviceNumber& number, void* start, uint64_t bytes) {
    BELAY_TRY(driver::requireRegistrable(start, bytes));
    if (const std::optional<Allocation> found = allocations_.find(start);
        found && found->kind == PointerKind::kDevice) {
        return Status::error(Code::kRtParamInvalid,
                             "{} cannot be registered: it is memory of device {}", start,
                             found->number.device);
    }
    // In the books first, so that a second call does not get past this one.
    const Allocation wanted{.kind = PointerKind::kHostMapped,
                            .number = number,
                            .start = static_cast<std::byte*>(start),
                            .bytes = bytes};
    if (const std::optional<Allocation> taken = registered_.addUnlessTaken(wanted)) {
        return Status::error(Code::kHostMemoryAlreadyRegistered,
                             "{} bytes from {} cannot be registered: {} bytes from {} are already",
                             bytes, start, taken->bytes, static_cast<void*>(taken->start));
    }
    // The way of cards that reach the host's memory through PCIe; others have only the plain one.
    void* mapped = nullptr;
    drvError_t error =
        api_.halHostRegister(start, bytes, HOST_MEM_MAP_DEV_PCIE_TH, number.halId, &mapped);
    if (error == DRV_ERROR_NOT_SUPPORT) {
        error = api_.halHostRegister(start, bytes, HOST_MEM_MAP_DEV, number.halId, &mapped);
    }
    if (error != DRV_ERROR_NONE) {
        registered_.take(start);
        const Code code =
            error == DRV_ERROR_BUSY ? Code::kHostMemoryAlreadyRegistered : codeOfHal(error);
        return halError(code, "halHostRegister", error,
                        fmt::format("{} bytes from {} for device {}", bytes, start, number.device));
    }
    if (mapped == nullptr && api_.halMemHostGetDevPointer != nullptr) {
        static_cast<void>(api_.halMemHostGetDevPointer(start, number.halId, &mapped));
    }
    return mapped != nullptr ? mapped : start;
}

Status HalMemory::unregisterHost(void* start) {
    const std::optional<Allocation> taken = registered_.take(start);
    if (!taken) {
        return Status::error(Code::kHostMemoryNotRegistered, "no registered memory starts at {}",
                             start);
    }
    Status status =
        halStatus("halHostUnregister", api_.halHostUnregister(start, taken->number.halId),
                  "{} bytes from {} of device {}", taken->bytes, start, taken->number.device);
    if (!status.isOk()) {
        registered_.add(*taken);
    }
    return status;
}

}  // namespace belay::hal
