#include "oplib/matrix.h"

#include <algorithm>
#include <utility>

#include "oplib/shapes.h"

namespace belay::oplib {
namespace {

constexpr auto kFractalNz = static_cast<Format>(29);
constexpr auto kFractalZ = static_cast<Format>(4);
constexpr int64_t kBlockRows = 16;

// Rows and columns that go into blocks, which a tensor says beside them.
bool fits(const Extent& size, int64_t blocks) {
    return size.size < 0 || (size.size + size.unit - 1) / size.unit == blocks;
}

Result<Matrix> fractal(const OpView& view, Matrix matrix, const TensorSpec& spec,
                       bool isTransposed) {
    const auto blocks = layoutDims(spec);
    const Format layout = layoutOf(spec);
    if (blocks.size() != 4 || !isKnown(blocks) || blocks[2] != kBlockRows ||
        (blocks[3] != 16 && blocks[3] != 32)) {
        return view.refuse(
            "{} has shape {} in format {}; blocks have four dimensions, of which "
            "the last two are 16 and 16 or 32",
            matrix.name, shapeText(blocks), formatText(layout));
    }
    // Of Z the transposed matrix lies like NZ.
    const bool isStoredTransposed = layout == kFractalZ;
    Extent rows{blocks[1] * kBlockRows, kBlockRows};
    Extent columns{blocks[0] * blocks[3], blocks[3]};
    if (spec.dims().size() == 2) {
        const Extent real[] = {{spec.dims()[0], rows.unit}, {spec.dims()[1], columns.unit}};
        const auto& [realRows, realColumns] = real;
        if (isStoredTransposed || !fits(realRows, blocks[1]) || !fits(realColumns, blocks[0])) {
            return view.refuse("{} has shape {}, which does not go into blocks of shape {}",
                               matrix.name, shapeText(spec.dims()), shapeText(blocks));
        }
        rows = {spec.dims()[0], 1};
        columns = {spec.dims()[1], 1};
    } else if (spec.dims().size() != 4) {
        return view.refuse("{} has shape {}; matrices have two dimensions, or four in blocks",
                           matrix.name, shapeText(spec.dims()));
    }
    matrix.place = {.rowStride = blocks[3],
                    .columnStride = 1,
                    .blockColumns = blocks[3],
                    .blockStride = blocks[1] * kBlockRows * blocks[3],
                    .isTransposed = isTransposed != isStoredTransposed ? 1 : 0};
    matrix.rows = rows;
    matrix.columns = columns;
    if (matrix.place.isTransposed != 0) {
        std::swap(matrix.rows, matrix.columns);
    }
    return matrix;
}

}  // namespace

Result<Matrix> Matrix::of(const OpView& view, std::string name, const TensorSpec& spec,
                          bool isTransposed, bool hasBatch) {
    Matrix matrix{.name = std::move(name), .rows = {-1, 1}, .columns = {-1, 1}, .place = {}};
    const Format layout = layoutOf(spec);
    if (!hasBatch && (layout == kFractalNz || layout == kFractalZ)) {
        return fractal(view, std::move(matrix), spec, isTransposed);
    }
    if (layout != Format::kNd) {
        return view.refuse("{} has format {}; matrices lie in the order of their dimensions{}",
                           matrix.name, formatText(layout),
                           hasBatch ? "" : ", or in blocks (format 29 or 4)");
    }
    if (spec.hasUnknownRank()) {
        return matrix;
    }
    const auto dims = spec.dims();
    if (dims.size() < 2 || (dims.size() > 2 && !hasBatch)) {
        return view.refuse("{} has shape {}; {} has two dimensions{}", matrix.name, shapeText(dims),
                           hasBatch ? "it" : "a matrix", hasBatch ? " or more" : "");
    }
    matrix.rows.size = dims[dims.size() - 2];
    matrix.columns.size = dims.back();
    matrix.place.rowStride = matrix.columns.size;
    if (isTransposed) {
        std::swap(matrix.rows, matrix.columns);
        std::swap(matrix.place.rowStride, matrix.place.columnStride);
    }
    return matrix;
}

Result<int64_t> commonSize(const OpView& view, std::string_view what, const Extent& a,
                           const Extent& b) {
    if (a.size < 0 || b.size < 0) {
        return std::max(a.size, b.size);
    }
    // Padding may be as much as a unit without one element.
    const auto [smaller, larger] =
        std::minmax(a, b, [](const Extent& x, const Extent& y) { return x.size < y.size; });
    if (larger.size - smaller.size >= larger.unit) {
        return view.refuse("{} are {} and {}; they must be equal", what, a.size, b.size);
    }
    return smaller.size;
}

}  // namespace belay::oplib
