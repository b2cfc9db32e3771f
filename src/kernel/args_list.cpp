#include "kernel/args_list.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>

namespace belay {
namespace {

constexpr Code kError = Code::kRtParamInvalid;
constexpr unsigned kIndexBits = 8;
static_assert(ArgsList::kMaxParams < size_t{1} << kIndexBits);

constexpr size_t kSystemParams = 2;  // the sync base and the address for overflows

uint64_t nextSerial() noexcept {
    static std::atomic<uint64_t> serials{0};
    return serials.fetch_add(1, std::memory_order_relaxed) + 1;
}

constexpr size_t roundUp(size_t size, size_t alignment) noexcept {
    return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

ArgsList::ArgsList(const ArgsRules& rules)
    : rules_(rules),
      serial_(nextSerial()),
      own_(std::make_unique_for_overwrite<std::byte[]>(kMaxBytes)),
      memory_(own_.get()),
      capacity_(kMaxBytes) {
    beginSystemParams();
}

ArgsList::ArgsList(const ArgsRules& rules, std::span<std::byte> memory)
    : rules_(rules),
      serial_(nextSerial()),
      memory_(memory.data()),
      capacity_(std::min(memory.size(), kMaxBytes)) {
    assert(memory.size() >= memoryFor(0));
    beginSystemParams();
}

size_t ArgsList::memoryFor(size_t userBytes) noexcept {
    return roundUp(userBytes, kAlignment) + (kMaxParams + kSystemParams) * kAlignment;
}

Result<ArgsList::ParamId> ArgsList::append(const void* value, size_t size) {
    BELAY_TRY(requireOpen());
    BELAY_ASSIGN(const uint32_t offset, reserve(size, rules_.isPacked ? 1 : kAlignment));
    std::memcpy(memory_ + offset, value, size);
    return add({.offset = offset, .size = static_cast<uint32_t>(size)});
}

Result<ArgsList::ParamId> ArgsList::appendPlaceholder() {
    BELAY_TRY(requireOpen());
    BELAY_ASSIGN(const uint32_t offset,
                 reserve(sizeof(uint64_t), rules_.isPacked ? 1 : kAlignment));
    std::memset(memory_ + offset, 0, sizeof(uint64_t));
    return add({.offset = offset, .size = sizeof(uint64_t), .isPlaceholder = true});
}

Result<void*> ArgsList::placeholderBuffer(ParamId id, size_t size) {
    BELAY_ASSIGN(Param * param, find(id));
    if (!param->isPlaceholder) {
        return Status::error(kError, "the parameter is no placeholder but has a value of {} bytes",
                             param->size);
    }
    if (param->dataOffset != 0 && param->dataSize != size) {
        return Status::error(kError, "the placeholder has a buffer of {} bytes already, not of {}",
                             param->dataSize, size);
    }
    if (param->dataOffset == 0) {
        BELAY_TRY(freeze());
        BELAY_ASSIGN(const uint32_t offset, reserve(size, kAlignment));
        param->dataOffset = offset;
        param->dataSize = static_cast<uint32_t>(size);
        isFinished_ = false;
    }
    return memory_ + param->dataOffset;
}

Status ArgsList::update(ParamId id, const void* value, size_t size) {
    BELAY_ASSIGN(const Param* param, find(id));
    if (param->isPlaceholder) {
        return Status::error(kError,
                             "the parameter is a placeholder, which has no value to update");
    }
    if (param->size != size) {
        return Status::error(kError, "the parameter has {} bytes, not {}", param->size, size);
    }
    std::memcpy(memory_ + param->offset, value, size);
    isFinished_ = false;
    return Status::ok();
}

Status ArgsList::finish() {
    BELAY_TRY(freeze());
    pointers_.clear();
    for (const Param& param : std::span(params_).first(paramCount_)) {
        if (!param.isPlaceholder) {
            continue;
        }
        if (param.dataOffset == 0) {
            return Status::error(kError, "parameter {} is a placeholder without a buffer",
                                 &param - params_.data());
        }
        pointers_.push_back({param.offset, param.dataOffset});
    }
    isFinished_ = true;
    return Status::ok();
}

Status ArgsList::requireOpen() const {
    if (isFrozen_) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "the list was finished, or the buffer of a placeholder taken; "
                             "arguments are appended before that");
    }
    if (paramCount_ == kMaxParams) {
        return Status::error(kError, "the list has {} arguments, which is the most there can be",
                             kMaxParams);
    }
    return Status::ok();
}

ArgsList::ParamId ArgsList::add(const Param& param) noexcept {
    params_[paramCount_] = param;
    return serial_ << kIndexBits | paramCount_++;
}

// Takes `size` bytes behind what is used; the gap is cleared, so that equal lists make equal
// blocks.
Result<uint32_t> ArgsList::reserve(size_t size, size_t alignment) {
    const size_t start = roundUp(used_, alignment);
    if (start > capacity_ || size > capacity_ - start) {
        return Status::error(kError,
                             "{} bytes do not fit behind the {} that are used; the memory of the "
                             "list has {}",
                             size, used_, capacity_);
    }
    std::memset(memory_ + used_, 0, start - used_);
    used_ = start + size;
    return static_cast<uint32_t>(start);
}

Result<ArgsList::Param*> ArgsList::find(ParamId id) {
    const size_t index = id & ((uint64_t{1} << kIndexBits) - 1);
    if (id >> kIndexBits != serial_ || index >= paramCount_) {
        return Status::error(kError, "{:#x} is no parameter of this list", id);
    }
    return &params_[index];
}

void ArgsList::beginSystemParams() {
    if (rules_.hasSyncBase) {
        std::memset(memory_, 0, sizeof(uint64_t));
        used_ = sizeof(uint64_t);
    }
}

// Closes the arguments, behind which placeholder data begin.
Status ArgsList::freeze() {
    if (isFrozen_) {
        return Status::ok();
    }
    if (rules_.hasOverflowAddress) {
        BELAY_ASSIGN(overflowOffset_, reserve(sizeof(uint64_t), kAlignment));
        std::memset(memory_ + overflowOffset_, 0, sizeof(uint64_t));
    }
    isFrozen_ = true;
    return Status::ok();
}

}  // namespace belay
