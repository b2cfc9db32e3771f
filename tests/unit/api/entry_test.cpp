#include "api/entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "acl/acl_rt.h"
#include "runtime/thread_state.h"

namespace belay::api {
namespace {

using testing::AllOf;
using testing::HasSubstr;

auto call() {
    return makeCall("aclrtSomething", "");
}

class EntryTest : public testing::Test {
  protected:
    void SetUp() override {
        takeMessage();
        aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    }

    void TearDown() override { SetUp(); }
};

TEST_F(EntryTest, SuccessLeavesNoTrace) {
    EXPECT_EQ(entry(call(), [](Session&) { return Status::ok(); }), ACL_SUCCESS);
    EXPECT_EQ(takeMessage(), nullptr);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST_F(EntryTest, AFailureIsReturnedAndKept) {
    const aclError error = entry(
        call(), [](Session&) { return Status::error(Code::kRtParamInvalid, "argument 'x' is 3"); });
    EXPECT_EQ(error, ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(takeMessage(), AllOf(HasSubstr("aclrtSomething"), HasSubstr("argument 'x' is 3"),
                                     HasSubstr("107000")));
}

TEST_F(EntryTest, ALaterSuccessKeepsTheLastError) {
    static_cast<void>(entry(call(), [](Session&) { return Status::error(Code::kFailure, "no"); }));
    static_cast<void>(entry(call(), [](Session&) { return Status::ok(); }));
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_FAILURE);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST_F(EntryTest, RunningOutOfMemoryHasItsOwnCode) {
    const aclError error = entry(call(), [](Session&) -> Status { throw std::bad_alloc(); });
    EXPECT_EQ(error, ACL_ERROR_BAD_ALLOC);
    EXPECT_THAT(takeMessage(), HasSubstr("no memory"));
}

TEST_F(EntryTest, NoExceptionLeavesTheLibrary) {
    EXPECT_EQ(entry(call(), [](Session&) -> Status { throw std::runtime_error("surprise"); }),
              ACL_ERROR_INTERNAL_ERROR);
    EXPECT_THAT(takeMessage(), HasSubstr("surprise"));
    EXPECT_EQ(entry(call(), [](Session&) -> Status { throw 7; }), ACL_ERROR_INTERNAL_ERROR);
    EXPECT_EQ(entryValue<int>(call(), -1, [](Session&) -> Result<int> { throw std::bad_alloc(); }),
              -1);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_BAD_ALLOC);
}

TEST_F(EntryTest, AValueIsReturnedOrTheFallback) {
    EXPECT_EQ(entryValue<int>(call(), -1, [](Session&) -> Result<int> { return 5; }), 5);
    EXPECT_EQ(entryValue<int>(call(), -1,
                              [](Session&) -> Result<int> {
                                  return Status::error(Code::kFailure, "no value");
                              }),
              -1);
    EXPECT_THAT(takeMessage(), HasSubstr("no value"));
}

TEST_F(EntryTest, CodesOutsideTheListPassThrough) {
    EXPECT_EQ(
        entry(call(), [](Session&) { return Status::error(static_cast<Code>(42), "theirs"); }), 42);
    EXPECT_THAT(takeMessage(), HasSubstr("theirs"));
}

TEST_F(EntryTest, ACallInsideACallIsGuardedToo) {
    const aclError error = entry(call(), [](Session& session) {
        session.leaveGuard();
        return entry(call(), [](Session&) { return Status::ok(); }) == ACL_SUCCESS
                   ? Status::ok()
                   : Status::error(Code::kFailure, "inner");
    });
    EXPECT_EQ(error, ACL_SUCCESS);
}

TEST(ArgumentText, ShowsValuesWithoutReadingBuffers) {
    const char* text = "path";
    const char* none = nullptr;
    char buffer[4] = {'a', 'b', 'c', 'd'};
    char* out = buffer;
    EXPECT_EQ(detail::argumentText(text), "\"path\"");
    EXPECT_EQ(detail::argumentText(none), "null");
    EXPECT_THAT(detail::argumentText(out), HasSubstr("0x"));
    EXPECT_EQ(detail::argumentText(ACL_FLOAT16), "1");
    EXPECT_EQ(detail::argumentText(uint64_t{7}), "7");
}

TEST(Area, FollowsTheFamilyOfTheFunction) {
    EXPECT_EQ(detail::areaOf("aclrtMalloc"), log::Area::kRuntime);
    EXPECT_EQ(detail::areaOf("aclopExecuteV2"), log::Area::kOp);
    EXPECT_EQ(detail::areaOf("aclblasGemmEx"), log::Area::kOp);
    EXPECT_EQ(detail::areaOf("aclInit"), log::Area::kAcl);
}

}  // namespace
}  // namespace belay::api
