#include "runtime/lazy_memory.h"

#include "runtime/device.h"

namespace belay {

Result<void*> LazyMemory::make(Device& device, uint64_t bytes) {
    void* memory = nullptr;
    BELAY_TRY(useDevice(device, [&]() -> Status {
        driver::Driver& driver = device.driver();
        BELAY_ASSIGN(memory,
                     driver.allocate(device.driverNumber(), bytes, driver::MemoryKind::kDevice));
        BELAY_TRY(driver.fill(memory, 0, bytes));
        void* first = nullptr;
        if (!memory_.compare_exchange_strong(first, memory, std::memory_order_acq_rel)) {
            BELAY_TRY(driver.release(memory));  // another thread was faster
            memory = first;
        }
        return Status::ok();
    }));
    return memory;
}

}  // namespace belay
