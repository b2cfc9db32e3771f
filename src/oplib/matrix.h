// Matrices as tensors hold them: in the order of their dimensions, or in blocks of columns.
#pragma once

#include <cstdint>
#include <string>

#include "op/op_view.h"
#include "oplib/device/matmul_tiling.h"

namespace belay::oplib {

/// Rows or columns of a matrix.
struct Extent {
    int64_t size = 0;  ///< -1: not known
    int64_t unit = 1;  ///< more than 1: the last `unit` of `size` may be padding in part
};

/// A matrix that takes part in a product: what is stored, or that transposed.
struct Matrix {
    std::string name;  ///< for messages
    Extent rows;
    Extent columns;
    MatrixPlace place;  ///< when all sizes are known

    /// The last two dimensions of a tensor, or all four of one in blocks (fractal NZ, or Z of the
    /// transposed matrix). A tensor that says its shape and, as storage, one in blocks has no
    /// padding to guess. An error for other layouts and other numbers of dimensions.
    static Result<Matrix> of(const OpView& view, std::string name, const TensorSpec& spec,
                             bool isTransposed, bool hasBatch);
};

/// The size that two extents share; -1 when it is not known. An error when they cannot be the same.
Result<int64_t> commonSize(const OpView& view, std::string_view what, const Extent& a,
                           const Extent& b);

}  // namespace belay::oplib
