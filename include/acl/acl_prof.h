/* SPDX-License-Identifier: Apache-2.0 */
/* Profiling: collecting performance data, marks of the application, per-operator information. */

#ifndef BELAY_ACL_ACL_PROF_H_
#define BELAY_ACL_ACL_PROF_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

/** Makes a function of the profiling interface visible outside of the library that defines it. */
#define MSVP_PROF_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of data to collect, to be combined for aclprofCreateConfig(). */
#define ACL_PROF_ACL_API 0x000000001ULL        /**< calls of this interface */
#define ACL_PROF_TASK_TIME 0x000000002ULL      /**< times and operator information */
#define ACL_PROF_AICORE_METRICS 0x000000004ULL /**< counters chosen by aclprofAicoreMetrics */
#define ACL_PROF_AICPU 0x000000008ULL          /**< AI CPU tasks */
#define ACL_PROF_L2CACHE 0x000000010ULL        /**< level-2 cache hits */
#define ACL_PROF_HCCL_TRACE 0x000000020ULL     /**< collective communication */
#define ACL_PROF_TRAINING_TRACE 0x000000040ULL /**< steps of a training */
#define ACL_PROF_MSPROFTX 0x000000080ULL       /**< marks of the application */
#define ACL_PROF_RUNTIME_API 0x000000100ULL    /**< calls of the runtime */
#define ACL_PROF_GE_API_L0 0x000000200ULL      /**< main stages of host scheduling */
#define ACL_PROF_TASK_TIME_L0 0x000000800ULL   /**< submission and run times only */
#define ACL_PROF_TASK_MEMORY 0x000001000ULL    /**< memory use of operators */
#define ACL_PROF_GE_API_L1 0x001000000ULL      /**< fine stages of host scheduling */
#define ACL_PROF_TASK_TIME_L2 0x000002000ULL   /**< times, operator information and attributes */
#define ACL_PROF_OP_ATTR 0x000004000ULL        /**< attributes of operators */
#define ACL_PROF_TASK_TIME_L3 0x000008000ULL   /**< most detailed times */
#define ACL_PROF_API_STATS 0x400000000ULL      /**< statistics of calls; excludes the other kinds */
#define ACL_PROF_AICORE_SHAPE 0x800000000ULL   /**< shapes of operators */

/** Bytes that hold any operator name with the final zero. */
#define ACL_PROF_MAX_OP_NAME_LEN 257

/** Bytes that hold any operator type with the final zero. */
#define ACL_PROF_MAX_OP_TYPE_LEN 65

/** Most dimensions in an aclprofTensor. May be defined before this header is included. */
#ifndef ACL_PROF_TENSOR_DATA_SHAPE_LEN
#define ACL_PROF_TENSOR_DATA_SHAPE_LEN 8
#endif

/** What to collect, and on which devices. */
typedef struct aclprofConfig aclprofConfig;

/** Reserved. */
typedef struct aclprofStopConfig aclprofStopConfig;

/** Reserved. */
typedef struct aclprofAicoreEvents aclprofAicoreEvents;

/** What to deliver on the operators of a model. */
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;

/** One step of a training for aclprofGetStepTimestamp(). */
typedef struct aclprofStepInfo aclprofStepInfo;

/** Set of counters of the AI cores. */
typedef enum aclprofAicoreMetrics {
    ACL_AICORE_ARITHMETIC_UTILIZATION = 0,   /**< share of each kind of computation */
    ACL_AICORE_PIPE_UTILIZATION = 1,         /**< share of computing and moving units */
    ACL_AICORE_MEMORY_BANDWIDTH = 2,         /**< instructions on external memory */
    ACL_AICORE_L0B_AND_WIDTH = 3,            /**< instructions on internal memory */
    ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,  /**< conflicts between instruction queues */
    ACL_AICORE_MEMORY_UB = 5,                /**< instructions on the unified buffer */
    ACL_AICORE_L2_CACHE = 6,                 /**< cache hits and misses */
    ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7, /**< share of the units while executing */
    ACL_AICORE_MEMORY_ACCESS = 8,            /**< amount of data the core moves */
    ACL_AICORE_NONE = 255,                   /**< no counters */
} aclprofAicoreMetrics;

/** Point of a step. */
typedef enum aclprofStepTag {
    ACL_STEP_START = 0,
    ACL_STEP_END = 1,
} aclprofStepTag;

/** Kind of an entry of subscribed information. */
typedef enum aclprofSubscribeOpFlag {
    ACL_SUBSCRIBE_OP = 0,        /**< operator */
    ACL_SUBSCRIBE_SUBGRAPH = 1,  /**< part of a graph */
    ACL_SUBSCRIBE_OP_THREAD = 2, /**< thread of an operator */
    ACL_SUBSCRIBE_NONE = 255,
} aclprofSubscribeOpFlag;

/** Attribute of an entry of subscribed information. */
typedef enum aclprofSubscribeOpAttri {
    ACL_SUBSCRIBE_ATTRI_THREADID = 0, /**< number of the thread */
    ACL_SUBSCRIBE_ATTRI_NONE = 1,
} aclprofSubscribeOpAttri;

/** Setting for aclprofSetConfig(). Values are texts; frequencies are in hertz. */
typedef enum aclprofConfigType {
    ACL_PROF_ARGS_MIN = 0, /**< below all settings */
    /** megabytes the output folder may take, 200 to 4294967295 */
    ACL_PROF_STORAGE_LIMIT = 1,
    ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,    /**< memory bandwidth, 1 to 100 */
    ACL_PROF_LLC_MODE = 4,                 /**< "read" or "write": level-3 cache traffic */
    ACL_PROF_SYS_IO_FREQ = 5,              /**< network traffic, 1 to 100 */
    ACL_PROF_SYS_INTERCONNECTION_FREQ = 6, /**< traffic between devices, 1 to 50 */
    ACL_PROF_DVPP_FREQ = 7,                /**< image units, 1 to 100 */
    ACL_PROF_HOST_SYS = 8,                 /**< "cpu", "mem": use by this process */
    ACL_PROF_HOST_SYS_USAGE = 9,           /**< "cpu", "mem": use by the host */
    ACL_PROF_HOST_SYS_USAGE_FREQ = 10,     /**< use by the host, 1 to 50 */
    ACL_PROF_LOW_POWER_FREQ = 11,          /**< power state of the chip */
    ACL_PROF_SYS_MEM_SERVICEFLOW = 12,     /**< memory traffic by class */
    ACL_PROF_SYS_CPU_FREQ = 13,            /**< device CPUs */
    ACL_PROF_OPTYPE = 14,                  /**< operator types to collect */
    ACL_PROF_NTS_METRICS = 15,             /**< counters of the task scheduler */
    ACL_PROF_PATH = 16,                    /**< folder for the data */
    ACL_PROF_ARGS_MAX = 17,                /**< above all settings */
} aclprofConfigType;

/** What an aclprofEventAttributes carries. */
typedef enum aclprofMessageType {
    ACL_PROF_MESSAGE_TYPE_TENSOR_INFO = 0, /**< tensors of an operator */
} aclprofMessageType;

#ifndef ACL_PROF_TENSOR_INFO_DEFINED
#define ACL_PROF_TENSOR_INFO_DEFINED

/** Version to be stored in an aclprofEventAttributes. */
#define ACL_PROF_EVENT_ATTR_VERSION 1

/** One operand of an operator. */
typedef struct aclprofTensor {
    uint32_t type;     /**< input or output */
    uint32_t format;   /**< number of an aclFormat */
    uint32_t dataType; /**< number of an aclDataType */
    uint32_t shapeDim; /**< entries used in shape */
    uint32_t shape[ACL_PROF_TENSOR_DATA_SHAPE_LEN];
} aclprofTensor;

/** Operands of an operator for aclprofRangePushEx(). */
typedef struct aclprofTensorInfo {
    uint64_t opNameId;   /**< name as given by aclprofStr2Id() */
    uint64_t opTypeId;   /**< type as given by aclprofStr2Id() */
    uint32_t resv;       /**< reserved, 0 */
    uint32_t tensorNum;  /**< entries of tensors */
    uint32_t kernelType; /**< kind of kernel */
    uint32_t blockNums;  /**< number of blocks */
    void* stream;        /**< stream that the operator is submitted to */
    aclprofTensor* tensors;
} aclprofTensorInfo;

/** Message for aclprofRangePushEx(). */
typedef struct aclprofEventAttributes {
    uint16_t version;     /**< ACL_PROF_EVENT_ATTR_VERSION */
    uint16_t size;        /**< size of this structure in bytes */
    uint32_t messageType; /**< number of an aclprofMessageType */

    /** content as messageType says */
    union Message {
        aclprofTensorInfo* tensorInfo;
    } message;
} aclprofEventAttributes;

#endif  // ACL_PROF_TENSOR_INFO_DEFINED

/**
 * Prepares profiling and sets where its data goes. To be called after aclInit() and before a model
 * is loaded. Excludes profiling by the configuration of aclInit() and by aclprofModelSubscribe().
 * @param profilerResultPath folder for the data
 * @param length length of the path in bytes, at most 4096
 */
MSVP_PROF_API aclError aclprofInit(const char* profilerResultPath, size_t length);

/**
 * Ends profiling.
 * @return ACL_SUCCESS, or ACL_ERROR_PROF_NOT_RUN without aclprofInit().
 */
MSVP_PROF_API aclError aclprofFinalize(void);

/**
 * Starts collecting data. A device can take part in one collection at a time.
 * @return ACL_SUCCESS; ACL_ERROR_PROF_NOT_RUN without aclprofInit(); ACL_ERROR_PROF_ALREADY_RUN
 *        when a device is already taking part.
 */
MSVP_PROF_API aclError aclprofStart(const aclprofConfig* profilerConfig);

/**
 * Describes what to collect and on which devices.
 * @param deviceIdList numbers of the devices
 * @param deviceNums entries of deviceIdList
 * @param aicoreMetrics counters, effective with ACL_PROF_AICORE_METRICS
 * @param aicoreEvents reserved, NULL
 * @param dataTypeConfig kinds of data, ACL_PROF_* values combined
 * @return the description, to be released with aclprofDestroyConfig(), or NULL on an error.
 */
MSVP_PROF_API aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                                 aclprofAicoreMetrics aicoreMetrics,
                                                 const aclprofAicoreEvents* aicoreEvents,
                                                 uint64_t dataTypeConfig);

/** Releases a description of aclprofCreateConfig(). */
MSVP_PROF_API aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig);

/**
 * Stops collecting data.
 * @param profilerConfig the description given to aclprofStart()
 */
MSVP_PROF_API aclError aclprofStop(const aclprofConfig* profilerConfig);

/**
 * Changes a setting of the collection that is started next.
 * @param config value as text
 * @param configLength length of the value in bytes, at most 256
 */
MSVP_PROF_API aclError aclprofSetConfig(aclprofConfigType configType, const char* config,
                                        size_t configLength);

/**
 * Delivers information on every operator of a model that runs, through the pipe of the
 * configuration. Excludes aclprofInit().
 * @return ACL_SUCCESS; ACL_ERROR_PROF_REPEAT_SUBSCRIBE when the model is subscribed already;
 *        ACL_ERROR_PROF_API_CONFLICT after aclprofInit(); ACL_ERROR_INVALID_MODEL_ID for an unknown
 *        model.
 */
MSVP_PROF_API aclError aclprofModelSubscribe(uint32_t modelId,
                                             const aclprofSubscribeConfig* profSubscribeConfig);

/** Ends the delivery for a model and closes its pipe when all data has been written. */
MSVP_PROF_API aclError aclprofModelUnSubscribe(uint32_t modelId);

/**
 * Describes what to deliver on the operators of a model.
 * @param timeInfoSwitch 1 delivers times, 0 does not
 * @param aicoreMetrics reserved; ACL_AICORE_NONE
 * @param fd address of the descriptor of the writing end of a pipe
 * @return the description, to be released with aclprofDestroySubscribeConfig(), or NULL on an
 *        error.
 */
MSVP_PROF_API aclprofSubscribeConfig* aclprofCreateSubscribeConfig(
    int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics, void* fd);

/** Releases a description of aclprofCreateSubscribeConfig(). */
MSVP_PROF_API aclError
aclprofDestroySubscribeConfig(const aclprofSubscribeConfig* profSubscribeConfig);

/**
 * Tells the size of the information on one operator. What is read from the pipe is a multiple of
 * it.
 * @param opDescSize receives the size in bytes
 */
MSVP_PROF_API aclError aclprofGetOpDescSize(size_t* opDescSize);

/**
 * Tells how many operators a piece of information covers.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param opNumber receives the number
 */
MSVP_PROF_API aclError aclprofGetOpNum(const void* opInfo, size_t opInfoLen, uint32_t* opNumber);

/**
 * Tells how much room the type of an operator needs.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @param opTypeLen receives the size in bytes with the final zero
 */
MSVP_PROF_API aclError aclprofGetOpTypeLen(const void* opInfo, size_t opInfoLen, uint32_t index,
                                           size_t* opTypeLen);

/**
 * Tells the type of an operator.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @param opType receives the type, cut off when it does not fit
 * @param opTypeLen size of opType in bytes
 */
MSVP_PROF_API aclError aclprofGetOpType(const void* opInfo, size_t opInfoLen, uint32_t index,
                                        char* opType, size_t opTypeLen);

/**
 * Tells how much room the name of an operator needs.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @param opNameLen receives the size in bytes with the final zero
 */
MSVP_PROF_API aclError aclprofGetOpNameLen(const void* opInfo, size_t opInfoLen, uint32_t index,
                                           size_t* opNameLen);

/**
 * Tells the name of an operator.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @param opName receives the name, cut off when it does not fit
 * @param opNameLen size of opName in bytes
 */
MSVP_PROF_API aclError aclprofGetOpName(const void* opInfo, size_t opInfoLen, uint32_t index,
                                        char* opName, size_t opNameLen);

/**
 * Tells when an operator began to run.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @return the time in nanoseconds.
 */
MSVP_PROF_API uint64_t aclprofGetOpStart(const void* opInfo, size_t opInfoLen, uint32_t index);

/**
 * Tells when an operator had run.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @return the time in nanoseconds.
 */
MSVP_PROF_API uint64_t aclprofGetOpEnd(const void* opInfo, size_t opInfoLen, uint32_t index);

/**
 * Tells how long an operator ran.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @return the time in nanoseconds.
 */
MSVP_PROF_API uint64_t aclprofGetOpDuration(const void* opInfo, size_t opInfoLen, uint32_t index);

/**
 * Tells the model that an operator belongs to.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @return the model.
 */
MSVP_PROF_API size_t aclprofGetModelId(const void* opInfo, size_t opInfoLen, uint32_t index);

/**
 * Tells the kind of an entry.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @return the kind, or ACL_SUBSCRIBE_NONE on an error.
 */
MSVP_PROF_API aclprofSubscribeOpFlag aclprofGetOpFlag(const void* opInfo, size_t opInfoLen,
                                                      uint32_t index);

/**
 * Tells an attribute of an entry.
 * @param opInfo information read from the pipe
 * @param opInfoLen its size in bytes
 * @param index number of the operator, from 0
 * @return the value as text, which belongs to opInfo, or NULL on an error.
 */
MSVP_PROF_API const char* aclprofGetOpAttriValue(const void* opInfo, size_t opInfoLen,
                                                 uint32_t index, aclprofSubscribeOpAttri attri);

/**
 * Records the time of a point of a step when the stream reaches it.
 * @param stepInfo step; each point of it once
 * @param stream stream to use; NULL for the default stream
 */
MSVP_PROF_API aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                               aclrtStream stream);

/**
 * Creates a step.
 * @return the step, to be released with aclprofDestroyStepInfo(), or NULL when host memory is
 *        exhausted.
 */
MSVP_PROF_API aclprofStepInfo* aclprofCreateStepInfo(void);

/** Releases a step. */
MSVP_PROF_API void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo);

/**
 * Creates a mark. Marks are used between aclprofStart() and aclprofStop().
 * @return the mark, to be released with aclprofDestroyStamp(), or NULL on an error.
 */
MSVP_PROF_API void* aclprofCreateStamp(void);

/** Releases a mark. */
MSVP_PROF_API void aclprofDestroyStamp(void* stamp);

/**
 * Begins a span of time that the same thread ends with aclprofPop(). Spans can be nested.
 * @param stamp mark of aclprofCreateStamp()
 */
MSVP_PROF_API aclError aclprofPush(void* stamp);

/** Ends the innermost span of time that the calling thread has begun. */
MSVP_PROF_API aclError aclprofPop(void);

/**
 * Begins a span of time that any thread can end.
 * @param stamp mark of aclprofCreateStamp()
 * @param rangeId receives the number of the span for aclprofRangeStop()
 */
MSVP_PROF_API aclError aclprofRangeStart(void* stamp, uint32_t* rangeId);

/** Ends a span of time of aclprofRangeStart(). */
MSVP_PROF_API aclError aclprofRangeStop(uint32_t rangeId);

/**
 * Gives a mark a text.
 * @param msg text, copied
 * @param msgLen length of the text in bytes
 */
MSVP_PROF_API aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen);

/**
 * Records a moment.
 * @param stamp mark of aclprofCreateStamp()
 */
MSVP_PROF_API aclError aclprofMark(void* stamp);

/**
 * Records a moment on the host and, when the stream reaches it, on the device.
 * @param msg text, copied
 * @param msgLen length of the text in bytes, at most 127
 * @param stream stream to use; NULL for the default stream
 */
MSVP_PROF_API aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream);

/**
 * Registers a text and tells its number, to be used in an aclprofTensorInfo.
 * @return the number, or UINT64_MAX on an error.
 */
MSVP_PROF_API uint64_t aclprofStr2Id(const char* message);

/** Keeps information on the operator that the calling thread is about to submit. */
MSVP_PROF_API aclError aclprofRangePushEx(aclprofEventAttributes* attr);

/** Reports the information of the last aclprofRangePushEx() of the calling thread. */
MSVP_PROF_API aclError aclprofRangePop(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_PROF_H_
