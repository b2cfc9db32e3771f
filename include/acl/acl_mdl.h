/* SPDX-License-Identifier: Apache-2.0 */
/* Models: loading, descriptions, data sets, execution, bundles and image preprocessing. */

#ifndef BELAY_ACL_ACL_MDL_H_
#define BELAY_ACL_ACL_MDL_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Loading and unloading */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Sources of a model for ACL_MDL_LOAD_TYPE_SIZET: a file or memory; "WITH_MEM": the application
 * provides the memory, "WITH_Q": queues deliver the data.
 */
#define ACL_MDL_LOAD_FROM_FILE 1
#define ACL_MDL_LOAD_FROM_FILE_WITH_MEM 2
#define ACL_MDL_LOAD_FROM_MEM 3
#define ACL_MDL_LOAD_FROM_MEM_WITH_MEM 4
#define ACL_MDL_LOAD_FROM_FILE_WITH_Q 5
#define ACL_MDL_LOAD_FROM_MEM_WITH_Q 6

/** Values of ACL_MDL_WORKSPACE_MEM_OPTIMIZE: all memory, or without the inputs and outputs. */
#define ACL_WORKSPACE_MEM_OPTIMIZE_DEFAULT 0
#define ACL_WORKSPACE_MEM_OPTIMIZE_INPUTOUTPUT 1

/** Settings for loading a model. */
typedef struct aclmdlConfigHandle aclmdlConfigHandle;

/** Model in the memory of the application. */
typedef void* aclmdlModel;

/** Setting for loading a model. The end of the name tells the type of the value. */
typedef enum aclmdlConfigAttr {
    ACL_MDL_PRIORITY_INT32 = 0,           /**< 0 (highest, default) to 7 */
    ACL_MDL_LOAD_TYPE_SIZET = 1,          /**< ACL_MDL_LOAD_FROM_*; required */
    ACL_MDL_PATH_PTR = 2,                 /**< path of the model file */
    ACL_MDL_MEM_ADDR_PTR = 3,             /**< model in memory */
    ACL_MDL_MEM_SIZET = 4,                /**< its size in bytes */
    ACL_MDL_WEIGHT_ADDR_PTR = 5,          /**< device memory for the weights */
    ACL_MDL_WEIGHT_SIZET = 6,             /**< its size in bytes */
    ACL_MDL_WORKSPACE_ADDR_PTR = 7,       /**< device memory to work in */
    ACL_MDL_WORKSPACE_SIZET = 8,          /**< its size in bytes */
    ACL_MDL_INPUTQ_NUM_SIZET = 9,         /**< number of input queues */
    ACL_MDL_INPUTQ_ADDR_PTR = 10,         /**< uint32_t*: input queues */
    ACL_MDL_OUTPUTQ_NUM_SIZET = 11,       /**< number of output queues */
    ACL_MDL_OUTPUTQ_ADDR_PTR = 12,        /**< uint32_t*: output queues */
    ACL_MDL_WORKSPACE_MEM_OPTIMIZE = 13,  /**< size_t: ACL_WORKSPACE_MEM_OPTIMIZE_* */
    ACL_MDL_WEIGHT_PATH_PTR = 14,         /**< folder of separate weight files */
    ACL_MDL_MODEL_DESC_PTR = 15,          /**< device memory for the description */
    ACL_MDL_MODEL_DESC_SIZET = 16,        /**< its size in bytes */
    ACL_MDL_KERNEL_PTR = 17,              /**< device memory for the kernels */
    ACL_MDL_KERNEL_SIZET = 18,            /**< its size in bytes */
    ACL_MDL_KERNEL_ARGS_PTR = 19,         /**< device memory for kernel arguments */
    ACL_MDL_KERNEL_ARGS_SIZET = 20,       /**< its size in bytes */
    ACL_MDL_STATIC_TASK_PTR = 21,         /**< device memory for tasks of fixed shape */
    ACL_MDL_STATIC_TASK_SIZET = 22,       /**< its size in bytes */
    ACL_MDL_DYNAMIC_TASK_PTR = 23,        /**< device memory for tasks of dynamic shape */
    ACL_MDL_DYNAMIC_TASK_SIZET = 24,      /**< its size in bytes */
    ACL_MDL_MEM_MALLOC_POLICY_SIZET = 25, /**< aclrtMemMallocPolicy of the library's own memory */
    ACL_MDL_FIFO_PTR = 26,                /**< device memory kept between executions */
    ACL_MDL_FIFO_SIZET = 27,              /**< its size in bytes */
    ACL_MDL_WITHOUT_GRAPH_INT32 = 28,     /**< 1: do not keep the graph after loading */
    ACL_NPU_PERF_MODE = 29,               /**< int32_t: performance mode of the device */
    ACL_MDL_RESERVED = 0xFFFF,            /**< above all settings */
} aclmdlConfigAttr;

/** Bytes that the parts of a model need. */
typedef struct aclmdlExeOMDesc {
    size_t workSize;        /**< memory to work in */
    size_t weightSize;      /**< weights */
    size_t modelDescSize;   /**< description */
    size_t kernelSize;      /**< kernels */
    size_t kernelArgsSize;  /**< kernel arguments */
    size_t staticTaskSize;  /**< tasks of fixed shape */
    size_t dynamicTaskSize; /**< tasks of dynamic shape */
    size_t fifoTaskSize;    /**< memory kept between executions */
    size_t reserved[8];
} aclmdlExeOMDesc;

/**
 * Loads a model from a file to the current device. The library provides the memory.
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromFile(const char* modelPath, uint32_t* modelId);

/**
 * Loads a model from host memory to the current device. The library provides the device memory.
 * @param modelSize size of the model in bytes
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromMem(const void* model, size_t modelSize,
                                               uint32_t* modelId);

/**
 * Loads a model from a file to device memory of the application. aclmdlQuerySize() tells the sizes.
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 * @param workPtr device memory to work in; it has to stay while the model is loaded. NULL: the
 *        library provides it.
 * @param workSize its size in bytes
 * @param weightPtr device memory for the weights; it has to stay while the model is loaded. NULL:
 *        the library provides it.
 * @param weightSize its size in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromFileWithMem(const char* modelPath, uint32_t* modelId,
                                                       void* workPtr, size_t workSize,
                                                       void* weightPtr, size_t weightSize);

/**
 * Loads a model from host memory to device memory of the application. aclmdlQuerySizeFromMem()
 * tells the sizes.
 * @param modelSize size of the model in bytes
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 * @param workPtr device memory to work in; it has to stay while the model is loaded. NULL: the
 *        library provides it.
 * @param workSize its size in bytes
 * @param weightPtr device memory for the weights; it has to stay while the model is loaded. NULL:
 *        the library provides it.
 * @param weightSize its size in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromMemWithMem(const void* model, size_t modelSize,
                                                      uint32_t* modelId, void* workPtr,
                                                      size_t workSize, void* weightPtr,
                                                      size_t weightSize);

/**
 * Loads a model from a file; it runs whenever its input queues hold data.
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 * @param inputQ queues, one per input
 * @param inputQNum entries of inputQ
 * @param outputQ queues, one per output
 * @param outputQNum entries of outputQ
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromFileWithQ(const char* modelPath, uint32_t* modelId,
                                                     const uint32_t* inputQ, size_t inputQNum,
                                                     const uint32_t* outputQ, size_t outputQNum);

/**
 * Loads a model from host memory; it runs whenever its input queues hold data.
 * @param modelSize size of the model in bytes
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 * @param inputQ queues, one per input
 * @param inputQNum entries of inputQ
 * @param outputQ queues, one per output
 * @param outputQNum entries of outputQ
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromMemWithQ(const void* model, size_t modelSize,
                                                    uint32_t* modelId, const uint32_t* inputQ,
                                                    size_t inputQNum, const uint32_t* outputQ,
                                                    size_t outputQNum);

/** Unloads a model. It must not be running. */
ACL_FUNC_VISIBILITY aclError aclmdlUnload(uint32_t modelId);

/**
 * Tells how much device memory a model in a file needs.
 * @param workSize receives the bytes to work in
 * @param weightSize receives the bytes for the weights
 */
ACL_FUNC_VISIBILITY aclError aclmdlQuerySize(const char* fileName, size_t* workSize,
                                             size_t* weightSize);

/**
 * Tells how much device memory the parts of a model in a file need.
 * @param mdlPartitionSize receives the sizes
 */
ACL_FUNC_VISIBILITY aclError aclmdlQueryExeOMDesc(const char* fileName,
                                                  aclmdlExeOMDesc* mdlPartitionSize);

/**
 * Tells how much device memory a model in host memory needs.
 * @param modelSize size of the model in bytes
 * @param workSize receives the bytes to work in
 * @param weightSize receives the bytes for the weights
 */
ACL_FUNC_VISIBILITY aclError aclmdlQuerySizeFromMem(const void* model, size_t modelSize,
                                                    size_t* workSize, size_t* weightSize);

/**
 * Loads a model as its settings say.
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadWithConfig(const aclmdlConfigHandle* handle,
                                                  uint32_t* modelId);

/**
 * Creates settings for loading a model.
 * @return the settings, to be released with aclmdlDestroyConfigHandle(), or NULL when host memory
 *        is exhausted.
 */
ACL_FUNC_VISIBILITY aclmdlConfigHandle* aclmdlCreateConfigHandle(void);

/** Releases settings of aclmdlCreateConfigHandle(). */
ACL_FUNC_VISIBILITY aclError aclmdlDestroyConfigHandle(aclmdlConfigHandle* handle);

/**
 * Sets how a model is loaded.
 * @param attrValue address of the value, also when the value is a pointer
 * @param valueSize size of the value in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetConfigOpt(aclmdlConfigHandle* handle, aclmdlConfigAttr attr,
                                                const void* attrValue, size_t valueSize);

/**
 * Names device memory that already holds the content of a separate weight file; the file is not
 * read then.
 * @param weightFileName name of the file without folder
 * @param devPtr device memory; it has to stay while the model is loaded
 * @param size its size in bytes, a multiple of 32
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetExternalWeightAddress(aclmdlConfigHandle* handle,
                                                            const char* weightFileName,
                                                            void* devPtr, size_t size);

/**
 * Loads a model that the application holds in memory, with settings.
 * @param handle settings; NULL for none
 * @param modelId receives the number of the model; it is released with aclmdlUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlLoadFromModel(const aclmdlModel* model,
                                                 const aclmdlConfigHandle* handle,
                                                 uint32_t* modelId);

/* ---------------------------------------------------------------------------------------------- */
/* Model descriptions */
/* ---------------------------------------------------------------------------------------------- */

/** Numbers in one entry of an aclmdlIODimsRange: smallest and largest size. */
#define ACL_DIM_ENDPOINTS 2

/** Most dimensions in an aclmdlIODims. */
#define ACL_MAX_DIM_CNT 128

/** Bytes of a name in an aclmdlIODims, the final zero included. */
#define ACL_MAX_TENSOR_NAME_LEN 128

/** Most batch sizes in an aclmdlBatch. */
#define ACL_MAX_BATCH_NUM 128

/** Most sizes in an aclmdlHW. */
#define ACL_MAX_HW_NUM 128

/** Name of the input that selects the batch size, image size or dimensions of a model. */
#define ACL_DYNAMIC_TENSOR_NAME "ascend_mbatch_shape_data"

/**
 * Attribute of an operator for aclmdlGetOpAttr(): names of the operators that it was fused from.
 */
#define ACL_ATTR_NAME_DATA_DUMP_ORIGIN_OP_NAMES "_datadump_original_op_names"

/** Description of a model: inputs, outputs and their properties. */
typedef struct aclmdlDesc aclmdlDesc;

/** Name and shape of an input or output. */
typedef struct aclmdlIODims {
    char name[ACL_MAX_TENSOR_NAME_LEN];
    size_t dimCount;               /**< entries used in dims */
    int64_t dims[ACL_MAX_DIM_CNT]; /**< -1 for a size set before execution */
} aclmdlIODims;

/** Limits of the sizes of an input. */
typedef struct aclmdlIODimsRange {
    size_t rangeCount; /**< entries used in range */
    /** smallest and largest size, -1 for no upper limit */
    int64_t range[ACL_MAX_DIM_CNT][ACL_DIM_ENDPOINTS];
} aclmdlIODimsRange;

/** Batch sizes that a model can run with. */
typedef struct aclmdlBatch {
    size_t batchCount; /**< entries used in batch */
    uint64_t batch[ACL_MAX_BATCH_NUM];
} aclmdlBatch;

/** Image sizes that a model can run with. */
typedef struct aclmdlHW {
    size_t hwCount;                 /**< entries used in hw */
    uint64_t hw[ACL_MAX_HW_NUM][2]; /**< height and width */
} aclmdlHW;

/**
 * Creates an empty description.
 * @return the description, to be released with aclmdlDestroyDesc(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY aclmdlDesc* aclmdlCreateDesc(void);

/** Releases a description, not the model. */
ACL_FUNC_VISIBILITY aclError aclmdlDestroyDesc(aclmdlDesc* modelDesc);

/**
 * Fills a description from a loaded model.
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_MODEL_ID for an unknown model.
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetDesc(aclmdlDesc* modelDesc, uint32_t modelId);

/** Fills a description from a model file, without loading the model. */
ACL_FUNC_VISIBILITY aclError aclmdlGetDescFromFile(aclmdlDesc* modelDesc, const char* modelPath);

/**
 * Fills a description from a model in host memory, without loading the model.
 * @param modelSize size of the model in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetDescFromMem(aclmdlDesc* modelDesc, const void* model,
                                                  size_t modelSize);

/** Tells the number of inputs. */
ACL_FUNC_VISIBILITY size_t aclmdlGetNumInputs(aclmdlDesc* modelDesc);

/** Tells the number of outputs. */
ACL_FUNC_VISIBILITY size_t aclmdlGetNumOutputs(aclmdlDesc* modelDesc);

/**
 * Tells how many bytes an input needs, for the largest setting if there are several.
 * @param index number of the input, from 0
 * @return the size; 0 on an error or when the size is not known.
 */
ACL_FUNC_VISIBILITY size_t aclmdlGetInputSizeByIndex(aclmdlDesc* modelDesc, size_t index);

/**
 * Tells how many bytes an output needs, for the largest setting if there are several.
 * @param index number of the output, from 0
 * @return the size; 0 on an error or when the size is not known.
 */
ACL_FUNC_VISIBILITY size_t aclmdlGetOutputSizeByIndex(aclmdlDesc* modelDesc, size_t index);

/**
 * Tells the shape of an input. With static image preprocessing it is the shape of the image.
 * @param index number of the input, from 0
 * @param dims receives the shape
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetInputDims(const aclmdlDesc* modelDesc, size_t index,
                                                aclmdlIODims* dims);

/**
 * Tells the shape of an input. With static image preprocessing it is the shape in memory, whose
 * product is the size of the input in bytes.
 * @param index number of the input, from 0
 * @param dims receives the shape
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetInputDimsV2(const aclmdlDesc* modelDesc, size_t index,
                                                  aclmdlIODims* dims);

/**
 * Tells within which limits the sizes of an input may lie.
 * @param index number of the input, from 0
 * @param dimsRange receives the limits; no entries for an input of fixed shape
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetInputDimsRange(const aclmdlDesc* modelDesc, size_t index,
                                                     aclmdlIODimsRange* dimsRange);

/**
 * Tells the shape of an output, for the largest setting if there are several.
 * @param index number of the output, from 0
 * @param dims receives the shape
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetOutputDims(const aclmdlDesc* modelDesc, size_t index,
                                                 aclmdlIODims* dims);

/**
 * Tells the shape of an output for the setting selected last.
 * @param index number of the output, from 0
 * @param dims receives the shape
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetCurOutputDims(const aclmdlDesc* modelDesc, size_t index,
                                                    aclmdlIODims* dims);

/**
 * Tells an attribute of an operator of a model.
 * @param attr ACL_ATTR_NAME_DATA_DUMP_ORIGIN_OP_NAMES
 * @return the value, which belongs to the description; empty when there is none, NULL on an error.
 */
ACL_FUNC_VISIBILITY const char* aclmdlGetOpAttr(aclmdlDesc* modelDesc, const char* opName,
                                                const char* attr);

/**
 * Tells the name of an input.
 * @param index number of the input, from 0
 * @return the name, which belongs to the description; empty on an error.
 */
ACL_FUNC_VISIBILITY const char* aclmdlGetInputNameByIndex(const aclmdlDesc* modelDesc,
                                                          size_t index);

/**
 * Tells the name of an output.
 * @param index number of the output, from 0
 * @return the name, which belongs to the description; empty on an error.
 */
ACL_FUNC_VISIBILITY const char* aclmdlGetOutputNameByIndex(const aclmdlDesc* modelDesc,
                                                           size_t index);

/**
 * Tells the format of an input.
 * @param index number of the input, from 0
 * @return the format, or ACL_FORMAT_UNDEFINED on an error.
 */
ACL_FUNC_VISIBILITY aclFormat aclmdlGetInputFormat(const aclmdlDesc* modelDesc, size_t index);

/**
 * Tells the format of an output.
 * @param index number of the output, from 0
 * @return the format, or ACL_FORMAT_UNDEFINED on an error.
 */
ACL_FUNC_VISIBILITY aclFormat aclmdlGetOutputFormat(const aclmdlDesc* modelDesc, size_t index);

/**
 * Tells the data type of an input.
 * @param index number of the input, from 0
 * @return the type, or ACL_DT_UNDEFINED on an error.
 */
ACL_FUNC_VISIBILITY aclDataType aclmdlGetInputDataType(const aclmdlDesc* modelDesc, size_t index);

/**
 * Tells the data type of an output.
 * @param index number of the output, from 0
 * @return the type, or ACL_DT_UNDEFINED on an error.
 */
ACL_FUNC_VISIBILITY aclDataType aclmdlGetOutputDataType(const aclmdlDesc* modelDesc, size_t index);

/**
 * Finds an input by its name.
 * @param index receives the number of the input
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetInputIndexByName(const aclmdlDesc* modelDesc,
                                                       const char* name, size_t* index);

/**
 * Finds an output by its name.
 * @param index receives the number of the output
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetOutputIndexByName(const aclmdlDesc* modelDesc,
                                                        const char* name, size_t* index);

/**
 * Tells the batch sizes that a model can run with.
 * @param batch receives the sizes; none for a fixed batch size
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetDynamicBatch(const aclmdlDesc* modelDesc, aclmdlBatch* batch);

/**
 * Tells the image sizes that a model can run with.
 * @param index reserved, -1
 * @param hw receives the sizes; none for a fixed image size
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetDynamicHW(const aclmdlDesc* modelDesc, size_t index,
                                                aclmdlHW* hw);

/**
 * Tells how many settings of the dimensions a model can run with.
 * @param index reserved, -1
 * @param gearCount receives the number
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetInputDynamicGearCount(const aclmdlDesc* modelDesc,
                                                            size_t index, size_t* gearCount);

/**
 * Tells the settings of the dimensions that a model can run with.
 * @param index reserved, -1
 * @param dims receives the settings
 * @param gearCount entries of dims
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetInputDynamicDims(const aclmdlDesc* modelDesc, size_t index,
                                                       aclmdlIODims* dims, size_t gearCount);

/**
 * Tells the full name of an input or output whose name was shortened to fit an aclmdlIODims.
 * @param name shortened or full name
 * @return the full name, which belongs to the description, or NULL when there is none.
 */
ACL_FUNC_VISIBILITY const char* aclmdlGetTensorRealName(const aclmdlDesc* modelDesc,
                                                        const char* name);

/* ---------------------------------------------------------------------------------------------- */
/* Data sets */
/* ---------------------------------------------------------------------------------------------- */

/** List of buffers: the inputs or the outputs of one execution. */
typedef struct aclmdlDataset aclmdlDataset;

/**
 * Creates an empty data set.
 * @return the data set, to be released with aclmdlDestroyDataset(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY aclmdlDataset* aclmdlCreateDataset(void);

/** Releases a data set, not its buffers. */
ACL_FUNC_VISIBILITY aclError aclmdlDestroyDataset(const aclmdlDataset* dataset);

/**
 * Appends a buffer to a data set, in the order of the inputs or outputs. The buffer stays with the
 * caller.
 */
ACL_FUNC_VISIBILITY aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset,
                                                    aclDataBuffer* dataBuffer);

/**
 * Sets the description of a buffer of a data set, for inputs of dynamic shape. The description is
 * copied.
 * @param index number of the buffer, from 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetDatasetTensorDesc(aclmdlDataset* dataset,
                                                        aclTensorDesc* tensorDesc, size_t index);

/**
 * Tells the description of a buffer of a data set; for an output of dynamic shape it holds the real
 * shape.
 * @param index number of the buffer, from 0
 * @return the description, which belongs to the data set, or NULL when there is none.
 */
ACL_FUNC_VISIBILITY aclTensorDesc* aclmdlGetDatasetTensorDesc(const aclmdlDataset* dataset,
                                                              size_t index);

/** Tells the number of buffers in a data set. */
ACL_FUNC_VISIBILITY size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset);

/**
 * Picks a buffer from a data set.
 * @param index number of the buffer, from 0
 * @return the buffer, or NULL when there is none.
 */
ACL_FUNC_VISIBILITY aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset,
                                                          size_t index);

/* ---------------------------------------------------------------------------------------------- */
/* Execution */
/* ---------------------------------------------------------------------------------------------- */

/** Settings for one execution of a model. */
typedef struct aclmdlExecConfigHandle aclmdlExecConfigHandle;

/** Attribute of a loaded model. */
typedef enum aclmdlAttr {
    ACL_MDL_ATTR_PRIORITY_INT32 = 0, /**< priority, 0 (highest) to 7 */
} aclmdlAttr;

/** Setting for one execution of a model. */
typedef enum aclmdlExecConfigAttr {
    /** int32_t: milliseconds to wait for a stream, -1 without limit */
    ACL_MDL_STREAM_SYNC_TIMEOUT = 0,
    /** int32_t: milliseconds to wait for an event, -1 without limit */
    ACL_MDL_EVENT_SYNC_TIMEOUT = 1,
    ACL_MDL_WORK_ADDR_PTR = 2,       /**< device memory to work in */
    ACL_MDL_WORK_SIZET = 3,          /**< its size in bytes */
    ACL_MDL_MPAIMID_SIZET = 4,       /**< reserved */
    ACL_MDL_AICQOS_SIZET = 5,        /**< reserved */
    ACL_MDL_AICOST_SIZET = 6,        /**< reserved */
    ACL_MDL_MEC_TIMETHR_SIZET = 7,   /**< reserved */
    ACL_MDL_EXEC_PRIORITY_INT32 = 8, /**< priority, 0 (highest) to 7 */
    ACL_MDL_NPU_PERF_MODE = 9,       /**< int32_t: performance mode of the device */
} aclmdlExecConfigAttr;

/** Value of an attribute of a loaded model. */
typedef union aclmdlAttrValue_t {
    uint32_t mdlPriority; /**< for ACL_MDL_ATTR_PRIORITY_INT32 */
    uint32_t reserved[8];
} aclmdlAttrValue_t;

/**
 * Creates settings for executing a model.
 * @return the settings, to be released with aclmdlDestroyExecConfigHandle(), or NULL when host
 *        memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclmdlExecConfigHandle* aclmdlCreateExecConfigHandle(void);

/** Releases settings of aclmdlCreateExecConfigHandle(). */
ACL_FUNC_VISIBILITY aclError aclmdlDestroyExecConfigHandle(const aclmdlExecConfigHandle* handle);

/**
 * Runs a model and waits for the result. A model is executed by one thread at a time.
 * @param input inputs in device memory
 * @param output memory for the outputs; for an output of dynamic shape an empty buffer makes the
 *        library allocate memory, which the caller releases with aclrtFree()
 */
ACL_FUNC_VISIBILITY aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset* input,
                                           aclmdlDataset* output);

/**
 * Like aclmdlExecute(), on a stream and with settings.
 * @param input inputs in device memory
 * @param output memory for the outputs
 * @param stream stream to use
 * @param handle settings; NULL for none
 */
ACL_FUNC_VISIBILITY aclError aclmdlExecuteV2(uint32_t modelId, const aclmdlDataset* input,
                                             aclmdlDataset* output, aclrtStream stream,
                                             const aclmdlExecConfigHandle* handle);

/**
 * Submits a model to a stream, with settings.
 * @param input inputs in device memory; they have to stay until the model has run
 * @param output memory for the outputs
 * @param stream stream to use; NULL for the default stream
 * @param handle settings; NULL for none
 */
ACL_FUNC_VISIBILITY aclError aclmdlExecuteAsyncV2(uint32_t modelId, const aclmdlDataset* input,
                                                  aclmdlDataset* output, aclrtStream stream,
                                                  const aclmdlExecConfigHandle* handle);

/**
 * Submits a model to a stream.
 * @param input inputs in device memory; they have to stay until the model has run
 * @param output memory for the outputs
 * @param stream stream to use; NULL for the default stream
 */
ACL_FUNC_VISIBILITY aclError aclmdlExecuteAsync(uint32_t modelId, const aclmdlDataset* input,
                                                aclmdlDataset* output, aclrtStream stream);

/** Sets an attribute of a loaded model. */
ACL_FUNC_VISIBILITY aclError aclmdlSetAttribute(uint32_t modelId, aclmdlAttr attr,
                                                aclmdlAttrValue_t* attrValue);

/**
 * Tells an attribute of a loaded model.
 * @param attrValue receives the value
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetAttribute(uint32_t modelId, aclmdlAttr attr,
                                                aclmdlAttrValue_t* attrValue);

/**
 * Selects the batch size for the next execution.
 * @param dataset inputs of the execution
 * @param index number of the input named ACL_DYNAMIC_TENSOR_NAME
 * @param batchSize one of the sizes of aclmdlGetDynamicBatch()
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetDynamicBatchSize(uint32_t modelId, aclmdlDataset* dataset,
                                                       size_t index, uint64_t batchSize);

/**
 * Selects the image size for the next execution.
 * @param dataset inputs of the execution
 * @param index number of the input named ACL_DYNAMIC_TENSOR_NAME
 * @param height height, of aclmdlGetDynamicHW()
 * @param width width belonging to it
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetDynamicHWSize(uint32_t modelId, aclmdlDataset* dataset,
                                                    size_t index, uint64_t height, uint64_t width);

/**
 * Selects the dimensions for the next execution.
 * @param dataset inputs of the execution
 * @param index number of the input named ACL_DYNAMIC_TENSOR_NAME
 * @param dims one of the settings of aclmdlGetInputDynamicDims()
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetInputDynamicDims(uint32_t modelId, aclmdlDataset* dataset,
                                                       size_t index, const aclmdlIODims* dims);

/**
 * Tells the operator and its operands behind a task that failed. To be called from an exception
 * callback.
 * @param deviceId device of the task
 * @param streamId stream of the task
 * @param taskId number of the task
 * @param opName receives the name of the operator
 * @param opNameLen size of opName in bytes
 * @param inputDesc receives an array of descriptions, to be read with aclGetTensorDescByIndex() and
 *        released with aclDestroyTensorDesc()
 * @param numInputs receives the number of its entries
 * @param outputDesc receives an array of descriptions, likewise
 * @param numOutputs receives the number of its entries
 */
ACL_FUNC_VISIBILITY aclError aclmdlCreateAndGetOpDesc(uint32_t deviceId, uint32_t streamId,
                                                      uint32_t taskId, char* opName,
                                                      size_t opNameLen, aclTensorDesc** inputDesc,
                                                      size_t* numInputs, aclTensorDesc** outputDesc,
                                                      size_t* numOutputs);

/**
 * Sets how a model is executed.
 * @param attrValue address of the value, also when the value is a pointer
 * @param valueSize size of the value in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetExecConfigOpt(aclmdlExecConfigHandle* handle,
                                                    aclmdlExecConfigAttr attr,
                                                    const void* attrValue, size_t valueSize);

/* ---------------------------------------------------------------------------------------------- */
/* Model bundles */
/* ---------------------------------------------------------------------------------------------- */

/** Sizes of the models in a bundle. */
typedef struct aclmdlBundleQueryInfo aclmdlBundleQueryInfo;

/**
 * Loads all models of a bundle file to the current device.
 * @param bundleId receives the number of the bundle; it is released with aclmdlBundleUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleLoadFromFile(const char* modelPath, uint32_t* bundleId);

/**
 * Loads all models of a bundle in host memory to the current device.
 * @param modelSize size of the bundle in bytes
 * @param bundleId receives the number of the bundle; it is released with aclmdlBundleUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleLoadFromMem(const void* model, size_t modelSize,
                                                     uint32_t* bundleId);

/** Unloads a bundle with all its models. */
ACL_FUNC_VISIBILITY aclError aclmdlBundleUnload(uint32_t bundleId);

/**
 * Tells the number of models in a bundle.
 * @param modelNum receives the number
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleGetModelNum(uint32_t bundleId, size_t* modelNum);

/**
 * Tells a loaded model of a bundle, to be used like one of aclmdlLoadFromFile().
 * @param index number in the bundle, from 0
 * @param modelId receives the number of the model
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleGetModelId(uint32_t bundleId, size_t index,
                                                    uint32_t* modelId);

/**
 * Creates empty information on a bundle.
 * @return the information, to be released with aclmdlBundleDestroyQueryInfo(), or NULL when host
 *        memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclmdlBundleQueryInfo* aclmdlBundleCreateQueryInfo(void);

/** Releases information of aclmdlBundleCreateQueryInfo(). */
ACL_FUNC_VISIBILITY aclError aclmdlBundleDestroyQueryInfo(aclmdlBundleQueryInfo* queryInfo);

/** Fills information on a bundle from a file, without loading it. */
ACL_FUNC_VISIBILITY aclError aclmdlBundleQueryInfoFromFile(const char* fileName,
                                                           aclmdlBundleQueryInfo* queryInfo);

/**
 * Fills information on a bundle from host memory, without loading it.
 * @param modelSize size of the bundle in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleQueryInfoFromMem(const void* model, size_t modelSize,
                                                          aclmdlBundleQueryInfo* queryInfo);

/**
 * Tells the number of models in a bundle.
 * @param modelNum receives the number
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleGetQueryModelNum(const aclmdlBundleQueryInfo* queryInfo,
                                                          size_t* modelNum);

/**
 * Tells how much device memory the changeable weights of a bundle need.
 * @param variableWeightSize receives the size in bytes
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleGetVarWeightSize(const aclmdlBundleQueryInfo* queryInfo,
                                                          size_t* variableWeightSize);

/**
 * Tells how much device memory a model of a bundle needs.
 * @param index number in the bundle, from 0
 * @param workSize receives the bytes to work in
 * @param constWeightSize receives the bytes for the fixed weights
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleGetSize(const aclmdlBundleQueryInfo* queryInfo,
                                                 size_t index, size_t* workSize,
                                                 size_t* constWeightSize);

/**
 * Opens a bundle file without loading its models. The models share the changeable weights.
 * @param varWeightPtr device memory for the changeable weights; it has to stay while the bundle is
 *        open. NULL: the library provides it.
 * @param varWeightSize its size in bytes
 * @param bundleId receives the number of the bundle; it is released with aclmdlBundleUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleInitFromFile(const char* modelPath, void* varWeightPtr,
                                                      size_t varWeightSize, uint32_t* bundleId);

/**
 * Opens a bundle in host memory without loading its models. The models share the changeable
 * weights.
 * @param model bundle; it has to stay until its models are loaded
 * @param modelSize size of the bundle in bytes
 * @param varWeightPtr device memory for the changeable weights; it has to stay while the bundle is
 *        open. NULL: the library provides it.
 * @param varWeightSize its size in bytes
 * @param bundleId receives the number of the bundle; it is released with aclmdlBundleUnload()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleInitFromMem(const void* model, size_t modelSize,
                                                     void* varWeightPtr, size_t varWeightSize,
                                                     uint32_t* bundleId);

/**
 * Loads a model of an open bundle.
 * @param index number in the bundle, from 0
 * @param modelId receives the number of the model; it is released with aclmdlBundleUnloadModel()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleLoadModel(uint32_t bundleId, size_t index,
                                                   uint32_t* modelId);

/**
 * Loads a model of an open bundle to device memory of the application.
 * @param index number in the bundle, from 0
 * @param workPtr device memory to work in; NULL: the library provides it
 * @param workSize its size in bytes
 * @param weightPtr device memory for the fixed weights; NULL: the library provides it
 * @param weightSize its size in bytes
 * @param modelId receives the number of the model; it is released with aclmdlBundleUnloadModel()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleLoadModelWithMem(uint32_t bundleId, size_t index,
                                                          void* workPtr, size_t workSize,
                                                          void* weightPtr, size_t weightSize,
                                                          uint32_t* modelId);

/**
 * Loads a model of an open bundle as its settings say.
 * @param index number in the bundle, from 0
 * @param modelId receives the number of the model; it is released with aclmdlBundleUnloadModel()
 */
ACL_FUNC_VISIBILITY aclError aclmdlBundleLoadModelWithConfig(uint32_t bundleId, size_t index,
                                                             aclmdlConfigHandle* handle,
                                                             uint32_t* modelId);

/** Unloads a model of a bundle; the bundle stays open. */
ACL_FUNC_VISIBILITY aclError aclmdlBundleUnloadModel(uint32_t bundleId, uint32_t modelId);

/* ---------------------------------------------------------------------------------------------- */
/* Image preprocessing (AIPP) */
/* ---------------------------------------------------------------------------------------------- */

/** Most shapes in an aclAippInfo. */
#define ACL_MAX_SHAPE_COUNT 128

/** Stands for no input in aclmdlGetAippType(). */
#define ACL_INVALID_NODE_INDEX 0xFFFFFFFFU

/** Name of the input that takes the parameters of the image preprocessing. */
#define ACL_DYNAMIC_AIPP_NAME "ascend_dynamic_aipp_data"

/** Parameters of the image preprocessing of one execution. */
typedef struct aclmdlAIPP aclmdlAIPP;

/** Reserved. */
typedef struct aclAippExtendInfo aclAippExtendInfo;

/**
 * Format of an image for preprocessing. The name tells the channels in order and the bits of one.
 */
typedef enum aclAippInputFormat {
    ACL_YUV420SP_U8 = 1,
    ACL_XRGB8888_U8 = 2,
    ACL_RGB888_U8 = 3,
    ACL_YUV400_U8 = 4,      /**< grey */
    ACL_NC1HWC0DI_FP16 = 5, /**< blocked, half precision */
    ACL_NC1HWC0DI_S8 = 6,   /**< blocked, signed bytes */
    ACL_ARGB8888_U8 = 7,
    ACL_YUYV_U8 = 8,
    ACL_YUV422SP_U8 = 9,
    ACL_AYUV444_U8 = 10,
    ACL_RAW10 = 11,
    ACL_RAW12 = 12,
    ACL_RAW16 = 13,
    ACL_RAW24 = 14,
    ACL_AIPP_RESERVED = 0xFFFF,
} aclAippInputFormat;

/** How an input takes part in image preprocessing. */
typedef enum aclmdlInputAippType {
    ACL_DATA_WITHOUT_AIPP = 0,      /**< not at all */
    ACL_DATA_WITH_STATIC_AIPP = 1,  /**< image, parameters fixed in the model */
    ACL_DATA_WITH_DYNAMIC_AIPP = 2, /**< image, parameters set for each execution */
    ACL_DYNAMIC_AIPP_NODE = 3,      /**< takes the parameters */
} aclmdlInputAippType;

/** Shapes of an image input before and after preprocessing. */
typedef struct aclAippDims {
    aclmdlIODims srcDims;     /**< shape before */
    size_t srcSize;           /**< bytes before */
    aclmdlIODims aippOutdims; /**< shape after */
    size_t aippOutSize;       /**< bytes after */
} aclAippDims;

/**
 * Static image preprocessing of an input. Sizes and positions are in pixels; a switch is on when it
 * is 1.
 */
typedef struct aclAippInfo {
    aclAippInputFormat inputFormat;
    int32_t srcImageSizeW;
    int32_t srcImageSizeH;
    int8_t cropSwitch; /**< cut out a part */
    int32_t loadStartPosW;
    int32_t loadStartPosH;
    int32_t cropSizeW;
    int32_t cropSizeH;
    int8_t resizeSwitch; /**< scale */
    int32_t resizeOutputW;
    int32_t resizeOutputH;
    int8_t paddingSwitch; /**< add a border */
    int32_t leftPaddingSize;
    int32_t rightPaddingSize;
    int32_t topPaddingSize;
    int32_t bottomPaddingSize;
    int8_t cscSwitch;      /**< convert the colour space */
    int8_t rbuvSwapSwitch; /**< exchange R and B, or U and V */
    int8_t axSwapSwitch;   /**< move A or X behind the colours */
    int8_t singleLineMode; /**< read every other line */
    int32_t matrixR0C0;    /**< colour conversion, row 0, column 0 */
    int32_t matrixR0C1;
    int32_t matrixR0C2;
    int32_t matrixR1C0;
    int32_t matrixR1C1;
    int32_t matrixR1C2;
    int32_t matrixR2C0;
    int32_t matrixR2C1;
    int32_t matrixR2C2;
    int32_t outputBias0; /**< added after the conversion */
    int32_t outputBias1;
    int32_t outputBias2;
    int32_t inputBias0; /**< subtracted before the conversion */
    int32_t inputBias1;
    int32_t inputBias2;
    int32_t meanChn0; /**< mean of channel 0 */
    int32_t meanChn1;
    int32_t meanChn2;
    int32_t meanChn3;
    float minChn0; /**< minimum of channel 0 */
    float minChn1;
    float minChn2;
    float minChn3;
    float varReciChn0; /**< factor of channel 0 */
    float varReciChn1;
    float varReciChn2;
    float varReciChn3;
    aclFormat srcFormat;                      /**< format of the input of the model */
    aclDataType srcDatatype;                  /**< its data type */
    size_t srcDimNum;                         /**< its number of dimensions */
    size_t shapeCount;                        /**< entries used in outDims */
    aclAippDims outDims[ACL_MAX_SHAPE_COUNT]; /**< shapes, one per setting of the model */
    aclAippExtendInfo* aippExtend;            /**< reserved */
} aclAippInfo;

/**
 * Creates parameters of the image preprocessing.
 * @param batchSize number of images in a batch
 * @return the parameters, to be released with aclmdlDestroyAIPP(), or NULL on an error.
 */
ACL_FUNC_VISIBILITY aclmdlAIPP* aclmdlCreateAIPP(uint64_t batchSize);

/** Releases parameters of aclmdlCreateAIPP(). */
ACL_FUNC_VISIBILITY aclError aclmdlDestroyAIPP(const aclmdlAIPP* aippParmsSet);

/**
 * Tells how many bytes parameters of the image preprocessing take.
 * @param batchSize number of images in a batch
 * @param size receives the size
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetAippDataSize(uint64_t batchSize, size_t* size);

/** Sets the format of the images. Required. */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPInputFormat(aclmdlAIPP* aippParmsSet,
                                                      aclAippInputFormat inputFormat);

/**
 * Sets the conversion of the colour space: the input biases are subtracted, the matrix is applied,
 * the output biases are added.
 * @param cscSwitch 1 on, 0 off
 * @param cscMatrixR0C0 matrix, row 0, column 0; the other elements likewise
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPCscParams(
    aclmdlAIPP* aippParmsSet, int8_t cscSwitch, int16_t cscMatrixR0C0, int16_t cscMatrixR0C1,
    int16_t cscMatrixR0C2, int16_t cscMatrixR1C0, int16_t cscMatrixR1C1, int16_t cscMatrixR1C2,
    int16_t cscMatrixR2C0, int16_t cscMatrixR2C1, int16_t cscMatrixR2C2, uint8_t cscOutputBiasR0,
    uint8_t cscOutputBiasR1, uint8_t cscOutputBiasR2, uint8_t cscInputBiasR0,
    uint8_t cscInputBiasR1, uint8_t cscInputBiasR2);

/**
 * Sets whether R and B, or U and V, are exchanged.
 * @param rbuvSwapSwitch 1 on, 0 off
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPRbuvSwapSwitch(aclmdlAIPP* aippParmsSet,
                                                         int8_t rbuvSwapSwitch);

/**
 * Sets whether the channel A or X is moved behind the colours.
 * @param axSwapSwitch 1 on, 0 off
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPAxSwapSwitch(aclmdlAIPP* aippParmsSet,
                                                       int8_t axSwapSwitch);

/**
 * Sets the size of the images. Required.
 * @param srcImageSizeW width in pixels
 * @param srcImageSizeH height in pixels
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPSrcImageSize(aclmdlAIPP* aippParmsSet,
                                                       int32_t srcImageSizeW,
                                                       int32_t srcImageSizeH);

/**
 * Sets the scaling of an image.
 * @param scfSwitch 1 on, 0 off
 * @param scfInputSizeW width before, 16 to 4096 pixels
 * @param scfInputSizeH height before, 16 to 4096 pixels
 * @param scfOutputSizeW width after, 16 to 1920 pixels
 * @param scfOutputSizeH height after, 16 to 4096 pixels
 * @param batchIndex number of the image in the batch, from 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPScfParams(aclmdlAIPP* aippParmsSet, int8_t scfSwitch,
                                                    int32_t scfInputSizeW, int32_t scfInputSizeH,
                                                    int32_t scfOutputSizeW, int32_t scfOutputSizeH,
                                                    uint64_t batchIndex);

/**
 * Sets which part of an image is used.
 * @param cropSwitch 1 on, 0 off
 * @param cropStartPosW first column
 * @param cropStartPosH first row
 * @param cropSizeW columns
 * @param cropSizeH rows
 * @param batchIndex number of the image in the batch, from 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPCropParams(aclmdlAIPP* aippParmsSet, int8_t cropSwitch,
                                                     int32_t cropStartPosW, int32_t cropStartPosH,
                                                     int32_t cropSizeW, int32_t cropSizeH,
                                                     uint64_t batchIndex);

/**
 * Sets the border around an image, in pixels.
 * @param paddingSwitch 1 on, 0 off
 * @param batchIndex number of the image in the batch, from 0
 */
ACL_FUNC_VISIBILITY aclError
aclmdlSetAIPPPaddingParams(aclmdlAIPP* aippParmsSet, int8_t paddingSwitch, int32_t paddingSizeTop,
                           int32_t paddingSizeBottom, int32_t paddingSizeLeft,
                           int32_t paddingSizeRight, uint64_t batchIndex);

/**
 * Sets the mean of every channel, which is subtracted first.
 * @param batchIndex number of the image in the batch, from 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPDtcPixelMean(
    aclmdlAIPP* aippParmsSet, int16_t dtcPixelMeanChn0, int16_t dtcPixelMeanChn1,
    int16_t dtcPixelMeanChn2, int16_t dtcPixelMeanChn3, uint64_t batchIndex);

/**
 * Sets the minimum of every channel, which is subtracted second.
 * @param batchIndex number of the image in the batch, from 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPDtcPixelMin(aclmdlAIPP* aippParmsSet,
                                                      float dtcPixelMinChn0, float dtcPixelMinChn1,
                                                      float dtcPixelMinChn2, float dtcPixelMinChn3,
                                                      uint64_t batchIndex);

/**
 * Sets the factor of every channel, applied last.
 * @param batchIndex number of the image in the batch, from 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPPixelVarReci(
    aclmdlAIPP* aippParmsSet, float dtcPixelVarReciChn0, float dtcPixelVarReciChn1,
    float dtcPixelVarReciChn2, float dtcPixelVarReciChn3, uint64_t batchIndex);

/**
 * Sets the image preprocessing of the next execution.
 * @param dataset inputs of the execution
 * @param index number of the input named ACL_DYNAMIC_AIPP_NAME
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetInputAIPP(uint32_t modelId, aclmdlDataset* dataset,
                                                size_t index, const aclmdlAIPP* aippParmsSet);

/**
 * Sets the image preprocessing of the next execution.
 * @param dataset inputs of the execution
 * @param index number of the input that takes the images
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetAIPPByInputIndex(uint32_t modelId, aclmdlDataset* dataset,
                                                       size_t index,
                                                       const aclmdlAIPP* aippParmsSet);

/**
 * Tells how an input takes part in image preprocessing.
 * @param index number of the input, from 0
 * @param type receives the role
 * @param dynamicAttachedDataIndex receives the number of the input that takes the parameters, or
 *        ACL_INVALID_NODE_INDEX
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetAippType(uint32_t modelId, size_t index,
                                               aclmdlInputAippType* type,
                                               size_t* dynamicAttachedDataIndex);

/**
 * Tells the static image preprocessing of an input.
 * @param index number of the input, from 0
 * @param aippInfo receives the parameters
 * @return ACL_SUCCESS; ACL_ERROR_GE_AIPP_NOT_EXIST when the input has none.
 */
ACL_FUNC_VISIBILITY aclError aclmdlGetFirstAippInfo(uint32_t modelId, size_t index,
                                                    aclAippInfo* aippInfo);

/* ---------------------------------------------------------------------------------------------- */
/* Streams of a model */
/* ---------------------------------------------------------------------------------------------- */

/** Roles of a stream in a model: the first to run, or any other. */
#define ACL_MODEL_STREAM_FLAG_HEAD 0U
#define ACL_MODEL_STREAM_FLAG_DEFAULT 0x7FFFFFFFU

/* ---------------------------------------------------------------------------------------------- */
/* Collective communication */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Lets tasks of collective communication of a device go on after a fault. Streams take no such
 * tasks yet, so there is nothing to recover. May be called from any thread.
 * @param deviceId device that is set
 * @return ACL_SUCCESS, ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or
 *        ACL_ERROR_RT_CONTEXT_NULL when it is not set.
 */
ACL_FUNC_VISIBILITY aclError aclRecoverAllHcclTasks(int32_t deviceId);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_MDL_H_
