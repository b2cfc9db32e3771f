// StreamWorkspaces: memory on devices that the kernels of operators use while they run, shared by
// all operators of a stream.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <vector>

#include "base/epoch.h"
#include "base/mutex.h"
#include "base/result.h"
#include "runtime/device_memory.h"
#include "runtime/stream.h"

namespace belay {

/// A stream's memory grows with what its operators ask for; what was outgrown stays until the
/// stream ends, since kernels in flight may use it. Finding memory that is large enough takes no
/// lock. Whoever calls is in an EpochGuard. Thread-safe.
class StreamWorkspaces {
  public:
    StreamWorkspaces() = default;
    ~StreamWorkspaces();
    StreamWorkspaces(const StreamWorkspaces&) = delete;
    StreamWorkspaces& operator=(const StreamWorkspaces&) = delete;

    /// At least `bytes` (above 0) for the next kernels of the stream. Errors as
    /// DeviceMemory::allocate(); blocks when it has to be allocated.
    Result<std::byte*> take(Stream& stream, size_t bytes);

    /// The stream has ended, and no kernel of it runs any more.
    void drop(const Stream& stream);

    /// Drops everything.
    void clear();

    /// Held while the process forks.
    Mutex& mutex() noexcept { return mutex_; }

  private:
    // Memory of one stream. Newest and largest first in its chain.
    class Block final : public Retirable {
      public:
        Block(Stream& ofStream, DeviceMemory ofDevice)
            : stream(&ofStream), memory(std::move(ofDevice)) {}

        const Ref<Stream> stream;
        const DeviceMemory memory;
        std::atomic<Block*> next{nullptr};
    };

    static constexpr size_t kChains = 256;

    std::atomic<Block*>& chainOf(const Stream& stream) noexcept {
        return chains_[stream.id() % kChains];
    }

    std::byte* find(const Stream& stream, size_t bytes) noexcept;
    template <typename Which>
    void unlink(std::atomic<Block*>& chain, Which which) BELAY_REQUIRES(mutex_);

    // Written with the lock. At least release and acquire: who sees a block sees what it holds.
    // Followed, and cut, with seq_cst: see replaceAndRetire().
    std::array<std::atomic<Block*>, kChains> chains_{};
    Mutex mutex_{LockRank::kObject, "workspaces of streams"};
};

}  // namespace belay
