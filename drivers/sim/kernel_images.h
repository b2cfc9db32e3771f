// KernelImages: kernels of a container in device memory, made executable where they lie.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/sim/debug_image.h"
#include "hw/kernel_image.h"

namespace belay::sim {

/// The code behind an entry address.
struct KernelBody {
    /// Reads the arguments from the block of a launch.
    void (*call)(const unsigned char* args) = nullptr;
    bool mayWait = false;  ///< for other cores of the same launch

    bool operator==(const KernelBody&) const = default;
};

/// Checks what an entry address names before anything of it is called: stub, directory and image
/// lie inside the allocation, hashes are right, relocations and imports stay where they belong.
/// That guards against damage and mix-ups; it is no sandbox. Each image is looked at once, and
/// relocated in place: its pages then hold addresses of this process. Thread-safe.
class KernelImages {
  public:
    /// `protects`: whether images have to be made executable; otherwise all memory is, while
    /// kernels run.
    explicit KernelImages(bool protects = true) noexcept : protects_(protects) {}

    KernelImages(const KernelImages&) = delete;
    KernelImages& operator=(const KernelImages&) = delete;
    ~KernelImages() = default;

    /// The kernel whose entry address is `pc`, in a live allocation. kRtParamInvalid (107000) with
    /// the reason when there is none that this machine can run.
    Result<KernelBody> find(std::span<std::byte> allocation, const std::byte* pc);

    /// What debuggers are to know of the image that begins at `image` (see DebugImage), from when
    /// its first kernel is looked for until forget(). `allocation` is the memory that it lies in.
    void describe(std::span<const std::byte> allocation, const std::byte* image,
                  std::span<const std::byte> file);

    /// The memory is being given back: what was found in it is forgotten, and its pages can be
    /// written and not executed any more.
    void forget(std::span<std::byte> allocation);

    /// Changes whenever something was forgotten: what find() has said before may be wrong.
    uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }

    /// Whether there may be anything to forget in memory that begins at `start`. Takes no lock.
    bool mayLieAt(const std::byte* start) const noexcept {
        const auto address = reinterpret_cast<uintptr_t>(start);
        return address >= lowest_.load(std::memory_order_relaxed) &&
               address <= highest_.load(std::memory_order_relaxed);
    }

  private:
    static uint64_t nextVersion() noexcept;

    struct Image {
        size_t bytes = 0;
        bool mayWait = false;
        std::unique_ptr<DebugImage> debugImage{};
    };

    void noteAllocation(const std::byte* start);

    // By their first bytes.
    std::map<const std::byte*, Image> images_ BELAY_GUARDED_BY(mutex_);
    std::map<const std::byte*, std::vector<std::byte>> debugFiles_ BELAY_GUARDED_BY(mutex_);
    std::unordered_map<const std::byte*, KernelBody> kernels_ BELAY_GUARDED_BY(mutex_);
    // Different in all instances.
    const bool protects_;
    std::atomic<uint64_t> version_{nextVersion()};
    // First bytes of allocations with images, all that there ever were.
    std::atomic<uintptr_t> lowest_{UINTPTR_MAX};
    std::atomic<uintptr_t> highest_{0};
    Mutex mutex_{LockRank::kObject, "kernel images"};
};

}  // namespace belay::sim
