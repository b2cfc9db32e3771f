/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling single operators while the application runs. */

#ifndef BELAY_ACL_ACL_OP_COMPILER_H_
#define BELAY_ACL_ACL_OP_COMPILER_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_op.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of aclGenGraphAndDumpForOp(); reserved. */
typedef struct aclGraphDumpOption aclGraphDumpOption;

/** Origin of an operator to compile. */
typedef enum aclCompileType {
    ACL_COMPILE_SYS = 0,          /**< operator of the installed packages */
    ACL_COMPILE_UNREGISTERED = 1, /**< operator given by the path of its implementation */
} aclopCompileType;

/** Option of the compiler for aclSetCompileopt(). Values are texts. */
typedef enum aclCompileOpt {
    /** which data types may be exchanged, e.g. "allow_fp32_to_fp16" */
    ACL_PRECISION_MODE = 0,
    ACL_AICORE_NUM = 1,              /**< number of cores to compile for */
    ACL_AUTO_TUNE_MODE = 2,          /**< not supported any more */
    ACL_OP_SELECT_IMPL_MODE = 3,     /**< "high_precision" or "high_performance" */
    ACL_OPTYPELIST_FOR_IMPLMODE = 4, /**< operator types it applies to, separated by commas */
    ACL_OP_DEBUG_LEVEL = 5,          /**< "0" to "4" */
    ACL_DEBUG_DIR = 6,               /**< folder for debugging files */
    ACL_OP_COMPILER_CACHE_MODE = 7,  /**< "disable", "enable" or "force" */
    ACL_OP_COMPILER_CACHE_DIR = 8,   /**< folder of the compile cache */
    ACL_OP_PERFORMANCE_MODE = 9,     /**< "normal" or "high" */
    /** "enable" compiles, "disable" looks for prebuilt binaries */
    ACL_OP_JIT_COMPILE = 10,
    ACL_OP_DETERMINISTIC = 11,  /**< "0" or "1" */
    ACL_CUSTOMIZE_DTYPES = 12,  /**< path of a file with data types per operator */
    ACL_OP_PRECISION_MODE = 13, /**< path of a file with precision modes per operator */
    /** "true" or "false": shortened 32-bit floats in matrix units */
    ACL_ALLOW_HF32 = 14,
    ACL_PRECISION_MODE_V2 = 15, /**< newer form of ACL_PRECISION_MODE; exclude each other */
    ACL_OP_DEBUG_OPTION = 16,   /**< "oom" makes kernels check their memory accesses */
} aclCompileOpt;

/** How closely a compiled operator follows the shapes of the request. */
typedef enum aclCompileFlag {
    ACL_OP_COMPILE_DEFAULT = 0, /**< for exactly these shapes */
    ACL_OP_COMPILE_FUZZ = 1,    /**< for a range of shapes around them */
} aclOpCompileFlag;

/**
 * Compiles an operator and keeps it for the executions that follow. Waits until the compiler has
 * finished.
 * @param inputDesc descriptions of the inputs, numInputs entries
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param attr attributes; NULL for none
 * @param engineType ACL_ENGINE_SYS
 * @param compileFlag ACL_COMPILE_SYS
 * @param opPath path of the implementation for ACL_COMPILE_UNREGISTERED, else NULL
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument; ACL_ERROR_API_NOT_SUPPORT
 *        when an operand that is not constant is placed in host memory; ACL_ERROR_FAILURE when the
 *        compiler cannot be started.
 */
ACL_FUNC_VISIBILITY aclError aclopCompile(const char* opType, int numInputs,
                                          const aclTensorDesc* const inputDesc[], int numOutputs,
                                          const aclTensorDesc* const outputDesc[],
                                          const aclopAttr* attr, aclopEngineType engineType,
                                          aclopCompileType compileFlag, const char* opPath);

/**
 * Submits an operator to a stream and compiles it first when no fitting one is at hand. Operands
 * may be placed in host memory.
 * @param inputDesc descriptions of the inputs, numInputs entries
 * @param inputs data of the inputs
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param outputs memory for the outputs on the device
 * @param attr attributes; NULL for none
 * @param engineType ACL_ENGINE_SYS
 * @param compileFlag ACL_COMPILE_SYS
 * @param opPath path of the implementation for ACL_COMPILE_UNREGISTERED, else NULL
 * @param stream stream to use; NULL for the default stream
 */
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(
    const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
    const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
    aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engineType,
    aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

/**
 * Like aclopCompileAndExecute(), and writes the real output shapes to the output descriptions; when
 * they depend on the data, the call waits until the operator has run.
 * @param inputDesc descriptions of the inputs, numInputs entries
 * @param inputs data of the inputs
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param outputs memory for the outputs on the device
 * @param attr attributes; NULL for none
 * @param engineType ACL_ENGINE_SYS
 * @param compileFlag ACL_COMPILE_SYS
 * @param opPath path of the implementation for ACL_COMPILE_UNREGISTERED, else NULL
 * @param stream stream to use; NULL for the default stream
 */
ACL_FUNC_VISIBILITY aclError
aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                         aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                         aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engineType,
                         aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

/**
 * Sets an option of the compiler for the whole process. The value is checked when an operator is
 * compiled, which then fails with ACL_ERROR_GE_FAILURE; an empty one counts as not set.
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL; ACL_ERROR_FEATURE_UNSUPPORTED for
 *        ACL_AUTO_TUNE_MODE; ACL_ERROR_INTERNAL_ERROR for an unknown option.
 */
ACL_FUNC_VISIBILITY aclError aclSetCompileopt(aclCompileOpt opt, const char* value);

/**
 * Tells how much room the value of an option needs.
 * @return the size in bytes with the final zero; 0 when the option was never set.
 */
ACL_FUNC_VISIBILITY size_t aclGetCompileoptSize(aclCompileOpt opt);

/**
 * Tells the value of ACL_OP_JIT_COMPILE or ACL_OP_DEBUG_OPTION.
 * @param value receives the text
 * @param length size of value in bytes
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL; ACL_ERROR_API_NOT_SUPPORT for another or
 *        an unset option; ACL_ERROR_FAILURE when the text does not fit.
 */
ACL_FUNC_VISIBILITY aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length);

/** Sets for the whole process how closely compiled operators follow the shapes of a request. */
ACL_FUNC_VISIBILITY aclError aclopSetCompileFlag(aclOpCompileFlag flag);

/**
 * Writes the graph that the compiler would build for an operator to a text file. Nothing is
 * executed.
 * @param inputDesc descriptions of the inputs, numInputs entries
 * @param inputs data of the inputs
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param outputs memory for the outputs
 * @param attr attributes; NULL for none
 * @param engineType ACL_ENGINE_SYS
 * @param graphDumpPath file ending in .txt, or a folder
 * @param graphDumpOpt reserved, NULL
 */
ACL_FUNC_VISIBILITY aclError aclGenGraphAndDumpForOp(
    const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
    const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
    aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engineType,
    const char* graphDumpPath, const aclGraphDumpOption* graphDumpOpt);

/**
 * Creates options for aclGenGraphAndDumpForOp().
 * @return the options, to be released with aclDestroyGraphDumpOpt(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY aclGraphDumpOption* aclCreateGraphDumpOpt(void);

/**
 * Releases options of aclCreateGraphDumpOpt().
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM for NULL.
 */
ACL_FUNC_VISIBILITY aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption* graphDumpOpt);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_OP_COMPILER_H_
