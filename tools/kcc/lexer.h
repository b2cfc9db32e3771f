// Lexer: tokens of preprocessed C++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace belay::kcc {

struct Token {
    enum class Kind : uint8_t { kEnd, kIdentifier, kLiteral, kPunctuation };

    Kind kind = Kind::kEnd;
    std::string_view text;  ///< one character of punctuation, but "::" as a whole
    uint32_t line = 0;      ///< in file()

    bool is(std::string_view wanted) const noexcept { return text == wanted; }

    bool isIdentifier() const noexcept { return kind == Kind::kIdentifier; }
};

/// Reads tokens one after the other. Knows strings, raw strings, characters, numbers with digit
/// separators, comments and line markers; takes whatever else there is for punctuation, so that no
/// text is an error. The text has to outlive the tokens.
class Lexer {
  public:
    explicit Lexer(std::string_view text) noexcept : text_(text) {}

    Token next();

    /// The source file that the last token is from, as line markers say.
    const std::string& file() const noexcept { return file_; }

  private:
    char at(size_t offset) const noexcept {
        return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
    }

    void skipSpace();
    void skipComment(std::string_view end);
    void takeLineMarker();
    void advance(size_t count) noexcept;
    Token take(Token::Kind kind, size_t length);
    size_t lengthOfWord() const noexcept;
    size_t lengthOfNumber() const noexcept;
    size_t lengthOfQuoted(size_t start) const noexcept;
    size_t lengthOfRawString(size_t start) const;

    std::string_view text_;
    size_t position_ = 0;
    uint32_t line_ = 1;
    bool isAtLineStart_ = true;
    std::string file_;
};

}  // namespace belay::kcc
