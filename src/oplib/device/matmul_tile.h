// The innermost part of matrix products: a few rows and columns whose sums stay in registers.
#pragma once

#include <cstdint>

namespace belay::oplib {

#if defined(__AVX512F__)
inline constexpr int kLanes = 16;
inline constexpr int kPanelRows = 12;
#elif defined(__AVX2__)
inline constexpr int kLanes = 8;
inline constexpr int kPanelRows = 6;
#else
inline constexpr int kLanes = 4;
inline constexpr int kPanelRows = 4;
#endif

/// Columns of a panel of b: two vectors.
inline constexpr int kPanelColumns = 2 * kLanes;

/// Lanes elements of type E, anywhere in memory.
template <typename E, int Lanes>
struct VectorOf {
    using Type [[gnu::vector_size(sizeof(E) * Lanes), gnu::aligned(sizeof(E)), gnu::may_alias]] = E;
};

/// c = a b, or plus what c was: `Rows` rows of a, each element of them `rowStride` and
/// `depthStride` away from the next, and `Vectors` times `Lanes` neighbouring columns of b.
template <typename E, int Rows, int Vectors, int Lanes>
void multiplyTile(const E* a, int64_t rowStride, int64_t depthStride, const E* b, int64_t strideB,
                  int64_t depth, E* c, int64_t strideC, bool adds) {
    using Vector = typename VectorOf<E, Lanes>::Type;
    Vector sums[Rows][Vectors] = {};
    for (int64_t k = 0; k < depth; ++k) {
        Vector parts[Vectors];
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v) {
            parts[v] = *reinterpret_cast<const Vector*>(b + v * Lanes);
        }
#pragma GCC unroll 12
        for (int row = 0; row < Rows; ++row) {
            const E factor = a[row * rowStride];
#pragma GCC unroll 8
            for (int v = 0; v < Vectors; ++v) {
                sums[row][v] += factor * parts[v];
            }
        }
        a += depthStride;
        b += strideB;
    }
#pragma GCC unroll 12
    for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v) {
            auto* const place = reinterpret_cast<Vector*>(c + row * strideC + v * Lanes);
            *place = adds ? *place + sums[row][v] : sums[row][v];
        }
    }
}

}  // namespace belay::oplib
