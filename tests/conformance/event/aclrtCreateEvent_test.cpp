#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"
#include "support/sanitizers.h"
#include "support/threads.h"

namespace belay::test::aclrtCreateEvent_test {
namespace {

constexpr const char* kName = "aclrtCreateEvent";

TEST(aclrtCreateEvent, GivesEventsThatCanDoEverything) {
    const SetDevice session;
    const OwnedStream first;
    const OwnedStream second;
    const OwnedEvent event = makeEvent();
    const OwnedEvent later = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), first.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(second.get(), event.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(later.get(), second.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(later.get()), ACL_SUCCESS);
    float ms = -1;
    EXPECT_EQ(aclrtEventElapsedTime(&ms, event.get(), later.get()), ACL_SUCCESS);
    EXPECT_GE(ms, 0);
    EXPECT_EQ(aclrtResetEvent(event.get(), first.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(first.get()), ACL_SUCCESS);
}

TEST(aclrtCreateEvent, EventsAreDifferent) {
    const SetDevice session;
    std::vector<OwnedEvent> events;
    std::set<aclrtEvent> handles;
    for (int i = 0; i < 100; ++i) {
        events.push_back(makeEvent());
        handles.insert(events.back().get());
    }
    EXPECT_EQ(handles.size(), events.size());
}

TEST(aclrtCreateEvent, NewEventsCountAsDone) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_TRUE(isRecorded(event.get()));
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
}

TEST(aclrtCreateEvent, ThreadsMayCreateAndDestroyAtOnce) {
    const SetDevice session;
    aclrtContext context = currentContext();
    onThreads(8, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 500; ++i) {
            const OwnedEvent event = makeEvent();
            ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        }
    });
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST(aclrtCreateEvent, MemoryIsReleased) {  // B30
    expectEndsWell(
        [] {
            const SetDevice session;
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    const OwnedEvent event = makeEvent();
                    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
                    if (i % 100 == 0) {
                        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
                    }
                }
            };
            createAndDestroy(20'000);
            const size_t before = residentBytes();
            createAndDestroy(kIsThreadSanitized ? 10'000 : 100'000);
            EXPECT_LT(residentBytes(), before + kMemorySlack);
        },
        {.environment = {{"ASAN_OPTIONS", "quarantine_size_mb=1"}}});
}

TEST(aclrtCreateEvent, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "event", [] { return aclrtCreateEvent(nullptr); }));
}

TEST(aclrtCreateEvent, NeedsAContext) {
    expectNeedsContext(kName, [] {
        auto* event = reinterpret_cast<aclrtEvent>(0x42);
        const aclError result = aclrtCreateEvent(&event);
        EXPECT_EQ(event, reinterpret_cast<aclrtEvent>(0x42));
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtCreateEvent_test
