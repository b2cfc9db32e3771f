// Public functions for products of matrices and vectors, which are requests of operator GEMM.
#include <cstdint>
#include <utility>

#include "acl/ops/acl_cblas.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/handles.h"
#include "api/operators.h"
#include "op/gemm_request.h"

using belay::Code;
using belay::DataType;
using belay::GemmRequest;
using belay::GemmShape;
using belay::MatrixForm;
using belay::OpBuffer;
using belay::OpHandle;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::createOpHandle;
using belay::api::entry;
using belay::api::executeOperator;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::toHandle;

namespace {

// What a call asks for, as its caller said it.
struct Product {
    aclTransType transA = ACL_TRANS_N;
    aclTransType transB = ACL_TRANS_N;
    aclTransType transC = ACL_TRANS_N;
    int m = 0;
    int n = 0;
    int k = 0;
    aclDataType typeA = ACL_FLOAT16;
    aclDataType typeB = ACL_FLOAT16;
    aclDataType typeC = ACL_FLOAT16;
    aclComputeType precision = ACL_COMPUTE_HIGH_PRECISION;
};

struct Operands {
    const void* alpha = nullptr;
    const void* a = nullptr;
    int lda = -1;
    const void* b = nullptr;
    int ldb = -1;
    const void* beta = nullptr;
    void* c = nullptr;
    int ldc = -1;
};

// How the public functions call what products of matrices and of a matrix and a vector have alike.
struct Names {
    const char* m;
    const char* n;
    const char* k;
    const char* a;
    const char* lda;
    const char* b;
    const char* ldb;
    const char* c;
    const char* ldc;
};

constexpr Names kOfMatrices{.m = "m",
                            .n = "n",
                            .k = "k",
                            .a = "matrixA",
                            .lda = "lda",
                            .b = "matrixB",
                            .ldb = "ldb",
                            .c = "matrixC",
                            .ldc = "ldc"};
// A vector is a matrix of one column.
constexpr Names kOfVector{.m = "m",
                          .n = "1",
                          .k = "n",
                          .a = "a",
                          .lda = "lda",
                          .b = "x",
                          .ldb = "incx",
                          .c = "y",
                          .ldc = "incy"};

Status requireSize(int size, const char* name) {
    return size >= 1 ? Status::ok()
                     : Status::error(Code::kInvalidParam, "argument '{}' is {}; it must be above 0",
                                     name, size);
}

Result<MatrixForm> formOf(aclTransType form, const char* name, bool mayBeTransposed) {
    switch (static_cast<int>(form)) {
        case ACL_TRANS_N:
            return MatrixForm::kPlain;
        case ACL_TRANS_NZ:
            return MatrixForm::kBlocked;
        case ACL_TRANS_T:
            if (mayBeTransposed) {
                return MatrixForm::kTransposed;
            }
            break;
        default:
            break;
    }
    return Status::error(Code::kInvalidParam,
                         "argument '{}' is {}; it must be ACL_TRANS_N (0), {}or ACL_TRANS_NZ (2)",
                         name, static_cast<int>(form), mayBeTransposed ? "ACL_TRANS_T (1) " : "");
}

Status requireDense(int stride, const char* name) {
    return stride == -1 ? Status::ok()
                        : Status::error(Code::kInvalidParam,
                                        "argument '{}' is {}; it must be -1: rows lie next to each "
                                        "other",
                                        name, stride);
}

Result<GemmShape> shapeOf(const Product& product, const Names& names) {
    BELAY_TRY(requireSize(product.m, names.m));
    BELAY_TRY(requireSize(product.n, names.n));
    BELAY_TRY(requireSize(product.k, names.k));
    GemmShape shape{.m = product.m,
                    .n = product.n,
                    .k = product.k,
                    .typeA = static_cast<DataType>(product.typeA),
                    .typeB = static_cast<DataType>(product.typeB),
                    .typeC = static_cast<DataType>(product.typeC)};
    BELAY_ASSIGN(shape.a, formOf(product.transA, "transA", true));
    BELAY_ASSIGN(shape.b, formOf(product.transB, "transB", true));
    BELAY_ASSIGN(shape.c, formOf(product.transC, "transC", false));
    if (product.precision != ACL_COMPUTE_HIGH_PRECISION) {
        return Status::error(Code::kInvalidParam,
                             "argument 'type' is {}; it must be ACL_COMPUTE_HIGH_PRECISION (0)",
                             static_cast<int>(product.precision));
    }
    return shape;
}

Status requireOperands(const Operands& operands, const Names& names) {
    BELAY_TRY(requireNotNull(operands.alpha, "alpha"));
    BELAY_TRY(requireNotNull(operands.a, names.a));
    BELAY_TRY(requireNotNull(operands.b, names.b));
    BELAY_TRY(requireNotNull(operands.beta, "beta"));
    BELAY_TRY(requireNotNull(operands.c, names.c));
    BELAY_TRY(requireDense(operands.lda, names.lda));
    BELAY_TRY(requireDense(operands.ldb, names.ldb));
    return requireDense(operands.ldc, names.ldc);
}

Status multiply(const Product& product, const Operands& operands, const Names& names,
                aclrtStream stream) {
    BELAY_TRY(requireOperands(operands, names));
    BELAY_ASSIGN(const GemmShape shape, shapeOf(product, names));
    const GemmRequest gemm(shape);
    // Kernels read inputs and write outputs, which the types cannot say.
    const auto buffer = [&](size_t input, const void* address) {
        return OpBuffer{const_cast<void*>(address), gemm.input(input).sizeBytes()};
    };
    const OpBuffer inputs[GemmRequest::kInputs] = {buffer(0, operands.a), buffer(1, operands.b),
                                                   buffer(2, operands.c), buffer(3, operands.alpha),
                                                   buffer(4, operands.beta)};
    const OpBuffer outputs[] = {inputs[2]};
    return executeOperator(gemm.request(), inputs, outputs, stream).takeStatus();
}

Status makeHandle(const Product& product, const Names& names, aclopHandle** handle) {
    BELAY_TRY(requireNotNull(handle, "handle"));
    BELAY_ASSIGN(const GemmShape shape, shapeOf(product, names));
    const GemmRequest gemm(shape);
    BELAY_ASSIGN(Ref<OpHandle> made, createOpHandle(gemm.request()));
    BELAY_ASSIGN(*handle, toHandle<aclopHandle>(std::move(made)));
    return Status::ok();
}

}  // namespace

// Products of matrices.

aclError aclblasGemmEx(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n,
                       int k, const void* alpha, const void* matrixA, int lda,
                       aclDataType dataTypeA, const void* matrixB, int ldb, aclDataType dataTypeB,
                       const void* beta, void* matrixC, int ldc, aclDataType dataTypeC,
                       aclComputeType type, aclrtStream stream) {
    return entry(BELAY_CALL(transA, transB, transC, m, n, k, alpha, matrixA, lda, dataTypeA,
                            matrixB, ldb, dataTypeB, beta, matrixC, ldc, dataTypeC, type, stream),
                 [&](Session&) {
                     return multiply(
                         {transA, transB, transC, m, n, k, dataTypeA, dataTypeB, dataTypeC, type},
                         {alpha, matrixA, lda, matrixB, ldb, beta, matrixC, ldc}, kOfMatrices,
                         stream);
                 });
}

aclError aclblasCreateHandleForGemmEx(aclTransType transA, aclTransType transB, aclTransType transC,
                                      int m, int n, int k, aclDataType dataTypeA,
                                      aclDataType dataTypeB, aclDataType dataTypeC,
                                      aclComputeType type, aclopHandle** handle) {
    return entry(
        BELAY_CALL(transA, transB, transC, m, n, k, dataTypeA, dataTypeB, dataTypeC, type, handle),
        [&](Session&) {
            return makeHandle(
                {transA, transB, transC, m, n, k, dataTypeA, dataTypeB, dataTypeC, type},
                kOfMatrices, handle);
        });
}

aclError aclblasHgemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n,
                      int k, const aclFloat16* alpha, const aclFloat16* matrixA, int lda,
                      const aclFloat16* matrixB, int ldb, const aclFloat16* beta,
                      aclFloat16* matrixC, int ldc, aclComputeType type, aclrtStream stream) {
    return entry(
        BELAY_CALL(transA, transB, transC, m, n, k, alpha, matrixA, lda, matrixB, ldb, beta,
                   matrixC, ldc, type, stream),
        [&](Session&) {
            return multiply(
                {transA, transB, transC, m, n, k, ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, type},
                {alpha, matrixA, lda, matrixB, ldb, beta, matrixC, ldc}, kOfMatrices, stream);
        });
}

aclError aclblasCreateHandleForHgemm(aclTransType transA, aclTransType transB, aclTransType transC,
                                     int m, int n, int k, aclComputeType type,
                                     aclopHandle** handle) {
    return entry(BELAY_CALL(transA, transB, transC, m, n, k, type, handle), [&](Session&) {
        return makeHandle(
            {transA, transB, transC, m, n, k, ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, type},
            kOfMatrices, handle);
    });
}

aclError aclblasS8gemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n,
                       int k, const int32_t* alpha, const int8_t* matrixA, int lda,
                       const int8_t* matrixB, int ldb, const int32_t* beta, int32_t* matrixC,
                       int ldc, aclComputeType type, aclrtStream stream) {
    return entry(BELAY_CALL(transA, transB, transC, m, n, k, alpha, matrixA, lda, matrixB, ldb,
                            beta, matrixC, ldc, type, stream),
                 [&](Session&) {
                     return multiply(
                         {transA, transB, transC, m, n, k, ACL_INT8, ACL_INT8, ACL_INT32, type},
                         {alpha, matrixA, lda, matrixB, ldb, beta, matrixC, ldc}, kOfMatrices,
                         stream);
                 });
}

aclError aclblasCreateHandleForS8gemm(aclTransType transA, aclTransType transB, aclTransType transC,
                                      int m, int n, int k, aclComputeType type,
                                      aclopHandle** handle) {
    return entry(BELAY_CALL(transA, transB, transC, m, n, k, type, handle), [&](Session&) {
        return makeHandle({transA, transB, transC, m, n, k, ACL_INT8, ACL_INT8, ACL_INT32, type},
                          kOfMatrices, handle);
    });
}

// Products of a matrix and a vector: op(A) has m rows and n columns.

aclError aclblasGemvEx(aclTransType transA, int m, int n, const void* alpha, const void* a, int lda,
                       aclDataType dataTypeA, const void* x, int incx, aclDataType dataTypeX,
                       const void* beta, void* y, int incy, aclDataType dataTypeY,
                       aclComputeType type, aclrtStream stream) {
    return entry(BELAY_CALL(transA, m, n, alpha, a, lda, dataTypeA, x, incx, dataTypeX, beta, y,
                            incy, dataTypeY, type, stream),
                 [&](Session&) {
                     return multiply({transA, ACL_TRANS_N, ACL_TRANS_N, m, 1, n, dataTypeA,
                                      dataTypeX, dataTypeY, type},
                                     {alpha, a, lda, x, incx, beta, y, incy}, kOfVector, stream);
                 });
}

aclError aclblasCreateHandleForGemvEx(aclTransType transA, int m, int n, aclDataType dataTypeA,
                                      aclDataType dataTypeX, aclDataType dataTypeY,
                                      aclComputeType type, aclopHandle** handle) {
    return entry(
        BELAY_CALL(transA, m, n, dataTypeA, dataTypeX, dataTypeY, type, handle), [&](Session&) {
            return makeHandle(
                {transA, ACL_TRANS_N, ACL_TRANS_N, m, 1, n, dataTypeA, dataTypeX, dataTypeY, type},
                kOfVector, handle);
        });
}

aclError aclblasHgemv(aclTransType transA, int m, int n, const aclFloat16* alpha,
                      const aclFloat16* a, int lda, const aclFloat16* x, int incx,
                      const aclFloat16* beta, aclFloat16* y, int incy, aclComputeType type,
                      aclrtStream stream) {
    return entry(BELAY_CALL(transA, m, n, alpha, a, lda, x, incx, beta, y, incy, type, stream),
                 [&](Session&) {
                     return multiply({transA, ACL_TRANS_N, ACL_TRANS_N, m, 1, n, ACL_FLOAT16,
                                      ACL_FLOAT16, ACL_FLOAT16, type},
                                     {alpha, a, lda, x, incx, beta, y, incy}, kOfVector, stream);
                 });
}

aclError aclblasCreateHandleForHgemv(aclTransType transA, int m, int n, aclComputeType type,
                                     aclopHandle** handle) {
    return entry(BELAY_CALL(transA, m, n, type, handle), [&](Session&) {
        return makeHandle({transA, ACL_TRANS_N, ACL_TRANS_N, m, 1, n, ACL_FLOAT16, ACL_FLOAT16,
                           ACL_FLOAT16, type},
                          kOfVector, handle);
    });
}

aclError aclblasS8gemv(aclTransType transA, int m, int n, const int32_t* alpha, const int8_t* a,
                       int lda, const int8_t* x, int incx, const int32_t* beta, int32_t* y,
                       int incy, aclComputeType type, aclrtStream stream) {
    return entry(BELAY_CALL(transA, m, n, alpha, a, lda, x, incx, beta, y, incy, type, stream),
                 [&](Session&) {
                     return multiply({transA, ACL_TRANS_N, ACL_TRANS_N, m, 1, n, ACL_INT8, ACL_INT8,
                                      ACL_INT32, type},
                                     {alpha, a, lda, x, incx, beta, y, incy}, kOfVector, stream);
                 });
}

aclError aclblasCreateHandleForS8gemv(aclTransType transA, int m, int n, aclComputeType type,
                                      aclopHandle** handle) {
    return entry(BELAY_CALL(transA, m, n, type, handle), [&](Session&) {
        return makeHandle(
            {transA, ACL_TRANS_N, ACL_TRANS_N, m, 1, n, ACL_INT8, ACL_INT8, ACL_INT32, type},
            kOfVector, handle);
    });
}
