#include <array>
#include <vector>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"
#include "support/threads.h"

namespace belay::test::aclrtMemcpy_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

aclError copy(void* target, const void* source, size_t count, int kind = ACL_MEMCPY_DEFAULT) {
    return aclrtMemcpy(target, count, source, count, enumOf<aclrtMemcpyKind>(kind));
}

TEST(aclrtMemcpy, CopiesInAllDirectionsAndSizes) {
    const SetDevice device;
    for (const size_t bytes :
         {size_t{1}, size_t{63}, size_t{64}, size_t{4097}, kMiB, 3 * kMiB + 1, 20 * kMiB}) {
        const std::string text = pattern(bytes);
        const DeviceMemory first(bytes);
        const DeviceMemory second(bytes);
        const PinnedMemory pinned(bytes);
        std::string between(bytes, '?');
        std::string back(bytes, '?');
        EXPECT_EQ(copy(first.get(), text.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
        EXPECT_EQ(copy(second.get(), first.get(), bytes, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
        EXPECT_EQ(copy(pinned.get(), second.get(), bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        EXPECT_EQ(copy(between.data(), pinned.get(), bytes, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
        EXPECT_EQ(copy(back.data(), between.data(), bytes, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
        EXPECT_EQ(back, text) << bytes;
    }
}

TEST(aclrtMemcpy, TheAddressesDecideNotTheKind) {
    const SetDevice device;
    const DeviceMemory memory(100);
    for (int kind = 0; kind <= 7; ++kind) {
        const std::string text = pattern(100, static_cast<unsigned>(kind));
        std::string back(100, '?');
        EXPECT_EQ(copy(memory.get(), text.data(), 100, kind), ACL_SUCCESS) << kind;
        EXPECT_EQ(copy(back.data(), memory.get(), 100, kind), ACL_SUCCESS) << kind;
        EXPECT_EQ(back, text);
    }
}

TEST(aclrtMemcpy, UnknownKindsAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    for (const int kind : {8, 10, -1}) {
        EXPECT_TRUE(
            refused("aclrtMemcpy", "kind", [&] { return copy(memory.get(), "x", 1, kind); }));
    }
}

TEST(aclrtMemcpy, NothingIsCopiedBeforeAnythingIsLookedAt) {
    EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, enumOf<aclrtMemcpyKind>(99)), ACL_SUCCESS);
    onThreadWithoutContext([] {
        EXPECT_EQ(aclrtMemcpy(nullptr, 100, nullptr, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    });
}

TEST(aclrtMemcpy, MoreThanTheTargetHoldsIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    const std::string text = pattern(64);
    put(memory.get(), std::string(64, '.'));
    for (const size_t most : {size_t{0}, size_t{32}, size_t{63}}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy", "'destMax'", [&] {
            return aclrtMemcpy(memory.get(), most, text.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE);
        }));
    }
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.')) << "untouched";
}

TEST(aclrtMemcpy, NullIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy", "'dst'",
                            [&] { return copy(nullptr, memory.get(), 1); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy", "'src'",
                            [&] { return copy(memory.get(), nullptr, 1); }));
}

TEST(aclrtMemcpy, ARangeThatLeavesItsAllocationIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(1000);
    std::vector<char> host(2 * kMiB);
    const size_t belongs = 1024 + 32;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy", "1056 bytes",
                            [&] { return copy(memory.get(), host.data(), belongs + 1); }));
    EXPECT_EQ(copy(host.data(), memory.get(), belongs + 1), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(copy(host.data(), memory.get() + belongs, 1), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(copy(memory.get() + 999, host.data(), 1), ACL_SUCCESS);
    const PinnedMemory pinned(1000);
    EXPECT_EQ(copy(pinned.get(), host.data(), 1001), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtMemcpy, OverlappingRangesAreMoved) {
    const SetDevice device;
    const DeviceMemory memory(1000);
    const std::string text = pattern(1000);
    put(memory.get(), text);
    EXPECT_EQ(copy(memory.get() + 100, memory.get(), 900), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get() + 100, 900), text.substr(0, 900));
}

TEST(aclrtMemcpy, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemcpy", "no context",
                                [&] { return copy(memory.get(), "x", 1); }));
    });
}

TEST(aclrtMemcpy, ManyThreadsCopyToTheirSlices) {  // B11
    const SetDevice device;
    constexpr size_t kThreads = 8;
    constexpr size_t kSlice = 4096;
    const DeviceMemory memory(kThreads * kSlice);
    onThreads(kThreads, [&](size_t index) {
        const SetDevice own;
        for (size_t round = 0; round < 1000; ++round) {
            put(memory.get() + index * kSlice,
                std::string(kSlice, static_cast<char>(index + round)));
        }
    });
    for (size_t index = 0; index < kThreads; ++index) {
        EXPECT_EQ(fetch(memory.get() + index * kSlice, kSlice),
                  std::string(kSlice, static_cast<char>(index + 999)));
    }
}

TEST(aclrtMemcpy, CopiesBetweenDevices) {
    expectEndsWell(
        [] {
            const SetDevice first(0);
            const DeviceMemory source(10'000);
            put(source.get(), pattern(10'000));
            const SetDevice second(1);
            const DeviceMemory target(10'000);
            for (const int kind : {ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT,
                                   ACL_MEMCPY_INTER_DEVICE_TO_DEVICE}) {
                EXPECT_EQ(aclrtMemset(target.get(), 10'000, 0, 10'000), ACL_SUCCESS);
                EXPECT_EQ(copy(target.get(), source.get(), 10'000, kind), ACL_SUCCESS);
                EXPECT_EQ(fetch(target.get(), 10'000), pattern(10'000));
            }
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

// After the reset no copy changes the target any more: it has finished, or was refused.
TEST(aclrtMemcpy, AResetWaitsForACopyInFlight) {
    expectEndsWell([] {
        constexpr size_t kBytes = 32 * kMiB;
        constexpr int kRounds = 20;
        std::string target(kBytes, '.');
        for (int round = 0; round < kRounds && !testing::Test::HasFailure(); ++round) {
            std::fill(target.begin(), target.end(), '.');
            std::atomic<bool> isReady{false};
            std::thread copier([&] {
                void* source = nullptr;
                ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
                ASSERT_EQ(aclrtMalloc(&source, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
                ASSERT_EQ(aclrtMemset(source, kBytes, 'x', kBytes), ACL_SUCCESS);
                isReady = true;
                const aclError result = copy(target.data(), source, kBytes);
                EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_CONTEXT_NULL ||
                            result == ACL_ERROR_RT_PARAM_INVALID)
                    << result;
            });
            while (!isReady) {
            }
            for (int i = 0; i < 10 * round; ++i) {
                std::this_thread::yield();
            }
            EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
            const char first = target.front();
            EXPECT_EQ(target, std::string(kBytes, first)) << "a part was copied";
            copier.join();
        }
    });
}

TEST(aclrtMemcpy, ThreadsCopyWhileADeviceIsReset) {
    if (kIsThreadSanitized) {
        GTEST_SKIP() << "a pointer that outlives its device may be another thread's memory by then";
    }
    expectEndsWell([] {
        std::atomic<int> running{3};
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] {
                std::vector<char> host(kMiB, 'x');
                for (int round = 0; round < 200; ++round) {
                    // Any of these may meet a device that was just taken away.
                    void* start = nullptr;
                    if (aclrtSetDevice(0) == ACL_SUCCESS &&
                        aclrtMalloc(&start, kMiB, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS) {
                        copy(start, host.data(), kMiB);
                        copy(host.data(), start, kMiB);
                        aclrtFree(start);
                    }
                }
                --running;
            });
        }
        while (running > 0) {
            aclrtResetDeviceForce(0);
            std::this_thread::yield();
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        aclrtResetDeviceForce(0);
        const SetDevice device;
        const DeviceMemory memory(100);
        put(memory.get(), pattern(100));
        EXPECT_EQ(fetch(memory.get(), 100), pattern(100));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpy_test
