#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"

namespace belay::test::aclrtProcessReport_test {
namespace {

constexpr const char* kName = "aclrtProcessReport";

uint64_t ownId() {
    return static_cast<uint64_t>(::pthread_self());
}

TEST(aclrtProcessReport, CallsWhatIsThereAtOnce) {
    const SetDevice session;
    std::atomic<int> calls{0};
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(ownId(), stream.get()), ACL_SUCCESS);
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_NO_BLOCK, stream.get()),
                  ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(aclrtUnSubscribeReport(ownId(), stream.get()), ACL_SUCCESS);
}

TEST(aclrtProcessReport, CallbacksAreCalledInTheOrderOfTheStream) {
    const SetDevice session;
    std::vector<int> order;

    struct Step {
        std::vector<int>* order;
        int number;
    };

    std::vector<Step> steps;
    for (int i = 0; i < 100; ++i) {
        steps.push_back({&order, i});
    }
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(ownId(), stream.get()), ACL_SUCCESS);
    for (Step& step : steps) {
        ASSERT_EQ(aclrtLaunchCallback(
                      [](void* data) {
                          const auto* own = static_cast<Step*>(data);
                          own->order->push_back(own->number);
                      },
                      &step, ACL_CALLBACK_NO_BLOCK, stream.get()),
                  ACL_SUCCESS);
    }
    while (order.size() < 100) {
        ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    }
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(order[static_cast<size_t>(i)], i);
    }
    EXPECT_EQ(aclrtUnSubscribeReport(ownId(), stream.get()), ACL_SUCCESS);
}

TEST(aclrtProcessReport, WaitsForWhatComesLater) {
    const SetDevice session;
    std::atomic<int> calls{0};
    HeldStream held;
    ASSERT_EQ(aclrtSubscribeReport(ownId(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, held.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtProcessReport(20), ACL_ERROR_RT_REPORT_TIMEOUT);
    std::thread opener([&] { held.open(); });
    EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    opener.join();
    EXPECT_EQ(calls, 1);
    held.synchronize();
    EXPECT_EQ(aclrtUnSubscribeReport(ownId(), held.get()), ACL_SUCCESS);
}

TEST(aclrtProcessReport, GivesUpWhenTheTimeIsOver) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(ownId(), stream.get()), ACL_SUCCESS);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_REPORT_TIMEOUT, kName, "time limit",
                            [] { return aclrtProcessReport(50); }));
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
    EXPECT_EQ(aclrtUnSubscribeReport(ownId(), stream.get()), ACL_SUCCESS);
}

TEST(aclrtProcessReport, ACallbackMayProcessOthers) {
    const SetDevice session;
    static std::atomic<int> calls{0};
    calls = 0;
    const OwnedStream outer;
    const OwnedStream inner;
    for (const OwnedStream* stream : {&outer, &inner}) {
        ASSERT_EQ(aclrtSubscribeReport(ownId(), stream->get()), ACL_SUCCESS);
    }
    const auto nest = [](void* stream) {
        EXPECT_EQ(aclrtLaunchCallback([](void*) { ++calls; }, nullptr, ACL_CALLBACK_BLOCK, stream),
                  ACL_SUCCESS);
        EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        ++calls;
    };
    ASSERT_EQ(aclrtLaunchCallback(nest, inner.get(), ACL_CALLBACK_BLOCK, outer.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(outer.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 2);
    for (const OwnedStream* stream : {&outer, &inner}) {
        EXPECT_EQ(aclrtUnSubscribeReport(ownId(), stream->get()), ACL_SUCCESS);
    }
}

TEST(aclrtProcessReport, AThreadThatIsNotSubscribedIsRefusedAtOnce) {
    onThreadWithoutContext([] {
        for (const int32_t timeout : {-1, 1, 1'000'000}) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_THREAD_SUBSCRIBE, kName,
                                    "is subscribed to no stream",
                                    [&] { return aclrtProcessReport(timeout); }));
        }
    });
}

TEST(aclrtProcessReport, OtherLimitsAreRefused) {
    EXPECT_TRUE(refused(kName, "timeout", [] { return aclrtProcessReport(0); }));
    for (const int32_t timeout : {-2, INT32_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'timeout'",
                                [&] { return aclrtProcessReport(timeout); }));
    }
}

}  // namespace
}  // namespace belay::test::aclrtProcessReport_test
