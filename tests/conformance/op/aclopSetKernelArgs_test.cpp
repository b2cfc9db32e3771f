#include <gtest/gtest.h>

#include "support/custom_op.h"

namespace belay::test::aclopSetKernelArgs_test {
namespace {

const char* const kName = "aclopSetKernelArgs";

aclError tryBadArguments(int, const aclTensorDesc* const*, int, const aclTensorDesc* const*,
                         const aclopAttr*, aclopKernelDesc* desc) {
    const uint32_t count = 4;
    EXPECT_TRUE(refused(kName, "kernelDesc",
                        [&] { return aclopSetKernelArgs(nullptr, "k", 1, &count, 4); }));
    EXPECT_TRUE(refused(kName, "kernelId",
                        [&] { return aclopSetKernelArgs(desc, nullptr, 1, &count, 4); }));
    EXPECT_TRUE(
        refused(kName, "args", [&] { return aclopSetKernelArgs(desc, "k", 1, nullptr, 4); }));
    return 1;
}

TEST(aclopSetKernelArgs, BadArgumentsAreRefused) {
    const OwnedDesc desc = makeDesc({4});
    const aclTensorDesc* descs[] = {desc.get()};
    ASSERT_EQ(aclopRegisterCompileFunc("SetArgsBad", tryBadArguments), ACL_SUCCESS);
    EXPECT_EQ(aclopUpdateParams("SetArgsBad", 1, descs, 1, descs, nullptr), 1);
    EXPECT_EQ(aclopUnregisterCompileFunc("SetArgsBad"), ACL_SUCCESS);
}

TEST(aclopSetKernelArgs, DescriptionIsGoneAfterTheFunction) {
    static aclopKernelDesc* kept = nullptr;
    const auto keep = [](int, const aclTensorDesc* const*, int, const aclTensorDesc* const*,
                         const aclopAttr*, aclopKernelDesc* desc) {
        kept = desc;
        return 1;
    };
    const OwnedDesc desc = makeDesc({4});
    const aclTensorDesc* descs[] = {desc.get()};
    ASSERT_EQ(aclopRegisterCompileFunc("SetArgsLate", keep), ACL_SUCCESS);
    EXPECT_EQ(aclopUpdateParams("SetArgsLate", 1, descs, 1, descs, nullptr), 1);
    EXPECT_EQ(aclopUnregisterCompileFunc("SetArgsLate"), ACL_SUCCESS);
    const uint32_t count = 4;
    EXPECT_TRUE(
        refused(kName, "kernelDesc", [&] { return aclopSetKernelArgs(kept, "k", 1, &count, 4); }));
}

TEST(aclopSetKernelArgs, NoBlocksCannotBeLaunched) {
    const SetDevice device;
    ASSERT_EQ(createKernel("SetArgsNoBlocks", "sum", "add"), ACL_SUCCESS) << recentMessage();
    const auto choose = [](int, const aclTensorDesc* const*, int, const aclTensorDesc* const*,
                           const aclopAttr*, aclopKernelDesc* desc) {
        const uint32_t count = 4;
        return aclopSetKernelArgs(desc, "sum", 0, &count, sizeof count);
    };
    ASSERT_EQ(aclopRegisterCompileFunc("SetArgsNoBlocks", choose), ACL_SUCCESS);
    const Addition add({4});
    OpCall call = add.call();
    call.type = "SetArgsNoBlocks";
    ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    // Then models are tried, of which there is none.
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopExecuteV2", "0 blocks",
                            [&] { return call.execute(); }));
    aclopHandle* handle = nullptr;
    ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopExecWithHandle", "0 blocks",
                            [&] { return call.executeWith(handle); }));
    aclopDestroyHandle(handle);
    EXPECT_EQ(aclopUnregisterCompileFunc("SetArgsNoBlocks"), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclopSetKernelArgs_test
