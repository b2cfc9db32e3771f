// All the devices there can be, in one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "support/closing_log.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"
#include "support/sanitizers.h"

namespace belay::test {
namespace {

constexpr int32_t kDevices = 64;
constexpr size_t kBytes = size_t{256} << 10;
constexpr int kLaps = 3;
// The engine serves all devices with a few threads; one more relays events between devices.
constexpr size_t kMostThreads = 8;
// A device costs a few MiB of pages at most: its first chunks of memory and its queues.
constexpr size_t kMostBytesPerDevice = size_t{8} << 20;

size_t threadCount() {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

// A device that is set, with what the test needs on it.
struct Station {
    explicit Station(int32_t number) : device(number) {}

    SetDevice device;
    aclrtContext context = currentContext();
    DeviceMemory memory{kBytes};
    OwnedStream stream;
    OwnedEvent event = makeEvent();
};

// In its own context, as its parts want to be given back.
void close(std::unique_ptr<Station>& station) {
    ASSERT_EQ(aclrtSetCurrentContext(station->context), ACL_SUCCESS);
    station.reset();
}

// Copies from each device to the next, in the next one's stream, which waits for the first one's.
void copyAround(const std::vector<std::unique_ptr<Station>>& stations) {
    for (size_t i = 1; i < stations.size(); ++i) {
        const Station& from = *stations[i - 1];
        const Station& to = *stations[i];
        ASSERT_EQ(aclrtSetCurrentContext(from.context), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(from.event.get(), from.stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtSetCurrentContext(to.context), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(to.stream.get(), from.event.get()), ACL_SUCCESS)
            << recentMessage();
        ASSERT_EQ(aclrtMemcpyAsync(to.memory.get(), kBytes, from.memory.get(), kBytes,
                                   ACL_MEMCPY_DEVICE_TO_DEVICE, to.stream.get()),
                  ACL_SUCCESS)
            << recentMessage();
    }
}

void useAllDevices() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(deviceCount(), static_cast<uint32_t>(kDevices));
    const size_t threadsBefore = threadCount();
    const size_t bytesBefore = residentBytes();
    std::vector<std::unique_ptr<Station>> stations;
    for (int32_t number = 0; number < kDevices; ++number) {
        stations.push_back(std::make_unique<Station>(number));
    }
    for (int lap = 0; lap < kLaps; ++lap) {
        const std::string text = pattern(kBytes, static_cast<unsigned>(lap) + 1);
        put(stations.front()->memory.get(), text);
        copyAround(stations);
        ASSERT_EQ(aclrtSynchronizeStream(stations.back()->stream.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(stations.back()->memory.get(), kBytes), text);
    }
    EXPECT_LE(threadCount(), threadsBefore + kMostThreads);
    if (!kIsSanitized) {
        EXPECT_LT(residentBytes(), bytesBefore + kDevices * kMostBytesPerDevice);
    }
    std::for_each(stations.rbegin(), stations.rend(), close);
    EXPECT_LE(threadCount(), threadsBefore + 1);  // the relay may be on its way out
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST(ManyDevices, AllWorkTogether) {
    const Outcome outcome = inFreshProcess(
        useAllDevices, {.environment = {{"BELAY_SIM_DEVICES", "64"}, {"BELAY_LOG", kClosingLog}}});
    EXPECT_TRUE(endedWell(outcome));
    EXPECT_TRUE(closedWithNothingLeft(outcome.errors, 1));
}

// The memory that a closed device used is there for the next one.
void openEachInTurn() {
    for (int32_t number = 0; number < kDevices; ++number) {
        const SetDevice session(number);
        constexpr size_t kLarge = size_t{kIsSanitized ? 4 : 16} << 20;
        const DeviceMemory memory(kLarge);
        ASSERT_EQ(aclrtMemset(memory.get(), kLarge, 1, kLarge), ACL_SUCCESS) << recentMessage();
    }
    if (!kIsSanitized) {
        EXPECT_LT(residentBytes(), size_t{256} << 20);
    }
}

TEST(ManyDevices, ClosedOnesGiveTheirMemoryBack) {
    expectEndsWell(openEachInTurn, {.environment = {{"BELAY_SIM_DEVICES", "64"}}});
}

}  // namespace
}  // namespace belay::test
