// OpSignature: what of a request tells which model does it. OpKey: a signature that is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "op/op_attr.h"
#include "op/operator.h"

namespace belay {

/// Everything that must be the same for a request to be the same as another one, as one row of
/// numbers, with a hash. Names of tensors, storage dimensions, dynamic inputs and ranges of values
/// do not count. Made on the stack for each request: short ones take no memory from the heap. Keeps
/// a view of the request's attributes.
class OpSignature {
  public:
    /// Which of the dimensions count.
    enum class Shapes : uint8_t {
        kExact,     ///< dimensions and their ranges
        kInMemory,  ///< these, and the dimensions in which elements lie in memory
        kAny,       ///< none: a set of shapes stands for them, whose number is in the key
    };

    /// What the values of tensors are that lie in the host's memory and are no constants.
    enum class HostValues : uint8_t {
        kOrdinary,     ///< not looked at
        kAsConstants,  ///< as if the tensors were constants
    };

    /// `request` has attributes.
    OpSignature(const OpRequest& request, Shapes shapes, HostValues values);
    ~OpSignature() = default;
    OpSignature(const OpSignature&) = delete;
    OpSignature& operator=(const OpSignature&) = delete;

    /// With the number of a set of shapes; 0 with exact ones.
    uint64_t hash(uint64_t shapeSet = 0) const noexcept;

    std::span<const uint64_t> words() const noexcept { return {words_, count_}; }

    const OpAttrs& attrs() const noexcept { return *attrs_; }

    /// Whether a dimension or a number of dimensions is unknown. Only with exact shapes.
    bool hasUnknownDims() const noexcept { return hasUnknownDims_; }

    /// Whether a tensor that is no constant lies in the host's memory.
    bool hasHostTensors() const noexcept { return hasHostTensors_; }

  private:
    // Room for about ten tensors with three dimensions each.
    static constexpr size_t kInlineWords = 96;

    // Where the next words go; there is room for `count` of them. setEnd() tells how many came.
    uint64_t* room(size_t count) {
        if (count > capacity_ - count_) [[unlikely]] {
            grow(count);
        }
        return words_ + count_;
    }

    void setEnd(const uint64_t* end) noexcept { count_ = static_cast<size_t>(end - words_); }

    void grow(size_t more);
    void addType(const OpRequest& request, Shapes shapes);
    void addTensor(const OpTensor& tensor, Shapes shapes, HostValues values);
    void addRest(const OpTensor& tensor, Shapes shapes, bool hasValue);

    uint64_t inline_[kInlineWords];
    std::vector<uint64_t> heap_;
    const OpAttrs* attrs_;
    uint64_t* words_;
    size_t count_ = 0;
    size_t capacity_ = kInlineWords;
    uint64_t wordsHash_ = 0;
    bool hasUnknownDims_ = false;
    bool hasHostTensors_ = false;
};

/// A copy of a signature. Immutable.
class OpKey {
  public:
    explicit OpKey(const OpSignature& signature, uint64_t shapeSet = 0);

    uint64_t hash() const noexcept { return hash_; }

    uint64_t shapeSet() const noexcept { return shapeSet_; }

    /// `hash` is the signature's with `shapeSet`. Floating-point attributes may differ by
    /// AttrValue::kFloatTolerance, so this is not transitive.
    bool matches(const OpSignature& signature, uint64_t hash, uint64_t shapeSet) const;

  private:
    const uint64_t hash_;
    const uint64_t shapeSet_;
    const std::vector<uint64_t> words_;
    const OpAttrs attrs_;
};

}  // namespace belay
