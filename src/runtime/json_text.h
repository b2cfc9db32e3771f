// shown(): a JSON value for an error message, cut where it would fill the screen. findTooDeep():
// for texts that are to be parsed.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace belay {

/// The byte at which `text` nests braces or square brackets, each for themselves and outside
/// strings, deeper than `most` levels; nothing when it does not.
inline std::optional<size_t> findTooDeep(std::string_view text, int most) {
    int braces = 0;
    int brackets = 0;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\' ? 1U : 0U;
            inString = c != '"';
            continue;
        }
        inString = c == '"';
        braces += (c == '{' ? 1 : 0) - (c == '}' ? 1 : 0);
        brackets += (c == '[' ? 1 : 0) - (c == ']' ? 1 : 0);
        if (std::max(braces, brackets) > most) {
            return i;
        }
    }
    return std::nullopt;
}

/// The value as JSON, at most some 120 bytes of it.
inline std::string shown(const nlohmann::json& value) {
    constexpr size_t kMost = 120;
    std::string text = value.dump();
    if (text.size() > kMost) {
        // Not in the middle of a character of several bytes.
        size_t end = kMost;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        text.resize(end);
        text += "...";
    }
    return text;
}

}  // namespace belay
