// Threads that execute operators while the models of the process change under them.
#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_models.h"
#include "support/op_refusals.h"
#include "support/threads.h"

namespace belay::test::op_threads_test {
namespace {

constexpr size_t kByMatch = 4;
constexpr size_t kByHandle = 4;
constexpr size_t kLoaders = 2;
constexpr int kRounds = 60;
constexpr int64_t kBaseRows = 40;

// Executes a sum again and again on a stream of its own, and looks at each result.
template <typename Execute>
void executeOften(Execute execute, int64_t rows) {
    const OwnedStream stream;
    for (int round = 0; round < kRounds; ++round) {
        const Addition add({rows, 3});
        OpCall call = add.call();
        EXPECT_EQ(execute(call, stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
}

void executeByMatch(int64_t rows) {
    executeOften([](OpCall& call, aclrtStream stream) { return call.execute(stream); }, rows);
}

// All threads have the same handle.
void executeByHandle(aclopHandle* handle, int64_t rows) {
    executeOften([&](OpCall& call, aclrtStream stream) { return call.executeWith(handle, stream); },
                 rows);
}

// Models for one shape and for many, from files and from the compiler.
void loadOften(int64_t index) {
    for (int64_t i = 0; i < kRounds; ++i) {
        const auto fixed = addModel({2, index, i + 1});
        EXPECT_EQ(aclopLoad(fixed.data(), fixed.size()), ACL_SUCCESS) << recentMessage();
        const auto open = addModel({-1, index, i + 1});
        EXPECT_EQ(aclopLoad(open.data(), open.size()), ACL_SUCCESS) << recentMessage();
        const OwnedDesc desc = makeDesc({3, index, i + 1});
        OpCall call("Add", {}, {});
        call.inputDescs = {desc.get(), desc.get()};
        call.outputDescs = {desc.get()};
        EXPECT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    }
}

TEST(OpThreads, EightExecuteByMatchAndByHandleWhileOthersLoad) {
    // Models stay for the life of a process.
    expectEndsWell([] {
        const SetDevice device;
        aclrtContext context = currentContext();
        const int64_t handleRows = kBaseRows + kByMatch;
        for (int64_t rows = kBaseRows; rows <= handleRows; ++rows) {
            const auto model = addModel({rows, 3});
            ASSERT_EQ(aclopLoad(model.data(), model.size()), ACL_SUCCESS) << recentMessage();
        }
        aclopHandle* handle = nullptr;
        ASSERT_EQ(Addition({handleRows, 3}).call().makeHandle(&handle), ACL_SUCCESS)
            << recentMessage();
        onThreads(kByMatch + kByHandle + kLoaders, [&](size_t index) {
            if (index >= kByMatch + kByHandle) {
                loadOften(static_cast<int64_t>(index));
                return;
            }
            const ContextScope scope(context);
            if (index < kByMatch) {
                executeByMatch(kBaseRows + static_cast<int64_t>(index));
            } else {
                executeByHandle(handle, handleRows);
            }
        });
        aclopDestroyHandle(handle);
    });
}

// What gives way to newer models is compiled again: nobody may execute a model that is gone.
TEST(OpThreads, ModelsGiveWayWhileOthersExecuteThem) {
    expectEndsWell([] {
        const SetDevice device;
        aclrtContext context = currentContext();
        ASSERT_EQ(aclopSetMaxOpQueueNum(3), ACL_SUCCESS);
        onThreads(4, [&](size_t index) {
            const ContextScope scope(context);
            executeOften(
                [](OpCall& call, aclrtStream stream) { return call.compileAndExecute(stream); },
                kBaseRows + static_cast<int64_t>(index));
        });
        onThreads(4, [&](size_t index) {
            const ContextScope scope(context);
            const OwnedStream stream;
            for (int64_t round = 0; round < kRounds; ++round) {
                const Addition add({static_cast<int64_t>(index) + 1, round % 5 + 1});
                EXPECT_EQ(add.call().compileAndExecute(stream.get()), ACL_SUCCESS)
                    << recentMessage();
                EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
                EXPECT_TRUE(add.isDone());
            }
        });
    });
}

}  // namespace
}  // namespace belay::test::op_threads_test
