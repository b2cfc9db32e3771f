/* SPDX-License-Identifier: Apache-2.0 */
/* Error codes of the runtime and the device. */

#ifndef BELAY_ACL_ERROR_CODES_RT_ERROR_CODES_H_
#define BELAY_ACL_ERROR_CODES_RT_ERROR_CODES_H_

#include <stdint.h>

/** Success. */
#define ACL_RT_SUCCESS 0

/** An argument of a runtime call is not acceptable. */
#define ACL_ERROR_RT_PARAM_INVALID 107000

/** No device has this number. */
#define ACL_ERROR_RT_INVALID_DEVICEID 107001

/** The calling thread has no current context. */
#define ACL_ERROR_RT_CONTEXT_NULL 107002

/** The stream belongs to another context. */
#define ACL_ERROR_RT_STREAM_CONTEXT 107003

/** The model belongs to another context. */
#define ACL_ERROR_RT_MODEL_CONTEXT 107004

/** The stream is not bound to the model. */
#define ACL_ERROR_RT_STREAM_MODEL 107005

/** The event carries no usable time stamp. */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID 107006

/** The end event is older than the start event. */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL 107007

/** The device address is not aligned as required. */
#define ACL_ERROR_RT_ADDR_UNALIGNED 107008

/** The file cannot be opened. */
#define ACL_ERROR_RT_FILE_OPEN 107009

/** The file cannot be written by the runtime. */
#define ACL_ERROR_RT_FILE_WRITE 107010

/** The subscription state of the stream forbids this. */
#define ACL_ERROR_RT_STREAM_SUBSCRIBE 107011

/** The subscription state of the thread forbids this. */
#define ACL_ERROR_RT_THREAD_SUBSCRIBE 107012

/** No compute group was selected for the device. */
#define ACL_ERROR_RT_GROUP_NOT_SET 107013

/** The device has no compute group with this id. */
#define ACL_ERROR_RT_GROUP_NOT_CREATE 107014

/** No thread takes callbacks of this stream. */
#define ACL_ERROR_RT_STREAM_NO_CB_REG 107015

/** This kind of memory is not valid here. */
#define ACL_ERROR_RT_INVALID_MEMORY_TYPE 107016

/** The handle is not valid. */
#define ACL_ERROR_RT_INVALID_HANDLE 107017

/** The memory cannot be allocated with this type. */
#define ACL_ERROR_RT_INVALID_MALLOC_TYPE 107018

/** Waiting took longer than the time limit. */
#define ACL_ERROR_RT_WAIT_TIMEOUT 107019

/** A task took longer than its time limit. */
#define ACL_ERROR_RT_TASK_TIMEOUT 107020

/** The system parameter was not set in this context. */
#define ACL_ERROR_RT_SYSPARAMOPT_NOT_SET 107021

/** The device is dropping its tasks. */
#define ACL_ERROR_RT_DEVICE_TASK_ABORT 107022

/** The stream is dropping its tasks. */
#define ACL_ERROR_RT_STREAM_ABORT 107023

/** A captured wait has no captured record to depend on. */
#define ACL_ERROR_RT_CAPTURE_DEPENDENCY 107024

/** A stream that joined the capture was not joined back. */
#define ACL_ERROR_RT_STREAM_UNJOINED 107025

/** The model is being captured. */
#define ACL_ERROR_RT_MODEL_CAPTURED 107026

/** The stream is being captured. */
#define ACL_ERROR_RT_STREAM_CAPTURED 107027

/** The event belongs to a capture. */
#define ACL_ERROR_RT_EVENT_CAPTURED 107028

/** The stream is not being captured. */
#define ACL_ERROR_RT_STREAM_NOT_CAPTURED 107029

/** The capture mode forbids this call. */
#define ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT 107030

/** The default stream cannot take part in a capture. */
#define ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT 107031

/** Event and stream belong to different captures. */
#define ACL_ERROR_STREAM_CAPTURE_CONFLICT 107032

/** The task group is in the wrong state. */
#define ACL_ERROR_STREAM_TASK_GROUP_STATUS 107033

/** Recording of the task group was interrupted. */
#define ACL_ERROR_STREAM_TASK_GROUP_INTR 107034

/** The task was stopped by an abort. */
#define ACL_ERROR_RT_TASK_ABORT_STOP 107035

/** The capture was not begun on this stream. */
#define ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED 107036

/** The model is running. */
#define ACL_ERROR_RT_MODEL_RUNNING 107037

/** The capture was begun by another thread. */
#define ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD 107038

/** The output array is too small. */
#define ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY 107039

/** The model cannot be updated. */
#define ACL_ERROR_RT_MODEL_UPDATE_FAILED 107040

/** The call would block in this capture mode. */
#define ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC 107041

/** The binary has no such symbol. */
#define ACL_ERROR_RT_SYMBOL_NOT_FOUND 107042

/** The symbol is not declared in device code. */
#define ACL_ERROR_RT_INVALID_SYMBOL 107043

/** The function is not declared in device code. */
#define ACL_ERROR_RT_INVALID_DEVICE_FUNCTION 107044

/** A subordinate graph is still being captured. */
#define ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING 107045

/** The feature is not supported on this device or driver. */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT 207000

/** Memory cannot be allocated. */
#define ACL_ERROR_RT_MEMORY_ALLOCATION 207001

/** Memory cannot be freed. */
#define ACL_ERROR_RT_MEMORY_FREE 207002

/** A computation on an AI core overflowed. */
#define ACL_ERROR_RT_AICORE_OVER_FLOW 207003

/** No device is available. */
#define ACL_ERROR_RT_NO_DEVICE 207004

/** A resource is exhausted. */
#define ACL_ERROR_RT_RESOURCE_ALLOC_FAIL 207005

/** The process lacks the permission. */
#define ACL_ERROR_RT_NO_PERMISSION 207006

/** No event is left. */
#define ACL_ERROR_RT_NO_EVENT_RESOURCE 207007

/** No stream is left. */
#define ACL_ERROR_RT_NO_STREAM_RESOURCE 207008

/** No notify is left. */
#define ACL_ERROR_RT_NO_NOTIFY_RESOURCE 207009

/** No model resource is left. */
#define ACL_ERROR_RT_NO_MODEL_RESOURCE 207010

/** An internal queue resource is exhausted. */
#define ACL_ERROR_RT_NO_CDQ_RESOURCE 207011

/** The number of queues is at its limit. */
#define ACL_ERROR_RT_OVER_LIMIT 207012

/** The queue is empty. */
#define ACL_ERROR_RT_QUEUE_EMPTY 207013

/** The queue is full. */
#define ACL_ERROR_RT_QUEUE_FULL 207014

/** The queue is already initialised. */
#define ACL_ERROR_RT_REPEATED_INIT 207015

/** A computation on a vector core overflowed. */
#define ACL_ERROR_RT_AIVEC_OVER_FLOW 207016

/** A computation overflowed. */
#define ACL_ERROR_RT_OVER_FLOW 207017

/** Device memory is exhausted. */
#define ACL_ERROR_RT_DEVICE_OOM 207018

/** The driver cannot update this operator. */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP 207019

/** The operation took longer than its time limit. */
#define ACL_ERROR_RT_TIMEOUT 207020

/** The devices are not connected by a suitable link. */
#define ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED 207021

/** Internal error inside the runtime. */
#define ACL_ERROR_RT_INTERNAL_ERROR 507000

/** Internal error of the task scheduler on the device. */
#define ACL_ERROR_RT_TS_ERROR 507001

/** The stream holds as many tasks as it can. */
#define ACL_ERROR_RT_STREAM_TASK_FULL 507002

/** The stream holds no task. */
#define ACL_ERROR_RT_STREAM_TASK_EMPTY 507003

/** The stream has unfinished tasks. */
#define ACL_ERROR_RT_STREAM_NOT_COMPLETE 507004

/** The end of the data sequence is reached. */
#define ACL_ERROR_RT_END_OF_SEQUENCE 507005

/** The event is not complete. */
#define ACL_ERROR_RT_EVENT_NOT_COMPLETE 507006

/** The context cannot be released. */
#define ACL_ERROR_RT_CONTEXT_RELEASE_ERROR 507007

/** The chip name cannot be determined. */
#define ACL_ERROR_RT_SOC_VERSION 507008

/** The device does not know this kind of task. */
#define ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT 507009

/** The task scheduler stopped answering. */
#define ACL_ERROR_RT_LOST_HEARTBEAT 507010

/** The model failed while running. */
#define ACL_ERROR_RT_MODEL_EXECUTE 507011

/** No report came from the task scheduler in time. */
#define ACL_ERROR_RT_REPORT_TIMEOUT 507012

/** A copy engine failed. */
#define ACL_ERROR_RT_SYS_DMA 507013

/** A kernel on AI cores exceeded its time limit. */
#define ACL_ERROR_RT_AICORE_TIMEOUT 507014

/** A kernel on AI cores raised an exception. */
#define ACL_ERROR_RT_AICORE_EXCEPTION 507015

/** A kernel on AI cores trapped. */
#define ACL_ERROR_RT_AICORE_TRAP_EXCEPTION 507016

/** An AI CPU kernel exceeded its time limit. */
#define ACL_ERROR_RT_AICPU_TIMEOUT 507017

/** An AI CPU kernel raised an exception. */
#define ACL_ERROR_RT_AICPU_EXCEPTION 507018

/** The AI CPU did not acknowledge a data dump. */
#define ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR 507019

/** The AI CPU did not acknowledge a model operation. */
#define ACL_ERROR_RT_AICPU_MODEL_RSP_ERR 507020

/** Profiling failed on the device. */
#define ACL_ERROR_RT_PROFILING_ERROR 507021

/** Communication between processes failed. */
#define ACL_ERROR_RT_IPC_ERROR 507022

/** The model was left early. */
#define ACL_ERROR_RT_MODEL_ABORT_NORMAL 507023

/** The kernel is being unregistered. */
#define ACL_ERROR_RT_KERNEL_UNREGISTERING 507024

/** The ring buffer is not initialised. */
#define ACL_ERROR_RT_RINGBUFFER_NOT_INIT 507025

/** The ring buffer holds no data. */
#define ACL_ERROR_RT_RINGBUFFER_NO_DATA 507026

/** The kernel is not registered with the runtime. */
#define ACL_ERROR_RT_KERNEL_LOOKUP 507027

/** The kernel is already registered with the runtime. */
#define ACL_ERROR_RT_KERNEL_DUPLICATE 507028

/** Debugging cannot be registered. */
#define ACL_ERROR_RT_DEBUG_REGISTER_FAIL 507029

/** Debugging cannot be unregistered. */
#define ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL 507030

/** The label belongs to another context. */
#define ACL_ERROR_RT_LABEL_CONTEXT 507031

/** Too many programs are registered. */
#define ACL_ERROR_RT_PROGRAM_USE_OUT 507032

/** The device cannot be started. */
#define ACL_ERROR_RT_DEV_SETUP_ERROR 507033

/** A kernel on vector cores exceeded its time limit. */
#define ACL_ERROR_RT_VECTOR_CORE_TIMEOUT 507034

/** A kernel on vector cores raised an exception. */
#define ACL_ERROR_RT_VECTOR_CORE_EXCEPTION 507035

/** A kernel on vector cores trapped. */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION 507036

/** An internal queue resource is in an abnormal state. */
#define ACL_ERROR_RT_CDQ_BATCH_ABNORMAL 507037

/** The die mode cannot be changed any more. */
#define ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR 507038

/** A die cannot be chosen in single-die mode. */
#define ACL_ERROR_RT_DIE_SET_ERROR 507039

/** No die has this id. */
#define ACL_ERROR_RT_INVALID_DIEID 507040

/** The die mode is not set. */
#define ACL_ERROR_RT_DIE_MODE_NOT_SET 507041

/** A kernel on AI cores read out of bounds. */
#define ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW 507042

/** A kernel on AI cores wrote out of bounds. */
#define ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW 507043

/** A kernel on vector cores read out of bounds. */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW 507044

/** A kernel on vector cores wrote out of bounds. */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW 507045

/** The stream did not finish within the time limit. */
#define ACL_ERROR_RT_STREAM_SYNC_TIMEOUT 507046

/** The event did not complete within the time limit. */
#define ACL_ERROR_RT_EVENT_SYNC_TIMEOUT 507047

/** A task graph on the device exceeded its time limit. */
#define ACL_ERROR_RT_FFTS_PLUS_TIMEOUT 507048

/** A task graph on the device raised an exception. */
#define ACL_ERROR_RT_FFTS_PLUS_EXCEPTION 507049

/** A task graph on the device trapped. */
#define ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION 507050

/** A message to a queue cannot be sent. */
#define ACL_ERROR_RT_SEND_MSG 507051

/** Data for a queue cannot be copied. */
#define ACL_ERROR_RT_COPY_DATA 507052

/** Device memory has an uncorrectable error. */
#define ACL_ERROR_RT_DEVICE_MEM_ERROR 507053

/** High-bandwidth memory has a multi-bit error. */
#define ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR 507054

/** Peer device memory may have an error. */
#define ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR 507055

/** The link between two devices is down. */
#define ACL_ERROR_RT_LINK_ERROR 507056

/** A peer device failed or was accessed out of bounds. */
#define ACL_ERROR_RT_SUSPECT_REMOTE_ERROR 507057

/** Internal error inside the device driver. */
#define ACL_ERROR_RT_DRV_INTERNAL_ERROR 507899

/** Internal error of the AI CPU. */
#define ACL_ERROR_RT_AICPU_INTERNAL_ERROR 507900

/** The connection between host and device was closed. */
#define ACL_ERROR_RT_SOCKET_CLOSE 507901

/** The AI CPU did not acknowledge its task information. */
#define ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR 507902

/** The capture was spoilt by an earlier error. */
#define ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED 507903

/** A communication operator failed even when repeated. */
#define ACL_ERROR_RT_COMM_OP_RETRY_FAIL 507904

/** The process cannot be locked for a snapshot in time. */
#define ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT 507905

/** The process cannot be locked for a snapshot. */
#define ACL_ERROR_SNAPSHOT_LOCK_FAILED 507906

/** The process cannot be unlocked after a snapshot. */
#define ACL_ERROR_SNAPSHOT_UNLOCK_FAILED 507907

/** The snapshot cannot be saved. */
#define ACL_ERROR_SNAPSHOT_BACKUP_FAILED 507908

/** The snapshot cannot be restored. */
#define ACL_ERROR_SNAPSHOT_RESTORE_FAILED 507909

/** The host memory is already registered. */
#define ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED 507910

/** The host memory is not registered. */
#define ACL_ERROR_HOST_MEMORY_NOT_REGISTERED 507911

/** A snapshot callback reported a failure. */
#define ACL_ERROR_SNAPSHOT_CALLBACK_FAILED 507912

/** A snapshot callback cannot be registered. */
#define ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED 507913

/** A level-3 port reported an error. */
#define ACL_ERROR_RT_L3_PORT_ERROR 507914

/** The collective communication unit exceeded its time limit. */
#define ACL_ERROR_RT_CCU_TIMEOUT 507915

/** The collective communication unit raised an exception. */
#define ACL_ERROR_RT_CCU_EXCEPTION 507916

#endif  // BELAY_ACL_ERROR_CODES_RT_ERROR_CODES_H_
