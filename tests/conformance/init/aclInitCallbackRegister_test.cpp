#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/temp_folder.h"
#include "support/threads.h"

namespace belay::test::aclInitCallbackRegister_test {
namespace {

const std::vector<aclRegisterCallbackType> kTypes = {
    ACL_REG_TYPE_ACL_MODEL,       ACL_REG_TYPE_ACL_OP_EXECUTOR, ACL_REG_TYPE_ACL_OP_CBLAS,
    ACL_REG_TYPE_ACL_OP_COMPILER, ACL_REG_TYPE_ACL_TDT_CHANNEL, ACL_REG_TYPE_ACL_TDT_QUEUE,
    ACL_REG_TYPE_ACL_DVPP,        ACL_REG_TYPE_ACL_RETR,        ACL_REG_TYPE_OTHER};

// What the callbacks of a fresh process were called with.
std::vector<std::string>& log() {
    static std::vector<std::string> entries;
    return entries;
}

// Logs its user data, a text.
aclError logged(const char* /*config*/, size_t /*length*/, void* userData) {
    log().emplace_back(static_cast<const char*>(userData));
    return ACL_SUCCESS;
}

aclError loggedToo(const char* config, size_t length, void* userData) {
    return logged(config, length, userData);
}

aclError failing(const char* /*config*/, size_t /*length*/, void* userData) {
    log().emplace_back("failing");
    return userData == nullptr ? 7777 : *static_cast<aclError*>(userData);
}

aclError add(aclRegisterCallbackType type, aclInitCallbackFunc function, const char* text) {
    return aclInitCallbackRegister(type, function, const_cast<char*>(text));
}

TEST(aclInitCallbackRegister, EveryTypeIsCalledInOrderOfRegistration) {
    expectEndsWell([] {
        std::vector<std::string> expected;
        for (auto type = kTypes.rbegin(); type != kTypes.rend(); ++type) {
            expected.push_back(std::to_string(*type));
        }
        size_t i = 0;
        for (auto type = kTypes.rbegin(); type != kTypes.rend(); ++type) {
            EXPECT_EQ(add(*type, logged, expected[i++].c_str()), ACL_SUCCESS);
        }
        EXPECT_TRUE(log().empty());
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(log(), expected);
    });
}

TEST(aclInitCallbackRegister, EachInitialisationCallsOnce) {
    expectEndsWell([] {
        add(ACL_REG_TYPE_OTHER, logged, "a");
        aclInit(nullptr);
        aclInit(nullptr);
        EXPECT_EQ(log().size(), 1U);
        aclFinalize();
        EXPECT_EQ(log().size(), 1U);
        aclInit(nullptr);
        EXPECT_EQ(log().size(), 2U);
    });
}

TEST(aclInitCallbackRegister, FunctionGetsTheConfiguration) {
    const TempFolder folder;
    const std::string text = R"({"err_msg_mode": "1"} )";
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInitCallbackRegister(
                          ACL_REG_TYPE_ACL_MODEL,
                          [](const char* config, size_t length, void* userData) {
                              EXPECT_EQ(std::string(config), freshArgument(1));
                              EXPECT_EQ(length, freshArgument(1).size());
                              EXPECT_EQ(userData, nullptr);
                              log().emplace_back("called");
                              return ACL_SUCCESS;
                          },
                          nullptr),
                      ACL_SUCCESS);
            EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS);
            EXPECT_EQ(log().size(), 1U);
        },
        {.arguments = {folder.write("acl.json", text), text}});
}

TEST(aclInitCallbackRegister, FunctionGetsAnEmptyTextWithoutConfiguration) {
    expectEndsWell([] {
        EXPECT_EQ(aclInitCallbackRegister(
                      ACL_REG_TYPE_ACL_MODEL,
                      [](const char* config, size_t length, void*) {
                          EXPECT_STREQ(config, "");
                          EXPECT_EQ(length, 0U);
                          log().emplace_back("called");
                          return ACL_SUCCESS;
                      },
                      nullptr),
                  ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(log().size(), 1U);
    });
}

TEST(aclInitCallbackRegister, FunctionRunsOnTheThreadThatInitialises) {
    expectEndsWell([] {
        static std::thread::id where;
        aclInitCallbackRegister(
            ACL_REG_TYPE_OTHER,
            [](const char*, size_t, void*) {
                where = std::this_thread::get_id();
                return ACL_SUCCESS;
            },
            nullptr);
        aclInit(nullptr);
        EXPECT_EQ(where, std::this_thread::get_id());
    });
}

TEST(aclInitCallbackRegister, WhenInitialisedTheFunctionIsCalledAtOnce) {
    expectEndsWell([] {
        aclInit(nullptr);
        EXPECT_EQ(add(ACL_REG_TYPE_ACL_DVPP, logged, "a"), ACL_SUCCESS);
        EXPECT_EQ(log(), (std::vector<std::string>{"a"}));
        aclFinalize();
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, logged, "b"), ACL_SUCCESS);
        EXPECT_EQ(log(), (std::vector<std::string>{"a"}));
        aclInit(nullptr);
        EXPECT_EQ(log(), (std::vector<std::string>{"a", "a", "b"}));
    });
}

TEST(aclInitCallbackRegister, FailureOfACallAtOnceUndoesTheRegistration) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclError code = 123456;
        EXPECT_TRUE(refusedWith(123456, "aclInitCallbackRegister", "123456", [&] {
            return aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, failing, &code);
        }));
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, failing),
                  ACL_ERROR_INTERNAL_ERROR);
        aclFinalize();
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(log().size(), 1U);
    });
}

TEST(aclInitCallbackRegister, FailureOfACallAtOnceKeepsEarlierRegistrations) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclError code = ACL_SUCCESS;
        EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, failing, &code), ACL_SUCCESS);
        EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, failing, nullptr), 7777);
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, failing), ACL_SUCCESS);
    });
}

TEST(aclInitCallbackRegister, FailureLeavesEverythingAsItWasBefore) {
    const TempFolder folder;
    const std::string file = folder.write("acl.json", R"({"err_msg_mode": "1"})");
    const std::string other = folder.write("other.json", "{}");
    expectEndsWell(
        [] {
            add(ACL_REG_TYPE_ACL_MODEL, logged, "before");
            aclInitCallbackRegister(ACL_REG_TYPE_ACL_DVPP, failing, nullptr);
            add(ACL_REG_TYPE_ACL_RETR, logged, "after");
            EXPECT_TRUE(refusedWith(7777, "aclInit", "7777",
                                    [] { return aclInit(freshArgument(0).c_str()); }));
            EXPECT_EQ(log(), (std::vector<std::string>{"before", "failing"}));
            // Not initialised, and the configuration is forgotten.
            EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_REPEAT_FINALIZE);
            forgetErrors();
            std::thread([] { aclFinalizeReference(nullptr); }).join();
            EXPECT_EQ(recentMessage(), "");
            EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_DVPP, failing), ACL_SUCCESS);
            // A function that is registered now waits for the next initialisation.
            EXPECT_EQ(add(ACL_REG_TYPE_OTHER, logged, "later"), ACL_SUCCESS);
            EXPECT_EQ(aclInit(freshArgument(1).c_str()), ACL_SUCCESS);
            EXPECT_EQ(log(),
                      (std::vector<std::string>{"before", "failing", "before", "after", "later"}));
        },
        {.arguments = {file, other}});
}

TEST(aclInitCallbackRegister, ExceptionsAreFailures) {
    expectEndsWell([] {
        const auto throwing = [](const char*, size_t, void*) -> aclError {
            throw std::runtime_error("thrown by the application");
        };
        EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, throwing, nullptr), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_INTERNAL_ERROR, "aclInit", "thrown by the application",
                                [] { return aclInit(nullptr); }));
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, throwing), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_INTERNAL_ERROR, "aclInitCallbackRegister", "thrown by",
            [&] { return aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, throwing, nullptr); }));
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, throwing),
                  ACL_ERROR_INTERNAL_ERROR);
    });
}

TEST(aclInitCallbackRegister, ExceptionOfACallAtOnceUndoesTheRegistration) {
    expectEndsWell([] {
        const aclInitCallbackFunc throwing = [](const char*, size_t, void*) -> aclError {
            throw 42;
        };
        aclInit(nullptr);
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_INTERNAL_ERROR, "aclInitCallbackRegister", "exception",
            [&] { return aclInitCallbackRegister(ACL_REG_TYPE_ACL_DVPP, throwing, nullptr); }));
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_DVPP, throwing),
                  ACL_ERROR_INTERNAL_ERROR);
    });
}

TEST(aclInitCallbackRegister, SecondFunctionOfATypeIsRefused) {
    expectEndsWell([] {
        for (const aclRegisterCallbackType type : kTypes) {
            if (type == ACL_REG_TYPE_OTHER) {
                continue;
            }
            EXPECT_EQ(add(type, logged, "first"), ACL_SUCCESS);
            for (const aclInitCallbackFunc function : {logged, loggedToo}) {
                EXPECT_TRUE(refusedWith(ACL_ERROR_INTERNAL_ERROR, "aclInitCallbackRegister",
                                        "'type'", [&] { return add(type, function, "second"); }));
            }
            EXPECT_EQ(aclInitCallbackUnRegister(type, logged), ACL_SUCCESS);
            EXPECT_EQ(add(type, loggedToo, "third"), ACL_SUCCESS);
        }
        aclInit(nullptr);
        EXPECT_EQ(log(), std::vector<std::string>(kTypes.size() - 1, "third"));
    });
}

TEST(aclInitCallbackRegister, OtherTakesAnyNumberOfFunctions) {
    expectEndsWell([] {
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, logged, "a"), ACL_SUCCESS);
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, loggedToo, "b"), ACL_SUCCESS);
        EXPECT_EQ(add(ACL_REG_TYPE_OTHER, logged, "c"), ACL_SUCCESS);
        aclInit(nullptr);
        EXPECT_EQ(log(), (std::vector<std::string>{"a", "b", "c"}));
    });
}

TEST(aclInitCallbackRegister, NullFunctionIsRefused) {
    for (const aclRegisterCallbackType type : kTypes) {
        EXPECT_TRUE(refused("aclInitCallbackRegister", "cbFunc",
                            [&] { return aclInitCallbackRegister(type, nullptr, nullptr); }));
    }
}

TEST(aclInitCallbackRegister, UnknownTypesAreRefused) {
    for (const int type : {8, 0xFFFE, 0x10000, -1}) {
        EXPECT_TRUE(refused("aclInitCallbackRegister", "type", [&] {
            return aclInitCallbackRegister(enumOf<aclRegisterCallbackType>(type), logged, nullptr);
        }));
    }
}

TEST(aclInitCallbackRegister, FunctionMustNotInitialiseOrFinalise) {
    expectEndsWell([] {
        aclInitCallbackRegister(
            ACL_REG_TYPE_OTHER,
            [](const char*, size_t, void*) {
                EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_INITIALIZE, "aclInit", "callback",
                                        [] { return aclInit(nullptr); }));
                EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize", "callback",
                                        [] { return aclFinalize(); }));
                EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalizeReference",
                                        "callback", [] { return aclFinalizeReference(nullptr); }));
                return ACL_SUCCESS;
            },
            nullptr);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        uint64_t left = 99;
        EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
        EXPECT_EQ(left, 0U);
    });
}

TEST(aclInitCallbackRegister, FunctionMayRegisterAndRemoveOthers) {
    expectEndsWell([] {
        aclInitCallbackRegister(
            ACL_REG_TYPE_OTHER,
            [](const char*, size_t, void*) {
                log().emplace_back("outer");
                // Part of this initialisation too, as registering always is.
                EXPECT_EQ(add(ACL_REG_TYPE_ACL_DVPP, logged, "inner"), ACL_SUCCESS);
                EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_DVPP, logged), ACL_SUCCESS);
                return ACL_SUCCESS;
            },
            nullptr);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(log(), (std::vector<std::string>{"outer", "inner"}));
    });
}

TEST(aclInitCallbackRegister, OfManyThreadsOneGetsAType) {
    expectEndsWell([] {
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> succeeded{0};
            onThreads(8, [&](size_t) {
                succeeded += add(ACL_REG_TYPE_ACL_MODEL, logged, "") == ACL_SUCCESS ? 1 : 0;
            });
            EXPECT_EQ(succeeded, 1);
            EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, logged), ACL_SUCCESS);
        }
    });
}

TEST(aclInitCallbackRegister, RegisteringWhileInitialisingCallsEachOnce) {
    expectEndsWell([] {
        static std::atomic<int> calls{0};
        const auto counting = [](const char*, size_t, void*) {
            ++calls;
            return ACL_SUCCESS;
        };
        for (int round = 1; round <= 20; ++round) {
            calls = 0;
            onThreads(5, [&](size_t thread) {
                if (thread == 0) {
                    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
                } else {
                    ASSERT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, counting, nullptr),
                              ACL_SUCCESS);
                }
            });
            ASSERT_EQ(calls, 4);
            ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
            ASSERT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, counting), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclInitCallbackRegister_test
