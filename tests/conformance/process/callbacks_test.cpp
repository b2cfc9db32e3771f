// Processes that end, finalise or fork while host functions and callbacks run or wait.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "acl/acl.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/host_functions.h"
#include "support/sanitizers.h"

namespace belay::test::callbacks_test {
namespace {

std::atomic<int> begun{0};

void neverReturn(void*) {
    ++begun;
    while (true) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}

// A function that runs, others behind it, and callbacks that nobody takes.
void leaveFunctions() {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = OwnedStream().release();
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(aclrtLaunchHostFunc(stream, neverReturn, nullptr), ACL_SUCCESS);
    }
    waitUntil([] { return begun == 1; });
    aclrtStream other = OwnedStream().release();
    EXPECT_EQ(aclrtSubscribeReport(1, other), ACL_SUCCESS);
    for (const auto block : {ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK}) {
        EXPECT_EQ(aclrtLaunchCallback(neverReturn, nullptr, block, other), ACL_SUCCESS);
    }
}

TEST(Exit, WithHostFunctionsThatRunAndWait) {
    expectEndsWell(leaveFunctions);
}

TEST(Exit, WithAThreadThatProcessesReports) {
    expectEndsWell([] {
        static std::atomic<uint64_t> id{0};
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        std::thread([] {
            id = static_cast<uint64_t>(::pthread_self());
            while (true) {
                aclrtProcessReport(-1);
            }
        }).detach();
        waitUntil([] { return id != 0; });
        EXPECT_EQ(aclrtSubscribeReport(id, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtLaunchCallback(neverReturn, nullptr, ACL_CALLBACK_BLOCK, nullptr),
                  ACL_SUCCESS);
        waitUntil([] { return begun == 1; });
    });
}

TEST(Exit, AfterAFinalizeWithHostFunctions) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        leaveFunctions();
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(begun, 1);
    });
}

TEST(Exit, ByAHostFunction) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtLaunchHostFunc(
                      nullptr, [](void*) { std::exit(0); }, nullptr),
                  ACL_SUCCESS);
        aclrtSynchronizeStream(nullptr);
        while (true) {
            std::this_thread::yield();
        }
    });
}

TEST(Exit, AFinalizeInsideAHostFunctionEnds) {
    expectEndsWell([] {
        static std::atomic<int> result{-1};
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtLaunchHostFunc(
                      nullptr, [](void*) { result = aclFinalize(); }, nullptr),
                  ACL_SUCCESS);
        waitUntil([] { return result != -1; });
        EXPECT_EQ(result, ACL_SUCCESS);
    });
}

TEST(Fork, AChildOfAProcessWithHostFunctionsIsToldSo) {
    expectEndsWell([] {
        leaveFunctions();
        const pid_t child = forkWhenIdle();
        if (child == 0) {
            const bool isRefused =
                aclrtProcessReport(-1) == ACL_ERROR_RT_INTERNAL_ERROR &&
                aclrtLaunchHostFunc(nullptr, neverReturn, nullptr) == ACL_ERROR_RT_INTERNAL_ERROR;
            std::exit(isRefused ? 0 : 1);
        }
        int status = -1;
        EXPECT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    });
}

TEST(Fork, AChildMayUseHostFunctionsWhenItsParentHadNoDevice) {
    expectEndsWell([] {
        const pid_t child = ::fork();
        if (child == 0) {
            std::atomic<int> calls{0};
            const bool works = aclrtSetDevice(0) == ACL_SUCCESS &&
                               aclrtLaunchHostFunc(nullptr, countCall, &calls) == ACL_SUCCESS &&
                               aclrtSynchronizeStream(nullptr) == ACL_SUCCESS && calls == 1;
            std::exit(works ? 0 : 1);
        }
        int status = -1;
        EXPECT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    });
}

}  // namespace
}  // namespace belay::test::callbacks_test
