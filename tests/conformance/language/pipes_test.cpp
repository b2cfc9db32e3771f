#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "acl/acl.h"
#include "support/language_kernels.h"

namespace belay::test::pipes_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class LanguagePipes : public LanguageTest {};

TEST_F(LanguagePipes, FlagsAndBarriersLetKernelsPass) {
    const DeviceValues<uint32_t> done(1);
    EXPECT_EQ(run("usePipes", 50, done.get()), ACL_SUCCESS) << failure();
    EXPECT_THAT(done.read(), ElementsAre(1));
}

TEST_F(LanguagePipes, WaitingForNoEventIsATimeout) {
    EXPECT_EQ(run("waitForNoEvent", 2), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
    EXPECT_THAT(failure(), AllOf(HasSubstr("'waitForNoEvent'"), HasSubstr("language.cpp:"),
                                 HasSubstr("PIPE_MTE3 to PIPE_MTE2"), HasSubstr("event 2")));
}

TEST_F(LanguagePipes, SettingAnEventTwiceIsAnException) {
    EXPECT_EQ(run("setEventTwice", 1), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_THAT(failure(), AllOf(HasSubstr("PIPE_V to PIPE_MTE3"), HasSubstr("event 1 is set")));
}

TEST_F(LanguagePipes, EventsAreChecked) {
    EXPECT_EQ(run("setEvent", 1, int32_t{8}), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_THAT(failure(), HasSubstr("event 8; events are 0 to 7"));
}

// Else the second one to run on a stack would set it twice.
TEST_F(LanguagePipes, EachBlockBeginsWithNoEventSet) {
    EXPECT_EQ(run("setEvent", 50, int32_t{7}), ACL_SUCCESS) << failure();
    EXPECT_EQ(run("setEvent", 50, int32_t{7}), ACL_SUCCESS) << failure();
}

}  // namespace
}  // namespace belay::test::pipes_test
