// What functions about operators refuse alike, and an operator to call them with.
#pragma once

#include <gtest/gtest.h>

#include <climits>
#include <string>
#include <utility>
#include <vector>

#include "support/tensors.h"

namespace belay::test {

/// Operands of an addition, and whether it was done.
class Addition {
  public:
    explicit Addition(const std::vector<int64_t>& dims)
        : x(ACL_FLOAT, dims), y(ACL_FLOAT, dims), z(ACL_FLOAT, dims) {
        std::vector<float> a;
        std::vector<float> b;
        for (size_t i = 0; i < x.bytes() / sizeof(float); ++i) {
            a.push_back(static_cast<float>(i));
            b.push_back(static_cast<float>(2 * i) + 0.5F);
            sum_.push_back(a.back() + b.back());
        }
        x.set(a);
        y.set(b);
    }

    OpCall call() const { return OpCall("Add", {&x, &y}, {&z}); }

    bool isDone() const { return z.values<float>() == sum_ && z.isIntactBehind(); }

    DeviceTensor x;
    DeviceTensor y;
    DeviceTensor z;

  private:
    std::vector<float> sum_;
};

/// `run(call, type, numInputs, numOutputs)` is refused for a null type, negative counts, and arrays
/// and descriptions that are null or no descriptions.
template <typename Run>
void expectTensorRefusals(const std::string& function, const OpCall& good, Run run) {
    OpCall call = good;
    const int in = call.numInputs();
    const int out = call.numOutputs();
    EXPECT_TRUE(refused(function, "opType", [&] { return run(call, nullptr, in, out); }));
    for (const int count : {-1, INT_MIN, INT_MAX}) {
        EXPECT_TRUE(refused(function, "numInputs", [&] { return run(call, "Add", count, out); }));
        EXPECT_TRUE(refused(function, "numOutputs", [&] { return run(call, "Add", in, count); }));
    }
    OpCall noInputs = good;
    std::vector<aclTensorDesc*>().swap(noInputs.inputDescs);
    EXPECT_TRUE(refused(function, "inputDesc", [&] { return run(noInputs, "Add", in, out); }));
    OpCall noOutputs = good;
    std::vector<aclTensorDesc*>().swap(noOutputs.outputDescs);
    EXPECT_TRUE(refused(function, "outputDesc", [&] { return run(noOutputs, "Add", in, out); }));
    OpCall nullInput = good;
    nullInput.inputDescs[1] = nullptr;
    EXPECT_TRUE(refused(function, "inputDesc[1]", [&] { return run(nullInput, "Add", in, out); }));
    OpCall nullOutput = good;
    nullOutput.outputDescs[0] = nullptr;
    EXPECT_TRUE(
        refused(function, "outputDesc[0]", [&] { return run(nullOutput, "Add", in, out); }));
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        OpCall wrong = good;
        wrong.inputDescs[0] = bad;
        EXPECT_TRUE(refused(function, "inputDesc[0]", [&] { return run(wrong, "Add", in, out); }));
    });
}

/// `run(call)` is refused for buffers that are null or no buffers.
template <typename Run>
void expectBufferRefusals(const std::string& function, const OpCall& good, Run run) {
    OpCall nullInput = good;
    nullInput.inputs[1] = nullptr;
    EXPECT_TRUE(refused(function, "inputs[1]", [&] { return run(nullInput); }));
    OpCall nullOutput = good;
    nullOutput.outputs[0] = nullptr;
    EXPECT_TRUE(refused(function, "outputs[0]", [&] { return run(nullOutput); }));
    forEachBadHandle<aclDataBuffer>([&](aclDataBuffer* bad) {
        OpCall wrong = good;
        wrong.outputs[0] = bad;
        EXPECT_TRUE(refused(function, "outputs[0]", [&] { return run(wrong); }));
    });
}

/// `run()` executes `call`, whose tensors have 64 bytes each: buffers may end in the last step of
/// 32 bytes, but not before.
template <typename Run>
void expectShortBuffersAreRefused(const std::string& function, OpCall& call, Run run) {
    for (auto* buffers : {&call.inputs, &call.outputs}) {
        aclDataBuffer* const good = buffers->front();
        const std::string what = buffers == &call.inputs ? "input 0" : "output 0";
        void* const data = aclGetDataBufferAddr(good);
        for (const size_t bytes : {size_t{64}, size_t{33}, size_t{1000}}) {
            const OwnedBuffer fitting = makeBuffer(data, bytes);
            buffers->front() = fitting.get();
            EXPECT_EQ(run(), ACL_SUCCESS) << bytes << ": " << recentMessage();
        }
        for (const size_t bytes : {size_t{32}, size_t{1}, size_t{0}}) {
            if (bytes == 0 && buffers == &call.outputs) {
                continue;  // where handles are concerned, there is nothing to do then
            }
            const OwnedBuffer tooShort = makeBuffer(data, bytes);
            buffers->front() = tooShort.get();
            EXPECT_TRUE(refusedWith(ACL_ERROR_GE_PARAM_INVALID, function, what, run)) << bytes;
        }
        buffers->front() = good;
    }
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
}

}  // namespace belay::test
