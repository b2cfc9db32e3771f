#include "runtime/device_memory.h"

#include <utility>

#include "runtime/insist.h"

namespace belay {

DeviceMemory::~DeviceMemory() {
    if (start_ == nullptr) {
        return;
    }
    const auto release = [this] { return device_->driver().release(start_); };
    insist([&] {
        Status status = useDevice(*device_, release);
        return status.code() == Code::kRtContextNull ? Status::ok() : std::move(status);
    });
}

Result<DeviceMemory> DeviceMemory::allocate(Device& device, uint64_t bytes,
                                            driver::MemoryKind kind) {
    DeviceMemory memory;
    BELAY_TRY(useDevice(device, [&]() -> Status {
        BELAY_ASSIGN(void* start, device.driver().allocate(device.driverNumber(), bytes, kind));
        memory.start_ = static_cast<std::byte*>(start);
        return Status::ok();
    }));
    memory.device_ = Ref<Device>(&device);
    memory.bytes_ = bytes;
    return memory;
}

}  // namespace belay
