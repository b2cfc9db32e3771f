/* SPDX-License-Identifier: Apache-2.0 */
/* Basic types: error codes, handles, data types and formats, data buffers, logging. */

#ifndef BELAY_ACL_ACL_BASE_RT_H_
#define BELAY_ACL_ACL_BASE_RT_H_

#include <stddef.h>
#include <stdint.h>

/** Makes a function visible outside of the library that defines it. */
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))

/** Marks a declaration that is kept for old applications only. */
#define ACL_DEPRECATED __attribute__((deprecated))

/** Marks a declaration that is kept for old applications only and names the one to use instead. */
#define ACL_DEPRECATED_MESSAGE(message) __attribute__((deprecated(message)))

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Error codes */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Result of most functions: ACL_SUCCESS or an error code. Codes of the 1xxxxx range point to a
 * mistake of the caller, 2xxxxx to exhausted or unsuitable resources, 3xxxxx to a state of the
 * service, 5xxxxx to a failure inside the software or the device. aclGetRecentErrMsg() tells the
 * details.
 */
typedef int aclError;

/** Older name of ACL_SUCCESS. */
static const int ACL_ERROR_NONE = 0;

/** Success. */
static const int ACL_SUCCESS = 0;

/** An argument is not acceptable. */
static const int ACL_ERROR_INVALID_PARAM = 100000;

/** The library or the feature was not initialised. */
static const int ACL_ERROR_UNINITIALIZE = 100001;

/** Already initialised or already loaded. */
static const int ACL_ERROR_REPEAT_INITIALIZE = 100002;

/** The file does not exist or cannot be used. */
static const int ACL_ERROR_INVALID_FILE = 100003;

/** The file cannot be written. */
static const int ACL_ERROR_WRITE_FILE = 100004;

/** The file has an unusable size. */
static const int ACL_ERROR_INVALID_FILE_SIZE = 100005;

/** The content of the file cannot be parsed. */
static const int ACL_ERROR_PARSE_FILE = 100006;

/** The file lacks a required entry. */
static const int ACL_ERROR_FILE_MISSING_ATTR = 100007;

/** An entry of the file has an unusable value. */
static const int ACL_ERROR_FILE_ATTR_INVALID = 100008;

/** The dump configuration is not valid. */
static const int ACL_ERROR_INVALID_DUMP_CONFIG = 100009;

/** The profiling configuration is not valid. */
static const int ACL_ERROR_INVALID_PROFILING_CONFIG = 100010;

/** No model has this id. */
static const int ACL_ERROR_INVALID_MODEL_ID = 100011;

/** The model cannot be rebuilt from its stored form. */
static const int ACL_ERROR_DESERIALIZE_MODEL = 100012;

/** The model header or layout is damaged. */
static const int ACL_ERROR_PARSE_MODEL = 100013;

/** The model file or folder cannot be read. */
static const int ACL_ERROR_READ_MODEL_FAILURE = 100014;

/** The size of the model is not possible. */
static const int ACL_ERROR_MODEL_SIZE_INVALID = 100015;

/** The model lacks a required attribute. */
static const int ACL_ERROR_MODEL_MISSING_ATTR = 100016;

/** The inputs do not fit the model. */
static const int ACL_ERROR_MODEL_INPUT_NOT_MATCH = 100017;

/** The outputs do not fit the model. */
static const int ACL_ERROR_MODEL_OUTPUT_NOT_MATCH = 100018;

/** The model has no dynamic shapes. */
static const int ACL_ERROR_MODEL_NOT_DYNAMIC = 100019;

/** The operator type differs from the model. */
static const int ACL_ERROR_OP_TYPE_NOT_MATCH = 100020;

/** The inputs do not fit the operator. */
static const int ACL_ERROR_OP_INPUT_NOT_MATCH = 100021;

/** The outputs do not fit the operator. */
static const int ACL_ERROR_OP_OUTPUT_NOT_MATCH = 100022;

/** The attributes do not fit the operator. */
static const int ACL_ERROR_OP_ATTR_NOT_MATCH = 100023;

/** No loaded operator fits the request. */
static const int ACL_ERROR_OP_NOT_FOUND = 100024;

/** The operator cannot be loaded. */
static const int ACL_ERROR_OP_LOAD_FAILED = 100025;

/** The data type is not supported here. */
static const int ACL_ERROR_UNSUPPORTED_DATA_TYPE = 100026;

/** The data format does not fit. */
static const int ACL_ERROR_FORMAT_NOT_MATCH = 100027;

/** The operator type has no compile function. */
static const int ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED = 100028;

/** No kernel is registered under this id. */
static const int ACL_ERROR_KERNEL_NOT_FOUND = 100029;

/** A compile function is already registered. */
static const int ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED = 100030;

/** A kernel with this id is already registered. */
static const int ACL_ERROR_KERNEL_ALREADY_REGISTERED = 100031;

/** No queue has this id. */
static const int ACL_ERROR_INVALID_QUEUE_ID = 100032;

/** The stream is already subscribed. */
static const int ACL_ERROR_REPEAT_SUBSCRIBE = 100033;

/** No thread is subscribed to the stream. The runtime gives ACL_ERROR_RT_STREAM_NO_CB_REG. */
static const int ACL_ERROR_STREAM_NOT_SUBSCRIBE = 100034;

/** The thread is not subscribed to any stream. The runtime gives ACL_ERROR_RT_THREAD_SUBSCRIBE. */
static const int ACL_ERROR_THREAD_NOT_SUBSCRIBE = 100035;

/** No callback arrived within the time limit. The runtime gives ACL_ERROR_RT_REPORT_TIMEOUT. */
static const int ACL_ERROR_WAIT_CALLBACK_TIMEOUT = 100036;

/** Already finalised. */
static const int ACL_ERROR_REPEAT_FINALIZE = 100037;

/**
 * The model has no static image preprocessing at this input. The model engine gives
 * ACL_ERROR_GE_AIPP_NOT_EXIST.
 */
static const int ACL_ERROR_NOT_STATIC_AIPP = 100038;

/** A link-time stub library was loaded instead of the runtime. */
static const int ACL_ERROR_COMPILING_STUB_MODE = 100039;

/** No compute group was selected. The runtime gives ACL_ERROR_RT_GROUP_NOT_SET. */
static const int ACL_ERROR_GROUP_NOT_SET = 100040;

/** No compute group has this id. The runtime gives ACL_ERROR_RT_GROUP_NOT_CREATE. */
static const int ACL_ERROR_GROUP_NOT_CREATE = 100041;

/** Profiling is already running. */
static const int ACL_ERROR_PROF_ALREADY_RUN = 100042;

/** Profiling was not initialised. */
static const int ACL_ERROR_PROF_NOT_RUN = 100043;

/** Dumping is already configured. */
static const int ACL_ERROR_DUMP_ALREADY_RUN = 100044;

/** Dumping was not initialised. */
static const int ACL_ERROR_DUMP_NOT_RUN = 100045;

/** The model is already subscribed for profiling. */
static const int ACL_ERROR_PROF_REPEAT_SUBSCRIBE = 148046;

/** Two ways of collecting profiling data are mixed. */
static const int ACL_ERROR_PROF_API_CONFLICT = 148047;

/** The limit of cached operators is not valid. */
static const int ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG = 148048;

/** The operator package path is not set or not usable. */
static const int ACL_ERROR_INVALID_OPP_PATH = 148049;

/** The operator does not support dynamic shapes. */
static const int ACL_ERROR_OP_UNSUPPORTED_DYNAMIC = 148050;

/** A dependent resource is still in use. */
static const int ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED = 148051;

/** This kind of JPEG coding is not supported. */
static const int ACL_ERROR_UNSUPPORTED_JPEG = 148052;

/** No model bundle has this id. */
static const int ACL_ERROR_INVALID_BUNDLE_MODEL_ID = 148053;

/** Host memory is exhausted. */
static const int ACL_ERROR_BAD_ALLOC = 200000;

/** The function does not support this request. */
static const int ACL_ERROR_API_NOT_SUPPORT = 200001;

/** No device has this id. The runtime gives ACL_ERROR_RT_INVALID_DEVICEID. */
static const int ACL_ERROR_INVALID_DEVICE = 200002;

/** The address is not aligned as required. */
static const int ACL_ERROR_MEMORY_ADDRESS_UNALIGNED = 200003;

/** The resources do not belong together. */
static const int ACL_ERROR_RESOURCE_NOT_MATCH = 200004;

/** The handle is no longer or was never valid. */
static const int ACL_ERROR_INVALID_RESOURCE_HANDLE = 200005;

/** The feature is not supported. */
static const int ACL_ERROR_FEATURE_UNSUPPORTED = 200006;

/** A requested profiling module is not supported. */
static const int ACL_ERROR_PROF_MODULES_UNSUPPORTED = 200007;

/** A storage limit is reached. */
static const int ACL_ERROR_STORAGE_OVER_LIMIT = 300000;

/** Internal error of unknown kind. */
static const int ACL_ERROR_INTERNAL_ERROR = 500000;

/** Internal error. */
static const int ACL_ERROR_FAILURE = 500001;

/** Internal error of the model engine. */
static const int ACL_ERROR_GE_FAILURE = 500002;

/** Internal error of the runtime. */
static const int ACL_ERROR_RT_FAILURE = 500003;

/** Internal error of the device driver. */
static const int ACL_ERROR_DRV_FAILURE = 500004;

/** Internal error of profiling. */
static const int ACL_ERROR_PROFILING_FAILURE = 500005;

/* ---------------------------------------------------------------------------------------------- */
/* Handles */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Queue of work that a device executes in order. NULL stands for the default stream of the current
 * context.
 */
typedef void* aclrtStream;

/** One task of a captured model. */
typedef void* aclmdlRITask;

/** Mark in a stream that other streams and the host can wait for. */
typedef void* aclrtEvent;

/** Owner of streams, events and other resources on one device. */
typedef void* aclrtContext;

/** Signal between streams, also across devices and processes; a wait consumes the signal. */
typedef void* aclrtNotify;

/** Signal with a counter that waits compare with a value. */
typedef void* aclrtCntNotify;

/** Jump target inside a model under construction. */
typedef void* aclrtLabel;

/** Array of labels in device memory that a switch selects from. */
typedef void* aclrtLabelList;

/** Shared memory buffer that queues pass between processes. */
typedef void* aclrtMbuf;

/** Description of a custom allocator: its object and its functions. */
typedef void* aclrtAllocatorDesc;

/**
 * Allocator object of the application; the library only passes it to the functions of the
 * allocator.
 */
typedef void* aclrtAllocator;

/** One allocation as the custom allocator identifies it. */
typedef void* aclrtAllocatorBlock;

/** Device address that a custom allocator is advised to use. */
typedef void* aclrtAllocatorAddr;

/** Group of captured tasks whose parameters can be updated together. */
typedef void* aclrtTaskGrp;

/* ---------------------------------------------------------------------------------------------- */
/* Data types, formats, conversion, logging and features */
/* ---------------------------------------------------------------------------------------------- */

/**
 * Bits of an IEEE 754 half-precision number: sign, 5 exponent bits, 10 fraction bits. It transports
 * values; convert with aclFloat16ToFloat() before calculating.
 */
typedef uint16_t aclFloat16;

/** Type of the elements of a tensor. */
typedef enum aclDataType {
    ACL_DT_UNDEFINED = -1, /**< no type; marks an absent optional input */
    ACL_FLOAT = 0,         /**< 32 bits */
    ACL_FLOAT16 = 1,       /**< 16 bits, 5 exponent bits */
    ACL_INT8 = 2,
    ACL_INT32 = 3,
    ACL_UINT8 = 4,
    ACL_INT16 = 6,
    ACL_UINT16 = 7,
    ACL_UINT32 = 8,
    ACL_INT64 = 9,
    ACL_UINT64 = 10,
    ACL_DOUBLE = 11,        /**< 64 bits */
    ACL_BOOL = 12,          /**< one byte */
    ACL_STRING = 13,        /**< length varies */
    ACL_COMPLEX64 = 16,     /**< two 32-bit floats */
    ACL_COMPLEX128 = 17,    /**< two 64-bit floats */
    ACL_BF16 = 27,          /**< 16 bits, 8 exponent bits */
    ACL_INT4 = 29,          /**< two per byte */
    ACL_UINT1 = 30,         /**< eight per byte */
    ACL_COMPLEX32 = 33,     /**< two half-precision floats */
    ACL_HIFLOAT8 = 34,      /**< 8 bits with tapered precision */
    ACL_FLOAT8_E5M2 = 35,   /**< 8 bits, 5 exponent bits */
    ACL_FLOAT8_E4M3FN = 36, /**< 8 bits, 4 exponent bits, no infinity */
    ACL_FLOAT8_E8M0 = 37,   /**< 8 bits, exponent only */
    ACL_FLOAT6_E3M2 = 38,   /**< 6 bits, 3 exponent bits */
    ACL_FLOAT6_E2M3 = 39,   /**< 6 bits, 2 exponent bits */
    ACL_FLOAT4_E2M1 = 40,   /**< 4 bits, 2 exponent bits */
    ACL_FLOAT4_E1M2 = 41,   /**< 4 bits, 1 exponent bit */
} aclDataType;

/**
 * Order of the dimensions of a tensor in memory. N is the batch, C the channels, D the depth, H the
 * height, W the width, L the length; C1 and C0 are the channels split into blocks of C0.
 */
typedef enum aclFormat {
    ACL_FORMAT_UNDEFINED = -1, /**< no format; marks an absent optional input */
    ACL_FORMAT_NCHW = 0,
    ACL_FORMAT_NHWC = 1,
    ACL_FORMAT_ND = 2, /**< any number of dimensions, row-major */
    ACL_FORMAT_NC1HWC0 = 3,
    ACL_FORMAT_FRACTAL_Z = 4,    /**< blocked convolution weights */
    ACL_FORMAT_NC1HWC0_C04 = 12, /**< C0 is 4 */
    ACL_FORMAT_HWCN = 16,        /**< convolution weights */
    ACL_FORMAT_NDHWC = 27,
    ACL_FORMAT_FRACTAL_NZ = 29, /**< blocks in column order, rows inside a block */
    ACL_FORMAT_NCDHW = 30,
    ACL_FORMAT_NDC1HWC0 = 32,
    ACL_FRACTAL_Z_3D = 33, /**< blocked weights of three-dimensional convolutions */
    ACL_FORMAT_NC = 35,
    ACL_FORMAT_NCL = 47,
    ACL_FORMAT_FRACTAL_NZ_C0_16 = 50, /**< block width 16 */
    ACL_FORMAT_FRACTAL_NZ_C0_32 = 51, /**< block width 32 */
    ACL_FORMAT_FRACTAL_NZ_C0_2 = 52,  /**< block width 2 */
    ACL_FORMAT_FRACTAL_NZ_C0_4 = 53,  /**< block width 4 */
    ACL_FORMAT_FRACTAL_NZ_C0_8 = 54,  /**< block width 8 */
} aclFormat;

/** Importance of a line in the application log, from lowest to highest. */
typedef enum aclLogLevel {
    ACL_DEBUG = 0,
    ACL_INFO = 1,
    ACL_WARNING = 2,
    ACL_ERROR = 3,
} aclLogLevel;

/** Where the data of a tensor is when an operator starts. */
typedef enum aclMemType {
    ACL_MEMTYPE_DEVICE = 0, /**< device memory */
    /** host memory; the value may take part in compiling the operator */
    ACL_MEMTYPE_HOST = 1,
    /** host memory; the value never takes part in compiling */
    ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2,
} aclMemType;

/**
 * System parameter of a context or of the process, set with aclrtCtxSetSysParamOpt() or
 * aclrtSetSysParamOpt(). Every parameter is 0 (off) or 1 (on).
 */
typedef enum aclSysParamOpt {
    ACL_OPT_DETERMINISTIC = 0,       /**< repeated runs give bit-identical results */
    ACL_OPT_ENABLE_DEBUG_KERNEL = 1, /**< kernels check their accesses to device memory */
    /** equal data give equal results at every position */
    ACL_OPT_STRONG_CONSISTENCY ACL_DEPRECATED_MESSAGE("has no effect") = 2,
    /** a kernel may start before its predecessor has ended */
    ACL_OPT_ENABLE_KERNEL_EARLY_START = 3,
} aclSysParamOpt;

/** Feature that the software together with the chip may offer. */
typedef enum aclCannAttr {
    ACL_CANN_ATTR_UNDEFINED = -1,
    ACL_CANN_ATTR_INF_NAN = 0,     /**< overflow gives infinity or NaN */
    ACL_CANN_ATTR_BF16 = 1,        /**< arithmetic with ACL_BF16 */
    ACL_CANN_ATTR_JIT_COMPILE = 2, /**< operators come as prebuilt binaries */
} aclCannAttr;

/**
 * Converts a half-precision number to single precision. The conversion is exact for every finite
 * number, subnormal numbers included. The largest exponent counts as an ordinary one: there is no
 * infinity and no NaN, 0x7C00 gives 65536 and 0x7E00 gives 98304. Needs no aclInit() and may be
 * called from any thread.
 * @param value bits of the number
 * @return the number.
 */
ACL_FUNC_VISIBILITY float aclFloat16ToFloat(aclFloat16 value);

/**
 * Converts a single-precision number to half precision. Rounds to the nearest number, ties to the
 * even one, and keeps subnormal numbers. Numbers too large, infinities and NaN give 65504 with the
 * sign of the argument (0x7BFF or 0xFBFF). Needs no aclInit() and may be called from any thread.
 * @param value number to convert
 * @return bits of the half-precision number.
 */
ACL_FUNC_VISIBILITY aclFloat16 aclFloatToFloat16(float value);

/**
 * Tells how many bytes one element takes. Needs no aclInit() and may be called from any thread.
 * @param dataType type of the element
 * @return the size in bytes; 0 for ACL_STRING and ACL_DT_UNDEFINED, 1 for ACL_INT4 and ACL_UINT1
 *        although several of them share a byte, 8 for a number that names no type.
 */
ACL_FUNC_VISIBILITY size_t aclDataTypeSize(aclDataType dataType);

/**
 * Writes a line to the application log. ACL_APP_LOG() fills in func, file and line. Needs no
 * aclInit() and may be called from any thread. A line longer than 1024 bytes is cut off.
 * @param logLevel importance of the line; lines below the level of the log are dropped
 * @param func name of the calling function; NULL leaves it out
 * @param file name of the calling source file; NULL leaves it out
 * @param line line number in that file
 * @param fmt text with the conversions of printf(); NULL writes nothing
 * @param ... values for the conversions, as printf() takes them
 */
ACL_FUNC_VISIBILITY void aclAppLog(aclLogLevel logLevel, const char* func, const char* file,
                                   uint32_t line, const char* fmt, ...);

/**
 * Lists the features that the software together with the chip offers. Needs no aclInit() and no
 * current device and may be called from any thread.
 * @param cannAttrList receives the address of an array that belongs to the library and stays valid
 *        until the process ends; do not free it
 * @param num receives the number of entries of that array
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when cannAttrList or num is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num);

/**
 * Tells whether one feature is offered by the software together with the chip. Needs no aclInit()
 * and no current device and may be called from any thread.
 * @param cannAttr feature to ask for
 * @param value receives 1 when the feature is offered, else 0; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when value is NULL or cannAttr names no feature
 *        (ACL_CANN_ATTR_UNDEFINED included).
 */
ACL_FUNC_VISIBILITY aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value);

/**
 * Writes a line to the application log and adds the function, file and line of the call; see
 * aclAppLog().
 */
#define ACL_APP_LOG(level, ...) aclAppLog(level, __func__, __FILE__, __LINE__, __VA_ARGS__)

/* ---------------------------------------------------------------------------------------------- */
/* Data buffers */
/* ---------------------------------------------------------------------------------------------- */

/** Address and size of one block of memory that belongs to the application. */
typedef struct aclDataBuffer aclDataBuffer;

/**
 * Creates a description of a block of memory. The memory stays with the caller, who keeps it until
 * the last operation that uses the buffer has finished, and frees it. Needs no aclInit() and no
 * device.
 * @param data address of the memory on the host or on the device; NULL describes an absent tensor.
 *        The address is not checked here. An empty tensor still needs an allocation of at least one
 *        byte.
 * @param size size of the memory in bytes; 0 when data is NULL
 * @return the buffer, to be released with aclDestroyDataBuffer(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY aclDataBuffer* aclCreateDataBuffer(void* data, size_t size);

/**
 * Releases the description of a block of memory, not the memory. Work that was submitted with the
 * buffer is not affected.
 * @param dataBuffer buffer of aclCreateDataBuffer(); it must not be used by another thread at the
 *        same time
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when dataBuffer is NULL or not a live buffer.
 */
ACL_FUNC_VISIBILITY aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer);

/**
 * Lets a buffer describe another block of memory. The old block is not freed. Work that was
 * submitted before keeps using the old one.
 * @param dataBuffer buffer to change; it must not be used by another thread at the same time
 * @param data new address; NULL describes an absent tensor
 * @param size new size in bytes
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when dataBuffer is NULL or not a live buffer.
 */
ACL_FUNC_VISIBILITY aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data,
                                                 size_t size);

/**
 * Tells the address of the memory that a buffer describes.
 * @param dataBuffer buffer to ask; several threads may ask at once
 * @return the address given when the buffer was created or last updated, or NULL when dataBuffer is
 *        NULL or not a live buffer.
 */
ACL_FUNC_VISIBILITY void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer);

/**
 * Tells the low 32 bits of the size of the memory that a buffer describes.
 * @deprecated Use aclGetDataBufferSizeV2(), which does not cut off sizes of 4 GiB and more.
 * @param dataBuffer buffer to ask; several threads may ask at once
 * @return the size in bytes, or 0 when dataBuffer is NULL or not a live buffer.
 */
ACL_DEPRECATED_MESSAGE("use aclGetDataBufferSizeV2")
ACL_FUNC_VISIBILITY uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer);

/**
 * Tells the size of the memory that a buffer describes.
 * @param dataBuffer buffer to ask; several threads may ask at once
 * @return the size in bytes, or 0 when dataBuffer is NULL or not a live buffer.
 */
ACL_FUNC_VISIBILITY size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer);

/* ---------------------------------------------------------------------------------------------- */
/* Chip name and device properties */
/* ---------------------------------------------------------------------------------------------- */

/** Property of a device for aclGetDeviceCapability(). */
typedef enum aclDeviceInfo {
    ACL_DEVICE_INFO_UNDEFINED = -1,
    ACL_DEVICE_INFO_AI_CORE_NUM = 0,     /**< number of AI cores */
    ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1, /**< number of vector cores */
    ACL_DEVICE_INFO_L2_SIZE = 2,         /**< bytes of level-2 cache */
} aclDeviceInfo;

/**
 * Tells the name of the chip, for example "Ascend910B4". Needs no aclInit() and no current device.
 * @return a string that belongs to the library and stays valid, or NULL when no chip can be found.
 */
ACL_FUNC_VISIBILITY const char* aclrtGetSocName(void);

/**
 * Tells a property of a device. The device need not be the current one. May be called from any
 * thread.
 * @param deviceId number of the device, from 0
 * @param deviceInfo property to ask for
 * @param value receives the property; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when value is NULL, deviceInfo names no property
 *        or there is no device with this number.
 */
ACL_FUNC_VISIBILITY aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo,
                                                    int64_t* value);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_BASE_RT_H_
