// What the configuration file of aclInit() may say: the file itself, then section by section.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/temp_folder.h"
#include "support/unprivileged.h"

namespace belay::test::aclInit_config_test {
namespace {

struct BadText {
    std::string text;
    std::string subject;  // what the message has to name
};

// "@" stands for a folder that exists.
std::string withFolder(std::string text, const std::string& folder) {
    for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@')) {
        text.replace(at, 1, folder);
    }
    return text;
}

// All in one process, since a refused configuration changes nothing: an acceptable one comes last.
testing::AssertionResult allRefused(aclError code, const std::vector<BadText>& cases) {
    const TempFolder folder;
    FreshOptions options;
    options.arguments = {std::to_string(code)};
    for (size_t i = 0; i < cases.size(); ++i) {
        options.arguments.push_back(
            folder.write(std::to_string(i) + ".json", withFolder(cases[i].text, folder.path())));
        options.arguments.push_back(cases[i].subject);
    }
    options.arguments.push_back("");
    return endedWell(inFreshProcess(
        [] {
            const aclError expected = std::stoi(freshArgument(0));
            for (size_t i = 1; !freshArgument(i).empty(); i += 2) {
                const std::string& path = freshArgument(i);
                SCOPED_TRACE(contentOf(path).substr(0, 200));
                EXPECT_TRUE(refusedWith(expected, "aclInit", freshArgument(i + 1),
                                        [&] { return aclInit(path.c_str()); }));
            }
            forgetErrors();
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            EXPECT_TRUE(nothingFailed());
        },
        options));
}

// Each in its own process, since the first configuration stays.
void expectAccepted(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        const TempFolder folder;
        const std::string path = folder.write("acl.json", withFolder(text, folder.path()));
        SCOPED_TRACE(text.substr(0, 200));
        expectEndsWell(
            [] {
                EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS) << recentMessage();
                EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            },
            {.arguments = {path}});
    }
}

// `levels` levels of the brackets, one inside the other.
std::string nested(char open, char close, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) {
        text += open;
        text += open == '{' ? "\"a\": " : "";
    }
    return text + "1" + std::string(static_cast<size_t>(levels), close);
}

class AclInitConfigFile : public testing::Test {
  protected:
    // A path that aclInit() must refuse with `code`.
    static testing::AssertionResult isRefused(const std::string& path, aclError code) {
        return endedWell(inFreshProcess(
            [] {
                EXPECT_TRUE(refusedWith(std::stoi(freshArgument(1)), "aclInit", freshArgument(0),
                                        [] { return aclInit(freshArgument(0).c_str()); }));
                EXPECT_EQ(aclFinalize(), ACL_SUCCESS);  // as if aclInit() had not been called
                EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
            },
            {.arguments = {path, std::to_string(code)}}));
    }

    TempFolder folder;
};

TEST_F(AclInitConfigFile, NullAndEmptyPathsMeanTheDefaults) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclInit(""), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST_F(AclInitConfigFile, EmptyFileMeansTheDefaults) {
    expectAccepted({""});
}

TEST_F(AclInitConfigFile, ObjectWithoutKnownKeysMeansTheDefaults) {
    expectAccepted(
        {"{}", " \n{ }\t\r\n", R"({"no such key": [1, {"a": null}], "": true})", "\xEF\xBB\xBF{}"});
}

TEST_F(AclInitConfigFile, MissingFileIsRefused) {
    EXPECT_TRUE(isRefused(folder.pathOf("missing.json"), ACL_ERROR_INVALID_FILE));
    EXPECT_TRUE(isRefused(folder.pathOf("missing/acl.json"), ACL_ERROR_INVALID_FILE));
}

TEST_F(AclInitConfigFile, FolderIsRefused) {
    EXPECT_TRUE(isRefused(folder.path(), ACL_ERROR_INVALID_FILE));
}

TEST_F(AclInitConfigFile, PipeIsRefusedWithoutWaiting) {
    const std::string path = folder.pathOf("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_TRUE(isRefused(path, ACL_ERROR_INVALID_FILE));
}

TEST_F(AclInitConfigFile, DeviceIsRefused) {
    EXPECT_TRUE(isRefused("/dev/null", ACL_ERROR_INVALID_FILE));
    EXPECT_TRUE(isRefused("/dev/zero", ACL_ERROR_INVALID_FILE));
}

TEST_F(AclInitConfigFile, LinkToAFileIsFollowed) {
    const std::string file = folder.write("acl.json", "{}");
    const std::string link = folder.pathOf("link.json");
    ASSERT_EQ(::symlink(file.c_str(), link.c_str()), 0);
    expectEndsWell([] { EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS); },
                   {.arguments = {link}});
    ASSERT_EQ(::unlink(file.c_str()), 0);
    EXPECT_TRUE(isRefused(link, ACL_ERROR_INVALID_FILE));
}

TEST_F(AclInitConfigFile, UnreadableFileIsRefused) {
    const std::string path = folder.write("acl.json", "{}");
    ASSERT_EQ(::chmod(path.c_str(), 0000), 0);
    expectEndsWell(
        [] {
            const Unprivileged user;
            EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_FILE, "aclInit", freshArgument(0),
                                    [] { return aclInit(freshArgument(0).c_str()); }));
        },
        {.arguments = {path}});
}

TEST_F(AclInitConfigFile, TenMebibytesAreAccepted) {
    std::string text = "{}";
    text.resize(size_t{10} << 20, ' ');
    expectAccepted({text});
}

TEST_F(AclInitConfigFile, MoreThanTenMebibytesAreRefused) {
    std::string text = "{}";
    text.resize((size_t{10} << 20) + 1, ' ');
    EXPECT_TRUE(isRefused(folder.write("acl.json", text), ACL_ERROR_INVALID_FILE));
}

TEST_F(AclInitConfigFile, PathThatIsTooLongIsRefused) {
    EXPECT_TRUE(isRefused("/" + std::string(5000, 'x'), ACL_ERROR_INVALID_FILE));
}

TEST(AclInitConfigText, MalformedTextIsRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_PARSE_FILE, {
                                                     {" ", "configuration"},
                                                     {"{", "configuration"},
                                                     {"}", "configuration"},
                                                     {"{\"a\": 1,}", "configuration"},
                                                     {"{\"a\" 1}", "configuration"},
                                                     {"{'a': 1}", "configuration"},
                                                     {"{\"a\": 1", "configuration"},
                                                     {"{\"a\": \"", "configuration"},
                                                     {"{\"a\": \"\\", "configuration"},
                                                     {"{\"a\": \"\\x\"}", "configuration"},
                                                     {"{\"a\": tru}", "configuration"},
                                                     {"{\"a\": 01}", "configuration"},
                                                     {"{\"a\": [1, 2}}", "configuration"},
                                                     {"{/* no comments */}", "configuration"},
                                                     {"key = value", "configuration"},
                                                 }));
}

TEST(AclInitConfigText, NumbersThatNothingHoldsAreRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_PARSE_FILE, {{"{\"a\": 1e999}", "configuration"},
                                                  {"{\"a\": -1e999}", "configuration"}}));
    expectAccepted({"{\"a\": 123456789012345678901234567890}", "{\"a\": 1e-999}"});
}

TEST(AclInitConfigText, TextAfterTheObjectIsRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_PARSE_FILE, {{"{} x", "configuration"},
                                                  {"{}{}", "configuration"},
                                                  {"{}}", "configuration"},
                                                  {std::string("{}\0", 3), "configuration"}}));
}

TEST(AclInitConfigText, WhatIsNoObjectIsRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_PARSE_FILE, {{"[]", "object"},
                                                  {"1", "object"},
                                                  {"\"text\"", "object"},
                                                  {"null", "object"},
                                                  {"true", "object"}}));
}

TEST(AclInitConfigText, TextThatIsNoUtf8IsRefused) {
    EXPECT_TRUE(
        allRefused(ACL_ERROR_PARSE_FILE, {{"{\"a\": \"\xFF\"}", "configuration"},
                                          {"{\"a\": \"\xC3\"}", "configuration"},
                                          {"{\"\xED\xA0\x80\": 1}", "configuration"},
                                          {"{\"a\": \"\\ud800\"}", "configuration"},
                                          {std::string("{\"a\": \"\0\"}", 10), "configuration"}}));
    expectAccepted({"{\"\xC3\xA4\": \"\xE4\xBD\xA0\"}"});
}

TEST(AclInitConfigText, TenLevelsOfEachBracketAreAccepted) {
    expectAccepted({nested('{', '}', 10), "{\"a\": " + nested('[', ']', 10) + "}"});
    // Each kind has its own limit.
    std::string both = nested('{', '}', 10);
    both.replace(both.find('1'), 1, nested('[', ']', 10));
    expectAccepted({both});
}

TEST(AclInitConfigText, ElevenLevelsOfEitherBracketAreRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_PARSE_FILE,
                           {{nested('{', '}', 11), "10 levels"},
                            {"{\"a\": " + nested('[', ']', 11) + "}", "10 levels"},
                            {std::string(1'000'000, '{'), "10 levels"},
                            {"{\"a\": " + std::string(1'000'000, '['), "10 levels"}}));
}

TEST(AclInitConfigText, BracketsInsideStringsDoNotCount) {
    expectAccepted({"{\"a\": \"" + std::string(100, '{') + std::string(100, '[') + "\"}",
                    R"({"{{{{{{{{{{{": "\"{{{{{{{{{{{\\"})",
                    "{\"a\": [" + nested('{', '}', 9) + ", " + nested('{', '}', 9) + "]}"});
}

TEST(AclInitConfigText, OfTwoEqualKeysTheLastCounts) {
    expectAccepted({R"({"err_msg_mode": "wrong", "err_msg_mode": "1"})"});
    EXPECT_TRUE(
        allRefused(ACL_ERROR_INVALID_PARAM,
                   {{R"({"err_msg_mode": "1", "err_msg_mode": "wrong"})", "err_msg_mode"}}));
}

TEST(AclInitConfigText, FirstWrongSectionDecides) {
    const std::string messages = R"("err_msg_mode": 5)";
    const std::string dump = R"("dump": 5)";
    const std::string queue = R"("max_opqueue_num": 0)";
    const std::string stack = R"("StackSize": 5)";
    const std::string device = R"("defaultDevice": 5)";
    const std::string fifo = R"("simt_printf_fifo_size": 0)";
    const std::string graph = R"("acl_graph": 5)";
    const std::string profiler = R"("profiler": 5)";
    // Whatever the order in the file.
    const auto both = [](const std::string& a, const std::string& b) {
        return "{" + a + ", " + b + "}";
    };
    EXPECT_TRUE(allRefused(ACL_ERROR_INVALID_PARAM, {{both(dump, messages), "err_msg_mode"},
                                                     {both(messages, dump), "err_msg_mode"},
                                                     {both(stack, queue), "max_opqueue_num"},
                                                     {both(graph, profiler), "acl_graph"}}));
    EXPECT_TRUE(allRefused(ACL_ERROR_INVALID_DUMP_CONFIG,
                           {{both(queue, dump), "dump"}, {both(profiler, dump), "dump"}}));
    EXPECT_TRUE(allRefused(ACL_ERROR_FAILURE, {{both(device, stack), "StackSize"},
                                               {both(fifo, device), "defaultDevice"},
                                               {both(graph, fifo), "simt_printf_fifo_size"}}));
}

TEST(AclInitConfigText, KeysAreCaseSensitive) {
    expectAccepted({R"({"ERR_MSG_MODE": 5, "Dump": 5, "stacksize": 5})"});
}

TEST(AclInitConfigMessages, BothModesAreAccepted) {
    expectAccepted({R"({"err_msg_mode": "0"})", R"({"err_msg_mode": "1"})"});
}

TEST(AclInitConfigMessages, OtherValuesAreRefused) {
    EXPECT_TRUE(
        allRefused(ACL_ERROR_INVALID_PARAM, {{R"({"err_msg_mode": 0})", "err_msg_mode"},
                                             {R"({"err_msg_mode": 1})", "err_msg_mode"},
                                             {R"({"err_msg_mode": "2"})", "err_msg_mode"},
                                             {R"({"err_msg_mode": ""})", "err_msg_mode"},
                                             {R"({"err_msg_mode": "01"})", "err_msg_mode"},
                                             {R"({"err_msg_mode": true})", "err_msg_mode"},
                                             {R"({"err_msg_mode": null})", "err_msg_mode"},
                                             {R"({"err_msg_mode": ["0"]})", "err_msg_mode"},
                                             {R"({"err_msg_mode": {"0": 0}})", "err_msg_mode"}}));
}

TEST(AclInitConfigOpQueue, NumbersAboveZeroAreAccepted) {
    expectAccepted({R"({"max_opqueue_num": "20000"})", R"({"max_opqueue_num": 20000})",
                    R"({"max_opqueue_num": 1})", R"({"max_opqueue_num": "1"})"});
}

TEST(AclInitConfigOpQueue, OtherValuesAreRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_INVALID_PARAM,
                           {{R"({"max_opqueue_num": 0})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": "0"})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": -1})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": "-1"})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": 1.5})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": "1.5"})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": ""})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": "many"})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": " 1"})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": "99999999999999999999"})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": 99999999999999999999})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": true})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": [1]})", "max_opqueue_num"},
                            {R"({"max_opqueue_num": {}})", "max_opqueue_num"}}));
}

TEST(AclInitConfigDefaultDevice, DeviceNumbersAreAccepted) {
    expectAccepted({R"({"defaultDevice": {"default_device": "0"}})",
                    R"({"defaultDevice": {"default_device": "7"}})",
                    R"({"defaultDevice": {"default_device": "10"}})", R"({"defaultDevice": {}})"});
}

TEST(AclInitConfigDefaultDevice, OtherValuesAreRefused) {
    std::vector<BadText> cases;
    for (const char* value :
         {"0", "-1", "\"-1\"", "\"00\"", "\"07\"", "\"+1\"", "\" 1\"", "\"1 \"", "\"\"", "\"one\"",
          "\"1.0\"", "\"99999999999\"", "true", "null", "[\"0\"]", "{}"}) {
        cases.push_back({std::string(R"({"defaultDevice": {"default_device": )") + value + "}}",
                         "default_device"});
    }
    for (const char* section : {"5", "\"0\"", "[]", "null"}) {
        cases.push_back({std::string(R"({"defaultDevice": )") + section + "}", "defaultDevice"});
    }
    EXPECT_TRUE(allRefused(ACL_ERROR_FAILURE, cases));
}

TEST(AclInitConfigStackSize, SizesAreAccepted) {
    expectAccepted({R"({"StackSize": {"aicore_stack_size": 32768}})",
                    R"({"StackSize": {"aicore_stack_size": 196608}})",
                    R"({"StackSize": {"simt_stack_size": 1152}})",
                    R"({"StackSize": {"simt_divergence_stack_size": 1024}})",
                    R"({"StackSize": {"aicore_stack_size": 65536, "simt_stack_size": 2048}})",
                    R"({"StackSize": {}})"});
}

TEST(AclInitConfigStackSize, OtherValuesAreRefused) {
    std::vector<BadText> cases;
    for (const char* name :
         {"aicore_stack_size", "simt_stack_size", "simt_divergence_stack_size"}) {
        for (const char* value : {"\"32768\"", "0", "-32768", "32768.0", "1e300", "true", "null",
                                  "[32768]", "{}", "99999999999999999999", "1099511627776"}) {
            cases.push_back(
                {std::string(R"({"StackSize": {")") + name + "\": " + value + "}}", name});
        }
    }
    cases.push_back({R"({"StackSize": {"aicore_stack_size": 196609}})", "aicore_stack_size"});
    for (const char* section : {"32768", "\"32768\"", "[]", "null"}) {
        cases.push_back({std::string(R"({"StackSize": )") + section + "}", "StackSize"});
    }
    EXPECT_TRUE(allRefused(ACL_ERROR_FAILURE, cases));
}

TEST(AclInitConfigPrintf, SizesAreAccepted) {
    expectAccepted({R"({"simd_printf_fifo_size_per_core": 1048576})",
                    R"({"simt_printf_fifo_size": 2097152})",
                    R"({"simd_printf_fifo_size_per_core": 1, "simt_printf_fifo_size": 1})"});
}

TEST(AclInitConfigPrintf, OtherValuesAreRefused) {
    std::vector<BadText> cases;
    for (const char* name : {"simd_printf_fifo_size_per_core", "simt_printf_fifo_size"}) {
        for (const char* value : {"\"1048576\"", "0", "-1", "1.5", "true", "null", "[1]", "{}"}) {
            cases.push_back({std::string("{\"") + name + "\": " + value + "}", name});
        }
    }
    EXPECT_TRUE(allRefused(ACL_ERROR_FAILURE, cases));
}

TEST(AclInitConfigGraph, BothModesAreAccepted) {
    expectAccepted({R"({"acl_graph": {"event_mode": "0"}})",
                    R"({"acl_graph": {"event_mode": "1"}})", R"({"acl_graph": {}})"});
}

TEST(AclInitConfigGraph, OtherValuesAreRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_INVALID_PARAM,
                           {{R"({"acl_graph": {"event_mode": 0}})", "event_mode"},
                            {R"({"acl_graph": {"event_mode": 1}})", "event_mode"},
                            {R"({"acl_graph": {"event_mode": "2"}})", "event_mode"},
                            {R"({"acl_graph": {"event_mode": ""}})", "event_mode"},
                            {R"({"acl_graph": {"event_mode": null}})", "event_mode"},
                            {R"({"acl_graph": {"event_mode": ["0"]}})", "event_mode"},
                            {R"({"acl_graph": "0"})", "acl_graph"},
                            {R"({"acl_graph": []})", "acl_graph"}}));
}

TEST(AclInitConfigProfiler, SwitchesAndOptionsAreAccepted) {
    expectAccepted({R"({"profiler": {}})", R"({"profiler": {"switch": "off"}})",
                    R"({"profiler": {"switch": "on", "output": "/tmp", "aicpu": "on", "l2": "off",
                        "task_time": "l0", "sys_hardware_mem_freq": 50, "unknown": "text"}})"});
}

TEST(AclInitConfigProfiler, OtherValuesAreRefused) {
    EXPECT_TRUE(allRefused(ACL_ERROR_INVALID_PARAM,
                           {{R"({"profiler": {"switch": "yes"}})", "profiler.switch"},
                            {R"({"profiler": {"switch": ""}})", "profiler.switch"},
                            {R"({"profiler": {"switch": 1}})", "profiler.switch"},
                            {R"({"profiler": {"switch": true}})", "profiler.switch"},
                            {R"({"profiler": {"aicpu": "l0"}})", "profiler.aicpu"},
                            {R"({"profiler": {"output": ["/tmp"]}})", "profiler.output"},
                            {R"({"profiler": {"unknown": {}}})", "profiler.unknown"},
                            {R"({"profiler": "on"})", "profiler"},
                            {R"({"profiler": []})", "profiler"},
                            {R"({"profiler": null})", "profiler"}}));
}

}  // namespace
}  // namespace belay::test::aclInit_config_test
