// The end of a process that uses devices: whatever is in flight, it ends by itself and with its own
// status.
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::exit_test {
namespace {

constexpr size_t kBytes = size_t{1} << 20;

// A stream that never gets to what comes next.
aclrtStream blockedStream() {
    aclrtStream stream = OwnedStream().release();
    aclrtEvent never = makeEventWithFlag(ACL_EVENT_SYNC).release();
    EXPECT_EQ(aclrtStreamWaitEvent(stream, never), ACL_SUCCESS);
    return stream;
}

// Copies that are under way, into device memory that nobody releases.
void startCopies() {
    static std::vector<char> source(kBytes, 'x');
    void* target = nullptr;
    EXPECT_EQ(aclrtMalloc(&target, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    void* pinned = nullptr;
    EXPECT_EQ(aclrtMallocHost(&pinned, kBytes), ACL_SUCCESS);
    aclrtStream stream = OwnedStream().release();
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(
            aclrtMemcpyAsync(target, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            ACL_SUCCESS);
        EXPECT_EQ(
            aclrtMemcpyAsync(pinned, kBytes, target, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream),
            ACL_SUCCESS);
    }
}

// Threads that wait for a stream which will never get there. Nobody joins them.
void startWaitingThreads(aclrtStream stream) {
    static std::atomic<int> started{0};
    aclrtContext context = currentContext();
    for (int i = 0; i < 3; ++i) {
        std::thread([=] {
            insist(aclrtSetCurrentContext(context) == ACL_SUCCESS, "a context for the thread");
            ++started;
            if (i == 0) {
                aclrtSynchronizeDevice();
            } else {
                aclrtSynchronizeStream(stream);
            }
        }).detach();
    }
    while (started < 3) {
        std::this_thread::yield();
    }
}

TEST(Exit, WithoutResetOrFinalize) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        OwnedStream().release();
    });
}

TEST(Exit, WithABlockedStream) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        blockedStream();
    });
}

TEST(Exit, WithCopiesInFlight) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        startCopies();
    });
}

TEST(Exit, WithThreadsThatSynchronise) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        startWaitingThreads(blockedStream());
        startCopies();
    });
}

TEST(Exit, KeepsItsStatus) {
    const Outcome outcome = inFreshProcess([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        startWaitingThreads(blockedStream());
        std::exit(42);
    });
    EXPECT_FALSE(outcome.timedOut);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(outcome.exitStatus, 42) << outcome.errors;
}

TEST(Exit, OnAnotherThreadThanMain) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclrtStream stream = blockedStream();
        std::thread([] { std::exit(0); }).detach();
        aclrtSynchronizeStream(stream);
    });
}

TEST(Exit, WithoutExitHandlers) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        startWaitingThreads(blockedStream());
        std::quick_exit(0);
    });
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        startWaitingThreads(blockedStream());
        ::_exit(0);
    });
}

TEST(Exit, HandlerMayUseDevices) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        startWaitingThreads(blockedStream());
        std::atexit([] {
            aclrtStream stream = nullptr;
            insist(aclrtCreateStream(&stream) == ACL_SUCCESS, "a stream");
            void* memory = nullptr;
            insist(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS,
                   "memory");
            insist(aclrtMemsetAsync(memory, kBytes, 1, kBytes, stream) == ACL_SUCCESS, "a memset");
            insist(aclrtSynchronizeStream(stream) == ACL_SUCCESS, "a synchronise");
            insist(aclrtFree(memory) == ACL_SUCCESS, "releasing memory");
            insist(aclrtDestroyStream(stream) == ACL_SUCCESS, "destroying the stream");
            insist(aclrtResetDeviceForce(0) == ACL_SUCCESS, "a reset");
            insist(aclFinalize() == ACL_SUCCESS, "finalising");
            insist(aclrtSetDevice(0) == ACL_SUCCESS, "a device after that");
            insist(aclrtResetDevice(0) == ACL_SUCCESS, "another reset");
        });
    });
}

TEST(Exit, HandlerMayUseDevicesForTheFirstTime) {
    expectEndsWell([] {
        std::atexit([] {
            insist(aclrtSetDevice(0) == ACL_SUCCESS, "a device");
            aclrtStream stream = nullptr;
            insist(aclrtCreateStream(&stream) == ACL_SUCCESS, "a stream");
            aclrtEvent event = nullptr;
            insist(aclrtCreateEvent(&event) == ACL_SUCCESS, "an event");
            insist(aclrtRecordEvent(event, stream) == ACL_SUCCESS, "a record");
            insist(aclrtSynchronizeStream(stream) == ACL_SUCCESS, "a synchronise");
        });
    });
}

// A global object of an application that gives back what it holds (B32).
struct Holder {
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    void* memory = nullptr;
    bool isFinalized = false;

    void take() {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        stream = OwnedStream().release();
        event = makeEvent().release();
        EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        EXPECT_EQ(aclrtMemsetAsync(memory, kBytes, 1, kBytes, stream), ACL_SUCCESS);
    }

    ~Holder() {
        const auto answersAsItShould = [this](aclError result) {
            return isFinalized ? result != ACL_SUCCESS : result == ACL_SUCCESS;
        };
        insist(answersAsItShould(aclrtSynchronizeStream(stream)), "synchronising");
        insist(answersAsItShould(aclrtFree(memory)), "releasing memory");
        insist(answersAsItShould(aclrtDestroyStream(stream)), "destroying a stream");
        insist(aclrtDestroyEvent(event) == ACL_SUCCESS, "destroying an event");
        insist(answersAsItShould(aclrtResetDevice(0)), "a reset");
        insist(aclFinalize() == (isFinalized ? ACL_ERROR_REPEAT_FINALIZE : ACL_SUCCESS),
               "finalising");
        insist(aclGetRecentErrMsg() == nullptr || isFinalized, "no message");
    }
};

Holder& holder() {
    static Holder instance;
    return instance;
}

TEST(Exit, StaticDestructorMayGiveBack) {
    // Whether the object is older or younger than the library's own state.
    expectEndsWell([] {
        holder();
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        holder().take();
    });
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        holder().take();
    });
}

TEST(Exit, StaticDestructorMayGiveBackAfterFinalize) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        holder().take();
        holder().isFinalized = true;
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(Exit, DestructorOfAThreadLocalObjectMayGiveBack) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        std::thread([] {
            thread_local Holder own;
            own.take();
        }).join();
        EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    });
}

TEST(Exit, DestructorOfThreadSpecificDataMayGiveBack) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        pthread_key_t key{};
        ASSERT_EQ(
            ::pthread_key_create(&key,
                                 [](void* own) {
                                     const std::unique_ptr<Holder> held(static_cast<Holder*>(own));
                                     // The thread's context may be gone by now.
                                     insist(aclrtSetDevice(0) == ACL_SUCCESS, "a device");
                                     insist(aclrtResetDevice(0) == ACL_SUCCESS, "a reset");
                                 }),
            0);
        std::thread([key] {
            auto own = std::make_unique<Holder>();
            own->take();
            ::pthread_setspecific(key, own.release());
        }).join();
    });
}

}  // namespace
}  // namespace belay::test::exit_test
