/* The binary interface of libascend_hal.so as far as belay uses or offers it: structures, numbers
 * and, in hal_functions.inc, functions. Plain C11, so that tests in C can use it. The names are the
 * library's; layouts are those of driver packages for 910B and 910_93 on 64-bit Linux. */
#ifndef BELAY_DRIVERS_HAL_ABI_HAL_ABI_H
#define BELAY_DRIVERS_HAL_ABI_HAL_ABI_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- results ---- */

typedef int32_t drvError_t;

enum {
    DRV_ERROR_NONE = 0,
    DRV_ERROR_NO_DEVICE = 1,
    DRV_ERROR_INVALID_DEVICE = 2,
    DRV_ERROR_INVALID_VALUE = 3,
    DRV_ERROR_INVALID_HANDLE = 4,
    DRV_ERROR_INVALID_MALLOC_TYPE = 5,
    DRV_ERROR_OUT_OF_MEMORY = 6,
    DRV_ERROR_INNER_ERR = 7,
    DRV_ERROR_PARA_ERROR = 8,
    DRV_ERROR_UNINIT = 9,
    DRV_ERROR_REPEATED_INIT = 10,
    DRV_ERROR_NOT_EXIST = 11,
    DRV_ERROR_BUSY = 13,
    DRV_ERROR_NO_RESOURCES = 14,
    DRV_ERROR_WAIT_TIMEOUT = 16,
    DRV_ERROR_IOCRL_FAIL = 17,
    DRV_ERROR_SOCKET_CLOSE = 25,
    DRV_ERROR_SEND_MESG = 27,
    DRV_ERROR_BUS_DOWN = 33,
    DRV_ERROR_OVER_LIMIT = 37,
    DRV_ERROR_MALLOC_FAIL = 40,
    DRV_ERROR_DEV_PROCESS_HANG = 43,
    DRV_ERROR_OPER_NOT_PERMITTED = 46,
    DRV_ERROR_NO_EVENT_RESOURCES = 47,
    DRV_ERROR_NO_STREAM_RESOURCES = 48,
    DRV_ERROR_NO_NOTIFY_RESOURCES = 49,
    DRV_ERROR_NO_MODEL_RESOURCES = 50,
    DRV_ERROR_MEMORY_OPT_FAIL = 58,
    DRV_ERROR_COPY_USER_FAIL = 74,
    DRV_ERROR_QUEUE_EMPTY = 75,
    DRV_ERROR_QUEUE_FULL = 76,
    DRV_ERROR_CDQ_ABNORMAL = 82,
    DRV_ERROR_CDQ_NOT_EXIST = 83,
    DRV_ERROR_NO_CDQ_RESOURCES = 84,
    DRV_ERROR_RESUME = 89,
    DRV_ERROR_NOT_SUPPORT = 0xFFFE
};

/* ---- what a device is ---- */

/* Modules and kinds of information of halGetDeviceInfo(). */
enum {
    MODULE_TYPE_SYSTEM = 0,
    MODULE_TYPE_AICPU = 1,
    MODULE_TYPE_AICORE = 4,
    MODULE_TYPE_PCIE = 6,
    MODULE_TYPE_VECTOR_CORE = 7,
    MODULE_TYPE_MEMORY = 10
};

enum {
    INFO_TYPE_ENV = 0,
    INFO_TYPE_VERSION = 1,
    INFO_TYPE_CORE_NUM = 3,
    INFO_TYPE_FREQUE = 4,
    INFO_TYPE_MONOTONIC_RAW = 14,
    INFO_TYPE_PHY_CHIP_ID = 18,
    INFO_TYPE_PHY_DIE_ID = 19,
    INFO_TYPE_UTILIZATION = 23,
    INFO_TYPE_DEV_OSC_FREQUE = 25,
    INFO_TYPE_SDID = 26,
    INFO_TYPE_SERVER_ID = 27,
    INFO_TYPE_SUPER_POD_ID = 29,
    INFO_TYPE_ADDR_MODE = 30,
    INFO_TYPE_RUN_MACH = 31,
    INFO_TYPE_UCE_VA = 34,
    INFO_TYPE_MAINBOARD_ID = 39
};

/* drvDeviceStatus(). */
typedef int32_t drvStatus_t;

enum {
    DRV_STATUS_INITING = 0,
    DRV_STATUS_WORK = 1,
    DRV_STATUS_EXCEPTION = 2,
    DRV_STATUS_SLEEP = 3,
    DRV_STATUS_COMMUNICATION_LOST = 4
};

/* halSupportFeature(). */
typedef int32_t drvFeature_t;

enum { FEATURE_SVM_GET_USER_MALLOC_ATTR = 2, FEATURE_TRSDRV_SQ_SUPPORT_DYNAMIC_BIND = 4 };

struct halCapabilityInfo {
    uint32_t sdma_reduce_support;
    uint32_t memory_support;
    uint32_t ts_group_number;
    uint32_t sdma_reduce_kind;
    uint32_t res[30];
};

/* halGetPairDevicesInfo(). */
enum { DEVS_INFO_TYPE_TOPOLOGY = 0 };

typedef struct halDevOpenIn {
    uint64_t reserve[8];
} halDevOpenIn;

typedef struct halDevOpenOut {
    uint64_t reserve[8];
} halDevOpenOut;

typedef struct halDevCloseIn {
    uint32_t close_type; /* 0: host and device */
    uint32_t reserve0;
    uint64_t reserve[7];
} halDevCloseIn;

struct halEventFilter {
    uint64_t filter_flag;
    uint32_t event_id;
    uint8_t severity;
    uint16_t node_type;
    uint8_t resv[32];
};

struct halFaultEventInfo {
    uint64_t alarm_raised_time;
    uint32_t event_id;
    int32_t tgid;
    int32_t event_serial_num;
    int32_t notify_serial_num;
    uint16_t deviceid;
    uint16_t node_type;
    uint16_t sub_node_type;
    uint8_t node_id;
    uint8_t sub_node_id;
    uint8_t severity;
    uint8_t assertion; /* 0: over, 1: began, 2: happened once */
    char event_name[256];
    char additional_info[32];
    uint8_t os_id;
    uint8_t resv[32];
};

/* ---- memory ---- */

typedef unsigned long long DVdeviceptr;

/* Bits of halMemAlloc()'s flag. */
enum {
    HAL_MEM_KIND_SHIFT = 10, /* four bits wide; below it the device's number */
    HAL_MEM_HBM_SHIFT = 14,
    HAL_MEM_HUGE_SHIFT = 17,
    HAL_MEM_CONTIGUOUS_SHIFT = 19,
    HAL_MEM_ALIGN_SHIFT = 20, /* five bits wide; logarithm to base two */
    HAL_MEM_P2P_SHIFT = 25,
    HAL_MEM_READONLY_SHIFT = 29,
    HAL_MEM_MODULE_SHIFT = 56 /* eight bits wide */
};

enum {
    HAL_MEM_KIND_SVM = 0,
    HAL_MEM_KIND_DEV = 1,
    HAL_MEM_KIND_HOST = 2,
    HAL_MEM_KIND_DVPP = 3,
    HAL_MEM_KIND_HOST_AGENT = 4,
    HAL_MEM_KIND_HOST_UVA = 6,
    HAL_MEM_KIND_UVM = 7
};

/* drvMemGetAttribute(): bits of memType. */
enum { DV_MEM_LOCK_DEV = 0x1 << 4, DV_MEM_LOCK_HOST = 0x1 << 3, DV_MEM_USER_MALLOC = 0x1 << 7 };

struct DVattribute {
    uint32_t memType;
    uint32_t resv1;
    uint32_t resv2;
    uint32_t devId;
    uint32_t pageSize;
    uint32_t resv[8];
};

/* halMemGetInfo(): kinds, and the first 48 of the structure's 264 bytes. */
enum {
    MEM_INFO_TYPE_DDR_SIZE = 1,
    MEM_INFO_TYPE_HBM_SIZE = 2,
    MEM_INFO_TYPE_DDR_P2P_SIZE = 3,
    MEM_INFO_TYPE_HBM_P2P_SIZE = 4
};

struct MemInfo {
    uint64_t total;
    uint64_t free;
    uint64_t huge_total;
    uint64_t huge_free;
    uint64_t giant_total;
    uint64_t giant_free;
    uint64_t rest[27]; /* used by other kinds */
};

/* halMemcpy2D(). */
enum {
    DEVMM_MEMCPY2D_SYNC = 0,
    DEVMM_MEMCPY2D_ASYNC_CONVERT = 1,
    DEVMM_MEMCPY2D_ASYNC_DESTROY = 2
};

enum {
    DRV_MEMCPY_HOST_TO_HOST = 0,
    DRV_MEMCPY_HOST_TO_DEVICE = 1,
    DRV_MEMCPY_DEVICE_TO_HOST = 2,
    DRV_MEMCPY_DEVICE_TO_DEVICE = 3
};

/* A list of addresses made by a conversion: an entry names src, with len as its tail. */
struct DMA_ADDR {
    void* src;
    void* dst;
    uint32_t len;
    uint8_t flag;
    void* priv;
    uint32_t fixed_size; /* how many bytes were converted */
    uint32_t virt_id;
};

struct drvMem2D {
    void* dst;
    uint64_t dpitch;
    void* src;
    uint64_t spitch;
    uint64_t width;
    uint64_t height;
    uint64_t fixed_size; /* converting: how many bytes are done already */
    uint32_t direction;
    uint32_t resv1;
    uint64_t resv2;
};

struct MEMCPY2D {
    uint32_t type;
    uint32_t resv;
    struct drvMem2D copy2d;
    struct DMA_ADDR* dmaAddr; /* of the two asynchronous types */
};

/* halMemCtl(). */
enum { CTRL_TYPE_ADDR_MAP = 0, CTRL_TYPE_ADDR_UNMAP = 1, CTRL_TYPE_SUPPORT_FEATURE = 2 };

enum { ADDR_MAP_TYPE_REG_C2C_CTRL = 1 };

struct AddrMapInPara {
    uint32_t addr_type;
    uint32_t devid;
};

struct AddrMapOutPara {
    unsigned long long ptr;
    unsigned long long len;
};

/* halHostRegister(): what is mapped where. */
enum { HOST_MEM_MAP_DEV = 0, DEV_SVM_MAP_HOST = 2, HOST_MEM_MAP_DEV_PCIE_TH = 3 };

/* halMemAdvise(). */
enum { ADVISE_ACCESS_READONLY = 2, ADVISE_ACCESS_READWRITE = 3 };

/* ---- ids ---- */

enum {
    DRV_STREAM_ID = 0,
    DRV_EVENT_ID = 1,
    DRV_MODEL_ID = 2,
    DRV_NOTIFY_ID = 3,
    DRV_CMO_ID = 4,
    DRV_CNT_NOTIFY_ID = 5,
    DRV_SQ_ID = 6,
    DRV_CQ_ID = 7
};

struct halResourceIdInputInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t resourceId;
    uint32_t res[8]; /* of a stream: priority, flags */
};

struct halResourceIdOutputInfo {
    uint32_t resourceId;
    uint32_t res[8];
};

enum {
    DRV_STREAM_BIND_LOGIC_CQ = 0,
    DRV_STREAM_UNBIND_LOGIC_CQ = 1,
    DRV_ID_RECORD = 2,
    DRV_STREAM_ENABLE_EVENT = 3,
    DRV_ID_RESET = 4
};

struct halResourceConfigInfo {
    int32_t prop;
    uint32_t value[7];
};

/* Other numbers than those of ids. */
typedef int32_t drvResourceType_t;

enum {
    DRV_RESOURCE_STREAM_ID = 0,
    DRV_RESOURCE_EVENT_ID = 1,
    DRV_RESOURCE_MODEL_ID = 2,
    DRV_RESOURCE_NOTIFY_ID = 3,
    DRV_RESOURCE_CMO_ID = 4,
    DRV_RESOURCE_SQ_ID = 5,
    DRV_RESOURCE_CQ_ID = 6,
    DRV_RESOURCE_CNT_NOTIFY_ID = 7
};

struct halResourceInfo {
    uint32_t capacity;
    uint32_t usedNum;
    uint32_t reserve[2];
};

/* ---- queues ---- */

enum {
    DRV_NORMAL_TYPE = 0,
    DRV_CALLBACK_TYPE = 1,
    DRV_LOGIC_TYPE = 2,
    DRV_SHM_TYPE = 3,
    DRV_CTRL_TYPE = 4,
    DRV_GDB_TYPE = 5
};

struct halSqCqInputInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t sqeSize;
    uint32_t cqeSize;
    uint32_t sqeDepth;
    uint32_t cqeDepth;
    uint32_t grpId;
    uint32_t flag;
    uint32_t cqId;
    uint32_t sqId;
    uint32_t info[5]; /* the first is the stream id */
    uint32_t ext_info_len;
    void* ext_info;
    uint32_t res[5];
};

struct halSqCqOutputInfo {
    uint32_t sqId;
    uint32_t cqId;
    unsigned long long queueVAddr;
    uint32_t flag;
    uint32_t res[5];
};

struct halSqCqFreeInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t sqId;
    uint32_t cqId;
    uint32_t flag;
    uint32_t res[8];
};

enum {
    DRV_SQCQ_PROP_SQ_STATUS = 0,
    DRV_SQCQ_PROP_SQ_HEAD = 1,
    DRV_SQCQ_PROP_SQ_TAIL = 2,
    DRV_SQCQ_PROP_SQ_DISABLE_TO_ENABLE = 3,
    DRV_SQCQ_PROP_SQ_CQE_STATUS = 4,
    DRV_SQCQ_PROP_SQ_REG_BASE = 5,
    DRV_SQCQ_PROP_SQ_BASE = 6,
    DRV_SQCQ_PROP_SQ_DEPTH = 7,
    DRV_SQCQ_PROP_SQ_PAUSE = 8,
    DRV_SQCQ_PROP_SQ_MEM_ATTR = 9,
    DRV_SQCQ_PROP_SQ_RESUME = 10,
    DRV_SQCQ_PROP_SQCQ_RESET = 11,
    DRV_SQCQ_PROP_CQ_DEPTH = 12,
    DRV_SQCQ_PROP_SQE_SIZE = 13,
    DRV_SQCQ_PROP_CQE_SIZE = 14
};

/* What a head reads as while it is not valid. */
enum { HAL_SQ_HEAD_INVALID = 0xFFFF };

struct halSqCqQueryInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t sqId;
    uint32_t cqId;
    int32_t prop;
    uint32_t value[8];
};

struct halSqCqConfigInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t sqId;
    uint32_t cqId;
    int32_t prop;
    uint32_t value[8];
};

struct halTaskSendInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t sqId;
    int32_t timeout;
    uint8_t* sqe_addr;
    uint32_t sqe_num;
    uint32_t pos; /* out: where in the ring the first one lies */
    uint32_t res[8];
};

struct halReportRecvInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t cqId;
    int32_t timeout; /* milliseconds; 0 does not wait, -1 waits for ever */
    uint8_t* cqe_addr;
    uint32_t cqe_num;
    uint32_t report_cqe_num; /* out */
    uint32_t stream_id;
    uint32_t task_id; /* HAL_ANY_TASK: whatever comes */
    uint32_t res[8];
};

enum { HAL_ANY_TASK = 0xFFFF };

/* ---- calls of the host ---- */

struct halReportInfoInput {
    int32_t type;
    uint32_t grpId;
    uint32_t tsId;
    int32_t timeout; /* milliseconds */
    uint32_t res[8];
};

struct halReportInfoOutput {
    uint64_t* cqIdBitmap;    /* a bit for each completion queue that has reports */
    uint32_t cqIdBitmapSize; /* bytes */
    uint32_t res[8];
};

struct halReportGetInput {
    int32_t type;
    uint32_t tsId;
    uint32_t cqId;
    uint32_t res[8];
};

struct halReportGetOutput {
    uint32_t count;
    void* reportPtr; /* HalCallReport, valid until it is released */
    uint32_t res[8];
};

struct halReportReleaseInfo {
    int32_t type;
    uint32_t tsId;
    uint32_t cqId;
    uint32_t count;
    uint32_t res[8];
};

/* What an entry that wants a call of the host reports. */
struct HalCallReport {
    uint16_t phaseAndCqId; /* bit 0 phase, 1 to 3 SOP, MOP, EOP; the completion queue's id above */
    uint16_t streamId;
    uint16_t taskId;
    uint16_t sqId;
    uint16_t sqHead;
    uint16_t sequence;
    uint8_t isBlocking;
    uint8_t reserved;
    uint16_t eventId;
    uint64_t function;
    uint64_t data;
};

/* ---- control of the task scheduler ---- */

/* halTsdrvCtl(). */
enum { TSDRV_CTL_CMD_CB_GROUP_NUM_GET = 0, TSDRV_CTL_CMD_CTRL_MSG = 4 };

/* ---- beyond the vendor's library ---- */

/* Name of a function that only libascend_hal_sim.so has, uint32_t (void): the devices' AI cores are
 * simulated and run what belay-kcc compiles. It answers BELAY_HAL_SIM_VERSION. */
#define BELAY_HAL_SIM_MARK "belayHalSimVersion"

enum { BELAY_HAL_SIM_VERSION = 1 };

/* ---- layouts ---- */

static_assert(sizeof(struct halCapabilityInfo) == 136, "halCapabilityInfo");
static_assert(sizeof(halDevOpenIn) == 64 && sizeof(halDevOpenOut) == 64, "halDevOpenIn, Out");
static_assert(sizeof(halDevCloseIn) == 64, "halDevCloseIn");
static_assert(sizeof(struct halEventFilter) == 48, "halEventFilter");
static_assert(sizeof(struct halFaultEventInfo) == 360, "halFaultEventInfo");
static_assert(offsetof(struct halFaultEventInfo, additional_info) == 290, "halFaultEventInfo");
static_assert(sizeof(struct DVattribute) == 52, "DVattribute");
static_assert(sizeof(struct MemInfo) == 264, "MemInfo");
static_assert(sizeof(struct DMA_ADDR) == 40, "DMA_ADDR");
static_assert(offsetof(struct DMA_ADDR, fixed_size) == 32, "DMA_ADDR");
static_assert(sizeof(struct drvMem2D) == 72, "drvMem2D");
static_assert(sizeof(struct MEMCPY2D) == 88, "MEMCPY2D");
static_assert(sizeof(struct AddrMapInPara) == 8, "AddrMapInPara");
static_assert(sizeof(struct AddrMapOutPara) == 16, "AddrMapOutPara");
static_assert(sizeof(struct halResourceIdInputInfo) == 44, "halResourceIdInputInfo");
static_assert(sizeof(struct halResourceIdOutputInfo) == 36, "halResourceIdOutputInfo");
static_assert(sizeof(struct halResourceConfigInfo) == 32, "halResourceConfigInfo");
static_assert(sizeof(struct halResourceInfo) == 16, "halResourceInfo");
static_assert(sizeof(struct halSqCqInputInfo) == 96, "halSqCqInputInfo");
static_assert(offsetof(struct halSqCqInputInfo, info) == 40, "halSqCqInputInfo");
static_assert(sizeof(struct halSqCqOutputInfo) == 40, "halSqCqOutputInfo");
static_assert(sizeof(struct halSqCqFreeInfo) == 52, "halSqCqFreeInfo");
static_assert(sizeof(struct halSqCqQueryInfo) == 52, "halSqCqQueryInfo");
static_assert(sizeof(struct halSqCqConfigInfo) == 52, "halSqCqConfigInfo");
static_assert(sizeof(struct halTaskSendInfo) == 64, "halTaskSendInfo");
static_assert(sizeof(struct halReportRecvInfo) == 72, "halReportRecvInfo");
static_assert(sizeof(struct halReportInfoInput) == 48, "halReportInfoInput");
static_assert(sizeof(struct halReportInfoOutput) == 48, "halReportInfoOutput");
static_assert(sizeof(struct halReportGetInput) == 44, "halReportGetInput");
static_assert(sizeof(struct halReportGetOutput) == 48, "halReportGetOutput");
static_assert(sizeof(struct halReportReleaseInfo) == 48, "halReportReleaseInfo");
static_assert(sizeof(struct HalCallReport) == 32, "HalCallReport");

#endif /* BELAY_DRIVERS_HAL_ABI_HAL_ABI_H */
