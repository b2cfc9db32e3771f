#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_models.h"
#include "support/op_refusals.h"
#include "support/threads.h"

namespace belay::test::aclopLoad_test {
namespace {

const char* const kName = "aclopLoad";

aclError load(const std::vector<std::byte>& model) {
    return aclopLoad(model.data(), model.size());
}

TEST(aclopLoad, ModelIsExecuted) {
    const SetDevice device;
    const Addition add({11, 7});
    EXPECT_EQ(add.call().execute(), ACL_ERROR_OP_NOT_FOUND);
    {
        // The bytes are copied.
        auto model = addModel({11, 7});
        EXPECT_EQ(load(model), ACL_SUCCESS) << recentMessage();
        std::fill(model.begin(), model.end(), std::byte{0});
    }
    EXPECT_EQ(add.call().execute(), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
    EXPECT_EQ(load(addModel({11, 7})), ACL_SUCCESS) << "an equal one";
}

TEST(aclopLoad, NeedsNeitherInitialisationNorDevice) {
    expectEndsWell([] { EXPECT_EQ(load(addModel({1, 2})), ACL_SUCCESS) << recentMessage(); });
}

TEST(aclopLoad, ModelForManyShapesIsExecuted) {
    const SetDevice device;
    ASSERT_EQ(load(addModel({-1, 17})), ACL_SUCCESS) << recentMessage();
    for (const int64_t size : {1, 4}) {
        const Addition add({size, 17});
        EXPECT_EQ(add.call().execute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
}

TEST(aclopLoad, ModelsGoWithTheRuntime) {
    expectEndsWell([] {
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        ASSERT_EQ(load(addModel({5, 2})), ACL_SUCCESS);
        ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const SetDevice device;
        const Addition add({5, 2});
        EXPECT_EQ(add.call().execute(), ACL_ERROR_OP_NOT_FOUND);
    });
}

TEST(aclopLoad, OperatorThatIsNotKnownIsLoadedButNotExecuted) {
    const SetDevice device;
    ASSERT_EQ(load(addModel({3, 19}, "NoSuchOperator")), ACL_SUCCESS) << recentMessage();
    const Addition add({3, 19});
    OpCall call = add.call();
    call.type = "NoSuchOperator";
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, "aclopExecuteV2", "'NoSuchOperator'",
                            [&] { return call.execute(); }));
}

TEST(aclopLoad, WrongSizeIsRefused) {
    auto model = addModel({3, 21});
    model.push_back(std::byte{0});
    EXPECT_TRUE(refusedWith(ACL_ERROR_PARSE_MODEL, kName, "", [&] { return load(model); }));
    model.resize(256);
    EXPECT_TRUE(refusedWith(ACL_ERROR_PARSE_MODEL, kName, "", [&] { return load(model); }));
}

TEST(aclopLoad, ModelThatIsNoOperatorIsRefused) {
    const auto model = OmBuilder().add(0, ProtoWriter().text(1, "a graph").bytes()).build();
    EXPECT_TRUE(refusedWith(ACL_ERROR_MODEL_MISSING_ATTR, kName, "ATTR_MODEL_OP_TYPE",
                            [&] { return load(model); }));
}

TEST(aclopLoad, ModelForAnotherChipIsRefused) {
    const SetDevice device;
    const auto model = addModel({3, 22}, "Add", "Ascend310");
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_DESERIALIZE_MODEL, kName, "Ascend310", [&] { return load(model); }));
    EXPECT_EQ(load(addModel({3, 22}, "Add", aclrtGetSocName())), ACL_SUCCESS) << recentMessage();
}

TEST(aclopLoad, BadArgumentsAreRefused) {
    const auto model = addModel({3, 23});
    EXPECT_TRUE(refused(kName, "model", [&] { return aclopLoad(nullptr, model.size()); }));
    EXPECT_TRUE(refused(kName, "modelSize", [&] { return aclopLoad(model.data(), 0); }));
}

TEST(aclopLoad, ThreadsLoadWhileOthersExecute) {
    const SetDevice device;
    aclrtContext context = currentContext();
    ASSERT_EQ(load(addModel({12, 1})), ACL_SUCCESS);
    onThreads(4, [&](size_t index) {
        if (index < 2) {
            for (int64_t i = 0; i < 300; ++i) {
                EXPECT_EQ(load(addModel({13, static_cast<int64_t>(index), i})), ACL_SUCCESS);
            }
            return;
        }
        const ContextScope scope(context);
        const OwnedStream stream;
        const Addition add({12, 1});
        for (int i = 0; i < 300; ++i) {
            EXPECT_EQ(add.call().execute(stream.get()), ACL_SUCCESS) << recentMessage();
        }
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    });
}

}  // namespace
}  // namespace belay::test::aclopLoad_test
