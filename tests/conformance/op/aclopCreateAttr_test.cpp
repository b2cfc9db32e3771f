#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclopCreateAttr_test {
namespace {

TEST(aclopCreateAttr, GivesASetThatTakesAttributes) {
    forgetErrors();
    const OwnedAttr attr = makeAttr();
    ASSERT_NE(attr, nullptr);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axis", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "alpha", 1.0F), ACL_SUCCESS);
}

TEST(aclopCreateAttr, EachSetIsAnother) {
    const OwnedAttr first = makeAttr();
    const OwnedAttr second = makeAttr();
    EXPECT_NE(first, second);
}

TEST(aclopCreateAttr, WorksOnManyThreadsAtOnce) {
    onThreads(8, [](size_t) {
        std::vector<OwnedAttr> attrs;
        for (int i = 0; i < 200; ++i) {
            attrs.push_back(makeAttr());
            ASSERT_NE(attrs.back(), nullptr);
            ASSERT_EQ(aclopSetAttrInt(attrs.back().get(), "axis", i), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopCreateAttr_test
