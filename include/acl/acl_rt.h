/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime: initialisation, devices, contexts, streams, events, memory, kernel launch, captured
 * models and errors. */

#ifndef BELAY_ACL_ACL_RT_H_
#define BELAY_ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Initialisation and versions */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Version of the interface that these headers describe: the major number grows with incompatible
 * changes, the minor number with added functions, the patch number with corrections.
 */
#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

/**
 * Sizes of the texts in aclCANNPackageVersion and of the buffer for aclsysGetVersionStr(), in bytes
 * with the terminating zero.
 */
#define ACL_PKG_VERSION_MAX_SIZE 128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64

/** Software package whose version aclsysGetCANNVersion() reports. */
typedef enum aclCANNPackageName {
    ACL_PKG_NAME_CANN = 0, /**< the whole installation */
    ACL_PKG_NAME_RUNTIME = 1,
    ACL_PKG_NAME_COMPILER = 2,
    ACL_PKG_NAME_HCCL = 3, /**< collective communication */
    ACL_PKG_NAME_TOOLKIT = 4,
    ACL_PKG_NAME_OPP = 5,        /**< operator descriptions */
    ACL_PKG_NAME_OPP_KERNEL = 6, /**< prebuilt operator kernels */
    ACL_PKG_NAME_DRIVER = 7,
} aclCANNPackageName;

/** Library that registers a callback for initialisation or finalisation. */
typedef enum aclRegisterCallbackType {
    ACL_REG_TYPE_ACL_MODEL = 0,
    ACL_REG_TYPE_ACL_OP_EXECUTOR = 1,
    ACL_REG_TYPE_ACL_OP_CBLAS = 2,
    ACL_REG_TYPE_ACL_OP_COMPILER = 3,
    ACL_REG_TYPE_ACL_TDT_CHANNEL = 4,
    ACL_REG_TYPE_ACL_TDT_QUEUE = 5,
    ACL_REG_TYPE_ACL_DVPP = 6,   /**< media processing */
    ACL_REG_TYPE_ACL_RETR = 7,   /**< feature vector search */
    ACL_REG_TYPE_OTHER = 0xFFFF, /**< anything else; may be registered several times */
} aclRegisterCallbackType;

/**
 * Version of a software package, whole and in parts. Every text ends with a zero; a part that the
 * version lacks is empty.
 */
typedef struct aclCANNPackageVersion {
    char version[ACL_PKG_VERSION_MAX_SIZE];
    char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

/**
 * Function that aclInit() calls, in the order of registration. It runs on the thread that
 * initialises and may call everything but aclInit(), aclFinalize() and aclFinalizeReference(),
 * which are refused there. When it fails, those after it are not called and nothing is initialised.
 * @param configStr content of the configuration file, valid during the call only
 * @param len length of configStr in bytes
 * @param userData pointer given at registration
 * @return ACL_SUCCESS, or an error code that makes aclInit() fail.
 */
typedef aclError (*aclInitCallbackFunc)(const char* configStr, size_t len, void* userData);

/**
 * Function that is called when the library is finalised, those registered last first. It runs on
 * the thread that finalises and may call everything but aclInit(), aclFinalize() and
 * aclFinalizeReference(), which are refused there.
 * @param userData pointer given at registration
 * @return ACL_SUCCESS, or an error code, which does not keep the library from being finalised.
 */
typedef aclError (*aclFinalizeCallbackFunc)(void* userData);

/**
 * Initialises the library for the process and counts a reference. Device and memory functions also
 * work without it. The first configuration stays in force for the whole process, also after
 * aclFinalize(): a later call may pass NULL or a file with the same content. May be called from any
 * thread; concurrent calls are carried out one after the other.
 * @param configPath path of a configuration file in JSON of at most 10 MB, read during the call
 *        only. NULL, an empty string or an empty file means the defaults. Unknown keys are ignored.
 * @return ACL_SUCCESS, or
 * - ACL_ERROR_REPEAT_INITIALIZE when the library is already initialised; this call still counts a
 *   reference and is otherwise harmless
 * - ACL_ERROR_INVALID_FILE when the path does not exist, is no regular file or the file is too
 *   large
 * - ACL_ERROR_PARSE_FILE when the content is no valid JSON in UTF-8, is no object, is followed by
 *   other text or nests braces or square brackets deeper than 10 levels
 * - ACL_ERROR_INVALID_PARAM when the content differs from that of an earlier aclInit() of the
 *   process, or err_msg_mode, max_opqueue_num, acl_graph.event_mode or profiler has an unusable
 *   value
 * - ACL_ERROR_FAILURE when defaultDevice, StackSize or a size of the printf buffers has an unusable
 *   value
 * - ACL_ERROR_INVALID_DUMP_CONFIG when the section dump has an unusable value
 * - ACL_ERROR_INTERNAL_ERROR when the chip is unknown
 * - the code that a function registered with aclInitCallbackRegister() returned.
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/**
 * Finalises the library, however often aclInit() was called, and calls the functions registered
 * with aclFinalizeCallbackRegister(). aclInit() may be called again afterwards. May be called from
 * any thread; it is safe in a destructor of a static object and in a function registered with
 * atexit().
 * @return ACL_SUCCESS, also for the first call in a process that never called aclInit();
 *        ACL_ERROR_REPEAT_FINALIZE when the library is not initialised otherwise; or the first
 * error code that one of these functions returned, and the library is finalised all the same.
 */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/**
 * Gives back one reference that aclInit() counted. The last one finalises the library as
 * aclFinalize() does. May be called from any thread.
 * @param refCount receives the number of references left; NULL when not wanted; untouched on an
 *        error
 * @return ACL_SUCCESS, ACL_ERROR_REPEAT_FINALIZE when the library is not initialised, or, from the
 *        last reference, what aclFinalize() returns.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/**
 * Reports the version of a software package. Needs neither aclInit() nor a device and may be called
 * from any thread.
 * @param name package to ask for
 * @param version receives the version; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when version is NULL or name is no package, or
 *        ACL_ERROR_INVALID_FILE when the package is not installed.
 */
ACL_DEPRECATED_MESSAGE("use aclsysGetVersionStr or aclsysGetVersionNum")
ACL_FUNC_VISIBILITY aclError aclsysGetCANNVersion(aclCANNPackageName name,
                                                  aclCANNPackageVersion* version);

/**
 * Reports the version of a software package as text. Needs neither aclInit() nor a device and may
 * be called from any thread.
 * @param pkgName name of the package, for example "runtime" or "driver", ending with a zero; not
 *        changed
 * @param versionStr buffer of at least ACL_PKG_VERSION_MAX_SIZE bytes that receives the text with
 *        its terminating zero; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL, or ACL_ERROR_INVALID_FILE
 *        when the package is not installed.
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char* pkgName, char* versionStr);

/**
 * Reports the version of a software package as one number; a newer version has a greater number.
 * Needs neither aclInit() nor a device and may be called from any thread.
 * @param pkgName name of the package, for example "runtime" or "driver", ending with a zero; not
 *        changed
 * @param versionNum receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL, or ACL_ERROR_INVALID_FILE
 *        when the package is not installed.
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum);

/**
 * Reports the version of the interface that the loaded library implements. An application compares
 * it with ACL_MAJOR_VERSION, ACL_MINOR_VERSION and ACL_PATCH_VERSION. Needs neither aclInit() nor a
 * device and may be called from any thread.
 * @param majorVersion receives the major number
 * @param minorVersion receives the minor number
 * @param patchVersion receives the patch number
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when a pointer is NULL; the numbers are then
 *        untouched.
 */
ACL_DEPRECATED_MESSAGE("use aclsysGetVersionNum")
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

/**
 * Registers a function that aclInit() calls. When the library is already initialised the function
 * is called at once, before this call returns. May be called from any thread.
 * @param type library that registers; each value takes one function, ACL_REG_TYPE_OTHER any number
 * @param cbFunc function to call; must stay callable until it is unregistered
 * @param userData pointer to pass on, may be NULL; the library never looks at what it points to
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when cbFunc is NULL or type is no value of the
 *        enumeration, ACL_ERROR_INTERNAL_ERROR when type already has a function, or the code that
 *        the function returned when it was called at once; it is then not registered.
 */
ACL_FUNC_VISIBILITY aclError aclInitCallbackRegister(aclRegisterCallbackType type,
                                                     aclInitCallbackFunc cbFunc, void* userData);

/**
 * Removes a function registered with aclInitCallbackRegister(), however often it was registered for
 * the type. May be called from any thread.
 * @param type value given at registration
 * @param cbFunc function given at registration
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when cbFunc is NULL or type is no value of the
 *        enumeration, or ACL_ERROR_INTERNAL_ERROR when the function is not registered under this
 *        type.
 */
ACL_FUNC_VISIBILITY aclError aclInitCallbackUnRegister(aclRegisterCallbackType type,
                                                       aclInitCallbackFunc cbFunc);

/**
 * Registers a function that is called while the library is finalised. May be called from any
 * thread.
 * @param type library that registers; each value takes one function, ACL_REG_TYPE_OTHER any number
 * @param cbFunc function to call; must stay callable until it is unregistered
 * @param userData pointer to pass on, may be NULL; the library never looks at what it points to
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when cbFunc is NULL or type is no value of the
 *        enumeration, or ACL_ERROR_INTERNAL_ERROR when type already has a function.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type,
                                                         aclFinalizeCallbackFunc cbFunc,
                                                         void* userData);

/**
 * Removes a function registered with aclFinalizeCallbackRegister(), however often it was registered
 * for the type. May be called from any thread.
 * @param type value given at registration
 * @param cbFunc function given at registration
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when cbFunc is NULL or type is no value of the
 *        enumeration, or ACL_ERROR_INTERNAL_ERROR when the function is not registered under this
 *        type.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type,
                                                           aclFinalizeCallbackFunc cbFunc);

/* ---------------------------------------------------------------------------------------------- */
/* Devices */
/* ---------------------------------------------------------------------------------------------- */

/** Answers of aclrtGetDeviceCapability(). */
#define ACL_DEV_FEATURE_SUPPORT 1
#define ACL_DEV_FEATURE_NOT_SUPPORT 0

/** Reserved for further figures of aclrtUtilizationInfo. */
typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo;

/** Where the application runs. */
typedef enum aclrtRunMode {
    ACL_DEVICE = 0, /**< on the processor of the device itself */
    ACL_HOST = 1,   /**< on a host that drives the device */
} aclrtRunMode;

/** Task scheduler of a device. */
typedef enum aclrtTsId {
    ACL_TS_ID_AICORE = 0,
    ACL_TS_ID_AIVECTOR = 1,
    ACL_TS_ID_RESERVED = 2,
} aclrtTsId;

/** What floating-point arithmetic of a device gives on overflow. */
typedef enum aclrtFloatOverflowMode {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0, /**< the largest finite number */
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,     /**< infinity and NaN as in IEEE 754 */
    ACL_RT_OVERFLOW_MODE_UNDEF = 2,      /**< no valid mode */
} aclrtFloatOverflowMode;

/** Health of a device. */
typedef enum aclrtDeviceStatus {
    ACL_RT_DEVICE_STATUS_NORMAL = 0,
    ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
    ACL_RT_DEVICE_STATUS_END = 0xFFFF, /**< no status */
} aclrtDeviceStatus;

/** Property of a device that aclrtGetDeviceInfo() reports. */
typedef enum aclrtDevAttr {
    ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
    ACL_DEV_ATTR_WARP_SIZE = 202,                  /**< threads that run in step */
    ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203, /**< threads on one vector core */
    ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE ACL_DEPRECATED_MESSAGE(
        "use ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE") = 204,
    ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204, /**< bytes of unified buffer */
    ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
    ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
    ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
    ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208, /**< blocks of one launch */
    ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
    ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301, /**< bytes */
    ACL_DEV_ATTR_L2_CACHE_SIZE = 302,         /**< bytes */
    /** equal for devices in one operating system */
    ACL_DEV_ATTR_SMP_ID = 401,
    ACL_DEV_ATTR_PHY_CHIP_ID = 402,
    ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403, /**< misspelt, kept for old code */
    ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 403,
    ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404,
    ACL_DEV_ATTR_SUPER_POD_ID = 405,
    ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406, /**< 1: own AI CPU kernels may run */
    ACL_DEV_ATTR_MAINBOARD_ID = 407,
    ACL_DEV_ATTR_HD_CONNECT_TYPE = 408,    /**< an ACL_HOST_DEVICE_CONNECT_TYPE value */
    ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409, /**< an ACL_DEVICE_FORM_FACTOR value */
    ACL_DEV_ATTR_IS_VIRTUAL = 501,         /**< 1: part of a device only */
    ACL_DEV_ATTR_NPU_ARCH = 601,           /**< number of the architecture */
} aclrtDevAttr;

/** Feature that aclrtGetDeviceCapability() can ask for. */
typedef enum aclrtDevFeatureType {
    ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
    ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21,
} aclrtDevFeatureType;

/** Use of a device's parts, in percent. */
typedef struct aclrtUtilizationInfo {
    int32_t cubeUtilization;
    int32_t vectorUtilization;
    int32_t aicpuUtilization;
    int32_t memoryUtilization;
    aclrtUtilizationExtendInfo* utilizationExtend; /**< reserved, NULL */
} aclrtUtilizationInfo;

/**
 * Makes a device the current one of the calling thread and creates its default context and default
 * stream on first use. Calls are counted for each device; aclrtResetDevice() undoes one.
 * @param deviceId 0 up to the number of devices minus one
 * @return ACL_SUCCESS, or ACL_ERROR_RT_INVALID_DEVICEID when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/**
 * Undoes one aclrtSetDevice(). The last one releases the default context and everything that
 * belongs to it, for all threads.
 * @param deviceId device to reset
 * @return ACL_SUCCESS, or ACL_ERROR_RT_CONTEXT_RELEASE_ERROR when the device was not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/**
 * Releases a device whatever the count of aclrtSetDevice() is. It also brings a lost device back
 * into a clean state.
 * @param deviceId device to reset
 * @return ACL_SUCCESS, or ACL_ERROR_RT_CONTEXT_RELEASE_ERROR when the device was not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/**
 * Reports the current device of the calling thread.
 * @param deviceId receives the number; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_RT_CONTEXT_NULL when the thread has no current device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/** Tells whether the application runs on a host or on the device itself. */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/**
 * Blocks the calling thread until all work submitted to the device of the current context is done.
 * @return ACL_SUCCESS, or the code of a task that failed.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/**
 * Like aclrtSynchronizeDevice(), but gives up after a time.
 * @param timeout time in milliseconds, or -1 to wait without limit
 * @return ACL_SUCCESS, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT when the time is over, or the code of a
 *        task that failed.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/**
 * Selects the task scheduler for the calling thread on chips that have several. No chip that belay
 * knows has more than one, so it makes no difference.
 * @param tsId ACL_TS_ID_AICORE or ACL_TS_ID_AIVECTOR
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID for another number.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetTsDevice(aclrtTsId tsId);

/**
 * Reports how busy the cores of a device were since the last look, or since it was set. Looks
 * within 10 ms of each other give the same. Needs no context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param utilizationInfo receives percentages: -1 for cores that the chip does not have, and for
 *        memory; untouched on an error. Its utilizationExtend must be NULL.
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when utilizationInfo or its reserved part is not as
 * it must be, or ACL_ERROR_RT_INVALID_DEVICEID when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceUtilizationRate(int32_t deviceId,
                                                           aclrtUtilizationInfo* utilizationInfo);

/**
 * Reports the number of devices that the process can use. The environment variable
 * ASCEND_RT_VISIBLE_DEVICES can restrict and renumber them. Works before aclInit().
 * @param count receives the number
 * @return ACL_SUCCESS, or ACL_ERROR_RT_NO_DEVICE when that variable leaves no device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/**
 * Sets what floating-point arithmetic of the current device gives on overflow, for streams created
 * later, until the device is reset. May be called from any thread that has a context.
 * @param mode ACL_RT_OVERFLOW_MODE_SATURATION or ACL_RT_OVERFLOW_MODE_INFNAN
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID for another mode, ACL_ERROR_RT_CONTEXT_NULL when
 *        the thread has no context, or ACL_ERROR_RT_FEATURE_NOT_SUPPORT when the chip does not have
 *        the mode: Ascend950 does not saturate, chips before Ascend910B do nothing else.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);

/**
 * Reports what floating-point arithmetic of the current device gives on overflow. May be called
 * from any thread that has a context.
 * @param mode receives the mode; untouched on an error. The default is ACL_RT_OVERFLOW_MODE_INFNAN
 *        where the chip has it.
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when mode is NULL, or ACL_ERROR_RT_CONTEXT_NULL when
 *        the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);

/**
 * Tells whether a device is healthy, whether it is set or not. May be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param deviceStatus receives ACL_RT_DEVICE_STATUS_NORMAL, or ACL_RT_DEVICE_STATUS_ABNORMAL while
 *        the device has a fault that is not repaired, or is lost; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when deviceStatus is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId,
                                                    aclrtDeviceStatus* deviceStatus);

/**
 * Drops all work of a device: what runs is stopped where that is possible, what is queued never
 * runs, host functions that have not begun are not called. Streams stay usable. Callbacks of
 * aclrtSetDeviceTaskAbortCallback() run on the calling thread before and after that, all of them
 * even when one fails. Threads that wait for a stream of the device get
 * ACL_ERROR_RT_DEVICE_TASK_ABORT. May be called from a host function, which then runs on. Needs no
 * context.
 * @param deviceId device that is set
 * @param timeout time in milliseconds for the whole, at most 36 minutes; 0 means no limit
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when timeout is too great,
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, ACL_ERROR_RT_CONTEXT_NULL when
 * it is not set, ACL_ERROR_RT_WAIT_TIMEOUT when a running task does not end in time (the work of
 * its stream is then not dropped), or ACL_ERROR_RT_INTERNAL_ERROR when a callback returned
 *        something else than 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);

/**
 * Reports a property of a device. What only cores that run threads have (202 to 212) is 0 on chips
 * without them, such as Ascend910B; the numbers of a super pod (403 to 405) are 0 on a machine that
 * is no part of one. Needs neither aclInit() nor a context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param attr property
 * @param value receives the value; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, or ACL_ERROR_RT_PARAM_INVALID
 *        when there is no such device or property.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr,
                                                int64_t* value);

/**
 * Reports the priorities that streams can have. A smaller number is more urgent.
 * @param leastPriority receives 7; NULL when not wanted
 * @param greatestPriority receives 0; NULL when not wanted
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority,
                                                               int32_t* greatestPriority);

/**
 * Tells whether a device offers a feature. Needs no context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param devFeatureType feature
 * @param value receives ACL_DEV_FEATURE_SUPPORT or ACL_DEV_FEATURE_NOT_SUPPORT, unless there is an
 *        error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_INVALID_DEVICEID
 *        when there is no such device, or ACL_ERROR_RT_PARAM_INVALID for another feature.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId,
                                                      aclrtDevFeatureType devFeatureType,
                                                      int32_t* value);

/**
 * Tells whether kernels built for a chip run on the current device: whether the cores of both have
 * the same architecture. May be called from any thread that has a context.
 * @param socVersion name of the chip they were built for, or of its family
 * @param canCompatible receives 1 when they do, else 0, also for a chip that nothing is known of;
 *        untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when an argument is NULL, or
 *        ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckArchCompatibility(const char* socVersion,
                                                         int32_t* canCompatible);

/**
 * Writes the L2 cache of the current device back to memory and empties it. Simulated devices have
 * no cache: what is written is visible at once. May be called from any thread that has a context.
 * @param rsv reserved, NULL
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when rsv is not NULL, or ACL_ERROR_RT_CONTEXT_NULL
 *        when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceL2CacheFlush(void* rsv);

/* ---------------------------------------------------------------------------------------------- */
/* Device numbers and identity */
/* ---------------------------------------------------------------------------------------------- */

/** Values of ACL_DEV_ATTR_HD_CONNECT_TYPE: the link between host and device. */
#define ACL_HOST_DEVICE_CONNECT_TYPE_PCIE 0
#define ACL_HOST_DEVICE_CONNECT_TYPE_HCCS 1
#define ACL_HOST_DEVICE_CONNECT_TYPE_UB 2

/** Values of ACL_DEV_ATTR_DEVICE_FORM_FACTOR: how the device is built into its server. */
#define ACL_DEVICE_FORM_FACTOR_POD 0
#define ACL_DEVICE_FORM_FACTOR_A_K 1
#define ACL_DEVICE_FORM_FACTOR_A_X 2
#define ACL_DEVICE_FORM_FACTOR_PCIE_CARD 3

/** Unique identity of a device; 16 bytes without a terminating zero. */
typedef struct aclrtUuid {
    char bytes[16];
} aclrtUuid;

/**
 * Reports the unique identity of a device: the same in every process and under every number that
 * the device has there. Needs no context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param uuid receives 16 bytes; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid);

/**
 * Reports where a device sits on the PCI bus. Needs no context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param pciBusId buffer that receives domain:bus:device.function in hexadecimal, with a
 *        terminating zero; untouched on an error
 * @param len size of the buffer in bytes; 13 are enough
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when pciBusId is NULL or len is too small, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len);

/**
 * Finds the device that sits at a place on the PCI bus. Needs no context and may be called from any
 * thread.
 * @param pciBusId domain:bus:device.function in hexadecimal, in capitals or not; without domain or
 *        function these count as 0
 * @param deviceId receives the device's number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when an argument is NULL or the text is no such
 *        address, or ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use is
 * there.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId);

/**
 * Converts the number that the application uses for a device into its logical number, which does
 * not depend on ASCEND_RT_VISIBLE_DEVICES. Needs neither aclInit() nor a context and may be called
 * from any thread, like the five functions below.
 * @param userDevid 0 up to the number of devices minus one
 * @param logicDevId receives the logical number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid,
                                                           int32_t* const logicDevId);

/**
 * Converts the logical number of a device into the number that the application uses.
 * @param logicDevId logical number
 * @param userDevid receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId,
                                                           int32_t* const userDevid);

/**
 * Converts the physical number of a device, which counts all devices of the machine, into the
 * number that the application uses. In spite of the name that is not the logical number; programs
 * rely on it. Use aclrtGetUserDevIdByPhyDevId().
 * @param phyDevId physical number
 * @param logicDevId receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId,
                                                          int32_t* const logicDevId);

/**
 * Converts the number that the application uses for a device into its physical number, which counts
 * all devices of the machine. In spite of the name it takes no logical number; programs rely on it.
 * Use aclrtGetPhyDevIdByUserDevId().
 * @param logicDevId 0 up to the number of devices minus one
 * @param phyDevId receives the physical number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId,
                                                          int32_t* const phyDevId);

/**
 * Converts the physical number of a device, which counts all devices of the machine, into the
 * number that the application uses.
 * @param phyDevId physical number
 * @param userDevId receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId,
                                                         int32_t* const userDevId);

/**
 * Converts the number that the application uses for a device into its physical number, which counts
 * all devices of the machine.
 * @param userDevId 0 up to the number of devices minus one
 * @param phyDevId receives the physical number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when the pointer is NULL, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when no device that the process can use has this number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId,
                                                         int32_t* const phyDevId);

/* ---------------------------------------------------------------------------------------------- */
/* Access between devices */
/* ---------------------------------------------------------------------------------------------- */

/** Links between two devices, as reported by aclrtGetDevicesTopo(). */
#define ACL_RT_DEVS_TOPOLOGY_HCCS 0x01ULL    /**< direct cache-coherent link */
#define ACL_RT_DEVS_TOPOLOGY_PIX 0x02ULL     /**< through one PCIe switch */
#define ACL_RT_DEVS_TOPOLOGY_PIB 0x04ULL     /**< through several PCIe switches */
#define ACL_RT_DEVS_TOPOLOGY_PHB 0x08ULL     /**< through the PCIe host bridge */
#define ACL_RT_DEVS_TOPOLOGY_SYS 0x10ULL     /**< through the link between processors */
#define ACL_RT_DEVS_TOPOLOGY_SIO 0x20ULL     /**< two dies in one package */
#define ACL_RT_DEVS_TOPOLOGY_HCCS_SW 0x40ULL /**< cache-coherent link through a switch */

/** Bits that tell for which operands an atomic operation works. */
typedef enum aclrtAtomicOperationCapability {
    ACL_RT_ATOMIC_CAPABILITY_SIGNED = 1,
    ACL_RT_ATOMIC_CAPABILITY_UNSIGNED = 2,
    ACL_RT_ATOMIC_CAPABILITY_REDUCATION = 4, /**< misspelt, kept for old code */
    ACL_RT_ATOMIC_CAPABILITY_REDUCTION = 4,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR8 = 8,      /**< 8-bit operands */
    ACL_RT_ATOMIC_CAPABILITY_SCALAR16 = 16,    /**< 16-bit operands */
    ACL_RT_ATOMIC_CAPABILITY_SCALAR32 = 32,    /**< 32-bit operands */
    ACL_RT_ATOMIC_CAPABILITY_SCALAR64 = 64,    /**< 64-bit operands */
    ACL_RT_ATOMIC_CAPABILITY_SCALAR128 = 128,  /**< 128-bit operands */
    ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 = 256, /**< four 32-bit operands at once */
} aclrtAtomicOperationCapability;

/** Atomic operation whose support can be asked for. */
typedef enum aclrtAtomicOperation {
    ACL_RT_ATOMIC_OPERATION_INTEGER_ADD = 0,
    ACL_RT_ATOMIC_OPERATION_INTEGER_MIN = 1,
    ACL_RT_ATOMIC_OPERATION_INTEGER_MAX = 2,
    ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
    ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
    ACL_RT_ATOMIC_OPERATION_AND = 5,
    ACL_RT_ATOMIC_OPERATION_OR = 6,
    ACL_RT_ATOMIC_OPERATION_XOR = 7,
    ACL_RT_ATOMIC_OPERATION_EXCHANGE = 8,
    ACL_RT_ATOMIC_OPERATION_CAS = 9, /**< compare and swap */
    ACL_RT_ATOMIC_OPERATION_FLOAT_ADD = 10,
    ACL_RT_ATOMIC_OPERATION_FLOAT_MIN = 11,
    ACL_RT_ATOMIC_OPERATION_FLOAT_MAX = 12,
    ACL_RT_ATOMIC_OPERATION_DMA_ADD = 30, /**< by the copy engine */
    ACL_RT_ATOMIC_OPERATION_DMA_MIN = 31, /**< by the copy engine */
    ACL_RT_ATOMIC_OPERATION_DMA_MAX = 32, /**< by the copy engine */
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD = 40,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN = 41,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX = 42,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS = 43,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH = 44,
} aclrtAtomicOperation;

/**
 * Tells whether one device can reach the memory of another one. Needs no context and may be called
 * from any thread.
 * @param canAccessPeer receives 1 or 0; untouched on an error
 * @param deviceId device that would access
 * @param peerDeviceId device that owns the memory; must be another one
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when canAccessPeer is NULL,
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or ACL_ERROR_RT_PARAM_INVALID
 *        when both are the same.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);

/**
 * Lets the current device reach the memory of another one. The permission goes one way; for both
 * ways call it on both devices. It holds for the process until it is taken back or the current
 * device is reset, and may be given again. A card needs it for copies between the two devices;
 * simulated devices copy without it. May be called from any thread that has a context.
 * @param peerDeviceId another device; it need not be set
 * @param flags reserved, 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when flags is not 0, ACL_ERROR_RT_CONTEXT_NULL when
 *        the thread has no context, ACL_ERROR_RT_INVALID_DEVICEID when there is no such device,
 *        ACL_ERROR_RT_PARAM_INVALID when it is the current one, or
 *        ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED when the two are not connected.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);

/**
 * Takes back what aclrtDeviceEnablePeerAccess() permitted the current device; where nothing was
 * permitted, nothing happens. May be called from any thread that has a context.
 * @param peerDeviceId another device
 * @return ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL when the thread has no context,
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or ACL_ERROR_RT_PARAM_INVALID
 *        when it is the current one.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

/**
 * Tells which atomic operations a device can carry out on host memory: none over PCIe. Needs no
 * context and may be called from any thread.
 * @param capabilities receives, for each operation, bits of aclrtAtomicOperationCapability; 0 when
 *        it is not supported; untouched on an error
 * @param operations operations to ask for
 * @param count length of both arrays, at least 1
 * @param deviceId 0 up to the number of devices minus one
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when an array is NULL, ACL_ERROR_RT_PARAM_INVALID
 * when count is 0 or an operation is no value of the enumeration, or ACL_ERROR_RT_INVALID_DEVICEID
 * when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError
aclrtDeviceGetHostAtomicCapabilities(uint32_t* capabilities, const aclrtAtomicOperation* operations,
                                     const uint32_t count, int32_t deviceId);

/**
 * Tells which atomic operations a device can carry out on the memory of another one. Copy engines
 * reduce over cache-coherent links; over PCIe nothing is atomic. Needs no context and may be called
 * from any thread.
 * @param capabilities receives, for each operation, bits of aclrtAtomicOperationCapability; 0 when
 *        it is not supported; untouched on an error
 * @param operations operations to ask for
 * @param count length of both arrays, at least 1
 * @param srcDeviceId device that operates
 * @param dstDeviceId device that owns the memory; must be another one
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when an array is NULL, ACL_ERROR_RT_PARAM_INVALID
 * when both devices are the same, count is 0 or an operation is no value of the enumeration, or
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError
aclrtDeviceGetP2PAtomicCapabilities(uint32_t* capabilities, const aclrtAtomicOperation* operations,
                                    const uint32_t count, int32_t srcDeviceId, int32_t dstDeviceId);

/**
 * Reports the link between two devices. Needs no context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param otherDeviceId another device
 * @param value receives one of the bits named ACL_RT_DEVS_TOPOLOGY, or 0 when they are not
 * connected; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_INVALID_DEVICEID
 *        when there is no such device, or ACL_ERROR_RT_PARAM_INVALID when both are the same.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId,
                                                 uint64_t* value);

/**
 * Tells whether access from one device to another one is enabled. Needs no context and may be
 * called from any thread.
 * @param deviceId device that accesses; when it is not set, nothing is enabled
 * @param peerDeviceId device that owns the memory; must be another one
 * @param status receives 1 when it is, else 0; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when status is NULL, ACL_ERROR_RT_INVALID_DEVICEID
 *        when there is no such device, or ACL_ERROR_RT_PARAM_INVALID when both are the same.
 */
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId,
                                                         int32_t* status);

/* ---------------------------------------------------------------------------------------------- */
/* Device limits */
/* ---------------------------------------------------------------------------------------------- */

/** Kind of core that can be limited. */
typedef enum aclrtDevResLimitType {
    ACL_RT_DEV_RES_CUBE_CORE = 0,
    ACL_RT_DEV_RES_VECTOR_CORE = 1,
} aclrtDevResLimitType;

/** Size of a buffer that every kernel of the device may use. */
typedef enum aclrtDeviceLimit {
    ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE = 0, /**< bytes for each thread */
    /** bytes for each warp to handle divergence */
    ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE = 1,
    ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE = 2,                /**< bytes for each core */
    ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 3, /**< bytes for each core */
    ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE = 4,          /**< bytes for the device */
} aclrtDeviceLimit;

/**
 * Sets the size of a buffer for kernels of the current device. The change concerns kernels launched
 * later; it ends when the device is reset. Sizes are rounded up: stacks of cores to 16 KiB, at
 * least 32 KiB and at most 192 KiB; stacks of threads and warps to 128 bytes, at most 1 MiB; print
 * buffers to 8 bytes, at most 64 MiB. May be called from any thread that has a context.
 * @param limit buffer; those for threads (SIMT) only on chips that run threads
 * @param value size in bytes, above 0
 * @return ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL when the thread has no context,
 *        ACL_ERROR_RT_PARAM_INVALID for an unknown buffer or a size that it cannot have, or
 *        ACL_ERROR_RT_FEATURE_NOT_SUPPORT when the chip runs no threads.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value);

/**
 * Reports the size of a buffer for kernels of the current device: as aclrtDeviceSetLimit() set it,
 * else as the configuration of aclInit() asks for, else the default. May be called from any thread
 * that has a context.
 * @param limit buffer; those for threads (SIMT) only on chips that run threads
 * @param value receives the size in bytes; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_CONTEXT_NULL when
 * the thread has no context, ACL_ERROR_RT_PARAM_INVALID for an unknown buffer, or
 *        ACL_ERROR_RT_FEATURE_NOT_SUPPORT when the chip runs no threads.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t* value);

/**
 * Reports how many cores of a kind the process may use on a device: the limit, or all that the chip
 * has. Needs no context and may be called from any thread.
 * @param deviceId 0 up to the number of devices minus one
 * @param type kind of core
 * @param value receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_PARAM_INVALID for
 * an unknown kind, or ACL_ERROR_RT_INVALID_DEVICEID when there is no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t* value);

/**
 * Limits how many cores of a kind the process may use on a device, until the device is reset. A
 * limit of a stream comes before it. It concerns work submitted later. May be called from any
 * thread.
 * @param deviceId device that is set
 * @param type kind of core
 * @param value number of cores, at least 1 and at most what the chip has
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID for an unknown kind or number of cores,
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or ACL_ERROR_RT_CONTEXT_NULL
 *        when it is not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t value);

/**
 * Removes the limits set with aclrtSetDeviceResLimit(). May be called from any thread.
 * @param deviceId device that is set
 * @return ACL_SUCCESS, ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or
 *        ACL_ERROR_RT_CONTEXT_NULL when it is not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceResLimit(int32_t deviceId);

/* ---------------------------------------------------------------------------------------------- */
/* Device groups */
/* ---------------------------------------------------------------------------------------------- */

/** Properties of all groups of the current device; made by aclrtCreateGroupInfo(). */
typedef struct tagRtGroupInfo aclrtGroupInfo;

/** Property of a device group that aclrtGetGroupInfoDetail() reports. */
typedef enum aclrtGroupAttr {
    ACL_GROUP_AICORE_INT = 0,  /**< AI cores */
    ACL_GROUP_AIV_INT = 1,     /**< vector cores */
    ACL_GROUP_AIC_INT = 2,     /**< cube cores */
    ACL_GROUP_SDMANUM_INT = 3, /**< copy engine channels */
    ACL_GROUP_ASQNUM_INT = 4,  /**< streams that can be active at once */
    ACL_GROUP_GROUPID_INT = 5,
} aclrtGroupAttr;

/**
 * Would select a group of cores for the work that the calling thread submits.
 * Devices are divided into groups of cores on no chip, so this answers that it is not supported.
 * @param groupId number of the group, as ACL_GROUP_GROUPID_INT reports it
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetGroup(int32_t groupId);

/**
 * Would report how many groups the current device is divided into. Not supported, as
 * aclrtSetGroup().
 * @param count untouched
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or ACL_ERROR_INVALID_PARAM when count is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetGroupCount(uint32_t* count);

/**
 * Would create an object for aclrtGetAllGroupInfo(). Not supported, as aclrtSetGroup().
 * @return NULL, with ACL_ERROR_RT_FEATURE_NOT_SUPPORT as the last error.
 */
ACL_FUNC_VISIBILITY aclrtGroupInfo* aclrtCreateGroupInfo(void);

/**
 * Would release an object made by aclrtCreateGroupInfo(). Not supported, as aclrtSetGroup().
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or ACL_ERROR_INVALID_PARAM when groupInfo is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo);

/**
 * Would fill an object with the properties of all groups. Not supported, as aclrtSetGroup().
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or ACL_ERROR_INVALID_PARAM when groupInfo is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo);

/**
 * Would read one property of one group. Not supported, as aclrtSetGroup().
 * @param groupInfo object filled by aclrtGetAllGroupInfo()
 * @param groupIndex 0 up to the number of groups minus one
 * @param attr property
 * @param attrValue buffer for the value; untouched
 * @param valueLen size of the buffer in bytes
 * @param paramRetSize untouched
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or ACL_ERROR_INVALID_PARAM when a pointer is NULL or
 * attr is no value of the enumeration.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo,
                                                     int32_t groupIndex, aclrtGroupAttr attr,
                                                     void* attrValue, size_t valueLen,
                                                     size_t* paramRetSize);

/* ---------------------------------------------------------------------------------------------- */
/* Contexts */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Creates a context on a device and makes it the current one of the calling thread. A context owns
 * streams and events; it has a default stream.
 * @param context receives the handle; release it with aclrtDestroyContext()
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

/**
 * Destroys a context together with its streams. The default context of a device is not the
 * application's to destroy.
 * @return ACL_SUCCESS, or ACL_ERROR_RT_CONTEXT_NULL when context is a default context or already
 *        destroyed.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/**
 * Makes a context, and with it its device, the current one of the calling thread. Several threads
 * may share a context.
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID when context was destroyed.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/**
 * Reports the current context of the calling thread.
 * @param context receives the handle, still owned by who created it; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

/**
 * Reads a setting of the current context. May be called from any thread that has a context.
 * @param opt setting
 * @param value receives 1 or 0; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_RT_SYSPARAMOPT_NOT_SET when it was never set,
 * ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_PARAM_INVALID for an unknown setting, or
 * ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

/**
 * Changes a setting of the current context; it comes before the setting of the process. May be
 * called from any thread that has a context.
 * @param opt setting
 * @param value 1 to switch on, 0 to switch off
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID for an unknown setting or another value, or
 * ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);

/**
 * Reads a setting of the process. May be called from any thread.
 * @param opt setting
 * @param value receives 1 or 0; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_RT_SYSPARAMOPT_NOT_SET when it was never set,
 * ACL_ERROR_INVALID_PARAM when value is NULL, or ACL_ERROR_RT_PARAM_INVALID for an unknown setting.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

/**
 * Changes a setting of the process. May be called from any
 * thread.
 * @param opt setting
 * @param value 1 to switch on, 0 to switch off
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID for an unknown setting or another value.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);

/**
 * Reports the default stream of the current context, which every NULL stream stands for.
 * @param stream receives the handle; it belongs to the context and must not be destroyed
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

/**
 * Tells whether the default context of a device exists.
 * @param flags receives 0; NULL when not wanted
 * @param active receives 1 when it exists, else 0
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags,
                                                     int32_t* active);

/**
 * Reports where kernels note that a calculation has overflowed: 64 bytes of device memory, 0 until
 * then. All contexts of the process on a device share them; they are the library's and go with the
 * device. May be called from any thread that has a context.
 * @param overflowAddr receives the device address; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when overflowAddr is NULL, ACL_ERROR_RT_CONTEXT_NULL
 *        when the thread has no context, or ACL_ERROR_RT_MEMORY_ALLOCATION.
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetFloatOverflowAddr(void** overflowAddr);

/* ---------------------------------------------------------------------------------------------- */
/* Streams */
/* ---------------------------------------------------------------------------------------------- */

/** Flags for creating a stream; they can be combined. */
#define ACL_STREAM_FAST_LAUNCH 0x01U     /**< keep resources ready for short launch times */
#define ACL_STREAM_FAST_SYNC 0x02U       /**< wait actively for short synchronise times */
#define ACL_STREAM_PERSISTENT 0x04U      /**< tasks stay and run as part of a model only */
#define ACL_STREAM_HUGE 0x08U            /**< room for more tasks */
#define ACL_STREAM_CPU_SCHEDULE 0x10U    /**< for the scheduler of the AI CPU */
#define ACL_STREAM_DEVICE_USE_ONLY 0x20U /**< submitted to by the device only */

/** Values for aclrtSetStreamFailureMode(): what a stream does after a task that failed. */
#define ACL_CONTINUE_ON_FAILURE 0U /**< runs the tasks behind it */
#define ACL_STOP_ON_FAILURE 1U     /**< drops the tasks behind it and stays failed */

/** Answer of aclrtStreamQuery(). */
typedef enum aclrtStreamStatus {
    ACL_STREAM_STATUS_COMPLETE = 0,  /**< all submitted work is done */
    ACL_STREAM_STATUS_NOT_READY = 1, /**< work is pending */
    ACL_STREAM_STATUS_RESERVED = 0xFFFF,
} aclrtStreamStatus;

/** Property that aclrtSetStreamConfigOpt() sets; the type of its value is in parentheses. */
typedef enum aclrtStreamConfigAttr {
    ACL_RT_STREAM_WORK_ADDR_PTR = 0, /**< device memory for the stream's own use (void*) */
    ACL_RT_STREAM_WORK_SIZE = 1,     /**< bytes of that memory (size_t) */
    ACL_RT_STREAM_FLAG = 2,          /**< ACL_STREAM flags (size_t) */
    ACL_RT_STREAM_PRIORITY = 3,      /**< 0 to 7, 0 is the most urgent (uint32_t) */
} aclrtStreamConfigAttr;

/** Property of an existing stream; it selects the member of aclrtStreamAttrValue. */
typedef enum aclrtStreamAttr {
    ACL_STREAM_ATTR_FAILURE_MODE = 1,
    ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
    ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
    ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
    ACL_STREAM_ATTR_PRIORITY = 5,
} aclrtStreamAttr;

/**
 * Properties of a stream to be created by aclrtCreateStreamV2(). Made by
 * aclrtCreateStreamConfigHandle() and changed by aclrtSetStreamConfigOpt().
 */
typedef struct aclrtStreamConfigHandle {
    void* workptr;     /**< device memory for the stream's own use */
    size_t workSize;   /**< bytes of that memory */
    size_t flag;       /**< ACL_STREAM flags */
    uint32_t priority; /**< 0 to 7, 0 is the most urgent */
} aclrtStreamConfigHandle;

/** Value of a stream property. */
typedef union aclrtStreamAttrValue {
    uint64_t failureMode;       /**< ACL_CONTINUE_ON_FAILURE or ACL_STOP_ON_FAILURE */
    uint32_t overflowSwitch;    /**< 1: overflow is an error */
    uint32_t userCustomTag;     /**< number of the application's choice */
    uint32_t cacheOpInfoSwitch; /**< 1: keep operator information of captured tasks */
    uint32_t streamPriority;    /**< 0 to 7, 0 is the most urgent */
    uint32_t reserve[4];
} aclrtStreamAttrValue;

/**
 * Sets what a stream does after a task that failed. A stream that stops cannot be set back.
 * @param mode ACL_CONTINUE_ON_FAILURE or ACL_STOP_ON_FAILURE; only the lowest bit is read
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID when the stream already stops on failure and
 *        mode asks it to continue.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/**
 * Reports the number of the task that the calling thread submitted last to a stream that it or
 * another thread has created; default streams do not count. Needs no context.
 * @param taskId receives the number, as aclrtGetTaskIdFromExceptionInfo() gives it; 0xFFFFFFFF when
 *        the thread has submitted none
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when taskId is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetThreadLastTaskId(uint32_t* taskId);

/** Reports the number of a stream, for messages and traces. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);

/**
 * Creates the properties for aclrtCreateStreamV2(), with default values. Release them with
 * aclrtDestroyStreamConfigHandle().
 * @return the properties, or NULL when there is not enough memory.
 */
ACL_FUNC_VISIBILITY aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void);

/** Releases the properties made by aclrtCreateStreamConfigHandle(). */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle);

/**
 * Sets one property of a stream to be created.
 * @param attrValue address of the value
 * @param valueSize size of the value in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle,
                                                     aclrtStreamConfigAttr attr,
                                                     const void* attrValue, size_t valueSize);

/**
 * Creates a stream in the current context, with priority 0. The tasks of a stream run in the order
 * of submission.
 * @param stream receives the handle; release it with aclrtDestroyStream()
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/**
 * Creates a stream in the current context with prepared properties.
 * @param stream receives the handle; release it with aclrtDestroyStream()
 * @param handle properties; not needed after the call
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamV2(aclrtStream* stream,
                                                 const aclrtStreamConfigHandle* handle);

/**
 * Creates a stream in the current context with a priority and flags.
 * @param stream receives the handle; release it with aclrtDestroyStream()
 * @param priority 0 to 7, 0 is the most urgent; a greater number counts as 7
 * @param flag combination of ACL_STREAM flags; unknown bits are dropped
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

/**
 * Destroys a stream; tasks submitted before still run. The stream must belong to the current
 * context.
 * @return ACL_SUCCESS, ACL_ERROR_RT_STREAM_CONTEXT when it belongs to another context, or
 *        ACL_ERROR_RT_PARAM_INVALID when it is a default stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/** Drops the tasks of a stream that have not run and destroys it. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/**
 * Blocks the calling thread until all work submitted to a stream is done.
 * @param stream stream of any context; NULL is the default stream of the current context
 * @return ACL_SUCCESS, the code of a task that failed, which is reported once, or
 *        ACL_ERROR_RT_STREAM_ABORT when the stream was aborted meanwhile.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/**
 * Like aclrtSynchronizeStream(), but gives up after a time. The stream stays usable.
 * @param timeout time in milliseconds, or -1 to wait without limit
 * @return ACL_SUCCESS, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT when the time is over,
 *        ACL_ERROR_RT_PARAM_INVALID when timeout is 0 or less than -1, or the code of a task that
 *        failed.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/** Tells without waiting whether the work submitted to a stream is done. */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

/** Reports the priority of a stream; 0 is the most urgent. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority);

/** Reports the ACL_STREAM flags of a stream. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags);

/**
 * Sets whether the kernels of a stream note floating-point overflow on the device, for kernels that
 * are submitted later. Off by default.
 * @param stream stream of any context; NULL is the default stream of the current context
 * @param flag 1 for yes, 0 for no
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID when stream is no stream or flag is neither.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);

/**
 * Tells whether the kernels of a stream note floating-point overflow on the device.
 * @param stream stream of any context; NULL is the default stream of the current context
 * @param flag receives 1 or 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when flag is NULL, or ACL_ERROR_RT_PARAM_INVALID
 * when stream is no stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag);

/**
 * Drops the tasks of a stream that have not run, and callbacks and host functions that have not
 * begun. A thread that waits for the stream gets ACL_ERROR_RT_STREAM_ABORT; the stream stays
 * usable, also one that aclrtStreamStop() had stopped.
 * @param stream stream of any context; NULL is the default stream of the current context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream, or the code of the
 * failure for which the stream has stopped.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamAbort(aclrtStream stream);

/** Reports how many more streams the current device has room for. */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t* streamCount);

/**
 * Changes a property of a stream: what it does after a failure (as aclrtSetStreamFailureMode(), but
 * not for a default stream), whether overflow is noted (as aclrtSetStreamOverflowSwitch()), a
 * number that groups streams whose overflow is noted together, whether captured tasks keep operator
 * information, or the priority of tasks that have not begun.
 * @param stream stream of any context; NULL is the default stream of the current context
 * @param value value in the member that belongs to stmAttrType
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL or stmAttrType is no property, or
 *        ACL_ERROR_RT_PARAM_INVALID when stream is no stream, or the value is not possible.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamAttribute(aclrtStream stream,
                                                     aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

/**
 * Reports a property of a stream.
 * @param stream stream of any context; NULL is the default stream of the current context
 * @param value receives the value in the member that belongs to stmAttrType; the other bytes stay
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL or stmAttrType is no property, or
 *        ACL_ERROR_RT_PARAM_INVALID when stream is no stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAttribute(aclrtStream stream,
                                                     aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

/* ---------------------------------------------------------------------------------------------- */
/* Cores for a stream or thread */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Reports how many cores of a kind the tasks of a stream may use: the limit of the stream, else
 * that of its device, else all that the chip has. May be called from any thread.
 * @param stream stream of any context; NULL for the default stream of the current context
 * @param type kind of core
 * @param value receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_PARAM_INVALID when
 *        stream is no stream or for an unknown kind, or ACL_ERROR_RT_CONTEXT_NULL when stream is
 * NULL and the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t* value);

/**
 * Limits how many cores of a kind the tasks of a stream may use. It takes effect for threads that
 * call aclrtUseStreamResInCurrentThread(). May be called from any thread.
 * @param stream stream of any context; NULL for the default stream of the current context
 * @param type kind of core
 * @param value number of cores, at least 1 and at most what the chip has
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream, for an unknown kind or
 *        number of cores, or ACL_ERROR_RT_CONTEXT_NULL when stream is NULL and the thread has no
 *        context.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t value);

/**
 * Removes the limits set with aclrtSetStreamResLimit(). May be called from any thread.
 * @param stream stream of any context; NULL for the default stream of the current context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream, or
 *        ACL_ERROR_RT_CONTEXT_NULL when stream is NULL and the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetStreamResLimit(aclrtStream stream);

/**
 * Makes the core limits of a stream apply to the calling thread, in place of those of another
 * stream. It ends with aclrtUnuseStreamResInCurrentThread() or when the stream is destroyed.
 * @param stream stream of any context; NULL for the default stream of the current context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream, or
 *        ACL_ERROR_RT_CONTEXT_NULL when stream is NULL and the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);

/**
 * Ends the effect of aclrtUseStreamResInCurrentThread() for the calling thread. When the limits of
 * another stream or of none apply, nothing happens.
 * @param stream stream of any context; NULL for the default stream of the current context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream, or
 *        ACL_ERROR_RT_CONTEXT_NULL when stream is NULL and the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);

/**
 * Reports how many cores of a kind the calling thread may use on the current device: the limit of
 * the stream that aclrtUseStreamResInCurrentThread() named, if it is of this device, else that of
 * the device, else all that the chip has.
 * @param type kind of core
 * @param value receives the number; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, ACL_ERROR_RT_PARAM_INVALID for
 * an unknown kind, or ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value);

/* ---------------------------------------------------------------------------------------------- */
/* Values and control flow on streams */
/* ---------------------------------------------------------------------------------------------- */

/** Conditions of aclrtValueWait() on the stored value S and the given value V. */
#define ACL_STREAM_WAIT_VALUE_GEQ 0U /**< S is not less than V */
#define ACL_STREAM_WAIT_VALUE_EQ 1U  /**< S equals V */
#define ACL_STREAM_WAIT_VALUE_AND 2U /**< S & V is not 0 */
#define ACL_STREAM_WAIT_VALUE_NOR 3U /**< ~(S | V) is not 0 */

/** Comparison that aclrtSwitchStream() makes: left value, operator, right value. */
typedef enum aclrtCondition {
    ACL_RT_EQUAL = 0,
    ACL_RT_NOT_EQUAL = 1,
    ACL_RT_GREATER = 2,
    ACL_RT_GREATER_OR_EQUAL = 3,
    ACL_RT_LESS = 4,
    ACL_RT_LESS_OR_EQUAL = 5,
} aclrtCondition;

/** Type of the two values that aclrtSwitchStream() compares. */
typedef enum aclrtCompareDataType {
    ACL_RT_SWITCH_INT32 = 0,
    ACL_RT_SWITCH_INT64 = 1,
} aclrtCompareDataType;

/**
 * Lets a stream write a 64-bit value to device memory when it gets there.
 * @param devAddr device address, aligned to 8 bytes
 * @param flag reserved, 0
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag,
                                             aclrtStream stream);

/**
 * Lets a stream wait until a 64-bit value in device memory satisfies a condition.
 * @param devAddr device address, aligned to 8 bytes
 * @param flag condition, one of the constants ACL_STREAM_WAIT_VALUE
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag,
                                            aclrtStream stream);

/**
 * Adds a task that starts another stream of the same model.
 * @param activeStream stream to start
 * @param stream stream that gets the task
 */
ACL_FUNC_VISIBILITY aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);

/**
 * Adds a task that compares two values in device memory and, when the condition holds, goes on with
 * another stream of the same model.
 * @param leftValue device address of the left value
 * @param rightValue device address of the right value
 * @param dataType type of both values
 * @param trueStream stream to start when the condition holds
 * @param falseStream reserved, NULL; the stream itself goes on when the condition does not hold
 * @param stream stream that gets the task
 */
ACL_FUNC_VISIBILITY aclError aclrtSwitchStream(void* leftValue, aclrtCondition cond,
                                               void* rightValue, aclrtCompareDataType dataType,
                                               aclrtStream trueStream, aclrtStream falseStream,
                                               aclrtStream stream);

/**
 * Stops a stream before its next task, without dropping any. Those who wait for it or submit to it
 * get ACL_ERROR_RT_TASK_ABORT_STOP, until aclrtStreamAbort() has dropped the tasks.
 * @param stream stream that was created with ACL_STREAM_DEVICE_USE_ONLY, of any context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is NULL or no stream, or
 *        ACL_ERROR_RT_FEATURE_NOT_SUPPORT for a stream without that flag.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamStop(aclrtStream stream);

/**
 * Drops the tasks of a stream that was created with ACL_STREAM_PERSISTENT, so that it can be filled
 * anew.
 * @param stream stream of the current context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream or not a persistent one,
 *        ACL_ERROR_RT_STREAM_CONTEXT when it belongs to another context, or
 * ACL_ERROR_RT_CONTEXT_NULL without a context.
 */
ACL_FUNC_VISIBILITY aclError aclrtPersistentTaskClean(aclrtStream stream);

/* ---------------------------------------------------------------------------------------------- */
/* Events */
/* ---------------------------------------------------------------------------------------------- */

/** Flags for creating an event; they can be combined. */
#define ACL_EVENT_SYNC 0x01U                    /**< streams can wait for the event */
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x02U /**< the event marks the progress of a stream */
#define ACL_EVENT_TIME_LINE 0x08U               /**< the event takes a time stamp */
#define ACL_EVENT_DEVICE_USE_ONLY 0x10U         /**< recorded and waited for by the device only */
#define ACL_EVENT_EXTERNAL 0x20U                /**< for use in and outside of a model */
#define ACL_EVENT_IPC 0x40U                     /**< can be shared with other processes */

/**
 * Flags of aclrtRecordEventWithFlag(): in a capture, the external form records an event for work
 * outside of the captured model.
 */
#define ACL_EVENT_RECORD_DEFAULT 0U
#define ACL_EVENT_RECORD_EXTERNAL 1U

/**
 * Flags of aclrtStreamWaitEventWithFlag(): in a capture, the external form waits for a record
 * outside of the captured model.
 */
#define ACL_EVENT_WAIT_DEFAULT 0U
#define ACL_EVENT_WAIT_EXTERNAL 1U

/** Answer of aclrtQueryEvent(). */
typedef enum aclrtEventStatus {
    ACL_EVENT_STATUS_COMPLETE = 0,
    ACL_EVENT_STATUS_NOT_READY = 1,
    ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

/** Answer of aclrtQueryEventStatus(). */
typedef enum aclrtEventRecordedStatus {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1, /**< never recorded, or reached by the stream */
} aclrtEventRecordedStatus;

/** Answer of aclrtQueryEventWaitStatus(). */
typedef enum aclrtEventWaitStatus {
    ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
    ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF,
} aclrtEventWaitStatus;

/**
 * Creates an event that streams can wait for and that takes time stamps.
 * @param event receives the handle; release it with aclrtDestroyEvent()
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

/**
 * Creates an event with flags. A stream cannot wait for it before its first record, unless it has
 * ACL_EVENT_SYNC: then the wait is for a later record.
 * @param event receives the handle; release it with aclrtDestroyEvent()
 * @param flag combination of ACL_EVENT flags
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID when flag is 0 or has unknown bits.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);

/**
 * Creates an event with flags that takes a device resource only while it is in use, so there may be
 * many of them. Waiting for it before it was ever recorded waits for nothing. It needs no
 * aclrtResetEvent().
 * @param event receives the handle; release it with aclrtDestroyEvent()
 * @param flag combination of ACL_EVENT flags
 * @return ACL_SUCCESS, or ACL_ERROR_RT_PARAM_INVALID when flag is 0 or has unknown bits.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

/** Destroys an event. The call returns at once; waits already submitted keep their meaning. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/**
 * Lets a stream mark the event as reached, after the work submitted to the stream so far.
 * @param stream stream of the current context; NULL is its default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/**
 * Like aclrtRecordEvent(), with a say in what a capture makes of it.
 * @param flag ACL_EVENT_RECORD_DEFAULT or ACL_EVENT_RECORD_EXTERNAL
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream,
                                                      uint32_t flag);

/**
 * Lets a stream mark the event as not recorded, so that it can be used again. Submit it behind the
 * waits for the event.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/** Tells without waiting whether the recorded work is done. */
ACL_DEPRECATED_MESSAGE("use aclrtQueryEventStatus")
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);

/** Tells without waiting whether the recorded work is done. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event,
                                                   aclrtEventRecordedStatus* status);

/** Tells without waiting whether all waits submitted for the event are over. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                                       aclrtEventWaitStatus* status);

/**
 * Blocks the calling thread until the work before the last record of the event is done. Returns at
 * once for an event never recorded.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

/**
 * Like aclrtSynchronizeEvent(), but gives up after a time.
 * @param timeout time in milliseconds, or -1 to wait without limit
 * @return ACL_SUCCESS, ACL_ERROR_RT_EVENT_SYNC_TIMEOUT when the time is over, or
 *        ACL_ERROR_RT_PARAM_INVALID when timeout is 0 or less than -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/**
 * Reports the time between two records. Both events must be reached.
 * @param ms receives milliseconds; negative when endEvent was reached first
 * @return ACL_SUCCESS, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID when an event takes no time stamps, or
 *        ACL_ERROR_RT_INTERNAL_ERROR when one was never recorded.
 */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent,
                                                   aclrtEvent endEvent);

/**
 * Reports when the device reached the event.
 * @param timestamp receives microseconds of the device clock
 */
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

/**
 * Lets a stream wait until the event is reached, before it runs work submitted later. The calling
 * thread does not wait.
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when the event was never recorded and its kind
 *        requires it, or ACL_ERROR_RT_FEATURE_NOT_SUPPORT when it was created with
 *        ACL_EVENT_TIME_LINE alone.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/**
 * Like aclrtStreamWaitEvent(), with a time limit for the wait on the device and a say in what a
 * capture makes of it.
 * @param timeout time in seconds; 0 means no limit
 * @param flag ACL_EVENT_WAIT_DEFAULT or ACL_EVENT_WAIT_EXTERNAL
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event,
                                                          uint32_t timeout, uint32_t flag);

/**
 * Like aclrtStreamWaitEvent(), with a time limit for the wait on the device.
 * @param timeout time in seconds, or -1 to wait without limit
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                                             int32_t timeout);

/** Reports the number of an event, for messages and traces. */
ACL_FUNC_VISIBILITY aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId);

/** Reports how many more events the current device has room for. */
ACL_FUNC_VISIBILITY aclError aclrtGetEventAvailNum(uint32_t* eventCount);

/* ---------------------------------------------------------------------------------------------- */
/* Notifies */
/* ---------------------------------------------------------------------------------------------- */

/** Flags for creating a notify. */
#define ACL_NOTIFY_DEFAULT 0U
#define ACL_NOTIFY_DEVICE_USE_ONLY 1U

/** How aclrtCntNotifyRecord() changes the counter. */
typedef enum aclrtCntNotifyRecordMode {
    ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0, /**< counter = value */
    ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,       /**< counter = counter + value */
    ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,    /**< counter = counter | value */
    ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4,   /**< counter = counter & value */
} aclrtCntNotifyRecordMode;

/** For which counter aclrtCntNotifyWaitWithTimeout() waits. */
typedef enum aclrtCntNotifyWaitMode {
    ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,               /**< counter < value */
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,              /**< counter == value */
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,             /**< counter > value */
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,    /**< counter >= value */
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4, /**< (counter & value) == value */
} aclrtCntNotifyWaitMode;

/** How a record changes the counter of a counting notify. */
typedef struct aclrtCntNotifyRecordInfo {
    aclrtCntNotifyRecordMode mode;
    uint32_t value;
} aclrtCntNotifyRecordInfo;

/** What a wait for a counting notify waits for. */
typedef struct aclrtCntNotifyWaitInfo {
    aclrtCntNotifyWaitMode mode;
    uint32_t value;
    uint32_t timeout; /**< seconds; 0 means no limit */
    uint8_t isClear;  /**< 1: set the counter to 0 when the wait is over */
    uint8_t rsv[3];   /**< reserved, 0 */
} aclrtCntNotifyWaitInfo;

/**
 * Creates a notify on the current context's device: a flag that one stream sets and one stream
 * waits for. It is not set.
 * @param notify receives the handle; release it with aclrtDestroyNotify()
 * @param flag ACL_NOTIFY_DEFAULT or ACL_NOTIFY_DEVICE_USE_ONLY
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when notify is NULL, ACL_ERROR_RT_PARAM_INVALID for
 *        another flag, ACL_ERROR_RT_CONTEXT_NULL without a context, or
 *        ACL_ERROR_RT_NO_NOTIFY_RESOURCE when the device has no more.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag);

/**
 * Destroys a notify. Tasks that use it keep their meaning. Needs no context.
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when notify is NULL, or ACL_ERROR_RT_PARAM_INVALID
 * when it is no notify.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyNotify(aclrtNotify notify);

/**
 * Creates a counting notify: a 32-bit counter on a device that streams change and wait for. Chips
 * before Ascend950 have none.
 * @param cntNotify receives the handle; release it with aclrtCntNotifyDestroy()
 * @param flag ACL_NOTIFY_DEFAULT or ACL_NOTIFY_DEVICE_USE_ONLY
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, ACL_ERROR_INVALID_PARAM when cntNotify is NULL,
 *        ACL_ERROR_RT_PARAM_INVALID for another flag, or ACL_ERROR_RT_CONTEXT_NULL without a
 * context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag);

/**
 * Destroys a counting notify.
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT: see aclrtCntNotifyCreate().
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);

/**
 * Lets a stream set a notify. It stays set until a wait takes it; setting it again changes nothing.
 * @param notify notify of any device, which must still be set
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when notify is NULL, ACL_ERROR_RT_PARAM_INVALID when
 * a handle is none, ACL_ERROR_RT_STREAM_CONTEXT when the stream belongs to another context or the
 *        notify's device was reset, or ACL_ERROR_RT_CONTEXT_NULL without a context.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);

/**
 * Lets a stream wait until a notify is set, and clears it. Of several that wait, each record lets
 * one go on.
 * @param notify notify of the stream's device
 * @param stream stream of the current context; NULL is its default stream
 * @param timeout time in seconds for the wait on the device; 0 means no limit. When it is over the
 * task fails: the next synchronise of the stream reports it.
 * @return as aclrtRecordNotify(); ACL_ERROR_RT_STREAM_CONTEXT also when the notify is of another
 * device.
 */
ACL_FUNC_VISIBILITY aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream,
                                                     uint32_t timeout);

/**
 * Reports the number of a notify on its device, for messages and traces. Needs no context.
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when an argument is NULL, or
 * ACL_ERROR_RT_PARAM_INVALID when notify is none.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId);

/**
 * Clears several notifies at once, from the host: not in the order of any stream. Streams that wait
 * go on waiting. When one of the handles is bad, nothing is cleared. Needs no context.
 * @param num length of the array, above 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when notifies or one of them is NULL, or
 *        ACL_ERROR_RT_PARAM_INVALID when num is 0 or one of them is no notify.
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num);

/**
 * Lets a stream change the counter of a counting notify.
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT: see aclrtCntNotifyCreate().
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream,
                                                  aclrtCntNotifyRecordInfo* info);

/**
 * Lets a stream wait until the counter of a counting notify satisfies a condition.
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT: see aclrtCntNotifyCreate().
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify,
                                                           aclrtStream stream,
                                                           aclrtCntNotifyWaitInfo* info);

/**
 * Lets a stream set the counter of a counting notify to 0.
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT: see aclrtCntNotifyCreate().
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);

/**
 * Reports the number of a counting notify, for messages and traces.
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT: see aclrtCntNotifyCreate().
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId);

/* ---------------------------------------------------------------------------------------------- */
/* Labels */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Creates a label: a place in a stream of a model to which aclrtSwitchLabelByIndex() can jump.
 * @param label receives the handle; release it with aclrtDestroyLabel()
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabel(aclrtLabel* label);

/** Puts a label at the current end of a stream. The stream must be bound to a model. */
ACL_FUNC_VISIBILITY aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);

/** Destroys a label. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabel(aclrtLabel label);

/**
 * Collects labels into a list for aclrtSwitchLabelByIndex().
 * @param num length of the array
 * @param labelList receives the handle; release it with aclrtDestroyLabelList()
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabelList(aclrtLabel* labels, size_t num,
                                                  aclrtLabelList* labelList);

/** Destroys a list of labels; the labels stay. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabelList(aclrtLabelList labelList);

/**
 * Adds a task that reads an index and goes on at that label of a list.
 * @param ptr device address of the index, 32 bits
 * @param maxValue number of labels to choose from; a greater index takes the last one
 */
ACL_FUNC_VISIBILITY aclError aclrtSwitchLabelByIndex(void* ptr, uint32_t maxValue,
                                                     aclrtLabelList labelList, aclrtStream stream);

/* ---------------------------------------------------------------------------------------------- */
/* Callbacks */
/* ---------------------------------------------------------------------------------------------- */

/** Whether a stream waits for a callback. */
typedef enum aclrtCallbackBlockType {
    ACL_CALLBACK_NO_BLOCK = 0, /**< the stream goes on at once */
    ACL_CALLBACK_BLOCK = 1,    /**< the stream waits until the callback returns */
} aclrtCallbackBlockType;

/**
 * Moment at which an abort callback is called: before or after aclrtDeviceTaskAbort() does its
 * work.
 */
typedef enum aclrtDeviceTaskAbortStage {
    ACL_RT_DEVICE_TASK_ABORT_PRE = 0,
    ACL_RT_DEVICE_TASK_ABORT_POST = 1,
} aclrtDeviceTaskAbortStage;

/** Moment at which a device state callback is called. */
typedef enum aclrtDeviceState {
    ACL_RT_DEVICE_STATE_SET_PRE = 0,    /**< before a device is set up */
    ACL_RT_DEVICE_STATE_SET_POST = 1,   /**< after it */
    ACL_RT_DEVICE_STATE_RESET_PRE = 2,  /**< before a device is released */
    ACL_RT_DEVICE_STATE_RESET_POST = 3, /**< after it */
} aclrtDeviceState;

/** Moment at which a stream state callback is called. */
typedef enum aclrtStreamState {
    ACL_RT_STREAM_STATE_CREATE_POST = 1, /**< after a stream was created */
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2, /**< before a stream is destroyed */
} aclrtStreamState;

/**
 * Function that a stream calls through aclrtLaunchCallback(), or that is called when a model is
 * destroyed.
 */
typedef void (*aclrtCallback)(void* userData);

/** Function that a stream calls through aclrtLaunchHostFunc(). */
typedef void (*aclrtHostFunc)(void* args);

/** Function that is told about a device being set up or released. */
typedef void (*aclrtDeviceStateCallback)(int32_t deviceId, aclrtDeviceState state, void* args);

/** Function that is told about a stream being created or destroyed. */
typedef void (*aclrtStreamStateCallback)(aclrtStream stm, aclrtStreamState state, void* args);

/**
 * Function that aclrtDeviceTaskAbort() calls before and after its work.
 * @param timeout time in milliseconds the function should not exceed
 * @return 0, or another number on failure.
 */
typedef int32_t (*aclrtDeviceTaskAbortCallback)(int32_t deviceId, aclrtDeviceTaskAbortStage stage,
                                                uint32_t timeout, void* args);

/**
 * Names the thread that calls the callbacks of a stream, with aclrtProcessReport(). A stream has
 * one thread; a thread can serve any number of streams of one device. The subscription ends with
 * aclrtUnSubscribeReport() or with the stream.
 * @param threadId thread as pthread_self() gives it; it need not run yet
 * @param stream stream of any context; NULL is the default stream of the current context
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream,
 *        ACL_ERROR_RT_STREAM_SUBSCRIBE when the stream has a thread already, or
 *        ACL_ERROR_RT_THREAD_SUBSCRIBE when the thread serves another device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/**
 * Lets a stream call a function, in the order of its tasks, on the thread that is subscribed to it.
 * The function may call everything but what waits for this stream while the stream waits for it:
 * that gives ACL_ERROR_RT_FEATURE_NOT_SUPPORT instead of waiting for ever. It is not called once
 * the stream was aborted or destroyed.
 * @param userData pointer to pass on
 * @param blockType ACL_CALLBACK_BLOCK: the stream waits until the function has returned
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when fn is NULL or blockType is neither,
 *        ACL_ERROR_RT_PARAM_INVALID when stream is no stream, ACL_ERROR_RT_STREAM_CONTEXT when it
 *        belongs to another context, ACL_ERROR_RT_CONTEXT_NULL without a context, or
 *        ACL_ERROR_RT_STREAM_NO_CB_REG when no thread is subscribed.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                                                 aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

/**
 * Waits for callbacks of the streams that the calling thread is subscribed to and calls those that
 * are there. The thread needs no context, and the callbacks run with the one it has.
 * @param timeout time in milliseconds, or -1 to wait without limit
 * @return ACL_SUCCESS when at least one was called, ACL_ERROR_RT_REPORT_TIMEOUT when none came,
 *        ACL_ERROR_RT_THREAD_SUBSCRIBE when the thread is not subscribed or its last subscription
 * ends, ACL_ERROR_INVALID_PARAM when timeout is 0, or ACL_ERROR_RT_PARAM_INVALID when it is less
 * than -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

/**
 * Ends a subscription made with aclrtSubscribeReport(). Synchronise the stream first: callbacks
 * that have not begun are not called, the stream goes on, and its next synchronise gives
 * ACL_ERROR_RT_STREAM_NO_CB_REG.
 * @return ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID when stream is no stream,
 *        ACL_ERROR_RT_STREAM_SUBSCRIBE when no thread is subscribed to it, or
 *        ACL_ERROR_RT_THREAD_SUBSCRIBE when another one is.
 */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/**
 * Names the thread that would run the host functions of a stream. No device supports this: see
 * aclrtLaunchHostFunc().
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, ACL_ERROR_RT_PARAM_INVALID when exeStream is no stream,
 * or ACL_ERROR_RT_CONTEXT_NULL without a context.
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId,
                                                    aclrtStream exeStream);

/**
 * Would run host functions on the calling thread. No device supports this: see
 * aclrtLaunchHostFunc().
 * @param timeout time in milliseconds, or -1 to wait without limit
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, ACL_ERROR_RT_PARAM_INVALID when timeout is 0 or less
 * than -1, or ACL_ERROR_RT_CONTEXT_NULL without a context.
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessHostFunc(int32_t timeout);

/**
 * Would end a subscription made with aclrtSubscribeHostFunc(), which no device supports.
 * @return as aclrtSubscribeHostFunc().
 */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId,
                                                      aclrtStream exeStream);

/**
 * Lets a stream call a function, in the order of its tasks, on a thread of the library, on which
 * the stream's context is current. The stream waits until the function has returned; other streams
 * go on, and their functions run meanwhile. No subscription is needed. The function may call
 * everything but what waits for this stream, which gives ACL_ERROR_RT_FEATURE_NOT_SUPPORT; it may
 * abort or destroy the stream. It is not called once the stream was aborted or destroyed; one that
 * runs then runs to its end.
 * @param stream stream of the current context; NULL is its default stream
 * @param fn function to call
 * @param args pointer to pass on
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when fn is NULL, ACL_ERROR_RT_PARAM_INVALID when
 * stream is no stream, ACL_ERROR_RT_STREAM_CONTEXT when it belongs to another context, or
 *        ACL_ERROR_RT_CONTEXT_NULL without a context.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

/**
 * Registers a function that is told on the calling thread when a stream, also a default one, was
 * created or is about to be destroyed, while it can still be used.
 * @param regName name of the registration, unique, not empty
 * @param callback function; NULL removes the registration
 * @param args pointer to pass on
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when regName is NULL, or ACL_ERROR_RT_PARAM_INVALID
 * when it is empty, taken, or when removing, not there.
 */
ACL_FUNC_VISIBILITY aclError aclrtRegStreamStateCallback(const char* regName,
                                                         aclrtStreamStateCallback callback,
                                                         void* args);

/**
 * Registers a function that is told on the calling thread when a device is set up (by the first
 * aclrtSetDevice() or aclrtCreateContext()) and released. Before the release the device can still
 * be used. Setting, resetting and context calls on the same device from inside the function give
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT, but for the stage after a device was set up.
 * @param regName name of the registration, unique, not empty
 * @param callback function; NULL removes the registration
 * @param args pointer to pass on
 * @return as aclrtRegStreamStateCallback().
 */
ACL_FUNC_VISIBILITY aclError aclrtRegDeviceStateCallback(const char* regName,
                                                         aclrtDeviceStateCallback callback,
                                                         void* args);

/**
 * Registers a function that aclrtDeviceTaskAbort() calls before and after its work.
 * @param regName name of the registration, unique, not empty
 * @param callback function; NULL removes the registration. Its time limit is what is left of that
 * of aclrtDeviceTaskAbort(), 0 for none.
 * @param args pointer to pass on
 * @return as aclrtRegStreamStateCallback().
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceTaskAbortCallback(const char* regName,
                                                             aclrtDeviceTaskAbortCallback callback,
                                                             void* args);

/* ---------------------------------------------------------------------------------------------- */
/* Memory allocation */
/* ---------------------------------------------------------------------------------------------- */

/** Kinds of device memory that aclrtCheckMemType() knows; they can be combined. */
#define ACL_RT_MEM_TYPE_DEV 0x02U  /**< allocated by aclrtMalloc() and its like */
#define ACL_RT_MEM_TYPE_DVPP 0x08U /**< allocated for media processing */
#define ACL_RT_MEM_TYPE_RSVD 0x10U /**< reserved by aclrtReserveMemAddress() */

/**
 * Pages that an allocation takes. A value named HUGE_FIRST takes huge pages for more than 1 MiB and
 * falls back to normal pages when there are none; HUGE_ONLY and NORMAL_ONLY take nothing else. A
 * value ending in P2P is for memory that other devices reach.
 */
typedef enum aclrtMemMallocPolicy {
    ACL_MEM_MALLOC_HUGE_FIRST = 0,
    ACL_MEM_MALLOC_HUGE_ONLY = 1,
    ACL_MEM_MALLOC_NORMAL_ONLY = 2,
    ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
    ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
    ACL_MEM_MALLOC_HUGE1G_ONLY = 6, /**< pages of 1 GiB */
    ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
    ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x100,           /**< DDR; may be combined with a value above */
    ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,         /**< HBM; may be combined with a value above */
    ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000, /**< the application may only read */
} aclrtMemMallocPolicy;

/** Property of an allocation; it selects the member of aclrtMallocAttrValue. */
typedef enum aclrtMallocAttrType {
    ACL_RT_MEM_ATTR_RSV = 0,       /**< not in use */
    ACL_RT_MEM_ATTR_MODULE_ID = 1, /**< who the memory is accounted to */
    ACL_RT_MEM_ATTR_DEVICE_ID = 2, /**< device to allocate on or for */
    ACL_RT_MEM_ATTR_VA_FLAG = 3,   /**< same address on host and device */
} aclrtMallocAttrType;

/**
 * Kind of memory that aclrtGetMemInfo() reports on, or that aclrtMallocPhysical() takes: the type,
 * then the page size. P2P marks memory that other devices reach; names without DDR or HBM mean the
 * memory that the device has.
 */
typedef enum aclrtMemAttr {
    ACL_DDR_MEM = 0,
    ACL_HBM_MEM = 1,
    ACL_DDR_MEM_HUGE = 2,
    ACL_DDR_MEM_NORMAL = 3,
    ACL_HBM_MEM_HUGE = 4,
    ACL_HBM_MEM_NORMAL = 5,
    ACL_DDR_MEM_P2P_HUGE = 6,
    ACL_DDR_MEM_P2P_NORMAL = 7,
    ACL_HBM_MEM_P2P_HUGE = 8,
    ACL_HBM_MEM_P2P_NORMAL = 9,
    ACL_HBM_MEM_HUGE1G = 10,
    ACL_HBM_MEM_P2P_HUGE1G = 11,
    ACL_MEM_NORMAL = 12,
    ACL_MEM_HUGE = 13,
    ACL_MEM_HUGE1G = 14,
    ACL_MEM_P2P_NORMAL = 15,
    ACL_MEM_P2P_HUGE = 16,
    ACL_MEM_P2P_HUGE1G = 17,
} aclrtMemAttr;

/** Page size of an allocation. */
typedef enum aclrtMemPgType {
    NORMAL_PAGE_TYPE = 0,
    HUGE_PAGE_TYPE = 1,
    HUGE1G_PAGE_TYPE = 2,
} aclrtMemPgType;

/** Type of memory of an allocation. */
typedef enum aclrtMemType {
    HBM_TYPE = 0,
    DDR_TYPE = 1,
    P2P_HBM_TYPE = 2,
    P2P_DDR_TYPE = 3,
} aclrtMemType;

/** Where memory is. */
typedef enum aclrtMemLocationType {
    ACL_MEM_LOCATION_TYPE_HOST = 0, /**< known to the runtime, so pinned */
    ACL_MEM_LOCATION_TYPE_DEVICE = 1,
    ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2, /**< ordinary memory of the process */
    ACL_MEM_LOCATION_TYPE_MANAGED = 3,      /**< moves between host and device */
    ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4,    /**< on one NUMA node of the host */
} aclrtMemLocationType;

/** Value of an allocation property. */
typedef union aclrtMallocAttrValue {
    uint16_t moduleId;
    uint32_t deviceId;
    uint32_t vaFlag;
    uint8_t rsv[8];
} aclrtMallocAttrValue;

/** One property of an allocation. */
typedef struct aclrtMallocAttribute {
    aclrtMallocAttrType attr;
    aclrtMallocAttrValue value;
} aclrtMallocAttribute;

/** Properties of an allocation. */
typedef struct aclrtMallocConfig {
    aclrtMallocAttribute* attrs; /**< array of numAttrs properties */
    size_t numAttrs;
} aclrtMallocConfig;

/** Where memory is: type and number. */
typedef struct aclrtMemLocation {
    uint32_t id; /**< number of the device or NUMA node; unused for the host */
    aclrtMemLocationType type;
} aclrtMemLocation;

/** What the runtime knows about an address. */
typedef struct aclrtPtrAttributes {
    aclrtMemLocation location;
    uint32_t pageSize; /**< bytes */
    uint32_t rsv[4];
} aclrtPtrAttributes;

/** Device memory that one module of the process uses. */
typedef struct aclrtMemUsageInfo {
    char name[32];
    uint64_t curMemSize;  /**< bytes in use */
    uint64_t memPeakSize; /**< most bytes ever in use */
    size_t reserved[8];
} aclrtMemUsageInfo;

/** Row of a table that turns page size and memory type into an aclrtMemAttr. */
typedef struct MemAttrMapping {
    uint32_t pgType;  /**< an aclrtMemPgType */
    uint32_t memType; /**< an aclrtMemType */
    bool isHostAlloc; /**< true for memory of the host */
    aclrtMemAttr memAttr;
} MemAttrMapping;

/**
 * Allocates device memory on the current device. The address is aligned to 64 bytes, the content is
 * undefined, and at least 32 bytes more than asked for, rounded up to 32, belong to the block. The
 * call returns at once, without waiting for work of the device. The memory belongs to the device,
 * not to the context or the thread, and goes with the reset of the device at the latest.
 * @param devPtr receives the address; untouched on an error. Release the memory with aclrtFree()
 * @param size size in bytes, not 0
 * @param policy pages to take and who may reach the memory; a hint where the device has one kind of
 *        memory only
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: devPtr is NULL, size is 0 or policy does not exist;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_MEMORY_ALLOCATION: there is not enough memory; the application may release
 *          some and try again.
 */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/**
 * Like aclrtMalloc(), without the additional 32 bytes: the size is only rounded up to 32.
 * @param devPtr receives the address; untouched on an error. Release the memory with aclrtFree()
 * @param size size in bytes, not 0
 * @param policy as for aclrtMalloc()
 * @return as aclrtMalloc().
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);

/**
 * Allocates device memory that is cached; the same as aclrtMalloc().
 * @param devPtr receives the address; untouched on an error. Release the memory with aclrtFree()
 * @param size size in bytes, not 0
 * @param policy as for aclrtMalloc()
 * @return as aclrtMalloc().
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

/**
 * Like aclrtMalloc(), with properties. Of these the device's number has an effect; the module the
 * memory is accounted to and the flag for equal addresses are accepted.
 * @param devPtr receives the address; untouched on an error. Release the memory with aclrtFree()
 * @param size size in bytes, not 0
 * @param policy as for aclrtMalloc()
 * @param cfg properties, or NULL for none
 * @return as aclrtMalloc(); further ACL_ERROR_INVALID_PARAM for a property that does not exist or
 *        cannot be used, and for a NULL array that is said to have entries; and
 *        ACL_ERROR_RT_INVALID_DEVICEID when the properties name a device that is not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);

/**
 * Allocates device memory that the task scheduler can reach, which is all of it.
 * @param devPtr receives the address; untouched on an error. Release the memory with aclrtFree()
 * @param size size in bytes, not 0
 * @param policy as for aclrtMalloc()
 * @param cfg properties, or NULL for none
 * @return as aclrtMallocWithCfg().
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size,
                                                         aclrtMemMallocPolicy policy,
                                                         aclrtMallocConfig* cfg);

/**
 * Like aclrtMallocHost(), with properties, which are checked and otherwise without effect: host and
 * device reach pinned memory at the same address anyway.
 * @param ptr receives the address; untouched on an error. Release the memory with aclrtFreeHost()
 * @param size size in bytes, not 0
 * @param cfg properties, or NULL for none
 * @return as aclrtMallocHost(); further ACL_ERROR_INVALID_PARAM for bad properties, as
 *        aclrtMallocWithCfg().
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size,
                                                    aclrtMallocConfig* cfg);

/**
 * Tells whether an address is memory of the host or of a device. Any address may be asked about,
 * also one inside a block. Pinned and registered memory is of the host; everything else that no
 * device has allocated, released blocks included, is unregistered.
 * @param ptr address, not NULL
 * @param attributes receives where the memory is (for a device with its number) and the size of its
 *        pages, 0 when unregistered; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when an argument is NULL, or
 *        ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr,
                                                       aclrtPtrAttributes* attributes);

/**
 * Releases device memory at once, without waiting for work that uses it: that is the application's
 * business. Memory of any device and memory of aclrtMallocHost() is accepted. Of several threads
 * that release the same block one succeeds.
 * @param devPtr address that an allocation returned
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: devPtr is NULL;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_PARAM_INVALID: no block starts there, or it was released before;
 *        - ACL_ERROR_RT_INTERNAL_ERROR: with BELAY_CHECK=memory, something wrote beside the block,
 *          which is released nevertheless.
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/**
 * Allocates pinned host memory, which asynchronous copies can use directly. The address is aligned
 * to a page of 4 KiB, the content is undefined. The memory belongs to the process and stays when
 * devices are reset.
 * @param hostPtr receives the address; untouched on an error. Release the memory with
 *        aclrtFreeHost()
 * @param size size in bytes, not 0
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: hostPtr is NULL or size is 0;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_MEMORY_ALLOCATION: there is not enough memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

/**
 * Releases pinned host memory at once, without waiting for work that uses it.
 * @param hostPtr address that aclrtMallocHost() or aclrtMallocHostWithCfg() returned
 * @return as aclrtFree(); ACL_ERROR_RT_PARAM_INVALID also for memory of a device.
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/**
 * Waits for all work of the current device and releases device memory.
 * @param devPtr address that an allocation returned
 * @return as aclrtFree(). When that succeeds, the code of work that failed meanwhile, as
 *        aclrtSynchronizeDevice() reports it.
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeWithDevSync(void* devPtr);

/**
 * Waits for all work of the current device and releases pinned host memory.
 * @param hostPtr address that aclrtMallocHost() or aclrtMallocHostWithCfg() returned
 * @return as aclrtFreeHost(). When that succeeds, the code of work that failed meanwhile, as
 *        aclrtSynchronizeDevice() reports it.
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHostWithDevSync(void* hostPtr);

/**
 * Reports free and total memory of the current device. Blocks are rounded up, so that more than
 * their sizes is missing from what is free.
 * @param attr kind of memory; a device has one, so that all kinds give the same figures
 * @param free receives the free bytes; untouched on an error
 * @param total receives all bytes; untouched on an error
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: free or total is NULL;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_INVALID_MEMORY_TYPE: attr names no kind of memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

/**
 * Reports how much memory of a device the modules of the process use, the greatest first: "MODULE_"
 * and the number for memory that was allocated with ACL_RT_MEM_ATTR_MODULE_ID, "APP" for all other.
 * The peak of "APP" is what the device held at most, less what modules have now.
 * @param deviceId number of the device; one that is not set has no modules
 * @param memUsageInfo array that receives the figures; untouched on an error
 * @param inputNum length of the array, at least 1
 * @param outputNum receives the number of entries filled in; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL or inputNum is 0, or
 *        ACL_ERROR_RT_INVALID_DEVICEID.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo,
                                                  size_t inputNum, size_t* outputNum);

/**
 * Tells whether addresses belong to device memory of given kinds.
 * @param addrList addresses, any values
 * @param size number of addresses, at least 1
 * @param memType kinds, a combination of constants ACL_RT_MEM_TYPE; there is no memory of its own
 * for media processing
 * @param checkResult receives 1 when all addresses lie in memory of one of the kinds, else 0;
 * untouched on an error
 * @param reserve reserved, 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL, size is 0, memType is 0 or
 * has other bits, or reserve is not 0, or ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType,
                                               uint32_t* checkResult, uint32_t reserve);

/**
 * Reports the block that an address belongs to: of a device, of pinned or of registered memory.
 * @param ptr address in the block
 * @param pbase receives the start of the block; NULL when not wanted
 * @param psize receives the size of the block in bytes, with what its allocation added; NULL when
 *        not wanted
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when ptr is NULL, ACL_ERROR_RT_CONTEXT_NULL when the
 *        thread has no context, or ACL_ERROR_RT_PARAM_INVALID when the address is in no block.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize);

/**
 * Prepares memory of one device for access by another one, which makes the first access faster.
 * @param devPtr device memory; the range must lie inside one block
 * @param size size in bytes, not 0
 * @param dstDevId device that will access; one of the two must have enabled access to the other
 * with aclrtDeviceEnablePeerAccess()
 * @param flags reserved, 0
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: devPtr is NULL, size is 0 or flags is not 0;
 *        - ACL_ERROR_RT_PARAM_INVALID: the range is not inside one block of a device, dstDevId is
 * the device that has the memory, or access is not enabled;
 *        - ACL_ERROR_RT_INVALID_DEVICEID: there is no device dstDevId;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId,
                                            uint64_t flags);

/* ---------------------------------------------------------------------------------------------- */
/* Registered host memory */
/* ---------------------------------------------------------------------------------------------- */

/** Flags of aclrtHostRegisterV2(); they can be combined. */
#define ACL_HOST_REG_MAPPED 0x00000002UL   /**< map the memory for the device */
#define ACL_HOST_REG_IOMEMORY 0x00000004UL /**< the memory belongs to an I/O device */
#define ACL_HOST_REG_READONLY 0x00000008UL /**< the device only reads */
#define ACL_HOST_REG_PINNED 0x10000000UL   /**< keep the pages in memory for fast copies */

/** Kind of registration for aclrtHostRegister(). */
typedef enum aclrtHostRegisterType {
    ACL_HOST_REGISTER_MAPPED = 0,   /**< map the memory for the device */
    ACL_HOST_REGISTER_IOMEMORY = 4, /**< the memory belongs to an I/O device */
    ACL_HOST_REGISTER_READONLY = 8, /**< the device only reads */
} aclrtHostRegisterType;

/** Unit of a device that may reach mapped host memory. */
typedef enum aclrtHacType {
    ACL_RT_HAC_TYPE_STARS = 0, /**< task scheduler */
    ACL_RT_HAC_TYPE_AICPU = 1,
    ACL_RT_HAC_TYPE_AIC = 2,     /**< cube core */
    ACL_RT_HAC_TYPE_AIV = 3,     /**< vector core */
    ACL_RT_HAC_TYPE_PCIEDMA = 4, /**< copies over PCIe */
    ACL_RT_HAC_TYPE_RDMA = 5,
    ACL_RT_HAC_TYPE_SDMA = 6, /**< copies on the device */
    ACL_RT_HAC_TYPE_DVPP = 7, /**< media processing */
    ACL_RT_HAC_TYPE_UDMA = 8, /**< copies over the unified bus */
    ACL_RT_HAC_TYPE_CCU = 9,  /**< collective communication */
} aclrtHacType;

/** Answer of aclrtHostMemMapCapabilities(). */
typedef enum aclrtHostMemMapCapability {
    ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0,
    ACL_RT_HOST_MEM_MAP_SUPPORTED = 1,
} aclrtHostMemMapCapability;

/**
 * Registers memory of the process so that devices can reach it and asynchronous copies use it
 * directly. Pinned memory may be registered, too. The memory must stay until aclrtHostUnregister();
 * the reset of the device ends the registration.
 * @param ptr start of the memory, a multiple of 4096
 * @param size size in bytes, not 0; all of it must be memory of the process
 * @param type ACL_HOST_REGISTER_MAPPED
 * @param devPtr receives the address to use on the device, here the same as ptr; untouched on an
 *        error
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: a pointer is NULL, size is 0 or type does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another type;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_PARAM_INVALID: ptr is not aligned, or not all is memory of the process;
 *        - ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED: part of it is registered.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                                               void** devPtr);

/**
 * Registers memory of the process, with flags. aclrtHostGetDevicePointer() gives the address for
 * the device.
 * @param ptr start of the memory, a multiple of 4096
 * @param size size in bytes, not 0; all of it must be memory of the process
 * @param flag ACL_HOST_REG_MAPPED, ACL_HOST_REG_PINNED or both
 * @return as aclrtHostRegister(); flags in the place of the type.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag);

/**
 * Reports the address under which a device reaches registered or pinned host memory.
 * @param pHost address in the host memory, also inside of it
 * @param pDevice receives the address for the device, here the same; untouched on an error
 * @param flag reserved, 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL or flag is not 0,
 *        ACL_ERROR_RT_CONTEXT_NULL when the thread has no context, or
 *        ACL_ERROR_HOST_MEMORY_NOT_REGISTERED.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag);

/**
 * Ends a registration. Work that uses the memory must be done.
 * @param ptr address given at registration
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when ptr is NULL, ACL_ERROR_RT_CONTEXT_NULL when the
 *        thread has no context, or ACL_ERROR_HOST_MEMORY_NOT_REGISTERED when nothing that is
 *        registered starts there.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

/**
 * Tells whether a unit of a device can reach registered host memory. Simulated devices have no
 * units for RDMA, media processing, UDMA and collective communication.
 * @param deviceId number of the device, which need not be set
 * @param hacType unit
 * @param capabilities receives the answer; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when capabilities is NULL or hacType does not exist,
 * or ACL_ERROR_RT_INVALID_DEVICEID.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType,
                                                         aclrtHostMemMapCapability* capabilities);

/* ---------------------------------------------------------------------------------------------- */
/* Copy and set */
/* ---------------------------------------------------------------------------------------------- */

/** Direction of a copy. */
typedef enum aclrtMemcpyKind {
    ACL_MEMCPY_HOST_TO_HOST = 0,
    ACL_MEMCPY_HOST_TO_DEVICE = 1,
    ACL_MEMCPY_DEVICE_TO_HOST = 2,
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3, /**< on one device or between two */
    ACL_MEMCPY_DEFAULT = 4,          /**< found out from the addresses */
    /** the host memory may be changed when the call returns */
    ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6, /**< on one device */
    ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7, /**< between two devices */
} aclrtMemcpyKind;

/** What aclrtReduceAsync() does with source and destination. */
typedef enum aclrtReduceKind {
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13, /**< compare */
} aclrtReduceKind;

/**
 * Copies memory within and between host and devices, and returns when the copy is done. It waits
 * for no work of streams. Threads may copy at once; what they write must not overlap. Source and
 * destination may.
 * @param dst destination, on the host or a device
 * @param destMax size of the destination in bytes
 * @param src source, on the host or a device
 * @param count bytes to copy; 0 succeeds, whatever the other arguments are
 * @param kind direction; the addresses decide, but the value must exist
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: kind does not exist;
 *        - ACL_ERROR_RT_PARAM_INVALID: count is greater than destMax, a pointer is NULL, or a range
 *          of device or pinned memory does not lie inside one block;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/**
 * Fills memory of a device or the host with a byte and returns when it is done. It waits for no
 * work of streams.
 * @param devPtr memory to fill
 * @param maxCount size of the memory in bytes
 * @param value byte to write; only the lowest 8 bits count
 * @param count bytes to fill; 0 succeeds, whatever the other arguments are
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_RT_PARAM_INVALID: count is greater than maxCount, devPtr is NULL, or the range
 *          is of device or pinned memory and does not lie inside one block;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                                         size_t count);

/**
 * Submits a copy to a stream. The memory must stay valid until the copy is done. With host memory
 * that is neither pinned nor registered the call waits for the copy, in the order of the stream;
 * else it returns at once. Copies from one place of the host to another are not possible.
 * @param dst destination
 * @param destMax size of the destination in bytes
 * @param src source
 * @param count bytes to copy; 0 submits nothing
 * @param kind direction, which must agree with the addresses; ACL_MEMCPY_DEFAULT and the kinds from
 *        device to device agree with all. After ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE the source may be
 *        changed at once
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: kind does not exist;
 *        - ACL_ERROR_RT_PARAM_INVALID: kind contradicts the addresses, count is greater than
 *          destMax, a pointer is NULL, or stream is no stream;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: both addresses are of the host, or kind says so;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 *        A range that does not lie inside one block when the copy runs is a failure of the stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                                              size_t count, aclrtMemcpyKind kind,
                                              aclrtStream stream);

/**
 * Fills memory with a 32-bit number and returns when it is done. It waits for no work of streams.
 * @param ptr memory of a device, pinned or registered memory
 * @param memSize size of the memory in bytes
 * @param value number to write
 * @param N how many numbers to write; 0 succeeds, whatever the other arguments are
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_RT_PARAM_INVALID: 4 * N is greater than memSize, ptr is NULL or ordinary
 *          memory, or the range does not lie inside one block;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N);

/**
 * Submits to a stream that memory is filled with a 32-bit number. Pinned and registered memory is
 * filled at once, as by aclrtMemsetD32(), whatever the stream has to do before.
 * @param ptr memory of a device, pinned or registered memory; it must stay until it is filled
 * @param memSize size of the memory in bytes
 * @param value number to write
 * @param N how many numbers to write; 0 submits nothing
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_RT_PARAM_INVALID: 4 * N is greater than memSize, ptr is NULL or ordinary
 *          memory, the range does not lie inside one block, or stream is no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context;
 *        - ACL_ERROR_RT_MEMORY_ALLOCATION: there is no pinned memory left to copy from.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value,
                                                 size_t N, aclrtStream stream);

/**
 * Submits a copy to a stream; the same as aclrtMemcpyAsync(), with the same errors.
 * @param dst destination
 * @param destMax size of the destination in bytes
 * @param src source
 * @param count bytes to copy; 0 submits nothing
 * @param kind direction, which must agree with the addresses
 * @param stream stream of the current context; NULL is its default stream
 */
ACL_DEPRECATED_MESSAGE("use aclrtMemcpyAsync")
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax,
                                                           const void* src, size_t count,
                                                           aclrtMemcpyKind kind,
                                                           aclrtStream stream);

/**
 * Copies a rectangle between host and device and returns when the copy is done. What lies between
 * the rows stays as it is. It waits for no work of streams.
 * @param dst first row of the destination
 * @param dpitch bytes from one row of the destination to the next, at least width
 * @param src first row of the source
 * @param spitch bytes from one row of the source to the next, at least width
 * @param width bytes to copy of each row
 * @param height number of rows; with no rows or empty ones nothing is copied
 * @param kind ACL_MEMCPY_HOST_TO_DEVICE or ACL_MEMCPY_DEVICE_TO_HOST, which must agree with the
 *        addresses
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: kind does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another kind;
 *        - ACL_ERROR_RT_PARAM_INVALID: a pointer is NULL, a pitch is less than width, the rows
 * reach past the last address, kind contradicts the addresses, or the rows of the device or of
 *          pinned memory do not lie inside one block;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);

/**
 * Submits the copy of a rectangle between host and device to a stream. The memory must stay valid
 * until the copy is done. With host memory that is neither pinned nor registered the call waits for
 * the copy, in the order of the stream.
 * @param dst first row of the destination
 * @param dpitch bytes from one row of the destination to the next, at least width
 * @param src first row of the source
 * @param spitch bytes from one row of the source to the next, at least width
 * @param width bytes to copy of each row
 * @param height number of rows, at most 5 * 1024 * 1024; with no rows or empty ones nothing is
 *        submitted
 * @param kind ACL_MEMCPY_HOST_TO_DEVICE or ACL_MEMCPY_DEVICE_TO_HOST, which must agree with the
 *        addresses
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: kind does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another kind;
 *        - ACL_ERROR_RT_PARAM_INVALID: height is too great, a pointer is NULL, a pitch is less than
 *          width, the rows reach past the last address, kind contradicts the addresses, or stream
 * is no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context;
 *        - ACL_ERROR_RT_MEMORY_ALLOCATION: there is no memory for the list of rows.
 *        Rows that do not lie inside one block when the copy runs are a failure of the stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src,
                                                size_t spitch, size_t width, size_t height,
                                                aclrtMemcpyKind kind, aclrtStream stream);

/**
 * Submits to a stream that memory is filled with a byte. The memory must stay valid until that is
 * done. With host memory that is neither pinned nor registered the call waits for it.
 * @param devPtr memory of a device or the host
 * @param maxCount size of the memory in bytes
 * @param value byte to write; only the lowest 8 bits count
 * @param count bytes to fill; 0 submits nothing
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_RT_PARAM_INVALID: count is greater than maxCount, devPtr is NULL, or stream is
 *          no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context;
 *        - ACL_ERROR_RT_MEMORY_ALLOCATION: there is no pinned memory left to copy from.
 *        A range that does not lie inside one block when it is filled is a failure of the stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                                              size_t count, aclrtStream stream);

/**
 * Reports how much device memory a copy description takes.
 * @param kind ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param descSize receives bytes; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when descSize is NULL or kind does not exist, or
 *        ACL_ERROR_RT_FEATURE_NOT_SUPPORT for another kind.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize);

/**
 * Writes a copy description, for aclrtMemcpyAsyncWithDesc(), to device memory, and returns when it
 * is there. It waits for no work of streams. Whether the addresses can be copied between shows when
 * a copy runs.
 * @param desc device memory of the size that aclrtGetMemcpyDescSize() reports
 * @param kind ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param srcAddr source
 * @param dstAddr destination
 * @param count bytes to copy, below 4 GiB
 * @param config reserved, NULL
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: another pointer is NULL, config is not, or kind does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another kind;
 *        - ACL_ERROR_RT_PARAM_INVALID: count is too great, or desc does not lie in device memory
 * with all of its bytes;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr,
                                                void* dstAddr, size_t count, void* config);

/**
 * Submits a copy on one device whose addresses are read from device memory when the copy runs.
 * @param dst device address where the destination address is stored
 * @param destMax size of the destination in bytes
 * @param dstDataOffset bytes to add to the destination address
 * @param src device address where the source address is stored
 * @param count bytes to copy; 0 submits nothing
 * @param srcDataOffset bytes to add to the source address
 * @param kind ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: kind does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another kind;
 *        - ACL_ERROR_RT_PARAM_INVALID: dst or src is NULL or not in device memory, count is greater
 *          than destMax, an offset and count come to 2^48 or more, or stream is no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 *        A range that does not lie inside one block when the copy runs is a failure of the stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax,
                                                        size_t dstDataOffset, const void** src,
                                                        size_t count, size_t srcDataOffset,
                                                        aclrtMemcpyKind kind, aclrtStream stream);

/**
 * Submits a copy that a description in device memory defines; it is read when the copy runs.
 * @param desc device memory that aclrtSetMemcpyDesc() filled
 * @param kind ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: desc is NULL or kind does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another kind;
 *        - ACL_ERROR_RT_PARAM_INVALID: desc is not in device memory, or stream is no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 *        A bad description is a failure of the stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind,
                                                      aclrtStream stream);

/**
 * Submits to a stream that each element of the source is combined into the destination, for example
 * added to it. Both are device memory.
 * @param count size of the data in bytes
 * @param type type of the elements
 * @param reserve reserved, NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtReduceAsync(void* dst, const void* src, uint64_t count,
                                              aclrtReduceKind kind, aclDataType type,
                                              aclrtStream stream, void* reserve);

/* ---------------------------------------------------------------------------------------------- */
/* Copies in batches */
/* ---------------------------------------------------------------------------------------------- */

/** Where the memory of the copies of a batch is. */
typedef struct aclrtMemcpyBatchAttr {
    aclrtMemLocation dstLoc;
    aclrtMemLocation srcLoc;
    uint8_t rsv[16]; /**< reserved, 0 */
} aclrtMemcpyBatchAttr;

/**
 * Carries out several copies between host and device, in any order, and returns when all are done.
 * They wait for no work of streams. When a copy is refused none has been carried out.
 * @param dsts destinations
 * @param destMaxs sizes of the destinations in bytes
 * @param srcs sources
 * @param sizes bytes to copy, each at most the size of its destination; may be 0
 * @param numBatches number of copies, 1 to 4096
 * @param attrs locations of source and destination: one of the host (ordinary memory may be named
 *        unregistered), one of a device, with its number
 * @param attrsIndexes first copy of each property, ascending, starting with 0: attrs[k] holds from
 *        copy attrsIndexes[k] on
 * @param numAttrs length of attrs and attrsIndexes, 1 to numBatches
 * @param failIndex receives the copy that is to blame, or SIZE_MAX when none is; may be NULL
 * @return ACL_SUCCESS, or
 *         - ACL_ERROR_RT_PARAM_INVALID: a number is out of its range, a pointer is NULL,
 * attrsIndexes does not ascend from 0 below numBatches, a property names no copy between host and
 *          device, a copy is longer than its destination, or its memory is not where its property
 *          says or does not lie inside one block;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs,
                                              size_t* sizes, size_t numBatches,
                                              aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                              size_t numAttrs, size_t* failIndex);

/**
 * Like aclrtMemcpyBatch(), with the same errors, without telling which copy is to blame.
 * @param dsts destinations
 * @param destMaxs sizes of the destinations in bytes
 * @param srcs sources
 * @param sizes bytes to copy, each at most the size of its destination; may be 0
 * @param numBatches number of copies, 1 to 4096
 * @param attrs locations of source and destination: one of the host (ordinary memory may be named
 *        unregistered), one of a device, with its number
 * @param attrsIndexes first copy of each property, ascending, starting with 0: attrs[k] holds from
 *        copy attrsIndexes[k] on
 * @param numAttrs length of attrs and attrsIndexes, 1 to numBatches
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs,
                                                size_t* sizes, size_t numBatches,
                                                aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                                size_t numAttrs);

/**
 * Submits several copies between host and device to a stream. The memory must stay valid until they
 * are done; the arrays need not. With host memory that is neither pinned nor registered in one of
 * them the call waits for all. When a copy is refused none has been submitted.
 * @param dsts destinations
 * @param destMaxs sizes of the destinations in bytes
 * @param srcs sources
 * @param sizes bytes to copy, each at most the size of its destination; may be 0
 * @param numBatches number of copies, 1 to 4096
 * @param attrs locations of source and destination: one of the host (ordinary memory may be named
 *        unregistered), one of a device, with its number
 * @param attrsIndexes first copy of each property, ascending, starting with 0: attrs[k] holds from
 *        copy attrsIndexes[k] on
 * @param numAttrs length of attrs and attrsIndexes, 1 to numBatches
 * @param failIndex receives the copy that is to blame, or SIZE_MAX when none is; may be NULL
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *         - ACL_ERROR_RT_PARAM_INVALID: a number is out of its range, a pointer is NULL,
 * attrsIndexes does not ascend from 0 below numBatches, a property names no copy between host and
 *          device, a copy is longer than its destination, or its memory is not where its property
 *          says or does not lie inside one block, or stream is no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs,
                                                   size_t* sizes, size_t numBatches,
                                                   aclrtMemcpyBatchAttr* attrs,
                                                   size_t* attrsIndexes, size_t numAttrs,
                                                   size_t* failIndex, aclrtStream stream);

/**
 * Like aclrtMemcpyBatchAsync(), with the same errors, without telling which copy is to blame.
 * @param dsts destinations
 * @param destMaxs sizes of the destinations in bytes
 * @param srcs sources
 * @param sizes bytes to copy, each at most the size of its destination; may be 0
 * @param numBatches number of copies, 1 to 4096
 * @param attrs locations of source and destination: one of the host (ordinary memory may be named
 *        unregistered), one of a device, with its number
 * @param attrsIndexes first copy of each property, ascending, starting with 0: attrs[k] holds from
 *        copy attrsIndexes[k] on
 * @param numAttrs length of attrs and attrsIndexes, 1 to numBatches
 * @param stream stream of the current context; NULL is its default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs,
                                                     size_t* sizes, size_t numBatches,
                                                     aclrtMemcpyBatchAttr* attrs,
                                                     size_t* attrsIndexes, size_t numAttrs,
                                                     aclrtStream stream);

/* ---------------------------------------------------------------------------------------------- */
/* Device variables */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Reports where the current device has a variable of kernels that are linked into the program; see
 * aclrtGetFuncBySymbol(). The host's variable only stands for it: what is written there is lost.
 * @param symbol address of the variable in the host code
 * @param devPtr receives the address, which is valid until the device is reset
 * @return ACL_ERROR_RT_INVALID_SYMBOL when the address is no such variable,
 * ACL_ERROR_RT_PARAM_INVALID for a null argument, ACL_ERROR_RT_CONTEXT_NULL,
 * ACL_ERROR_RT_MEMORY_ALLOCATION.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetSymbolAddress(const void* symbol, void** devPtr);

/**
 * Reports the size of a variable of kernels that are linked into the program. Needs no context.
 * @param symbol address of the variable in the host code
 * @param size receives bytes
 * @return ACL_ERROR_RT_INVALID_SYMBOL when the address is no such variable,
 * ACL_ERROR_RT_PARAM_INVALID for a null argument.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetSymbolSize(const void* symbol, size_t* size);

/**
 * Copies from a variable of kernels that are linked into the program, on the current device, in the
 * calling thread's time. Errors as aclrtGetSymbolAddress() and aclrtMemcpy().
 * @param dst where to copy to, in host memory
 * @param dstMax size of the destination in bytes
 * @param symbol address of the variable in the host code
 * @param count bytes to copy; with 0 nothing is copied
 * @param offset where to start in the variable, in bytes; offset + count must not exceed its size
 * @param kind ACL_MEMCPY_DEVICE_TO_HOST or ACL_MEMCPY_DEFAULT
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const void* symbol,
                                                   size_t count, size_t offset,
                                                   aclrtMemcpyKind kind);

/**
 * Submits to a stream a copy from a variable of kernels that are linked into the program, on the
 * stream's device. For memory of the host that is not pinned the call returns when the copy is
 * done. Errors as aclrtGetSymbolAddress() and aclrtMemcpyAsync().
 * @param dst where to copy to, in host memory
 * @param dstMax size of the destination in bytes
 * @param symbol address of the variable in the host code
 * @param count bytes to copy; with 0 nothing is submitted
 * @param offset where to start in the variable, in bytes; offset + count must not exceed its size
 * @param kind ACL_MEMCPY_DEVICE_TO_HOST or ACL_MEMCPY_DEFAULT
 * @param stream stream of the current context; NULL is its default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax,
                                                        const void* symbol, size_t count,
                                                        size_t offset, aclrtMemcpyKind kind,
                                                        aclrtStream stream);

/**
 * Copies into a variable of kernels that are linked into the program, on the current device, in the
 * calling thread's time. Errors as aclrtGetSymbolAddress() and aclrtMemcpy().
 * @param symbol address of the variable in the host code
 * @param src what to copy, in host memory
 * @param count bytes to copy; with 0 nothing is copied
 * @param offset where to start in the variable, in bytes; offset + count must not exceed its size
 * @param kind ACL_MEMCPY_HOST_TO_DEVICE or ACL_MEMCPY_DEFAULT
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyToSymbol(const void* symbol, const void* src, size_t count,
                                                 size_t offset, aclrtMemcpyKind kind);

/**
 * Submits to a stream a copy into a variable of kernels that are linked into the program, on the
 * stream's device. For memory of the host that is not pinned the call returns when the copy is
 * done. Errors as aclrtGetSymbolAddress() and aclrtMemcpyAsync().
 * @param symbol address of the variable in the host code
 * @param src what to copy, in host memory
 * @param count bytes to copy; with 0 nothing is submitted
 * @param offset where to start in the variable, in bytes; offset + count must not exceed its size
 * @param kind ACL_MEMCPY_HOST_TO_DEVICE or ACL_MEMCPY_DEFAULT
 * @param stream stream of the current context; NULL is its default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyToSymbolAsync(const void* symbol, const void* src,
                                                      size_t count, size_t offset,
                                                      aclrtMemcpyKind kind, aclrtStream stream);

/* ---------------------------------------------------------------------------------------------- */
/* Managed memory */
/* ---------------------------------------------------------------------------------------------- */

/** Flag of aclrtMemAllocManaged(): every stream of every device may use the memory. */
#define ACL_RT_MEM_ATTACH_GLOBAL 1U

/** Hint on how managed memory will be used. */
typedef enum aclrtMemManagedAdviseType {
    /** mostly read: copies may be kept in several places */
    ACL_MEM_ADVISE_SET_READ_MOSTLY = 0,
    ACL_MEM_ADVISE_UNSET_READ_MOSTLY = 1,
    ACL_MEM_ADVISE_SET_PREFERRED_LOCATION = 2, /**< keep it at the location when possible */
    ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 3,
    ACL_MEM_ADVISE_SET_ACCESSED_BY = 4, /**< keep it mapped for the location */
    ACL_MEM_ADVISE_UNSET_ACCESSED_BY = 5,
} aclrtMemManagedAdviseType;

/** Kind of place for managed memory. */
typedef enum aclrtMemManagedLocationType {
    ACL_MEM_LOCATIONTYPE_INVALID = 0,
    ACL_MEM_LOCATIONTYPE_DEVICE = 1,
    ACL_MEM_LOCATIONTYPE_HOST = 2,
    ACL_MEM_LOCATIONTYPE_HOST_NUMA = 3,
    ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT = 4, /**< NUMA node of the calling thread */
} aclrtMemManagedLocationType;

/** Property of managed memory that aclrtMemManagedGetAttr() reports. */
typedef enum aclrtMemManagedRangeAttribute {
    ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
    ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 4,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 5,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 6,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8,
} aclrtMemManagedRangeAttribute;

/** Place for managed memory. */
typedef struct aclrtMemManagedLocation {
    aclrtMemManagedLocationType type;
    int32_t id; /**< number of the device or NUMA node; unused otherwise */
} aclrtMemManagedLocation;

/**
 * Reports a property of a range of managed memory: what holds for all of it.
 * @param attribute property. A place is the number of a device or node, -1 for the host, -2 for
 * none or when parts differ; a type is an aclrtMemManagedLocationType
 * @param ptr start of the range
 * @param size size of the range in bytes, not 0
 * @param data buffer that receives a number of 32 bits, or for ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY
 * as many as there is room for, filled up with -2; untouched on an error
 * @param dataSize size of the buffer in bytes: 4, or for a list a multiple of 4
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: attribute does not exist, a pointer is NULL, size is 0, or
 * dataSize does not fit the attribute;
 *        - ACL_ERROR_RT_PARAM_INVALID: the range does not lie in one block of managed memory;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attribute,
                                                    const void* ptr, size_t size, void* data,
                                                    size_t dataSize);

/**
 * Reports several properties of a range of managed memory; see aclrtMemManagedGetAttr(), whose
 * errors it has, too. On an error nothing is written.
 * @param attributes properties
 * @param numAttributes length of attributes, data and dataSizes, at least 1
 * @param ptr start of the range
 * @param size size of the range in bytes, not 0
 * @param data buffers that receive the values
 * @param dataSizes sizes of the buffers in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute* attributes,
                                                     size_t numAttributes, const void* ptr,
                                                     size_t size, void** data, size_t* dataSizes);

/**
 * Allocates managed memory: host and devices use it under one address. It is not cleared. Copies
 * take it as memory of either side.
 * @param ptr receives the address; untouched on an error. Release the memory with aclrtFree()
 * @param size size in bytes, not 0; rounded up to a multiple of 2 MiB
 * @param flag ACL_RT_MEM_ATTACH_GLOBAL
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: ptr is NULL, size is 0 or flag has another value;
 *        - ACL_ERROR_RT_MEMORY_ALLOCATION: more than 3 TiB, or there is not as much memory;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag);

/**
 * Gives a hint on how a range of managed memory will be used. aclrtMemManagedGetAttr() reports it;
 * on simulated devices nothing moves.
 * @param ptr start of the range; hints are kept for pages of 2 MiB
 * @param size size of the range in bytes, a multiple of 2 MiB, not 0
 * @param advise hint
 * @param location place, for hints that name one
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: ptr is NULL, size is 0 or advise does not exist;
 *        - ACL_ERROR_RT_PARAM_INVALID: size is no multiple of 2 MiB, the range does not lie in one
 * block of managed memory, or location is no place;
 *        - ACL_ERROR_RT_INVALID_DEVICEID: location names a device that is not there;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedAdvise(const void* const ptr, uint64_t size,
                                                   aclrtMemManagedAdviseType advise,
                                                   aclrtMemManagedLocation location);

/**
 * Submits to a stream that a range of managed memory is moved to a place. On simulated devices
 * nothing moves, but the stream has something to do.
 * @param ptr start of the range
 * @param size size of the range in bytes, a multiple of 2 MiB, not 0
 * @param location place
 * @param flags reserved, 0
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: ptr is NULL, size is 0 or flags is not 0;
 *        - ACL_ERROR_RT_PARAM_INVALID: size is no multiple of 2 MiB, the range does not lie in one
 * block of managed memory, location is no place, or stream is no stream;
 *        - ACL_ERROR_RT_INVALID_DEVICEID: location names a device that is not there;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedPrefetchAsync(const void* ptr, size_t size,
                                                          aclrtMemManagedLocation location,
                                                          uint32_t flags, aclrtStream stream);

/**
 * Submits to a stream that several ranges of managed memory are moved; see
 * aclrtMemManagedPrefetchAsync(), whose errors it has, too. When a range is refused none is
 * submitted.
 * @param ptrs starts of the ranges
 * @param sizes sizes of the ranges in bytes
 * @param count number of ranges, at least 1
 * @param prefetchLocs places: prefetchLocs[k] holds from range prefetchLocIdxs[k] on
 * @param prefetchLocIdxs first range of each place, ascending, starting with 0
 * @param numPrefetchLocs length of prefetchLocs and prefetchLocIdxs, 1 to count
 * @param flags reserved, 0
 * @param stream stream of the current context; NULL is its default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedPrefetchBatchAsync(
    const void** ptrs, size_t* sizes, size_t count, aclrtMemManagedLocation* prefetchLocs,
    size_t* prefetchLocIdxs, size_t numPrefetchLocs, uint64_t flags, aclrtStream stream);

/* ---------------------------------------------------------------------------------------------- */
/* Cache maintenance */
/* ---------------------------------------------------------------------------------------------- */

/** Most operations that one aclrtCmoWaitBarrier() waits for. */
#define ACL_RT_CMO_MAX_BARRIER_NUM 6U

/** Operation on a cache. */
typedef enum aclrtCmoType {
    ACL_RT_CMO_TYPE_PREFETCH = 0,  /**< read memory into the cache */
    ACL_RT_CMO_TYPE_WRITEBACK = 1, /**< write changes to memory, keep them cached */
    ACL_RT_CMO_TYPE_INVALID = 2,   /**< drop without writing */
    ACL_RT_CMO_TYPE_FLUSH = 3,     /**< write changes to memory, then drop */
} aclrtCmoType;

/** Cache operation that a barrier waits for. */
typedef struct aclrtBarrierCmoInfo {
    aclrtCmoType cmoType; /**< ACL_RT_CMO_TYPE_INVALID */
    uint32_t barrierId;   /**< number given with the operation */
} aclrtBarrierCmoInfo;

/** Cache operations that aclrtCmoWaitBarrier() waits for. */
typedef struct aclrtBarrierTaskInfo {
    size_t barrierNum; /**< entries in use */
    aclrtBarrierCmoInfo cmoInfo[ACL_RT_CMO_MAX_BARRIER_NUM];
} aclrtBarrierTaskInfo;

/**
 * Writes the host's cache for a range of device memory to memory. Host and devices see the same
 * memory on all chips that there are, so nothing changes.
 * @param devPtr memory of a device, pinned, registered or managed memory; the range must lie inside
 * one block
 * @param size size of the range in bytes, not 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when devPtr is NULL or size is 0,
 *        ACL_ERROR_RT_PARAM_INVALID when the range is not inside one block, or
 *        ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);

/**
 * Drops the host's cache for a range of device memory, so that the next access reads memory. Host
 * and devices see the same memory on all chips that there are, so nothing changes.
 * @param devPtr memory of a device, pinned, registered or managed memory; the range must lie inside
 * one block
 * @param size size of the range in bytes, not 0
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when devPtr is NULL or size is 0,
 *        ACL_ERROR_RT_PARAM_INVALID when the range is not inside one block, or
 *        ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void* devPtr, size_t size);

/**
 * Submits an operation on the device's cache to a stream. It changes no data.
 * @param src memory of the stream's device; the range must lie inside one block
 * @param size size in bytes, not 0
 * @param cmoType ACL_RT_CMO_TYPE_PREFETCH
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: src is NULL, size is 0 or cmoType does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another operation;
 *        - ACL_ERROR_RT_PARAM_INVALID: the range is not inside one block of the device, or stream
 * is no stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType,
                                           aclrtStream stream);

/**
 * Submits an operation on the device's cache to a stream of a model, with a number to wait for. The
 * chips that there are do not support it.
 * @param src device memory
 * @param size size in bytes, not 0
 * @param cmoType operation
 * @param barrierId number above 0 for ACL_RT_CMO_TYPE_INVALID, else 0
 * @param stream stream bound to a model
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or ACL_ERROR_INVALID_PARAM when src is NULL, size is 0,
 *        cmoType does not exist or barrierId does not fit it.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithBarrier(void* src, size_t size, aclrtCmoType cmoType,
                                                      uint32_t barrierId, aclrtStream stream);

/**
 * Lets a stream of a model wait for cache operations. The chips that there are do not support it.
 * @param taskInfo operations to wait for, 1 to 6, each ACL_RT_CMO_TYPE_INVALID
 * @param stream stream bound to a model
 * @param flag reserved, 0
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or ACL_ERROR_INVALID_PARAM when taskInfo is NULL or
 * names other operations or none, or flag is not 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo* taskInfo, aclrtStream stream,
                                                 uint32_t flag);

/**
 * Reports how much device memory the description of a cache operation takes.
 * @param size receives bytes; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when size is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoGetDescSize(size_t* size);

/**
 * Writes the description of a cache operation to device memory, and returns when it is there. It
 * waits for no work of streams. Whether the range is there shows when the operation runs.
 * @param cmoDesc memory of the current device of the size that aclrtCmoGetDescSize() reports
 * @param src device memory to operate on
 * @param size its size in bytes, not 0, below 4 GiB
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: a pointer is NULL or size is 0;
 *        - ACL_ERROR_RT_PARAM_INVALID: size is too great, or cmoDesc does not lie in memory of the
 *          device with all of its bytes;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoSetDesc(void* cmoDesc, void* src, size_t size);

/**
 * Submits a cache operation that a description in device memory defines; it is read when the
 * operation runs.
 * @param cmoDesc memory of the stream's device that aclrtCmoSetDesc() filled
 * @param cmoType ACL_RT_CMO_TYPE_PREFETCH
 * @param stream stream of the current context; NULL is its default stream
 * @param reserve reserved, NULL
 * @return ACL_SUCCESS, or
 *        - ACL_ERROR_INVALID_PARAM: cmoDesc is NULL, reserve is not, or cmoType does not exist;
 *        - ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another operation;
 *        - ACL_ERROR_RT_PARAM_INVALID: cmoDesc is not in memory of the device, or stream is no
 * stream;
 *        - ACL_ERROR_RT_CONTEXT_NULL: the thread has no context;
 *        - ACL_ERROR_RT_STREAM_CONTEXT: the stream is of another context.
 *        A bad description is a failure of the stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithDesc(void* cmoDesc, aclrtCmoType cmoType,
                                                   aclrtStream stream, const void* reserve);

/* ---------------------------------------------------------------------------------------------- */
/* Virtual and physical memory */
/* ---------------------------------------------------------------------------------------------- */

/** Flags for exporting physical memory. */
#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT 0x0UL                /**< for named processes */
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x1UL /**< for every process */

/** Links for aclrtMemMapSelectedLink(). */
#define ACL_RT_MEM_LINK_IDX_0 0U
#define ACL_RT_MEM_LINK_IDX_1 1U

/** Physical memory made by aclrtMallocPhysical() or imported from another process. */
typedef void* aclrtDrvMemHandle;

/** Kind of physical memory. */
typedef enum aclrtMemAllocationType {
    ACL_MEM_ALLOCATION_TYPE_PINNED = 0, /**< stays where it is */
} aclrtMemAllocationType;

/** How physical memory can be passed to other processes. */
typedef enum aclrtMemHandleType {
    ACL_MEM_HANDLE_TYPE_NONE = 0,
    ACL_MEM_HANDLE_TYPE_POSIX = 2, /**< as a file descriptor */
} aclrtMemHandleType;

/** Form of an exported handle. */
typedef enum aclrtMemSharedHandleType {
    ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1, /**< a uint64_t, for this machine */
    ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2,  /**< an aclrtMemFabricHandle, also for other machines */
} aclrtMemSharedHandleType;

/** Granularity that aclrtMemGetAllocationGranularity() reports. */
typedef enum aclrtMemGranularityOptions {
    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
    ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xFFFF,
} aclrtMemGranularityOptions;

/** What a device may do with mapped memory. */
typedef enum aclrtMemAccessFlags {
    ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
    ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
    ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3,
} aclrtMemAccessFlags;

/** Link over which another die reaches memory. */
typedef enum aclrtMemLinkType {
    ACL_RT_MEM_ACCESS_LINK_SIO = 0,
    ACL_RT_MEM_ACCESS_LINK_HCCS = 1,
    ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH = 2,
    ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH = 3,
} aclrtMemLinkType;

/** Exported handle that other machines can import. */
typedef struct aclrtMemFabricHandle {
    uint8_t data[128];
} aclrtMemFabricHandle;

/** Properties of physical memory. */
typedef struct aclrtPhysicalMemProp {
    aclrtMemHandleType handleType;
    aclrtMemAllocationType allocationType;
    aclrtMemAttr memAttr;      /**< type and page size */
    aclrtMemLocation location; /**< device or host to take it from */
    uint64_t reserve;          /**< reserved, 0 */
} aclrtPhysicalMemProp;

/** Permission for one device. */
typedef struct aclrtMemAccessDesc {
    aclrtMemAccessFlags flags;
    aclrtMemLocation location; /**< device the permission is for */
    uint8_t rsv[12];           /**< reserved, 0 */
} aclrtMemAccessDesc;

/**
 * Reserves a range of device addresses without memory behind it.
 * @param virPtr receives the start; give it back with aclrtReleaseMemAddress()
 * @param size size in bytes, not 0
 * @param alignment reserved, 0
 * @param expectPtr wanted start, aligned to 1 GiB, or NULL for any
 * @param flags 1 for huge pages, 0 for normal ones; must agree with the memory mapped there
 */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment,
                                                    void* expectPtr, uint64_t flags);

/** Gives back a range of addresses. Nothing may be mapped there. */
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void* virPtr);

/**
 * Allocates physical memory that can be mapped to reserved addresses.
 * @param handle receives the handle; untouched on an error. Release it with aclrtFreePhysical()
 * @param size size in bytes, a multiple of the granularity
 * @param flags reserved, 0
 * @return ACL_SUCCESS, or ACL_ERROR_RT_MEMORY_ALLOCATION when there is not enough memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                                                 const aclrtPhysicalMemProp* prop, uint64_t flags);

/**
 * Releases physical memory. It lives on until it is unmapped and every process that shares it has
 * released it.
 */
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

/**
 * Maps physical memory to reserved addresses.
 * @param virPtr reserved address
 * @param size size in bytes, that of the physical memory
 * @param offset reserved, 0
 * @param flags reserved, 0
 */
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void* virPtr, size_t size, size_t offset,
                                         aclrtDrvMemHandle handle, uint64_t flags);

/**
 * Ends a mapping. Work that uses the memory must be done.
 * @param virPtr address given to aclrtMapMem()
 */
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void* virPtr);

/**
 * Maps physical memory to reserved addresses without any permission; aclrtMemSetAccess() grants it
 * later.
 * @param size size in bytes, that of the physical memory
 * @param offset reserved, 0
 * @param flags reserved, 0
 */
ACL_FUNC_VISIBILITY aclError aclrtMemMapNoAccess(void* virPtr, size_t size, size_t offset,
                                                 aclrtDrvMemHandle handle, uint64_t flags);

/**
 * Exports physical memory to other processes of this machine.
 * @param handleType ACL_MEM_HANDLE_TYPE_NONE
 * @param flags an ACL_RT_VMM_EXPORT_FLAG constant
 * @param shareableHandle receives the handle to pass on
 */
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle,
                                                             aclrtMemHandleType handleType,
                                                             uint64_t flags,
                                                             uint64_t* shareableHandle);

/**
 * Exports physical memory to other processes, in a chosen form.
 * @param flags an ACL_RT_VMM_EXPORT_FLAG constant
 * @param shareableHandle receives the handle to pass on, in the type that shareType names
 */
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle,
                                                               uint64_t flags,
                                                               aclrtMemSharedHandleType shareType,
                                                               void* shareableHandle);

/**
 * Imports physical memory that another process exported.
 * @param deviceId device that will use it
 * @param handle receives the handle; release it with aclrtFreePhysical()
 */
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle,
                                                               int32_t deviceId,
                                                               aclrtDrvMemHandle* handle);

/**
 * Imports physical memory that another process exported, in a chosen form, for the current device.
 * @param flags reserved, 0
 * @param handle receives the handle; release it with aclrtFreePhysical()
 */
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle,
                                                                 aclrtMemSharedHandleType shareType,
                                                                 uint64_t flags,
                                                                 aclrtDrvMemHandle* handle);

/**
 * Names the processes that may import exported memory.
 * @param pid process numbers, as aclrtDeviceGetBareTgid() reports them
 * @param pidNum length of the array
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid,
                                                             size_t pidNum);

/**
 * Names the processes that may import exported memory, for a handle in a chosen form.
 * @param pid process numbers, as aclrtDeviceGetBareTgid() reports them
 * @param pidNum length of the array
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle,
                                                               aclrtMemSharedHandleType shareType,
                                                               int32_t* pid, size_t pidNum);

/**
 * Reports what sizes of physical memory must be a multiple of.
 * @param prop properties of the memory; its kind and place count. A device has no DDR
 * @param option smallest or recommended granularity, which are the same
 * @param granularity receives bytes, a power of two; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when a pointer is NULL, the option does not exist
 *        or there is no such memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                                              aclrtMemGranularityOptions option,
                                                              size_t* granularity);

/**
 * Sets what devices may do with mapped memory.
 * @param virPtr address given to aclrtMapMem()
 * @param size size given to aclrtMapMem()
 * @param count length of desc
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc,
                                               size_t count);

/**
 * Reports what a device may do with mapped memory.
 * @param flag receives an aclrtMemAccessFlags value
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location,
                                               uint64_t* flag);

/**
 * Finds the physical memory behind an address and counts a further user of it.
 * @param handle receives the handle; release it with aclrtFreePhysical()
 */
ACL_FUNC_VISIBILITY aclError aclrtMemRetainAllocationHandle(void* virPtr,
                                                            aclrtDrvMemHandle* handle);

/** Reports the properties of physical memory. */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle,
                                                                       aclrtPhysicalMemProp* prop);

/**
 * Like aclrtReserveMemAddress(), for addresses that operators never reach past the L2 cache.
 * @param virPtr receives the start; give it back with aclrtReleaseMemAddress()
 * @param size size in bytes, a multiple of 1 GiB
 * @param alignment reserved, 0
 * @param expectPtr wanted start, not NULL
 * @param flags reserved, 0
 */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddressNoUCMemory(void** virPtr, size_t size,
                                                              size_t alignment, void* expectPtr,
                                                              uint64_t flags);

/**
 * Maps memory to further addresses that go over a chosen link to the other die.
 * @param virPtrDst reserved address to map to
 * @param size size in bytes
 * @param virPtrSrc address the memory is mapped to already
 * @param linkIdx ACL_RT_MEM_LINK_IDX_0 or ACL_RT_MEM_LINK_IDX_1
 * @return ACL_SUCCESS, or ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED when the chip has no such link.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemMapSelectedLink(void* virPtrDst, size_t size, void* virPtrSrc,
                                                     uint32_t linkIdx);

/** Advises over which link other dies should reach physical memory that is mapped later. */
ACL_FUNC_VISIBILITY aclError aclrtMemMapSetLink(aclrtDrvMemHandle handle,
                                                aclrtMemLinkType adviceLink);

/* ---------------------------------------------------------------------------------------------- */
/* Sharing between processes */
/* ---------------------------------------------------------------------------------------------- */

/** Flags for exporting a notify. */
#define ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT 0x0UL                /**< for named processes */
#define ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x2UL /**< for every process */

/** Flags for importing a notify. */
#define ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x2UL /**< enables peer access */

/** Flags for exporting device memory. */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT 0x0UL                /**< for named processes */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x1UL /**< for every process */

/** Flags for importing device memory. */
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x1UL /**< enables peer access */

/** Size of an aclrtIpcEventHandle in bytes. */
#define ACL_IPC_EVENT_HANDLE_SIZE 64U

/** Values of ACL_RT_IPC_MEM_ATTR_ACCESS_LINK. */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO 0
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS 1
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH 2
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH 3

/** Property of exported device memory. */
typedef enum aclrtIpcMemAttrType {
    ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0, /**< link over which another die reaches it */
} aclrtIpcMemAttrType;

/** Processes on another machine of the same super node. */
typedef struct aclrtServerPid {
    uint32_t sdid; /**< device of that machine, as ACL_DEV_ATTR_SUPER_POD_DEVICE_ID reports it */
    int32_t* pid;  /**< array of num process numbers */
    size_t num;
} aclrtServerPid;

/** Event exported to other processes; plain bytes that can be passed on. */
typedef struct aclrtIpcEventHandle {
    char reserved[ACL_IPC_EVENT_HANDLE_SIZE];
} aclrtIpcEventHandle;

/**
 * Reports the number of the calling process as the device driver sees it, also inside a container.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetBareTgid(int32_t* pid);

/**
 * Exports device memory to other processes.
 * @param devPtr start of an allocation
 * @param size its size in bytes
 * @param key buffer that receives the key, a text with a terminating zero
 * @param len size of the buffer, at least 65 bytes
 * @param flags an ACL_RT_IPC_MEM_EXPORT_FLAG constant
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key,
                                                     size_t len, uint64_t flags);

/**
 * Ends the sharing of device memory: in the exporting process the key, in an importing process the
 * mapping.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemClose(const char* key);

/**
 * Maps device memory that another process exported.
 * @param devPtr receives the address in this process
 * @param flags an ACL_RT_IPC_MEM_IMPORT_FLAG constant
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags);

/**
 * Names the processes that may import exported memory.
 * @param pid process numbers, as aclrtDeviceGetBareTgid() reports them
 * @param num length of the array
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num);

/**
 * Sets a property of exported memory.
 * @param attr value, for example ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetAttr(const char* key, aclrtIpcMemAttrType type,
                                                uint64_t attr);

/**
 * Names the processes on other machines that may import exported memory.
 * @param num length of serverPids
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportPidInterServer(const char* key,
                                                             aclrtServerPid* serverPids,
                                                             size_t num);

/**
 * Exports a notify to other processes.
 * @param key buffer that receives the key, a text with a terminating zero
 * @param len size of the buffer, at least 65 bytes
 * @param flags an ACL_RT_NOTIFY_EXPORT_FLAG constant
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len,
                                                     uint64_t flags);

/**
 * Imports a notify that another process exported. This process can record it.
 * @param notify receives the handle; release it with aclrtDestroyNotify()
 * @param flags an ACL_RT_NOTIFY_IMPORT_FLAG constant
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key,
                                                    uint64_t flags);

/**
 * Names the processes that may import a notify.
 * @param pid process numbers, as aclrtDeviceGetBareTgid() reports them
 * @param num length of the array
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num);

/**
 * Names the processes on other machines that may import a notify.
 * @param num length of serverPids
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifySetImportPidInterServer(aclrtNotify notify,
                                                                aclrtServerPid* serverPids,
                                                                size_t num);

/** Exports an event created with ACL_EVENT_IPC to other processes. */
ACL_FUNC_VISIBILITY aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle);

/**
 * Imports an event that another process exported.
 * @param event receives the handle; release it with aclrtDestroyEvent()
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event);

/* ---------------------------------------------------------------------------------------------- */
/* Kernel binaries */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Values of ACL_RT_BINARY_LOAD_OPT_MAGIC: the cores that the kernels of a file run on, where the
 * file does not say it.
 */
#define ACL_RT_BINARY_MAGIC_ELF_AICORE 0x43554245U
#define ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE 0x41415246U
#define ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE 0x41494343U

/** Bytes of a kernel file, made by aclrtCreateBinary(). */
typedef void* aclrtBinary;

/** Loaded kernel file. It finds kernels and variables by name. */
typedef void* aclrtBinHandle;

/** Kernel of a loaded file. It lives as long as the file is loaded. */
typedef void* aclrtFuncHandle;

/** Option for loading a kernel file; it selects the member of aclrtBinaryLoadOptionValue. */
typedef enum aclrtBinaryLoadOptionType {
    ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,       /**< when to copy the kernels to the device */
    ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2,      /**< older name of ACL_RT_BINARY_LOAD_OPT_MAGIC */
    ACL_RT_BINARY_LOAD_OPT_MAGIC = 2,           /**< which cores the kernels run on */
    ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3, /**< where AI CPU kernels come from */
} aclrtBinaryLoadOptionType;

/** Property of a kernel. */
typedef enum aclrtFuncAttribute {
    ACL_FUNC_ATTR_KERNEL_TYPE = 1, /**< an aclrtKernelType value */
    /** vector cores in bits 0 to 15, cube cores in bits 16 to 31 */
    ACL_FUNC_ATTR_KERNEL_RATIO = 2,
    /** 0: starts on free cores, 1: waits for all its cores */
    ACL_FUNC_ATTR_KERNEL_SCHED_MODE = 3,
} aclrtFuncAttribute;

/** Cores that a kernel runs on. */
typedef enum aclrtKernelType {
    ACL_KERNEL_TYPE_AICORE = 0,  /**< AI cores */
    ACL_KERNEL_TYPE_CUBE = 1,    /**< cube cores */
    ACL_KERNEL_TYPE_VECTOR = 2,  /**< vector cores */
    ACL_KERNEL_TYPE_MIX = 3,     /**< cube and vector cores together */
    ACL_KERNEL_TYPE_AICPU = 100, /**< AI CPU */
} aclrtKernelType;

/** Value of an option for loading a kernel file. */
typedef union aclrtBinaryLoadOptionValue {
    uint32_t isLazyLoad; /**< 1: copy to the device on first use, 0: when loading */
    uint32_t magic;      /**< an ACL_RT_BINARY_MAGIC constant */
    /** 0: built-in kernels, 1: library beside the JSON file, 2: aclrtRegisterCpuFunc() */
    int32_t cpuKernelMode;
    uint32_t rsv[4];
} aclrtBinaryLoadOptionValue;

/** One option for loading a kernel file. */
typedef struct aclrtBinaryLoadOption {
    aclrtBinaryLoadOptionType type;
    aclrtBinaryLoadOptionValue value;
} aclrtBinaryLoadOption;

/** Options for loading a kernel file. */
typedef struct aclrtBinaryLoadOptions {
    aclrtBinaryLoadOption* options; /**< array of numOpt options */
    size_t numOpt;
} aclrtBinaryLoadOptions;

/**
 * Wraps the bytes of a kernel file for aclrtBinaryLoad(). The bytes are not copied and must stay
 * valid.
 * @param dataLen number of bytes
 * @return the object, to be released with aclrtDestroyBinary(), or NULL on an error.
 */
ACL_FUNC_VISIBILITY aclrtBinary aclrtCreateBinary(const void* data, size_t dataLen);

/**
 * Releases an object made by aclrtCreateBinary(). A file loaded from it stays loaded.
 * @return ACL_ERROR_RT_INVALID_HANDLE when it is no such object.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyBinary(aclrtBinary binary);

/**
 * Loads a kernel file to the current device. Needs a context.
 * @param binHandle receives the handle; release it with aclrtBinaryUnLoad()
 * @return ACL_ERROR_RT_INVALID_HANDLE when `binary` is no live object, ACL_ERROR_RT_PARAM_INVALID
 * when the bytes are no kernel file, ACL_ERROR_RT_MEMORY_ALLOCATION.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle* binHandle);

/**
 * Unloads a kernel file: the handles of its kernels become invalid at once. Tasks in flight keep
 * what they need until they are done. Needs no context.
 * @return ACL_ERROR_RT_INVALID_HANDLE when nothing is loaded under this handle.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle);

/**
 * Finds a kernel of a loaded file by its name; the halves of a kernel for cube and vector cores
 * have one name, without _mix_aic and _mix_aiv. Copies the file to its device when it is not there.
 * @param funcHandle receives the handle, the same every time; it belongs to the loaded file
 * @return ACL_ERROR_RT_KERNEL_LOOKUP when there is no such kernel, ACL_ERROR_RT_INVALID_HANDLE.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle,
                                                    const char* kernelName,
                                                    aclrtFuncHandle* funcHandle);

/**
 * Loads a kernel file to the current device. Needs a context.
 *
 * With the option ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE the file is a JSON file that lists kernels
 * of AI CPUs by the type of their operators: {"Type": {"opInfo": {"functionName": "f", "kernelSo":
 * "libx.so"}}}. Mode 0 means kernels that the device has (a simulated one has none: launches of
 * them fail), mode 1 those of a shared object beside the file, with .so for .json. On a simulated
 * device that object is for the processor of the machine, and runs in this process.
 * @param binPath path of the file, which is not needed after the call
 * @param options options, or NULL for the defaults
 * @param binHandle receives the handle; release it with aclrtBinaryUnLoad()
 * @return ACL_ERROR_RT_FILE_OPEN when a file cannot be read, ACL_ERROR_RT_PARAM_INVALID when it is
 * no kernel file, or for other processors, or an option is not valid,
 * ACL_ERROR_RT_MEMORY_ALLOCATION.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryLoadFromFile(const char* binPath,
                                                     aclrtBinaryLoadOptions* options,
                                                     aclrtBinHandle* binHandle);

/**
 * Reports where a loaded kernel file is in device memory.
 * @param binAddr receives the address; NULL when it was loaded lazily and not used yet, or holds
 * kernels of AI CPUs
 * @param binSize receives bytes; 0 for kernels of AI CPUs
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle,
                                                      void** binAddr, size_t* binSize);

/**
 * Finds a kernel of a loaded file by the number that its metadata holds, or its name ends with
 * after the last underscore: its tiling key. Otherwise like aclrtBinaryGetFunction().
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle,
                                                           uint64_t funcEntry,
                                                           aclrtFuncHandle* funcHandle);

/**
 * Finds a variable of a loaded kernel file by its name. Copies the file to its device when it is
 * not there.
 * @param dptr receives the device address; may be NULL when `size` is not
 * @param size receives bytes; may be NULL when `dptr` is not
 * @return ACL_ERROR_RT_SYMBOL_NOT_FOUND when there is no such variable,
 * ACL_ERROR_RT_INVALID_HANDLE.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char* name,
                                                  void** dptr, size_t* size);

/**
 * Finds the kernel that a function of the host code stands for, on the current device. The program
 * is linked with an object that belay-kcc has made (--host-object): it holds the kernels, and for
 * each of them a function of that name. They are loaded to a device when they are first asked for
 * there. May be called from any thread; may block.
 * @param symbol the function as the host code names it; it cannot be called
 * @param funcHandle receives the handle, which is valid until the device is reset; the same every
 * time
 * @return ACL_ERROR_RT_INVALID_DEVICE_FUNCTION when the address is no such function,
 * ACL_ERROR_RT_PARAM_INVALID for a null argument, ACL_ERROR_RT_CONTEXT_NULL,
 * ACL_ERROR_RT_MEMORY_ALLOCATION.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFuncBySymbol(const void* symbol, aclrtFuncHandle* funcHandle);

/**
 * Reports where the code of a kernel is in device memory.
 * @param aicAddr receives the address for cube cores; NULL when the kernel has no such part
 * @param aivAddr receives the address for vector cores; NULL when the kernel has no such part
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr,
                                                  void** aivAddr);

/**
 * Reports how large the code of a kernel is.
 * @param aicSize receives the bytes for cube cores
 * @param aivSize receives the bytes for vector cores
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t* aicSize,
                                                  size_t* aivSize);

/**
 * Reports the name of a kernel.
 * @param maxLen size of the buffer in bytes; too small a one gives ACL_ERROR_RT_PARAM_INVALID
 * @param name buffer that receives the name with its terminating zero
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen,
                                                  char* name);

/**
 * Loads a kernel file from memory to the current device. The bytes are not needed after the call.
 * Errors as aclrtBinaryLoadFromFile().
 *
 * With the option ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE, which must be 2, the bytes are a shared
 * object with kernels of AI CPUs; aclrtRegisterCpuFunc() names them.
 * @param length number of bytes
 * @param options options, or NULL for the defaults
 * @param binHandle receives the handle; release it with aclrtBinaryUnLoad()
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryLoadFromData(const void* data, size_t length,
                                                     const aclrtBinaryLoadOptions* options,
                                                     aclrtBinHandle* binHandle);

/**
 * Names a kernel of AI CPUs in a library that was loaded with aclrtBinaryLoadFromData() and the
 * option ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE. It is launched like any other kernel. The function
 * is `uint32_t funcName(void* args)` and gets the address of the arguments, which lie without gaps
 * when they come from an aclrtArgsHandle; it is called once for each block. A result other than 0,
 * an exception, and a name that the library does not export make the launch fail with
 * ACL_ERROR_RT_AICPU_EXCEPTION at the next synchronise. May be called from any thread.
 * @param funcName function of the library, at most 4095 characters
 * @param kernelName type of the operator, by which aclrtBinaryGetFunction() finds the kernel
 * @param funcHandle receives the handle, which belongs to the loaded file; the same every time
 * @return ACL_ERROR_RT_PARAM_INVALID when the file holds kernels of AI cores, when `kernelName` is
 * the name of another function already, and for null and empty arguments,
 * ACL_ERROR_RT_INVALID_HANDLE, ACL_ERROR_RT_MEMORY_ALLOCATION.
 */
ACL_FUNC_VISIBILITY aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char* funcName,
                                                  const char* kernelName,
                                                  aclrtFuncHandle* funcHandle);

/**
 * Reports the address through which cube and vector cores of the current device synchronise.
 * Kernels of older files for both kinds of cores take it as their first argument; lists of
 * arguments (aclrtKernelArgsInit()) add it themselves. Files made by belay-kcc do not want it. May
 * be called from any thread.
 * @param addr receives the address, which stays until the device is reset
 * @return ACL_SUCCESS; ACL_ERROR_RT_PARAM_INVALID (107000) when addr is NULL,
 *        ACL_ERROR_RT_CONTEXT_NULL (107002) without a current context,
 *        ACL_ERROR_RT_MEMORY_ALLOCATION (207001).
 */
ACL_FUNC_VISIBILITY aclError aclrtGetHardwareSyncAddr(void** addr);

/** Reports a property of a kernel; ACL_ERROR_RT_PARAM_INVALID for one that is not known. */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle,
                                                       aclrtFuncAttribute attrType,
                                                       int64_t* attrValue);

/** Reports the loaded file that a kernel belongs to. */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle,
                                                    aclrtBinHandle* binHandle);

/**
 * Reports how many parameters a kernel has.
 * @param func kernel, as a handle or as the function that the host code names
 */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetParamCount(const void* func, size_t* paramCount);

/**
 * Reports where a parameter is in the argument block of a kernel.
 * @param func kernel, as a handle or as the function that the host code names
 * @param paramOffset receives bytes from the start of the block
 * @param paramSize receives bytes
 * @return ACL_SUCCESS, or an error when there is no such parameter.
 */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetParamInfo(const void* func, size_t paramIndex,
                                                       size_t* paramOffset, size_t* paramSize);

/**
 * Reports how much unified buffer a launch of the kernel can ask for: 0, because only kernels of
 * many threads can, and no chip of today has those.
 * @param func kernel, as a handle or as the function that the host code names
 * @param flags reserved, 0
 * @param dynamicUbufSize receives bytes for each block
 * @return ACL_ERROR_RT_INVALID_HANDLE, ACL_ERROR_RT_PARAM_INVALID.
 */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetAvailDynUbufPerBlock(void* func, uint32_t flags,
                                                                  size_t* dynamicUbufSize);

/* ---------------------------------------------------------------------------------------------- */
/* Kernel launch */
/* ---------------------------------------------------------------------------------------------- */

/** Arguments of a kernel, built piece by piece with the functions aclrtKernelArgs. */
typedef void* aclrtArgsHandle;

/** One argument of an aclrtArgsHandle. */
typedef void* aclrtParamHandle;

/** Cores that a launch runs on, where the kernel leaves the choice. */
typedef enum aclrtEngineType {
    ACL_RT_ENGINE_TYPE_AIC = 0,
    ACL_RT_ENGINE_TYPE_AIV = 1,
} aclrtEngineType;

/** Property of a launch; it selects the member of aclrtLaunchKernelAttrValue. */
typedef enum aclrtLaunchKernelAttrId {
    ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1,
    ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE ACL_DEPRECATED_MESSAGE(
        "use ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE") = 2,
    ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2,
    ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3,
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4,
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5,
    ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6,
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7,    /**< in seconds */
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8, /**< in microseconds */
    ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9,
} aclrtLaunchKernelAttrId;

/** Kind of task that aclrtTaskUpdateAsync() changes. */
typedef enum aclrtUpdateTaskAttrId {
    ACL_RT_UPDATE_RANDOM_TASK = 1,
    ACL_RT_UPDATE_AIC_AIV_TASK = 2,
} aclrtUpdateTaskAttrId;

#ifndef __BISHENG_CCEC__
/** Number of blocks or threads in three dimensions. */
typedef struct dim3 {
    uint32_t x;
    uint32_t y;
    uint32_t z;

#ifdef __cplusplus
    constexpr dim3(uint32_t vx = 1, uint32_t vy = 1, uint32_t vz = 1) : x(vx), y(vy), z(vz) {}
#endif
} dim3;
#endif  // __BISHENG_CCEC__

/** Time in microseconds, 64 bits in two halves. */
typedef struct aclrtTimeoutUs {
    uint32_t timeoutLow;
    uint32_t timeoutHigh;
} aclrtTimeoutUs;

/**
 * Value of a launch property. Switches are 0 or 1; other numbers are refused, and so are more bytes
 * of unified buffer than a core has.
 */
typedef union aclrtLaunchKernelAttrValue {
    /** 0: blocks start as cores become free; 1: all start together; unset: as the kernel says */
    uint8_t schemMode;
    uint32_t localMemorySize ACL_DEPRECATED_MESSAGE("use dynUBufSize");
    /** bytes of unified buffer for each block; used by kernels of many threads only */
    uint32_t dynUBufSize;
    aclrtEngineType engineType;  /**< Atlas inference products only; has no effect on others */
    uint32_t blockDimOffset;     /**< number of the first block; goes with engineType */
    uint8_t isBlockTaskPrefetch; /**< 1: do not read the code ahead */
    uint8_t isDataDump;          /**< 1: dump inputs and outputs */
    /**
     * seconds that the kernel may run, 0: without limit. Counted in steps of about 4.3 s, rounded
     * up, at most 254 of them. Unset: the limit of aclrtSetOpExecuteTimeOut(). Not together with
     * timeoutUs.
     */
    uint16_t timeout;
    aclrtTimeoutUs timeoutUs; /**< the same in microseconds */
    uint8_t enableProfiling;  /**< 1: collect profiling data */
    uint32_t rsv[4];
} aclrtLaunchKernelAttrValue;

/** One property of a launch. */
typedef struct aclrtLaunchKernelAttr {
    aclrtLaunchKernelAttrId id;
    aclrtLaunchKernelAttrValue value;
} aclrtLaunchKernelAttr;

/** Properties of a launch. */
typedef struct aclrtLaunchKernelCfg {
    aclrtLaunchKernelAttr* attrs; /**< array of numAttrs properties */
    size_t numAttrs;
} aclrtLaunchKernelCfg;

/**
 * Pointer in an argument block whose data lies in the same block. The launch stores the device
 * address of the data at the place of the pointer.
 */
typedef struct aclrtPlaceHolderInfo {
    uint32_t addrOffset; /**< bytes from the start of the block to the pointer */
    uint32_t dataOffset; /**< bytes from the start of the block to the data */
} aclrtPlaceHolderInfo;

/** New parameters of a random number task. */
typedef struct aclrtRandomTaskUpdateAttr {
    void* srcAddr; /**< device memory with the parameters */
    size_t size;   /**< bytes */
    uint32_t rsv[4];
} aclrtRandomTaskUpdateAttr;

/** New kernel and block count of a kernel task. */
typedef struct aclrtAicAivTaskUpdateAttr {
    void* binHandle;     /**< loaded file that holds the kernel */
    void* funcEntryAddr; /**< device memory with the number of the kernel */
    void* blockDimAddr;  /**< device memory with the number of blocks */
    uint32_t rsv[4];
} aclrtAicAivTaskUpdateAttr;

/** Change of a task; id of aclrtTaskUpdateInfo selects the member. */
typedef union aclrtUpdateTaskAttrVal {
    aclrtRandomTaskUpdateAttr randomTaskAttr;
    aclrtAicAivTaskUpdateAttr aicAivTaskAttr;
} aclrtUpdateTaskAttrVal;

/** What aclrtTaskUpdateAsync() changes. */
typedef struct aclrtTaskUpdateInfo {
    aclrtUpdateTaskAttrId id;
    aclrtUpdateTaskAttrVal val;
} aclrtTaskUpdateInfo;

/**
 * Submits a kernel to a stream, with an argument block in device memory, which the kernel reads as
 * it is: each argument begins at a multiple of 8. It must stay until the kernel has run. Waits only
 * while the stream is full. May be called from any thread; launches of several threads to one
 * stream come one after the other.
 * @param funcHandle kernel; its file was loaded on the device of the stream
 * @param numBlocks number of blocks to run, 1 to 65535
 * @param argsData argument block in device memory; may be NULL when argsSize is 0
 * @param argsSize its size in bytes
 * @param stream stream of the current context; NULL is its default stream
 * @return ACL_SUCCESS when the kernel was submitted. A failure of the kernel itself is reported by
 *        the next synchronise, with a text that names the kernel and, when it was compiled with
 *        debug information, the line of its source.
 *        ACL_ERROR_RT_INVALID_HANDLE (107017) for what is no kernel,
 *        ACL_ERROR_RT_PARAM_INVALID (107000) for a number of blocks that cannot be, a block that is
 *        not in memory of the device, and a kernel of another device,
 *        ACL_ERROR_RT_CONTEXT_NULL (107002) without a current context,
 *        ACL_ERROR_RT_STREAM_CONTEXT (107003) for a stream of another context or one that was
 *        destroyed; the code of its failure for a stream that has stopped after one.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                               const void* argsData, size_t argsSize,
                                               aclrtStream stream);

/**
 * Reports how much host memory aclrtKernelArgsInitByUserMem() needs for its handle.
 * @param memSize receives bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle,
                                                             size_t* memSize);

/**
 * Reports how much host memory the arguments of a kernel take, with the values that the runtime
 * adds.
 * @param userArgsSize bytes of the arguments and of the data of placeholders
 * @param actualArgsSize receives bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle,
                                                       size_t userArgsSize, size_t* actualArgsSize);

/**
 * Begins the arguments of a kernel in memory of the library, which a launch gives back.
 * @param argsHandle receives the handle
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle,
                                                 aclrtArgsHandle* argsHandle);

/**
 * Begins the arguments of a kernel in memory of the application.
 * @param argsHandle host memory for the handle, of the size that aclrtKernelArgsGetHandleMemSize()
 *        reports
 * @param userHostMem host memory for the arguments
 * @param actualArgsSize its size in bytes, as aclrtKernelArgsGetMemSize() reports it
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle,
                                                          aclrtArgsHandle argsHandle,
                                                          void* userHostMem, size_t actualArgsSize);

/**
 * Adds the next argument; its value is copied. At most 128 arguments are possible.
 * @param paramSize size of the value in bytes
 * @param paramHandle receives a handle for a later change
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void* param,
                                                   size_t paramSize, aclrtParamHandle* paramHandle);

/**
 * Adds a pointer argument whose data is placed behind all arguments.
 * @param paramHandle receives a handle for aclrtKernelArgsGetPlaceHolderBuffer()
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle,
                                                              aclrtParamHandle* paramHandle);

/**
 * Reserves the data of a placeholder. All arguments must have been added before.
 * @param dataSize size of the data in bytes
 * @param bufferAddr receives the host address to write the data to
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle,
                                                                 aclrtParamHandle paramHandle,
                                                                 size_t dataSize,
                                                                 void** bufferAddr);

/**
 * Changes an argument that was added before.
 * @param paramSize size of the value in bytes, as it was added
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle,
                                                       aclrtParamHandle paramHandle, void* param,
                                                       size_t paramSize);

/**
 * Submits a kernel with a list of arguments and properties to a stream. The arguments are copied
 * before the call returns: the list can be changed, finished and launched again at once. Otherwise
 * as aclrtLaunchKernel().
 * @param funcHandle kernel; its file was loaded on the device of the stream
 * @param numBlocks number of blocks to run, 1 to 65535
 * @param cfg properties, or NULL for none
 * @param argsHandle arguments for this kernel, finished with aclrtKernelArgsFinalize()
 * @param reserve reserved, NULL
 * @return as aclrtLaunchKernel(). ACL_ERROR_RT_PARAM_INVALID (107000) also for a list that is not
 *        finished or is for another kernel, for properties that are not known or cannot be, and
 * when reserve is not NULL; ACL_ERROR_RT_INVALID_HANDLE (107017) also for what is no list.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle,
                                                         uint32_t numBlocks, aclrtStream stream,
                                                         aclrtLaunchKernelCfg* cfg,
                                                         aclrtArgsHandle argsHandle, void* reserve);

/** Ends the building of arguments. They can then be launched, or changed and finished again. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle);

/**
 * Submits a kernel with an argument block in device memory and properties to a stream: as
 * aclrtLaunchKernel(), which has no properties.
 * @param cfg properties, or NULL for none
 * @return as aclrtLaunchKernel(); ACL_ERROR_RT_PARAM_INVALID (107000) also for properties that are
 *        not known or cannot be.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                                 const void* argsData, size_t argsSize,
                                                 aclrtLaunchKernelCfg* cfg, aclrtStream stream);

/**
 * Submits a kernel with an argument block in host memory, which is copied before the call returns.
 * Otherwise as aclrtLaunchKernel().
 * @param funcHandle kernel; its file was loaded on the device of the stream
 * @param numBlocks number of blocks to run, 1 to 65535
 * @param cfg properties, or NULL for none
 * @param hostArgs the block, as the kernel reads it: each argument begins at a multiple of 8, and
 *        data that pointers lead to come behind them. May be NULL when argsSize is 0.
 * @param argsSize size of the block in bytes, at most 16 MiB. Blocks of up to 64 KiB are copied to
 *        memory that the stream has for them; larger ones cost an allocation.
 * @param placeHolderArray pointers of the block to fill in, or NULL
 * @param placeHolderNum length of that array
 * @return as aclrtLaunchKernel(). ACL_ERROR_RT_PARAM_INVALID (107000) also for pointers or data
 * that are not in the block, and for properties that are not known or cannot be.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithHostArgs(
    aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg* cfg,
    void* hostArgs, size_t argsSize, aclrtPlaceHolderInfo* placeHolderArray, size_t placeHolderNum);

/**
 * Submits a kernel whose arguments are given one by one. The values are copied before the call
 * returns. Otherwise as aclrtLaunchKernel().
 * @param func kernel, as a handle or as the function that the host code names
 * @param numBlocks number of blocks to run, 1 to 65535
 * @param cfg properties, or NULL for none
 * @param args address of each argument's value, in the order of the parameters: as many as
 *        aclrtFunctionGetParamCount() reports. May be NULL for a kernel without parameters.
 * @return as aclrtLaunchKernel(). ACL_ERROR_RT_PARAM_INVALID (107000) also for an address that is
 *        NULL, ACL_ERROR_RT_FEATURE_NOT_SUPPORT (207000) when the kernel's file does not describe
 * its parameters.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithArgsArray(void* func, uint32_t numBlocks,
                                                            aclrtStream stream,
                                                            aclrtLaunchKernelCfg* cfg, void** args);

/**
 * Submits a kernel of many threads whose arguments are given one by one.
 * @param func kernel, as a handle or as the function that the host code names
 * @param gridDim number of blocks
 * @param blockDim number of threads in a block
 * @param dynUbufSize bytes of unified buffer for each block, beside what the kernel declares
 * @param cfg properties, or NULL for none
 * @param args address of each argument's value, in the order of the parameters
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT (207000): no chip of today has cores with threads.
 *        ACL_ERROR_RT_INVALID_HANDLE (107017) for what is no kernel, ACL_ERROR_RT_CONTEXT_NULL
 *        (107002) without a current context.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchSIMTKernelWithArgsArray(void* func, dim3 gridDim,
                                                                dim3 blockDim, size_t dynUbufSize,
                                                                aclrtStream stream,
                                                                aclrtLaunchKernelCfg* cfg,
                                                                void** args);

/**
 * Submits a kernel of many threads with an argument block in host memory, which is copied before
 * the call returns.
 * @param func kernel, as a handle or as the function that the host code names
 * @param gridDim number of blocks
 * @param blockDim number of threads in a block
 * @param dynUbufSize bytes of unified buffer for each block, beside what the kernel declares
 * @param cfg properties, or NULL for none
 * @param argsSize size of the block in bytes
 * @param placeHolderArray pointers of the block to fill in, or NULL
 * @param placeHolderNum length of that array
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT (207000): no chip of today has cores with threads.
 *        ACL_ERROR_RT_INVALID_HANDLE (107017) for what is no kernel, ACL_ERROR_RT_CONTEXT_NULL
 *        (107002) without a current context.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchSIMTKernelWithHostArgs(
    void* func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize, aclrtStream stream,
    aclrtLaunchKernelCfg* cfg, void* hostArgs, size_t argsSize,
    aclrtPlaceHolderInfo* placeHolderArray, size_t placeHolderNum);

/**
 * Submits to a stream that a task of a model is changed.
 * @param taskStream stream of the task, bound to a model
 * @param taskId number of the task, as aclrtGetThreadLastTaskId() reports it
 * @param execStream stream that makes the change
 */
ACL_FUNC_VISIBILITY aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t taskId,
                                                  aclrtTaskUpdateInfo* info,
                                                  aclrtStream execStream);

/* ---------------------------------------------------------------------------------------------- */
/* Capturing streams */
/* ---------------------------------------------------------------------------------------------- */

/** Model that was captured or built from streams and can be executed many times. */
typedef void* aclmdlRI;

/** Which calls are refused while a capture is going on, because they would not be captured. */
typedef enum aclmdlRICaptureMode {
    ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,       /**< unsafe calls of all threads */
    ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1, /**< unsafe calls of the capturing thread */
    ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2,      /**< none */
} aclmdlRICaptureMode;

/** Whether a stream is being captured. */
typedef enum aclmdlRICaptureStatus {
    ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
    ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
    /** captured, but a call has spoilt the capture */
    ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2,
} aclmdlRICaptureStatus;

/**
 * Begins to capture a stream: what is submitted to it from now on becomes part of a model and does
 * not run. Other streams join when they wait for an event of a captured one.
 * @param stream stream to capture; not a default stream
 * @return ACL_SUCCESS, ACL_ERROR_RT_STREAM_CAPTURED when the stream is being captured,
 *        ACL_ERROR_INVALID_PARAM when stream is NULL, or ACL_ERROR_RT_PARAM_INVALID when mode does
 *        not exist.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);

/**
 * Tells whether a stream is being captured.
 * @param modelRI receives the model under construction
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream,
                                                    aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

/**
 * Ends a capture. An empty capture gives a model too.
 * @param modelRI receives the model; release it with aclmdlRIDestroy()
 * @return ACL_SUCCESS, or ACL_ERROR_RT_STREAM_NOT_CAPTURED when the stream is not being captured.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);

/**
 * Sets the capture mode of the calling thread, which decides what a capture of another thread
 * forbids to it.
 * @param mode new mode; receives the old one
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);

/** Begins a group of captured tasks that can be changed together later. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);

/**
 * Ends a group of captured tasks.
 * @param handle receives the group
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle);

/**
 * Begins to change a group of tasks: what is submitted to the stream takes the place of the group's
 * tasks, in the same order.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream,
                                                            aclrtTaskGrp handle);

/** Ends the change of a group of tasks. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);

/**
 * Begins to capture a stream into an existing model, for example a branch of a conditional task.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI,
                                                           aclmdlRICaptureMode mode);

/* ---------------------------------------------------------------------------------------------- */
/* Captured and built models */
/* ---------------------------------------------------------------------------------------------- */

/** Flags of aclmdlRIDebugJsonPrint(). */
#define ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY 0UL
#define ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE 1UL

/** Prints the structure of a model. */
ACL_DEPRECATED_MESSAGE("use aclmdlRIDebugJsonPrint")
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);

/**
 * Writes the structure of a model to a JSON file.
 * @param path path of the file
 * @param flags ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY or ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path,
                                                    uint32_t flags);

/** Submits the execution of a model to a stream. */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);

/**
 * Executes a model and returns when it is done.
 * @param timeout time in milliseconds, or -1 to wait without limit
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);

/** Destroys a model. It must not be executing. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);

/**
 * Creates an empty model to which streams are bound.
 * @param modelRI receives the model; release it with aclmdlRIDestroy()
 * @param flag reserved, 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildBegin(aclmdlRI* modelRI, uint32_t flag);

/**
 * Binds a stream to a model: what is submitted to it becomes part of the model.
 * @param flag 0 when the stream starts with the model, 1 when another stream activates it
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream,
                                                uint32_t flag);

/** Marks the end of a model in one of its streams. */
ACL_FUNC_VISIBILITY aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);

/**
 * Ends the construction of a model; it can be executed now.
 * @param reserve reserved, NULL
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void* reserve);

/** Ends the binding of a stream to a model. */
ACL_FUNC_VISIBILITY aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);

/** Gives a model a name, for messages and traces. */
ACL_FUNC_VISIBILITY aclError aclmdlRISetName(aclmdlRI modelRI, const char* name);

/**
 * Reports the name of a model.
 * @param maxLen size of the buffer in bytes
 * @param name buffer that receives the name with its terminating zero
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name);

/** Reports the number of a model. */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId);

/** Registers a function that is called when a model is destroyed. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func,
                                                             void* userData);

/** Removes a function registered with aclmdlRIDestroyRegisterCallback(). */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI,
                                                               aclrtCallback func);

/**
 * Reports the streams of a model.
 * @param streams array that receives the streams; NULL to ask for the number
 * @param numStreams length of the array; receives the number of streams
 * @return ACL_SUCCESS, or ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY when the array is too short.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream* streams,
                                                uint32_t* numStreams);

/** Stops the execution of a model. */
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);

/* ---------------------------------------------------------------------------------------------- */
/* Tasks of a model */
/* ---------------------------------------------------------------------------------------------- */

/** Kind of a task of a model. */
typedef enum aclmdlRITaskType {
    ACL_MODEL_RI_TASK_DEFAULT = 0, /**< any other kind */
    ACL_MODEL_RI_TASK_KERNEL = 1,
    ACL_MODEL_RI_TASK_EVENT_RECORD = 2,
    ACL_MODEL_RI_TASK_EVENT_WAIT = 3,
    ACL_MODEL_RI_TASK_EVENT_RESET = 4,
    ACL_MODEL_RI_TASK_VALUE_WRITE = 5,
    ACL_MODEL_RI_TASK_VALUE_WAIT = 6,
} aclmdlRITaskType;

/** Parameters of a kernel launch. */
typedef struct aclmdlRIKernelTaskParams {
    aclrtFuncHandle funcHandle;
    aclrtLaunchKernelCfg* cfg;
    void* args;          /**< argument block */
    uint32_t isHostArgs; /**< 1: args is host memory, 0: device memory */
    size_t argsSize;     /**< bytes */
    uint32_t numBlocks;
    uint32_t rsv[10];
} aclmdlRIKernelTaskParams;

/** Parameters of an event record. */
typedef struct aclmdlRIEventRecordTaskParams {
    aclrtEvent event;
    uint32_t eventFlag;  /**< ACL_EVENT flags of the event */
    uint32_t recordFlag; /**< an ACL_EVENT_RECORD constant */
} aclmdlRIEventRecordTaskParams;

/** Parameters of a wait for an event. */
typedef struct aclmdlRIEventWaitTaskParams {
    aclrtEvent event;
    uint32_t eventFlag; /**< ACL_EVENT flags of the event */
    uint32_t waitFlag;  /**< an ACL_EVENT_WAIT constant */
} aclmdlRIEventWaitTaskParams;

/** Parameters of an event reset. */
typedef struct aclmdlRIEventResetTaskParams {
    aclrtEvent event;
    uint32_t eventFlag; /**< ACL_EVENT flags of the event */
    uint32_t resetFlag; /**< reserved */
} aclmdlRIEventResetTaskParams;

/** Parameters of aclrtValueWrite(). */
typedef struct aclmdlRIValueWriteTaskParams {
    void* devAddr;
    uint64_t value;
} aclmdlRIValueWriteTaskParams;

/** Parameters of aclrtValueWait(). */
typedef struct aclmdlRIValueWaitTaskParams {
    void* devAddr;
    uint64_t value;
    uint32_t flag; /**< an ACL_STREAM_WAIT_VALUE constant */
} aclmdlRIValueWaitTaskParams;

/** Parameters of a task of a model. The type selects the member of the union. */
typedef struct aclmdlRITaskParams {
    aclmdlRITaskType type;
    uint32_t rsv0[3];
    aclrtTaskGrp taskGrp; /**< group of the task, or NULL */
    void* opInfoPtr;      /**< operator information kept with the task */
    size_t opInfoSize;    /**< bytes */
    uint8_t rsv1[32];

    union {
        uint8_t rsv2[128];
        aclmdlRIKernelTaskParams kernelTaskParams;
        aclmdlRIEventRecordTaskParams eventRecordTaskParams;
        aclmdlRIEventWaitTaskParams eventWaitTaskParams;
        aclmdlRIEventResetTaskParams eventResetTaskParams;
        aclmdlRIValueWriteTaskParams valueWriteTaskParams;
        aclmdlRIValueWaitTaskParams valueWaitTaskParams;
    };
} aclmdlRITaskParams;

/** Reports the parameters of a task. */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetParams(aclmdlRITask task, aclmdlRITaskParams* params);

/**
 * Changes the parameters of a task. aclmdlRIUpdate() brings the change into force. Not for several
 * threads at once on one model.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskSetParams(aclmdlRITask task, aclmdlRITaskParams* params);

/** Reports a launch property of a kernel task. */
ACL_FUNC_VISIBILITY aclError aclmdlRIKernelTaskGetAttribute(aclmdlRITask task,
                                                            aclrtLaunchKernelAttrId attrId,
                                                            aclrtLaunchKernelAttrValue* attrValue);

/**
 * Brings changes of tasks into force. The model must not be executing.
 * @return ACL_SUCCESS, ACL_ERROR_RT_MODEL_RUNNING when it executes, or
 *        ACL_ERROR_RT_MODEL_UPDATE_FAILED.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIUpdate(aclmdlRI modelRI);

/** Takes a task out of later executions. aclmdlRIUpdate() brings the change into force. */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskDisable(aclmdlRITask task);

/**
 * Reports the tasks of a stream of a model.
 * @param tasks array that receives the tasks; NULL to ask for the number
 * @param numTasks length of the array; receives the number of tasks
 * @return ACL_SUCCESS, or ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY when the array is too short.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask* tasks,
                                                      uint32_t* numTasks);

/** Reports the kind of a task. */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType* type);

/** Reports the number of a task within its model. */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t* id);

/* ---------------------------------------------------------------------------------------------- */
/* Conditional tasks */
/* ---------------------------------------------------------------------------------------------- */

/** Variable in device memory on which a conditional task depends. */
typedef void* aclmdlRICondHandle;

/** Flag of aclmdlRICondHandleCreate(). */
typedef enum aclmdlRICondHandleFlag {
    ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1, /**< set the variable before every execution */
} aclmdlRICondHandleFlag;

/** What a conditional task does with its variable. */
typedef enum aclmdlRICondTaskType {
    ACL_MODEL_RI_COND_TYPE_IF = 0,     /**< not 0: execute model 0, else model 1 if there is one */
    ACL_MODEL_RI_COND_TYPE_WHILE = 1,  /**< execute model 0 as long as it is not 0 */
    ACL_MODEL_RI_COND_TYPE_SWITCH = 2, /**< execute the model with this number, if there is one */
} aclmdlRICondTaskType;

/** Parameters of a conditional task. */
typedef struct tagAclmdlRICondTaskParams {
    aclmdlRICondHandle handle;
    aclmdlRICondTaskType type;
    uint32_t size;          /**< number of models: IF 1 or 2, WHILE 1, SWITCH any */
    aclmdlRI* modelRIArray; /**< array that receives the models, to be filled by capturing */
} aclmdlRICondTaskParams;

/**
 * Creates the variable of a conditional task of a model.
 * @param defaultLaunchValue value before every execution, if flag asks for it
 * @param flag ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, or 0 when the application sets the variable
 * @param handle receives the handle, which belongs to the model
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue,
                                                      aclmdlRICondHandleFlag flag,
                                                      aclmdlRICondHandle* handle);

/**
 * Reports where the variable of a conditional task is in device memory.
 * @param ptr receives the device address
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle,
                                                          uint64_t** ptr);

/**
 * Adds a conditional task to a stream that is being captured.
 * @param flags reserved, 0
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIAddCondTask(aclmdlRICondTaskParams params, aclrtStream stream,
                                                 uint32_t flags);

/* ---------------------------------------------------------------------------------------------- */
/* Errors and exceptions */
/* ---------------------------------------------------------------------------------------------- */

/** Most memory errors that are remembered for a device. */
#define ACL_RT_MAX_RECORD_PA_NUM_PER_DEV 20U

/** Most entries that aclrtGetMemUceInfo() and aclrtMemUceRepair() take. */
#define MAX_MEM_UCE_INFO_ARRAY_SIZE 128

/** Length of the reserved part of aclrtMemUceInfo. */
#define UCE_INFO_RESERVED_SIZE 14

/** Length of the array in aclrtMemUceInfoArray. */
#define ACL_RT_MEM_UCE_INFO_MAX_NUM 20

/** Description of a task that failed, for use inside the callback only. */
typedef struct rtExceptionInfo aclrtExceptionInfo;

/** Kind of a device fault. */
typedef enum aclrtErrorType {
    ACL_RT_NO_ERROR = 0,
    ACL_RT_ERROR_MEMORY = 1,
    ACL_RT_ERROR_L2 = 2,
    ACL_RT_ERROR_AICORE = 3,
    ACL_RT_ERROR_LINK = 4,    /**< network link */
    ACL_RT_ERROR_L3_PORT = 5, /**< port of the L3 switch */
    ACL_RT_ERROR_OTHERS = 0xFFFF,
} aclrtErrorType;

/** Where to look for the cause of an AI core fault. */
typedef enum aclrtAicoreErrorType {
    ACL_RT_AICORE_ERROR_UNKNOWN = 0,
    ACL_RT_AICORE_ERROR_SW = 1,       /**< software */
    ACL_RT_AICORE_ERROR_HW_LOCAL = 2, /**< hardware of this device */
} aclrtAicoreErrorType;

/** Scope of the remembered error code. */
typedef enum aclrtLastErrLevel {
    ACL_RT_THREAD_LEVEL = 0, /**< the calling thread */
} aclrtLastErrLevel;

/** Range of device memory with an uncorrectable error. */
typedef struct aclrtMemUceInfo {
    void* addr;
    size_t len; /**< bytes */
    size_t reserved[UCE_INFO_RESERVED_SIZE];
} aclrtMemUceInfo;

/** Ranges of device memory with uncorrectable errors. */
typedef struct aclrtMemUceInfoArray {
    size_t arraySize; /**< entries in use */
    aclrtMemUceInfo memUceInfoArray[ACL_RT_MEM_UCE_INFO_MAX_NUM];
} aclrtMemUceInfoArray;

/** Details of a device fault; errorType of aclrtErrorInfo selects the member. */
typedef union aclrtErrorInfoDetail {
    aclrtMemUceInfoArray uceInfo;       /**< for ACL_RT_ERROR_MEMORY */
    aclrtAicoreErrorType aicoreErrType; /**< for ACL_RT_ERROR_AICORE */
} aclrtErrorInfoDetail;

/** Description of a device fault. */
typedef struct aclrtErrorInfo {
    uint8_t tryRepair; /**< 1: aclrtRepairError() may help */
    uint8_t hasDetail; /**< 1: detail is filled in */
    uint8_t reserved[2];
    aclrtErrorType errorType;
    aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

/** Function that is called for a task that failed. It runs on a thread of the library. */
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo* exceptionInfo);

/**
 * Function that is called for a failed kernel of one loaded file. It runs on a thread of the
 * library.
 */
typedef void (*aclrtOpExceptionCallback)(aclrtExceptionInfo* exceptionInfo, void* userData);

/**
 * Reports the text of the most recent failure and forgets it. It names the function that was
 * called, the argument with its value, the rule and the remedy. Texts are kept for each thread;
 * when err_msg_mode is "1" in the configuration of aclInit(), they are kept for the process. Needs
 * neither aclInit() nor a context and may be called from any thread.
 * @return the text, ending with a zero and of one or several lines, or NULL when there is none or
 *        it was read already. It belongs to the library and stays valid until the same thread calls
 *        this function again; do not free it.
 */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/**
 * Reports the error code of the most recent failed runtime call of the calling thread and keeps it.
 * Calls that succeed do not change it. Needs neither aclInit() nor a context and may be called from
 * any thread.
 * @param level ACL_RT_THREAD_LEVEL
 * @return the code, or ACL_SUCCESS when no call failed since the code was last cleared;
 *        ACL_ERROR_INVALID_PARAM when level is another number.
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

/**
 * Reports the error code of the most recent failed runtime call of the calling thread and clears
 * it: the next query gives ACL_SUCCESS until another call fails. Calls that succeed do not change
 * it. Needs neither aclInit() nor a context and may be called from any thread.
 * @param level ACL_RT_THREAD_LEVEL
 * @return the code, or ACL_SUCCESS when no call failed since the code was last cleared;
 *        ACL_ERROR_INVALID_PARAM when level is another number.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/**
 * Sets the function that is called for tasks that failed; it replaces the one set before. It runs
 * on a thread of the library, with the context of the failed task current; the arguments of a
 * kernel stay on the device until it has returned. May be called from any thread.
 * @param callback function; NULL removes it
 */
ACL_DEPRECATED_MESSAGE("use aclrtExceptionInfoCallbackRegister")
ACL_FUNC_VISIBILITY aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);

/**
 * Adds a function that is called once for each task that failed, after those added before. May be
 * called from any thread.
 * @param callback function
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when callback is NULL or was added already.
 */
ACL_FUNC_VISIBILITY aclError
aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback);

/**
 * Removes a function added with aclrtExceptionInfoCallbackRegister(). May be called from any
 * thread.
 * @param callback function
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when callback is NULL or was not added.
 */
ACL_FUNC_VISIBILITY aclError
aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback);

/**
 * Reports the number of the task that failed.
 * @return the number, or 0xFFFFFFFF when info is NULL.
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Reports the number of the stream of the task that failed.
 * @return the number, or 0xFFFFFFFF when info is NULL.
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Reports the thread that submitted the task that failed.
 * @return the number, or 0xFFFFFFFF when info is NULL.
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Reports the device of the task that failed.
 * @return the number, or 0xFFFFFFFF when info is NULL.
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Reports the error code of the task that failed.
 * @return the code, or 0xFFFFFFFF when info is NULL.
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Reports the argument block of the kernel that failed.
 * @param devArgsPtr receives the device address
 * @param devArgsLen receives bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info,
                                                           void** devArgsPtr, uint32_t* devArgsLen);

/** Reports the kernel that failed. */
ACL_FUNC_VISIBILITY aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info,
                                                                 aclrtFuncHandle* func);

/**
 * Sets the function that is called for failed kernels of a loaded file; the last call counts. May
 * be called from any thread, and needs no context.
 * @param callback function; NULL removes it
 * @param userData pointer to pass on
 * @return ACL_ERROR_RT_INVALID_HANDLE when nothing is loaded under this handle.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle,
                                                             aclrtOpExceptionCallback callback,
                                                             void* userData);

/**
 * Reports the ranges of device memory with uncorrectable errors. May be called from any thread.
 * @param deviceId device that is set
 * @param memUceInfoArray receives the ranges, as many as it holds
 * @param arraySize its length, 1 to MAX_MEM_UCE_INFO_ARRAY_SIZE
 * @param retSize receives the number of entries filled in; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL, ACL_ERROR_RT_PARAM_INVALID
 * when arraySize is another number, ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or
 *        ACL_ERROR_RT_CONTEXT_NULL when it is not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray,
                                                size_t arraySize, size_t* retSize);

/**
 * Repairs ranges of device memory with uncorrectable errors. Their content is lost: it reads as 0.
 * No work on them may be in flight. May be called from any thread.
 * @param deviceId device that is set
 * @param memUceInfoArray ranges, each of which holds one or more that aclrtGetMemUceInfo() reports
 * @param arraySize their number, 1 to MAX_MEM_UCE_INFO_ARRAY_SIZE
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when memUceInfoArray is NULL,
 *        ACL_ERROR_RT_PARAM_INVALID when arraySize is another number or a range has no error,
 *        ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, ACL_ERROR_RT_CONTEXT_NULL when
 * it is not set, or ACL_ERROR_RT_FEATURE_NOT_SUPPORT when the device has a fault that cannot be
 *        repaired.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray,
                                               size_t arraySize);

/**
 * Reports details of the fault that a device has. Call it before aclrtDeviceTaskAbort(). May be
 * called from any thread. A simulated device has a fault when BELAY_SIM_FAULT asks for it.
 * @param deviceId device that is set
 * @param errorInfo receives the description, with errorType ACL_RT_NO_ERROR when there is no fault;
 *        untouched on an error. For ACL_RT_ERROR_MEMORY its detail lists up to 20 ranges.
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when errorInfo is NULL,
 * ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, or ACL_ERROR_RT_CONTEXT_NULL when it
 * is not set.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo);

/**
 * Repairs a fault of a device: memory, whose content is lost (it reads as 0), or the cache. Call it
 * after aclrtDeviceTaskAbort(), with no work on the memory in flight. May be called from any
 * thread.
 * @param deviceId device that is set
 * @param errorInfo description from aclrtGetErrorVerbose()
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when errorInfo is NULL,
 * ACL_ERROR_RT_INVALID_DEVICEID when there is no such device, ACL_ERROR_RT_CONTEXT_NULL when it is
 * not set, ACL_ERROR_RT_PARAM_INVALID when it describes nothing that the device has, or
 *        ACL_ERROR_RT_FEATURE_NOT_SUPPORT for other faults: aclrtResetDeviceForce() ends them.
 */
ACL_FUNC_VISIBILITY aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo);

/* ---------------------------------------------------------------------------------------------- */
/* Time-outs of operators */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Limits how long a stream waits for an event, for waits that aclrtStreamWaitEvent() submits later,
 * in the whole process. A wait whose time is over fails: the next synchronise of the stream reports
 * it. There is no limit by default. Needs no context.
 * @param timeout time in seconds; 0 means no limit
 * @return ACL_SUCCESS.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);

/**
 * Limits how long a kernel may run, for kernels of the whole process that are launched later. The
 * limit is rounded up to a multiple of aclrtGetOpTimeOutInterval() and is at most 254 of them,
 * which is also the default for AI cores; for AI CPUs it is 28 seconds. May be called from any
 * thread; the last call counts.
 * @param timeout time in seconds; 0 means the longest time possible
 * @return ACL_SUCCESS, or ACL_ERROR_RT_NO_DEVICE when the process can use no device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);

/**
 * Would be like aclrtSetOpExecuteTimeOut(), in milliseconds; no chip supports it. Use
 * aclrtSetOpExecuteTimeOutV2().
 * @param timeout time in milliseconds
 * @return ACL_ERROR_RT_FEATURE_NOT_SUPPORT.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);

/**
 * Like aclrtSetOpExecuteTimeOut(), in microseconds.
 * @param timeout time in microseconds; 0 means the longest time possible
 * @param actualTimeout receives the limit in force, in microseconds; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when actualTimeout is NULL, or
 *        ACL_ERROR_RT_NO_DEVICE when the process can use no device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout);

/**
 * Reports the interval that time limits of kernels are rounded to. May be called from any thread.
 * @param interval receives microseconds; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when interval is NULL, or
 *        ACL_ERROR_RT_NO_DEVICE when the process can use no device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOpTimeOutInterval(uint64_t* interval);

/**
 * Reports how long a kernel on AI cores may run. May be called from any thread.
 * @param timeoutMs receives milliseconds; untouched on an error
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when timeoutMs is NULL, or
 *        ACL_ERROR_RT_NO_DEVICE when the process can use no device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs);

/* ---------------------------------------------------------------------------------------------- */
/* Floating-point overflow */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Lets a stream write to device memory whether floating-point overflow occurred in a kernel of the
 * process on the device. Asynchronous; may be called from any thread that has a context.
 * @param outputAddr device memory, which the stream fills; not 0 where an overflow was noted
 * @param outputSize its size in bytes, 64
 * @param stream stream of the current context; NULL for its default stream
 * @return ACL_SUCCESS when it is submitted, ACL_ERROR_INVALID_PARAM when outputAddr is NULL,
 *        ACL_ERROR_RT_PARAM_INVALID when it is not device memory of 64 bytes, outputSize is another
 *        number or stream is no stream, ACL_ERROR_RT_STREAM_CONTEXT when it is of another context,
 * or ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize,
                                                    aclrtStream stream);

/**
 * Lets a stream clear what aclrtGetOverflowStatus() reports. Asynchronous; may be called from any
 * thread that has a context.
 * @param stream stream of the current context; NULL for its default stream
 * @return ACL_SUCCESS when it is submitted, ACL_ERROR_RT_PARAM_INVALID when stream is no stream,
 *        ACL_ERROR_RT_STREAM_CONTEXT when it is of another context, or ACL_ERROR_RT_CONTEXT_NULL
 * when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetOverflowStatus(aclrtStream stream);

/**
 * Lets a stream write to device memory whether kernels noted floating-point overflow where
 * aclrtCtxGetFloatOverflowAddr() says; on this chip the same as aclrtGetOverflowStatus().
 * Asynchronous; may be called from any thread that has a context.
 * @param outputAddr device memory, which the stream fills; not 0 where an overflow was noted
 * @param outputSize its size in bytes, 64
 * @param stream stream of the current context; NULL for its default stream
 * @return ACL_SUCCESS when it is submitted, ACL_ERROR_INVALID_PARAM when outputAddr is NULL,
 *        ACL_ERROR_RT_PARAM_INVALID when it is not device memory of 64 bytes, outputSize is another
 *        number or stream is no stream, ACL_ERROR_RT_STREAM_CONTEXT when it is of another context,
 * or ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFloatOverflowStatus(void* outputAddr, uint64_t outputSize,
                                                         aclrtStream stream);

/**
 * Lets a stream clear what aclrtGetFloatOverflowStatus() reports. Asynchronous; may be called from
 * any thread that has a context.
 * @param stream stream of the current context; NULL for its default stream
 * @return ACL_SUCCESS when it is submitted, ACL_ERROR_RT_PARAM_INVALID when stream is no stream,
 *        ACL_ERROR_RT_STREAM_CONTEXT when it is of another context, or ACL_ERROR_RT_CONTEXT_NULL
 * when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetFloatOverflowStatus(aclrtStream stream);

/**
 * Lets a stream write the overflow status of the cores to device memory; on this chip the same as
 * aclrtGetOverflowStatus(). Asynchronous; may be called from any thread that has a context.
 * @param outputAddr device memory, which the stream fills; not 0 where an overflow was noted
 * @param outputSize its size in bytes, 64
 * @param checkMode 0
 * @param stream stream of the current context; NULL for its default stream
 * @return ACL_SUCCESS when it is submitted, ACL_ERROR_INVALID_PARAM when outputAddr is NULL,
 *        ACL_ERROR_RT_PARAM_INVALID when it is not device memory of 64 bytes, outputSize or
 * checkMode is another number or stream is no stream, ACL_ERROR_RT_STREAM_CONTEXT when it is of
 * another context, or ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtNpuGetFloatOverFlowStatus(void* outputAddr, uint64_t outputSize,
                                                            uint32_t checkMode, aclrtStream stream);

/**
 * Lets a stream clear what aclrtNpuGetFloatOverFlowStatus() reports. Asynchronous; may be called
 * from any thread that has a context.
 * @param checkMode 0
 * @param stream stream of the current context; NULL for its default stream
 * @return ACL_SUCCESS when it is submitted, ACL_ERROR_RT_PARAM_INVALID when stream is no stream or
 * checkMode is not 0, ACL_ERROR_RT_STREAM_CONTEXT when it is of another context, or
 * ACL_ERROR_RT_CONTEXT_NULL when the thread has no context.
 */
ACL_FUNC_VISIBILITY aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode,
                                                              aclrtStream stream);

/* ---------------------------------------------------------------------------------------------- */
/* Random numbers */
/* ---------------------------------------------------------------------------------------------- */

/** Kind of random numbers. */
typedef enum aclrtRandomNumFuncType {
    ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0, /**< random bits for dropout */
    ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3, /**< without values far from the mean */
} aclrtRandomNumFuncType;

/** Number that is given directly or read from device memory. */
typedef struct aclrtRandomParaInfo {
    uint8_t isAddr; /**< 1: valueOrAddr holds a device address, 0: the number */
    uint8_t valueOrAddr[8];
    uint8_t size; /**< bytes of the number */
    uint8_t rsv[6];
} aclrtRandomParaInfo;

/** Parameters of a dropout mask. */
typedef struct aclrtDropoutBitmaskInfo {
    aclrtRandomParaInfo dropoutRation; /**< share of the elements to drop */
} aclrtDropoutBitmaskInfo;

/** Parameters of a uniform distribution. */
typedef struct aclrtUniformDisInfo {
    aclrtRandomParaInfo min;
    aclrtRandomParaInfo max;
} aclrtUniformDisInfo;

/** Parameters of a normal distribution. */
typedef struct aclrtNormalDisInfo {
    aclrtRandomParaInfo mean;
    aclrtRandomParaInfo stddev;
} aclrtNormalDisInfo;

/** Kind of random numbers with its parameters; funcType selects the member of the union. */
typedef struct aclrtRandomNumFuncParaInfo {
    aclrtRandomNumFuncType funcType;

    union {
        aclrtDropoutBitmaskInfo dropoutBitmaskInfo;
        aclrtUniformDisInfo uniformDisInfo;
        aclrtNormalDisInfo normalDisInfo;
    } paramInfo;
} aclrtRandomNumFuncParaInfo;

/** Random numbers to generate. */
typedef struct aclrtRandomNumTaskInfo {
    /** type of a number: 32 or 64 bit integer, half or single precision, bfloat16 */
    aclDataType dataType;
    aclrtRandomNumFuncParaInfo randomNumFuncParaInfo;
    /** device memory for the parameters, or NULL to let the library allocate it */
    void* randomParaAddr;
    void* randomResultAddr;  /**< device memory that receives the numbers */
    void* randomCounterAddr; /**< device memory with the position in the sequence */
    aclrtRandomParaInfo randomSeed;
    aclrtRandomParaInfo randomNum; /**< how many numbers */
    uint8_t rsv[8];
} aclrtRandomNumTaskInfo;

/**
 * Submits the generation of random numbers in device memory to a stream.
 * @param reserve reserved, NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo* taskInfo,
                                                 const aclrtStream stream, void* reserve);

/* ---------------------------------------------------------------------------------------------- */
/* Process snapshots */
/* ---------------------------------------------------------------------------------------------- */

/** Moment at which a snapshot callback is called. */
typedef enum aclrtSnapShotStage {
    ACL_RT_SNAPSHOT_LOCK_PRE = 0,
    ACL_RT_SNAPSHOT_BACKUP_PRE = 1,
    ACL_RT_SNAPSHOT_BACKUP_POST = 2,
    ACL_RT_SNAPSHOT_RESTORE_PRE = 3,
    ACL_RT_SNAPSHOT_RESTORE_POST = 4,
    ACL_RT_SNAPSHOT_UNLOCK_POST = 5,
} aclrtSnapShotStage;

/** State of a process between snapshot calls. */
typedef enum aclrtProcessState {
    ACL_RT_PROCESS_STATE_RUNNING = 0,
    ACL_RT_PROCESS_STATE_LOCKED = 1, /**< runtime calls wait until it is unlocked */
} aclrtProcessState;

/** Arguments of a backup. */
typedef struct aclrtSnapShotBackupArgs {
    uint32_t backupFlags; /**< reserved, 0 */
    char reserved[60];
} aclrtSnapShotBackupArgs;

/** Arguments of a restore. */
typedef struct aclrtSnapShotRestoreArgs {
    uint32_t restoreFlags; /**< reserved, 0 */
    char reserved[60];
} aclrtSnapShotRestoreArgs;

/**
 * Function that is called while a snapshot is taken or restored.
 * @return 0, or another number on failure.
 */
typedef uint32_t (*aclrtSnapShotCallBack)(int32_t deviceId, void* args);

/**
 * Locks the calling process for a snapshot: later runtime calls that change or use a device wait.
 * @param pid number of the calling process
 * @param reserve reserved, NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessLock(int pid, void* reserve);

/**
 * Unlocks the calling process.
 * @param pid number of the calling process
 * @param reserve reserved, NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessUnlock(int pid, void* reserve);

/**
 * Saves the device state of the locked process to host memory and releases the devices.
 * @param pid number of the calling process
 * @param args arguments, or NULL for the defaults
 */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessBackup(int pid, aclrtSnapShotBackupArgs* args);

/**
 * Brings the saved device state of the locked process back.
 * @param pid number of the calling process
 * @param args arguments, or NULL for the defaults
 */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessRestore(int pid, aclrtSnapShotRestoreArgs* args);

/**
 * Registers a function for a moment of taking or restoring a snapshot. May be called from any
 * thread.
 * @param stage the moment
 * @param callback function; called once for each device, with the device's number
 * @param args pointer to pass on, may be NULL
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when stage is no value of the enumeration, or
 *        callback is NULL or registered for this stage already.
 */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotCallbackRegister(aclrtSnapShotStage stage,
                                                           aclrtSnapShotCallBack callback,
                                                           void* args);

/**
 * Removes a function registered with aclrtSnapShotCallbackRegister(). May be called from any
 * thread.
 * @param stage the moment given at registration
 * @param callback function given at registration
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when stage is no value of the enumeration, or
 *        callback is NULL or not registered for this stage.
 */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotCallbackUnregister(aclrtSnapShotStage stage,
                                                             aclrtSnapShotCallBack callback);

/* ---------------------------------------------------------------------------------------------- */
/* Information on tasks */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Keeps operator information with the last task that the calling thread submitted to a stream being
 * captured. The stream must have ACL_STREAM_ATTR_CACHE_OP_INFO.
 * @param infoPtr information; it is copied
 * @param infoSize its size in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskOpInfo(const void* const infoPtr,
                                                      const size_t infoSize);

/**
 * Keeps a further text with the last task that the calling thread submitted to a stream being
 * captured.
 * @param extendInfoPtr text; it is copied
 * @param infoSize its size in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskExtendInfo(const char* const extendInfoPtr,
                                                          const size_t infoSize);

/* ---------------------------------------------------------------------------------------------- */
/* Message buffers */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Allocates a message buffer.
 * @param buf receives the handle; release it with aclrtFreeBuf()
 * @param size size of the data in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocBuf(aclrtMbuf* buf, size_t size);

/** Releases a message buffer. */
ACL_FUNC_VISIBILITY aclError aclrtFreeBuf(aclrtMbuf buf);

/**
 * Reports the data of a message buffer.
 * @param dataPtr receives the address of the data, which belongs to the buffer
 * @param size receives the size of the buffer in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtGetBufData(const aclrtMbuf buf, void** dataPtr, size_t* size);

/** Reports how many bytes of a message buffer are in use. */
ACL_FUNC_VISIBILITY aclError aclrtGetBufDataLen(aclrtMbuf buf, size_t* len);

/** Sets how many bytes of a message buffer are in use. */
ACL_FUNC_VISIBILITY aclError aclrtSetBufDataLen(aclrtMbuf buf, size_t len);

/**
 * Reads from the private area of a message buffer.
 * @param dataPtr memory that receives the bytes
 * @param size bytes to read
 * @param offset where to start in the area, in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtGetBufUserData(const aclrtMbuf buf, void* dataPtr, size_t size,
                                                 size_t offset);

/**
 * Writes to the private area of a message buffer, which travels with it.
 * @param size bytes to write
 * @param offset where to start in the area, in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtSetBufUserData(aclrtMbuf buf, const void* dataPtr, size_t size,
                                                 size_t offset);

/**
 * Reports a message buffer of a chain, which keeps owning it.
 * @param index 0 up to the number of buffers minus one
 */
ACL_FUNC_VISIBILITY aclError aclrtGetBufFromChain(aclrtMbuf headBuf, uint32_t index,
                                                  aclrtMbuf* buf);

/** Reports how many message buffers a chain has. */
ACL_FUNC_VISIBILITY aclError aclrtGetBufChainNum(aclrtMbuf headBuf, uint32_t* num);

/** Puts a message buffer at the end of a chain. The chain owns it from then on. */
ACL_FUNC_VISIBILITY aclError aclrtAppendBufChain(aclrtMbuf headBuf, aclrtMbuf buf);

/**
 * Makes a further handle for the data of a message buffer. The data lives as long as one handle
 * does.
 * @param newBuf receives the handle; release it with aclrtFreeBuf()
 */
ACL_FUNC_VISIBILITY aclError aclrtCopyBufRef(const aclrtMbuf buf, aclrtMbuf* newBuf);

/* ---------------------------------------------------------------------------------------------- */
/* Data dump */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Prepares the dump of operator data; aclmdlSetDump() configures it. For applications that call
 * aclInit() without a dump configuration.
 * @return ACL_SUCCESS, or ACL_ERROR_DUMP_ALREADY_RUN when it is prepared already.
 */
ACL_FUNC_VISIBILITY aclError aclmdlInitDump(void);

/**
 * Configures the dump of operator data, for models loaded and operators executed later.
 * @param dumpCfgPath path of a configuration file in JSON, with the section dump as for aclInit()
 * @return ACL_SUCCESS, or ACL_ERROR_DUMP_NOT_RUN when aclmdlInitDump() was not called.
 */
ACL_FUNC_VISIBILITY aclError aclmdlSetDump(const char* dumpCfgPath);

/**
 * Ends the dump of operator data.
 * @return ACL_SUCCESS, or ACL_ERROR_DUMP_NOT_RUN when aclmdlInitDump() was not called.
 */
ACL_FUNC_VISIBILITY aclError aclmdlFinalizeDump(void);

/* ---------------------------------------------------------------------------------------------- */
/* Profiling */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Lets a stream write a mark of the application to the profiling data.
 * @param userdata content of the mark; it is copied
 * @param length its size in bytes
 */
ACL_FUNC_VISIBILITY aclError aclrtProfTrace(void* userdata, int32_t length, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_RT_H_
