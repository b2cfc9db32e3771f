#include <gtest/gtest.h>

#include "support/op_refusals.h"
#include "support/temp_folder.h"

namespace belay::test::aclGenGraphAndDumpForOp_test {
namespace {

const char* const kName = "aclGenGraphAndDumpForOp";

aclError dump(OpCall& call, const char* path, const aclGraphDumpOption* option = nullptr) {
    return aclGenGraphAndDumpForOp(call.type.c_str(), call.numInputs(), call.inputDescs.data(),
                                   call.inputs.data(), call.numOutputs(), call.outputDescs.data(),
                                   call.outputs.data(), call.attr, ACL_ENGINE_SYS, path, option);
}

TEST(aclGenGraphAndDumpForOp, FileHoldsTheNode) {
    const SetDevice device;
    const TempFolder folder;
    const Addition add({4, 5});
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrString(attr.get(), "mode", "a \"text\""), ACL_SUCCESS);
    OpCall call = add.call();
    call.attr = attr.get();
    const std::string path = folder.pathOf("graph.txt");
    EXPECT_EQ(dump(call, path.c_str()), ACL_SUCCESS) << recentMessage();
    const std::string text = contentOf(path);
    for (const char* part : {"type: \"Add\"", "dtype: DT_FLOAT", "dim: 5", "layout: \"ND\"",
                             "key: \"mode\"", "s: \"a \\\"text\\\"\"", "output_desc {"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
}

TEST(aclGenGraphAndDumpForOp, FolderGetsAFileForEachCall) {
    const SetDevice device;
    const TempFolder folder;
    const Addition add({4, 5});
    OpCall call = add.call();
    EXPECT_EQ(dump(call, folder.pathOf("new").c_str()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(dump(call, folder.pathOf("new").c_str()), ACL_SUCCESS) << recentMessage();
    const auto files = filesBelow(folder.path());
    ASSERT_EQ(files.size(), 2U);
    EXPECT_NE(files[0].find("new/ge_proto_0"), std::string::npos) << files[0];
    EXPECT_NE(files[0].find("_Add.txt"), std::string::npos) << files[0];
}

TEST(aclGenGraphAndDumpForOp, BadArgumentsAreRefused) {
    const SetDevice device;
    const TempFolder folder;
    const std::string path = folder.pathOf("graph.txt");
    const Addition add({4, 6});
    OpCall call = add.call();
    expectTensorRefusals(kName, call, [&](OpCall& bad, const char* type, int in, int out) {
        return aclGenGraphAndDumpForOp(type, in, bad.inputDescs.data(), bad.inputs.data(), out,
                                       bad.outputDescs.data(), bad.outputs.data(), nullptr,
                                       ACL_ENGINE_SYS, path.c_str(), nullptr);
    });
    expectBufferRefusals(kName, call, [&](OpCall& bad) { return dump(bad, path.c_str()); });
    EXPECT_TRUE(refused(kName, "graphDumpPath", [&] { return dump(call, nullptr); }));
    OpCall elsewhere = add.call();
    elsewhere.type = "../Add";
    EXPECT_TRUE(refused(kName, "opType", [&] { return dump(elsewhere, folder.path().c_str()); }));
    aclGraphDumpOption* option = aclCreateGraphDumpOpt();
    EXPECT_TRUE(refused(kName, "graphDumpOpt", [&] { return dump(call, path.c_str(), option); }));
    EXPECT_EQ(aclDestroyGraphDumpOpt(option), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_FAILURE, kName, "'graphDumpPath'", [&] {
        return dump(call, folder.pathOf("nowhere/graph.txt").c_str());
    }));
    EXPECT_TRUE(filesBelow(folder.path()).empty());
}

}  // namespace
}  // namespace belay::test::aclGenGraphAndDumpForOp_test
