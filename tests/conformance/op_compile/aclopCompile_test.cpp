#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

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

TEST(aclopCompile, RangesThatHoldNothingOrNotTheKnownDimensionAreRefused) {
    const OwnedDesc any = makeDesc({-1, 3});
    OpCall call("Relu", {}, {});
    call.inputDescs = {any.get()};
    call.outputDescs = {any.get()};
    const auto compileWith = [&](const std::vector<std::array<int64_t, 2>>& ranges) {
        int64_t copy[2][2] = {};
        for (size_t i = 0; i < ranges.size(); ++i) {
            std::copy(ranges[i].begin(), ranges[i].end(), copy[i]);
        }
        EXPECT_EQ(aclSetTensorShapeRange(any.get(), ranges.size(), copy), ACL_SUCCESS);
        return call.compile();
    };
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName, "[9, 1]", [&] {
        return compileWith({{9, 1}, {3, 3}});
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName, "[-4, -9]", [&] {
        return compileWith({{-4, -9}, {3, 3}});
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName, "[7, 7]", [&] {
        return compileWith({{1, 5}, {7, 7}});
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName, "1 shape ranges", [&] {
        return compileWith({{1, 5}});
    }));
    EXPECT_EQ(compileWith({{0, -1}, {1, 3}}), ACL_SUCCESS) << recentMessage();
}

TEST(aclopCompile, NonsenseDimensionsAreCalledSo) {
    const OwnedDesc odd = makeDesc({-3, 3});
    OpCall call("Relu", {}, {});
    call.inputDescs = {odd.get()};
    call.outputDescs = {odd.get()};
    EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, kName,
                            "input 0 has shape [-3, 3]; a dimension",
                            [&] { return call.compile(); }));
}

// Not only when they are executed.
TEST(aclopCompile, WhatNoExecutionCanDoIsRefused) {
    const OwnedDesc x = makeDesc({2, 3});
    const OwnedDesc two = makeDesc({2}, ACL_INT32);
    const auto compile = [&](const char* type, aclTensorDesc* from, aclTensorDesc* with,
                             aclTensorDesc* to) {
        OpCall call(type, {}, {});
        call.inputDescs = {from, with};
        call.outputDescs = {to};
        return call.compile();
    };
    const OwnedDesc square = makeDesc({7, 7});
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "[7, 7]", [&] {
        return compile("Transpose", x.get(), two.get(), square.get());
    }));
    const OwnedDesc seven = makeDesc({7});
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "no axes make that of",
                            [&] { return compile("ReduceSum", x.get(), two.get(), seven.get()); }));
    const OwnedDesc three = makeDesc({3});
    EXPECT_EQ(compile("ReduceSum", x.get(), two.get(), three.get()), ACL_SUCCESS)
        << recentMessage();
    const std::vector<int64_t> dims(12, 2);
    std::vector<int64_t> other(12, 1);
    for (size_t i = 0; i < other.size(); i += 2) {
        other[i] = 2;
    }
    const OwnedDesc many = makeDesc(dims);
    const OwnedDesc few = makeDesc(other);
    EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "it takes 8 that cannot be joined",
                            [&] { return compile("Add", many.get(), few.get(), many.get()); }));
}

// Elements that do not lie anywhere would be left out.
TEST(aclopCompile, StorageWithoutRoomForTheTensorIsRefused) {
    const auto compileWith = [](const std::vector<int64_t>& storage, const char* type) {
        const OwnedDesc x = makeDesc({20, 20}, ACL_FLOAT16);
        EXPECT_EQ(aclSetTensorFormat(x.get(), ACL_FORMAT_FRACTAL_NZ), ACL_SUCCESS);
        EXPECT_EQ(aclSetTensorShape(x.get(), static_cast<int>(storage.size()), storage.data()),
                  ACL_SUCCESS);
        OpCall call(type, {}, {});
        call.inputDescs = {x.get(), x.get()};
        if (call.type == "Relu") {
            call.inputDescs.pop_back();
        }
        call.outputDescs = {x.get()};
        return call.compile();
    };
    for (const char* type : {"Relu", "Add"}) {
        for (const std::vector<int64_t>& bad :
             {std::vector<int64_t>{1, 1, 16, 16}, {5}, {0, 2, 16, 16}}) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, kName, "of its 400 elements",
                                    [&] { return compileWith(bad, type); }));
        }
        EXPECT_EQ(compileWith({2, 2, 16, 16}, type), ACL_SUCCESS) << recentMessage();
    }
}

}  // namespace
}  // namespace belay::test::aclopCompile_test
