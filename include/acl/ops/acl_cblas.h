/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix operations on the device, mapped to the operator GEMM. */

#ifndef BELAY_ACL_OPS_ACL_CBLAS_H_
#define BELAY_ACL_OPS_ACL_CBLAS_H_

#include "../acl.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Form in which a matrix lies in memory. */
typedef enum aclTransType {
    ACL_TRANS_N = 0,    /**< plain, row by row */
    ACL_TRANS_T = 1,    /**< transposed */
    ACL_TRANS_NZ = 2,   /**< blocked (ACL_FORMAT_FRACTAL_NZ) */
    ACL_TRANS_NZ_T = 3, /**< blocked and transposed */
} aclTransType;

/** Precision of the sums. */
typedef enum aclComputeType {
    ACL_COMPUTE_HIGH_PRECISION = 0, /**< sums in the type of the result or wider */
    ACL_COMPUTE_LOW_PRECISION = 1,  /**< reserved */
} aclComputeType;

/**
 * Submits y = alpha * op(A) * x + beta * y with the given data types (float16 operands with float16
 * or float results, int8 operands with float or int32 results).
 * @param transA form of matrix A: plain, transposed or blocked
 * @param m rows of op(A), entries of y
 * @param n columns of op(A), entries of x
 * @param alpha factor in device memory, of the data type of y
 * @param a matrix A in device memory
 * @param lda -1: rows lie next to each other
 * @param dataTypeA data type of A
 * @param x vector x in device memory
 * @param incx -1
 * @param dataTypeX data type of x
 * @param beta factor in device memory, of the data type of y
 * @param y vector y in device memory, read and written
 * @param incy -1
 * @param dataTypeY data type of y and of the factors
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasGemvEx(aclTransType transA, int m, int n, const void* alpha,
                                           const void* a, int lda, aclDataType dataTypeA,
                                           const void* x, int incx, aclDataType dataTypeX,
                                           const void* beta, void* y, int incy,
                                           aclDataType dataTypeY, aclComputeType type,
                                           aclrtStream stream);

/**
 * Looks up the operator for y = alpha * op(A) * x + beta * y with the given data types (float16
 * operands with float16 or float results, int8 operands with float or int32 results), for execution
 * with aclopExecWithHandle(). Inputs of the handle are A, x, y, alpha and beta in this order; the
 * output is y.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param m rows of op(A), entries of y
 * @param n columns of op(A), entries of x
 * @param dataTypeA data type of A
 * @param dataTypeX data type of x
 * @param dataTypeY data type of y and of the factors
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasCreateHandleForGemvEx(
    aclTransType transA, int m, int n, aclDataType dataTypeA, aclDataType dataTypeX,
    aclDataType dataTypeY, aclComputeType type, aclopHandle** handle);

/**
 * Submits y = alpha * op(A) * x + beta * y with half-precision numbers.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param m rows of op(A), entries of y
 * @param n columns of op(A), entries of x
 * @param alpha factor in device memory, of the data type of y
 * @param a matrix A in device memory
 * @param lda -1: rows lie next to each other
 * @param x vector x in device memory
 * @param incx -1
 * @param beta factor in device memory, of the data type of y
 * @param y vector y in device memory, read and written
 * @param incy -1
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasHgemv(aclTransType transA, int m, int n,
                                          const aclFloat16* alpha, const aclFloat16* a, int lda,
                                          const aclFloat16* x, int incx, const aclFloat16* beta,
                                          aclFloat16* y, int incy, aclComputeType type,
                                          aclrtStream stream);

/**
 * Looks up the operator for y = alpha * op(A) * x + beta * y with half-precision numbers, for
 * execution with aclopExecWithHandle(). Inputs of the handle are A, x, y, alpha and beta in this
 * order; the output is y.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param m rows of op(A), entries of y
 * @param n columns of op(A), entries of x
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasCreateHandleForHgemv(aclTransType transA, int m, int n,
                                                         aclComputeType type, aclopHandle** handle);

/**
 * Submits y = alpha * op(A) * x + beta * y with 8-bit integers and 32-bit results.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param m rows of op(A), entries of y
 * @param n columns of op(A), entries of x
 * @param alpha factor in device memory, of the data type of y
 * @param a matrix A in device memory
 * @param lda -1: rows lie next to each other
 * @param x vector x in device memory
 * @param incx -1
 * @param beta factor in device memory, of the data type of y
 * @param y vector y in device memory, read and written
 * @param incy -1
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasS8gemv(aclTransType transA, int m, int n, const int32_t* alpha,
                                           const int8_t* a, int lda, const int8_t* x, int incx,
                                           const int32_t* beta, int32_t* y, int incy,
                                           aclComputeType type, aclrtStream stream);

/**
 * Looks up the operator for y = alpha * op(A) * x + beta * y with 8-bit integers and 32-bit
 * results, for execution with aclopExecWithHandle(). Inputs of the handle are A, x, y, alpha and
 * beta in this order; the output is y.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param m rows of op(A), entries of y
 * @param n columns of op(A), entries of x
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasCreateHandleForS8gemv(aclTransType transA, int m, int n,
                                                          aclComputeType type,
                                                          aclopHandle** handle);

/**
 * Submits C = alpha * op(A) * op(B) + beta * C with the given data types (float16 operands with
 * float16 or float results, int8 operands with float or int32 results).
 * @param transA form of matrix A: plain, transposed or blocked
 * @param transB form of matrix B: plain, transposed or blocked
 * @param transC form of matrix C: plain or blocked
 * @param m rows of op(A) and C
 * @param n columns of op(B) and C
 * @param k columns of op(A) and rows of op(B)
 * @param alpha factor in device memory, of the data type of C
 * @param matrixA matrix A in device memory
 * @param lda -1: rows lie next to each other
 * @param dataTypeA data type of A
 * @param matrixB matrix B in device memory
 * @param ldb -1
 * @param dataTypeB data type of B
 * @param beta factor in device memory, of the data type of C
 * @param matrixC matrix C in device memory, read and written
 * @param ldc -1
 * @param dataTypeC data type of C and of the factors
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasGemmEx(aclTransType transA, aclTransType transB,
                                           aclTransType transC, int m, int n, int k,
                                           const void* alpha, const void* matrixA, int lda,
                                           aclDataType dataTypeA, const void* matrixB, int ldb,
                                           aclDataType dataTypeB, const void* beta, void* matrixC,
                                           int ldc, aclDataType dataTypeC, aclComputeType type,
                                           aclrtStream stream);

/**
 * Looks up the operator for C = alpha * op(A) * op(B) + beta * C with the given data types (float16
 * operands with float16 or float results, int8 operands with float or int32 results), for execution
 * with aclopExecWithHandle(). Inputs of the handle are A, B, C, alpha and beta in this order; the
 * output is C.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param transB form of matrix B: plain, transposed or blocked
 * @param transC form of matrix C: plain or blocked
 * @param m rows of op(A) and C
 * @param n columns of op(B) and C
 * @param k columns of op(A) and rows of op(B)
 * @param dataTypeA data type of A
 * @param dataTypeB data type of B
 * @param dataTypeC data type of C and of the factors
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError
aclblasCreateHandleForGemmEx(aclTransType transA, aclTransType transB, aclTransType transC, int m,
                             int n, int k, aclDataType dataTypeA, aclDataType dataTypeB,
                             aclDataType dataTypeC, aclComputeType type, aclopHandle** handle);

/**
 * Submits C = alpha * op(A) * op(B) + beta * C with half-precision numbers.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param transB form of matrix B: plain, transposed or blocked
 * @param transC form of matrix C: plain or blocked
 * @param m rows of op(A) and C
 * @param n columns of op(B) and C
 * @param k columns of op(A) and rows of op(B)
 * @param alpha factor in device memory, of the data type of C
 * @param matrixA matrix A in device memory
 * @param lda -1: rows lie next to each other
 * @param matrixB matrix B in device memory
 * @param ldb -1
 * @param beta factor in device memory, of the data type of C
 * @param matrixC matrix C in device memory, read and written
 * @param ldc -1
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasHgemm(aclTransType transA, aclTransType transB,
                                          aclTransType transC, int m, int n, int k,
                                          const aclFloat16* alpha, const aclFloat16* matrixA,
                                          int lda, const aclFloat16* matrixB, int ldb,
                                          const aclFloat16* beta, aclFloat16* matrixC, int ldc,
                                          aclComputeType type, aclrtStream stream);

/**
 * Looks up the operator for C = alpha * op(A) * op(B) + beta * C with half-precision numbers, for
 * execution with aclopExecWithHandle(). Inputs of the handle are A, B, C, alpha and beta in this
 * order; the output is C.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param transB form of matrix B: plain, transposed or blocked
 * @param transC form of matrix C: plain or blocked
 * @param m rows of op(A) and C
 * @param n columns of op(B) and C
 * @param k columns of op(A) and rows of op(B)
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasCreateHandleForHgemm(aclTransType transA, aclTransType transB,
                                                         aclTransType transC, int m, int n, int k,
                                                         aclComputeType type, aclopHandle** handle);

/**
 * Submits C = alpha * op(A) * op(B) + beta * C with 8-bit integers and 32-bit results.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param transB form of matrix B: plain, transposed or blocked
 * @param transC form of matrix C: plain or blocked
 * @param m rows of op(A) and C
 * @param n columns of op(B) and C
 * @param k columns of op(A) and rows of op(B)
 * @param alpha factor in device memory, of the data type of C
 * @param matrixA matrix A in device memory
 * @param lda -1: rows lie next to each other
 * @param matrixB matrix B in device memory
 * @param ldb -1
 * @param beta factor in device memory, of the data type of C
 * @param matrixC matrix C in device memory, read and written
 * @param ldc -1
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasS8gemm(aclTransType transA, aclTransType transB,
                                           aclTransType transC, int m, int n, int k,
                                           const int32_t* alpha, const int8_t* matrixA, int lda,
                                           const int8_t* matrixB, int ldb, const int32_t* beta,
                                           int32_t* matrixC, int ldc, aclComputeType type,
                                           aclrtStream stream);

/**
 * Looks up the operator for C = alpha * op(A) * op(B) + beta * C with 8-bit integers and 32-bit
 * results, for execution with aclopExecWithHandle(). Inputs of the handle are A, B, C, alpha and
 * beta in this order; the output is C.
 * @param transA form of matrix A: plain, transposed or blocked
 * @param transB form of matrix B: plain, transposed or blocked
 * @param transC form of matrix C: plain or blocked
 * @param m rows of op(A) and C
 * @param n columns of op(B) and C
 * @param k columns of op(A) and rows of op(B)
 * @param type ACL_COMPUTE_HIGH_PRECISION
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL, a size below 1 or a value other than the
 *        ones named; ACL_ERROR_OP_NOT_FOUND when no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclblasCreateHandleForS8gemm(aclTransType transA, aclTransType transB,
                                                          aclTransType transC, int m, int n, int k,
                                                          aclComputeType type,
                                                          aclopHandle** handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_OPS_ACL_CBLAS_H_
