#include "runtime/visible_devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<uint32_t> visible(const char* list, uint32_t count = 4) {
    return visibleDevices(list, count).numbers;
}

TEST(VisibleDevices, AreAllWithoutAList) {
    const VisibleDevices all = visibleDevices(std::nullopt, 3);
    EXPECT_THAT(all.numbers, ElementsAre(0, 1, 2));
    EXPECT_THAT(all.hiding, IsEmpty());
    EXPECT_THAT(visibleDevices(std::nullopt, 0).numbers, IsEmpty());
}

TEST(VisibleDevices, AreThoseOfTheList) {
    EXPECT_THAT(visible("0"), ElementsAre(0));
    EXPECT_THAT(visible("3"), ElementsAre(3));
    EXPECT_THAT(visible("1,3"), ElementsAre(1, 3));
    EXPECT_THAT(visible("0,1,2,3"), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(visible("02"), ElementsAre(2));
}

TEST(VisibleDevices, EndAtTheFirstEntryThatIsNoDevice) {
    EXPECT_THAT(visible("0,1,4,2"), ElementsAre(0, 1));
    EXPECT_THAT(visible("1,x,2"), ElementsAre(1));
    EXPECT_THAT(visible("1,2,"), ElementsAre(1, 2));
    EXPECT_THAT(visible("1,,2"), ElementsAre(1));
    EXPECT_THAT(visible("1, 2"), ElementsAre(1));
    EXPECT_THAT(visible("1;2"), IsEmpty());
    EXPECT_THAT(visible("-1"), IsEmpty());
    EXPECT_THAT(visible("+1"), IsEmpty());
    EXPECT_THAT(visible("4"), IsEmpty());
    EXPECT_THAT(visible("99999999999999999999"), IsEmpty());
    EXPECT_THAT(visible("4294967296"), IsEmpty());
    EXPECT_THAT(visible("all"), IsEmpty());
    EXPECT_THAT(visible(""), IsEmpty());
    EXPECT_THAT(visible("0", 0), IsEmpty());
}

TEST(VisibleDevices, AreNoneWhenTheListIsOutOfOrder) {
    EXPECT_THAT(visible("1,0"), IsEmpty());
    EXPECT_THAT(visible("0,0"), IsEmpty());
    EXPECT_THAT(visible("0,2,1,x"), IsEmpty());
    // What comes after the end of the list does not matter.
    EXPECT_THAT(visible("1,x,0"), ElementsAre(1));
}

TEST(VisibleDevices, SayWhyOthersAreHidden) {
    EXPECT_THAT(visibleDevices("1,0", 2).hiding,
                HasSubstr("ASCEND_RT_VISIBLE_DEVICES is '1,0', and each number"));
    EXPECT_THAT(visibleDevices("4", 2).hiding,
                HasSubstr("ASCEND_RT_VISIBLE_DEVICES is '4', which names 0 of the machine's 2"));
    EXPECT_THAT(visibleDevices("0,1", 2).hiding, IsEmpty());
}

}  // namespace
}  // namespace belay
