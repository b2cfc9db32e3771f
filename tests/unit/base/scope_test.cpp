#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/scope_exit.h"
#include "base/unique_fd.h"

namespace belay {
namespace {

bool isOpen(int fd) {
    return ::fcntl(fd, F_GETFD) != -1;
}

TEST(ScopeExit, RunsOnceAtTheEndUnlessDismissed) {
    int runs = 0;
    {
        const ScopeExit exit([&] { ++runs; });
        EXPECT_EQ(runs, 0);
    }
    EXPECT_EQ(runs, 1);
    {
        ScopeExit exit([&] { ++runs; });
        exit.dismiss();
    }
    EXPECT_EQ(runs, 1);
}

TEST(UniqueFd, ClosesWhatItOwns) {
    int raw = -1;
    {
        UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        ASSERT_TRUE(fd);
        raw = fd.get();
        UniqueFd moved = std::move(fd);
        EXPECT_FALSE(fd);  // NOLINT(bugprone-use-after-move): that it is empty is the point
        EXPECT_TRUE(isOpen(raw));
        moved = UniqueFd();
        EXPECT_FALSE(isOpen(raw));
    }
    EXPECT_FALSE(UniqueFd());
}

}  // namespace
}  // namespace belay
