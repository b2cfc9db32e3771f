/* SPDX-License-Identifier: Apache-2.0 */
/* Single operators: loading models, executing, custom kernels and shape inference. */

#ifndef BELAY_ACL_ACL_OP_H_
#define BELAY_ACL_ACL_OP_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_dump.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Operators */
/* ---------------------------------------------------------------------------------------------- */

/** Operator whose model was looked up in advance, for repeated execution without a search. */
typedef struct aclopHandle aclopHandle;

/** Set of named attributes of an operator. */
typedef struct aclopAttr aclopAttr;

/** Choice that a compile function makes: kernel, number of blocks, arguments and workspaces. */
typedef struct aclopKernelDesc aclopKernelDesc;

/** Kind of core that runs an operator. */
typedef enum aclEngineType {
    ACL_ENGINE_SYS = 0,    /**< chosen by the library */
    ACL_ENGINE_AICORE = 1, /**< AI core */
    ACL_ENGINE_VECTOR = 2, /**< vector core */
} aclopEngineType;

/**
 * Releases memory that an application handed over; called with the address and the size in bytes.
 */
typedef void (*aclDataDeallocator)(void* data, size_t length);

/**
 * Chooses a kernel of a custom operator for concrete shapes. It fills kernelDesc with
 * aclopSetKernelArgs() and aclopSetKernelWorkspaceSizes(); a result other than ACL_SUCCESS is
 * handed on to the caller of aclopUpdateParams().
 */
typedef aclError (*aclopCompileFunc)(int numInputs, const aclTensorDesc* const inputDesc[],
                                     int numOutputs, const aclTensorDesc* const outputDesc[],
                                     const aclopAttr* opAttr, aclopKernelDesc* kernelDesc);

/**
 * Loads every single-operator model (*.om) of a folder and its subfolders, three levels in all.
 * Symbolic links are skipped, and so are files that are no models for this chip, which the text of
 * a miss (100024) names. Possible once until aclFinalize(), which unloads the models.
 * @param modelDir path of the folder
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL; ACL_ERROR_READ_MODEL_FAILURE when the
 *        folder or a file cannot be read; ACL_ERROR_REPEAT_INITIALIZE after an earlier success.
 */
ACL_FUNC_VISIBILITY aclError aclopSetModelDir(const char* modelDir);

/**
 * Loads a single-operator model from host memory. The bytes are copied. Loading an equal model
 * again has no effect.
 * @param model content of a model file
 * @param modelSize size of the model in bytes
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL or size 0; ACL_ERROR_PARSE_MODEL when the
 *        size does not fit the header; ACL_ERROR_DESERIALIZE_MODEL when the content is damaged or
 *        made for another chip; ACL_ERROR_MODEL_MISSING_ATTR when it is no single-operator model.
 */
ACL_FUNC_VISIBILITY aclError aclopLoad(const void* model, size_t modelSize);

/**
 * Creates an empty set of attributes.
 * @return the set, to be released with aclopDestroyAttr(), or NULL when host memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclopAttr* aclopCreateAttr(void);

/**
 * Releases a set of attributes. Operators that were submitted with it are not affected.
 * @param attr set to release; NULL does nothing
 */
ACL_FUNC_VISIBILITY void aclopDestroyAttr(const aclopAttr* attr);

/**
 * Sets a boolean attribute. An attribute of that name is replaced, whatever its type.
 * @param attrValue false for 0, else true
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName,
                                              uint8_t attrValue);

/** Sets an integer attribute. An attribute of that name is replaced, whatever its type. */
ACL_FUNC_VISIBILITY aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName,
                                             int64_t attrValue);

/** Sets a floating-point attribute. An attribute of that name is replaced, whatever its type. */
ACL_FUNC_VISIBILITY aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName,
                                               float attrValue);

/**
 * Sets a text attribute. An attribute of that name is replaced, whatever its type.
 * @param attrValue text, copied; not NULL
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrString(aclopAttr* attr, const char* attrName,
                                                const char* attrValue);

/**
 * Sets an attribute whose value is a data type. It differs from an integer attribute with the same
 * number.
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName,
                                                  aclDataType attrValue);

/**
 * Sets an attribute whose value is a list of data types.
 * @param numValues number of entries; 0 or less makes an empty list
 * @param values entries, copied
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName,
                                                      int numValues, const aclDataType values[]);

/**
 * Sets an attribute whose value is a list of booleans.
 * @param numValues number of entries; 0 or less makes an empty list
 * @param values entries, copied; false for 0, else true
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName,
                                                  int numValues, const uint8_t* values);

/**
 * Sets an attribute whose value is a list of integers.
 * @param numValues number of entries; 0 or less makes an empty list
 * @param values entries, copied
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName,
                                                 int numValues, const int64_t* values);

/**
 * Sets an attribute whose value is a list of floating-point numbers.
 * @param numValues number of entries; 0 or less makes an empty list
 * @param values entries, copied
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName,
                                                   int numValues, const float* values);

/**
 * Sets an attribute whose value is a list of texts.
 * @param numValues number of entries; 0 or less makes an empty list
 * @param values texts, copied; none of them NULL
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName,
                                                    int numValues, const char** values);

/**
 * Sets an attribute whose value is a list of lists of integers.
 * @param numLists number of lists
 * @param numValues number of entries of each list
 * @param values the lists, copied; none of them NULL
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName,
                                                     int numLists, const int* numValues,
                                                     const int64_t* const values[]);

/**
 * Submits an operator to a stream. The model is found by operator type, descriptions and
 * attributes. Output descriptions are not written, so the output shapes have to be known.
 * @deprecated Use aclopExecuteV2().
 * @param inputDesc descriptions of the inputs, numInputs entries; they may be released after the
 *        call
 * @param inputs data of the inputs on the device; the memory has to stay until the operator has run
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param outputs memory for the outputs on the device
 * @param attr attributes; NULL for none
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument; ACL_ERROR_OP_NOT_FOUND when
 *        no loaded model fits.
 */
ACL_DEPRECATED_MESSAGE("use aclopExecuteV2")
ACL_FUNC_VISIBILITY aclError aclopExecute(const char* opType, int numInputs,
                                          const aclTensorDesc* const inputDesc[],
                                          const aclDataBuffer* const inputs[], int numOutputs,
                                          const aclTensorDesc* const outputDesc[],
                                          aclDataBuffer* const outputs[], const aclopAttr* attr,
                                          aclrtStream stream);

/**
 * Submits an operator to a stream. The model is found by operator type, descriptions and
 * attributes. With a model of dynamic shape the real output shapes are written to the output
 * descriptions; when they depend on the data, the call waits until the operator has run.
 * @param inputDesc descriptions of the inputs, numInputs entries; they may be released after the
 *        call
 * @param inputs data of the inputs on the device; the memory has to stay until the operator has run
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param outputs memory for the outputs on the device
 * @param attr attributes; NULL for none
 * @param stream stream to use; NULL for the default stream. Two threads must not submit operators
 *        to one stream at the same time.
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument; ACL_ERROR_OP_NOT_FOUND when
 *        no loaded model fits; 145000 for a buffer that is too small; 107xxx for the stream.
 */
ACL_FUNC_VISIBILITY aclError aclopExecuteV2(const char* opType, int numInputs,
                                            aclTensorDesc* inputDesc[], aclDataBuffer* inputs[],
                                            int numOutputs, aclTensorDesc* outputDesc[],
                                            aclDataBuffer* outputs[], aclopAttr* attr,
                                            aclrtStream stream);

/**
 * Looks up the model of an operator once, for repeated execution with aclopExecWithHandle().
 * @param inputDesc descriptions of the inputs, numInputs entries, copied
 * @param outputDesc descriptions of the outputs, numOutputs entries, copied
 * @param opAttr attributes, copied; NULL for none
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument; ACL_ERROR_API_NOT_SUPPORT
 *        when an operand that is not constant is placed in host memory; ACL_ERROR_OP_NOT_FOUND when
 *        no loaded model fits.
 */
ACL_FUNC_VISIBILITY aclError aclopCreateHandle(const char* opType, int numInputs,
                                               const aclTensorDesc* const inputDesc[],
                                               int numOutputs,
                                               const aclTensorDesc* const outputDesc[],
                                               const aclopAttr* opAttr, aclopHandle** handle);

/**
 * Releases a handle. Work that was submitted with it is not affected.
 * @param handle handle to release; NULL does nothing
 */
ACL_FUNC_VISIBILITY void aclopDestroyHandle(aclopHandle* handle);

/**
 * Submits the operator of a handle to a stream.
 * @param inputs data of the inputs on the device; the memory has to stay until the operator has run
 * @param outputs memory for the outputs on the device
 * @param stream stream to use; NULL for the default stream
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument; ACL_ERROR_OP_INPUT_NOT_MATCH
 *        or ACL_ERROR_OP_OUTPUT_NOT_MATCH when the number of buffers differs from that of the
 *        handle.
 */
ACL_FUNC_VISIBILITY aclError aclopExecWithHandle(aclopHandle* handle, int numInputs,
                                                 const aclDataBuffer* const inputs[],
                                                 int numOutputs, aclDataBuffer* const outputs[],
                                                 aclrtStream stream);

/**
 * Submits a conversion of a tensor to another data type. A suitable Cast model has to be loaded.
 * @param srcDesc description of the input
 * @param srcBuffer data of the input on the device
 * @param dstDesc description of the output, with the data type to convert to
 * @param dstBuffer memory for the output on the device
 * @param truncate attribute of that name, when a loaded model of Cast has one; else not looked at
 * @param stream stream to use; NULL for the default stream
 */
ACL_FUNC_VISIBILITY aclError aclopCast(const aclTensorDesc* srcDesc, const aclDataBuffer* srcBuffer,
                                       const aclTensorDesc* dstDesc, aclDataBuffer* dstBuffer,
                                       uint8_t truncate, aclrtStream stream);

/**
 * Looks up a conversion to another data type once, for repeated execution with
 * aclopExecWithHandle().
 * @param srcDesc description of the input
 * @param dstDesc description of the output, with the data type to convert to
 * @param truncate attribute of that name, when a loaded model of Cast has one; else not looked at
 * @param handle receives the handle, to be released with aclopDestroyHandle()
 */
ACL_FUNC_VISIBILITY aclError aclopCreateHandleForCast(aclTensorDesc* srcDesc,
                                                      aclTensorDesc* dstDesc, uint8_t truncate,
                                                      aclopHandle** handle);

/**
 * Registers a binary kernel of a custom operator. A compile function chooses among the kernels of
 * its operator type.
 * @param kernelId name that the compile function uses
 * @param kernelName name of the function in the binary
 * @param binData device binary; it is not copied and has to stay until aclFinalize()
 * @param binSize size of the binary in bytes
 * @param enginetype ACL_ENGINE_AICORE or ACL_ENGINE_VECTOR
 * @param deallocator called for the binary by aclFinalize(), after which handles of the operator
 *        are of no use any more; NULL for none. Not called on an error.
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument or another engine;
 *        ACL_ERROR_KERNEL_ALREADY_REGISTERED when the operator type has a kernel of that id.
 */
ACL_FUNC_VISIBILITY aclError aclopCreateKernel(const char* opType, const char* kernelId,
                                               const char* kernelName, void* binData, int binSize,
                                               aclopEngineType enginetype,
                                               aclDataDeallocator deallocator);

/**
 * Registers the function that chooses the kernels of a custom operator.
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for NULL; ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED
 *        when the operator type has one.
 */
ACL_FUNC_VISIBILITY aclError aclopRegisterCompileFunc(const char* opType, aclopCompileFunc func);

/**
 * Removes the function that chooses the kernels of a custom operator. Succeeds when there is none.
 */
ACL_FUNC_VISIBILITY aclError aclopUnregisterCompileFunc(const char* opType);

/**
 * Sets the kernel and its arguments. To be called from a compile function.
 * @param kernelId name given to aclopCreateKernel()
 * @param blockDim number of blocks to start
 * @param args arguments behind the addresses of inputs, outputs and workspaces, copied
 * @param argSize size of the arguments in bytes
 */
ACL_FUNC_VISIBILITY aclError aclopSetKernelArgs(aclopKernelDesc* kernelDesc, const char* kernelId,
                                                uint32_t blockDim, const void* args,
                                                uint32_t argSize);

/**
 * Adds scratch memory that the kernel needs to what was set. Call it from a compile function.
 * @param numWorkspaces number of workspaces; with more than 16 in all the operator does not execute
 * @param workspaceSizes size of each workspace in bytes
 */
ACL_FUNC_VISIBILITY aclError aclopSetKernelWorkspaceSizes(aclopKernelDesc* kernelDesc,
                                                          int numWorkspaces,
                                                          size_t* workspaceSizes);

/**
 * Runs the compile function of a custom operator for concrete shapes and keeps its choice for the
 * executions that follow.
 * @param inputDesc descriptions of the inputs, numInputs entries
 * @param outputDesc descriptions of the outputs, numOutputs entries
 * @param attr attributes; NULL for none
 * @return ACL_SUCCESS; ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED without a compile function;
 *        ACL_ERROR_KERNEL_NOT_FOUND when it chose an unknown kernel; else the result of the compile
 *        function.
 */
ACL_FUNC_VISIBILITY aclError aclopUpdateParams(const char* opType, int numInputs,
                                               const aclTensorDesc* const inputDesc[],
                                               int numOutputs,
                                               const aclTensorDesc* const outputDesc[],
                                               const aclopAttr* attr);

/**
 * Limits how many compiled operators are kept; the least recently used one gives way.
 * @param maxOpNum largest number, above 0; 20000 unless set
 */
ACL_FUNC_VISIBILITY aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum);

/**
 * Computes the output descriptions of an operator from its inputs. Runs on the host and waits for
 * the result. Sizes that stay unknown are -1 and have a range; see aclGetTensorDescDimRange().
 * @param inputDesc descriptions of the inputs, numInputs entries
 * @param inputs values of the inputs in host memory
 * @param outputDesc descriptions of the outputs, written
 * @param attr attributes; NULL for none
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM for a missing argument or an unknown operator type;
 *        ACL_ERROR_GE_FAILURE when the shape cannot be computed. No operator package is needed, so
 *        ASCEND_OPP_PATH is not looked at.
 */
ACL_FUNC_VISIBILITY aclError aclopInferShape(const char* opType, int numInputs,
                                             aclTensorDesc* inputDesc[], aclDataBuffer* inputs[],
                                             int numOutputs, aclTensorDesc* outputDesc[],
                                             aclopAttr* attr);

/* ---------------------------------------------------------------------------------------------- */
/* Compile flags */
/* ---------------------------------------------------------------------------------------------- */

/** Flag of a kernel that is selected from prebuilt binaries when the operator is compiled. */
static const int ACL_COMPILE_FLAG_BIN_SELECTOR = 1;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_OP_H_
