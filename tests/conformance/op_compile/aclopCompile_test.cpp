#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_refusals.h"

namespace belay::test::aclopCompile_test {
namespace {

const char* const kName = "aclopCompile";

aclError compileAs(OpCall& call, aclopCompileType origin, const char* path) {
    return aclopCompile(call.type.c_str(), call.numInputs(), call.inputDescs.data(),
                        call.numOutputs(), call.outputDescs.data(), call.attr, ACL_ENGINE_SYS,
                        origin, path);
}

TEST(aclopCompile, NeedsNoDevice) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        const OwnedDesc desc = makeDesc({2, 3});
        OpCall call("Add", {}, {});
        call.inputDescs = {desc.get(), desc.get()};
        call.outputDescs = {desc.get()};
        EXPECT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
}

TEST(aclopCompile, ExactShapeIsCompiled) {
    const SetDevice device;
    const Addition add({4, 7});
    ASSERT_EQ(add.call().compile(), ACL_SUCCESS) << recentMessage();
    const Addition other({4, 8});
    EXPECT_EQ(other.call().execute(), ACL_ERROR_OP_NOT_FOUND);
}

TEST(aclopCompile, UnknownOperatorIsRefused) {
    const SetDevice device;
    const Addition add({4, 9});
    OpCall call = add.call();
    call.type = "NoSuchOperator";
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "'NoSuchOperator'",
                            [&] { return call.compile(); }));
}

TEST(aclopCompile, WhatTheOperatorCannotDoIsRefused) {
    const SetDevice device;
    const Addition add({4, 10});
    OpCall call = add.call();
    const OwnedDesc wrong = makeDesc({3, 10});
    call.outputDescs[0] = wrong.get();
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "Add", [&] { return call.compile(); }));
    call.inputDescs.pop_back();
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "Add", [&] { return call.compile(); }));
}

TEST(aclopCompile, UnknownDimensionsAreCompiledForTheirRange) {
    const SetDevice device;
    const OwnedDesc any = makeDesc({-1, 31});
    OpCall call("Add", {}, {});
    call.inputDescs = {any.get(), any.get()};
    call.outputDescs = {any.get()};
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName, "input 0 has an unknown dimension",
                            [&] { return call.compile(); }));
    int64_t ranges[][2] = {{2, 5}, {31, 31}};
    ASSERT_EQ(aclSetTensorShapeRange(any.get(), 2, ranges), ACL_SUCCESS);
    ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    for (const int64_t size : {2, 5}) {
        const Addition add({size, 31});
        EXPECT_EQ(add.call().execute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(add.isDone());
    }
    for (const int64_t size : {1, 6}) {
        const Addition add({size, 31});
        EXPECT_EQ(add.call().execute(), ACL_ERROR_OP_NOT_FOUND);
    }
}

TEST(aclopCompile, DynamicInputMustStayTogether) {
    const SetDevice device;
    const Addition add({4, 12});
    const DeviceTensor third(ACL_FLOAT, {4, 12});
    OpCall call("Add", {&add.x, &add.y, &third}, {&add.z});
    ASSERT_EQ(aclSetTensorDynamicInput(add.x.desc(), "x"), ACL_SUCCESS);
    ASSERT_EQ(aclSetTensorDynamicInput(third.desc(), "x"), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName, "dynamic input 'x'",
                            [&] { return call.compile(); }));
}

TEST(aclopCompile, TensorsInHostMemoryAreNotSupported) {
    const SetDevice device;
    const Addition add({4, 13});
    OpCall call = add.call();
    ASSERT_EQ(aclSetTensorPlaceMent(add.y.desc(), ACL_MEMTYPE_HOST), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, kName, "'inputDesc[1]'",
                            [&] { return call.compile(); }));
}

TEST(aclopCompile, BadArgumentsAreRefused) {
    const SetDevice device;
    const Addition add({4, 14});
    OpCall call = add.call();
    expectTensorRefusals(kName, call, [&](OpCall& bad, const char* type, int in, int out) {
        return aclopCompile(type, in, bad.inputDescs.data(), out, bad.outputDescs.data(), nullptr,
                            ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr);
    });
    EXPECT_TRUE(refused(kName, "opPath",
                        [&] { return compileAs(call, ACL_COMPILE_UNREGISTERED, nullptr); }));
    for (const int origin : {-1, 2}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, kName, "'compileFlag'", [&] {
            return compileAs(call, enumOf<aclopCompileType>(origin), nullptr);
        }));
    }
}

}  // namespace
}  // namespace belay::test::aclopCompile_test
