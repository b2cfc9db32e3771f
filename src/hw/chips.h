// Chip: what is known of each SoC by its name, and of the architecture of its cores. The lists are
// chips.inc, architectures.inc and instructions.inc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace belay::hw {

/// What all chips of one architecture have in common.
struct Architecture {
    uint32_t number = 0;                ///< 2201
    std::string_view coreVersion{};     ///< "AIC-C-220"
    uint32_t l0aBytes = 0;              ///< of a cube core: its left matrix
    uint32_t l0bBytes = 0;              ///< its right matrix
    uint32_t l0cBytes = 0;              ///< its result
    uint32_t l1Bytes = 0;               ///< what feeds these three
    uint32_t biasTableBytes = 0;        ///< 0: there is none
    uint32_t warpSize = 0;              ///< threads that run in step; 0: cores run no threads
    uint32_t threadsPerVectorCore = 0;  ///< likewise
    bool canSaturate = false;           ///< overflow may give the largest number
    bool canGiveInfinity = false;       ///< overflow may give infinity or NaN
};

struct Chip {
    std::string_view socName;    ///< "Ascend910B4"
    std::string_view shortName;  ///< of the family: "Ascend910B"
    uint32_t architecture;       ///< number of the AI core's instruction set
    uint32_t cubeCores;
    uint32_t vectorCores;
    uint32_t aicpuCores;
    uint64_t memoryBytes;
    uint64_t l2Bytes;
    uint64_t unifiedBufferBytes;  ///< of each vector core
    uint32_t cubeMhz;
};

/// All chips, in the order of chips.inc.
std::span<const Chip> chips() noexcept;

/// Null when there is no architecture of this number.
const Architecture* findArchitecture(uint32_t number) noexcept;

/// Null when there is no chip of exactly this name.
const Chip* findChip(std::string_view socName) noexcept;

/// The data types that vector units of an architecture can use in an instruction, as a list with
/// commas; empty when nothing is known of it.
std::string_view typesOfInstruction(uint32_t architecture, std::string_view instruction) noexcept;

/// The names of all chips, for messages.
std::string chipNames();

}  // namespace belay::hw
