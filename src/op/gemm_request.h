// GemmRequest: a matrix product of the BLAS interface, as the request of operator GEMM that it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "op/operator.h"

namespace belay {

/// How a matrix lies in memory.
enum class MatrixForm : uint8_t {
    kPlain,       ///< row by row
    kTransposed,  ///< the transposed matrix, row by row
    kBlocked,     ///< in blocks, FRACTAL_NZ
};

/// C = alpha * op(A) * op(B) + beta * C. op(A) has m rows and k columns, op(B) k rows and n
/// columns.
struct GemmShape {
    MatrixForm a = MatrixForm::kPlain;
    MatrixForm b = MatrixForm::kPlain;
    MatrixForm c = MatrixForm::kPlain;  ///< not kTransposed
    int64_t m = 1;                      ///< at least 1, as n and k; at most 2^31 - 1
    int64_t n = 1;
    int64_t k = 1;
    DataType typeA = DataType::kFloat16;
    DataType typeB = DataType::kFloat16;
    DataType typeC = DataType::kFloat16;  ///< also of alpha and beta, which have no dimensions
};

/// Inputs are A, B, C, alpha and beta; the output is C. Both attributes for transposed matrices are
/// always there: models are only found by requests with the same attributes.
class GemmRequest {
  public:
    static constexpr size_t kInputs = 5;

    explicit GemmRequest(const GemmShape& shape);
    // Its view points into it.
    GemmRequest(const GemmRequest&) = delete;
    GemmRequest& operator=(const GemmRequest&) = delete;
    ~GemmRequest() = default;

    /// Stays valid as long as this.
    OpRequest request() const noexcept {
        return {.type = "GEMM", .inputs = inputs_, .outputs = outputs_, .attrs = &attrs_};
    }

    const TensorSpec& input(size_t index) const noexcept { return *inputs_[index].spec; }

  private:
    const TensorSpec a_;
    const TensorSpec b_;
    const TensorSpec c_;
    const TensorSpec factor_;
    OpAttrs attrs_;
    const std::array<OpTensor, kInputs> inputs_;
    const std::array<OpTensor, 1> outputs_;
};

}  // namespace belay
