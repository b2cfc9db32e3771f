#include "runtime/thread_state.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <string>
#include <thread>

namespace belay {
namespace {

TEST(ThreadState, AMessageIsHandedOutOnce) {
    recordMessage("first");
    recordMessage("second");
    EXPECT_STREQ(takeMessage(), "second");
    EXPECT_EQ(takeMessage(), nullptr);
}

TEST(ThreadState, AMessageThatWasHandedOutOutlivesTheNextFailure) {
    recordMessage("old");
    const char* text = takeMessage();
    recordMessage("new");
    EXPECT_STREQ(text, "old");
    EXPECT_STREQ(takeMessage(), "new");
}

TEST(ThreadState, EveryThreadHasItsOwn) {
    recordMessage("mine");
    threadState().lastError = Code::kFailure;
    std::thread([] {
        EXPECT_EQ(takeMessage(), nullptr);
        EXPECT_EQ(threadState().lastError, Code::kOk);
        recordMessage("theirs");
    }).join();
    EXPECT_STREQ(takeMessage(), "mine");
    threadState().lastError = Code::kOk;
}

TEST(ThreadState, InProcessModeAnyThreadReadsWhatAnyThreadRecorded) {
    setMessagesPerProcess(true);
    std::thread([] { recordMessage("from afar"); }).join();
    EXPECT_STREQ(takeMessage(), "from afar");
    EXPECT_EQ(takeMessage(), nullptr);
    setMessagesPerProcess(false);
}

std::atomic<int> lateCalls{0};

struct UsesStateLate {
    ~UsesStateLate() {
        recordMessage("from a thread-local destructor");
        lateCalls += takeMessage() != nullptr ? 1 : 0;
    }
};

TEST(ThreadState, WorksInThreadLocalDestructorsAndInThreadKeyDestructors) {
    pthread_key_t key{};
    ASSERT_EQ(pthread_key_create(&key,
                                 [](void*) {
                                     recordMessage("from a key's destructor");
                                     lateCalls += takeMessage() != nullptr ? 1 : 0;
                                 }),
              0);
    std::thread([&] {
        threadState();
        thread_local const UsesStateLate late;
        (void)&late;
        pthread_setspecific(key, &key);
    }).join();
    EXPECT_EQ(lateCalls, 2);
    pthread_key_delete(key);
}

}  // namespace
}  // namespace belay
