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

// The bytes in whole words; what is left of the last one is 0.
uint64_t* writeBytes(uint64_t* to, const std::byte* from, size_t bytes) noexcept {
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), from += sizeof(uint64_t)) {
        std::memcpy(to++, from, sizeof(uint64_t));
    }
    // Halves rather than a copy of any length, which would be a call.
    uint64_t rest = 0;
    size_t shift = 0;
    if ((bytes & 4) != 0) {
        uint32_t part = 0;
        std::memcpy(&part, from, sizeof part);
        rest = part;
        shift = 32;
        from += sizeof part;
    }
    if ((bytes & 2) != 0) {
        uint16_t part = 0;
        std::memcpy(&part, from, sizeof part);
        rest |= uint64_t{part} << shift;
        shift += 16;
        from += sizeof part;
    }
    if ((bytes & 1) != 0) {
        rest |= std::to_integer<uint64_t>(*from) << shift;
    }
    *to = rest;
    return to + (bytes != 0 ? 1 : 0);
}

constexpr size_t wordsOf(size_t bytes) noexcept {
    return bytes / sizeof(uint64_t) + 1;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): words are written before they are read
OpSignature::OpSignature(const OpRequest& request, Shapes shapes, HostValues values)
    : attrs_(request.attrs), words_(inline_) {
    assert(request.attrs != nullptr);
    addType(request, shapes);
    for (const std::span<const OpTensor>& tensors : {request.inputs, request.outputs}) {
        for (const OpTensor& tensor : tensors) {
            addTensor(tensor, shapes, values);
        }
    }
    wordsHash_ = fold(hashOf(words()) ^ attrs_->hash(), kMixA);
}

uint64_t OpSignature::hash(uint64_t shapeSet) const noexcept {
    return shapeSet == 0 ? wordsHash_ : fold(wordsHash_ ^ shapeSet, kMixB);
}

void OpSignature::grow(size_t more) {
    if (heap_.empty()) {
        heap_.assign(words_, words_ + count_);
    }
    heap_.resize(2 * (count_ + more));
    words_ = heap_.data();
    capacity_ = heap_.size();
}

void OpSignature::addType(const OpRequest& request, Shapes shapes) {
    const std::string_view type = request.type;
    uint64_t* end = room(2 + wordsOf(type.size()));
    *end++ = join(static_cast<uint32_t>(shapes), static_cast<uint32_t>(type.size()));
    *end++ = join(static_cast<uint32_t>(request.inputs.size()),
                  static_cast<uint32_t>(request.outputs.size()));
    setEnd(writeBytes(end, reinterpret_cast<const std::byte*>(type.data()), type.size()));
}

void OpSignature::addTensor(const OpTensor& tensor, Shapes shapes, HostValues values) {
    const TensorSpec& spec = *tensor.spec;
    const bool isOnHost = spec.placement() != Placement::kDevice && !spec.constant();
    hasHostTensors_ |= isOnHost;
    const bool hasValue = spec.constant() || (isOnHost && values == HostValues::kAsConstants);
    const auto dims = spec.dims();
    const auto ranges = spec.shapeRanges();
    uint64_t* end = room(3 + dims.size());
    *end++ = join(spec.format(), static_cast<uint32_t>(spec.type()));
    *end++ = join(spec.storageFormat(),
                  static_cast<uint32_t>(spec.placement()) << 1 | (hasValue ? 1U : 0U));
    if (shapes != Shapes::kAny) {
        *end++ = join(static_cast<uint32_t>(dims.size()), static_cast<uint32_t>(ranges.size()));
        int64_t signs = 0;
        for (const int64_t dim : dims) {
            signs |= dim;
            *end++ = static_cast<uint64_t>(dim);
        }
        hasUnknownDims_ |= signs < 0;
    }
    setEnd(end);
    if (!ranges.empty() || hasValue || shapes == Shapes::kInMemory) [[unlikely]] {
        addRest(tensor, shapes, hasValue);
    }
}

// What few tensors have.
void OpSignature::addRest(const OpTensor& tensor, Shapes shapes, bool hasValue) {
    const TensorSpec& spec = *tensor.spec;
    if (shapes != Shapes::kAny) {
        const auto ranges = spec.shapeRanges();
        uint64_t* end = room(2 * ranges.size());
        for (const TensorSpec::Range& range : ranges) {
            *end++ = static_cast<uint64_t>(range[0]);
            *end++ = static_cast<uint64_t>(range[1]);
        }
        setEnd(end);
    }
    if (shapes == Shapes::kInMemory) {
        const auto dims = layoutDims(spec);
        uint64_t* end = room(1 + dims.size());
        *end++ = dims.size();
        for (const int64_t dim : dims) {
            *end++ = static_cast<uint64_t>(dim);
        }
        setEnd(end);
    }
    if (hasValue) {
        const auto& constant = spec.constant();
        const std::span<const std::byte> value = constant ? std::span(*constant) : tensor.value;
        uint64_t* const start = room(1 + wordsOf(value.size()));
        *start = value.size();
        setEnd(writeBytes(start + 1, value.data(), value.size()));
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
