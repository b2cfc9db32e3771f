/* SPDX-License-Identifier: Apache-2.0 */
/* Error codes of the model engine. */

#ifndef BELAY_ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define BELAY_ACL_ERROR_CODES_GE_ERROR_CODES_H_

#include <stdint.h>

/** Makes a function of the model engine visible outside of the library that defines it. */
#define GE_FUNC_VISIBILITY __attribute__((visibility("default")))

/** An argument does not fit the model. */
static const uint32_t ACL_ERROR_GE_PARAM_INVALID = 145000;

/** The model engine was not initialised. */
static const uint32_t ACL_ERROR_GE_EXEC_NOT_INIT = 145001;

/** The path of the model is not usable. */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID = 145002;

/** The model engine has no model with this id. */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ID_INVALID = 145003;

/** The size of the model data is wrong. */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID = 145006;

/** The address of the model data is not valid. */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID = 145007;

/** The model engine knows no queue with this id. */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_QUEUE_ID_INVALID = 145008;

/** The model is already loaded. */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_REPEATED = 145009;

/** The address of the dynamic input is not valid. */
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_ADDR_INVALID = 145011;

/** The length of the dynamic input is not valid. */
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_LENGTH_INVALID = 145012;

/** The model was not built for this batch size. */
static const uint32_t ACL_ERROR_GE_DYNAMIC_BATCH_SIZE_INVALID = 145013;

/** The batch count of the image preprocessing is not valid. */
static const uint32_t ACL_ERROR_GE_AIPP_BATCH_EMPTY = 145014;

/** The model has no image preprocessing at this input. */
static const uint32_t ACL_ERROR_GE_AIPP_NOT_EXIST = 145015;

/** The model uses another mode of image preprocessing. */
static const uint32_t ACL_ERROR_GE_AIPP_MODE_INVALID = 145016;

/** The model contains a task of unsupported kind. */
static const uint32_t ACL_ERROR_GE_OP_TASK_TYPE_INVALID = 145017;

/** The model contains a kernel of unsupported kind. */
static const uint32_t ACL_ERROR_GE_OP_KERNEL_TYPE_INVALID = 145018;

/** A plug-in library cannot be found under its path. */
static const uint32_t ACL_ERROR_GE_PLGMGR_PATH_INVALID = 145019;

/** The tensor format is not valid. */
static const uint32_t ACL_ERROR_GE_FORMAT_INVALID = 145020;

/** The tensor shape is not valid. */
static const uint32_t ACL_ERROR_GE_SHAPE_INVALID = 145021;

/** The tensor data type is not valid. */
static const uint32_t ACL_ERROR_GE_DATATYPE_INVALID = 145022;

/** The model engine cannot allocate memory. */
static const uint32_t ACL_ERROR_GE_MEMORY_ALLOCATION = 245000;

/** The model engine cannot fill or copy memory. */
static const uint32_t ACL_ERROR_GE_MEMORY_OPERATE_FAILED = 245001;

/** The model engine cannot get or use device memory. */
static const uint32_t ACL_ERROR_GE_DEVICE_MEMORY_OPERATE_FAILED = 245002;

/** The service runs with reduced resources after a redeployment. */
static const uint32_t ACL_ERROR_GE_SUBHEALTHY = 345102;

/** A function of the user raised an exception. */
static const uint32_t ACL_ERROR_GE_USER_RAISE_EXCEPTION = 345103;

/** The data of one step cannot be aligned. */
static const uint32_t ACL_ERROR_GE_DATA_NOT_ALIGNED = 345104;

/** Internal error inside the model engine. */
static const uint32_t ACL_ERROR_GE_INTERNAL_ERROR = 545000;

/** The model cannot be loaded. */
static const uint32_t ACL_ERROR_GE_LOAD_MODEL = 545001;

/** The model partition is missing or damaged. */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_PARTITION_FAILED = 545002;

/** The weight partition is missing or damaged. */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_WEIGHT_PARTITION_FAILED = 545003;

/** The task partition is missing or damaged. */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_TASK_PARTITION_FAILED = 545004;

/** The kernel partition is missing or damaged. */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_KERNEL_PARTITION_FAILED = 545005;

/** The memory of the model cannot be released. */
static const uint32_t ACL_ERROR_GE_EXEC_RELEASE_MODEL_DATA = 545006;

/** A command to the model cannot be carried out. */
static const uint32_t ACL_ERROR_GE_COMMAND_HANDLE = 545007;

/** The tensor information cannot be read. */
static const uint32_t ACL_ERROR_GE_GET_TENSOR_INFO = 545008;

/** The model cannot be unloaded. */
static const uint32_t ACL_ERROR_GE_UNLOAD_MODEL = 545009;

/** The model exceeded its time limit. */
static const uint32_t ACL_ERROR_GE_MODEL_EXECUTE_TIMEOUT = 545601;

/** The service is being redeployed. */
static const uint32_t ACL_ERROR_GE_REDEPLOYING = 545602;

#endif  // BELAY_ACL_ERROR_CODES_GE_ERROR_CODES_H_
