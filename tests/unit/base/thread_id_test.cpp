#include "base/thread_id.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace belay {
namespace {

TEST(ThreadIdTest, IsThatOfTheSystemOnEachThread) {
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(currentThreadId(), static_cast<uint32_t>(::gettid()));
        std::thread([] { EXPECT_EQ(currentThreadId(), static_cast<uint32_t>(::gettid())); }).join();
    }
}

TEST(ThreadIdTest, AForkedChildHasItsOwn) {
    currentThreadId();
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(currentThreadId() == static_cast<uint32_t>(::gettid()) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace belay
