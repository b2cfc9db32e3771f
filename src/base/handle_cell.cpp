#include "base/handle_cell.h"

#include <sys/mman.h>

#include <cassert>

#include "base/fork.h"
#include "base/mutex.h"
#include "base/never_destroyed.h"

// There in programs that are built with a leak checker: the cells are not in memory that it looks
// at by itself, so it would take every object with an open handle for a leak.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): not our name
extern "C" __attribute__((weak)) void __lsan_register_root_region(const void* start, size_t bytes);

namespace belay {
namespace {

// As many at a time are shown to a leak checker.
constexpr size_t kShownCells = 4096;
constexpr size_t kMostCells = size_t{1} << 23;
constexpr size_t kFewestCells = size_t{1} << 16;
// A dead cell is used again only after this many others have died: stale handles are told from live
// ones.
constexpr size_t kQuarantine = 8192;
constexpr uintptr_t kDead = 1;

}  // namespace

constinit HandleRange handleRange;

struct HandleTable {
    HandleCell* cells = nullptr;
    size_t cellCount = 0;  // 0: there is no room for handles

    Mutex mutex{LockRank::kHandles, "handle table"};
    size_t used BELAY_GUARDED_BY(mutex) = 0;  // cells [0, used) have been given out at least once
    size_t objects BELAY_GUARDED_BY(mutex) = 0;
    HandleCell* oldestDead BELAY_GUARDED_BY(mutex) = nullptr;
    HandleCell* newestDead BELAY_GUARDED_BY(mutex) = nullptr;
    size_t deadCount BELAY_GUARDED_BY(mutex) = 0;

    HandleTable() {
        static_assert(sizeof(HandleCell) == 16);
        // Only address space: pages appear when cells are first used. Where that is limited
        // (RLIMIT_AS), fewer have to do.
        for (size_t count = kMostCells; count >= kFewestCells; count /= 2) {
            void* range = ::mmap(nullptr, count * sizeof(HandleCell), PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (range != MAP_FAILED) {
                cells = static_cast<HandleCell*>(range);
                cellCount = count;
                handleRange.start.store(static_cast<const std::byte*>(range),
                                        std::memory_order_relaxed);
                // Release: who sees it sees where the cells begin.
                handleRange.bytes.store(count * sizeof(HandleCell), std::memory_order_release);
                break;
            }
        }
    }

    // The cell a pointer names, or null when it is not the address of a cell.
    HandleCell* cellAt(const void* handle) const noexcept {
        const auto distance =
            reinterpret_cast<uintptr_t>(handle) - reinterpret_cast<uintptr_t>(cells);
        if (distance >= cellCount * sizeof(HandleCell) || distance % sizeof(HandleCell) != 0) {
            return nullptr;
        }
        return cells + distance / sizeof(HandleCell);
    }

    HandleCell* take() {
        const Lock lock(mutex);
        HandleCell* cell = nullptr;
        if (oldestDead != nullptr && (deadCount > kQuarantine || used == cellCount)) {
            cell = oldestDead;
            oldestDead = static_cast<HandleCell*>(cell->object_.load(std::memory_order_relaxed));
            --deadCount;
        } else if (used < cellCount) {
            showToLeakChecker();
            cell = cells + used++;
        }
        objects += cell != nullptr ? 1U : 0U;
        return cell;
    }

    // Only cells in use: it would touch all of their pages.
    void showToLeakChecker() const BELAY_REQUIRES(mutex) {
        if (used % kShownCells == 0 && __lsan_register_root_region != nullptr) {
            __lsan_register_root_region(cells + used, kShownCells * sizeof(HandleCell));
        }
    }

    void bury(HandleCell* cell) {
        const Lock lock(mutex);
        cell->object_.store(nullptr, std::memory_order_relaxed);
        if (oldestDead == nullptr) {
            oldestDead = cell;
        } else {
            newestDead->object_.store(cell, std::memory_order_relaxed);
        }
        newestDead = cell;
        ++deadCount;
        --objects;
    }
};

namespace {

// Never destroyed: handles are checked in calls from static destructors too.
HandleTable& table() noexcept {
    static NeverDestroyed<HandleTable> instance;
    return instance.get();
}

ForkLock tableForkLock(LockRank::kHandles, [] { return &table().mutex; });

HandleFault faultOf(uintptr_t found, const HandleType& wanted) noexcept {
    if (found == 0) {
        return HandleFault::kForeign;
    }
    if (found == (reinterpret_cast<uintptr_t>(&wanted) | kDead)) {
        return HandleFault::kStale;
    }
    return HandleFault::kWrongType;
}

}  // namespace

Handled::~Handled() {
    if (cell_ != nullptr) {
        table().bury(cell_);
    }
}

Result<void*> openHandleOfType(const HandleType& type, Ref<Handled> object) {
    HandleCell* cell = table().take();
    if (cell == nullptr) {
        return Status::error(Code::kStorageOverLimit,
                             "no handle is left for another {}: {} objects have one", type.name,
                             handledObjectCount());
    }
    object->cell_ = cell;
    cell->object_.store(object.detach(), std::memory_order_relaxed);
    // Publishes the object; pairs with the load in findHandleOfType().
    cell->type_.store(reinterpret_cast<uintptr_t>(&type), std::memory_order_seq_cst);
    return static_cast<void*>(cell);
}

Handled* findHandleOfType(const HandleType& type, const void* handle, HandleFault& fault) noexcept {
    const HandleCell* cell = table().cellAt(handle);
    if (cell == nullptr) {
        fault = handle == nullptr ? HandleFault::kNull : HandleFault::kForeign;
        return nullptr;
    }
    // As in findLiveHandle().
    const uintptr_t found = cell->type_.load(std::memory_order_seq_cst);
    if (found != reinterpret_cast<uintptr_t>(&type)) [[unlikely]] {
        fault = faultOf(found, type);
        return nullptr;
    }
    return static_cast<Handled*>(cell->object_.load(std::memory_order_relaxed));
}

Handled* closeHandleOfType(const HandleType& type, const void* handle, HandleFault& fault) {
    HandleCell* cell = table().cellAt(handle);
    if (cell == nullptr) {
        fault = handle == nullptr ? HandleFault::kNull : HandleFault::kForeign;
        return nullptr;
    }
    uintptr_t expected = reinterpret_cast<uintptr_t>(&type);
    if (!cell->type_.compare_exchange_strong(expected, expected | kDead,
                                             std::memory_order_seq_cst)) {
        fault = faultOf(expected, type);
        return nullptr;
    }
    auto* object = static_cast<Handled*>(cell->object_.load(std::memory_order_relaxed));
    retire(Ref<Retirable>::adopt(object));
    return object;
}

const char* handleTypeName(const void* handle) noexcept {
    const HandleCell* cell = table().cellAt(handle);
    const uintptr_t found = cell == nullptr ? 0 : cell->type_.load(std::memory_order_seq_cst);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that shares its word with a flag
    return found == 0 ? nullptr : reinterpret_cast<const HandleType*>(found & ~kDead)->name;
}

size_t handledObjectCount() noexcept {
    const Lock lock(table().mutex);
    return table().objects;
}

}  // namespace belay
