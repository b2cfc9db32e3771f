#include "drivers/sim/sim_settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace belay::sim {
namespace {

void expectRefusal(const SimSettingTexts& texts, Code code, std::string_view variableAndValue,
                   std::string_view allowed) {
    const auto settings = parseSimSettings(texts);
    ASSERT_FALSE(settings.isOk()) << variableAndValue;
    EXPECT_EQ(settings.status().code(), code) << variableAndValue;
    const std::string message(settings.status().message());
    EXPECT_NE(message.find(variableAndValue), std::string::npos) << message;
    EXPECT_NE(message.find(allowed), std::string::npos) << message;
}

TEST(SimSettings, DefaultsAreOneOrdinaryDevice) {
    const auto settings = parseSimSettings({});
    ASSERT_TRUE(settings.isOk());
    EXPECT_EQ(settings.value().chip, hw::findChip("Ascend910B4"));
    EXPECT_EQ(settings.value().deviceCount, 1U);
    EXPECT_EQ(settings.value().memoryBytes, uint64_t{32} << 30);
    EXPECT_TRUE(settings.value().mayLend);
    EXPECT_FALSE(settings.value().checkMemory);
    EXPECT_EQ(settings.value().failCall, std::nullopt);
}

TEST(SimSettings, EveryVariableIsHeard) {
    const auto settings = parseSimSettings({.soc = "Ascend910_9392",
                                            .devices = "64",
                                            .memory = "8G",
                                            .lend = "off",
                                            .check = "memory",
                                            .failCall = "17"});
    ASSERT_TRUE(settings.isOk());
    EXPECT_EQ(settings.value().chip, hw::findChip("Ascend910_9392"));
    EXPECT_EQ(settings.value().deviceCount, 64U);
    EXPECT_EQ(settings.value().memoryBytes, uint64_t{8} << 30);
    EXPECT_FALSE(settings.value().mayLend);
    EXPECT_TRUE(settings.value().checkMemory);
    EXPECT_EQ(settings.value().failCall, 17U);
}

TEST(SimSettings, MemoryIsThatOfTheChipUnlessGiven) {
    EXPECT_EQ(parseSimSettings({.soc = "Ascend910B3"}).value().memoryBytes, uint64_t{64} << 30);
}

TEST(SimSettings, MemoryMayHaveASuffix) {
    const auto bytesOf = [](std::string_view text) {
        const auto settings = parseSimSettings({.memory = text});
        return settings.isOk() ? settings.value().memoryBytes : 0;
    };
    EXPECT_EQ(bytesOf("16777216"), 16'777'216U);
    EXPECT_EQ(bytesOf("20000001"), 20'000'001U);
    EXPECT_EQ(bytesOf("65536K"), uint64_t{64} << 20);
    EXPECT_EQ(bytesOf("65536k"), uint64_t{64} << 20);
    EXPECT_EQ(bytesOf("512M"), uint64_t{512} << 20);
    EXPECT_EQ(bytesOf("512m"), uint64_t{512} << 20);
    EXPECT_EQ(bytesOf("3g"), uint64_t{3} << 30);
    EXPECT_EQ(bytesOf("1t"), uint64_t{1} << 40);
    EXPECT_EQ(bytesOf("4T"), uint64_t{4} << 40);
}

TEST(SimSettings, AnUnknownChipIsRefusedWithTheListOfChips) {
    expectRefusal({.soc = "Ascend910B9"}, Code::kRtSocVersion, "BELAY_SIM_SOC=Ascend910B9",
                  "Ascend910B4-1, ");
    expectRefusal({.soc = "910B4"}, Code::kRtSocVersion, "BELAY_SIM_SOC=910B4", "Ascend950PR_9599");
}

TEST(SimSettings, CountsOfDevicesOutsideTheRangeAreRefused) {
    for (const char* text :
         {"0", "65", "-1", "1x", "x", " 1", "1 ", "0x2", "99999999999999999999"}) {
        expectRefusal({.devices = text}, Code::kRtDevSetupError,
                      std::string("BELAY_SIM_DEVICES=") + text, "1 to 64");
    }
}

TEST(SimSettings, SizesOfMemoryThatCannotBeAreRefused) {
    for (const char* text : {"0", "G", "8GB", "8 G", "-8G", "1.5G", "8P", "16777215", "15M", "5T",
                             "4398046511105", "99999999999999999999", "18446744073709551615T"}) {
        expectRefusal({.memory = text}, Code::kRtDevSetupError,
                      std::string("BELAY_SIM_MEMORY=") + text, "16M to 4T");
    }
}

TEST(SimSettings, LendIsOnOrOff) {
    EXPECT_TRUE(parseSimSettings({.lend = "on"}).value().mayLend);
    for (const char* text : {"1", "yes", "ON", "off ", "o"}) {
        expectRefusal({.lend = text}, Code::kRtDevSetupError, std::string("BELAY_SIM_LEND=") + text,
                      "on or off");
    }
}

TEST(SimSettings, ChecksAreAList) {
    EXPECT_TRUE(parseSimSettings({.check = "memory,memory"}).value().checkMemory);
    for (const char* text : {"all", "memory,", ",memory", ",", "memory, memory", "memoryx"}) {
        expectRefusal({.check = text}, Code::kRtDevSetupError, std::string("BELAY_CHECK=") + text,
                      "list of checks: memory");
    }
}

TEST(SimSettings, TheFailingCallIsANumber) {
    EXPECT_EQ(parseSimSettings({.failCall = "0"}).value().failCall, 0U);
    for (const char* text : {"-1", "first", "1,2", "18446744073709551616"}) {
        expectRefusal({.failCall = text}, Code::kRtDevSetupError,
                      std::string("BELAY_SIM_FAIL_CALL=") + text, "0 to count");
    }
}

TEST(SimSettings, AFaultIsAKindAndTheNumberOfACopy) {
    const auto faultOf = [](const char* text) {
        return parseSimSettings({.fault = text}).value().fault;
    };
    EXPECT_EQ(parseSimSettings({}).value().fault, std::nullopt);
    EXPECT_EQ(faultOf("memory@3")->kind, driver::FaultKind::kMemory);
    EXPECT_EQ(faultOf("memory@3")->copy, 3U);
    EXPECT_EQ(faultOf("l2")->kind, driver::FaultKind::kCache);
    EXPECT_EQ(faultOf("l2")->copy, 1U);
    EXPECT_EQ(faultOf("link@1")->kind, driver::FaultKind::kLink);
    for (const char* text : {"@1", "memory@", "memory@0", "memory@-1", "memory@x", "cache@1",
                             "memory:1", "memory@1@2"}) {
        expectRefusal({.fault = text}, Code::kRtDevSetupError,
                      std::string("BELAY_SIM_FAULT=") + text, "memory, l2 or link");
    }
}

// Variables are read once per process, so each look happens in a process of its own.
TEST(SimSettingsDeathTest, TheEnvironmentIsRead) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto readAndFinish = [] {
        ::setenv("BELAY_SIM_SOC", "Ascend910B1", 1);
        ::setenv("BELAY_SIM_DEVICES", "3", 1);
        ::setenv("BELAY_SIM_MEMORY", "1G", 1);
        ::setenv("BELAY_SIM_LEND", "off", 1);
        ::setenv("BELAY_CHECK", "memory", 1);
        ::setenv("BELAY_SIM_FAIL_CALL", "5", 1);
        ::setenv("BELAY_SIM_FAULT", "l2@9", 1);
        const auto settings = readSimSettings();
        const bool held = settings.isOk() && settings.value().chip == hw::findChip("Ascend910B1") &&
                          settings.value().deviceCount == 3 &&
                          settings.value().memoryBytes == uint64_t{1} << 30 &&
                          !settings.value().mayLend && settings.value().checkMemory &&
                          settings.value().failCall == 5U && settings.value().fault->copy == 9U;
        std::_Exit(held ? 0 : 1);
    };
    EXPECT_EXIT(readAndFinish(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace belay::sim
