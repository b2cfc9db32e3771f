#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_models.h"
#include "support/op_refusals.h"
#include "support/temp_folder.h"

namespace belay::test::aclopSetMaxOpQueueNum_test {
namespace {

aclError executed(int64_t size) {
    const Addition add({size});
    const aclError result = add.call().execute();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    return result;
}

void expectBoundOfTwo() {
    const auto loaded = addModel({100});
    ASSERT_EQ(aclopLoad(loaded.data(), loaded.size()), ACL_SUCCESS);
    ASSERT_EQ(Addition({1}).call().compile(), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(Addition({2}).call().compile(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(executed(1), ACL_ERROR_OP_NOT_FOUND) << "the oldest compiled one is gone";
    EXPECT_EQ(executed(2), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(executed(100), ACL_SUCCESS) << recentMessage();
}

TEST(aclopSetMaxOpQueueNum, OldestCompiledOperatorMakesRoom) {
    expectEndsWell([] {
        const SetDevice device;
        EXPECT_EQ(aclopSetMaxOpQueueNum(2), ACL_SUCCESS) << recentMessage();
        expectBoundOfTwo();
    });
}

TEST(aclopSetMaxOpQueueNum, ConfigurationFileSaysItToo) {
    expectEndsWell([] {
        const TempFolder folder;
        ASSERT_EQ(aclInit(folder.write("acl.json", R"({"max_opqueue_num": "2"})").c_str()),
                  ACL_SUCCESS);
        const SetDevice device;
        expectBoundOfTwo();
    });
}

TEST(aclopSetMaxOpQueueNum, HandleKeepsItsModel) {
    expectEndsWell([] {
        const SetDevice device;
        EXPECT_EQ(aclopSetMaxOpQueueNum(1), ACL_SUCCESS);
        const Addition add({1});
        ASSERT_EQ(add.call().compile(), ACL_SUCCESS);
        aclopHandle* handle = nullptr;
        ASSERT_EQ(add.call().makeHandle(&handle), ACL_SUCCESS);
        ASSERT_EQ(Addition({2}).call().compile(), ACL_SUCCESS);
        EXPECT_EQ(executed(1), ACL_ERROR_OP_NOT_FOUND);
        EXPECT_EQ(add.call().executeWith(handle), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
        aclopDestroyHandle(handle);
    });
}

TEST(aclopSetMaxOpQueueNum, ZeroIsRefused) {
    EXPECT_TRUE(
        refused("aclopSetMaxOpQueueNum", "maxOpNum", [] { return aclopSetMaxOpQueueNum(0); }));
}

}  // namespace
}  // namespace belay::test::aclopSetMaxOpQueueNum_test
