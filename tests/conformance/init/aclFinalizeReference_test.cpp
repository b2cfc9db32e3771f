#include <gtest/gtest.h>

#include <atomic>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclFinalizeReference_test {
namespace {

TEST(aclFinalizeReference, CountsDownAndFinalises) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclInit(nullptr);
        aclInit(nullptr);
        for (const uint64_t expected : {2U, 1U, 0U}) {
            uint64_t left = 99;
            EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
            EXPECT_EQ(left, expected);
        }
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclFinalizeReference, NullMeansThatTheNumberIsNotWanted) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclInit(nullptr);
        EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
        EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    });
}

TEST(aclFinalizeReference, WithoutInitIsRefused) {
    expectEndsWell([] {
        uint64_t left = 99;
        EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalizeReference",
                                "not initialised", [&] { return aclFinalizeReference(&left); }));
        EXPECT_EQ(left, 99U);
        // It was no finalisation, so the first one is still to come.
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(aclFinalizeReference, AfterFinalizeIsRefused) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclInit(nullptr);
        aclFinalize();
        uint64_t left = 99;
        EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_FINALIZE, "aclFinalizeReference", "finalised",
                                [&] { return aclFinalizeReference(&left); }));
        EXPECT_EQ(left, 99U);
    });
}

TEST(aclFinalizeReference, OfManyThreadsOneFinalises) {
    expectEndsWell([] {
        constexpr int kThreads = 8;
        static std::atomic<int> finalised{0};
        ASSERT_EQ(aclFinalizeCallbackRegister(
                      ACL_REG_TYPE_OTHER,
                      [](void*) {
                          ++finalised;
                          return ACL_SUCCESS;
                      },
                      nullptr),
                  ACL_SUCCESS);
        for (int round = 1; round <= 20; ++round) {
            for (int i = 0; i < kThreads; ++i) {
                aclInit(nullptr);
            }
            std::atomic<uint64_t> sum{0};
            onThreads(kThreads, [&](size_t) {
                uint64_t left = 99;
                ASSERT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
                sum += left;
            });
            EXPECT_EQ(sum, 28U);  // 7 + 6 + ... + 0
            EXPECT_EQ(finalised, round);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclFinalizeReference_test
