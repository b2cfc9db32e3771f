#include <gtest/gtest.h>

#include <climits>

#include "support/op_refusals.h"
#include "support/stream_refusals.h"
#include "support/threads.h"

namespace belay::test::aclopExecWithHandle_test {
namespace {

const char* const kName = "aclopExecWithHandle";

// A handle for an addition, destroyed at the end of the scope.
class AddHandle {
  public:
    explicit AddHandle(const Addition& add) : call_(add.call()) {
        EXPECT_EQ(call_.compile(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(call_.makeHandle(&handle_), ACL_SUCCESS) << recentMessage();
    }

    ~AddHandle() { aclopDestroyHandle(handle_); }

    AddHandle(const AddHandle&) = delete;
    AddHandle& operator=(const AddHandle&) = delete;

    aclopHandle* get() const { return handle_; }

  private:
    OpCall call_;
    aclopHandle* handle_ = nullptr;
};

TEST(aclopExecWithHandle, ExecutesAsOftenAsWanted) {
    const SetDevice device;
    const Addition add({1, 7});
    const AddHandle handle(add);
    for (int i = 0; i < 3; ++i) {
        const Addition operands({1, 7});
        EXPECT_EQ(operands.call().executeWith(handle.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(operands.isDone());
    }
}

TEST(aclopExecWithHandle, HandleMayGoWithWorkInFlight) {
    const SetDevice device;
    const OwnedStream stream;
    const Addition add({1, 8});
    Gate gate;
    gate.hold(stream.get());
    {
        const AddHandle handle(add);
        EXPECT_EQ(add.call().executeWith(handle.get(), stream.get()), ACL_SUCCESS)
            << recentMessage();
    }
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(add.isDone());
}

TEST(aclopExecWithHandle, EmptyOutputBuffersAreDoneAtOnce) {
    const SetDevice device;
    const Addition add({1, 9});
    const AddHandle handle(add);
    const OwnedBuffer empty = makeBuffer();
    aclDataBuffer* outputs[] = {empty.get(), empty.get()};
    // Counts are looked at later.
    EXPECT_EQ(aclopExecWithHandle(handle.get(), 0, nullptr, 2, outputs, nullptr), ACL_SUCCESS)
        << recentMessage();
}

TEST(aclopExecWithHandle, CountsMustBeThoseOfTheHandle) {
    const SetDevice device;
    const Addition add({1, 10});
    const AddHandle handle(add);
    OpCall call = add.call();
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_INPUT_NOT_MATCH, kName, "'numInputs' is 1", [&] {
        return aclopExecWithHandle(handle.get(), 1, call.inputs.data(), 1, call.outputs.data(),
                                   nullptr);
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_OP_OUTPUT_NOT_MATCH, kName, "'numOutputs' is 0", [&] {
        return aclopExecWithHandle(handle.get(), 2, call.inputs.data(), 0, nullptr, nullptr);
    }));
}

TEST(aclopExecWithHandle, BuffersMustHaveRoom) {
    const SetDevice device;
    const Addition add({16});
    const AddHandle handle(add);
    OpCall call = add.call();
    expectShortBuffersAreRefused(kName, call, [&] { return call.executeWith(handle.get()); });
}

TEST(aclopExecWithHandle, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({1, 11});
    const AddHandle handle(add);
    const OpCall call = add.call();
    expectBufferRefusals(kName, call, [&](OpCall& bad) { return bad.executeWith(handle.get()); });
    OpCall counted = call;
    for (const int count : {-1, INT_MIN}) {
        EXPECT_TRUE(refused(kName, "numInputs", [&] {
            return aclopExecWithHandle(handle.get(), count, counted.inputs.data(), 1,
                                       counted.outputs.data(), nullptr);
        }));
        EXPECT_TRUE(refused(kName, "numOutputs", [&] {
            return aclopExecWithHandle(handle.get(), 2, counted.inputs.data(), count,
                                       counted.outputs.data(), nullptr);
        }));
    }
    EXPECT_TRUE(refused(kName, "handle", [&] { return counted.executeWith(nullptr); }));
}

TEST(aclopExecWithHandle, StaleHandleIsRefused) {
    const SetDevice device;
    const Addition add({1, 12});
    aclopHandle* stale = nullptr;
    {
        const AddHandle handle(add);
        stale = handle.get();
    }
    EXPECT_TRUE(refused(kName, "handle", [&] { return add.call().executeWith(stale); }));
}

TEST(aclopExecWithHandle, StreamMustBeOfTheContext) {
    const SetDevice device;
    const Addition add({1, 13});
    const AddHandle handle(add);
    OpCall call = add.call();
    expectOnlyStreamsOfTheContext(
        kName, [&](aclrtStream stream) { return call.executeWith(handle.get(), stream); });
}

TEST(aclopExecWithHandle, ManyThreadsUseOneHandle) {
    const SetDevice device;
    const Addition add({1, 14});
    const AddHandle handle(add);
    aclrtContext context = currentContext();
    onThreads(8, [&](size_t) {
        const ContextScope scope(context);
        const OwnedStream stream;
        const Addition operands({1, 14});
        for (int i = 0; i < 100; ++i) {
            EXPECT_EQ(operands.call().executeWith(handle.get(), stream.get()), ACL_SUCCESS)
                << recentMessage();
        }
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(operands.isDone());
    });
}

}  // namespace
}  // namespace belay::test::aclopExecWithHandle_test
