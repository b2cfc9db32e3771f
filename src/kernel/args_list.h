// ArgsList: the arguments of a kernel, appended one after the other to the block that it reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"

namespace belay {

/// How a kind of kernel reads its arguments.
struct ArgsRules {
    bool isPacked = false;     ///< no gaps (AI CPUs); else each argument begins at a multiple of 8
    bool hasSyncBase = false;  ///< the first 8 bytes are where flags between cores lie
    bool hasOverflowAddress = false;  ///< 8 bytes behind the arguments: where overflows are noted
};

/// Where a pointer in the block has to be set once it is known where the block itself will lie.
struct ArgsPointer {
    uint32_t pointerOffset = 0;
    uint32_t dataOffset = 0;
};

/// Arguments in host memory, its own or the application's. Append in order; then take the buffers
/// of placeholders, whose data lie behind the arguments; then finish. A finished list serves any
/// number of launches; updating an argument makes it unfinished again. Not thread-safe.
class ArgsList {
  public:
    static constexpr size_t kMaxParams = 128;
    static constexpr size_t kMaxBytes = size_t{64} * 1024;  ///< with everything
    static constexpr size_t kAlignment = 8;                 ///< of arguments and placeholder data

    /// Names an argument, for update() and placeholderBuffer(). Never 0, and not the same in two
    /// lists.
    using ParamId = uint64_t;

    /// With kMaxBytes of its own. kBadAlloc as an exception.
    explicit ArgsList(const ArgsRules& rules);

    /// In `memory` of the application, at least memoryFor(0), which outlives the list's use.
    ArgsList(const ArgsRules& rules, std::span<std::byte> memory);

    ArgsList(const ArgsList&) = delete;
    ArgsList& operator=(const ArgsList&) = delete;
    ~ArgsList() = default;

    /// How much memory arguments of `userBytes` need, whatever their sizes: gaps and what is added.
    static size_t memoryFor(size_t userBytes) noexcept;

    /// Copies `size` bytes (above 0). kRtParamInvalid (107000) for the 129th argument or when the
    /// memory is too small; kRtFeatureNotSupport (207000) once the list was finished or a buffer
    /// taken.
    Result<ParamId> append(const void* value, size_t size);

    /// A pointer to data that come behind the arguments. Errors as append().
    Result<ParamId> appendPlaceholder();

    /// Where to put the `size` bytes (above 0) that a placeholder points to; not cleared. Called
    /// again with the same size it gives the same address; the list stays finished then.
    /// kRtParamInvalid (107000) for what is no placeholder of this list, another size, or when the
    /// memory is too small.
    Result<void*> placeholderBuffer(ParamId param, size_t size);

    /// Replaces the value of an argument. kRtParamInvalid (107000) for what is no argument of this
    /// list, a placeholder, or another size than before.
    Status update(ParamId param, const void* value, size_t size);

    /// kRtParamInvalid (107000) when a placeholder has no buffer. Idempotent.
    Status finish();

    bool isFinished() const noexcept { return isFinished_; }

    /// The block, with zeros where the system's values and pointers go. Only of a finished list.
    std::span<const std::byte> block() const noexcept { return {memory_, used_}; }

    /// By ascending pointerOffset. Only of a finished list.
    std::span<const ArgsPointer> pointers() const noexcept { return pointers_; }

    const ArgsRules& rules() const noexcept { return rules_; }

    /// Where the address for overflows goes, if the rules have one. Only of a finished list.
    size_t overflowOffset() const noexcept { return overflowOffset_; }

  private:
    struct Param {
        uint32_t offset = 0;
        uint32_t size = 0;
        bool isPlaceholder = false;
        uint32_t dataOffset = 0;  // of a placeholder; 0: none yet
        uint32_t dataSize = 0;
    };

    Status requireOpen() const;
    ParamId add(const Param& param) noexcept;
    Result<uint32_t> reserve(size_t size, size_t alignment);
    Result<Param*> find(ParamId param);
    void beginSystemParams();
    Status freeze();

    const ArgsRules rules_;
    const uint64_t serial_;                   // of the list, in the process
    const std::unique_ptr<std::byte[]> own_;  // null with memory of the application
    std::byte* const memory_;
    const size_t capacity_;
    size_t used_ = 0;
    std::array<Param, kMaxParams> params_;
    size_t paramCount_ = 0;
    std::vector<ArgsPointer> pointers_;
    size_t overflowOffset_ = 0;
    bool isFrozen_ = false;  // nothing can be appended any more
    bool isFinished_ = false;
};

}  // namespace belay
