// Fuzzes lists of kernel arguments: any sequence of calls, in memory that ends somewhere.
//
// Proved on a planted bug: with reserve() comparing the size with the whole memory instead of what
// is left of it, the replay stops at once, in the first values of the corpus.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "kernel/args_list.h"

namespace {

using belay::ArgsList;
using belay::ArgsPointer;
using belay::ArgsRules;
using belay::Status;

void insist(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// What is left of the input; zeros behind its end.
class Input {
  public:
    Input(const uint8_t* data, size_t size) : bytes_(data, size) {}

    bool isEmpty() const { return bytes_.empty(); }

    uint8_t byte() {
        if (bytes_.empty()) {
            return 0;
        }
        const uint8_t value = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return value;
    }

    uint16_t word() { return static_cast<uint16_t>(byte() | byte() << 8); }

  private:
    std::span<const uint8_t> bytes_;
};

/// A list in memory of the application, and what it should hold.
class Checked {
  public:
    Checked(const ArgsRules& rules, size_t bytes)
        : rules_(rules),
          memory_(bytes + kGuard, kGuardByte),
          list_(rules, std::span(memory_).first(bytes)) {}

    void append(size_t size, uint8_t fill) {
        const std::vector<std::byte> value(size, std::byte{fill});
        const auto id = list_.append(value.data(), size);
        if (id.isOk()) {
            insist(!isFrozen_ && params_.size() < ArgsList::kMaxParams);
            params_.push_back({.id = id.value(), .isPlaceholder = false, .value = value});
        }
    }

    void appendPlaceholder() {
        const auto id = list_.appendPlaceholder();
        if (id.isOk()) {
            insist(!isFrozen_);
            params_.push_back({.id = id.value(), .isPlaceholder = true, .value = {}});
        }
    }

    void takeBuffer(size_t index, size_t size, uint8_t fill) {
        const auto buffer = list_.placeholderBuffer(idOf(index), size);
        if (!buffer.isOk()) {
            return;
        }
        insist(index < params_.size() && params_[index].isPlaceholder);
        auto* start = static_cast<std::byte*>(buffer.value());
        insist(start >= memory_.data() && start + size <= memory_.data() + memory_.size() - kGuard);
        insist(static_cast<size_t>(start - memory_.data()) % ArgsList::kAlignment == 0);
        isFrozen_ = true;
        params_[index].value.assign(size, std::byte{fill});
        std::memset(start, fill, size);
    }

    void update(size_t index, size_t size, uint8_t fill) {
        const std::vector<std::byte> value(size, std::byte{fill});
        if (list_.update(idOf(index), value.data(), size).isOk()) {
            insist(index < params_.size() && params_[index].value.size() == size &&
                   !params_[index].isPlaceholder);
            insist(!list_.isFinished());
            params_[index].value = value;
        }
    }

    void finish() {
        if (list_.finish().isOk()) {
            isFrozen_ = true;
            insist(list_.isFinished());
            checkBlock();
        }
    }

    void checkGuard() const {
        for (const std::byte byte : std::span(memory_).last(kGuard)) {
            insist(byte == kGuardByte);
        }
    }

  private:
    static constexpr size_t kGuard = 64;
    static constexpr std::byte kGuardByte{0xA5};

    struct Param {
        ArgsList::ParamId id = 0;
        bool isPlaceholder = false;
        std::vector<std::byte> value;  // of a placeholder: its data
    };

    ArgsList::ParamId idOf(size_t index) const {
        return index < params_.size() ? params_[index].id : index;
    }

    // The values lie one behind the other as the rules have it, and pointers lead to their data.
    void checkBlock() const {
        const auto block = list_.block();
        size_t at = rules_.hasSyncBase ? sizeof(uint64_t) : 0;
        size_t pointer = 0;
        for (const Param& param : params_) {
            if (!rules_.isPacked) {
                at = (at + 7) / 8 * 8;
            }
            if (param.isPlaceholder) {
                insist(pointer < list_.pointers().size());
                const ArgsPointer& found = list_.pointers()[pointer++];
                insist(found.pointerOffset == at);
                insist(isAt(block, found.dataOffset, param.value));
                at += sizeof(uint64_t);
            } else {
                insist(isAt(block, at, param.value));
                at += param.value.size();
            }
        }
        insist(pointer == list_.pointers().size());
        if (rules_.hasOverflowAddress) {
            insist(list_.overflowOffset() >= at &&
                   list_.overflowOffset() + sizeof(uint64_t) <= block.size());
        }
    }

    static bool isAt(std::span<const std::byte> block, size_t offset,
                     const std::vector<std::byte>& value) {
        return offset <= block.size() && value.size() <= block.size() - offset &&
               (value.empty() ||
                std::memcmp(block.data() + offset, value.data(), value.size()) == 0);
    }

    const ArgsRules rules_;
    std::vector<std::byte> memory_;
    ArgsList list_;
    std::vector<Param> params_;
    bool isFrozen_ = false;
};

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Input input(data, size);
    const uint8_t kind = input.byte();
    Checked checked({.isPacked = (kind & 1) != 0,
                     .hasSyncBase = (kind & 2) != 0,
                     .hasOverflowAddress = (kind & 4) != 0},
                    ArgsList::memoryFor(0) + input.word() % 2048);
    while (!input.isEmpty()) {
        const uint8_t call = input.byte();
        // Mostly sizes that fit.
        const size_t bytes = (call & 0x80) != 0 ? input.word() : 1 + input.byte() % 64;
        const size_t index = input.byte();
        switch (call % 6) {
            case 0:
            case 1:
                checked.append(bytes == 0 ? 1 : bytes, call);
                break;
            case 2:
                checked.appendPlaceholder();
                break;
            case 3:
                checked.takeBuffer(index, bytes == 0 ? 1 : bytes, call);
                break;
            case 4:
                checked.update(index, bytes, call);
                break;
            default:
                checked.finish();
                break;
        }
    }
    checked.checkGuard();
    return 0;
}
