#include "runtime/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belay {
namespace {

using testing::HasSubstr;

Config parsed(std::string_view text) {
    auto result = Config::parse(text);
    EXPECT_TRUE(result.isOk()) << result.status().message();
    return result.isOk() ? result.value() : Config();
}

struct Refusal {
    const char* text;
    Code code;
    const char* names;  // what the message must mention
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << refusal.text;
}

class ConfigRefusalTest : public testing::TestWithParam<Refusal> {};

TEST_P(ConfigRefusalTest, IsRefusedWithItsCodeAndReason) {
    const auto result = Config::parse(GetParam().text);
    EXPECT_EQ(result.status().code(), GetParam().code) << result.status().message();
    EXPECT_THAT(std::string(result.status().message()), HasSubstr(GetParam().names));
}

constexpr Refusal kRefusals[] = {
    {"{", Code::kParseFile, "JSON"},
    {"{} x", Code::kParseFile, "JSON"},
    {"[]", Code::kParseFile, "array"},
    {"{\"a\": 1e999999}", Code::kParseFile, "overflow"},
    {"1", Code::kParseFile, "number"},
    {"{\"a\": \"\xff\"}", Code::kParseFile, "JSON"},
    {R"({"err_msg_mode": 1})", Code::kInvalidParam, "err_msg_mode"},
    {R"({"err_msg_mode": "2"})", Code::kInvalidParam, "\"2\""},
    {R"({"max_opqueue_num": 0})", Code::kInvalidParam, "max_opqueue_num"},
    {R"({"max_opqueue_num": "-3"})", Code::kInvalidParam, "-3"},
    {R"({"max_opqueue_num": "12x"})", Code::kInvalidParam, "12x"},
    {R"({"max_opqueue_num": 1.5})", Code::kInvalidParam, "1.5"},
    {R"({"defaultDevice": "0"})", Code::kFailure, "defaultDevice"},
    {R"({"defaultDevice": {"default_device": 0}})", Code::kFailure, "default_device"},
    {R"({"defaultDevice": {"default_device": "01"}})", Code::kFailure, "01"},
    {R"({"defaultDevice": {"default_device": "-1"}})", Code::kFailure, "-1"},
    {R"({"defaultDevice": {"default_device": ""}})", Code::kFailure, "default_device"},
    {R"({"defaultDevice": {"default_device": "99999999999"}})", Code::kFailure, "99999999999"},
    {R"({"StackSize": []})", Code::kFailure, "StackSize"},
    {R"({"StackSize": {"aicore_stack_size": "32768"}})", Code::kFailure, "aicore_stack_size"},
    {R"({"StackSize": {"aicore_stack_size": 196609}})", Code::kFailure, "196608"},
    {R"({"StackSize": {"simt_stack_size": -1}})", Code::kFailure, "simt_stack_size"},
    {R"({"simd_printf_fifo_size_per_core": 0})", Code::kFailure, "simd_printf"},
    {R"({"simt_printf_fifo_size": 1.5})", Code::kFailure, "simt_printf"},
    {R"({"acl_graph": {"event_mode": 1}})", Code::kInvalidParam, "event_mode"},
    {R"({"acl_graph": 1})", Code::kInvalidParam, "acl_graph"},
    {R"({"profiler": "on"})", Code::kInvalidParam, "profiler"},
    {R"({"profiler": {"switch": "yes"}})", Code::kInvalidParam, "yes"},
    {R"({"profiler": {"output": {}}})", Code::kInvalidParam, "output"},
    {R"({"dump": 1})", Code::kInvalidDumpConfig, "dump"},
};

INSTANTIATE_TEST_SUITE_P(Config, ConfigRefusalTest, testing::ValuesIn(kRefusals));

TEST(Config, EmptyTextAndUnknownKeysMeanDefaults) {
    for (const char* text : {"", "{}", R"({"nobody": {"knows": ["this"]}})"}) {
        const Config config = parsed(text);
        EXPECT_FALSE(config.messagesPerProcess);
        EXPECT_EQ(config.maxOpQueueNum, 20000U);
        EXPECT_EQ(config.defaultDevice, std::nullopt);
        EXPECT_EQ(config.aicoreStackSize, 32768U);
        EXPECT_FALSE(config.dump.needsPath());
    }
}

TEST(Config, ValuesAreRead) {
    const Config config = parsed(R"({
        "err_msg_mode": "1", "max_opqueue_num": "100",
        "defaultDevice": {"default_device": "3"},
        "StackSize": {"aicore_stack_size": 65536, "simt_stack_size": 256},
        "simd_printf_fifo_size_per_core": 1048576,
        "acl_graph": {"event_mode": "1"},
        "profiler": {"switch": "on", "output": "/tmp", "storage_limit": 5, "task_time": "l1"}})");
    EXPECT_TRUE(config.messagesPerProcess);
    EXPECT_EQ(config.maxOpQueueNum, 100U);
    EXPECT_EQ(config.defaultDevice, 3U);
    EXPECT_EQ(config.aicoreStackSize, 65536U);
    EXPECT_EQ(config.simtStackSize, 256U);
    EXPECT_EQ(config.simdPrintfFifoSize, 1048576U);
    EXPECT_TRUE(config.externalGraphEvents);
    EXPECT_EQ(config.profiler.at("storage_limit"), "5");
    EXPECT_EQ(config.profiler.at("task_time"), "l1");
}

TEST(Config, SizesAreRoundedUpAndRaisedToTheirLeast) {
    EXPECT_EQ(parsed(R"({"StackSize": {"aicore_stack_size": 32769}})").aicoreStackSize, 49152U);
    EXPECT_EQ(parsed(R"({"StackSize": {"aicore_stack_size": 1}})").aicoreStackSize, 32768U);
    EXPECT_EQ(
        parsed(R"({"StackSize": {"simt_divergence_stack_size": 513}})").simtDivergenceStackSize,
        640U);
    EXPECT_EQ(parsed(R"({"simd_printf_fifo_size_per_core": 1025})").simdPrintfFifoSize, 1032U);
    EXPECT_EQ(parsed(R"({"simt_printf_fifo_size": 8})").simtPrintfFifoSize, 1048576U);
}

std::string nested(std::string_view open, std::string_view close, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) {
        text += open;
    }
    text += "1";
    for (int i = 0; i < levels; ++i) {
        text += close;
    }
    return text;
}

TEST(Config, BracesAndBracketsNestTenDeepEach) {
    EXPECT_TRUE(Config::parse(nested("{\"a\":", "}", 10)).isOk());
    EXPECT_EQ(Config::parse(nested("{\"a\":", "}", 11)).status().code(), Code::kParseFile);
    EXPECT_TRUE(Config::parse("{\"a\":" + nested("[", "]", 10) + "}").isOk());
    EXPECT_EQ(Config::parse("{\"a\":" + nested("[", "]", 11) + "}").status().code(),
              Code::kParseFile);
    EXPECT_TRUE(Config::parse(nested("{\"a\":[", "]}", 10)).isOk()) << "each kind counts alone";
}

TEST(Config, BracketsInsideStringsDoNotNest) {
    EXPECT_TRUE(Config::parse(R"({"a": "{{{{{{{{{{{{[[[[[[[[[[[[\"{{{{{{{{{{{{\\"})").isOk());
}

TEST(Config, AWrongValueIsShownOnlyInPart) {
    const std::string huge(100'000, 'x');
    const auto refused = Config::parse(R"({"err_msg_mode": ")" + huge + "\"}");
    EXPECT_EQ(refused.status().code(), Code::kInvalidParam);
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr("xxx..."));
    EXPECT_LT(refused.status().message().size(), 400U);
}

TEST(Config, TheFirstWrongSectionDecidesTheCode) {
    EXPECT_EQ(Config::parse(R"({"dump": 1, "err_msg_mode": 1})").status().code(),
              Code::kInvalidParam);
    EXPECT_EQ(Config::parse(R"({"profiler": 1, "StackSize": 1})").status().code(), Code::kFailure);
}

}  // namespace
}  // namespace belay
