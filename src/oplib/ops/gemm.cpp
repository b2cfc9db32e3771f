// GEMM: y = alpha a b + beta c, with a or b stored transposed where an attribute says so. Where
// beta is 0, c is not read. alpha and beta have the type of c, which is wider than that of a and b
// or the same; sums are float, of integers exact modulo 2^32. y may be c. Matrices may lie in
// blocks.
#include "oplib/matmul.h"
#include "oplib/ops/operators.h"

namespace belay::oplib {
namespace {

Transposed transposed(const OpView& view) {
    return {.a = view.attr<bool>("transpose_a"), .b = view.attr<bool>("transpose_b")};
}

Result<std::vector<TensorSpec>> infer(const OpView& view) {
    return inferGemm(view, transposed(view));
}

Result<OpPlan> plan(const OpView& view, const OpTarget& target) {
    return planGemm(view, target, transposed(view));
}

}  // namespace

Operator makeGEMM() {
    return {.type = "GEMM",
            .inputs = {{.name = "a",
                        .types = {DataType::kFloat, DataType::kFloat16, DataType::kInt8,
                                  DataType::kInt32},
                        .typeLike = {}},
                       {.name = "b", .types = {}, .typeLike = "a"},
                       {.name = "c",
                        .types = {DataType::kFloat, DataType::kFloat16, DataType::kInt32},
                        .typeLike = {},
                        .mayBeOutput = true},
                       {.name = "alpha", .types = {}, .typeLike = "c"},
                       {.name = "beta", .types = {}, .typeLike = "c"}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "c"}},
            .attrs = {{.name = "transpose_a", .standard = AttrValue(false)},
                      {.name = "transpose_b", .standard = AttrValue(false)}},
            .infer = infer,
            .plan = plan};
}

}  // namespace belay::oplib
