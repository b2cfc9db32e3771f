#include <vector>

#include "support/bad_handles.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/threads.h"

namespace belay::test::aclrtMemcpyAsync_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

aclError copy(void* target, const void* source, size_t count, int kind, aclrtStream stream) {
    return aclrtMemcpyAsync(target, count, source, count, enumOf<aclrtMemcpyKind>(kind), stream);
}

// There and back through the device, from and to the given memory of the host.
void goThereAndBack(char* out, char* home, size_t bytes, aclrtStream stream) {
    const std::string text = pattern(bytes);
    const DeviceMemory first(bytes);
    const DeviceMemory second(bytes);
    std::memcpy(out, text.data(), bytes);
    std::memset(home, '?', bytes);
    EXPECT_EQ(copy(first.get(), out, bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    EXPECT_EQ(copy(second.get(), first.get(), bytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
              ACL_SUCCESS);
    EXPECT_EQ(copy(home, second.get(), bytes, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_TRUE(std::memcmp(home, text.data(), bytes) == 0) << bytes;
}

TEST(aclrtMemcpyAsync, PinnedAndPageableMemoryOfAllSizesGoesThereAndBack) {
    const SetDevice device;
    const OwnedStream stream;
    for (const size_t bytes : {size_t{1}, size_t{63}, size_t{64}, size_t{4097}, 10 * kMiB}) {
        const PinnedMemory out(bytes);
        const PinnedMemory home(bytes);
        goThereAndBack(out.get(), home.get(), bytes, stream.get());
        std::string pageableOut(bytes, '?');
        std::string pageableHome(bytes, '?');
        goThereAndBack(pageableOut.data(), pageableHome.data(), bytes, stream.get());
    }
    std::array<char, 4097> outOnStack{};
    std::array<char, 4097> homeOnStack{};
    goThereAndBack(outOnStack.data(), homeOnStack.data(), 4097, stream.get());
}

TEST(aclrtMemcpyAsync, NullIsTheDefaultStream) {
    const SetDevice device;
    const PinnedMemory out(100);
    const PinnedMemory home(100);
    goThereAndBack(out.get(), home.get(), 100, nullptr);
}

TEST(aclrtMemcpyAsync, CopiesLongerThanAnEntryArriveWhole) {
    const SetDevice device;
    const OwnedStream stream;
    constexpr size_t kBytes = 130 * kMiB + 5;
    const DeviceMemory first(kBytes);
    const DeviceMemory second(kBytes);
    ASSERT_EQ(aclrtMemset(first.get(), kBytes, 'a', kBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(second.get(), kBytes, 'b', kBytes), ACL_SUCCESS);
    put(first.get() + 64 * kMiB - 3, "border");
    put(first.get() + kBytes - 3, "end");
    ASSERT_EQ(copy(second.get(), first.get(), kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(second.get() + 64 * kMiB - 4, 8), "abordera");
    EXPECT_EQ(fetch(second.get() + kBytes - 4, 4), "aend");
    EXPECT_EQ(fetch(second.get(), 1), "a");
}

TEST(aclrtMemcpyAsync, CopiesOfAStreamRunInTheirOrder) {
    const SetDevice device;
    const OwnedStream stream;
    const PinnedMemory host(1000 * sizeof(int));
    const DeviceMemory memory(sizeof(int));
    auto* values = reinterpret_cast<int*>(host.get());
    for (int i = 0; i < 1000; ++i) {
        values[i] = i;
        ASSERT_EQ(
            copy(memory.get(), values + i, sizeof(int), ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
    }
    int last = 0;
    ASSERT_EQ(copy(&last, memory.get(), sizeof(int), ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(last, 999) << "pageable memory: the call waits for the copy";
}

TEST(aclrtMemcpyAsync, ACopyFromPinnedMemoryDoesNotWait) {
    const SetDevice device;
    const OwnedStream stream;
    const PinnedMemory host(100);
    const DeviceMemory memory(100);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    put(memory.get(), std::string(100, '.'));
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event), ACL_SUCCESS);
    // The stream cannot go on before the event below.
    ASSERT_EQ(copy(memory.get(), host.get(), 100, ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, '.')) << "a sync copy waits for no stream";
    std::memset(host.get(), 'x', 100);
    ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, 'x'));
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtMemcpyAsync, ABufferedSourceIsFreeAtOnce) {
    const SetDevice device;
    const OwnedStream stream;
    const PinnedMemory pinned(100);
    const DeviceMemory memory(100);
    std::memset(pinned.get(), 'x', 100);
    ASSERT_EQ(copy(memory.get(), pinned.get(), 100, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    std::memset(pinned.get(), 'y', 100);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, 'x'));
}

TEST(aclrtMemcpyAsync, AKindThatContradictsTheAddressesIsRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    const PinnedMemory pinned(100);
    const auto refusedKind = [&](void* target, const void* source, int kind) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsync", "'kind'",
                           [&] { return copy(target, source, 100, kind, stream.get()); });
    };
    EXPECT_TRUE(refusedKind(memory.get(), pinned.get(), ACL_MEMCPY_DEVICE_TO_HOST));
    EXPECT_TRUE(refusedKind(pinned.get(), memory.get(), ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_TRUE(refusedKind(pinned.get(), memory.get(), ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE));
    EXPECT_TRUE(refusedKind(memory.get(), memory.get(), ACL_MEMCPY_HOST_TO_DEVICE));
    EXPECT_TRUE(refusedKind(memory.get(), memory.get(), ACL_MEMCPY_DEVICE_TO_HOST));
    for (const int kind : {8, -1}) {
        EXPECT_TRUE(refused("aclrtMemcpyAsync", "kind", [&] {
            return copy(memory.get(), pinned.get(), 100, kind, stream.get());
        }));
    }
}

TEST(aclrtMemcpyAsync, AHostSourceNamedDeviceToDeviceIsTaken) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    for (const int kind : {ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT}) {
        const std::string text = pattern(100, static_cast<unsigned>(kind));
        ASSERT_EQ(copy(memory.get(), text.data(), 100, kind, stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), 100), text);
    }
}

TEST(aclrtMemcpyAsync, CopiesWithinTheHostAreNotSupported) {
    const SetDevice device;
    const OwnedStream stream;
    const PinnedMemory first(100);
    const PinnedMemory second(100);
    for (const int kind :
         {ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_DEFAULT, ACL_MEMCPY_DEVICE_TO_DEVICE}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtMemcpyAsync", "host", [&] {
            return copy(first.get(), second.get(), 100, kind, stream.get());
        }));
    }
}

TEST(aclrtMemcpyAsync, BadRangesAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsync", "'dst'", [&] {
        return copy(nullptr, memory.get(), 1, ACL_MEMCPY_DEFAULT, stream.get());
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsync", "'src'", [&] {
        return copy(memory.get(), nullptr, 1, ACL_MEMCPY_DEFAULT, stream.get());
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsync", "'destMax'", [&] {
        return aclrtMemcpyAsync(memory.get(), 10, memory.get() + 50, 11,
                                ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get());
    }));
    EXPECT_EQ(copy(memory.get(), memory.get(), 0, ACL_MEMCPY_DEFAULT, stream.get()), ACL_SUCCESS);
}

TEST(aclrtMemcpyAsync, FreedMemoryIsAFailureOfTheStreamWhichGoesOn) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    const DeviceMemory other(100);
    char* freed = DeviceMemory(100).detach();
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event), ACL_SUCCESS);
    ASSERT_EQ(copy(memory.get(), freed, 100, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(freed), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(copy(memory.get(), other.get(), 100, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtMemcpyAsync, StreamsOfAnotherContextAndBadHandlesAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    const auto onStream = [&](aclrtStream which) {
        return copy(memory.get(), memory.get() + 50, 10, ACL_MEMCPY_DEVICE_TO_DEVICE, which);
    };
    aclrtContext before = nullptr;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&before), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, "aclrtMemcpyAsync", "'stream'",
                            [&] { return onStream(stream.get()); }));
    ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
    const OwnedDesc other = makeDesc();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsync", "'stream'",
                            [&] { return onStream(other.get()); }));
    onThreadWithoutContext([&] { EXPECT_EQ(onStream(stream.get()), ACL_ERROR_RT_CONTEXT_NULL); });
}

TEST(aclrtMemcpyAsync, ManyThreadsEachWithAStream) {
    const SetDevice device;
    onThreads(4, [](size_t index) {
        const SetDevice own;
        const OwnedStream stream;
        const DeviceMemory memory(4096);
        const PinnedMemory home(4096);
        for (size_t round = 0; round < 200; ++round) {
            std::string text(4096, static_cast<char>(index + round));
            ASSERT_EQ(
                copy(memory.get(), text.data(), 4096, ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
                ACL_SUCCESS);
            ASSERT_EQ(copy(home.get(), memory.get(), 4096, ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
                      ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
            ASSERT_EQ(std::string(home.get(), 4096), text);
        }
    });
}

TEST(aclrtMemcpyAsync, CopiesBetweenDevices) {
    expectEndsWell(
        [] {
            const SetDevice first(0);
            const DeviceMemory source(10'000);
            put(source.get(), pattern(10'000));
            const SetDevice second(1);
            const DeviceMemory target(10'000);
            const OwnedStream stream;
            ASSERT_EQ(
                copy(target.get(), source.get(), 10'000, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
                ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
            EXPECT_EQ(fetch(target.get(), 10'000), pattern(10'000));
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyAsync_test
