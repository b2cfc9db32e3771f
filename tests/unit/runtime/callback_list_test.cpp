#include "runtime/callback_list.h"

#include <gtest/gtest.h>

namespace belay {
namespace {

using Function = int (*)();
using List = CallbackList<int, Function>;

int one() {
    return 1;
}

int two() {
    return 2;
}

TEST(CallbackList, KeepsOrderAndUserData) {
    List list;
    int data = 0;
    list.add(0, two, &data);
    list.add(0, one, nullptr);
    const auto entries = list.entries();
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].function(), 2);
    EXPECT_EQ(entries[0].userData, &data);
    EXPECT_EQ(entries[1].function(), 1);
}

TEST(CallbackList, AddFirstTakesOnePerKey) {
    List list;
    EXPECT_TRUE(list.addFirst(0, one, nullptr));
    EXPECT_FALSE(list.addFirst(0, two, nullptr));
    EXPECT_TRUE(list.addFirst(1, two, nullptr));
}

TEST(CallbackList, AddUniqueTakesEachFunctionOncePerKey) {
    List list;
    EXPECT_TRUE(list.addUnique(0, one, nullptr));
    EXPECT_FALSE(list.addUnique(0, one, nullptr));
    EXPECT_TRUE(list.addUnique(0, two, nullptr));
    EXPECT_TRUE(list.addUnique(1, one, nullptr));
}

TEST(CallbackList, RemoveTakesEveryRegistrationOfThePair) {
    List list;
    list.add(0, one, nullptr);
    list.add(0, one, nullptr);
    list.add(1, one, nullptr);
    EXPECT_FALSE(list.remove(0, two));
    EXPECT_TRUE(list.remove(0, one));
    EXPECT_FALSE(list.remove(0, one));
    EXPECT_EQ(list.entries().size(), 1U);
}

}  // namespace
}  // namespace belay
