// The section "dump" of the configuration file of aclInit().
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/temp_folder.h"
#include "support/unprivileged.h"

namespace belay::test::aclInit_dump_test {
namespace {

struct BadDump {
    std::string fields;   // of the section, without its braces
    std::string subject;  // what the message has to name
};

class AclInitDump : public testing::Test {
  protected:
    // "@" stands for a folder that exists.
    std::string fileWith(const std::string& name, std::string fields) const {
        for (size_t at = fields.find('@'); at != std::string::npos; at = fields.find('@')) {
            fields.replace(at, 1, folder.path());
        }
        return folder.write(name, "{\"dump\": {" + fields + "}}");
    }

    testing::AssertionResult isAccepted(const std::string& fields) const {
        const std::string path = fileWith("acl.json", fields);
        return endedWell(inFreshProcess(
                   [] {
                       EXPECT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS) << recentMessage();
                       EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
                   },
                   {.arguments = {path}}))
               << fields;
    }

    testing::AssertionResult areRefused(const std::vector<BadDump>& cases) const {
        FreshOptions options;
        for (size_t i = 0; i < cases.size(); ++i) {
            options.arguments.push_back(fileWith(std::to_string(i), cases[i].fields));
            options.arguments.push_back(cases[i].subject);
        }
        options.arguments.push_back("");
        return endedWell(inFreshProcess(
            [] {
                for (size_t i = 0; !freshArgument(i).empty(); i += 2) {
                    const std::string& path = freshArgument(i);
                    SCOPED_TRACE(contentOf(path).substr(0, 200));
                    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_DUMP_CONFIG, "aclInit",
                                            freshArgument(i + 1),
                                            [&] { return aclInit(path.c_str()); }));
                }
                EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            },
            options));
    }

    // Every value of a field that takes words, beside a complete section; and others.
    void expectWords(const std::string& name, const std::vector<std::string>& words,
                     const std::string& rest) const {
        const std::string field = rest + "\"" + name + "\": ";
        for (const std::string& word : words) {
            EXPECT_TRUE(isAccepted(std::string(field).append("\"").append(word).append("\"")));
        }
        std::vector<BadDump> cases;
        for (const char* value :
             {"\"\"", "\"no such word\"", "1", "true", "null", "[\"all\"]", "{}"}) {
            cases.push_back({std::string(field).append(value), name});
        }
        EXPECT_TRUE(areRefused(cases));
    }

    TempFolder folder;
};

// A complete request to dump one model.
const std::string kModel = R"("dump_path": "@", "dump_list": [{"model_name": "m"}], )";

TEST_F(AclInitDump, EmptySectionAsksForNothing) {
    EXPECT_TRUE(isAccepted(""));
    EXPECT_TRUE(isAccepted(R"("unknown": 5)"));
}

TEST_F(AclInitDump, SectionMustBeAnObject) {
    for (const char* section : {"5", "\"on\"", "[]", "null"}) {
        const std::string path =
            folder.write("acl.json", std::string("{\"dump\": ") + section + "}");
        expectEndsWell(
            [] {
                EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_DUMP_CONFIG, "aclInit", "\"dump\"",
                                        [] { return aclInit(freshArgument(0).c_str()); }));
            },
            {.arguments = {path}});
    }
}

TEST_F(AclInitDump, ModeIsInputOutputOrAll) {
    expectWords("dump_mode", {"input", "output", "all"}, kModel);
}

TEST_F(AclInitDump, DataIsTensorOrStats) {
    expectWords("dump_data", {"tensor", "stats"}, kModel);
}

TEST_F(AclInitDump, LevelIsOpKernelOrAll) {
    expectWords("dump_level", {"op", "kernel", "all"}, kModel);
}

TEST_F(AclInitDump, OpSwitchIsOnOrOff) {
    expectWords("dump_op_switch", {"on", "off"}, R"("dump_path": "@", )");
}

TEST_F(AclInitDump, DebugIsOnOrOff) {
    expectWords("dump_debug", {"on", "off"}, R"("dump_path": "@", )");
}

TEST_F(AclInitDump, SceneIsOneOfFiveWords) {
    expectWords(
        "dump_scene",
        {"lite_exception", "aic_err_brief_dump", "aic_err_norm_dump", "aic_err_detail_dump"}, "");
    EXPECT_TRUE(isAccepted(
        R"("dump_scene": "watcher", "dump_path": "@", "dump_list": [{"watcher_nodes": ["a"]}])"));
}

TEST_F(AclInitDump, StatsNeedStatsData) {
    EXPECT_TRUE(isAccepted(kModel + R"("dump_data": "stats", "dump_stats":
        ["Max", "Min", "Avg", "Nan", "Negative Inf", "Positive Inf", "L2norm"])"));
    EXPECT_TRUE(
        areRefused({{kModel + R"("dump_stats": ["Max"])", "dump_stats"},
                    {kModel + R"("dump_data": "tensor", "dump_stats": ["Max"])", "dump_stats"}}));
}

TEST_F(AclInitDump, UnknownStatsAreRefused) {
    const std::string stats = kModel + R"("dump_data": "stats", "dump_stats": )";
    EXPECT_TRUE(areRefused({{stats + R"(["Median"])", "Median"},
                            {stats + R"(["Max", "max"])", "max"},
                            {stats + R"(["Max", 5])", "dump_stats"},
                            {stats + R"("Max")", "dump_stats"},
                            {stats + "5", "dump_stats"}}));
}

TEST_F(AclInitDump, StepsAreNumbersAndRanges) {
    for (const char* steps : {"", "0", "0|3-5", "1|2|3", "10-20|30-40"}) {
        EXPECT_TRUE(isAccepted(kModel + "\"dump_step\": \"" + steps + "\""));
    }
    std::vector<BadDump> cases;
    for (const char* value : {"\"a\"", "\"1|\"", "\"|1\"", "\"1-\"", "\"-1\"", "\"1,2\"",
                              "\"1-2-3\"", "\"1 | 2\"", "5", "[0]", "null"}) {
        cases.push_back({kModel + "\"dump_step\": " + value, "dump_step"});
    }
    EXPECT_TRUE(areRefused(cases));
}

TEST_F(AclInitDump, KernelDataIsAListOfKinds) {
    for (const char* kinds :
         {"all", "printf", "tensor", "assert", "timestamp", "printf,assert", "all,all"}) {
        EXPECT_TRUE(
            isAccepted(std::string(R"("dump_path": "@", "dump_kernel_data": ")") + kinds + "\""));
    }
    std::vector<BadDump> cases;
    for (const char* value : {"\"\"", "\"printf,\"", "\"print\"", "\"printf;assert\"",
                              "\"printf, assert\"", "5", "[\"all\"]"}) {
        cases.push_back(
            {std::string(R"("dump_path": "@", "dump_kernel_data": )") + value, "dump_kernel_data"});
    }
    EXPECT_TRUE(areRefused(cases));
}

TEST_F(AclInitDump, ListNamesModelsAndOperators) {
    const std::string path = R"("dump_path": "@", "dump_list": )";
    EXPECT_TRUE(isAccepted(path + R"([{"model_name": "m"}])"));
    EXPECT_TRUE(
        isAccepted(path + R"([{"model_name": "m", "layer": ["a", "b"]}, {"model_name": "n"}])"));
    EXPECT_TRUE(isAccepted(path + R"([{"model_name": "m", "optype_blacklist": ["Add"],
        "opname_blacklist": [{"name": "a", "pos": ["input0", "output1"]}],
        "opname_range": [{"begin": "a", "end": "b"}]}])"));
    EXPECT_TRUE(isAccepted(path + "[]"));
}

TEST_F(AclInitDump, ListOfAnotherFormIsRefused) {
    const std::string path = R"("dump_path": "@", "dump_list": )";
    EXPECT_TRUE(areRefused({
        {path + "5", "dump_list"},
        {path + "{}", "dump_list"},
        {path + R"(["m"])", "dump_list"},
        {path + "[{}]", "model_name"},
        {path + R"([{"model_name": ""}])", "model_name"},
        {path + R"([{"model_name": 5}])", "model_name"},
        {path + R"([{"model_name": "m"}, {"layer": ["a"]}])", "model_name"},
        {path + R"([{"model_name": "m", "layer": []}])", "layer"},
        {path + R"([{"model_name": "m", "layer": "a"}])", "layer"},
        {path + R"([{"model_name": "m", "layer": [5]}])", "layer"},
        {path + R"([{"model_name": "m", "watcher_nodes": 5}])", "watcher_nodes"},
        {path + R"([{"model_name": "m", "optype_blacklist": "Add"}])", "optype_blacklist"},
        {path + R"([{"model_name": "m", "opname_blacklist": ["a"]}])", "opname_blacklist"},
        {path + R"([{"model_name": "m", "opname_blacklist": [{"name": 5}]}])", "name"},
        {path + R"([{"model_name": "m", "opname_blacklist": [{"pos": "input0"}]}])", "pos"},
        {path + R"([{"model_name": "m", "opname_range": {}}])", "opname_range"},
        {path + R"([{"model_name": "m", "opname_range": [{"begin": 5}]}])", "begin"},
        {path + R"([{"model_name": "m", "opname_range": [{"end": []}]}])", "end"},
    }));
}

TEST_F(AclInitDump, DumpOfSingleOperatorsNeedsNoModelNames) {
    EXPECT_TRUE(isAccepted(
        R"("dump_path": "@", "dump_op_switch": "on", "dump_list": [{"layer": []}, {}])"));
}

TEST_F(AclInitDump, DataDumpsNeedAFolder) {
    EXPECT_TRUE(areRefused({
        {R"("dump_list": [{"model_name": "m"}])", "dump_path"},
        {R"("dump_list": [])", "dump_path"},
        {R"("dump_op_switch": "on")", "dump_path"},
        {R"("dump_debug": "on")", "dump_path"},
        {R"("dump_kernel_data": "all")", "dump_path"},
        {R"("dump_scene": "watcher", "dump_list": [{"watcher_nodes": ["a"]}])", "dump_path"},
        {R"("dump_path": "", "dump_debug": "on")", "dump_path"},
        {R"("dump_path": "@/missing", "dump_debug": "on")", "dump_path"},
        {R"("dump_path": "@\u0000", "dump_debug": "on")", "dump_path"},
        {R"("dump_path": 5)", "dump_path"},
        {R"("dump_path": ["@"])", "dump_path"},
    }));
}

TEST_F(AclInitDump, FolderMayBeOmittedWithoutDataDump) {
    EXPECT_TRUE(isAccepted(R"("dump_mode": "all")"));
    EXPECT_TRUE(isAccepted(R"("dump_scene": "lite_exception")"));
    EXPECT_TRUE(isAccepted(R"("dump_path": "@", "dump_scene": "aic_err_norm_dump")"));
}

TEST_F(AclInitDump, FileInPlaceOfTheFolderIsRefused) {
    folder.write("file", "text");
    EXPECT_TRUE(areRefused({{R"("dump_path": "@/file", "dump_debug": "on")", "dump_path"}}));
}

TEST_F(AclInitDump, FolderWithoutAccessIsRefused) {
    const std::string file = fileWith("acl.json", R"("dump_path": "@/closed", "dump_debug": "on")");
    ASSERT_EQ(::mkdir(folder.pathOf("closed").c_str(), 0755), 0);
    expectEndsWell(
        [] {
            const Unprivileged user;
            EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_DUMP_CONFIG, "aclInit", "dump_path",
                                    [] { return aclInit(freshArgument(0).c_str()); }));
        },
        {.arguments = {file}});
}

TEST_F(AclInitDump, FolderOnAnotherHostIsNotLookedAt) {
    EXPECT_TRUE(isAccepted(R"("dump_path": "127.0.0.1:/no/such/folder", "dump_debug": "on")"));
    EXPECT_TRUE(areRefused(
        {{R"("dump_path": "127.0.0.1:", "dump_debug": "on")", "dump_path"},
         {R"("dump_path": "localhost:/no/such/folder", "dump_debug": "on")", "dump_path"}}));
}

TEST_F(AclInitDump, PathHasAtMost512Characters) {
    std::string path = folder.path();
    while (path.size() < 512) {
        path += "/" + std::string(std::min(size_t{100}, 512 - path.size() - 1), 'd');
        if (path.size() == 511) {
            path.pop_back();  // room for a separator and one character
        }
        ASSERT_EQ(::mkdir(path.c_str(), 0755), 0) << path;
    }
    ASSERT_EQ(path.size(), 512U);
    EXPECT_TRUE(isAccepted("\"dump_path\": \"" + path + "\", \"dump_debug\": \"on\""));
    EXPECT_TRUE(
        areRefused({{"\"dump_path\": \"" + path + "/\", \"dump_debug\": \"on\"", "dump_path"}}));
}

TEST_F(AclInitDump, ContradictionsAreRefused) {
    const std::string path = R"("dump_path": "@", )";
    EXPECT_TRUE(areRefused({
        {path + R"("dump_debug": "on", "dump_op_switch": "on")", "dump_debug"},
        {path + R"("dump_scene": "lite_exception", "dump_debug": "on")", "dump_debug"},
        {path + R"("dump_scene": "aic_err_brief_dump", "dump_op_switch": "on")", "dump_op_switch"},
        {path + R"("dump_scene": "aic_err_norm_dump", "dump_debug": "on")", "dump_scene"},
        {path + R"("dump_scene": "aic_err_detail_dump", "dump_op_switch": "on")", "dump_scene"},
        {path + R"("dump_scene": "watcher", "dump_debug": "on")", "dump_scene"},
        {path + R"("dump_scene": "watcher", "dump_op_switch": "on")", "dump_scene"},
    }));
    EXPECT_TRUE(isAccepted(
        path + R"("dump_scene": "lite_exception", "dump_debug": "off", "dump_op_switch": "off")"));
}

TEST_F(AclInitDump, WatcherNeedsOutputModeAndNodes) {
    const std::string watcher = R"("dump_path": "@", "dump_scene": "watcher", )";
    const std::string list = R"("dump_list": [{"watcher_nodes": ["a"]}])";
    EXPECT_TRUE(isAccepted(watcher + R"("dump_mode": "output", )" + list));
    EXPECT_TRUE(areRefused({
        {watcher + R"("dump_mode": "input", )" + list, "dump_mode"},
        {watcher + R"("dump_mode": "all", )" + list, "dump_mode"},
        {watcher + R"("dump_mode": "output")", "dump_list"},
        {watcher + R"("dump_list": [{"layer": ["a"]}])", "watcher_nodes"},
        {watcher + R"("dump_list": [{"watcher_nodes": []}])", "watcher_nodes"},
        {watcher + R"("dump_list": [{"watcher_nodes": ["a"], "model_name": "m"}])", "model_name"},
    }));
}

TEST_F(AclInitDump, WatcherWithAnEmptyListIsRefused) {
    EXPECT_TRUE(areRefused(
        {{R"("dump_path": "@", "dump_scene": "watcher", "dump_list": [])", "watcher_nodes"}}));
}

}  // namespace
}  // namespace belay::test::aclInit_dump_test
