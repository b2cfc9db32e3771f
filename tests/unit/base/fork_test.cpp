#include "base/fork.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <thread>

#include "base/epoch.h"
#include "base/handle_cell.h"
#include "base/log.h"
#include "support/sanitizers.h"

namespace belay {
namespace {

// Runs `body` in a forked child and returns whether it said true in time.
template <typename Body>
bool inChild(Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(30);  // a child that hangs is killed, and the test fails
        ::_exit(body() ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

constinit Mutex mutex(LockRank::kStream, "held during fork");
ForkLock mutexForkLock(LockRank::kStream, [] { return &mutex; });

TEST(Fork, WaitsForHeldLocksAndLeavesThemFree) {
    std::atomic<bool> stop{false};
    std::thread holder([&] {
        while (!stop) {
            const Lock lock(mutex);
        }
    });
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(inChild([] {
            const bool isFree = mutex.tryLock();
            if (isFree) {
                mutex.unlock();
            }
            return isFree;
        }));
    }
    stop = true;
    holder.join();
}

class Thing : public Handled {
  public:
    static constexpr HandleType kHandleType{"thing"};

    explicit Thing(bool& gone) : gone_(gone) {}

    ~Thing() override { gone_ = true; }

  private:
    bool& gone_;
};

TEST(Fork, GuardsOfOtherThreadsHoldNothingInTheChild) {
    std::latch entered(1);
    std::latch mayLeave(1);
    std::thread other([&] {
        const EpochGuard guard;
        entered.count_down();
        mayLeave.wait();
    });
    entered.wait();
    EXPECT_TRUE(inChild([] {
        bool gone = false;
        retire(makeRef<Thing>(gone));
        return gone;
    }));
    mayLeave.count_down();
    other.join();
}

TEST(Fork, TheChildUsesHandlesAndTheLogWhileTheParentsThreadsDo) {
    if (!test::kMayForkWhileAllocating) {
        GTEST_SKIP() << "the sanitizer's allocator is not made for it";
    }
    std::atomic<bool> stop{false};
    std::thread busy([&] {
        bool gone = false;
        while (!stop) {
            const EpochGuard guard;
            HandleFault fault = HandleFault::kNone;
            closeHandle<Thing>(openHandle(makeRef<Thing>(gone)).value(), fault);
            log::flush();
        }
    });
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(inChild([] {
            bool gone = false;
            log::flush();
            void* handle = openHandle(makeRef<Thing>(gone)).value();
            {
                const EpochGuard guard;
                HandleFault fault = HandleFault::kNone;
                closeHandle<Thing>(handle, fault);
            }
            return gone;
        }));
    }
    stop = true;
    busy.join();
}

}  // namespace
}  // namespace belay
