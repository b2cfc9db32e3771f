#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "support/device.h"
#include "support/named_callbacks.h"
#include "support/threads.h"

namespace belay::test::aclrtRegStreamStateCallback_test {
namespace {

constexpr const char* kName = "aclrtRegStreamStateCallback";

using Change = std::pair<aclrtStream, aclrtStreamState>;
using Changes = std::vector<Change>;

// Notes what it is told, for the scope.
class Listener {
  public:
    Listener() {
        EXPECT_EQ(aclrtRegStreamStateCallback("listener", &Listener::note, this), ACL_SUCCESS);
    }

    ~Listener() {
        EXPECT_EQ(aclrtRegStreamStateCallback("listener", nullptr, nullptr), ACL_SUCCESS);
    }

    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    Changes take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(told_, {});
    }

  private:
    static void note(aclrtStream stream, aclrtStreamState state, void* self) {
        // The stream can be used in both states.
        int32_t id = -1;
        EXPECT_EQ(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
        auto* listener = static_cast<Listener*>(self);
        const std::lock_guard lock(listener->mutex_);
        listener->told_.emplace_back(stream, state);
    }

    std::mutex mutex_;
    Changes told_;
};

TEST(aclrtRegStreamStateCallback, TellsOfStreamsThatAreCreatedAndDestroyed) {
    const SetDevice session;
    Listener listener;
    for (const bool isForced : {false, true}) {
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
        EXPECT_EQ(listener.take(), (Changes{{stream, ACL_RT_STREAM_STATE_CREATE_POST}}));
        ASSERT_EQ(isForced ? aclrtDestroyStreamForce(stream) : aclrtDestroyStream(stream),
                  ACL_SUCCESS);
        EXPECT_EQ(listener.take(), (Changes{{stream, ACL_RT_STREAM_STATE_DESTROY_PRE}}));
        EXPECT_NE(aclrtDestroyStream(stream), ACL_SUCCESS);
        EXPECT_EQ(listener.take(), Changes());
    }
}

TEST(aclrtRegStreamStateCallback, TellsOfDefaultStreamsAndOfThoseThatGoWithTheirContext) {
    Listener listener;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream defaultStream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&defaultStream), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), (Changes{{defaultStream, ACL_RT_STREAM_STATE_CREATE_POST}}));
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), Changes());
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    EXPECT_EQ(listener.take().size(), 2U);
    ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    const Changes ended = listener.take();
    EXPECT_EQ(ended.size(), 2U);
    EXPECT_EQ(
        std::count(ended.begin(), ended.end(), Change{stream, ACL_RT_STREAM_STATE_DESTROY_PRE}), 1);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), Changes());
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), (Changes{{defaultStream, ACL_RT_STREAM_STATE_DESTROY_PRE}}));
}

TEST(aclrtRegStreamStateCallback, EveryStreamOfManyThreadsIsToldOfOnceEach) {
    const SetDevice session;
    aclrtContext context = currentContext();
    Listener listener;
    onThreads(4, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 25; ++i) {
            const OwnedStream stream;
        }
    });
    const Changes told = listener.take();
    const auto count = [&](aclrtStreamState state) {
        return std::count_if(told.begin(), told.end(),
                             [state](const Change& change) { return change.second == state; });
    };
    EXPECT_EQ(count(ACL_RT_STREAM_STATE_CREATE_POST), 100);
    EXPECT_EQ(count(ACL_RT_STREAM_STATE_DESTROY_PRE), 100);
}

TEST(aclrtRegStreamStateCallback, ACallbackMayUseTheStream) {
    const SetDevice session;
    static aclrtContext context = nullptr;
    context = currentContext();
    const auto use = [](aclrtStream stream, aclrtStreamState, void*) {
        const ContextScope scope(context);
        const OwnedEvent event = makeEvent();
        EXPECT_EQ(aclrtRecordEvent(event.get(), stream), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    };
    ASSERT_EQ(aclrtRegStreamStateCallback("use", use, nullptr), ACL_SUCCESS);
    { const OwnedStream stream; }
    ASSERT_EQ(aclrtRegStreamStateCallback("use", nullptr, nullptr), ACL_SUCCESS);
}

TEST(aclrtRegStreamStateCallback, NamesAreUniqueAndNotEmpty) {
    expectTakesNamesOnce(kName, [](const char* name, bool isNull) {
        const aclrtStreamStateCallback nothing = [](aclrtStream, aclrtStreamState, void*) {};
        return aclrtRegStreamStateCallback(name, isNull ? nullptr : nothing, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtRegStreamStateCallback_test
