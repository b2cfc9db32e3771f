// The orderly steps of the stress test, whose data are checked, and what order they come in.
#include <array>
#include <atomic>
#include <cstring>
#include <string>

#include "soak/stress_worker.h"
#include "support/copy_batch.h"
#include "support/device.h"
#include "support/host_functions.h"
#include "support/managed.h"
#include "support/notifies.h"

namespace belay::test {

void Worker::fillInput(size_t bytes) {
    const std::string text = pattern(bytes, static_cast<unsigned>(random_()));
    std::memcpy(input_, text.data(), bytes);
    std::memset(output_, 0, bytes);
}

void Worker::expectOutput(size_t bytes) {
    EXPECT_EQ(std::memcmp(input_, output_, bytes), 0)
        << bytes << " bytes, step " << step_ << " of thread " << index_;
}

// Waits in one of the ways there are.
void Worker::finish(aclrtStream last) {
    switch (below(4)) {
        case 0:
            ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS) << recentMessage();
            break;
        case 1:
            ASSERT_EQ(aclrtRecordEvent(event_, last), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(aclrtSynchronizeEvent(event_), ACL_SUCCESS) << recentMessage();
            break;
        case 2:
            ASSERT_EQ(aclrtSynchronizeStreamWithTimeout(last, 60'000), ACL_SUCCESS);
            break;
        default:
            ASSERT_EQ(aclrtSynchronizeStream(last), ACL_SUCCESS) << recentMessage();
    }
}

void Worker::copyThroughStreams() {
    goHome();
    const size_t bytes = 1 + below(kMostBytes);
    fillInput(bytes);
    const size_t first = below(2);
    aclrtStream from = streams_[first];
    aclrtStream to = streams_[1 - first];
    ASSERT_EQ(
        aclrtMemcpyAsync(memory_[0], kMostBytes, input_, bytes, ACL_MEMCPY_HOST_TO_DEVICE, from),
        ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtRecordEvent(event_, from), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtStreamWaitEvent(to, event_), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtMemcpyAsync(memory_[1], kMostBytes, memory_[0], bytes,
                               ACL_MEMCPY_DEVICE_TO_DEVICE, to),
              ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(
        aclrtMemcpyAsync(output_, kMostBytes, memory_[1], bytes, ACL_MEMCPY_DEVICE_TO_HOST, to),
        ACL_SUCCESS)
        << recentMessage();
    finish(to);
    expectOutput(bytes);
}

void Worker::setAsync() {
    goHome();
    const size_t bytes = 1 + below(kMostBytes);
    const auto value = static_cast<char>(random_());
    std::memset(input_, value, bytes);
    ASSERT_EQ(aclrtMemsetAsync(memory_[0], kMostBytes, value, bytes, streams_[0]), ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtMemcpyAsync(output_, kMostBytes, memory_[0], bytes, ACL_MEMCPY_DEVICE_TO_HOST,
                               streams_[0]),
              ACL_SUCCESS)
        << recentMessage();
    finish(streams_[0]);
    expectOutput(bytes);
}

void Worker::copyAtOnce() {
    goHome();
    const std::string text = pattern(1 + below(kMostBytes), static_cast<unsigned>(random_()));
    put(memory_[0], text);
    EXPECT_EQ(fetch(memory_[0], text.size()), text);
}

// As rows of one pitch to the device, and as pieces of a batch back.
void Worker::copyRowsAndBatches() {
    goHome();
    const size_t width = 1 + below(64);
    const size_t pitch = width + below(64);
    const size_t height = 1 + below(100);
    fillInput(width * height);
    aclrtStream stream = streams_[below(2)];
    ASSERT_EQ(aclrtMemcpy2dAsync(memory_[0], pitch, input_, width, width, height,
                                 ACL_MEMCPY_HOST_TO_DEVICE, stream),
              ACL_SUCCESS)
        << recentMessage();
    CopyBatch batch;
    batch.begin(CopyBatch::toHost());
    for (size_t row = 0; row < height; ++row) {
        batch.add(output_ + row * width, memory_[0] + row * pitch, width);
    }
    ASSERT_EQ(aclrtMemcpyBatchAsyncV2(batch.targets.data(), batch.targetSizes.data(),
                                      batch.sources.data(), batch.sizes.data(), height,
                                      batch.attributes.data(), batch.firsts.data(), 1, stream),
              ACL_SUCCESS)
        << recentMessage();
    finish(stream);
    expectOutput(width * height);
}

void Worker::copyByDescription() {
    goHome();
    const size_t bytes = 4 * (1 + below(kMostBytes / 4));
    const DeviceMemory desc(64);
    aclrtStream stream = streams_[below(2)];
    ASSERT_EQ(aclrtMemsetD32Async(memory_[0], bytes, 0x01020304, bytes / 4, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetMemcpyDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, memory_[0],
                                 memory_[1], bytes, nullptr),
              ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtMemcpyAsyncWithDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, stream),
              ACL_SUCCESS);
    finish(stream);
    ASSERT_EQ(aclrtMemsetD32(input_, bytes, 0x01020304, bytes / 4), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpy2d(output_, 4, memory_[1], 4, 4, bytes / 4, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    expectOutput(bytes);
}

void Worker::shareManaged() {
    goHome();
    const Managed managed(1);
    const std::string text = pattern(1 + below(kMostBytes), static_cast<unsigned>(random_()));
    std::memcpy(managed.get(), text.data(), text.size());
    advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_READ_MOSTLY);
    aclrtStream stream = streams_[below(2)];
    ASSERT_EQ(
        aclrtMemManagedPrefetchAsync(managed.get(), kManagedPage,
                                     locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, kHome), 0, stream),
        ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtMemcpyAsync(memory_[0], kMostBytes, managed.get(), text.size(),
                               ACL_MEMCPY_DEFAULT, stream),
              ACL_SUCCESS);
    finish(stream);
    EXPECT_EQ(fetch(memory_[0], text.size()), text);
}

void Worker::allocateAndRelease() {
    goHome();
    const std::string text = pattern(1 + below(kMostBytes), static_cast<unsigned>(random_()));
    const DeviceMemory memory(1 + text.size() * (1 + below(40)));
    const PinnedMemory host(text.size());
    std::memcpy(host.get(), text.data(), text.size());
    put(memory.get(), text);
    EXPECT_EQ(fetch(memory.get(), text.size()), text);
    EXPECT_EQ(std::memcmp(host.get(), text.data(), text.size()), 0);
}

// From the home device to another one, which waits for an event of the home device.
void Worker::visitDevice() {
    goHome();
    const size_t bytes = 1 + below(kMostBytes);
    fillInput(bytes);
    ASSERT_EQ(aclrtMemcpyAsync(memory_[0], kMostBytes, input_, bytes, ACL_MEMCPY_HOST_TO_DEVICE,
                               streams_[0]),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event_, streams_[0]), ACL_SUCCESS) << recentMessage();
    const SetDevice visit(kVisited);
    const OwnedStream stream;
    const DeviceMemory there(bytes);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event_), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtMemcpyAsync(there.get(), bytes, memory_[0], bytes, ACL_MEMCPY_DEVICE_TO_DEVICE,
                               stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(output_, kMostBytes, there.get(), bytes, ACL_MEMCPY_DEVICE_TO_HOST,
                               stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    expectOutput(bytes);
}

// Streams of a context that goes away with them; the destruction waits for the work.
void Worker::nestStreams() {
    goHome();
    const size_t bytes = 1 + below(kMostBytes);
    fillInput(bytes);
    {
        const OwnedContext context = makeContext(kHome);
        const ContextScope scope(context.get());
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, static_cast<uint32_t>(below(8)), 0),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpyAsync(memory_[0], kMostBytes, input_, bytes, ACL_MEMCPY_HOST_TO_DEVICE,
                                   stream),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpyAsync(output_, kMostBytes, memory_[0], bytes,
                                   ACL_MEMCPY_DEVICE_TO_HOST, stream),
                  ACL_SUCCESS);
        if (below(2) == 0) {
            ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS) << recentMessage();
        }
    }
    expectOutput(bytes);
}

// The function copies on the host what a stream brings and another one takes away.
void Worker::callFunctions() {
    goHome();
    const size_t bytes = 1 + below(kMostBytes);
    fillInput(bytes);
    const PinnedMemory between(bytes);

    struct Copy {
        char* target;
        const char* source;
        size_t bytes;

        void operator()() const { std::memcpy(target, source, bytes); }
    };

    Copy into{between.get(), input_, bytes};
    Copy outOf{output_, between.get(), bytes};
    put(memory_[0], std::string(bytes, '\0'));
    ASSERT_EQ(aclrtLaunchHostFunc(streams_[0], callBody<Copy>, &into), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(memory_[0], kMostBytes, between.get(), bytes,
                               ACL_MEMCPY_HOST_TO_DEVICE, streams_[0]),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event_, streams_[0]), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(streams_[1], event_), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(between.get(), bytes, memory_[0], bytes, ACL_MEMCPY_DEVICE_TO_HOST,
                               streams_[1]),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchHostFunc(streams_[1], callBody<Copy>, &outOf), ACL_SUCCESS);
    finish(streams_[1]);
    expectOutput(bytes);
}

// Callbacks that this thread calls itself.
void Worker::processReports() {
    goHome();
    const auto self = static_cast<uint64_t>(::pthread_self());
    std::atomic<int> calls{0};
    ASSERT_EQ(aclrtSubscribeReport(self, streams_[0]), ACL_SUCCESS) << recentMessage();
    const int count = 1 + static_cast<int>(below(5));
    for (int i = 0; i < count; ++i) {
        const auto block = below(2) == 0 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK;
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, block, streams_[0]), ACL_SUCCESS);
    }
    while (calls < count) {
        ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS) << recentMessage();
    }
    ASSERT_EQ(aclrtSynchronizeStream(streams_[0]), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtUnSubscribeReport(self, streams_[0]), ACL_SUCCESS) << recentMessage();
}

// Two streams that let each other go on by notifies.
void Worker::takeTurns() {
    goHome();
    const size_t bytes = 1 + below(kMostBytes);
    fillInput(bytes);
    const OwnedNotify there = makeNotify();
    const OwnedNotify back = makeNotify();
    ASSERT_EQ(aclrtWaitAndResetNotify(there.get(), streams_[1], 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(output_, kMostBytes, memory_[0], bytes, ACL_MEMCPY_DEVICE_TO_HOST,
                               streams_[1]),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordNotify(back.get(), streams_[1]), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(memory_[0], kMostBytes, input_, bytes, ACL_MEMCPY_HOST_TO_DEVICE,
                               streams_[0]),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordNotify(there.get(), streams_[0]), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(back.get(), streams_[0], 0), ACL_SUCCESS);
    finish(streams_[0]);
    expectOutput(bytes);
}

void Worker::run() {
    ASSERT_EQ(aclrtCreateContext(&home_, kHome), ACL_SUCCESS);
    {
        const PinnedMemory input(kMostBytes);
        const PinnedMemory output(kMostBytes);
        const std::array<DeviceMemory, 2> memory{DeviceMemory(kMostBytes),
                                                 DeviceMemory(kMostBytes)};
        const std::array<OwnedStream, 2> streams;
        const OwnedEvent event = makeEvent();
        input_ = input.get();
        output_ = output.get();
        memory_ = {memory[0].get(), memory[1].get()};
        streams_ = {streams[0].get(), streams[1].get()};
        event_ = event.get();
        setWild();
        aclrtContext wild = nullptr;
        for (step_ = 0; step_ < kSteps && !testing::Test::HasFailure(); ++step_) {
            if (below(8) == 0) {
                // What is current is not looked at: it may have been destroyed.
                (this->*kOrderlySteps[below(kOrderlySteps.size())])();
                if (aclrtSetCurrentContext(wild) != ACL_SUCCESS) {
                    setWild();
                }
            } else {
                (this->*kWildSteps[below(kWildSteps.size())])();
                if (aclrtGetCurrentContext(&wild) != ACL_SUCCESS) {
                    setWild();
                }
            }
        }
        goHome();
    }
    EXPECT_EQ(aclrtDestroyContext(home_), ACL_SUCCESS) << recentMessage();
}

}  // namespace belay::test
