// Fixture for tests of libascend_hal_sim.so: devices that are opened, streams as a runtime has
// them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "drivers/hal_sim/exports.h"
#include "hw/cqe.h"
#include "hw/ring.h"
#include "hw/sqe_encode.h"

namespace belay::test {

/// The HAL's numbers, which are enumerators of C, as what its functions answer.
constexpr drvError_t kNone = DRV_ERROR_NONE;
constexpr drvError_t kInvalidDevice = DRV_ERROR_INVALID_DEVICE;
constexpr drvError_t kInvalidValue = DRV_ERROR_INVALID_VALUE;
constexpr drvError_t kNotSupported = DRV_ERROR_NOT_SUPPORT;

constexpr uint64_t kMiB = uint64_t{1} << 20;

/// Above all numbers of devices.
constexpr uint32_t kNoDevice = 77;

inline unsigned long long memoryFlag(uint64_t kind, uint32_t device = 0) {
    return kind << HAL_MEM_KIND_SHIFT | 1ULL << HAL_MEM_HBM_SHIFT | device;
}

inline uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}

inline void* pointerTo(uint64_t address) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses are numbers in the HAL
    return reinterpret_cast<void*>(address);
}

struct HalStream {
    uint32_t device = 0;
    uint32_t id = 0;
    uint32_t sqId = 0;
    uint32_t logicCqId = 0;
};

// ---- single calls, with the arguments that matter ----

inline std::pair<drvError_t, uint32_t> allocateId(uint32_t device, int32_t type) {
    halResourceIdInputInfo in{};
    in.type = type;
    halResourceIdOutputInfo out{};
    const drvError_t error = ::halResourceIdAlloc(device, &in, &out);
    return {error, out.resourceId};
}

inline drvError_t freeId(uint32_t device, int32_t type, uint32_t id) {
    halResourceIdInputInfo in{};
    in.type = type;
    in.resourceId = id;
    return ::halResourceIdFree(device, &in);
}

inline drvError_t configureId(uint32_t device, int32_t type, uint32_t id, int32_t prop,
                              uint32_t value = 0) {
    halResourceIdInputInfo in{};
    in.type = type;
    in.resourceId = id;
    halResourceConfigInfo para{};
    para.prop = prop;
    para.value[0] = value;
    return ::halResourceConfig(device, &in, &para);
}

inline halSqCqInputInfo normalQueue(uint32_t streamId) {
    halSqCqInputInfo in{};
    in.type = DRV_NORMAL_TYPE;
    in.sqeSize = 64;
    in.cqeSize = 16;
    in.sqeDepth = 2048;
    in.cqeDepth = 2048;
    in.info[0] = streamId;
    return in;
}

inline halSqCqInputInfo logicQueue(uint32_t streamId) {
    halSqCqInputInfo in{};
    in.type = DRV_LOGIC_TYPE;
    in.cqeSize = 32;
    in.cqeDepth = 4096;
    in.info[0] = streamId;
    return in;
}

inline halSqCqInputInfo callbackQueue(uint32_t group) {
    halSqCqInputInfo in{};
    in.type = DRV_CALLBACK_TYPE;
    in.sqeSize = 64;
    in.cqeSize = 32;
    in.sqeDepth = 1;
    in.cqeDepth = 512;
    in.grpId = group;
    return in;
}

inline drvError_t allocateQueue(uint32_t device, halSqCqInputInfo in,
                                halSqCqOutputInfo* out = nullptr) {
    halSqCqOutputInfo unused{};
    return ::halSqCqAllocate(device, &in, out != nullptr ? out : &unused);
}

inline drvError_t freeQueue(uint32_t device, int32_t type, uint32_t id) {
    halSqCqFreeInfo info{};
    info.type = type;
    info.sqId = id;
    info.cqId = id;
    return ::halSqCqFree(device, &info);
}

inline std::pair<drvError_t, uint32_t> queryQueue(uint32_t device, uint32_t sqId, int32_t prop) {
    halSqCqQueryInfo info{};
    info.type = DRV_NORMAL_TYPE;
    info.sqId = sqId;
    info.prop = prop;
    const drvError_t error = ::halSqCqQuery(device, &info);
    return {error, info.value[0]};
}

inline drvError_t configureQueue(uint32_t device, uint32_t sqId, int32_t prop, uint32_t value = 0) {
    halSqCqConfigInfo info{};
    info.type = DRV_NORMAL_TYPE;
    info.sqId = sqId;
    info.prop = prop;
    info.value[0] = value;
    return ::halSqCqConfig(device, &info);
}

inline drvError_t send(uint32_t device, uint32_t sqId, const void* entries, uint32_t count,
                       uint32_t* position = nullptr) {
    halTaskSendInfo info{};
    info.type = DRV_NORMAL_TYPE;
    info.sqId = sqId;
    info.sqe_addr = static_cast<uint8_t*>(const_cast<void*>(entries));
    info.sqe_num = count;
    const drvError_t error = ::halSqTaskSend(device, &info);
    if (position != nullptr) {
        *position = info.pos;
    }
    return error;
}

struct Received {
    drvError_t error;
    std::vector<hw::LogicCqe> entries;
};

inline Received receive(uint32_t device, uint32_t cqId, int32_t timeoutMs, uint32_t capacity = 16,
                        uint32_t streamId = 0, uint32_t taskId = HAL_ANY_TASK) {
    std::vector<hw::LogicCqe> entries(capacity);
    halReportRecvInfo info{};
    info.type = DRV_LOGIC_TYPE;
    info.cqId = cqId;
    info.timeout = timeoutMs;
    info.cqe_addr = reinterpret_cast<uint8_t*>(entries.data());
    info.cqe_num = capacity;
    info.stream_id = streamId;
    info.task_id = taskId;
    const drvError_t error = ::halCqReportRecv(device, &info);
    entries.resize(error == DRV_ERROR_NONE ? info.report_cqe_num : 0);
    return {error, entries};
}

// ---- what takes several ----

inline HalStream makeStream(uint32_t device = 0) {
    HalStream stream{.device = device};
    const auto [error, id] = allocateId(device, DRV_STREAM_ID);
    EXPECT_EQ(error, kNone);
    stream.id = id;
    halSqCqOutputInfo out{};
    EXPECT_EQ(allocateQueue(device, normalQueue(id), &out), kNone);
    stream.sqId = out.sqId;
    EXPECT_EQ(allocateQueue(device, logicQueue(id), &out), kNone);
    stream.logicCqId = out.cqId;
    EXPECT_EQ(configureId(device, DRV_STREAM_ID, id, DRV_STREAM_BIND_LOGIC_CQ, stream.logicCqId),
              kNone);
    return stream;
}

inline void destroyStream(const HalStream& stream) {
    EXPECT_EQ(configureId(stream.device, DRV_STREAM_ID, stream.id, DRV_STREAM_UNBIND_LOGIC_CQ),
              kNone);
    EXPECT_EQ(freeQueue(stream.device, DRV_LOGIC_TYPE, stream.logicCqId), kNone);
    EXPECT_EQ(freeQueue(stream.device, DRV_NORMAL_TYPE, stream.sqId), kNone);
    EXPECT_EQ(freeId(stream.device, DRV_STREAM_ID, stream.id), kNone);
}

template <typename Entry>
hw::Sqe encode(const HalStream& stream, Entry entry, uint16_t taskId = 0) {
    static const hw::StarsV1Encoder encoder;
    entry.common.streamId = static_cast<uint16_t>(stream.id);
    entry.common.taskId = taskId;
    hw::Sqe sqe;
    if constexpr (std::is_void_v<decltype(encoder.encode(entry, sqe))>) {
        encoder.encode(entry, sqe);
    } else {
        EXPECT_TRUE(encoder.encode(entry, sqe).isOk());
    }
    return sqe;
}

template <typename Entry>
void submit(const HalStream& stream, const Entry& entry, uint16_t taskId = 0) {
    const hw::Sqe sqe = encode(stream, entry, taskId);
    EXPECT_EQ(send(stream.device, stream.sqId, &sqe, 1), kNone);
}

/// A mark in the queue.
inline hw::Placeholder mark(bool writesCqe = false) {
    hw::Placeholder placeholder{.taskType = 103};
    placeholder.common.writeCqe = writesCqe;
    return placeholder;
}

/// An entry that fails: a copy to where no memory of a device is.
inline hw::Sdma badCopy() {
    return {.length = 4096, .source = 0x1000, .destination = 0x2000};
}

inline uint32_t valueOf(const HalStream& stream, int32_t prop) {
    const auto [error, value] = queryQueue(stream.device, stream.sqId, prop);
    EXPECT_EQ(error, kNone);
    return value;
}

inline uint32_t headOf(const HalStream& stream) {
    return valueOf(stream, DRV_SQCQ_PROP_SQ_HEAD);
}

inline uint32_t tailOf(const HalStream& stream) {
    return valueOf(stream, DRV_SQCQ_PROP_SQ_TAIL);
}

/// Waits for a state that comes; the test's time limit is all that ends it otherwise.
template <typename Predicate>
void waitUntil(Predicate predicate) {
    while (!predicate()) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
}

inline void finish(const HalStream& stream) {
    waitUntil([&] { return headOf(stream) == tailOf(stream); });
}

inline void waitUntilStopped(const HalStream& stream) {
    waitUntil([&] { return valueOf(stream, DRV_SQCQ_PROP_SQ_STATUS) == 0; });
}

inline drvError_t openDevice(uint32_t device) {
    halDevOpenIn in{};
    halDevOpenOut out{};
    return ::halDeviceOpen(device, &in, &out);
}

inline drvError_t closeDevice(uint32_t device) {
    halDevCloseIn in{};
    return ::halDeviceClose(device, &in);
}

inline uint32_t deviceCount() {
    uint32_t count = 0;
    EXPECT_EQ(::drvGetDevNum(&count), kNone);
    return count;
}

/// Allocates; the memory goes with the device, or with the process.
inline uint64_t allocate(uint64_t bytes, uint64_t kind = HAL_MEM_KIND_DEV, uint32_t device = 0) {
    void* start = nullptr;
    EXPECT_EQ(::halMemAlloc(&start, bytes, memoryFlag(kind, device)), kNone);
    return addressOf(start);
}

inline drvError_t release(uint64_t address) {
    return ::halMemFree(pointerTo(address));
}

/// Has its devices open, all that there are.
class HalTest : public testing::Test {
  protected:
    void SetUp() override {
        for (uint32_t device = 0; device < deviceCount(); ++device) {
            ASSERT_EQ(openDevice(device), kNone);
        }
    }

    void TearDown() override {
        for (uint32_t device = 0; device < deviceCount(); ++device) {
            EXPECT_EQ(closeDevice(device), kNone);
        }
    }
};

}  // namespace belay::test
