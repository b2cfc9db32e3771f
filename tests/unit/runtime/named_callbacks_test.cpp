#include "runtime/named_callbacks.h"

#include <gtest/gtest.h>

#include <string>

namespace belay {
namespace {

class NamedCallbacksTest : public testing::Test {
  protected:
    Status add(const std::string& name) {
        return callbacks.add(name, [this, name](int number) {
            log += name + std::to_string(number) + " ";
            return 0;
        });
    }

    NamedCallbacks<int> callbacks;
    std::string log;
};

TEST_F(NamedCallbacksTest, RunInTheOrderOfRegistration) {
    ASSERT_TRUE(add("b").isOk());
    ASSERT_TRUE(add("a").isOk());
    callbacks.run(1);
    ASSERT_TRUE(callbacks.remove("b").isOk());
    callbacks.run(2);
    ASSERT_TRUE(add("b").isOk());
    callbacks.run(3);
    EXPECT_EQ(log, "b1 a1 a2 a3 b3 ");
}

TEST_F(NamedCallbacksTest, ANameIsTakenOnce) {
    ASSERT_TRUE(add("a").isOk());
    EXPECT_EQ(add("a").code(), Code::kRtParamInvalid);
    EXPECT_EQ(callbacks.remove("b").code(), Code::kRtParamInvalid);
    callbacks.run(1);
    EXPECT_EQ(log, "a1 ");
}

TEST_F(NamedCallbacksTest, OneThatRunsMayChangeTheList) {
    ASSERT_TRUE(callbacks
                    .add("self",
                         [this](int) {
                             EXPECT_TRUE(callbacks.remove("self").isOk());
                             EXPECT_TRUE(add("other").isOk());
                             return 0;
                         })
                    .isOk());
    callbacks.run(1);
    callbacks.run(2);
    EXPECT_EQ(log, "other2 ");
}

}  // namespace
}  // namespace belay
