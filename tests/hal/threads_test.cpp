// Many threads: on queues of their own, on one queue, and on devices that come and go.
#include "support/threads.h"

#include <algorithm>
#include <atomic>
#include <random>

#include "hal/hal_fixture.h"
#include "support/seed.h"

namespace belay::test {
namespace {

using HalThreadsTest = HalTest;

constexpr drvError_t kFull = DRV_ERROR_NO_RESOURCES;
constexpr size_t kThreads = 8;

TEST_F(HalThreadsTest, WorkOnStreamsOfTheirOwn) {
    onThreads(kThreads, [](size_t index) {
        const auto device = static_cast<uint32_t>(index % 2);
        for (int round = 0; round < 10; ++round) {
            const HalStream stream = makeStream(device);
            const uint64_t source = allocate(4096, HAL_MEM_KIND_DEV, device);
            const uint64_t target = allocate(4096, HAL_MEM_KIND_HOST, device);
            EXPECT_EQ(::drvMemsetD8(source, 4096, static_cast<uint8_t>(index), 4096), kNone);
            submit(stream, hw::PcieDma{.source = source, .destination = target, .length = 4096});
            submit(stream, mark(true), 1);
            EXPECT_EQ(receive(device, stream.logicCqId, -1).entries.size(), 1U);
            EXPECT_EQ(static_cast<const uint8_t*>(pointerTo(target))[4095], index);
            destroyStream(stream);
            EXPECT_EQ(release(source), kNone);
            EXPECT_EQ(release(target), kNone);
        }
    });
}

TEST_F(HalThreadsTest, ShareAQueue) {
    const HalStream stream = makeStream();
    constexpr uint32_t kEach = 2000;
    std::atomic<uint32_t> received{0};
    onThreads(kThreads, [&](size_t index) {
        if (index == 0) {
            while (received.load() < (kThreads - 1) * kEach / 100) {
                received += static_cast<uint32_t>(receive(0, stream.logicCqId, -1).entries.size());
            }
            return;
        }
        for (uint32_t i = 0; i < kEach; ++i) {
            const hw::Sqe entry = encode(stream, mark(i % 100 == 0));
            drvError_t error = kFull;
            while ((error = send(0, stream.sqId, &entry, 1)) == kFull) {
                std::this_thread::yield();
            }
            ASSERT_EQ(error, kNone);
        }
    });
    finish(stream);
    EXPECT_EQ(headOf(stream), (kThreads - 1) * kEach % hw::kQueueDepth);
    destroyStream(stream);
}

// An id is a number: another thread may know it before the call that allocates it returns.
TEST_F(HalThreadsTest, FreeIdsThatAnotherThreadIsJustAllocating) {
    constexpr uint32_t kFirstIds = 4;
    constexpr int kRounds = 2000;
    for (const int32_t type : {DRV_STREAM_ID, DRV_EVENT_ID, DRV_NOTIFY_ID, DRV_MODEL_ID}) {
        SCOPED_TRACE(type);
        std::atomic<bool> isOver{false};
        onThreads(3, [&](size_t index) {
            if (index == 0) {
                for (int round = 0; round < kRounds; ++round) {
                    const auto [error, id] = allocateId(0, type);
                    EXPECT_EQ(error, kNone);
                    static_cast<void>(freeId(0, type, id));
                }
                isOver = true;
                return;
            }
            while (!isOver) {
                for (uint32_t id = 0; id < kFirstIds; ++id) {
                    static_cast<void>(freeId(0, type, id));
                }
            }
        });
    }
}

// Whatever comes of each call, nothing may crash or hang, and at the end nothing is left.
TEST_F(HalThreadsTest, MayCallAnythingWhileADeviceComesAndGoes) {
    const uint32_t first = seed();
    std::atomic<bool> isOver{false};
    onThreads(kThreads, [&](size_t index) {
        std::mt19937 random(first + static_cast<uint32_t>(index));
        if (index == 0) {
            for (int round = 0; round < 30; ++round) {
                std::this_thread::sleep_for(std::chrono::milliseconds(random() % 5));
                static_cast<void>(closeDevice(1));
                EXPECT_EQ(openDevice(1), kNone);
            }
            isOver = true;
            return;
        }
        while (!isOver) {
            const auto [error, id] = allocateId(1, DRV_STREAM_ID);
            halSqCqOutputInfo logic{};
            static_cast<void>(allocateQueue(1, normalQueue(id)));
            static_cast<void>(allocateQueue(1, logicQueue(id), &logic));
            static_cast<void>(
                configureId(1, DRV_STREAM_ID, id, DRV_STREAM_BIND_LOGIC_CQ, logic.cqId));
            const HalStream stream{.device = 1, .id = id, .sqId = id, .logicCqId = logic.cqId};
            const std::array<hw::Sqe, 2> entries = {encode(stream, mark(true)),
                                                    encode(stream, badCopy())};
            static_cast<void>(send(1, id, entries.data(), 1 + random() % 2));
            static_cast<void>(receive(1, logic.cqId, static_cast<int32_t>(random() % 2)));
            static_cast<void>(configureQueue(1, id, DRV_SQCQ_PROP_SQ_STATUS, random() % 2));
            static_cast<void>(queryQueue(1, id, DRV_SQCQ_PROP_SQ_HEAD));
            void* start = nullptr;
            if (::halMemAlloc(&start, 4096, memoryFlag(HAL_MEM_KIND_DEV, 1)) == kNone &&
                random() % 2 == 0) {
                static_cast<void>(::halMemFree(start));
            }
            // Of this thread or, when the device went meanwhile, of another one.
            static_cast<void>(freeQueue(1, DRV_LOGIC_TYPE, logic.cqId));
            static_cast<void>(freeQueue(1, DRV_NORMAL_TYPE, id));
            static_cast<void>(freeId(1, DRV_STREAM_ID, id));
        }
    });
    ASSERT_EQ(closeDevice(1), kNone);
    ASSERT_EQ(openDevice(1), kNone);
    halResourceInfo info{};
    EXPECT_EQ(::halResourceInfoQuery(1, 0, DRV_RESOURCE_STREAM_ID, &info), kNone);
    EXPECT_EQ(info.usedNum, 0U);
}

}  // namespace
}  // namespace belay::test
