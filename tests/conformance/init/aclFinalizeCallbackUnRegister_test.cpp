#include <gtest/gtest.h>

#include <atomic>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclFinalizeCallbackUnRegister_test {
namespace {

std::atomic<int> calls{0};

aclError counting(void* /*userData*/) {
    ++calls;
    return ACL_SUCCESS;
}

aclError neverRegistered(void* /*userData*/) {
    return ACL_SUCCESS;
}

TEST(aclFinalizeCallbackUnRegister, RemovedFunctionIsNotCalled) {
    expectEndsWell([] {
        aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
        EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, counting), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(calls, 0);
    });
}

TEST(aclFinalizeCallbackUnRegister, AllRegistrationsOfAFunctionAreRemoved) {
    expectEndsWell([] {
        aclFinalizeCallbackRegister(ACL_REG_TYPE_OTHER, counting, nullptr);
        aclFinalizeCallbackRegister(ACL_REG_TYPE_OTHER, counting, &calls);
        EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, counting), ACL_SUCCESS);
        EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, counting),
                  ACL_ERROR_INTERNAL_ERROR);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(calls, 0);
    });
}

TEST(aclFinalizeCallbackUnRegister, FunctionOfAnotherTypeStays) {
    expectEndsWell([] {
        aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
        aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_DVPP, counting, nullptr);
        EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, counting), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(calls, 1);
    });
}

TEST(aclFinalizeCallbackUnRegister, FunctionThatIsNotRegisteredIsRefused) {
    expectEndsWell([] {
        aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_INTERNAL_ERROR, "aclFinalizeCallbackUnRegister", "'cbFunc'",
            [] { return aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, neverRegistered); }));
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_INTERNAL_ERROR, "aclFinalizeCallbackUnRegister", "'cbFunc'",
            [] { return aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, counting); }));
    });
}

TEST(aclFinalizeCallbackUnRegister, NullFunctionIsRefused) {
    EXPECT_TRUE(refused("aclFinalizeCallbackUnRegister", "cbFunc", [] {
        return aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, nullptr);
    }));
}

TEST(aclFinalizeCallbackUnRegister, UnknownTypesAreRefused) {
    for (const int type : {8, 0x10000, -1}) {
        EXPECT_TRUE(refused("aclFinalizeCallbackUnRegister", "type", [&] {
            return aclFinalizeCallbackUnRegister(enumOf<aclRegisterCallbackType>(type), counting);
        }));
    }
}

TEST(aclFinalizeCallbackUnRegister, OfManyThreadsOneSucceeds) {
    expectEndsWell([] {
        for (int round = 0; round < 20; ++round) {
            aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, counting, nullptr);
            std::atomic<int> succeeded{0};
            onThreads(8, [&](size_t) {
                succeeded +=
                    aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, counting) == ACL_SUCCESS
                        ? 1
                        : 0;
            });
            EXPECT_EQ(succeeded, 1);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclFinalizeCallbackUnRegister_test
