// Random calls on many threads: no crash, no hang, only documented codes, and right data wherever
// the order of the calls says what is right.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <map>
#include <string>

#include "acl/acl.h"
#include "soak/stress_worker.h"
#include "support/closing_log.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/seed.h"
#include "support/threads.h"

namespace belay::test {
namespace {

// Each slot was written as a whole or not at all.
void expectWhole(const std::string& slots) {
    const std::string untouched(kSlotBytes, '\0');
    const std::string marked(kSlotBytes, kMark);
    size_t count = 0;
    for (size_t i = 0; i < slots.size(); i += kSlotBytes) {
        const std::string slot = slots.substr(i, kSlotBytes);
        ASSERT_TRUE(slot == untouched || slot == marked) << "slot " << i / kSlotBytes;
        count += slot == marked ? 1 : 0;
    }
    EXPECT_GT(count, 0U);
}

void stress(uint32_t seed) {
    constexpr size_t kSlotsBytes = Slots::kCount * kSlotBytes;
    const SetDevice home(kHome);
    const DeviceMemory deviceSlots(kSlotsBytes);
    const PinnedMemory hostSlots(kSlotsBytes);
    const DeviceMemory deviceMark(kSlotBytes);
    const PinnedMemory hostMark(kSlotBytes);
    std::memset(hostSlots.get(), 0, kSlotsBytes);
    put(deviceSlots.get(), std::string(kSlotsBytes, '\0'));
    put(deviceMark.get(), std::string(kSlotBytes, kMark));
    std::memset(hostMark.get(), kMark, kSlotBytes);
    Shared shared{.contexts = {},
                  .streams = wildStreams,
                  .events = wildEvents,
                  .notifies = {},
                  .deviceMark = deviceMark.get(),
                  .hostMark = hostMark.get(),
                  .deviceSlots = Slots(deviceSlots.get()),
                  .hostSlots = Slots(hostSlots.get())};
    onThreads(kWorkers, [&](size_t index) { Worker(shared, seed, index).run(); });
    ASSERT_EQ(aclrtSetDevice(kWild), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDeviceForce(kWild), ACL_SUCCESS);
    const SetDevice again(kHome);
    expectWhole(fetch(deviceSlots.get(), kSlotsBytes));
    expectWhole(std::string(hostSlots.get(), kSlotsBytes));
}

void stressInFreshProcess() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    stress(static_cast<uint32_t>(std::stoul(freshArgument(0))));
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    for (const int32_t device : {kHome, kVisited, kWild}) {
        const SetDevice session(device);
        const DeviceMemory memory(kMostBytes);
        const std::string text = pattern(kMostBytes);
        put(memory.get(), text);
        EXPECT_EQ(fetch(memory.get(), text.size()), text);
        EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    }
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

void runStress(const std::map<std::string, std::string>& environment) {
    std::map<std::string, std::string> all = {{"BELAY_SIM_DEVICES", "3"},
                                              {"BELAY_LOG", kClosingLog}};
    all.insert(environment.begin(), environment.end());
    const Outcome outcome =
        inFreshProcess(stressInFreshProcess, {.arguments = {std::to_string(seed())},
                                              .environment = all,
                                              .limit = std::chrono::seconds(240)});
    EXPECT_TRUE(endedWell(outcome));
    EXPECT_TRUE(closedWithNothingLeft(outcome.errors, 2));
}

TEST(Stress, RandomCallsOnManyThreads) {
    runStress({});
}

TEST(Stress, RandomCallsOnManyThreadsThatDoNotLendThemselves) {
    runStress({{"BELAY_SIM_LEND", "off"}});
}

}  // namespace
}  // namespace belay::test
