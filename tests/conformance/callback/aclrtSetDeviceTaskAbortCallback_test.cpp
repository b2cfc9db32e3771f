#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/device.h"
#include "support/named_callbacks.h"

namespace belay::test::aclrtSetDeviceTaskAbortCallback_test {
namespace {

constexpr const char* kName = "aclrtSetDeviceTaskAbortCallback";

// What was called, with which arguments, and what to answer.
struct Told {
    std::vector<std::string>* log;
    std::string name;
    int32_t result = 0;
    uint32_t leastTimeout = UINT32_MAX;
    uint32_t greatestTimeout = 0;

    static int32_t note(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout,
                        void* args) {
        auto* told = static_cast<Told*>(args);
        told->log->push_back(told->name + std::to_string(device) +
                             (stage == ACL_RT_DEVICE_TASK_ABORT_PRE ? " pre" : " post"));
        told->leastTimeout = std::min(told->leastTimeout, timeout);
        told->greatestTimeout = std::max(told->greatestTimeout, timeout);
        return told->result;
    }
};

TEST(aclrtSetDeviceTaskAbortCallback, RunsBeforeAndAfterAnAbortInOrderOfRegistration) {
    const SetDevice session;
    std::vector<std::string> log;
    Told first{&log, "a"};
    Told second{&log, "b"};
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("a", &Told::note, &first), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("b", &Told::note, &second), ACL_SUCCESS);
    ASSERT_EQ(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
    EXPECT_EQ(log, (std::vector<std::string>{"a0 pre", "b0 pre", "a0 post", "b0 post"}));
    EXPECT_EQ(first.greatestTimeout, 0U);  // no limit
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("a", nullptr, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtDeviceTaskAbort(0, 5000), ACL_SUCCESS);
    EXPECT_EQ(log.size(), 6U);
    EXPECT_GE(second.greatestTimeout, 1U);
    EXPECT_LE(second.greatestTimeout, 5000U);
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("b", nullptr, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
    EXPECT_EQ(log.size(), 6U);
}

TEST(aclrtSetDeviceTaskAbortCallback, AFailureIsReportedAfterEverythingElseWasDone) {
    const SetDevice session;
    std::vector<std::string> log;
    Told failing{&log, "a", 42};
    Told other{&log, "b"};
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("a", &Told::note, &failing), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("b", &Told::note, &other), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INTERNAL_ERROR, "aclrtDeviceTaskAbort",
                            "\"a\" returned 42 before", [] { return aclrtDeviceTaskAbort(0, 0); }));
    EXPECT_EQ(log.size(), 4U);
    EXPECT_FALSE(isBusy(stream.get()));
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("a", nullptr, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("b", nullptr, nullptr), ACL_SUCCESS);
}

TEST(aclrtSetDeviceTaskAbortCallback, ACallbackMayUseTheDeviceAndTheRegistrations) {
    const SetDevice session;
    const auto use = [](int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t, void*) {
        const SetDevice own(device);
        const OwnedStream stream;
        const DeviceMemory memory(64);
        EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 1, 64, stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        if (stage == ACL_RT_DEVICE_TASK_ABORT_POST) {
            EXPECT_EQ(aclrtSetDeviceTaskAbortCallback("self", nullptr, nullptr), ACL_SUCCESS);
        }
        return 0;
    };
    ASSERT_EQ(aclrtSetDeviceTaskAbortCallback("self", use, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
    EXPECT_NE(aclrtSetDeviceTaskAbortCallback("self", nullptr, nullptr), ACL_SUCCESS);
}

TEST(aclrtSetDeviceTaskAbortCallback, NamesAreUniqueAndNotEmpty) {
    expectTakesNamesOnce(kName, [](const char* name, bool isNull) {
        return aclrtSetDeviceTaskAbortCallback(name, isNull ? nullptr : &Told::note, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtSetDeviceTaskAbortCallback_test
