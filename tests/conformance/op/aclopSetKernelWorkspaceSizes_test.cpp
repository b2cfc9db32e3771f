#include <gtest/gtest.h>

#include <array>

#include "support/custom_op.h"

namespace belay::test::aclopSetKernelWorkspaceSizes_test {
namespace {

const char* const kName = "aclopSetKernelWorkspaceSizes";

// A kernel that copies 4 bytes from the last of its workspaces to its output.
template <int Count>
aclError chooseCopy(int, const aclTensorDesc* const*, int, const aclTensorDesc* const*,
                    const aclopAttr*, aclopKernelDesc* desc) {
    std::array<size_t, 20> sizes{};
    sizes.fill(1000);
    const uint32_t bytes = 4;
    const aclError result = aclopSetKernelWorkspaceSizes(desc, Count, sizes.data());
    return result != ACL_SUCCESS ? result
                                 : aclopSetKernelArgs(desc, "copy", 1, &bytes, sizeof bytes);
}

TEST(aclopSetKernelWorkspaceSizes, KernelGetsItsWorkspace) {
    const SetDevice device;
    ASSERT_EQ(createKernel("Workspaces", "copy", "copy"), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclopRegisterCompileFunc("Workspaces", chooseCopy<1>), ACL_SUCCESS);
    const DeviceTensor out(ACL_FLOAT, {1});
    OpCall call("Workspaces", {}, {&out});
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    for (int i = 0; i < 2; ++i) {
        const OwnedStream stream;
        EXPECT_EQ(call.execute(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    }
    EXPECT_TRUE(out.isIntactBehind());
    EXPECT_EQ(aclopUnregisterCompileFunc("Workspaces"), ACL_SUCCESS);
}

TEST(aclopSetKernelWorkspaceSizes, MemoryGoesWithTheStream) {
    const SetDevice device;
    ASSERT_EQ(createKernel("WorkspacesGo", "copy", "copy"), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclopRegisterCompileFunc("WorkspacesGo", chooseCopy<1>), ACL_SUCCESS);
    const DeviceTensor out(ACL_FLOAT, {1});
    OpCall call("WorkspacesGo", {}, {&out});
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    const auto freeBytes = [] {
        size_t free = 0;
        size_t total = 0;
        EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS) << recentMessage();
        return free;
    };
    const auto executeOnce = [&] {
        const OwnedStream stream;
        EXPECT_EQ(call.execute(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    };
    executeOnce();
    const size_t before = freeBytes();
    for (int i = 0; i < 20; ++i) {
        executeOnce();
    }
    EXPECT_EQ(freeBytes(), before);
    EXPECT_EQ(aclopUnregisterCompileFunc("WorkspacesGo"), ACL_SUCCESS);
}

TEST(aclopSetKernelWorkspaceSizes, MoreThanSixteenAreRefusedByTheLaunch) {
    const SetDevice device;
    ASSERT_EQ(createKernel("WorkspacesMany", "copy", "copy"), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclopRegisterCompileFunc("WorkspacesMany", chooseCopy<17>), ACL_SUCCESS);
    const DeviceTensor out(ACL_FLOAT, {1});
    OpCall call("WorkspacesMany", {}, {&out});
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    aclopHandle* handle = nullptr;
    ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopExecWithHandle", "17 workspaces",
                            [&] { return call.executeWith(handle); }));
    aclopDestroyHandle(handle);
    // There is no model either, but that is not why.
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopExecuteV2", "17 workspaces",
                            [&] { return call.execute(); }));
    EXPECT_EQ(aclopUnregisterCompileFunc("WorkspacesMany"), ACL_SUCCESS);
}

aclError tryBadArguments(int, const aclTensorDesc* const*, int, const aclTensorDesc* const*,
                         const aclopAttr*, aclopKernelDesc* desc) {
    size_t size = 32;
    EXPECT_TRUE(refused(kName, "kernelDesc",
                        [&] { return aclopSetKernelWorkspaceSizes(nullptr, 1, &size); }));
    EXPECT_TRUE(refused(kName, "numWorkspaces",
                        [&] { return aclopSetKernelWorkspaceSizes(desc, -1, &size); }));
    EXPECT_TRUE(refused(kName, "workspaceSizes",
                        [&] { return aclopSetKernelWorkspaceSizes(desc, 1, nullptr); }));
    EXPECT_EQ(aclopSetKernelWorkspaceSizes(desc, 0, nullptr), ACL_SUCCESS) << recentMessage();
    return 1;
}

TEST(aclopSetKernelWorkspaceSizes, BadArgumentsAreRefused) {
    const OwnedDesc desc = makeDesc({4});
    const aclTensorDesc* descs[] = {desc.get()};
    ASSERT_EQ(aclopRegisterCompileFunc("WorkspacesBad", tryBadArguments), ACL_SUCCESS);
    EXPECT_EQ(aclopUpdateParams("WorkspacesBad", 1, descs, 1, descs, nullptr), 1);
    EXPECT_EQ(aclopUnregisterCompileFunc("WorkspacesBad"), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclopSetKernelWorkspaceSizes_test
