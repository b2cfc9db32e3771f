/* Makes the calls of the HAL that the vendor's runtime makes, in its order and with its arguments,
 * from the load of the library to the reset of the device.
 *
 * Usage: startup_order LIBRARY */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): for nanosleep() */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <time.h>

#include "hal/hal_library.h"

static struct HalLibrary hal;

static void fail(int line, const char* what, long long got) {
    fprintf(stderr, "line %d: %s: got %lld (0x%llx)\n", line, what, got, (unsigned long long)got);
    exit(1);
}

#define BELAY_CHECK_EQUAL(expression, wanted)                 \
    do {                                                      \
        const long long got_ = (long long)(expression);       \
        if (got_ != (long long)(wanted)) {                    \
            fail(__LINE__, #expression " == " #wanted, got_); \
        }                                                     \
    } while (0)

#define BELAY_CHECK(condition)             \
    do {                                   \
        if (!(condition)) {                \
            fail(__LINE__, #condition, 0); \
        }                                  \
    } while (0)

enum { kDevice = 0, kDepth = 2048 };

/* ---- entries, as that runtime writes them ---- */

struct Entry {
    uint32_t words[16];
};

static uint32_t low(uint64_t value) {
    return (uint32_t)value;
}

static uint32_t high(uint64_t value) {
    return (uint32_t)(value >> 32);
}

struct Stream {
    uint32_t id;
    uint32_t sqId;
    uint32_t cqId;
    uint32_t logicCqId;
    uint32_t tasks; /* sent so far */
};

static struct Entry makeEntry(const struct Stream* stream, uint32_t first, uint32_t credit) {
    struct Entry entry = {{0}};
    entry.words[0] = first;
    entry.words[1] = stream->id | stream->tasks << 16;
    entry.words[3] = credit << 16;
    return entry;
}

static void send(struct Stream* stream, const struct Entry* entry) {
    struct halTaskSendInfo info = {0};
    info.type = DRV_NORMAL_TYPE;
    info.sqId = stream->sqId;
    info.sqe_addr = (uint8_t*)entry->words;
    info.sqe_num = 1;
    BELAY_CHECK_EQUAL(hal.halSqTaskSend(kDevice, &info), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(info.pos, stream->tasks % kDepth);
    ++stream->tasks;
}

static uint32_t query(const struct Stream* stream, int32_t prop, int index) {
    struct halSqCqQueryInfo info = {0};
    info.type = DRV_NORMAL_TYPE;
    info.sqId = stream->sqId;
    info.cqId = stream->cqId;
    info.prop = prop;
    BELAY_CHECK_EQUAL(hal.halSqCqQuery(kDevice, &info), DRV_ERROR_NONE);
    return info.value[index];
}

/* The head is all that tells of success. Ends with the test's time limit when it never comes. */
static void synchronise(const struct Stream* stream) {
    const struct timespec pause = {.tv_sec = 0, .tv_nsec = 100000};
    while (query(stream, DRV_SQCQ_PROP_SQ_HEAD, 0) != query(stream, DRV_SQCQ_PROP_SQ_TAIL, 0)) {
        BELAY_CHECK_EQUAL(query(stream, DRV_SQCQ_PROP_SQ_STATUS, 0), 1);
        nanosleep(&pause, NULL);
    }
    BELAY_CHECK_EQUAL(query(stream, DRV_SQCQ_PROP_SQ_TAIL, 0), stream->tasks % kDepth);
}

/* ---- resources ---- */

static uint32_t allocateId(int32_t type, uint32_t priority) {
    struct halResourceIdInputInfo in = {0};
    struct halResourceIdOutputInfo out = {0};
    in.type = type;
    in.res[0] = priority;
    BELAY_CHECK_EQUAL(hal.halResourceIdAlloc(kDevice, &in, &out), DRV_ERROR_NONE);
    return out.resourceId;
}

static void freeId(int32_t type, uint32_t id) {
    struct halResourceIdInputInfo in = {0};
    in.type = type;
    in.resourceId = id;
    BELAY_CHECK_EQUAL(hal.halResourceIdFree(kDevice, &in), DRV_ERROR_NONE);
}

static void configure(uint32_t streamId, int32_t prop, uint32_t value) {
    struct halResourceIdInputInfo in = {0};
    struct halResourceConfigInfo para = {0};
    in.type = DRV_STREAM_ID;
    in.resourceId = streamId;
    para.prop = prop;
    para.value[0] = value;
    BELAY_CHECK_EQUAL(hal.halResourceConfig(kDevice, &in, &para), DRV_ERROR_NONE);
}

static struct Stream createStream(void) {
    struct Stream stream = {0};
    stream.id = allocateId(DRV_STREAM_ID, 0);

    struct halSqCqInputInfo in = {0};
    struct halSqCqOutputInfo out = {0};
    in.type = DRV_NORMAL_TYPE;
    in.sqeSize = 64;
    in.cqeSize = 16;
    in.sqeDepth = kDepth;
    in.cqeDepth = kDepth;
    in.info[0] = stream.id;
    BELAY_CHECK_EQUAL(hal.halSqCqAllocate(kDevice, &in, &out), DRV_ERROR_NONE);
    stream.sqId = out.sqId;
    stream.cqId = out.cqId;

    memset(&in, 0, sizeof in);
    in.type = DRV_LOGIC_TYPE;
    in.cqeSize = 32;
    in.cqeDepth = 4096;
    in.info[0] = stream.id;
    BELAY_CHECK_EQUAL(hal.halSqCqAllocate(kDevice, &in, &out), DRV_ERROR_NONE);
    stream.logicCqId = out.cqId;

    configure(stream.id, DRV_STREAM_BIND_LOGIC_CQ, stream.logicCqId);
    BELAY_CHECK(query(&stream, DRV_SQCQ_PROP_SQ_REG_BASE, 0) != 0 ||
                query(&stream, DRV_SQCQ_PROP_SQ_REG_BASE, 1) != 0);
    BELAY_CHECK_EQUAL(query(&stream, DRV_SQCQ_PROP_SQ_STATUS, 0), 1);
    BELAY_CHECK_EQUAL(query(&stream, DRV_SQCQ_PROP_SQ_DEPTH, 0), kDepth);
    BELAY_CHECK_EQUAL(query(&stream, DRV_SQCQ_PROP_SQ_HEAD, 0), 0);
    return stream;
}

static void destroyStream(const struct Stream* stream) {
    configure(stream->id, DRV_STREAM_UNBIND_LOGIC_CQ, stream->logicCqId);
    struct halSqCqFreeInfo info = {0};
    info.type = DRV_LOGIC_TYPE;
    info.cqId = stream->logicCqId;
    BELAY_CHECK_EQUAL(hal.halSqCqFree(kDevice, &info), DRV_ERROR_NONE);
    info.type = DRV_NORMAL_TYPE;
    info.sqId = stream->sqId;
    info.cqId = stream->cqId;
    BELAY_CHECK_EQUAL(hal.halSqCqFree(kDevice, &info), DRV_ERROR_NONE);
    freeId(DRV_STREAM_ID, stream->id);
}

/* One 32-byte completion of the stream, as words. */
static void receive(const struct Stream* stream, uint32_t* words) {
    struct halReportRecvInfo info = {0};
    info.type = DRV_LOGIC_TYPE;
    info.cqId = stream->logicCqId;
    info.timeout = 30000;
    info.cqe_addr = (uint8_t*)words;
    info.cqe_num = 1;
    info.stream_id = stream->id;
    info.task_id = HAL_ANY_TASK;
    BELAY_CHECK_EQUAL(hal.halCqReportRecv(kDevice, &info), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(info.report_cqe_num, 1);
}

static void expectNoCompletion(const struct Stream* stream) {
    uint32_t words[8];
    struct halReportRecvInfo info = {0};
    info.type = DRV_LOGIC_TYPE;
    info.cqId = stream->logicCqId;
    info.cqe_addr = (uint8_t*)words;
    info.cqe_num = 1;
    info.stream_id = stream->id;
    info.task_id = HAL_ANY_TASK;
    BELAY_CHECK_EQUAL(hal.halCqReportRecv(kDevice, &info), DRV_ERROR_WAIT_TIMEOUT);
}

static const unsigned long long kHugeFlag = 0x2100000000924400;
static const unsigned long long kNormalFlag = 0x2100000000904400;
static const unsigned long long kHostFlag = 0x2100000000900800;

static uint64_t allocate(unsigned long long bytes, unsigned long long flag) {
    void* start = NULL;
    BELAY_CHECK_EQUAL(hal.halMemAlloc(&start, bytes, flag), DRV_ERROR_NONE);
    BELAY_CHECK(start != NULL);
    return (uint64_t)(uintptr_t)start;
}

static void release(uint64_t address) {
    BELAY_CHECK_EQUAL(hal.halMemFree((void*)(uintptr_t)address), DRV_ERROR_NONE);
}

static int64_t deviceInfo(int32_t module, int32_t info) {
    int64_t value = -1;
    BELAY_CHECK_EQUAL(hal.halGetDeviceInfo(kDevice, module, info, &value), DRV_ERROR_NONE);
    return value;
}

static uint32_t deviceNumber(void) {
    uint32_t count = 0;
    BELAY_CHECK_EQUAL(hal.drvGetDevNum(&count), DRV_ERROR_NONE);
    return count;
}

static uint32_t memoryType(uint64_t address) {
    struct DVattribute attribute;
    memset(&attribute, 0xFF, sizeof attribute);
    BELAY_CHECK_EQUAL(hal.drvMemGetAttribute(address, &attribute), DRV_ERROR_NONE);
    return attribute.memType;
}

/* ---- the calls of the public interface ---- */

static void loadLibrary(void) {
    uint32_t platform = 0;
    BELAY_CHECK_EQUAL(hal.drvGetPlatformInfo(&platform), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(platform, 1);
    BELAY_CHECK(deviceNumber() >= 1);
    size_t bytes = 0;
    BELAY_CHECK_EQUAL(hal.halCtl(0, NULL, 0, NULL, &bytes), DRV_ERROR_NOT_SUPPORT);
}

static void initialise(void) {
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION), 0x500);
    char name[50] = {0};
    BELAY_CHECK_EQUAL(hal.halGetSocVersion(kDevice, name, sizeof name), DRV_ERROR_NONE);
    BELAY_CHECK(strcmp(name, "Ascend910B4") == 0);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION), 0x500);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM), 20);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_CORE_NUM), 1);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_AICPU, INFO_TYPE_CORE_NUM), 6);
    BELAY_CHECK(!hal.halSupportFeature(kDevice, FEATURE_TRSDRV_SQ_SUPPORT_DYNAMIC_BIND));
    uint32_t groups = 0;
    size_t bytes = sizeof groups;
    BELAY_CHECK_EQUAL(
        hal.halTsdrvCtl(kDevice, TSDRV_CTL_CMD_CB_GROUP_NUM_GET, NULL, 0, &groups, &bytes),
        DRV_ERROR_NONE);
    BELAY_CHECK(groups >= 1);
    hal.halSetRuntimeApiVer(0x072316);
    BELAY_CHECK(deviceNumber() >= 1);
}

struct Device {
    uint64_t registerTable;
    uint64_t smallArgs;
    uint64_t bigArgs;
    uint64_t viewedArgs[2];
    uint64_t cubeStacks;
    uint64_t vectorStacks;
    uint64_t ringBuffer;
    uint64_t messageName;
    struct Stream streams[2];
};

static void openDevice(void) {
    BELAY_CHECK(deviceNumber() >= 1);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_RUN_MACH), 0);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_ADDR_MODE), 0);
    halDevOpenIn in = {{0}};
    halDevOpenOut out = {{0}};
    BELAY_CHECK_EQUAL(hal.halDeviceOpen(kDevice, &in, &out), DRV_ERROR_NONE);
    uint32_t ssid = 0;
    BELAY_CHECK_EQUAL(hal.drvMemSmmuQuery(kDevice, &ssid), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(ssid, 1);
    BELAY_CHECK(hal.halSupportFeature(kDevice, FEATURE_SVM_GET_USER_MALLOC_ATTR));
    BELAY_CHECK(!hal.halSupportFeature(kDevice, 11));
    BELAY_CHECK(!hal.halSupportFeature(kDevice, 13));

    struct {
        unsigned long long feature;
        uint32_t device;
    } question = {0, kDevice}, answer = {0, 0};

    size_t bytes = sizeof answer;
    BELAY_CHECK_EQUAL(
        hal.halMemCtl(CTRL_TYPE_SUPPORT_FEATURE, &question, sizeof question, &answer, &bytes),
        DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(answer.feature, 1);

    struct halCapabilityInfo capability;
    memset(&capability, 0xFF, sizeof capability);
    BELAY_CHECK_EQUAL(hal.halGetChipCapability(kDevice, &capability), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(capability.sdma_reduce_support, 0x3F);
    BELAY_CHECK_EQUAL(capability.memory_support, 1);
    BELAY_CHECK_EQUAL(capability.ts_group_number, 1);
    BELAY_CHECK_EQUAL(capability.sdma_reduce_kind, 0xF);
}

static void viewFromHost(uint64_t start, uint64_t bytes) {
    void* view = NULL;
    BELAY_CHECK_EQUAL(
        hal.halHostRegister((void*)(uintptr_t)start, bytes, DEV_SVM_MAP_HOST, kDevice, &view),
        DRV_ERROR_NONE);
    BELAY_CHECK(view != NULL);
    /* What the host writes there is what the device has. */
    memset(view, 0x5A, 64);
    uint8_t copy[64] = {0};
    BELAY_CHECK_EQUAL(hal.drvMemcpy((uintptr_t)copy, sizeof copy, start, sizeof copy),
                      DRV_ERROR_NONE);
    BELAY_CHECK(memcmp(copy, view, sizeof copy) == 0);
}

static void mapSyncArea(void) {
    struct AddrMapInPara in = {ADDR_MAP_TYPE_REG_C2C_CTRL, kDevice};
    struct AddrMapOutPara out = {0, 0};
    size_t bytes = sizeof out;
    BELAY_CHECK_EQUAL(hal.halMemCtl(CTRL_TYPE_ADDR_MAP, &in, 8, &out, &bytes), DRV_ERROR_NONE);
    BELAY_CHECK(out.ptr != 0);
    BELAY_CHECK_EQUAL(out.len, 65536);
    size_t none = 0;
    BELAY_CHECK_EQUAL(hal.halMemCtl(8, &in, 8, &out, &none), DRV_ERROR_NOT_SUPPORT);
}

static void sendRingBuffer(struct Device* device, uint32_t isDelete) {
    struct Stream* stream = &device->streams[0];
    struct Entry entry = makeEntry(stream, 0x00530403, 0xFE);
    entry.words[4] = low(device->ringBuffer);
    entry.words[5] = high(device->ringBuffer);
    entry.words[10] = 0xA;
    entry.words[11] = isDelete;
    send(stream, &entry);
}

static void askForVersion(struct Stream* stream) {
    struct Entry entry = makeEntry(stream, 0x00614403, 0xFE);
    entry.words[4] = 7;
    const uint32_t task = stream->tasks;
    send(stream, &entry);
    uint32_t completion[8];
    receive(stream, completion);
    BELAY_CHECK_EQUAL(completion[0] & 0xFFFF, stream->id);
    BELAY_CHECK_EQUAL(completion[0] >> 16, task);
    BELAY_CHECK_EQUAL(completion[1], 35);            /* the firmware's version */
    BELAY_CHECK_EQUAL(completion[2] & 0x3F, 0);      /* no error */
    BELAY_CHECK_EQUAL(completion[2] >> 8 & 0xFF, 3); /* of a placeholder */
}

static void sendMessageToAiCpu(struct Device* device) {
    static const char kName[] = "version";
    device->messageName = allocate(sizeof kName + 32, kNormalFlag);
    BELAY_CHECK_EQUAL(
        hal.drvMemcpy(device->messageName, sizeof kName, (uintptr_t)kName, sizeof kName),
        DRV_ERROR_NONE);
    struct Stream* stream = &device->streams[0];
    struct Entry entry = makeEntry(stream, 0x00010001, 0xFE);
    entry.words[2] = 0x00020000;
    entry.words[6] = low(device->smallArgs);
    entry.words[7] = high(device->smallArgs);
    entry.words[8] = low(device->messageName);
    entry.words[9] = high(device->messageName);
    entry.words[12] = stream->tasks;
    entry.words[14] = 0x28003000;
    send(stream, &entry);
}

static struct Device setDevice(void) {
    struct Device device;
    memset(&device, 0, sizeof device);
    openDevice();
    device.registerTable = allocate(16384, kNormalFlag);
    BELAY_CHECK_EQUAL(hal.drvMemsetD8(device.registerTable, 16384, 0, 16384), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_CHIP_ID), 0);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_SYSTEM, INFO_TYPE_PHY_DIE_ID), 0);
    device.smallArgs = allocate(UINT64_C(1024) * 6208, kHugeFlag);
    device.bigArgs = allocate(UINT64_C(64) * 15360, kNormalFlag);
    device.viewedArgs[0] = allocate(1 << 20, kNormalFlag);
    device.viewedArgs[1] = allocate(2 << 20, kHugeFlag);
    viewFromHost(device.viewedArgs[0], 1 << 20);
    viewFromHost(device.viewedArgs[1], 2 << 20);
    device.cubeStacks = allocate(2457600, kNormalFlag);
    device.vectorStacks = allocate(1228800, kNormalFlag);
    device.streams[0] = createStream();
    device.streams[1] = createStream();
    askForVersion(&device.streams[0]);
    mapSyncArea();
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM), 20);
    BELAY_CHECK_EQUAL(deviceInfo(MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM), 40);
    device.ringBuffer = allocate(2 << 20, kHugeFlag);
    sendRingBuffer(&device, 0);
    sendMessageToAiCpu(&device);
    synchronise(&device.streams[0]);
    return device;
}

static void useEvents(struct Stream* first, struct Stream* second) {
    const uint32_t event = allocateId(DRV_EVENT_ID, 0);
    struct Entry entry = makeEntry(second, 0x05, 0xFF); /* waits */
    entry.words[2] = event;
    send(second, &entry);
    entry = makeEntry(first, 0x04, 0xFE);
    entry.words[2] = event;
    send(first, &entry);
    synchronise(first);
    synchronise(second);

    const uint32_t timed = allocateId(DRV_EVENT_ID, 0); /* one that keeps the time */
    entry = makeEntry(first, 0x4004, 0xFE);
    entry.words[2] = timed;
    const uint32_t task = first->tasks;
    send(first, &entry);
    uint32_t completion[8];
    receive(first, completion);
    BELAY_CHECK_EQUAL(completion[0] >> 16, task);
    BELAY_CHECK_EQUAL(completion[2] & 0x3F, 0);
    BELAY_CHECK(((uint64_t)completion[5] << 32 | completion[4]) != 0);
    synchronise(first);

    const uint64_t flag =
        UINT64_C(0x6A0200000) + (uint64_t)event / 4096 * 0x10000 + (uint64_t)event % 4096 * 4;
    entry = makeEntry(first, 0x08, 0xFE); /* resets */
    entry.words[4] = low(flag);
    entry.words[5] = high(flag);
    entry.words[6] = event;
    entry.words[7] = 1;
    send(first, &entry);
    synchronise(first);
    freeId(DRV_EVENT_ID, event);
    freeId(DRV_EVENT_ID, timed);
}

static void useNotifies(struct Stream* first, struct Stream* second) {
    const uint32_t notify = allocateId(DRV_NOTIFY_ID, 0);
    struct Entry entry = makeEntry(second, 0x07, 0xFF); /* waits */
    entry.words[2] = notify;
    send(second, &entry);
    entry = makeEntry(first, 0x06, 0xFE);
    entry.words[2] = notify;
    send(first, &entry);
    synchronise(first);
    synchronise(second);
    freeId(DRV_NOTIFY_ID, notify);
}

static void copyOnDevice(struct Stream* stream, uint64_t target, uint64_t source, uint32_t bytes) {
    BELAY_CHECK_EQUAL(memoryType(target), DV_MEM_LOCK_DEV);
    BELAY_CHECK_EQUAL(memoryType(source), DV_MEM_LOCK_DEV);
    uint8_t way = 0xFF;
    BELAY_CHECK_EQUAL(
        hal.drvDeviceGetTransWay((void*)(uintptr_t)source, (void*)(uintptr_t)target, &way),
        DRV_ERROR_NONE);
    BELAY_CHECK(way != 0xFF);
    struct Entry entry = makeEntry(stream, 0x0B, 0xFE);
    entry.words[4] = 0x0000DE00;
    entry.words[7] = bytes;
    entry.words[8] = low(source);
    entry.words[9] = high(source);
    entry.words[10] = low(target);
    entry.words[11] = high(target);
    send(stream, &entry);
    synchronise(stream);
}

static void copyAcross(struct Stream* stream, uint64_t target, uint64_t source, uint32_t bytes) {
    struct Entry entry = makeEntry(stream, 0x4011, 0xFE);
    entry.words[8] = low(source);
    entry.words[9] = high(source);
    entry.words[10] = low(target);
    entry.words[11] = high(target);
    entry.words[12] = bytes;
    send(stream, &entry);
    synchronise(stream);
}

static void useCopies(struct Stream* stream) {
    enum { kBytes = 1 << 20, kSmall = 4096, kBig = 512 * 1024 };

    const uint64_t d1 = allocate(kBytes + 32, kNormalFlag);
    const uint64_t d2 = allocate(kBytes + 32, kNormalFlag);
    const uint64_t pinned = allocate(kBytes + 32, kHostFlag);
    uint8_t* host = (uint8_t*)(uintptr_t)pinned;
    BELAY_CHECK_EQUAL(memoryType(pinned), DV_MEM_LOCK_HOST);
    uint8_t ordinary = 0;
    BELAY_CHECK_EQUAL(memoryType((uintptr_t)&ordinary), DV_MEM_USER_MALLOC);

    for (size_t i = 0; i < kBytes; ++i) {
        host[i] = (uint8_t)(i * 7 + i / 4096);
    }
    uint8_t* wanted = malloc(kBytes);
    uint8_t* got = malloc(kBytes);
    BELAY_CHECK(wanted != NULL && got != NULL);
    memcpy(wanted, host, kBytes);
    BELAY_CHECK_EQUAL(hal.drvMemsetD8(d1, kBytes, 0, kBytes), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(hal.drvMemsetD8(d2, kBytes, 0, kBytes), DRV_ERROR_NONE);

    copyAcross(stream, d1, pinned, kSmall);
    copyOnDevice(stream, d2, d1, kSmall);
    memset(host, 0, kSmall);
    copyAcross(stream, pinned, d2, kSmall);
    BELAY_CHECK(memcmp(host, wanted, kSmall) == 0);

    BELAY_CHECK_EQUAL(hal.drvMemcpy(d1, kBytes, (uintptr_t)wanted, kBytes), DRV_ERROR_NONE);
    copyOnDevice(stream, d2, d1, kBig);
    BELAY_CHECK_EQUAL(hal.drvMemcpy((uintptr_t)got, kBytes, d2, kBytes), DRV_ERROR_NONE);
    BELAY_CHECK(memcmp(got, wanted, kBig) == 0);
    BELAY_CHECK_EQUAL(got[kBig], 0); /* no more than was asked for */

    free(wanted);
    free(got);
    release(d1);
    release(d2);
    release(pinned);
}

static void lookAround(struct Stream* stream) {
    drvStatus_t status = -1;
    BELAY_CHECK_EQUAL(hal.drvDeviceStatus(kDevice, &status), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(status, DRV_STATUS_WORK);
    struct halEventFilter filter;
    struct halFaultEventInfo event;
    memset(&filter, 0, sizeof filter);
    uint32_t count = 99;
    BELAY_CHECK_EQUAL(hal.halGetFaultEvent(kDevice, &filter, &event, 1, &count), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(count, 0);
    bool isMatched = true;
    BELAY_CHECK_EQUAL(hal.halCheckProcessStatus(kDevice, 0, 1, &isMatched), DRV_ERROR_NONE);
    BELAY_CHECK(!isMatched);
    BELAY_CHECK(deviceInfo(MODULE_TYPE_SYSTEM, 64) > 0);
    BELAY_CHECK_EQUAL(query(stream, DRV_SQCQ_PROP_SQ_CQE_STATUS, 0), 0);
    expectNoCompletion(stream);
}

static void convertAddresses(uint64_t target, uint64_t source) {
    struct DMA_ADDR pieces;
    memset(&pieces, 0, sizeof pieces);
    BELAY_CHECK_EQUAL(hal.drvMemConvertAddr(source, target, 4096, &pieces), DRV_ERROR_NONE);
    BELAY_CHECK_EQUAL(pieces.fixed_size, 4096);
    BELAY_CHECK_EQUAL(hal.drvMemDestroyAddr(&pieces), DRV_ERROR_NONE);
}

static void resetDevice(struct Device* device) {
    sendRingBuffer(device, 1);
    synchronise(&device->streams[0]);
    destroyStream(&device->streams[0]);
    destroyStream(&device->streams[1]);
    const uint64_t blocks[] = {device->registerTable, device->smallArgs,     device->bigArgs,
                               device->cubeStacks,    device->vectorStacks,  device->ringBuffer,
                               device->messageName,   device->viewedArgs[0], device->viewedArgs[1]};
    convertAddresses(device->viewedArgs[0], device->viewedArgs[1]);
    for (size_t i = 0; i < 2; ++i) {
        BELAY_CHECK_EQUAL(hal.halHostUnregister((void*)(uintptr_t)device->viewedArgs[i], kDevice),
                          DRV_ERROR_NONE);
    }
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        release(blocks[i]);
    }
    halDevCloseIn in = {0};
    BELAY_CHECK_EQUAL(hal.halDeviceClose(kDevice, &in), DRV_ERROR_NONE);
}

static void run(void) {
    struct Device device = setDevice();
    struct Stream first = createStream();
    struct Stream second = createStream();
    useEvents(&first, &second);
    useNotifies(&first, &second);
    useCopies(&first);
    lookAround(&first);
    destroyStream(&first);
    destroyStream(&second);
    resetDevice(&device);
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: startup_order LIBRARY\n");
        return 2;
    }
    if (!loadHalLibrary(argv[1], &hal)) {
        return 1;
    }
    loadLibrary();
    initialise();
    run();
    run(); /* a device can be opened again */
    puts("all calls were answered as the vendor's runtime needs it");
    return 0;
}
