/* SPDX-License-Identifier: Apache-2.0 */
/* Writing operator data and exception information to files or to a callback. */

#ifndef BELAY_ACL_ACL_DUMP_H_
#define BELAY_ACL_ACL_DUMP_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

/** Makes a function of the dump interface visible outside of the library that defines it. */
#define ACL_DUMP_API __attribute__((visibility("default")))

/** Marks a function whose address is NULL when the loaded library does not have it. */
#define ACL_DUMP_WEAK __attribute__((weak))

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a file name in an acldumpChunk, the final zero included. */
#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096

/** Information of all operators; the only dump type of aclopStartDumpArgs(). */
#define ACL_OP_DUMP_OP_AICORE_ARGS 1U

/** Most dimensions in an acldumpTensorInfo. */
#define ACL_DUMP_MAX_SHAPE_NUM 25

/** Kind of dump, each with a path of its own. */
typedef enum acldumpType {
    AIC_ERR_BRIEF_DUMP = 1,  /**< operands and workspaces of a failed operator */
    AIC_ERR_NORM_DUMP = 2,   /**< also shapes, data types, formats and attributes */
    AIC_ERR_DETAIL_DUMP = 3, /**< also memories, registers and call stack of the core */
    DATA_DUMP = 4,           /**< operands of models and single operators */
    OVERFLOW_DUMP = 5,       /**< operators whose computation overflowed */
} acldumpType;

/** Role of a tensor in its operator. */
typedef enum acldumpTensorType {
    ACL_DUMP_TENSOR_INPUT = 0,
    ACL_DUMP_TENSOR_OUTPUT = 1,
    ACL_DUMP_TENSOR_WORKSPACE = 2, /**< scratch memory */
} acldumpTensorType;

/** What tensorAddr of an acldumpTensorInfo is. */
typedef enum acldumpTensorAddressType {
    ACL_DUMP_ADDR_PTR = 0,     /**< address of the data */
    ACL_DUMP_ADDR_PTR_PTR = 1, /**< address of a pointer to the data */
    ACL_DUMP_ADDR_RAW = 2,     /**< value without a memory block behind it */
} acldumpTensorAddressType;

/** Memory that a tensor is in. */
typedef enum acldumpTensorPlacement {
    ACL_DUMP_PLACEMENT_DEVICE = 0,
    ACL_DUMP_PLACEMENT_HOST = 1,
    ACL_DUMP_PLACEMENT_END = 2, /**< number of values */
} acldumpTensorPlacement;

/**
 * Piece of a dump file as the callback of acldumpRegCallback() gets it. dataBuf extends beyond the
 * structure.
 */
typedef struct acldumpChunk {
    /** name of the file that the piece belongs to */
    char fileName[ACL_DUMP_MAX_FILE_PATH_LENGTH];
    uint32_t bufLen;                  /**< bytes in dataBuf */
    uint32_t isLastChunk;             /**< 1 for the last piece of the file, else 0 */
    int64_t offset;                   /**< position in the file, -1 to append */
    int32_t flag;                     /**< reserved */
    __extension__ uint8_t dataBuf[0]; /**< data of the piece */
} acldumpChunk;

/** Tensor to be saved with acldumpSaveExceptionInfo(). */
typedef struct acldumpTensorInfo {
    acldumpTensorType type;
    size_t tensorSize; /**< bytes */
    int32_t format;    /**< number of an aclFormat */
    int32_t dataType;  /**< number of an aclDataType */
    int64_t* tensorAddr;
    acldumpTensorAddressType addrType;
    acldumpTensorPlacement placement;
    uint32_t argsOffset;                          /**< position in the kernel arguments */
    uint32_t shapeNum;                            /**< entries used in shape */
    uint32_t originShapeNum;                      /**< entries used in originShape */
    uint64_t shape[ACL_DUMP_MAX_SHAPE_NUM];       /**< shape in memory */
    uint64_t originShape[ACL_DUMP_MAX_SHAPE_NUM]; /**< shape before rearranging */
} acldumpTensorInfo;

/**
 * Sends dump data to a function instead of to files. Dumping has to be set up as usual.
 * @param messageCallback called with each piece and the size of the piece in bytes; returns 0 for
 *        success. It may be called from threads of the library.
 * @param flag 0: nothing is written to files
 */
ACL_DUMP_API aclError acldumpRegCallback(int32_t (*const messageCallback)(const acldumpChunk*,
                                                                          int32_t),
                                         int32_t flag);

/** Ends the delivery of dump data to the callback. */
ACL_DUMP_API void acldumpUnregCallback(void);

/**
 * Starts collecting information on the operators that run: type, attributes, and formats, data
 * types and shapes of the operands.
 * @param dumpType ACL_OP_DUMP_OP_AICORE_ARGS
 * @param path folder for the files; created if possible
 * @return ACL_SUCCESS, or ACL_ERROR_FAILURE when path is NULL or not usable or the dump type is
 *        another one.
 */
ACL_DUMP_API aclError aclopStartDumpArgs(uint32_t dumpType, const char* path);

/**
 * Ends the collection started by aclopStartDumpArgs() and writes the files, one per operator and
 * shape.
 * @param dumpType ACL_OP_DUMP_OP_AICORE_ARGS
 */
ACL_DUMP_API aclError aclopStopDumpArgs(uint32_t dumpType);

/**
 * Tells the folder that dump files of a kind go to.
 * @return the path, or NULL when that kind of dump is not configured.
 */
ACL_DUMP_API const char* acldumpGetPath(acldumpType dumpType);

/**
 * Saves tensors together with the information on an exception.
 * @param fileName name of the file in the folder for exceptions
 * @param userTag text to find the file by
 * @param tensors tensors to save, tensorCount entries
 */
ACL_DUMP_API ACL_DUMP_WEAK aclError acldumpSaveExceptionInfo(const char* fileName,
                                                             const char* userTag,
                                                             const acldumpTensorInfo* tensors,
                                                             size_t tensorCount);

/**
 * Tells the folder for exception information.
 * @param path receives the path
 * @param maxLen size of path in bytes
 */
ACL_DUMP_API ACL_DUMP_WEAK aclError acldumpGetExceptionInfoPath(char* path, size_t maxLen);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_DUMP_H_
