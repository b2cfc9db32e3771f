// Matrix products in tiles. Numbers of 16 bits are multiplied and added as float, integers exactly
// (modulo 2^32).
#pragma once

#include <cstdint>
#include <type_traits>

#include "oplib/device/blocks.h"
#include "oplib/device/convert.h"
#include "oplib/device/matmul_tile.h"
#include "oplib/device/matmul_tiling.h"

namespace belay::oplib {

/// The tensors of a product; null: the operator has none.
struct MatMulTensors {
    GM_ADDR a = nullptr;
    GM_ADDR b = nullptr;
    GM_ADDR bias = nullptr;
    GM_ADDR c = nullptr;
    GM_ADDR alpha = nullptr;
    GM_ADDR beta = nullptr;
    GM_ADDR y = nullptr;
};

/// Some rows and columns of the output.
struct MatMulTile {
    int64_t row = 0;
    int64_t rows = 0;
    int64_t column = 0;
    int64_t columns = 0;
};

/// Products of matrices of `In`, which are computed as `E` (float or uint32_t) and become `Out`.
template <typename In, typename E, typename Out>
class Product {
  public:
    Product(const MatMulTensors& tensors, const MatMulTiling& tiling, std::byte* arena)
        : tiling_(tiling),
          a_(reinterpret_cast<const In*>(tensors.a)),
          b_(reinterpret_cast<const In*>(tensors.b)),
          bias_(reinterpret_cast<const In*>(tensors.bias)),
          c_(reinterpret_cast<const Out*>(tensors.c)),
          y_(reinterpret_cast<Out*>(tensors.y)) {
        const MatMulArena places(tiling.tileRows, tiling.tileColumns, tiling.depth);
        auto* const elements = reinterpret_cast<E*>(arena);
        packedB_ = elements + places.b;
        sums_ = elements + places.sums;
        packedA_ = elements + places.a;
        if (tiling.hasScales != 0) {
            alpha_ = scaleAt(tensors.alpha);
            beta_ = scaleAt(tensors.beta);
        }
    }

    /// Goes to matrices that begin at other elements.
    void moveTo(int64_t a, int64_t b, int64_t y) {
        offsetA_ = a;
        offsetB_ = b;
        offsetY_ = y;
    }

    void make(const MatMulTile& tile) {
        tile_ = tile;
        if (sumsAreOutput()) {
            addInto(reinterpret_cast<E*>(y_) + offsetY_ + tiling_.y.at(tile.row, tile.column),
                    tiling_.y.rowStride);
            if (tiling_.hasBias != 0) {
                finish(reinterpret_cast<E*>(y_) + offsetY_ + tiling_.y.at(tile.row, tile.column),
                       tiling_.y.rowStride);
            }
        } else {
            addInto(sums_, tiling_.tileColumns);
            finish(sums_, tiling_.tileColumns);
        }
    }

  private:
    // What alpha and beta are as: float, but for integers the same.
    using Scale = std::conditional_t<std::is_same_v<Out, int32_t>, uint32_t, float>;

    static Scale scaleAt(GM_ADDR address) {
        const Out value = *reinterpret_cast<const Out*>(address);
        return static_cast<Scale>(value);
    }

    // Whether sums can be collected where they are to be in the end.
    bool sumsAreOutput() const {
        return sizeof(E) == sizeof(Out) && std::is_integral_v<E> == std::is_integral_v<Out> &&
               tiling_.hasScales == 0 && tiling_.y.blockColumns == 0;
    }

    // Without copies of a and b: for small matrices, whose elements are what is computed with.
    bool isDirect() const {
        return sizeof(In) == sizeof(E) && tiling_.a.blockColumns == 0 &&
               tiling_.b.blockColumns == 0 && tiling_.b.columnStride == 1 &&
               tiling_.depth <= kTileDepth && (tiling_.depth * tiling_.columns <= 8192);
    }

    void addInto(E* sums, int64_t stride) {
        if (tiling_.depth == 0) {
            for (int64_t row = 0; row < tile_.rows; ++row) {
                std::fill_n(sums + row * stride, tile_.columns, E{0});
            }
            return;
        }
        if (isDirect()) {
            multiplyDirect(sums, stride);
            return;
        }
        for (int64_t depth = 0; depth < tiling_.depth; depth += kTileDepth) {
            multiplyPacked(sums, stride, depth, std::min(kTileDepth, tiling_.depth - depth));
        }
    }

    void multiplyDirect(E* sums, int64_t stride) {
        int64_t column = 0;
        column = directColumns<2, kLanes>(sums, stride, column);
        column = directColumns<1, kLanes>(sums, stride, column);
        if constexpr (kLanes > 8) {
            column = directColumns<1, 8>(sums, stride, column);
        }
        if constexpr (kLanes > 4) {
            column = directColumns<1, 4>(sums, stride, column);
        }
        directColumns<1, 1>(sums, stride, column);
    }

    // Columns from `column` on as long as there are enough for vectors of this size; where it
    // ended.
    template <int Vectors, int Lanes>
    int64_t directColumns(E* sums, int64_t stride, int64_t column) {
        for (; column + Vectors * Lanes <= tile_.columns; column += Vectors * Lanes) {
            int64_t row = 0;
            row = directRows<kPanelRows, Vectors, Lanes>(sums, stride, row, column);
            row = directRows<4, Vectors, Lanes>(sums, stride, row, column);
            directRows<1, Vectors, Lanes>(sums, stride, row, column);
        }
        return column;
    }

    template <int Rows, int Vectors, int Lanes>
    int64_t directRows(E* sums, int64_t stride, int64_t row, int64_t column) {
        const MatrixPlace& a = tiling_.a;
        for (; row + Rows <= tile_.rows; row += Rows) {
            multiplyTile<E, Rows, Vectors, Lanes>(
                reinterpret_cast<const E*>(a_ + offsetA_ + a.at(tile_.row + row, 0)), a.rowStride,
                a.columnStride,
                reinterpret_cast<const E*>(b_ + offsetB_ + tiling_.b.at(0, tile_.column + column)),
                tiling_.b.rowStride, tiling_.depth, sums + row * stride + column, stride, false);
        }
        return row;
    }

    // A part of the depth: of a in panels of rows, of b in panels of columns, each in the order in
    // which it is used.
    void multiplyPacked(E* sums, int64_t stride, int64_t depth, int64_t length) {
        for (int64_t row = 0; row < tile_.rows; row += kPanelRows) {
            pack<true>(a_ + offsetA_, tiling_.a, tile_.row + row,
                       std::min<int64_t>(kPanelRows, tile_.rows - row), kPanelRows, depth, length,
                       packedA_ + row * length);
        }
        for (int64_t column = 0; column < tile_.columns; column += kPanelColumns) {
            pack<false>(b_ + offsetB_, tiling_.b, tile_.column + column,
                        std::min<int64_t>(kPanelColumns, tile_.columns - column), kPanelColumns,
                        depth, length, packedB_ + column * length);
        }
        for (int64_t column = 0; column < tile_.columns; column += kPanelColumns) {
            for (int64_t row = 0; row < tile_.rows; row += kPanelRows) {
                multiplyPanels(packedA_ + row * length, packedB_ + column * length, length,
                               sums + row * stride + column, stride,
                               std::min<int64_t>(kPanelRows, tile_.rows - row),
                               std::min<int64_t>(kPanelColumns, tile_.columns - column), depth > 0);
            }
        }
    }

    void multiplyPanels(const E* a, const E* b, int64_t depth, E* sums, int64_t stride,
                        int64_t rows, int64_t columns, bool adds) {
        if (rows == kPanelRows && columns == kPanelColumns) {
            multiplyTile<E, kPanelRows, 2, kLanes>(a, 1, kPanelRows, b, kPanelColumns, depth, sums,
                                                   stride, adds);
            return;
        }
        E tile[kPanelRows * kPanelColumns];
        if (rows <= 4) {
            multiplyTile<E, 4, 2, kLanes>(a, 1, kPanelRows, b, kPanelColumns, depth, tile,
                                          kPanelColumns, false);
        } else {
            multiplyTile<E, kPanelRows, 2, kLanes>(a, 1, kPanelRows, b, kPanelColumns, depth, tile,
                                                   kPanelColumns, false);
        }
        for (int64_t row = 0; row < rows; ++row) {
            for (int64_t column = 0; column < columns; ++column) {
                const E sum = tile[row * kPanelColumns + column];
                E& place = sums[row * stride + column];
                place = adds ? place + sum : sum;
            }
        }
    }

    // Copies `lanes` rows (or columns) from `lane` on, side by side for each step of the depth,
    // with zeros up to `width`.
    template <bool LanesAreRows>
    static void pack(const In* from, const MatrixPlace& place, int64_t lane, int64_t lanes,
                     int64_t width, int64_t depth, int64_t length, E* to) {
        if (lanes < width) {
            std::fill_n(to, width * length, E{0});
        }
        const int64_t laneStride = LanesAreRows ? place.rowStride : place.columnStride;
        const int64_t depthStride = LanesAreRows ? place.columnStride : place.rowStride;
        if (place.blockColumns != 0) {
            for (int64_t l = 0; l < lanes; ++l) {
                for (int64_t k = 0; k < length; ++k) {
                    const int64_t at = LanesAreRows ? place.at(lane + l, depth + k)
                                                    : place.at(depth + k, lane + l);
                    to[k * width + l] = converted<In, E>(from[at]);
                }
            }
        } else if (laneStride == 1) {
            const In* next = from + lane + depth * depthStride;
            for (int64_t k = 0; k < length; ++k) {
                convert(next, to + k * width, lanes);
                next += depthStride;
            }
        } else {
            E run[kTileDepth];
            for (int64_t l = 0; l < lanes; ++l) {
                const In* const first = from + (lane + l) * laneStride + depth * depthStride;
                if (depthStride == 1) {
                    convert(first, run, length);
                } else {
                    for (int64_t k = 0; k < length; ++k) {
                        run[k] = converted<In, E>(first[k * depthStride]);
                    }
                }
                for (int64_t k = 0; k < length; ++k) {
                    to[k * width + l] = run[k];
                }
            }
        }
    }

    // From sums to the output. Outputs in blocks have zeros where there is no element.
    void finish(const E* sums, int64_t stride) {
        const MatrixPlace& place = tiling_.y;
        if (place.blockColumns != 0) {
            finishBlocks(sums, stride);
            return;
        }
        for (int64_t row = 0; row < tile_.rows; ++row) {
            const int64_t at = offsetY_ + place.at(tile_.row + row, tile_.column);
            for (int64_t done = 0; done < tile_.columns; done += kChunk) {
                finishRun(sums + row * stride + done, tile_.column + done, at + done,
                          std::min(kChunk, tile_.columns - done));
            }
        }
    }

    void finishRun(const E* sums, int64_t column, int64_t at, int64_t count) {
        Scale results[kChunk];
        for (int64_t i = 0; i < count; ++i) {
            results[i] = scaleOf(sums[i]);
        }
        if (tiling_.hasBias != 0) {
            E bias[kChunk];
            convert(bias_ + column, bias, count);
            for (int64_t i = 0; i < count; ++i) {
                results[i] += scaleOf(bias[i]);
            }
        }
        if (tiling_.hasScales != 0) {
            for (int64_t i = 0; i < count; ++i) {
                results[i] *= alpha_;
            }
            if (beta_ != 0) {
                Scale before[kChunk];
                convert(c_ + at, before, count);
                for (int64_t i = 0; i < count; ++i) {
                    results[i] += beta_ * before[i];
                }
            }
        }
        convert(results, y_ + at, count);
    }

    void finishBlocks(const E* sums, int64_t stride) {
        const MatrixPlace& place = tiling_.y;
        const bool isLastRow = tile_.row + tile_.rows == tiling_.rows;
        const bool isLastColumn = tile_.column + tile_.columns == tiling_.columns;
        const int64_t paddedRows = place.blockStride / place.blockColumns;
        const int64_t paddedColumns =
            (tiling_.columns + place.blockColumns - 1) / place.blockColumns * place.blockColumns;
        const int64_t endRow = isLastRow ? paddedRows : tile_.row + tile_.rows;
        const int64_t endColumn = isLastColumn ? paddedColumns : tile_.column + tile_.columns;
        for (int64_t row = tile_.row; row < endRow; ++row) {
            for (int64_t column = tile_.column; column < endColumn; ++column) {
                const int64_t at = offsetY_ + place.at(row, column);
                if (row < tiling_.rows && column < tiling_.columns) {
                    const E* const sum = sums + (row - tile_.row) * stride + column - tile_.column;
                    finishRun(sum, column, at, 1);
                } else {
                    y_[at] = converted<Scale, Out>(Scale{0});
                }
            }
        }
    }

    static Scale scaleOf(E sum) {
        if constexpr (std::is_same_v<E, uint32_t> && std::is_same_v<Scale, float>) {
            return static_cast<float>(static_cast<int32_t>(sum));
        } else {
            return static_cast<Scale>(sum);
        }
    }

    const MatMulTiling& tiling_;
    const In* const a_;
    const In* const b_;
    const In* const bias_;
    const Out* const c_;
    Out* const y_;
    E* packedA_ = nullptr;
    E* packedB_ = nullptr;
    E* sums_ = nullptr;
    Scale alpha_ = 0;
    Scale beta_ = 0;
    int64_t offsetA_ = 0;
    int64_t offsetB_ = 0;
    int64_t offsetY_ = 0;
    MatMulTile tile_;
};

/// All tiles of all matrices that are the calling block's. `batch` null: one matrix.
template <typename In, typename E, typename Out>
void multiplyAll(const MatMulTensors& tensors, const MatMulTiling& tiling,
                 const StridedWalk<2>* batch, std::byte* arena) {
    Product<In, E, Out> product(tensors, tiling, arena);
    const int64_t rowTiles = (tiling.rows + tiling.tileRows - 1) / tiling.tileRows;
    const int64_t columnTiles = (tiling.columns + tiling.tileColumns - 1) / tiling.tileColumns;
    const int64_t tiles = rowTiles * columnTiles;
    const Part part = partOfBlock(tiles * (batch != nullptr ? batch->count : 1));
    for (int64_t i = part.begin; i < part.end; ++i) {
        if (batch != nullptr && (i == part.begin || i % tiles == 0)) {
            int64_t offsets[2] = {};
            locate(*batch, i / tiles, offsets);
            product.moveTo(offsets[0], offsets[1], i / tiles * tiling.y.batchStride);
        }
        const int64_t row = i % tiles / columnTiles * tiling.tileRows;
        const int64_t column = i % tiles % columnTiles * tiling.tileColumns;
        product.make({.row = row,
                      .rows = std::min(tiling.tileRows, tiling.rows - row),
                      .column = column,
                      .columns = std::min(tiling.tileColumns, tiling.columns - column)});
    }
}

inline void multiply(const MatMulTensors& tensors, const MatMulTiling& tiling,
                     const StridedWalk<2>* batch, std::byte* arena) {
    const bool toFloat = tiling.out == DataType::kFloat;
    switch (tiling.in) {
        case DataType::kFloat:
            return multiplyAll<float, float, float>(tensors, tiling, batch, arena);
        case DataType::kFloat16:
            return toFloat ? multiplyAll<half, float, float>(tensors, tiling, batch, arena)
                           : multiplyAll<half, float, half>(tensors, tiling, batch, arena);
        case DataType::kBfloat16:
            return multiplyAll<bfloat16_t, float, bfloat16_t>(tensors, tiling, batch, arena);
        case DataType::kInt32:
            return multiplyAll<int32_t, uint32_t, int32_t>(tensors, tiling, batch, arena);
        case DataType::kInt8:
            return toFloat ? multiplyAll<int8_t, uint32_t, float>(tensors, tiling, batch, arena)
                           : multiplyAll<int8_t, uint32_t, int32_t>(tensors, tiling, batch, arena);
        default:
            return;
    }
}

/// With what each block needs in `workspace`, one after the other.
inline void multiplyInWorkspace(const MatMulTensors& tensors, const MatMulTiling& tiling,
                                const StridedWalk<2>* batch, GM_ADDR workspace) {
    multiply(tensors, tiling, batch,
             reinterpret_cast<std::byte*>(workspace) + AscendC::GetBlockIdx() * tiling.arenaBytes);
}

/// With it on the block's stack.
inline void multiplyOnStack(const MatMulTensors& tensors, const MatMulTiling& tiling,
                            const StridedWalk<2>* batch) {
    alignas(64) std::byte arena[kMaxStackArena];
    multiply(tensors, tiling, batch, arena);
}

}  // namespace belay::oplib
