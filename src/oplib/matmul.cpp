#include "oplib/matmul.h"

#include <algorithm>
#include <optional>

#include "oplib/broadcast.h"
#include "oplib/matrix.h"
#include "oplib/planning.h"
#include "oplib/shapes.h"

namespace belay::oplib {
namespace {

// Multiplications for which it is worth to have a block more.
constexpr double kWorkOfBlock = 4e6;

// Tiles are not divided below this for the sake of more blocks.
constexpr int64_t kLeastTileRows = 48;
constexpr int64_t kLeastTileColumns = 128;

struct Operands {
    Matrix a;
    Matrix b;
};

Result<Operands> operandsOf(const OpView& view, Transposed transposed, bool hasBatch) {
    BELAY_ASSIGN(Matrix a,
                 Matrix::of(view, view.inputName(0), view.inputSpec(0), transposed.a, hasBatch));
    BELAY_ASSIGN(Matrix b,
                 Matrix::of(view, view.inputName(1), view.inputSpec(1), transposed.b, hasBatch));
    return Operands{std::move(a), std::move(b)};
}

Result<int64_t> depthOf(const OpView& view, const Operands& operands) {
    return commonSize(view, "columns of the first matrix and rows of the second",
                      operands.a.columns, operands.b.rows);
}

// What stands in front of the matrices.
TensorSpec batchOf(const TensorSpec& spec) {
    const auto dims = spec.dims();
    TensorSpec batch(spec.type(), dims.first(dims.size() - 2), spec.format());
    if (!spec.shapeRanges().empty() && spec.shapeRanges().size() == dims.size()) {
        batch.setShapeRanges(spec.shapeRanges().first(dims.size() - 2));
    }
    return batch;
}

Status checkBias(const OpView& view, int64_t columns) {
    const auto dims = view.inputSpec(2).dims();
    BELAY_TRY(requirePlain(view, 2));
    const bool isRow = dims.size() == 1 || (dims.size() == 2 && dims[0] == 1);
    if (view.inputSpec(2).hasUnknownRank() ||
        (isRow && (dims.back() == columns || dims.back() < 0 || columns < 0))) {
        return Status::ok();
    }
    return view.refuse("{} has shape {}; it has one element for each of {} columns",
                       view.inputName(2), shapeText(dims), columns);
}

int64_t roundedUp(int64_t value, int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

// The size of about equal parts of `size`, of which there are `parts`.
int64_t partOf(int64_t size, int64_t parts, int64_t unit) {
    return roundedUp((size + parts - 1) / parts, unit);
}

int64_t partsOf(int64_t size, int64_t part) {
    return (size + part - 1) / part;
}

struct Division {
    uint32_t blocks = 1;
    int64_t tileRows = 0;
    int64_t tileColumns = 0;
};

// As large tiles as caches hold, and smaller ones where blocks would have nothing to do.
Division divide(const OpTarget& target, int64_t rows, int64_t columns, int64_t depth,
                int64_t batches) {
    const double work = static_cast<double>(rows) * static_cast<double>(columns) *
                        static_cast<double>(depth) * static_cast<double>(batches);
    const auto wanted = static_cast<int64_t>(
        std::clamp(work / kWorkOfBlock, 1.0, static_cast<double>(target.vectorCores)));
    int64_t tileRows = partOf(rows, partsOf(rows, kMaxTileRows), kTileRowUnit);
    int64_t tileColumns = partOf(columns, partsOf(columns, kMaxTileColumns), kTileColumnUnit);
    const auto tiles = [&] {
        return partsOf(rows, tileRows) * partsOf(columns, tileColumns) * batches;
    };
    while (tiles() < wanted) {
        if (tileColumns >= 2 * kLeastTileColumns) {
            tileColumns = partOf(tileColumns, 2, kTileColumnUnit);
        } else if (tileRows >= 2 * kLeastTileRows) {
            tileRows = partOf(tileRows, 2, kTileRowUnit);
        } else {
            break;
        }
    }
    return {.blocks = static_cast<uint32_t>(std::min(wanted, tiles())),
            .tileRows = tileRows,
            .tileColumns = tileColumns};
}

MatMulTiling tilingOf(const Operands& operands, const Division& division, int64_t rows,
                      int64_t columns, int64_t depth) {
    return {.rows = rows,
            .columns = columns,
            .depth = depth,
            .tileRows = division.tileRows,
            .tileColumns = division.tileColumns,
            .arenaBytes = MatMulArena(division.tileRows, division.tileColumns, depth).bytes,
            .a = operands.a.place,
            .b = operands.b.place,
            .y = {.rowStride = columns, .batchStride = rows * columns}};
}

// On the stacks of blocks when it goes there, else with a workspace.
template <typename Tiling>
OpPlan planProduct(std::string kernel, const Division& division, const Tiling& tiling,
                   int64_t arenaBytes) {
    if (arenaBytes <= kMaxStackArena) {
        return planOf(kernel, division.blocks, tiling);
    }
    OpPlan plan = planOf(kernel + "Large", division.blocks, tiling);
    plan.workspaceBytes.push_back(static_cast<size_t>(arenaBytes) * division.blocks);
    return plan;
}

Result<OpPlan> planBatch(const OpView& view, const OpTarget& target, const Operands& operands,
                         int64_t depth) {
    const TensorSpec& y = view.outputSpec(0);
    const TensorSpec batch = batchOf(y);
    const auto stridesOf = [&](const TensorSpec& spec, const Matrix& matrix) {
        Strides strides = broadcastStrides(batchOf(spec).dims(), batch.dims());
        for (int64_t& stride : strides) {
            stride *= matrix.rows.size * matrix.columns.size;
        }
        return strides;
    };
    BELAY_ASSIGN(const StridedWalk<2> walk,
                 planWalk(view, batch.dims(), stridesOf(view.inputSpec(0), operands.a),
                          stridesOf(view.inputSpec(1), operands.b)));
    const int64_t rows = operands.a.rows.size;
    const int64_t columns = operands.b.columns.size;
    const Division division = divide(target, rows, columns, depth, walk.count);
    BatchMatMulTiling tiling{.product = tilingOf(operands, division, rows, columns, depth),
                             .batch = walk};
    tiling.product.in = tiling.product.out = y.type();
    return planProduct("BatchMatMul", division, tiling, tiling.product.arenaBytes);
}

// Types of c that go with a type of a.
std::vector<DataType> sumsOf(DataType type) {
    switch (type) {
        case DataType::kFloat16:
            return {DataType::kFloat16, DataType::kFloat};
        case DataType::kInt8:
            return {DataType::kInt32, DataType::kFloat};
        default:
            return {type};
    }
}

struct GemmSizes {
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t depth = 0;
};

Result<GemmSizes> sizesOf(const OpView& view, const Operands& operands, const Matrix& c) {
    GemmSizes sizes;
    BELAY_ASSIGN(sizes.depth, depthOf(view, operands));
    BELAY_ASSIGN(sizes.rows, commonSize(view, "rows of the first matrix and of the sum",
                                        operands.a.rows, c.rows));
    BELAY_ASSIGN(sizes.columns, commonSize(view, "columns of the second matrix and of the sum",
                                           operands.b.columns, c.columns));
    return sizes;
}

Status checkScale(const OpView& view, size_t port) {
    const TensorSpec& spec = view.inputSpec(port);
    const auto dims = spec.dims();
    if (spec.hasUnknownRank() || dims.empty() || (dims.size() == 1 && std::abs(dims[0]) == 1)) {
        return Status::ok();
    }
    return view.refuse("{} has shape {}; it is one number, of shape [] or [1]",
                       view.inputName(port), shapeText(dims));
}

}  // namespace

Result<std::vector<TensorSpec>> inferMatMul(const OpView& view, Transposed transposed,
                                            bool hasBatch) {
    BELAY_ASSIGN(const Operands operands, operandsOf(view, transposed, hasBatch));
    BELAY_TRY(depthOf(view, operands).takeStatus());
    const TensorSpec& a = view.inputSpec(0);
    const TensorSpec& b = view.inputSpec(1);
    const int64_t columns = operands.b.columns.size;
    if (view.op().inputs.size() > 2 && view.hasInput(2)) {
        BELAY_TRY(checkBias(view, columns));
    }
    std::vector<int64_t> dims;
    if (hasBatch) {
        if (a.hasUnknownRank() || b.hasUnknownRank()) {
            return std::vector<TensorSpec>{unknownSpec(a, a.type())};
        }
        BELAY_ASSIGN(const TensorSpec batch, broadcastSpec(view, batchOf(a), batchOf(b), a.type()));
        dims.assign(batch.dims().begin(), batch.dims().end());
    }
    dims.push_back(operands.a.rows.size);
    dims.push_back(columns);
    const Format format = layoutOf(a) == Format::kNd ? a.format() : Format::kNd;
    return std::vector<TensorSpec>{{a.type(), dims, format}};
}

Result<OpPlan> planMatMul(const OpView& view, const OpTarget& target, Transposed transposed,
                          bool hasBatch) {
    const TensorSpec& y = view.outputSpec(0);
    if (y.elementCount() == 0) {
        return OpPlan();
    }
    BELAY_ASSIGN(const Operands operands, operandsOf(view, transposed, hasBatch));
    BELAY_ASSIGN(const int64_t depth, depthOf(view, operands));
    const bool isBatch = hasBatch && batchOf(y).elementCount() > 1;
    if (isBatch) {
        return planBatch(view, target, operands, depth);
    }
    const int64_t rows = operands.a.rows.size;
    const int64_t columns = operands.b.columns.size;
    const Division division = divide(target, rows, columns, depth, 1);
    MatMulTiling tiling = tilingOf(operands, division, rows, columns, depth);
    tiling.in = tiling.out = y.type();
    // A bias that is left out at its place still has an address.
    const bool hasBiasPlace = view.request().inputs.size() > 2;
    tiling.hasBias = hasBiasPlace && view.hasInput(2) ? 1 : 0;
    return planProduct(hasBiasPlace ? "MatMulBias" : "MatMul", division, tiling, tiling.arenaBytes);
}

Result<std::vector<TensorSpec>> inferGemm(const OpView& view, Transposed transposed) {
    const TensorSpec& a = view.inputSpec(0);
    const TensorSpec& c = view.inputSpec(2);
    const auto types = sumsOf(a.type());
    if (std::ranges::find(types, c.type()) == types.end()) {
        return view.refuse("{} has type {}; with matrices of {} it takes {}{}", view.inputName(2),
                           typeText(c.type()), typeText(a.type()), typeText(types.front()),
                           types.size() > 1 ? " or " + typeText(types.back()) : "");
    }
    BELAY_ASSIGN(const Operands operands, operandsOf(view, transposed, false));
    BELAY_ASSIGN(const Matrix sum, Matrix::of(view, view.inputName(2), c, false, false));
    BELAY_TRY(sizesOf(view, operands, sum).takeStatus());
    BELAY_TRY(checkScale(view, 3));
    BELAY_TRY(checkScale(view, 4));
    TensorSpec y = specLike(c, c.type(), c.dims());
    return std::vector<TensorSpec>{std::move(y)};
}

Result<OpPlan> planGemm(const OpView& view, const OpTarget& target, Transposed transposed) {
    const TensorSpec& c = view.inputSpec(2);
    BELAY_ASSIGN(const Operands operands, operandsOf(view, transposed, false));
    BELAY_ASSIGN(const Matrix sum, Matrix::of(view, view.inputName(2), c, false, false));
    BELAY_ASSIGN(const GemmSizes sizes, sizesOf(view, operands, sum));
    if (sizes.rows == 0 || sizes.columns == 0) {
        return OpPlan();
    }
    const Division division = divide(target, sizes.rows, sizes.columns, sizes.depth, 1);
    MatMulTiling tiling = tilingOf(operands, division, sizes.rows, sizes.columns, sizes.depth);
    tiling.in = view.inputSpec(0).type();
    tiling.out = c.type();
    tiling.hasScales = 1;
    tiling.y = sum.place;
    return planProduct("Gemm", division, tiling, tiling.arenaBytes);
}

}  // namespace belay::oplib
