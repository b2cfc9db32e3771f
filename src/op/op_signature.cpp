#include "op/op_signature.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "op/op_view.h"

namespace belay {
namespace {

constexpr uint64_t kMixA = 0xA0761D6478BD642F;
constexpr uint64_t kMixB = 0xE7037ED1A0B428DB;

// Both halves of the 128-bit product.
uint64_t fold(uint64_t a, uint64_t b) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Two chains of multiplications, which the processor works on side by side.
uint64_t hashOf(std::span<const uint64_t> words) noexcept {
    uint64_t even = words.size() * kMixA;
    uint64_t odd = kMixB;
    const uint64_t* at = words.data();
    size_t left = words.size();
    for (; left >= 4; left -= 4, at += 4) {
        even = fold(even ^ at[0], kMixA ^ at[1]);
        odd = fold(odd ^ at[2], kMixB ^ at[3]);
    }
    for (; left > 0; --left, ++at) {
        even = fold(even ^ *at, kMixB);
    }
    return fold(even ^ kMixB, odd ^ kMixA);
}

uint64_t join(uint32_t high, uint32_t low) noexcept {
    return uint64_t{high} << 32 | low;
}

uint64_t join(Format high, uint32_t low) noexcept {
    return join(static_cast<uint32_t>(high), low);
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): words are written before they are read
OpSignature::OpSignature(const OpRequest& request, Shapes shapes, HostValues values)
    : attrs_(request.attrs), words_(inline_) {
    assert(request.attrs != nullptr);
    add(join(static_cast<uint32_t>(shapes), static_cast<uint32_t>(request.type.size())));
    addBytes(request.type.data(), request.type.size());
    add(join(static_cast<uint32_t>(request.inputs.size()),
             static_cast<uint32_t>(request.outputs.size())));
    for (const OpTensor& tensor : request.inputs) {
        addTensor(tensor, shapes, values);
    }
    for (const OpTensor& tensor : request.outputs) {
        addTensor(tensor, shapes, values);
    }
    wordsHash_ = fold(hashOf(words()) ^ attrs_->hash(), kMixA);
}

uint64_t OpSignature::hash(uint64_t shapeSet) const noexcept {
    return shapeSet == 0 ? wordsHash_ : fold(wordsHash_ ^ shapeSet, kMixB);
}

void OpSignature::grow() {
    if (heap_.empty()) {
        heap_.assign(words_, words_ + count_);
    }
    heap_.resize(capacity_ * 2);
    words_ = heap_.data();
    capacity_ = heap_.size();
}

// In whole words; what is left of the last one is 0.
void OpSignature::addBytes(const void* data, size_t bytes) {
    const auto* from = static_cast<const std::byte*>(data);
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), from += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, from, sizeof word);
        add(word);
    }
    if (bytes > 0) {
        uint64_t word = 0;
        std::memcpy(&word, from, bytes);
        add(word);
    }
}

void OpSignature::addTensor(const OpTensor& tensor, Shapes shapes, HostValues values) {
    const TensorSpec& spec = *tensor.spec;
    const auto& constant = spec.constant();
    const bool isOnHost = spec.placement() != Placement::kDevice && !constant;
    hasHostTensors_ = hasHostTensors_ || isOnHost;
    const bool isConstant = constant || (isOnHost && values == HostValues::kAsConstants);
    add(join(spec.format(), static_cast<uint32_t>(spec.type())));
    add(join(spec.storageFormat(),
             static_cast<uint32_t>(spec.placement()) << 1 | (isConstant ? 1U : 0U)));
    if (shapes != Shapes::kAny) {
        addShape(spec);
    }
    if (shapes == Shapes::kInMemory) {
        addDims(layoutDims(spec));
    }
    if (isConstant) [[unlikely]] {
        const std::span<const std::byte> bytes = constant ? std::span(*constant) : tensor.value;
        add(bytes.size());
        addBytes(bytes.data(), bytes.size());
    }
}

void OpSignature::addDims(std::span<const int64_t> dims) {
    add(dims.size());
    for (const int64_t dim : dims) {
        add(static_cast<uint64_t>(dim));
    }
}

void OpSignature::addShape(const TensorSpec& spec) {
    const auto dims = spec.dims();
    const auto ranges = spec.shapeRanges();
    add(join(static_cast<uint32_t>(dims.size()), static_cast<uint32_t>(ranges.size())));
    for (const int64_t dim : dims) {
        hasUnknownDims_ = hasUnknownDims_ || dim < 0;
        add(static_cast<uint64_t>(dim));
    }
    for (const TensorSpec::Range& range : ranges) {
        add(static_cast<uint64_t>(range[0]));
        add(static_cast<uint64_t>(range[1]));
    }
}

OpKey::OpKey(const OpSignature& signature, uint64_t shapeSet)
    : hash_(signature.hash(shapeSet)),
      shapeSet_(shapeSet),
      words_(signature.words().begin(), signature.words().end()),
      attrs_(signature.attrs()) {}

bool OpKey::matches(const OpSignature& signature, uint64_t hash, uint64_t shapeSet) const {
    const auto words = signature.words();
    return hash_ == hash && shapeSet_ == shapeSet && words_.size() == words.size() &&
           std::memcmp(words_.data(), words.data(), words.size_bytes()) == 0 &&
           attrs_ == signature.attrs();
}

}  // namespace belay
