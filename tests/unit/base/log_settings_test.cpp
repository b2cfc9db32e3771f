#include "base/log_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belay::log {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Levels errors() {
    Levels levels;
    levels.fill(Level::kError);
    return levels;
}

Level at(const Levels& levels, Area area) {
    return levels[static_cast<size_t>(area)];
}

TEST(LogSettings, BelayLevelsApplyInOrder) {
    Levels levels = errors();
    std::vector<std::string> complaints;
    applyBelayLevels("info,acl=trace,op=off", levels, complaints);
    EXPECT_EQ(at(levels, Area::kAcl), Level::kTrace);
    EXPECT_EQ(at(levels, Area::kOp), Level::kOff);
    EXPECT_EQ(at(levels, Area::kRuntime), Level::kInfo);
    EXPECT_THAT(complaints, IsEmpty());
}

TEST(LogSettings, WhatIsWrongInBelayLevelsIsToldAndTheRestCounts) {
    Levels levels = errors();
    std::vector<std::string> complaints;
    applyBelayLevels("loud,,nowhere=info,driver=,kernel=debug", levels, complaints);
    EXPECT_EQ(at(levels, Area::kKernel), Level::kDebug);
    EXPECT_EQ(at(levels, Area::kAcl), Level::kError);
    EXPECT_THAT(complaints, ElementsAre(HasSubstr("\"loud\""), HasSubstr("\"nowhere=info\""),
                                        HasSubstr("\"driver=\"")));
}

TEST(LogSettings, ModuleLevelsUseTheVendorsNamesAndNumbers) {
    Levels levels = errors();
    std::vector<std::string> complaints;
    applyModuleLevels("ASCENDCL=0:RUNTIME=1:GE=2:APP=4:HCCL=0", levels, complaints);
    EXPECT_EQ(at(levels, Area::kAcl), Level::kDebug);
    EXPECT_EQ(at(levels, Area::kRuntime), Level::kInfo);
    EXPECT_EQ(at(levels, Area::kOp), Level::kWarning);
    EXPECT_EQ(at(levels, Area::kApp), Level::kOff);
    EXPECT_EQ(at(levels, Area::kDriver), Level::kError);
    EXPECT_THAT(complaints, IsEmpty()) << "modules that do not exist here are nobody's mistake";
}

TEST(LogSettings, WrongModuleLevelsAreTold) {
    Levels levels = errors();
    std::vector<std::string> complaints;
    applyModuleLevels("ASCENDCL=5:RUNTIME:DRV=11", levels, complaints);
    EXPECT_EQ(levels, errors());
    EXPECT_EQ(complaints.size(), 3U);
}

}  // namespace
}  // namespace belay::log
