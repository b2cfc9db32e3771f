// Field: where a value lies in an entry of 32-bit words.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace belay::hw {

static_assert(std::endian::native == std::endian::little,
              "entries are words in memory as the hardware reads them");

/// `width` bits from `bit` of word `word` upward. A field that goes on in the next word starts at
/// bit 0.
struct Field {
    uint8_t word;
    uint8_t bit;
    uint8_t width;

    constexpr uint64_t max() const { return ~uint64_t{0} >> (64 - width); }

    constexpr bool holds(uint64_t value) const { return value <= max(); }

    constexpr bool spansWords() const { return bit + width > 32; }

    constexpr size_t byteOffset() const { return word * sizeof(uint32_t) + bit / 8U; }
};

template <size_t Count>
using Words = std::array<uint32_t, Count>;

template <size_t Count>
[[gnu::always_inline]] constexpr uint64_t getField(const Words<Count>& words, Field field) {
    if (field.spansWords()) {
        return (words[field.word] | uint64_t{words[field.word + 1U]} << 32) & field.max();
    }
    return words[field.word] >> field.bit & field.max();
}

/// Adds `value` to a field that is zero so far. What does not fit is cut off, so that a neighbour
/// never changes.
template <size_t Count>
[[gnu::always_inline]] constexpr void putField(Words<Count>& words, Field field, uint64_t value) {
    const uint64_t bits = value & field.max();
    if (field.spansWords()) {
        words[field.word] |= static_cast<uint32_t>(bits);
        words[field.word + 1U] |= static_cast<uint32_t>(bits >> 32);
    } else {
        words[field.word] |= static_cast<uint32_t>(bits << field.bit);
    }
}

}  // namespace belay::hw
