#include "runtime/module_memory.h"

#include <algorithm>

namespace belay {

std::atomic<size_t> ModuleMemory::count{0};

ModuleMemory& ModuleMemory::instance() {
    static NeverDestroyed<ModuleMemory> memory;
    return memory.get();
}

void ModuleMemory::add(const void* start, uint64_t bytes, uint32_t device, uint16_t module) {
    const Lock lock(mutex_);
    blocks_.insert_or_assign(start, Block{bytes, device, module});
    count.store(blocks_.size(), std::memory_order_relaxed);
    ModuleUse& use = devices_[device][module];
    use.module = module;
    use.bytes += bytes;
    use.peakBytes = std::max(use.peakBytes, use.bytes);
}

void ModuleMemory::remove(const void* start) {
    const Lock lock(mutex_);
    const auto found = blocks_.find(start);
    if (found == blocks_.end()) {
        return;
    }
    devices_[found->second.device][found->second.module].bytes -= found->second.bytes;
    blocks_.erase(found);
    count.store(blocks_.size(), std::memory_order_relaxed);
}

void ModuleMemory::forget(uint32_t device) {
    const Lock lock(mutex_);
    std::erase_if(blocks_, [&](const auto& block) { return block.second.device == device; });
    devices_.erase(device);
    count.store(blocks_.size(), std::memory_order_relaxed);
}

std::vector<ModuleUse> ModuleMemory::usesOf(uint32_t device) const {
    const Lock lock(mutex_);
    std::vector<ModuleUse> uses;
    if (const auto found = devices_.find(device); found != devices_.end()) {
        for (const auto& [module, use] : found->second) {
            uses.push_back(use);
        }
    }
    return uses;
}

}  // namespace belay
