// What the SDMA engine calculates: reductions of one range into another, and patterns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/entry.h"

namespace belay::sim {

uint64_t elementBytes(hw::SdmaDataType type) noexcept;

/// target[i] = target[i] op source[i] for kAdd, kMax, kMin and kEqual. `bytes` is a multiple of the
/// element size; the ranges need no alignment, and may be the same. Independent of the calling
/// thread's floating-point modes, which come back unchanged.
///
/// A card reduces in its memory controllers, so that concurrent reductions into one range lose
/// nothing. Here reductions take turns, piece by piece.
///
/// What the vendor's documents leave open, and how it is read here:
///  - integers wrap around when they overflow;
///  - floating-point types are IEEE numbers with infinities and NaN (a card's default mode),
///  rounded
///    to nearest even after each element; halves and bfloat16 are added as float, then rounded;
///  - kMax and kMin give NaN if either side is one, and keep the target of two equal numbers;
///  - kEqual gives 1 or 0 in the element's type; NaN equals nothing.
void reduce(hw::SdmaOperation operation, hw::SdmaDataType type, std::byte* target,
            const std::byte* source, uint64_t bytes) noexcept;

/// Fills `target` with the low bytes of `value`, of the element's size, over and over. `bytes` is a
/// multiple of that size.
void fillPattern(hw::SdmaDataType type, std::byte* target, uint64_t value, uint64_t bytes) noexcept;

}  // namespace belay::sim
