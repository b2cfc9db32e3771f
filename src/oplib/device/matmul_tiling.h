// What kernels of matrix products are told, and how they divide the work.
#pragma once

#include <cstdint>

#include "op/data_type.h"
#include "oplib/device/strided.h"

namespace belay::oplib {

/// Where the elements of a matrix lie. Also of one that is stored transposed or in blocks of
/// columns (fractal NZ), which have all rows of the first columns, then of the next.
struct MatrixPlace {
    int64_t rowStride = 0;
    int64_t columnStride = 1;
    int64_t blockColumns = 0;  ///< 0: not in blocks; else columnStride is 1
    int64_t blockStride = 0;
    int64_t isTransposed = 0;  ///< of blocks: rows and columns change places
    int64_t batchStride = 0;   ///< to the next matrix; of outputs only

    int64_t at(int64_t row, int64_t column) const {
        if (blockColumns == 0) {
            return row * rowStride + column * columnStride;
        }
        const int64_t i = isTransposed != 0 ? column : row;
        const int64_t j = isTransposed != 0 ? row : column;
        return i * rowStride + j / blockColumns * blockStride + j % blockColumns;
    }
};

/// y = a b, plus a row of bias, or times alpha plus beta c.
struct MatMulTiling {
    DataType in = DataType::kUndefined;   ///< of a and b
    DataType out = DataType::kUndefined;  ///< of y, c, alpha and beta
    int32_t hasBias = 0;                  ///< of the type of a
    int32_t hasScales = 0;
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t depth = 0;
    int64_t tileRows = 0;     ///< of y that are made at a time
    int64_t tileColumns = 0;  ///< the same
    int64_t arenaBytes = 0;   ///< that each block needs, as MatMulArena says
    MatrixPlace a;
    MatrixPlace b;
    MatrixPlace y;
};

/// For each of many matrices the same; where they begin in a and b.
struct BatchMatMulTiling {
    MatMulTiling product;
    StridedWalk<2> batch{};
};

/// Columns of a that go with rows of b at a time, so that both stay in caches.
inline constexpr int64_t kTileDepth = 256;

/// Tiles are multiples of these: what registers of any processor hold, or several times that.
inline constexpr int64_t kTileRowUnit = 12;
inline constexpr int64_t kTileColumnUnit = 32;

inline constexpr int64_t kMaxTileRows = 192;
inline constexpr int64_t kMaxTileColumns = 512;

/// An arena of up to so many bytes lies on the block's stack.
inline constexpr int64_t kMaxStackArena = int64_t{96} * 1024;

/// What a block needs to make a tile: parts of b and a in the order in which they are used, and the
/// sums. Elements are computed in 4 bytes.
struct MatMulArena {
    int64_t b = 0;  ///< elements before each of them
    int64_t sums = 0;
    int64_t a = 0;
    int64_t bytes = 0;

    MatMulArena(int64_t tileRows, int64_t tileColumns, int64_t depth) {
        const int64_t part = std::min(depth, kTileDepth);
        sums = tileColumns * part;
        a = sums + tileRows * tileColumns;
        // So that those of the next block are aligned as well.
        bytes = (4 * (a + tileRows * part) + 63) / 64 * 64;
    }
};

}  // namespace belay::oplib
