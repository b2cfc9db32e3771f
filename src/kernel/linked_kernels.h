// Kernels that are linked into the program: how an object made by belay-kcc describes them, and how
// they are found by what the program's own code calls them.
//
// Such an object holds a container of kernels, and for each kernel and each global variable in it
// a symbol of the host with the same name, whose address stands for it. A note (PT_NOTE) tells
// where the description is: so no code has to run to make them known, and it goes with the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/mutex.h"
#include "base/result.h"
#include "kernel/binary.h"
#include "runtime/device.h"

namespace belay {

/// Of the description, and of the note, whose type it is.
inline constexpr uint32_t kLinkedKernelsVersion = 1;
inline constexpr char kLinkedKernelsOwner[] = "belay";

enum class LinkedSymbolKind : uint64_t { kKernel = 0, kVariable = 1 };

/// A symbol of the host and what it stands for.
struct LinkedSymbol {
    const void* address = nullptr;
    const char* name = nullptr;  ///< in the container
    LinkedSymbolKind kind = LinkedSymbolKind::kKernel;
    uint64_t bytes = 0;  ///< of a variable
};

/// What the note points to, with a 64-bit distance from itself.
struct LinkedKernels {
    uint64_t version = 0;
    const std::byte* container = nullptr;
    uint64_t containerBytes = 0;
    const LinkedSymbol* symbols = nullptr;
    uint64_t symbolCount = 0;
};

static_assert(sizeof(LinkedSymbol) == 32 && sizeof(LinkedKernels) == 40);

/// What is loaded of the containers that are linked into the program: for each device when it is
/// first asked for, until the device is closed. Thread-safe.
class ProgramKernels {
  public:
    /// The process's only instance.
    static ProgramKernels& instance();

    /// The kernel that a function of the host stands for. kRtInvalidDeviceFunction (107044) when it
    /// stands for none; errors as Binary::load(). Blocks.
    Result<Ref<Function>> findFunction(Device& device, const void* symbol);

    /// The variable that one of the host stands for. kRtInvalidSymbol (107043) when it stands for
    /// none; otherwise likewise.
    Result<BinaryGlobal> findVariable(Device& device, const void* symbol);

    /// Its size, which needs no device.
    static Result<uint64_t> sizeOfVariable(const void* symbol);

    /// Held while the process forks.
    Mutex* mutex() noexcept { return &mutex_; }

  private:
    // A container on a device.
    struct Loaded {
        uint64_t hash = 0;        // of the container
        uint64_t generation = 0;  // of the libraries in the process when that was looked at
        Ref<Binary> binary;
    };

    struct Found {
        const LinkedKernels* kernels = nullptr;
        LinkedSymbol symbol;
        uint64_t generation = 0;  // changes when a library leaves the process
    };

    static std::optional<Found> search(const void* symbol, LinkedSymbolKind kind);
    Result<Ref<Binary>> binaryOf(Device& device, const Found& found);
    Ref<Binary> findLoaded(Device& device, const Found& found);
    void forgetUnusable();
    static void close(Binary& binary);

    using Key = std::pair<const LinkedKernels*, const Device*>;

    Mutex mutex_{LockRank::kObject, "kernels of the program"};
    std::map<Key, Loaded> loaded_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
