// Kernels of matrix products: MatMul, also with bias, BatchMatMul and GEMM. What they need beside
// the tensors lies on the block's stack, or, for those called Large, in a workspace. They share a
// file because they share most of their code.
#include "oplib/device/matmul.h"

using belay::oplib::BatchMatMulTiling;
using belay::oplib::MatMulTiling;
using belay::oplib::multiplyInWorkspace;
using belay::oplib::multiplyOnStack;

extern "C" __global__ __aicore__ void MatMul(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                             MatMulTiling tiling) {
    multiplyOnStack({.a = x1, .b = x2, .y = y}, tiling, nullptr);
}

extern "C" __global__ __aicore__ void MatMulBias(GM_ADDR x1, GM_ADDR x2, GM_ADDR bias, GM_ADDR y,
                                                 MatMulTiling tiling) {
    multiplyOnStack({.a = x1, .b = x2, .bias = bias, .y = y}, tiling, nullptr);
}

extern "C" __global__ __aicore__ void MatMulLarge(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                                  GM_ADDR workspace, MatMulTiling tiling) {
    multiplyInWorkspace({.a = x1, .b = x2, .y = y}, tiling, nullptr, workspace);
}

extern "C" __global__ __aicore__ void MatMulBiasLarge(GM_ADDR x1, GM_ADDR x2, GM_ADDR bias,
                                                      GM_ADDR y, GM_ADDR workspace,
                                                      MatMulTiling tiling) {
    multiplyInWorkspace({.a = x1, .b = x2, .bias = bias, .y = y}, tiling, nullptr, workspace);
}

extern "C" __global__ __aicore__ void BatchMatMul(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                                  BatchMatMulTiling tiling) {
    multiplyOnStack({.a = x1, .b = x2, .y = y}, tiling.product, &tiling.batch);
}

extern "C" __global__ __aicore__ void BatchMatMulLarge(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                                       GM_ADDR workspace,
                                                       BatchMatMulTiling tiling) {
    multiplyInWorkspace({.a = x1, .b = x2, .y = y}, tiling.product, &tiling.batch, workspace);
}

// y may be c.
extern "C" __global__ __aicore__ void Gemm(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR alpha,
                                           GM_ADDR beta, GM_ADDR y, MatMulTiling tiling) {
    multiplyOnStack({.a = a, .b = b, .c = c, .alpha = alpha, .beta = beta, .y = y}, tiling,
                    nullptr);
}

extern "C" __global__ __aicore__ void GemmLarge(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR alpha,
                                                GM_ADDR beta, GM_ADDR y, GM_ADDR workspace,
                                                MatMulTiling tiling) {
    multiplyInWorkspace({.a = a, .b = b, .c = c, .alpha = alpha, .beta = beta, .y = y}, tiling,
                        nullptr, workspace);
}
