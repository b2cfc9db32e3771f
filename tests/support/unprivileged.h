// Unprivileged: runs part of a test without the rights of the superuser, who may read and write
// everything.
#pragma once

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace belay::test {

/// While it lives, the process is that of an ordinary user; for single-threaded processes.
class Unprivileged {
  public:
    Unprivileged() {
        if (isSuperuser_) {
            EXPECT_EQ(::setresuid(kNobody, kNobody, 0), 0);
        }
    }

    ~Unprivileged() {
        if (isSuperuser_) {
            EXPECT_EQ(::setresuid(0, 0, 0), 0);
            // Changing the user took this away, which the leak sanitizer needs.
            ::prctl(PR_SET_DUMPABLE, 1);
        }
    }

    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

  private:
    static constexpr uid_t kNobody = 65534;

    bool isSuperuser_ = ::geteuid() == 0;
};

}  // namespace belay::test
