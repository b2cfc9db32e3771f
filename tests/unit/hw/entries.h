// Entries as text, for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "hw/field.h"

namespace belay::hw {

/// The words of an entry written as bytes in memory order. Spaces and bars do not count; what is
/// not written is zero.
template <size_t Count>
Words<Count> wordsFromHex(std::string_view text) {
    const auto digit = [](char c) {
        return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    };
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != ' ' && text[i] != '|') {
            bytes.push_back(static_cast<uint8_t>(digit(text[i]) << 4 | digit(text[i + 1])));
            ++i;
        }
    }
    bytes.resize(Count * sizeof(uint32_t));
    Words<Count> words{};
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

}  // namespace belay::hw
