#include "op/gemm_request.h"

namespace belay {
namespace {

constexpr Format kFractalZ{4};
constexpr Format kFractalNz{29};
constexpr int64_t kBlockRows = 16;

int64_t blocks(int64_t count, int64_t size) {
    return (count + size - 1) / size;
}

// Blocks have 32 bytes in a row.
int64_t blockColumns(DataType type) {
    return dataTypeSize(type) == 1 ? 32 : 16;
}

TensorSpec blocked(DataType type, Format format, int64_t columnBlocks, int64_t rowBlocks,
                   int64_t columns) {
    return {type, std::array{columnBlocks, rowBlocks, kBlockRows, columns}, format};
}

TensorSpec blockedMatrix(DataType type, int64_t rows, int64_t columns) {
    const int64_t width = blockColumns(type);
    return blocked(type, kFractalNz, blocks(columns, width), blocks(rows, kBlockRows), width);
}

// The second factor of 8-bit products is cut along its rows instead.
TensorSpec blockedSecond(DataType type, int64_t rows, int64_t columns) {
    const int64_t width = blockColumns(type);
    return width == kBlockRows
               ? blockedMatrix(type, rows, columns)
               : blocked(type, kFractalZ, blocks(rows, width), blocks(columns, kBlockRows), width);
}

TensorSpec plain(DataType type, int64_t rows, int64_t columns) {
    return {type, std::array{rows, columns}, Format::kNd};
}

TensorSpec first(const GemmShape& shape) {
    switch (shape.a) {
        case MatrixForm::kTransposed:
            return plain(shape.typeA, shape.k, shape.m);
        case MatrixForm::kBlocked:
            return blockedMatrix(shape.typeA, shape.m, shape.k);
        default:
            return plain(shape.typeA, shape.m, shape.k);
    }
}

TensorSpec second(const GemmShape& shape) {
    switch (shape.b) {
        case MatrixForm::kTransposed:
            return plain(shape.typeB, shape.n, shape.k);
        case MatrixForm::kBlocked:
            return blockedSecond(shape.typeB, shape.k, shape.n);
        default:
            return plain(shape.typeB, shape.k, shape.n);
    }
}

TensorSpec result(const GemmShape& shape) {
    return shape.c == MatrixForm::kBlocked ? blockedMatrix(shape.typeC, shape.m, shape.n)
                                           : plain(shape.typeC, shape.m, shape.n);
}

}  // namespace

GemmRequest::GemmRequest(const GemmShape& shape)
    : a_(first(shape)),
      b_(second(shape)),
      c_(result(shape)),
      factor_(shape.typeC, {}, Format::kNd),
      inputs_{OpTensor{&a_, {}}, OpTensor{&b_, {}}, OpTensor{&c_, {}}, OpTensor{&factor_, {}},
              OpTensor{&factor_, {}}},
      outputs_{OpTensor{&c_, {}}} {
    attrs_.set("transpose_a", AttrValue(shape.a == MatrixForm::kTransposed));
    attrs_.set("transpose_b", AttrValue(shape.b == MatrixForm::kTransposed));
}

}  // namespace belay
