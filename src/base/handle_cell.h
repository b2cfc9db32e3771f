// Handle cells: what an opaque handle of the public API points at, so that no handle can crash the
// process.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/epoch.h"
#include "base/ref.h"
#include "base/result.h"

namespace belay {

/// Names one class of objects behind handles. Its address is the type tag; there is one per class,
/// reached as `T::kHandleType`.
struct HandleType {
    const char* name;  ///< as a user calls it: "stream", "tensor description"
};

class HandleCell;

/// An object that the public API knows by a handle. Knows its own cell, so that callbacks and
/// getters can give the handle out again.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see RefCounted
class Handled : public Retirable {
  public:
    Handled(const Handled&) = delete;
    Handled& operator=(const Handled&) = delete;

    /// The handle; null before openHandle(), stale after closeHandle().
    void* handle() const noexcept { return cell_; }

  protected:
    Handled() = default;
    /// Lets the cell be used again, after its time in quarantine.
    ~Handled() override;

  private:
    friend Result<void*> openHandleOfType(const HandleType& type, Ref<Handled> object);

    HandleCell* cell_ = nullptr;
};

/// Why a handle was not accepted.
enum class HandleFault : uint8_t {
    kNone,
    kNull,
    kForeign,    ///< not an address that was ever given out as a handle
    kStale,      ///< the object has been destroyed
    kWrongType,  ///< a live handle of another type
};

/// One 16-byte cell in a reserved address range that is never unmapped. A handle is a cell's
/// address, so any pointer value can be checked without reading memory that may not be there. A
/// closed cell keeps its object until that is deleted, which retire() puts off until no guard can
/// have seen it alive; after that it stays dead until thousands of others have died.
class HandleCell {
  public:
    HandleCell() = delete;

  private:
    friend Result<void*> openHandleOfType(const HandleType&, Ref<Handled>);
    friend Handled* findHandleOfType(const HandleType&, const void*, HandleFault&) noexcept;
    friend Handled* closeHandleOfType(const HandleType&, const void*, HandleFault&);
    friend const char* handleTypeName(const void*) noexcept;
    friend Handled* findLiveHandle(const HandleType&, const void*) noexcept;
    friend class Handled;
    friend struct HandleTable;

    // The HandleType's address while alive, that plus one when dead, 0 when never used.
    std::atomic<uintptr_t> type_;
    // The object until its deletion; then the next cell of the quarantine.
    std::atomic<void*> object_;
};

/// Where the cells are. `bytes` is 0 before there is a handle; it is stored last.
struct HandleRange {
    std::atomic<const std::byte*> start{nullptr};
    std::atomic<size_t> bytes{0};
};

extern constinit HandleRange handleRange;

/// The object behind a live handle of this type, for a caller in an EpochGuard; null for anything
/// else, without saying why. Each call of the public API goes here for each handle it gets.
inline Handled* findLiveHandle(const HandleType& type, const void* handle) noexcept {
    const size_t bytes = handleRange.bytes.load(std::memory_order_acquire);
    const auto distance =
        reinterpret_cast<uintptr_t>(handle) -
        reinterpret_cast<uintptr_t>(handleRange.start.load(std::memory_order_relaxed));
    if (distance >= bytes || distance % sizeof(HandleCell) != 0) [[unlikely]] {
        return nullptr;
    }
    const auto* cell = static_cast<const HandleCell*>(handle);
    // seq_cst with the guard's announcement and with closing, see EpochGuard. A cell that is alive
    // here keeps its object until the caller's guard ends, even when it is closed before the next
    // line.
    if (cell->type_.load(std::memory_order_seq_cst) != reinterpret_cast<uintptr_t>(&type))
        [[unlikely]] {
        return nullptr;
    }
    return static_cast<Handled*>(cell->object_.load(std::memory_order_relaxed));
}

Result<void*> openHandleOfType(const HandleType& type, Ref<Handled> object);
Handled* findHandleOfType(const HandleType& type, const void* handle, HandleFault& fault) noexcept;
Handled* closeHandleOfType(const HandleType& type, const void* handle, HandleFault& fault);

/// What the live or last object behind `handle` was, or null for a foreign pointer.
const char* handleTypeName(const void* handle) noexcept;

/// How many objects have a handle, of all types, counting closed ones until they are deleted. For
/// leak checks.
size_t handledObjectCount() noexcept;

/// Gives `object` a handle. The table keeps one reference until closeHandle(). Fails when some
/// eight million handles are open, or fewer where the process's address space is limited.
template <typename T>
Result<void*> openHandle(Ref<T> object) {
    return openHandleOfType(T::kHandleType, std::move(object));
}

/// The object behind `handle`, or null with `fault` set. The caller holds an EpochGuard; the object
/// is valid while that lasts, and longer for who makes a Ref of it. Any pointer value may be
/// passed.
template <typename T>
T* findHandle(const void* handle, HandleFault& fault) noexcept {
    Handled* found = findLiveHandle(T::kHandleType, handle);
    if (found == nullptr) [[unlikely]] {
        found = findHandleOfType(T::kHandleType, handle, fault);
    }
    return static_cast<T*>(found);
}

/// Makes `handle` stale, retires the table's reference and returns the object, or null with `fault`
/// set. The caller holds an EpochGuard; the object is valid while that lasts, and longer for who
/// makes a Ref of it. Of several threads that close the same handle, one gets the object, the
/// others kStale.
template <typename T>
T* closeHandle(const void* handle, HandleFault& fault) {
    return static_cast<T*>(closeHandleOfType(T::kHandleType, handle, fault));
}

}  // namespace belay
