#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "acl/acl.h"
#include "support/language_kernels.h"

namespace belay::test::sync_test {
namespace {

using testing::Each;
using testing::HasSubstr;

class LanguageSync : public LanguageTest {
  protected:
    // All cores meet again and again; none may see another one behind or ahead.
    void expectMeeting(const char* kernel, uint32_t blocks, uint32_t cores) {
        constexpr uint32_t kRounds = 5;
        const DeviceValues<uint32_t> notes(size_t{2} * cores);
        ASSERT_EQ(run(kernel, blocks, notes.get(), cores, kRounds), ACL_SUCCESS) << failure();
        const std::vector<uint32_t> noted = notes.read();
        for (uint32_t i = 0; i < cores; ++i) {
            ASSERT_EQ(noted[i], kRounds) << kernel << ' ' << blocks << ' ' << i;
            ASSERT_EQ(noted[cores + i], 0U) << kernel << ' ' << blocks << ' ' << i;
        }
    }
};

TEST_F(LanguageSync, AllBlocksMeetHoweverManyThereAre) {
    for (const uint32_t blocks : {1U, 8U, 100U, 1000U}) {
        expectMeeting("meetVectors", blocks, blocks);
        expectMeeting("meetCubes", blocks, blocks);
    }
}

TEST_F(LanguageSync, CubeAndVectorCoresMeet) {
    for (const uint32_t blocks : {1U, 8U, 100U}) {
        expectMeeting("meetAll11", blocks, 2 * blocks);
        expectMeeting("meetAll12", blocks, 3 * blocks);
    }
}

TEST_F(LanguageSync, ABlockThatDoesNotComeIsATimeout) {
    for (const uint32_t blocks : {2U, 100U}) {
        EXPECT_EQ(run("meetWithoutOne", blocks, uint32_t{1}), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
        EXPECT_THAT(failure(), HasSubstr("'meetWithoutOne'"));
        EXPECT_EQ(run("meetWithoutOne", blocks, blocks), ACL_SUCCESS) << failure();
    }
}

// The first round makes 1 of 0 and 10 or 20 more; then x becomes 11 (x + 1) or 21 (x + 1).
TEST_F(LanguageSync, CubeAndVectorCoresTakeTurns) {
    constexpr uint32_t kRounds = 10;
    const auto expected = [](uint64_t vectors) {
        uint64_t number = 0;
        for (uint32_t round = 0; round < kRounds; ++round) {
            number = (number + 1) * (1 + 10 * vectors);
        }
        return number;
    };
    for (const uint32_t blocks : {1U, 8U, 100U}) {
        for (const uint64_t vectors : {uint64_t{1}, uint64_t{2}}) {
            const DeviceValues<uint64_t> numbers(size_t{4} * blocks);
            ASSERT_EQ(
                run(vectors == 1 ? "takeTurns11" : "takeTurns12", blocks, numbers.get(), kRounds),
                ACL_SUCCESS)
                << failure();
            const std::vector<uint64_t> results = numbers.read();
            for (uint32_t block = 0; block < blocks; ++block) {
                ASSERT_EQ(results[size_t{4} * block], expected(vectors)) << block;
            }
        }
    }
}

TEST_F(LanguageSync, VectorCoresWaitForTheirSiblingsAndForAll) {
    for (const uint32_t blocks : {1U, 20U}) {
        const uint32_t cores = 2 * blocks;
        const DeviceValues<uint32_t> notes(size_t{2} * cores);
        ASSERT_EQ(run("setAmongVectors", blocks, notes.get()), ACL_SUCCESS) << failure();
        EXPECT_THAT(notes.read(), Each(1U));
    }
}

TEST_F(LanguageSync, AFlagIsSetAtMost15TimesAhead) {
    EXPECT_EQ(run("setTooOften", 1, uint32_t{15}), ACL_SUCCESS) << failure();
    EXPECT_EQ(run("setTooOften", 1, uint32_t{16}), ACL_ERROR_RT_FFTS_PLUS_EXCEPTION);
    EXPECT_THAT(failure(), HasSubstr("flag 1"));
}

TEST_F(LanguageSync, AFlagThatNobodySetsIsATimeout) {
    EXPECT_EQ(run("waitForNobody", 3), ACL_ERROR_RT_FFTS_PLUS_TIMEOUT);
    EXPECT_THAT(failure(), HasSubstr("flag 2"));
}

}  // namespace
}  // namespace belay::test::sync_test
