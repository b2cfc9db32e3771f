// Moving elements to where another order, or a larger shape, has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "oplib/device/blocks.h"
#include "oplib/device/copy_tiling.h"

namespace belay::oplib {

struct Bytes16 {
    uint64_t halves[2];
};

/// Calls body(T()) for an unsigned type of so many bytes.
template <typename Body>
void withBytes(int64_t bytes, Body&& body) {
    switch (bytes) {
        case 1:
            return body(uint8_t());
        case 2:
            return body(uint16_t());
        case 4:
            return body(uint32_t());
        case 8:
            return body(uint64_t());
        case 16:
            return body(Bytes16());
        default:
            return;
    }
}

/// Pieces of the output, each from neighbours, from one element, or from elements far apart.
template <typename T>
void copyPieces(const T* from, T* to, const StridedWalk<1>& steps) {
    const int64_t stride = steps.strides[0][steps.rank - 1];
    const Part part = partOfBlock(steps.count, kGrain);
    walk(steps, part.begin, part.end, [&](int64_t at, const int64_t* offsets, int64_t count) {
        const T* const first = from + offsets[0];
        if (stride == 1) {
            std::memcpy(to + at, first, static_cast<size_t>(count) * sizeof(T));
        } else if (stride == 0) {
            std::fill_n(to + at, count, *first);
        } else {
            for (int64_t i = 0; i < count; ++i) {
                to[at + i] = first[i * stride];
            }
        }
    });
}

/// Squares of the output's last dimension and of `dim`, along which the input has neighbours: both
/// are read and written a line of the cache at a time.
template <typename T>
void copySquares(const T* from, T* to, const StridedWalk<1>& steps, int64_t dim) {
    constexpr int64_t kSide = std::max<int64_t>(4, 64 / static_cast<int64_t>(sizeof(T)));
    const int64_t last = steps.rank - 1;
    const int64_t stride = steps.strides[0][last];
    const int64_t columns = steps.dims[last];
    const int64_t rows = steps.dims[dim];
    int64_t rowStride = columns;
    for (int64_t i = dim + 1; i < last; ++i) {
        rowStride *= steps.dims[i];
    }
    const int64_t bands = (rows + kSide - 1) / kSide;
    const Part part = partOfBlock(steps.count / (rows * columns) * bands);
    for (int64_t unit = part.begin; unit < part.end; ++unit) {
        // Where the band begins, going through all other dimensions.
        const int64_t firstRow = unit % bands * kSide;
        int64_t rest = unit / bands;
        int64_t source = firstRow;
        int64_t target = firstRow * rowStride;
        int64_t outStride = columns;
        for (int64_t i = last - 1; i >= 0; --i) {
            if (i != dim) {
                const int64_t index = rest % steps.dims[i];
                rest /= steps.dims[i];
                source += index * steps.strides[0][i];
                target += index * outStride;
            }
            outStride *= steps.dims[i];
        }
        const int64_t height = std::min(kSide, rows - firstRow);
        for (int64_t column = 0; column < columns; column += kSide) {
            const int64_t width = std::min(kSide, columns - column);
            T square[kSide][kSide];
            for (int64_t j = 0; j < width; ++j) {
                std::memcpy(square[j], from + source + (column + j) * stride,
                            static_cast<size_t>(height) * sizeof(T));
            }
            for (int64_t i = 0; i < height; ++i) {
                for (int64_t j = 0; j < width; ++j) {
                    to[target + i * rowStride + column + j] = square[j][i];
                }
            }
        }
    }
}

inline void copyElements(GM_ADDR x, GM_ADDR y, const CopyTiling& tiling) {
    const StridedWalk<1>& steps = tiling.walk;
    const int64_t last = steps.rank - 1;
    int64_t neighbours = last;
    if (steps.strides[0][last] > 1) {
        for (int64_t dim = 0; dim < last; ++dim) {
            neighbours = steps.strides[0][dim] == 1 ? dim : neighbours;
        }
    }
    withBytes(tiling.elementBytes, [&](auto zero) {
        using T = decltype(zero);
        const auto* const from = reinterpret_cast<const T*>(x);
        auto* const to = reinterpret_cast<T*>(y);
        if (neighbours != last) {
            copySquares(from, to, steps, neighbours);
        } else {
            copyPieces(from, to, steps);
        }
    });
}

}  // namespace belay::oplib
