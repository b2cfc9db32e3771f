// AddressSpace: whose memory an address is, over all simulated devices and pinned host memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/sim/host_budget.h"
#include "drivers/sim/host_registry.h"
#include "drivers/sim/sim_memory.h"

namespace belay::sim {

struct AddressSpaceSetup {
    uint64_t deviceBytes = 0;  ///< memory of each device
    /// Red zones and quarantine for all memory; device addresses trap when the host touches them.
    bool isChecked = false;
    /// How much may still be populated on this machine.
    std::function<uint64_t()> budget = [] { return hostBudgetBytes(); };
};

/// The addresses of all simulated devices, and of pinned and managed memory that goes with them. An
/// address tells its device: a device's range lies at a fixed place unless that was in use, and it
/// stays reserved after the device was closed, so that looking at an address is safe at any time
/// and takes no lock. Thread-safe.
class AddressSpace {
  public:
    static constexpr uint32_t kMaxDevices = 64;
    /// Where device 0 begins; each further one begins a stride later.
    static constexpr uint64_t kFirstAddress = 0x1200'0000'0000;
    static constexpr unsigned kStrideBits = 38;

    explicit AddressSpace(AddressSpaceSetup setup);
    ~AddressSpace();
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

    /// Makes memory of a device, which is below kMaxDevices and not open, usable.
    /// kRtMemoryAllocation (207001) when no address space is left.
    Result<SimMemory*> openDevice(uint32_t device);

    /// Gives back all memory of a device, and what was registered for it; how many allocations were
    /// still live. A copy that still runs elsewhere ends in peace, what it writes is lost.
    size_t closeDevice(uint32_t device);

    /// All addresses of a device, allocated or not; empty when it was never opened.
    std::span<std::byte> rangeOf(uint32_t device) const noexcept;

    /// Where the engine may touch [address, address + bytes): the range itself, or another with the
    /// same memory where device addresses trap. Null when it
    /// touches memory of a device, or pinned memory, without lying inside one live allocation.
    /// Other host addresses come back as they are, unchecked.
    std::byte* view(const void* address, uint64_t bytes) const noexcept;

    /// Whether the address lies in the range of a device, allocated or not.
    bool isDevice(const void* address) const noexcept;

    driver::PointerInfo pointerInfo(const void* address) const noexcept;

    /// While there is one, code of this process can use device addresses also where they trap for
    /// the host. Costs nothing where they do not.
    class KernelAccess {
      public:
        explicit KernelAccess(AddressSpace& memory) : memory_(memory) {
            if (memory_.isChecked_) [[unlikely]] {
                memory_.letKernelsIn(true);
            }
        }

        ~KernelAccess() {
            if (memory_.isChecked_) [[unlikely]] {
                memory_.letKernelsIn(false);
            }
        }

        KernelAccess(const KernelAccess&) = delete;
        KernelAccess& operator=(const KernelAccess&) = delete;

      private:
        AddressSpace& memory_;
    };

    bool isChecked() const noexcept { return isChecked_; }

    /// As driver::Driver says of the functions of these names.
    Result<void*> allocate(uint32_t device, uint64_t bytes, driver::MemoryKind kind);
    Status release(void* start);
    Status copy(void* target, const void* source, uint64_t bytes) const;
    Status fill(void* target, uint8_t value, uint64_t bytes) const;
    Status copyRows(const driver::RowCopy& copy) const;
    Result<driver::MemoryUse> memoryUse(uint32_t device, driver::MemoryKind kind);
    /// Devices reach registered memory at its own address, and may write it, whatever `access`
    /// says.
    Result<void*> registerHost(uint32_t device, void* start, uint64_t bytes, driver::Access access);
    Status unregisterHost(void* start);

    /// Why view() gives null for a range, with the code that a copy reports; `what` names the range
    /// ("the source").
    Status explain(const char* what, const void* address, uint64_t bytes) const;

    /// Live allocations of all devices and of pinned memory. For leak checks.
    size_t allocationCount() const;

  private:
    // The slots after the devices.
    static constexpr uint32_t kPinned = kMaxDevices;
    static constexpr uint32_t kManaged = kMaxDevices + 1;
    static constexpr uint32_t kSlots = kMaxDevices + 2;
    static constexpr uint32_t kNoSlot = kSlots;

    uint32_t slotOf(const void* address) const noexcept;
    uint32_t searchSlot(const void* address) const noexcept;

    SimMemory* memoryOf(uint32_t slot) const noexcept {
        return memories_[slot].load(std::memory_order_acquire);
    }

    static driver::PointerKind kindOf(uint32_t slot) noexcept {
        if (slot == kPinned) {
            return driver::PointerKind::kHostPinned;
        }
        return slot == kManaged ? driver::PointerKind::kManaged : driver::PointerKind::kDevice;
    }

    static uint32_t slotFor(uint32_t device, driver::MemoryKind kind) noexcept {
        if (kind == driver::MemoryKind::kHostPinned) {
            return kPinned;
        }
        if (kind == driver::MemoryKind::kManaged) {
            return kManaged;
        }
        return device < kMaxDevices ? device : kNoSlot;
    }

    void letKernelsIn(bool isIn);
    Result<SimMemory*> ensureSlot(uint32_t slot);
    Result<SimMemory*> createMemory(uint32_t slot) BELAY_REQUIRES(mutex_);
    bool releaseIdle(uint64_t bytes, const SimMemory& wanting);
    Result<SimMemory*> memoryFor(uint32_t device, driver::MemoryKind kind);

    const uint64_t deviceBytes_;
    const bool isChecked_;
    const std::shared_ptr<HostBudget> budget_;
    HostRegistry registry_;
    // Release when a slot gets its memory, which is never replaced: a reader that sees the pointer
    // sees the object.
    std::array<std::atomic<SimMemory*>, kSlots + 1> memories_{};  // the last one for no slot
    // Slots whose range is not where their number says. Relaxed: only who got an address from such
    // a slot has to find it, and came by it after the count.
    std::atomic<uint32_t> strays_{0};

    Mutex mutex_{LockRank::kAllocationMap, "simulated address space"};
    std::array<std::unique_ptr<SimMemory>, kSlots> owned_ BELAY_GUARDED_BY(mutex_);

    Mutex accessMutex_{LockRank::kEvent, "access of kernels to memory"};
    uint32_t kernels_ BELAY_GUARDED_BY(accessMutex_) = 0;  // that run; only where addresses trap
};

}  // namespace belay::sim
