#include <gtest/gtest.h>

#include <atomic>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclInitCallbackUnRegister_test {
namespace {

std::atomic<int> calls{0};

aclError counting(const char* /*config*/, size_t /*length*/, void* /*userData*/) {
    ++calls;
    return ACL_SUCCESS;
}

aclError neverRegistered(const char* /*config*/, size_t /*length*/, void* /*userData*/) {
    return ACL_SUCCESS;
}

TEST(aclInitCallbackUnRegister, RemovedFunctionIsNotCalled) {
    expectEndsWell([] {
        aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, counting), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(calls, 0);
    });
}

TEST(aclInitCallbackUnRegister, AllRegistrationsOfAFunctionAreRemoved) {
    expectEndsWell([] {
        aclInitCallbackRegister(ACL_REG_TYPE_OTHER, counting, nullptr);
        aclInitCallbackRegister(ACL_REG_TYPE_OTHER, counting, &calls);
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, counting), ACL_SUCCESS);
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, counting),
                  ACL_ERROR_INTERNAL_ERROR);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(calls, 0);
    });
}

TEST(aclInitCallbackUnRegister, FunctionOfAnotherTypeStays) {
    expectEndsWell([] {
        aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
        aclInitCallbackRegister(ACL_REG_TYPE_ACL_DVPP, counting, nullptr);
        EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, counting), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(calls, 1);
    });
}

TEST(aclInitCallbackUnRegister, FunctionThatIsNotRegisteredIsRefused) {
    expectEndsWell([] {
        aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_INTERNAL_ERROR, "aclInitCallbackUnRegister", "'cbFunc'",
            [] { return aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, neverRegistered); }));
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_INTERNAL_ERROR, "aclInitCallbackUnRegister", "'cbFunc'",
                        [] { return aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, counting); }));
    });
}

TEST(aclInitCallbackUnRegister, NullFunctionIsRefused) {
    EXPECT_TRUE(refused("aclInitCallbackUnRegister", "cbFunc",
                        [] { return aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, nullptr); }));
}

TEST(aclInitCallbackUnRegister, UnknownTypesAreRefused) {
    for (const int type : {8, 0x10000, -1}) {
        EXPECT_TRUE(refused("aclInitCallbackUnRegister", "type", [&] {
            return aclInitCallbackUnRegister(enumOf<aclRegisterCallbackType>(type), counting);
        }));
    }
}

TEST(aclInitCallbackUnRegister, OfManyThreadsOneSucceeds) {
    expectEndsWell([] {
        for (int round = 0; round < 20; ++round) {
            aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
            std::atomic<int> succeeded{0};
            onThreads(8, [&](size_t) {
                succeeded +=
                    aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, counting) == ACL_SUCCESS ? 1
                                                                                               : 0;
            });
            EXPECT_EQ(succeeded, 1);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclInitCallbackUnRegister_test
