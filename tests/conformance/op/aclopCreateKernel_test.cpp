#include <gtest/gtest.h>

#include "support/custom_op.h"
#include "support/fresh_process.h"

namespace belay::test::aclopCreateKernel_test {
namespace {

const char* const kName = "aclopCreateKernel";

TEST(aclopCreateKernel, SameIdIsRefused) {
    ASSERT_EQ(createKernel("CreateKernelTwice", "one", "add"), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(createKernel("CreateKernelTwice", "two", "add"), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(createKernel("CreateKernelOther", "one", "add"), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_KERNEL_ALREADY_REGISTERED, kName, "'kernelId'",
                            [] { return createKernel("CreateKernelTwice", "one", "copy"); }));
}

TEST(aclopCreateKernel, BinaryIsGivenBackAtTheEnd) {
    expectEndsWell([] {
        static int calls = 0;
        const auto giveBack = [](void* data, size_t bytes) {
            calls +=
                data == customKernelFile().data() && bytes == customKernelFile().size() ? 1 : 1000;
        };
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        ASSERT_EQ(createKernel("GivesBack", "one", "add", giveBack), ACL_SUCCESS);
        EXPECT_EQ(createKernel("GivesBack", "one", "add", giveBack),
                  ACL_ERROR_KERNEL_ALREADY_REGISTERED);
        EXPECT_EQ(calls, 0);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(calls, 1);
    });
}

TEST(aclopCreateKernel, WhatIsNoBinaryOrHasNoSuchKernelIsRefused) {
    char text[] = "no binary";
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "", [&] {
        return aclopCreateKernel("CreateKernelBad", "one", "add", text, sizeof text,
                                 ACL_ENGINE_VECTOR, nullptr);
    }));
    EXPECT_TRUE(refusedWith(507027, kName, "'kernelName' is \"noSuchKernel\"",
                            [] { return createKernel("CreateKernelBad", "one", "noSuchKernel"); }));
}

TEST(aclopCreateKernel, BadArgumentsAreRefused) {
    auto& file = customKernelFile();
    const auto create = [&](const char* type, const char* id, const char* name, void* data,
                            int size, int engine) {
        return aclopCreateKernel(type, id, name, data, size, enumOf<aclopEngineType>(engine),
                                 nullptr);
    };
    const int size = static_cast<int>(file.size());
    EXPECT_TRUE(refused(kName, "opType",
                        [&] { return create(nullptr, "i", "add", file.data(), size, 2); }));
    EXPECT_TRUE(refused(kName, "kernelId",
                        [&] { return create("T", nullptr, "add", file.data(), size, 2); }));
    EXPECT_TRUE(refused(kName, "kernelName",
                        [&] { return create("T", "i", nullptr, file.data(), size, 2); }));
    EXPECT_TRUE(
        refused(kName, "binData", [&] { return create("T", "i", "add", nullptr, size, 2); }));
    for (const int bad : {0, -1}) {
        EXPECT_TRUE(refused(kName, "binSize",
                            [&] { return create("T", "i", "add", file.data(), bad, 2); }));
    }
    for (const int bad : {0, 3, -1}) {
        EXPECT_TRUE(refused(kName, "enginetype",
                            [&] { return create("T", "i", "add", file.data(), size, bad); }));
    }
}

// Its handles may be there longer than the application's memory with the kernels.
TEST(aclopCreateKernel, HandlesFromBeforeTheEndAreOfNoUseAfterIt) {
    expectEndsWell([] {
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclopHandle* used = nullptr;
        aclopHandle* unused = nullptr;
        {
            const CustomAddition custom("EndsBeforeItsHandle");
            const Addition add({4});
            OpCall call = custom.call(add);
            ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(call.makeHandle(&used), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(call.makeHandle(&unused), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(call.executeWith(used), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
        customKernelFile().assign(customKernelFile().size(), '\0');
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const SetDevice device;
        const Addition again({4});
        OpCall call = again.call();
        for (aclopHandle* handle : {used, unused}) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_KERNEL_NOT_FOUND, "aclopExecWithHandle",
                                    "aclFinalize has unloaded",
                                    [&] { return call.executeWith(handle); }));
            aclopDestroyHandle(handle);
        }
    });
}

TEST(aclopCreateKernel, ABinaryThatIsKeptByAHandleIsGivenBackAtTheEndAllTheSame) {
    expectEndsWell([] {
        static int calls = 0;
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        ASSERT_EQ(createKernel("GivenBackUsed", "sum", "add", [](void*, size_t) { ++calls; }),
                  ACL_SUCCESS);
        ASSERT_EQ(aclopRegisterCompileFunc("GivenBackUsed", chooseSum), ACL_SUCCESS);
        aclopHandle* handle = nullptr;
        {
            const Addition add({4});
            OpCall call = add.call();
            call.type = "GivenBackUsed";
            ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
        }
        ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(calls, 1);
        aclopDestroyHandle(handle);
        EXPECT_EQ(calls, 1);
    });
}

}  // namespace
}  // namespace belay::test::aclopCreateKernel_test
