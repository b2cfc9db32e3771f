// AddressRange: addresses of this process set aside for simulated memory, with pages on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"

namespace belay::sim {

struct AddressRangeSetup {
    uint64_t hint = 0;  ///< where to reserve; another place is taken when it is in use
    uint64_t bytes = 0;
    bool isHostMemory = false;  ///< inherited by fork and part of core files
    /// Accesses to the range trap: the engine uses a second range with the same pages.
    bool trapsAccess = false;
};

/// A range at a multiple of a chunk's size, reserved for as long as the object lives. It may come
/// out smaller than asked for where a sanitizer or a limit leaves less room. What was populated
/// once stays accessible when its pages are given back. Not thread-safe, except for what is const.
class AddressRange {
  public:
    /// kRtMemoryAllocation (207001) when not even a small range can be reserved.
    static Result<std::unique_ptr<AddressRange>> create(const AddressRangeSetup& setup);

    ~AddressRange();
    AddressRange(const AddressRange&) = delete;
    AddressRange& operator=(const AddressRange&) = delete;

    std::byte* base() const noexcept { return base_; }

    uint64_t bytes() const noexcept { return bytes_; }

    /// What to add to an address to get to where its bytes may be touched.
    ptrdiff_t engineOffset() const noexcept { return engineBase_ - base_; }

    /// Fills a part of the range, given by its first address, with zeroed pages in one call, huge
    /// ones where the system has them. Kept from the address sanitizer's programs until permit().
    Status populate(const std::byte* start, uint64_t bytes);

    void giveBack(const std::byte* start, uint64_t bytes);

    /// Where accesses trap: lets code of this process into what is populated, to execute it too, or
    /// keeps it out again. Nothing otherwise.
    void letIn(bool isIn) noexcept;

    /// What programs under the address sanitizer may touch. Nothing otherwise.
    void permit(const std::byte* start, uint64_t bytes) const noexcept;
    void forbid(const std::byte* start, uint64_t bytes) const noexcept;

  private:
    AddressRange(std::byte* base, std::byte* engineBase, uint64_t bytes) noexcept
        : base_(base), engineBase_(engineBase), bytes_(bytes) {}

    std::byte* engineView(const std::byte* start) const noexcept {
        return engineBase_ + (start - base_);
    }

    bool traps() const noexcept { return engineBase_ != base_; }

    void open(const std::byte* start, uint64_t bytes) const noexcept;

    uint64_t usedBytes_ = 0;       // from the base on; behind them nothing was ever populated
    std::vector<bool> populated_;  // by chunk; only where accesses trap
    bool isIn_ = false;
    std::byte* base_;
    std::byte* engineBase_;  // the same as base_ unless accesses trap
    uint64_t bytes_;
};

}  // namespace belay::sim
