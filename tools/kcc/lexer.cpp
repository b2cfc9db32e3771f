#include "kcc/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace belay::kcc {
namespace {

bool isSpace(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n';
}

bool isDigit(char c) noexcept {
    return c >= '0' && c <= '9';
}

// Bytes of other alphabets belong to identifiers, too.
bool isWord(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// What may stand in front of a string or character.
bool isPrefix(std::string_view word) noexcept {
    constexpr std::string_view kPrefixes[] = {"L", "u", "U", "u8"};
    return std::ranges::find(kPrefixes, word) != std::end(kPrefixes);
}

bool isRawPrefix(std::string_view word) noexcept {
    return word.ends_with('R') && (word.size() == 1 || isPrefix(word.substr(0, word.size() - 1)));
}

}  // namespace

Token Lexer::next() {
    skipSpace();
    const char first = at(0);
    if (position_ >= text_.size()) {
        return {Token::Kind::kEnd, {}, line_};
    }
    if (isDigit(first) || (first == '.' && isDigit(at(1)))) {
        return take(Token::Kind::kLiteral, lengthOfNumber());
    }
    if (isWord(first)) {
        const size_t length = lengthOfWord();
        const std::string_view word = text_.substr(position_, length);
        const char after = at(length);
        if (after == '"' && isRawPrefix(word)) {
            return take(Token::Kind::kLiteral, lengthOfRawString(length));
        }
        if ((after == '"' || after == '\'') && isPrefix(word)) {
            return take(Token::Kind::kLiteral, lengthOfQuoted(length));
        }
        return take(Token::Kind::kIdentifier, length);
    }
    if (first == '"' || first == '\'') {
        return take(Token::Kind::kLiteral, lengthOfQuoted(0));
    }
    return take(Token::Kind::kPunctuation, first == ':' && at(1) == ':' ? 2 : 1);
}

void Lexer::skipSpace() {
    while (position_ < text_.size()) {
        if (isSpace(at(0))) {
            advance(1);
        } else if (at(0) == '#' && isAtLineStart_) {
            takeLineMarker();
        } else if (at(0) == '/' && at(1) == '/') {
            skipComment("\n");
        } else if (at(0) == '/' && at(1) == '*') {
            skipComment("*/");
        } else {
            return;
        }
    }
}

void Lexer::skipComment(std::string_view end) {
    const size_t found = text_.find(end, position_ + 2);
    // The line's end is left to be counted.
    const size_t length = end == "\n" ? 0 : end.size();
    advance(found == std::string_view::npos ? text_.size() - position_
                                            : found + length - position_);
}

// # 12 "file.cpp" flags, or a directive that the preprocessor has left, such as #pragma.
void Lexer::takeLineMarker() {
    const size_t end = std::min(text_.find('\n', position_), text_.size());
    std::string_view line = text_.substr(position_ + 1, end - position_ - 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    uint32_t number = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    advance(end - position_);
    const size_t open = line.find('"');
    const size_t close = line.find('"', open + 1);
    if (error != std::errc{} || open == std::string_view::npos || close == std::string_view::npos) {
        return;
    }
    file_ = line.substr(open + 1, close - open - 1);
    line_ = number - 1;  // the next line has that number; the end of this one is yet to come
}

void Lexer::advance(size_t count) noexcept {
    for (const size_t end = std::min(position_ + count, text_.size()); position_ < end;
         ++position_) {
        const char c = text_[position_];
        if (c == '\n') {
            ++line_;
            isAtLineStart_ = true;
        } else if (!isSpace(c)) {
            isAtLineStart_ = false;
        }
    }
}

Token Lexer::take(Token::Kind kind, size_t length) {
    const Token token{kind, text_.substr(position_, length), line_};
    advance(length);
    return token;
}

size_t Lexer::lengthOfWord() const noexcept {
    size_t length = 0;
    while (isWord(at(length))) {
        ++length;
    }
    return length;
}

size_t Lexer::lengthOfNumber() const noexcept {
    size_t length = 0;
    for (;; ++length) {
        const char c = at(length);
        const char before = length == 0 ? '\0' : at(length - 1);
        const bool isSign = (c == '+' || c == '-') &&
                            (before == 'e' || before == 'E' || before == 'p' || before == 'P');
        const bool isSeparator = c == '\'' && isWord(before) && isWord(at(length + 1));
        if (!isWord(c) && c != '.' && !isSign && !isSeparator) {
            return length;
        }
    }
}

// With its prefix of `start` characters; to the end of the line when it is not closed.
size_t Lexer::lengthOfQuoted(size_t start) const noexcept {
    const char quote = at(start);
    for (size_t length = start + 1;; ++length) {
        const char c = at(length);
        if (c == '\0' || c == '\n') {
            return length;
        }
        if (c == quote) {
            return length + 1;
        }
        if (c == '\\' && at(length + 1) != '\0') {
            ++length;
        }
    }
}

size_t Lexer::lengthOfRawString(size_t start) const {
    const size_t open = text_.find('(', position_ + start);
    if (open == std::string_view::npos) {
        return lengthOfQuoted(start);
    }
    const std::string_view name = text_.substr(position_ + start + 1, open - position_ - start - 1);
    const std::string delimiter = fmt::format("){}\"", name);
    const size_t close = text_.find(delimiter, open);
    return (close == std::string_view::npos ? text_.size() : close + delimiter.size()) - position_;
}

}  // namespace belay::kcc
