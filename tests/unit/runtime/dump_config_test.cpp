#include "runtime/dump_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace belay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The dump_path of every case that needs one; a folder that is there and can be written to.
std::string withPath(std::string_view fields) {
    return "{\"dump_path\": \"" + testing::TempDir() + "\"" + (fields.empty() ? "" : ", ") +
           std::string(fields) + "}";
}

Result<DumpConfig> parse(const std::string& text) {
    return DumpConfig::parse(nlohmann::json::parse(text));
}

DumpConfig parsed(const std::string& text) {
    auto result = parse(text);
    EXPECT_TRUE(result.isOk()) << text << ": " << result.status().message();
    return result.isOk() ? result.value() : DumpConfig();
}

void expectRefused(const std::string& text, const char* names) {
    const auto result = parse(text);
    EXPECT_EQ(result.status().code(), Code::kInvalidDumpConfig) << text;
    EXPECT_THAT(std::string(result.status().message()), HasSubstr(names)) << text;
}

TEST(DumpConfig, AnEmptySectionDumpsNothing) {
    const DumpConfig config = parsed("{}");
    EXPECT_FALSE(config.needsPath());
    EXPECT_EQ(config.mode, "output");
    EXPECT_EQ(config.data, "tensor");
    EXPECT_EQ(config.level, "all");
}

TEST(DumpConfig, ModelDumpsAreRead) {
    const DumpConfig config = parsed(withPath(R"("dump_mode": "all", "dump_step": "0|3-5",
        "dump_list": [{"model_name": "resnet", "layer": ["conv1", "pool1"],
                       "optype_blacklist": ["Add"],
                       "opname_blacklist": [{"name": "x", "pos": ["input0"]}],
                       "opname_range": [{"begin": "a", "end": "b"}]}])"));
    EXPECT_TRUE(config.needsPath());
    EXPECT_EQ(config.mode, "all");
    ASSERT_EQ(config.targets.size(), 1U);
    EXPECT_THAT(config.targets[0].layers, ElementsAre("conv1", "pool1"));
    EXPECT_EQ(config.targets[0].nameBlacklist[0].positions[0], "input0");
    EXPECT_EQ(config.targets[0].nameRanges[0].end, "b");
}

TEST(DumpConfig, SingleOperatorDumpsNeedNoModelName) {
    EXPECT_TRUE(parsed(withPath(R"("dump_list": [{}], "dump_op_switch": "on")")).singleOperators);
    expectRefused(withPath(R"("dump_list": [{}])"), "model_name");
    EXPECT_TRUE(parsed(withPath(R"("dump_list": [])")).hasTargets);
}

TEST(DumpConfig, FieldsOfTheWrongTypeOrValueAreRefused) {
    expectRefused(R"({"dump_mode": 1})", "dump_mode");
    expectRefused(R"({"dump_mode": "inputs"})", "input, output, all");
    expectRefused(R"({"dump_op_switch": true})", "dump_op_switch");
    expectRefused(R"({"dump_debug": "yes"})", "on, off");
    expectRefused(R"({"dump_data": "numbers"})", "tensor, stats");
    expectRefused(R"({"dump_level": "layer"})", "op, kernel, all");
    expectRefused(R"({"dump_scene": "nowhere"})", "watcher");
    expectRefused(R"({"dump_step": "a-b"})", "dump_step");
    for (const char* steps : {"1|", "|1", "1-", "-1", "1--2", "1|2-", "1,2", "1-2-3"}) {
        expectRefused(std::string(R"({"dump_step": ")") + steps + "\"}", "dump_step");
    }
    expectRefused(R"({"dump_stats": ["Max"]})", "dump_data");
    expectRefused(R"({"dump_data": "stats", "dump_stats": ["Median"]})", "Median");
    expectRefused(R"({"dump_data": "stats", "dump_stats": [1]})", "dump_stats");
    expectRefused(withPath(R"("dump_kernel_data": "printf,trace")"), "dump_kernel_data");
    expectRefused(withPath(R"("dump_kernel_data": "")"), "dump_kernel_data");
    expectRefused(withPath(R"("dump_list": {})"), "dump_list");
    expectRefused(withPath(R"("dump_list": ["resnet"])"), "dump_list");
    expectRefused(withPath(R"("dump_list": [{"model_name": 1}])"), "dump_list[0].");
    expectRefused(withPath(R"("dump_list": [{"model_name": "a", "layer": []}])"), "layer");
}

TEST(DumpConfig, DataDumpsNeedAFolderThatCanBeUsed) {
    expectRefused(R"({"dump_list": []})", "missing");
    expectRefused(R"({"dump_path": "", "dump_debug": "on"})", "empty");
    expectRefused(R"({"dump_path": "/no/such/folder", "dump_debug": "on"})", "/no/such/folder");
    expectRefused(R"({"dump_path": "/dev/null", "dump_debug": "on"})", "/dev/null");
    expectRefused(R"({"dump_path": ")" + std::string(513, 'a') + R"("})", "513");
    expectRefused(R"({"dump_path": 1})", "dump_path");
    EXPECT_EQ(parsed(R"({"dump_path": "10.0.0.1:/far/away", "dump_debug": "on"})").path,
              "10.0.0.1:/far/away");
    for (const char* notRemote :
         {"10.0.0:/a", "10.0.0.1:", "1000.0.0.1:/a", "10.0.0.1/a", "a.0.0.1:/a"}) {
        expectRefused(std::string(R"({"dump_path": ")") + notRemote + R"(", "dump_debug": "on"})",
                      notRemote);
    }
}

TEST(DumpConfig, AnExceptionSceneNeedsNoFolder) {
    for (const char* scene :
         {"lite_exception", "aic_err_brief_dump", "aic_err_norm_dump", "aic_err_detail_dump"}) {
        const DumpConfig config = parsed(std::string(R"({"dump_scene": ")") + scene + "\"}");
        EXPECT_EQ(config.scene, DumpConfig::Scene::kException);
        EXPECT_EQ(config.sceneName, scene);
    }
}

TEST(DumpConfig, ConflictsAreRefused) {
    expectRefused(withPath(R"("dump_debug": "on", "dump_op_switch": "on")"), "dump_debug");
    expectRefused(withPath(R"("dump_scene": "lite_exception", "dump_debug": "on")"), "dump_scene");
    expectRefused(withPath(R"("dump_scene": "aic_err_norm_dump", "dump_op_switch": "on")"),
                  "dump_scene");
    expectRefused(withPath(R"("dump_scene": "watcher", "dump_debug": "on")"), "dump_scene");
}

TEST(DumpConfig, TheWatcherNeedsItsNodesAndNoModel) {
    const std::string list = R"("dump_list": [{"layer": ["A"], "watcher_nodes": ["C"]}])";
    EXPECT_EQ(parsed(withPath("\"dump_scene\": \"watcher\", " + list)).scene,
              DumpConfig::Scene::kWatcher);
    expectRefused(withPath("\"dump_scene\": \"watcher\", \"dump_mode\": \"all\", " + list),
                  "dump_mode");
    expectRefused(withPath(R"("dump_scene": "watcher")"), "watcher_nodes");
    expectRefused(withPath(R"("dump_scene": "watcher", "dump_list": [{"layer": ["A"]}])"),
                  "watcher_nodes");
    expectRefused(
        withPath(
            R"("dump_scene": "watcher", "dump_list": [{"model_name": "m", "watcher_nodes": ["C"]}])"),
        "model_name");
    expectRefused("{\"dump_scene\": \"watcher\", " + list + "}", "dump_path");
}

TEST(DumpConfig, KernelDataIsAList) {
    EXPECT_THAT(parsed(withPath(R"("dump_kernel_data": "printf,assert")")).kernelData,
                ElementsAre("printf", "assert"));
}

}  // namespace
}  // namespace belay
