#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclFinalizeCallbackRegister_test {
namespace {

const std::vector<aclRegisterCallbackType> kTypes = {
    ACL_REG_TYPE_ACL_MODEL,       ACL_REG_TYPE_ACL_OP_EXECUTOR, ACL_REG_TYPE_ACL_OP_CBLAS,
    ACL_REG_TYPE_ACL_OP_COMPILER, ACL_REG_TYPE_ACL_TDT_CHANNEL, ACL_REG_TYPE_ACL_TDT_QUEUE,
    ACL_REG_TYPE_ACL_DVPP,        ACL_REG_TYPE_ACL_RETR,        ACL_REG_TYPE_OTHER};

std::vector<std::string>& log() {
    static std::vector<std::string> entries;
    return entries;
}

// Logs its user data, a text.
aclError logged(void* userData) {
    log().emplace_back(static_cast<const char*>(userData));
    return ACL_SUCCESS;
}

aclError loggedToo(void* userData) {
    return logged(userData);
}

aclError failing(void* userData) {
    log().emplace_back("failing");
    return *static_cast<const aclError*>(userData);
}

aclError add(aclRegisterCallbackType type, aclFinalizeCallbackFunc function, const char* text) {
    return aclFinalizeCallbackRegister(type, function, const_cast<char*>(text));
}

TEST(aclFinalizeCallbackRegister, EveryTypeIsCalledNewestFirst) {
    expectEndsWell([] {
        std::vector<std::string> names;
        for (const aclRegisterCallbackType type : kTypes) {
            names.push_back(std::to_string(type));
        }
        for (size_t i = 0; i < kTypes.size(); ++i) {
            EXPECT_EQ(add(kTypes[i], logged, names[i].c_str()), ACL_SUCCESS);
        }
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_TRUE(log().empty());
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(log(), std::vector<std::string>(names.rbegin(), names.rend()));
    });
}

TEST(aclFinalizeCallbackRegister, OnlyAFinalisationThatHappensCalls) {
    expectEndsWell([] {
        add(ACL_REG_TYPE_OTHER, logged, "a");
        aclFinalize();  // nothing was initialised
        EXPECT_EQ(log().size(), 0U);
        aclInit(nullptr);
        aclInit(nullptr);
        aclFinalizeReference(nullptr);
        EXPECT_EQ(log().size(), 0U);
        aclFinalizeReference(nullptr);
        EXPECT_EQ(log().size(), 1U);
        aclFinalize();
        EXPECT_EQ(log().size(), 1U);
        aclInit(nullptr);
        aclFinalize();
        EXPECT_EQ(log().size(), 2U);
    });
}

TEST(aclFinalizeCallbackRegister, RegistrationIsPossibleAtAnyTime) {
    expectEndsWell([] {
        aclInit(nullptr);
        EXPECT_EQ(add(ACL_REG_TYPE_ACL_RETR, logged, "a"), ACL_SUCCESS);
        EXPECT_TRUE(log().empty());
        aclFinalize();
        EXPECT_EQ(log(), (std::vector<std::string>{"a"}));
    });
}

TEST(aclFinalizeCallbackRegister, FailureDoesNotStopTheFinalisation) {
    expectEndsWell([] {
        aclError first = 7777;
        aclError second = 8888;
        add(ACL_REG_TYPE_ACL_MODEL, logged, "last");
        aclFinalizeCallbackRegister(ACL_REG_TYPE_OTHER, failing, &second);
        aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_DVPP, failing, &first);
        aclInit(nullptr);
        EXPECT_TRUE(refusedWith(7777, "aclFinalize", "7777", [] { return aclFinalize(); }));
        EXPECT_EQ(log(), (std::vector<std::string>{"failing", "failing", "last"}));
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalizeReference(nullptr), 7777);
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclFinalizeCallbackRegister, ExceptionsAreFailures) {
    expectEndsWell([] {
        add(ACL_REG_TYPE_ACL_MODEL, logged, "last");
        aclFinalizeCallbackRegister(
            ACL_REG_TYPE_ACL_DVPP,
            [](void*) -> aclError { throw std::runtime_error("thrown by the application"); },
            nullptr);
        aclInit(nullptr);
        EXPECT_TRUE(refusedWith(ACL_ERROR_INTERNAL_ERROR, "aclFinalize",
                                "thrown by the application", [] { return aclFinalize(); }));
        EXPECT_EQ(log(), (std::vector<std::string>{"last"}));
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    });
}

TEST(aclFinalizeCallbackRegister, ExceptionsOfTheApplicationsOwnKindAreFailuresToo) {
    expectEndsWell([] {
        add(ACL_REG_TYPE_ACL_MODEL, logged, "last");
        aclFinalizeCallbackRegister(
            ACL_REG_TYPE_ACL_DVPP, [](void*) -> aclError { throw 42; }, nullptr);
        aclInit(nullptr);
        EXPECT_TRUE(refusedWith(ACL_ERROR_INTERNAL_ERROR, "aclFinalize", "exception",
                                [] { return aclFinalize(); }));
        EXPECT_EQ(log(), (std::vector<std::string>{"last"}));
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclFinalizeCallbackRegister, SecondFunctionOfATypeIsRefused) {
    expectEndsWell([] {
        EXPECT_EQ(add(ACL_REG_TYPE_ACL_MODEL, logged, "first"), ACL_SUCCESS);
        for (const aclFinalizeCallbackFunc function : {logged, loggedToo}) {
            EXPECT_TRUE(
                refusedWith(ACL_ERROR_INTERNAL_ERROR, "aclFinalizeCallbackRegister", "'type'",
                            [&] { return add(ACL_REG_TYPE_ACL_MODEL, function, "second"); }));
        }
        aclInit(nullptr);
        aclFinalize();
        EXPECT_EQ(log(), (std::vector<std::string>{"first"}));
    });
}

TEST(aclFinalizeCallbackRegister, OtherTakesAnyNumberOfFunctions) {
    expectEndsWell([] {
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, logged, "a"), ACL_SUCCESS);
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, loggedToo, "b"), ACL_SUCCESS);
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, logged, "c"), ACL_SUCCESS);
        aclInit(nullptr);
        aclFinalize();
        EXPECT_EQ(log(), (std::vector<std::string>{"c", "b", "a"}));
    });
}

TEST(aclFinalizeCallbackRegister, NullFunctionIsRefused) {
    EXPECT_TRUE(refused("aclFinalizeCallbackRegister", "cbFunc", [] {
        return aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, nullptr, nullptr);
    }));
}

TEST(aclFinalizeCallbackRegister, UnknownTypesAreRefused) {
    for (const int type : {8, 0xFFFE, 0x10000, -1}) {
        EXPECT_TRUE(refused("aclFinalizeCallbackRegister", "type", [&] {
            return aclFinalizeCallbackRegister(enumOf<aclRegisterCallbackType>(type), logged,
                                               nullptr);
        }));
    }
}

TEST(aclFinalizeCallbackRegister, FunctionMustNotInitialiseOrFinalise) {
    expectEndsWell([] {
        aclFinalizeCallbackRegister(
            ACL_REG_TYPE_OTHER,
            [](void*) {
                EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_INITIALIZE, "aclInit", "callback",
                                        [] { return aclInit(nullptr); }));
                EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize", "callback",
                                        [] { return aclFinalize(); }));
                return ACL_SUCCESS;
            },
            nullptr);
        aclInit(nullptr);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    });
}

TEST(aclFinalizeCallbackRegister, FunctionMayRegisterAndRemoveOthers) {
    expectEndsWell([] {
        aclFinalizeCallbackRegister(
            ACL_REG_TYPE_OTHER,
            [](void*) {
                log().emplace_back("outer");
                // For the next finalisation: this one has begun.
                EXPECT_EQ(add(ACL_REG_TYPE_ACL_DVPP, logged, "inner"), ACL_SUCCESS);
                return ACL_SUCCESS;
            },
            nullptr);
        aclInit(nullptr);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(log(), (std::vector<std::string>{"outer"}));
    });
}

TEST(aclFinalizeCallbackRegister, FunctionRunsOnTheThreadThatFinalises) {
    expectEndsWell([] {
        static std::thread::id where;
        aclFinalizeCallbackRegister(
            ACL_REG_TYPE_OTHER,
            [](void*) {
                where = std::this_thread::get_id();
                return ACL_SUCCESS;
            },
            nullptr);
        aclInit(nullptr);
        std::thread([] {
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            EXPECT_EQ(where, std::this_thread::get_id());
        }).join();
    });
}

TEST(aclFinalizeCallbackRegister, OfManyThreadsOneGetsAType) {
    expectEndsWell([] {
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> succeeded{0};
            onThreads(8, [&](size_t) {
                succeeded += add(ACL_REG_TYPE_ACL_MODEL, logged, "") == ACL_SUCCESS ? 1 : 0;
            });
            EXPECT_EQ(succeeded, 1);
            EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, logged), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclFinalizeCallbackRegister_test
