// Forks of processes that use devices, and of those that do not yet.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "support/bad_handles.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"

namespace belay::test::fork_test {
namespace {

// Runs `body` in a forked child, which ends by exit(); the child's status.
template <typename Body>
int inForkedChild(Body body) {
    const pid_t child = forkWhenIdle();
    if (child == 0) {
        body();
        std::exit(0);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
}

bool saysThatItWasForked(aclError result) {
    const char* message = aclGetRecentErrMsg();
    return result == ACL_ERROR_RT_INTERNAL_ERROR && message != nullptr &&
           std::string(message).find("forked") != std::string::npos;
}

// What the parent had.
struct Belongings {
    aclrtContext context = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    void* memory = nullptr;
    void* pinned = nullptr;
};

constexpr size_t kBytes = 4096;

Belongings takeBelongings() {
    Belongings belongings;
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    belongings.context = currentContext();
    belongings.stream = OwnedStream().release();
    belongings.event = makeEvent().release();
    EXPECT_EQ(aclrtRecordEvent(belongings.event, belongings.stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMalloc(&belongings.memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMallocHost(&belongings.pinned, kBytes), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(belongings.stream), ACL_SUCCESS);
    return belongings;
}

void insistThatDevicesAreLost(const Belongings& had) {
    uint32_t number = 0;
    int32_t id = 0;
    uint64_t time = 0;
    float ms = 0;
    size_t free = 0;
    size_t total = 0;
    aclrtContext context = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    void* memory = nullptr;
    std::array<char, kBytes> bytes{};
    aclrtStreamStatus streamStatus{};
    aclrtEventStatus eventStatus{};
    aclrtEventRecordedStatus recorded{};
    aclrtEventWaitStatus waits{};

    const auto insistOn = [](const char* call, aclError result) {
        insist(saysThatItWasForked(result), call);
    };
#define BELAY_INSIST_LOST(call) insistOn(#call, call)
    BELAY_INSIST_LOST(aclrtGetDeviceCount(&number));
    BELAY_INSIST_LOST(aclrtSetDevice(0));
    BELAY_INSIST_LOST(aclrtResetDevice(0));
    BELAY_INSIST_LOST(aclrtResetDeviceForce(0));
    BELAY_INSIST_LOST(aclrtGetDevice(&id));
    BELAY_INSIST_LOST(aclrtSynchronizeDevice());
    BELAY_INSIST_LOST(aclrtSynchronizeDeviceWithTimeout(1));
    BELAY_INSIST_LOST(aclrtDeviceGetStreamPriorityRange(&id, &id));
    BELAY_INSIST_LOST(aclrtCreateContext(&context, 0));
    BELAY_INSIST_LOST(aclrtDestroyContext(had.context));
    BELAY_INSIST_LOST(aclrtSetCurrentContext(had.context));
    BELAY_INSIST_LOST(aclrtGetCurrentContext(&context));
    BELAY_INSIST_LOST(aclrtCtxGetCurrentDefaultStream(&stream));
    BELAY_INSIST_LOST(aclrtGetPrimaryCtxState(0, &number, &id));
    BELAY_INSIST_LOST(aclrtCreateStream(&stream));
    BELAY_INSIST_LOST(aclrtCreateStreamWithConfig(&stream, 0, 0));
    BELAY_INSIST_LOST(aclrtDestroyStream(had.stream));
    BELAY_INSIST_LOST(aclrtDestroyStreamForce(had.stream));
    BELAY_INSIST_LOST(aclrtSynchronizeStream(had.stream));
    BELAY_INSIST_LOST(aclrtSynchronizeStream(nullptr));
    BELAY_INSIST_LOST(aclrtSynchronizeStreamWithTimeout(had.stream, 1));
    BELAY_INSIST_LOST(aclrtStreamQuery(had.stream, &streamStatus));
    BELAY_INSIST_LOST(aclrtStreamGetId(had.stream, &id));
    BELAY_INSIST_LOST(aclrtStreamGetPriority(had.stream, &number));
    BELAY_INSIST_LOST(aclrtStreamGetFlags(had.stream, &number));
    BELAY_INSIST_LOST(aclrtSetStreamFailureMode(had.stream, 1));
    BELAY_INSIST_LOST(aclrtStreamAbort(had.stream));
    BELAY_INSIST_LOST(aclrtGetStreamAvailableNum(&number));
    BELAY_INSIST_LOST(aclrtCreateEvent(&event));
    BELAY_INSIST_LOST(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
    BELAY_INSIST_LOST(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
    BELAY_INSIST_LOST(aclrtRecordEvent(had.event, had.stream));
    BELAY_INSIST_LOST(aclrtResetEvent(had.event, had.stream));
    BELAY_INSIST_LOST(aclrtQueryEvent(had.event, &eventStatus));
    BELAY_INSIST_LOST(aclrtQueryEventStatus(had.event, &recorded));
    BELAY_INSIST_LOST(aclrtQueryEventWaitStatus(had.event, &waits));
    BELAY_INSIST_LOST(aclrtSynchronizeEvent(had.event));
    BELAY_INSIST_LOST(aclrtSynchronizeEventWithTimeout(had.event, 1));
    BELAY_INSIST_LOST(aclrtEventElapsedTime(&ms, had.event, had.event));
    BELAY_INSIST_LOST(aclrtEventGetTimestamp(had.event, &time));
    BELAY_INSIST_LOST(aclrtStreamWaitEvent(had.stream, had.event));
    BELAY_INSIST_LOST(aclrtGetEventId(had.event, &number));
    BELAY_INSIST_LOST(aclrtGetEventAvailNum(&number));
    BELAY_INSIST_LOST(aclrtDestroyEvent(had.event));
    BELAY_INSIST_LOST(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    BELAY_INSIST_LOST(aclrtMallocHost(&memory, kBytes));
    BELAY_INSIST_LOST(aclrtFree(had.memory));
    BELAY_INSIST_LOST(aclrtFreeHost(had.pinned));
    BELAY_INSIST_LOST(
        aclrtMemcpy(bytes.data(), kBytes, had.memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
    BELAY_INSIST_LOST(aclrtMemset(had.memory, kBytes, 1, kBytes));
    BELAY_INSIST_LOST(aclrtMemcpyAsync(bytes.data(), kBytes, had.memory, kBytes,
                                       ACL_MEMCPY_DEVICE_TO_HOST, had.stream));
    BELAY_INSIST_LOST(aclrtMemsetAsync(had.memory, kBytes, 1, kBytes, had.stream));
    BELAY_INSIST_LOST(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
#undef BELAY_INSIST_LOST
    insist(aclrtGetSocName() == nullptr, "aclrtGetSocName");
}

TEST(Fork, ChildOfAProcessWithDevicesGetsErrors) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const Belongings had = takeBelongings();
        EXPECT_EQ(inForkedChild([&] { insistThatDevicesAreLost(had); }), 0);
        // The parent is unharmed.
        EXPECT_EQ(aclrtRecordEvent(had.event, had.stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtMemset(had.memory, kBytes, 1, kBytes), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(had.stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtFree(had.memory), ACL_SUCCESS);
        EXPECT_EQ(aclrtFreeHost(had.pinned), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyStream(had.stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyEvent(had.event), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(Fork, ChildMayDoWhatNeedsNoDevice) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        takeBelongings();
        EXPECT_EQ(inForkedChild([] {
                      const OwnedDesc desc = makeDesc();
                      insist(aclGetTensorDescElementCount(desc.get()) == 6, "a description");
                      insist(aclFinalize() == ACL_SUCCESS, "finalising");
                      insist(aclInit(nullptr) == ACL_SUCCESS, "initialising");
                      uint32_t count = 0;
                      insist(saysThatItWasForked(aclrtGetDeviceCount(&count)), "still no devices");
                  }),
                  0);
    });
}

TEST(Fork, ChildOfAProcessWithWorkInFlightEnds) {
    if (!kMayForkWhileAllocating) {
        GTEST_SKIP() << "the sanitizer does not let a process fork while threads allocate";
    }
    expectEndsWell([] {
        const Belongings had = takeBelongings();
        HeldStream held;
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] { aclrtSynchronizeStream(held.get()); });
        }
        for (int i = 0; i < 20; ++i) {
            EXPECT_EQ(aclrtRecordEvent(had.event, had.stream), ACL_SUCCESS);
            EXPECT_EQ(inForkedChild([&] {
                          insist(saysThatItWasForked(aclrtSynchronizeStream(had.stream)),
                                 "synchronising");
                          insist(saysThatItWasForked(aclrtSynchronizeStream(held.get())),
                                 "synchronising a blocked stream");
                          insist(saysThatItWasForked(aclrtResetDevice(0)), "a reset");
                      }),
                      0);
        }
        held.open();
        for (std::thread& thread : threads) {
            thread.join();
        }
        EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    });
}

TEST(Fork, ChildThatIsForkedWhileOthersUseDevicesEnds) {
    if (!kMayForkWhileAllocating) {
        GTEST_SKIP() << "the sanitizer does not let a process fork while threads allocate";
    }
    expectEndsWell([] {
        std::atomic<bool> stop{false};
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] {
                while (!stop) {
                    const SetDevice session;
                    const OwnedStream stream;
                    const OwnedEvent event = makeEvent();
                    EXPECT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
                    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
                }
            });
        }
        const SetDevice session;
        for (int i = 0; i < 100; ++i) {
            EXPECT_EQ(inForkedChild([&] {
                          uint32_t count = 0;
                          insist(saysThatItWasForked(aclrtGetDeviceCount(&count)), "the count");
                          insist(saysThatItWasForked(aclrtSetDevice(0)), "a device");
                      }),
                      0);
        }
        stop = true;
        for (std::thread& thread : threads) {
            thread.join();
        }
    });
}

void useDevice() {
    insist(aclrtSetDevice(0) == ACL_SUCCESS, "a device");
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    insist(aclrtCreateStream(&stream) == ACL_SUCCESS, "a stream");
    insist(aclrtCreateEvent(&event) == ACL_SUCCESS, "an event");
    insist(aclrtRecordEvent(event, stream) == ACL_SUCCESS, "a record");
    insist(aclrtSynchronizeStream(stream) == ACL_SUCCESS, "a synchronise");
    insist(aclrtResetDevice(0) == ACL_SUCCESS, "a reset");
}

TEST(Fork, ChildOfAProcessThatHasNotUsedDevicesMayUseThem) {
    if (!kMayStartThreadsAfterFork) {
        GTEST_SKIP() << "the sanitizer does not let a forked child start threads";
    }
    expectEndsWell([] {
        EXPECT_EQ(inForkedChild(useDevice), 0);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(inForkedChild(useDevice), 0);
        useDevice();
    });
}

// Asking what there is, as programs do before they start workers, is no use of a device.
TEST(Fork, ChildOfAProcessThatHasOnlyCountedDevicesMayUseThem) {
    if (!kMayStartThreadsAfterFork) {
        GTEST_SKIP() << "the sanitizer does not let a forked child start threads";
    }
    expectEndsWell([] {
        const uint32_t count = deviceCount();
        EXPECT_NE(aclrtGetSocName(), nullptr);
        EXPECT_EQ(aclrtSetDevice(static_cast<int32_t>(count)), ACL_ERROR_RT_INVALID_DEVICEID);
        EXPECT_EQ(inForkedChild([] {
                      useDevice();
                      // And so on.
                      insist(inForkedChild([] {
                                 uint32_t number = 0;
                                 insist(saysThatItWasForked(aclrtGetDeviceCount(&number)),
                                        "the count in a grandchild");
                             }) == 0,
                             "a grandchild");
                  }),
                  0);
        useDevice();
        EXPECT_EQ(deviceCount(), count);
    });
}

// The parent of a child that uses devices, and its brothers, are processes of their own.
TEST(Fork, ParentAndChildrenUseDevicesSideBySide) {
    if (!kMayStartThreadsAfterFork) {
        GTEST_SKIP() << "the sanitizer does not let a forked child start threads";
    }
    expectEndsWell([] {
        std::vector<pid_t> children;
        for (int i = 0; i < 4; ++i) {
            children.push_back(::fork());
            if (children.back() == 0) {
                for (int round = 0; round < 20; ++round) {
                    useDevice();
                }
                std::exit(0);
            }
        }
        for (int round = 0; round < 20; ++round) {
            useDevice();
        }
        for (const pid_t child : children) {
            int status = -1;
            EXPECT_EQ(::waitpid(child, &status, 0), child);
            EXPECT_EQ(status, 0);
        }
    });
}

// B40: programs that are started while copies are under way.
TEST(Fork, ProgramsMayBeStartedDuringCopies) {
    expectEndsWell([] {
        const SetDevice session;
        const DeviceMemory memory(kBytes);
        const PinnedMemory pinned(kBytes);
        const OwnedStream stream;
        const std::string text = pattern(kBytes);
        put(memory.get(), text);
        for (int i = 0; i < 5; ++i) {
            std::fill_n(pinned.get(), kBytes, '?');
            ASSERT_EQ(aclrtMemcpyAsync(pinned.get(), kBytes, memory.get(), kBytes,
                                       ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
                      ACL_SUCCESS);
            // NOLINTNEXTLINE(concurrency-mt-unsafe,bugprone-command-processor): the very thing
            ASSERT_EQ(std::system("true"), 0);
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
            EXPECT_EQ(std::string(pinned.get(), kBytes), text);
        }
    });
}

}  // namespace
}  // namespace belay::test::fork_test
