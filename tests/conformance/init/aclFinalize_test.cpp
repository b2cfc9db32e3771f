#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "support/bad_handles.h"
#include "support/fresh_process.h"

namespace belay::test::aclFinalize_test {
namespace {

TEST(aclFinalize, WithoutInitSucceedsOnce) {
    expectEndsWell([] {
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize", "not initialised",
                                [] { return aclFinalize(); }));
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclFinalize, SecondCallIsRefused) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize", "finalised already",
                                [] { return aclFinalize(); }));
    });
}

TEST(aclFinalize, UndoesAllInitialisationsAtOnce) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclInit(nullptr);
        aclInit(nullptr);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
        EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_REPEAT_FINALIZE);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    });
}

TEST(aclFinalize, OfManyThreadsOneFinalises) {
    expectEndsWell([] {
        for (int round = 0; round < 20; ++round) {
            ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
            std::atomic<int> succeeded{0};
            std::atomic<int> repeated{0};
            onThreads(8, [&](size_t) {
                const aclError result = aclFinalize();
                succeeded += result == ACL_SUCCESS ? 1 : 0;
                repeated += result == ACL_ERROR_REPEAT_FINALIZE ? 1 : 0;
            });
            EXPECT_EQ(succeeded, 1);
            EXPECT_EQ(repeated, 7);
        }
    });
}

TEST(aclFinalize, OtherThreadsMayBeInsideCalls) {
    expectEndsWell([] {
        std::atomic<bool> stop{false};
        std::thread worker([&] {
            while (!stop) {
                const OwnedDesc desc = makeDesc();
                ASSERT_EQ(aclGetTensorDescElementCount(desc.get()), 6U);
            }
        });
        for (int cycle = 0; cycle < 100; ++cycle) {
            ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
            ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
        }
        stop = true;
        worker.join();
    });
}

TEST(aclFinalize, AnotherThreadThanThatOfInitMayCall) {
    expectEndsWell([] {
        std::thread([] { EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS); }).join();
        std::thread([] { EXPECT_EQ(aclFinalize(), ACL_SUCCESS); }).join();
    });
}

TEST(aclFinalize, ExitHandlerMayCall) {  // B03
    expectEndsWell([] {
        std::atexit([] { insist(aclFinalize() == ACL_SUCCESS, "finalize in an exit handler"); });
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    });
}

TEST(aclFinalize, ExitHandlerMayCallAfterAnEarlierCall) {  // B03
    expectEndsWell([] {
        std::atexit([] {
            insist(aclFinalize() == ACL_ERROR_REPEAT_FINALIZE, "second finalize");
            insist(aclGetRecentErrMsg() != nullptr, "its message");
        });
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(aclFinalize, ExitHandlerRegisteredAfterInitMayCall) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        std::atexit([] { insist(aclFinalize() == ACL_SUCCESS, "finalize in an exit handler"); });
    });
}

// Uses the API in its destructor, as global objects of applications do.
struct Global {
    aclTensorDesc* desc = nullptr;
    aclDataBuffer* buffer = nullptr;
    aclError expected = ACL_SUCCESS;

    ~Global() {
        insist(aclGetTensorDescElementCount(desc) == 6, "description in a static destructor");
        aclDestroyTensorDesc(desc);
        insist(aclDestroyDataBuffer(buffer) == ACL_SUCCESS, "buffer in a static destructor");
        insist(aclDestroyDataBuffer(buffer) == ACL_ERROR_INVALID_PARAM, "destroyed buffer");
        insist(aclGetRecentErrMsg() != nullptr, "message in a static destructor");
        insist(aclFinalize() == expected, "finalize in a static destructor");
    }
};

Global& global() {
    static Global instance;
    return instance;
}

TEST(aclFinalize, StaticDestructorMayCall) {
    // Whether the object is older or younger than the library's own state.
    expectEndsWell([] {
        global();
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        global().desc = makeDesc().release();
        global().buffer = makeBuffer().release();
    });
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        global().desc = makeDesc().release();
        global().buffer = makeBuffer().release();
    });
}

TEST(aclFinalize, StaticDestructorMayCallAfterAnEarlierCall) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        global().desc = makeDesc().release();
        global().buffer = makeBuffer().release();
        global().expected = ACL_ERROR_REPEAT_FINALIZE;
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(aclFinalize, StaticDestructorMayCallWithoutInit) {
    expectEndsWell([] {
        global().desc = makeDesc().release();
        global().buffer = makeBuffer().release();
    });
}

struct ThreadObject {
    aclDataBuffer* buffer = nullptr;
    aclError expected = ACL_SUCCESS;

    ~ThreadObject() {
        insist(aclDestroyDataBuffer(buffer) == ACL_SUCCESS, "buffer of a thread");
        insist(aclDestroyDataBuffer(buffer) == ACL_ERROR_INVALID_PARAM, "destroyed buffer");
        insist(aclGetRecentErrMsg() != nullptr, "message of a thread");
        insist(aclFinalize() == expected, "finalize at the end of a thread");
    }
};

ThreadObject& threadObject() {
    thread_local ThreadObject instance;
    return instance;
}

TEST(aclFinalize, DestructorOfAThreadLocalObjectMayCall) {
    expectEndsWell([] {
        std::thread([] {
            threadObject();
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            threadObject().buffer = makeBuffer().release();
        }).join();
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclFinalize, DestructorOfAThreadLocalObjectOfTheMainThreadMayCall) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        threadObject().buffer = makeBuffer().release();
    });
}

TEST(aclFinalize, DestructorOfThreadSpecificDataMayCall) {
    // These run in no particular order with those of the library, so in both and again.
    expectEndsWell([] {
        constexpr int kKeys = 20;
        static std::atomic<int> calls{0};
        for (int i = 0; i < kKeys; ++i) {
            pthread_key_t key{};
            ASSERT_EQ(::pthread_key_create(
                          &key,
                          [](void*) {
                              insist(aclDestroyDataBuffer(nullptr) == ACL_ERROR_INVALID_PARAM,
                                     "a call at the end of a thread");
                              insist(aclGetRecentErrMsg() != nullptr, "its message");
                              aclFinalize();
                              ++calls;
                          }),
                      0);
            std::thread([key] {
                aclInit(nullptr);
                ::pthread_setspecific(key, &calls);
            }).join();
        }
        EXPECT_EQ(calls, kKeys);
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclFinalize, ThreadsThatEndShareNothingWithThoseThatBegin) {
    // A call from thread-specific data's destructor comes after the library has given the thread
    // up; its place must not be taken from under a thread that got it meanwhile.
    expectEndsWell([] {
        makeDesc();  // the library's own data comes first
        pthread_key_t key{};
        ASSERT_EQ(::pthread_key_create(&key,
                                       [](void*) {
                                           for (int i = 0; i < 50; ++i) {
                                               const OwnedDesc desc = makeDesc();
                                               insist(aclGetTensorDescElementCount(desc.get()) == 6,
                                                      "a description at the end of a thread");
                                           }
                                       }),
                  0);
        onThreads(4, [&](size_t) {
            for (int round = 0; round < 20; ++round) {
                std::thread([&] {
                    ::pthread_setspecific(key, &key);
                    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) {
                        insist(aclGetTensorDescName(desc) != nullptr, "a name");
                    });
                }).join();
            }
        });
    });
}

TEST(aclFinalize, ForkedChildMayCall) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const pid_t child = ::fork();
        if (child == 0) {
            aclFinalize();  // whatever it answers
            std::exit(0);
        }
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

}  // namespace
}  // namespace belay::test::aclFinalize_test
