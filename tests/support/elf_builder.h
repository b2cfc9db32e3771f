// ElfBuilder: device binaries for tests, also damaged ones.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace belay::test {

using Bytes = std::vector<std::byte>;

/// Appends the bytes of a value, as they are.
template <typename T>
void append(Bytes& bytes, const T& value) {
    // By resizing, since GCC 12 sees an overflow in insert() that is not there.
    const size_t end = bytes.size();
    bytes.resize(end + sizeof(T));
    std::memcpy(bytes.data() + end, &value, sizeof(T));
}

/// Builds an ELF64 file: header, contents of the sections in order, section headers. The parts are
/// open, so that a test can damage any of them before build().
class ElfBuilder {
  public:
    static constexpr uint16_t kMachine = 0x1029;  ///< of objects for AI Cores, in real files

    struct Section {
        Elf64_Shdr header{};
        Bytes content;
    };

    /// Begins with the null section, an empty string table (1) and an empty symbol table (2).
    ElfBuilder();

    /// Its index.
    uint16_t addSection(std::string_view name, uint32_t type, uint64_t flags, Bytes content);

    /// A section of code that is loaded; its index.
    uint16_t addCode(size_t bytes);

    void addSymbol(std::string_view name, uint16_t section, uint64_t value,
                   unsigned char info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                   unsigned char visibility = STV_DEFAULT, uint64_t size = 0);

    Elf64_Ehdr header{};
    std::vector<Section> sections;

    /// Lays the contents out (offsets and sizes that a test has set to something else than 0 stay)
    /// and returns the file.
    Bytes build() const;

  private:
    uint32_t addString(std::string_view text);
};

/// Records of type, length and value, as sections of metadata have them.
class MetaBuilder {
  public:
    template <typename... Values>
    MetaBuilder& add(uint16_t type, const Values&... values) {
        append(bytes_, type);
        append(bytes_, static_cast<uint16_t>((sizeof(Values) + ... + 0)));
        (append(bytes_, values), ...);
        return *this;
    }

    Bytes bytes() const { return bytes_; }

  private:
    Bytes bytes_;
};

}  // namespace belay::test
