#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "support/bad_handles.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"
#include "support/temp_folder.h"

namespace belay::test::aclInit_test {
namespace {

TEST(aclInit, SecondCallIsHarmlessAndSaysSo) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_INITIALIZE, "aclInit", "already initialised",
                                [] { return aclInit(nullptr); }));
        EXPECT_NE(makeBuffer(), nullptr);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(aclInit, SecondCallDoesNotReadTheConfiguration) {
    const TempFolder folder;
    const std::string good = folder.write("good.json", R"({"err_msg_mode": "1"})");
    const std::string bad = folder.write("bad.json", "{");
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS);
            EXPECT_EQ(aclInit(freshArgument(1).c_str()), ACL_ERROR_REPEAT_INITIALIZE);
            EXPECT_EQ(aclInit("/no/such/file"), ACL_ERROR_REPEAT_INITIALIZE);
        },
        {.arguments = {good, bad}});
}

TEST(aclInit, EveryCallCountsAReference) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
        EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
        uint64_t left = 99;
        EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
        EXPECT_EQ(left, 2U);
    });
}

TEST(aclInit, FailedCallCountsNothing) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit("/no/such/file"), ACL_ERROR_INVALID_FILE);
        uint64_t left = 99;
        EXPECT_EQ(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE);
        EXPECT_EQ(left, 99U);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
        EXPECT_EQ(left, 0U);
    });
}

TEST(aclInit, WorksAgainAfterFinalize) {
    expectEndsWell([] {
        for (int cycle = 0; cycle < 5; ++cycle) {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            EXPECT_NE(makeBuffer(), nullptr);
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        }
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclInit, HandlesOutliveFinalize) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const OwnedDesc desc = makeDesc({6, 7});
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclGetTensorDescElementCount(desc.get()), 42U);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclGetTensorDescElementCount(desc.get()), 42U);
    });
}

TEST(aclInit, FirstConfigurationStaysForTheProcess) {
    const TempFolder folder;
    const std::string first = folder.write("first.json", R"({"err_msg_mode": "1"})");
    const std::string same = folder.write("same.json", R"({"err_msg_mode": "1"})");
    const std::string other = folder.write("other.json", R"({"err_msg_mode": "0"})");
    const std::string empty = folder.write("empty.json", "");
    expectEndsWell(
        [] {
            const auto isCommonToAllThreads = [] {
                std::thread([] { aclDestroyDataBuffer(nullptr); }).join();
                return recentMessage() != "";
            };
            EXPECT_FALSE(isCommonToAllThreads());
            EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS);
            EXPECT_TRUE(isCommonToAllThreads());
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclInit", "'configPath'",
                                    [] { return aclInit(freshArgument(2).c_str()); }));
            // The same content, no content, and no file are no other configuration.
            for (const char* path : {freshArgument(1).c_str(), freshArgument(3).c_str(),
                                     static_cast<const char*>(nullptr)}) {
                EXPECT_EQ(aclInit(path), ACL_SUCCESS);
                EXPECT_TRUE(isCommonToAllThreads());
                EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            }
        },
        {.arguments = {first, same, other, empty}});
}

TEST(aclInit, ConfigurationMayComeAfterACallWithoutOne) {
    const TempFolder folder;
    const std::string file = folder.write("acl.json", R"({"err_msg_mode": "1"})");
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS);
        },
        {.arguments = {file}});
}

TEST(aclInit, RefusedConfigurationIsNotRemembered) {
    const TempFolder folder;
    const std::string bad = folder.write("bad.json", R"({"err_msg_mode": 5})");
    const std::string good = folder.write("good.json", R"({"err_msg_mode": "1"})");
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_ERROR_INVALID_PARAM);
            EXPECT_EQ(aclInit(freshArgument(1).c_str()), ACL_SUCCESS);
        },
        {.arguments = {bad, good}});
}

TEST(aclInit, ConfigurationIsReadDuringTheCallOnly) {
    const TempFolder folder;
    const std::string file = folder.write("acl.json", "{}");
    expectEndsWell(
        [] {
            std::string path = freshArgument(0);
            EXPECT_EQ(aclInit(path.c_str()), ACL_SUCCESS);
            ::unlink(path.c_str());
            path.assign(path.size(), 'x');
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        },
        {.arguments = {file}});
}

TEST(aclInit, OfManyThreadsOneInitialises) {
    expectEndsWell([] {
        for (int round = 0; round < 20; ++round) {
            std::atomic<uint64_t> first{0};
            std::atomic<uint64_t> repeated{0};
            onThreads(8, [&](size_t) {
                const aclError result = aclInit(nullptr);
                first += result == ACL_SUCCESS ? 1 : 0;
                repeated += result == ACL_ERROR_REPEAT_INITIALIZE ? 1 : 0;
            });
            EXPECT_EQ(first, 1U);
            EXPECT_EQ(repeated, 7U);
            uint64_t left = 0;
            EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
            EXPECT_EQ(left, 7U);
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        }
    });
}

TEST(aclInit, RacingFinalizeLeavesOneOfTwoStates) {
    expectEndsWell([] {
        onThreads(6, [&](size_t thread) {
            for (int i = 0; i < 200; ++i) {
                const aclError result = thread % 2 == 0 ? aclInit(nullptr) : aclFinalize();
                const aclError repeated =
                    thread % 2 == 0 ? ACL_ERROR_REPEAT_INITIALIZE : ACL_ERROR_REPEAT_FINALIZE;
                ASSERT_TRUE(result == ACL_SUCCESS || result == repeated) << result;
            }
        });
        aclFinalize();
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclInit, ExitWithoutFinalizeIsClean) {
    // What the application leaves behind is its leak, which the sanitizer rightly reports.
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            EXPECT_NE(makeDesc().release(), nullptr);
            EXPECT_NE(makeBuffer().release(), nullptr);
        },
        {.environment = {{"ASAN_OPTIONS", "detect_leaks=0"}}});
}

TEST(aclInit, ExitWithAThreadInsideIsClean) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        static std::atomic<bool> running{false};
        // Ends with the process.
        std::thread([] {
            for (;;) {
                aclDestroyDataBuffer(aclCreateDataBuffer(nullptr, 0));
                aclDestroyDataBuffer(nullptr);
                running = true;
            }
        }).detach();
        while (!running) {
            std::this_thread::yield();
        }
        std::exit(0);
    });
}

TEST(aclInit, ForkedChildLeavesTheParentAlone) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const pid_t child = ::fork();
        if (child == 0) {
            // Whatever the calls answer, they return and leave the parent alone.
            aclInit(nullptr);
            aclFinalize();
            std::exit(0);
        }
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
        EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

// What the callback of a parent waits for.
std::atomic<bool> isInside{false};
std::atomic<bool> mayLeave{false};

aclError waiting(const char* /*config*/, size_t /*length*/, void* /*userData*/) {
    isInside = true;
    while (!mayLeave) {
        std::this_thread::yield();
    }
    return ACL_SUCCESS;
}

// A thread of the parent initialises and others wait for it, when a child is made.
TEST(aclInit, ForkedChildDoesNotWaitForThoseThatWaitedInTheParent) {
    if (!kMayStartThreadsAfterFork) {
        GTEST_SKIP() << "the sanitizer does not let a forked child start threads";
    }
    expectEndsWell([] {
        aclInitCallbackRegister(ACL_REG_TYPE_OTHER, waiting, nullptr);
        std::thread initialising([] { aclInit(nullptr); });
        while (!isInside) {
            std::this_thread::yield();
        }
        std::atomic<int> started{0};
        std::vector<std::thread> others;
        for (int i = 0; i < 3; ++i) {
            others.emplace_back([&] {
                aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL);  // what a first call allocates
                ++started;
                aclInit(nullptr);
            });
        }
        while (started != 3) {
            std::this_thread::yield();
        }
        // The others are about to wait; nothing tells from outside when they do.
        for (int round = 0; round < 20; ++round) {
            const pid_t child = ::fork();
            if (child == 0) {
                ::alarm(20);  // a child that hangs is killed, and the test fails
                mayLeave = true;
                onThreads(4, [](size_t) {
                    for (int i = 0; i < 20; ++i) {
                        aclInit(nullptr);
                        aclFinalize();
                    }
                });
                ::_exit(0);
            }
            int status = -1;
            EXPECT_EQ(::waitpid(child, &status, 0), child);
            EXPECT_EQ(status, 0);
        }
        mayLeave = true;
        initialising.join();
        for (std::thread& other : others) {
            other.join();
        }
    });
}

TEST(aclInit, ForkedChildWorksWhileThreadsOfTheParentAreInsideCalls) {
    if (!kMayForkWhileAllocating) {
        GTEST_SKIP() << "the sanitizer's allocator is not made for it";
    }
    expectEndsWell([] {
        onThreads(4, [](size_t thread) {
            for (int i = 0; i < 40; ++i) {
                if (thread == 0) {
                    const pid_t child = ::fork();
                    if (child == 0) {
                        insist(makeDesc() != nullptr, "a description in a forked child");
                        aclDestroyDataBuffer(nullptr);
                        insist(aclGetRecentErrMsg() != nullptr, "a message in a forked child");
                        aclInit(nullptr);
                        aclFinalize();
                        ::_exit(0);
                    }
                    int status = -1;
                    ASSERT_EQ(::waitpid(child, &status, 0), child);
                    ASSERT_EQ(status, 0);
                } else if (thread == 1) {
                    aclInit(nullptr);
                    aclFinalize();
                } else {
                    for (int round = 0; round < 20; ++round) {
                        ASSERT_NE(makeDesc(), nullptr);
                        aclDestroyDataBuffer(nullptr);
                    }
                }
            }
        });
    });
}

}  // namespace
}  // namespace belay::test::aclInit_test
