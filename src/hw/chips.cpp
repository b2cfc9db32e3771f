#include "hw/chips.h"

#include <algorithm>
#include <array>

namespace belay::hw {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

constexpr auto kChips = std::to_array<Chip>({
#define BELAY_CHIP(soc, family, architecture, aic, aiv, aicpu, memoryMib, l2, ub, mhz) \
    {soc, family, architecture, aic, aiv, aicpu, (memoryMib)*kMebibyte, l2, ub, mhz},
#include "hw/chips.inc"
#undef BELAY_CHIP
});

constexpr auto kArchitectures = std::to_array<Architecture>({
#define BELAY_ARCHITECTURE(number, name, l0a, l0b, l0c, l1, bias, warp, threads, saturates, \
                           infinity)                                                        \
    {number, name, l0a, l0b, l0c, l1, bias, warp, threads, saturates, infinity},
#include "hw/architectures.inc"
#undef BELAY_ARCHITECTURE
});

struct Instruction {
    std::string_view name;
    std::string_view types;
};

constexpr uint32_t kArchitectureOfInstructions = 2201;

constexpr auto kInstructions = std::to_array<Instruction>({
#define BELAY_INSTRUCTION(name, types) {name, types},
#include "hw/instructions.inc"
#undef BELAY_INSTRUCTION
});

}  // namespace

std::span<const Chip> chips() noexcept {
    return kChips;
}

const Architecture* findArchitecture(uint32_t number) noexcept {
    const auto* found = std::find_if(
        kArchitectures.begin(), kArchitectures.end(),
        [number](const Architecture& architecture) { return architecture.number == number; });
    return found == kArchitectures.end() ? nullptr : found;
}

const Chip* findChip(std::string_view socName) noexcept {
    const auto* found = std::find_if(kChips.begin(), kChips.end(), [socName](const Chip& chip) {
        return chip.socName == socName;
    });
    return found == kChips.end() ? nullptr : found;
}

std::string_view typesOfInstruction(uint32_t architecture, std::string_view instruction) noexcept {
    if (architecture != kArchitectureOfInstructions) {
        return {};
    }
    const auto* found =
        std::find_if(kInstructions.begin(), kInstructions.end(),
                     [instruction](const Instruction& entry) { return entry.name == instruction; });
    return found == kInstructions.end() ? std::string_view() : found->types;
}

std::string chipNames() {
    std::string names;
    for (const Chip& chip : kChips) {
        names += names.empty() ? "" : ", ";
        names += chip.socName;
    }
    return names;
}

}  // namespace belay::hw
