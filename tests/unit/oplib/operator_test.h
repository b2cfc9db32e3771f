// What tests of operators share: a simulated device for all tests of a suite, and ways to ask.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "op/op_view.h"
#include "oplib/operator_library.h"
#include "support/op_numbers.h"
#include "support/operator_runs.h"
#include "support/seed.h"

namespace belay::test {

using Dims = std::vector<int64_t>;

class OperatorTest : public testing::Test {
  protected:
    static void SetUpTestSuite() { device = new OperatorDevice(operatorLibrary()); }

    static void TearDownTestSuite() { delete std::exchange(device, nullptr); }

    /// The first output of a request that must succeed.
    static OpData run(const OwnedRequest& request, uint32_t cores = 4) {
        auto outputs = device->run(request, cores);
        EXPECT_TRUE(outputs.isOk()) << outputs.status().message();
        return outputs.isOk() ? outputs.value().at(0)
                              : OpData{TensorSpec(DataType::kUndefined, {}, Format::kNd)};
    }

    /// Why a request is refused.
    static std::string refusal(const OwnedRequest& request) {
        const auto outputs = device->run(request);
        EXPECT_FALSE(outputs.isOk());
        EXPECT_EQ(outputs.status().code(), Code::kGeFailure);
        return std::string(outputs.status().message());
    }

    /// The dimensions that an operator infers for inputs that have shapes only.
    static Dims inferred(const std::string& op, std::vector<OpData> inputs, OpAttrs attrs = {}) {
        const OwnedRequest request(op, std::move(inputs), std::move(attrs));
        OwnedRequest::Tensors tensors;
        auto made = inferOutputs(*operatorLibrary().find(op), request.view(tensors));
        EXPECT_TRUE(made.isOk()) << made.status().message();
        if (!made.isOk()) {
            return {};
        }
        const auto dims = made.value()[0].dims();
        return {dims.begin(), dims.end()};
    }

    static OpData shaped(DataType type, const Dims& dims) {
        return {TensorSpec(type, dims, Format::kNd)};
    }

    static const std::vector<DataType>& typesOf(const std::string& op, size_t port = 0) {
        return operatorLibrary().find(op)->inputs[port].types;
    }

    static inline OperatorDevice* device = nullptr;
    std::minstd_rand random{seed()};
};

/// Attributes from names and values.
template <typename... Rest>
OpAttrs attrsOf(Rest... rest) {
    OpAttrs attrs;
    const auto add = [&](auto& self, const char* name, auto value, auto... more) -> void {
        attrs.set(name, AttrValue(std::move(value)));
        if constexpr (sizeof...(more) != 0) {
            self(self, more...);
        }
    };
    if constexpr (sizeof...(rest) != 0) {
        add(add, rest...);
    }
    return attrs;
}

}  // namespace belay::test
