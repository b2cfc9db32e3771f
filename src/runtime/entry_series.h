// Entries that belong together: pieces of one piece of work, and waiting for the last of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/result.h"
#include "hw/entry.h"
#include "hw/sqe.h"
#include "runtime/stream.h"

namespace belay {

/// Of one entry that copies or looks at memory. Others get their turn in between.
inline constexpr uint64_t kMostBytesPerEntry = uint64_t{64} << 20;

/// Remembers the last entry that was submitted, for work that must be waited for.
class WaitAtEnd {
  public:
    explicit WaitAtEnd(Stream& stream) noexcept : stream_(stream) {}

    void note(uint64_t serial) noexcept {
        last_ = serial;
        isPending_ = true;
    }

    /// Also after a failure: what was submitted before may still use the memory. Blocks when
    /// `mustWait`.
    Status finish(Status status, bool mustWait) {
        if (mustWait && isPending_) {
            Status waited = stream_.waitFor(last_, Deadline::never());
            return status.isOk() ? std::move(waited) : std::move(status);
        }
        return status;
    }

  private:
    Stream& stream_;
    uint64_t last_ = 0;
    bool isPending_ = false;
};

/// Submits entries of at most `most` bytes for `bytes`, at least one: `encode(common, offset,
/// bytes, sqe)` makes the one for that part. `owner` may be null.
template <typename Encode>
Status submitInPieces(Stream& stream, TaskOwner* owner, uint64_t bytes, uint64_t most,
                      WaitAtEnd& end, Encode encode) {
    if (bytes <= most) [[likely]] {
        BELAY_ASSIGN(const uint64_t serial,
                     stream.submit(owner, [&](const hw::Common& common, uint64_t, hw::Sqe& sqe) {
                         encode(common, uint64_t{0}, bytes, sqe);
                         return Status::ok();
                     }));
        end.note(serial);
        return Status::ok();
    }
    const uint64_t pieces = bytes / most + (bytes % most != 0 ? 1 : 0);
    return stream.submitAll(
        owner, pieces,
        [&](const hw::Common& common, uint64_t piece, hw::Sqe& sqe) {
            const uint64_t offset = piece * most;
            encode(common, offset, std::min(most, bytes - offset), sqe);
            return Status::ok();
        },
        [&end](uint64_t serial) { end.note(serial); });
}

}  // namespace belay
