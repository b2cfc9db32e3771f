// Requests for operators that tests ask for and that models are made from.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "op/op_model.h"
#include "op/operator.h"

namespace belay::test {

/// A request with everything that it refers to.
class TestRequest {
  public:
    explicit TestRequest(std::string type) { owned.type = std::move(type); }

    TestRequest& input(DataType type, const std::vector<int64_t>& dims,
                       Format format = Format::kNd) {
        owned.inputs.emplace_back(type, dims, format);
        return *this;
    }

    TestRequest& output(DataType type, const std::vector<int64_t>& dims,
                        Format format = Format::kNd) {
        owned.outputs.emplace_back(type, dims, format);
        return *this;
    }

    template <typename T>
    TestRequest& attr(std::string_view name, T value) {
        owned.attrs.set(name, AttrValue(std::move(value)));
        return *this;
    }

    /// A view of what is there now.
    OpRequest view() {
        tensors_.clear();
        for (size_t i = 0; i < owned.inputs.size(); ++i) {
            const TensorSpec& spec = owned.inputs[i];
            OpTensor tensor{.spec = &spec, .value = {}};
            if (spec.constant()) {
                tensor.value = *spec.constant();
            } else if (spec.placement() != Placement::kDevice && i < hostValues.size()) {
                tensor.value = std::as_bytes(std::span(hostValues[i]));
            }
            tensors_.push_back(tensor);
        }
        for (const TensorSpec& spec : owned.outputs) {
            tensors_.push_back({.spec = &spec, .value = {}});
        }
        const std::span<const OpTensor> all(tensors_);
        return {.type = owned.type,
                .inputs = all.first(owned.inputs.size()),
                .outputs = all.subspan(owned.inputs.size()),
                .attrs = &owned.attrs};
    }

    OpModelSource source() const {
        return {.name = owned.type, .request = owned, .shapes = std::nullopt, .inputValues = {}};
    }

    /// Of a model for the shapes that the tensors' dimensions and ranges say.
    OpModelSource dynamicSource() {
        OpModelSource made = source();
        made.shapes = OpShapes::of(view());
        return made;
    }

    OwnedRequest owned;
    std::vector<std::vector<int32_t>> hostValues;  ///< by input

  private:
    std::vector<OpTensor> tensors_;
};

/// An addition of tensors of one shape.
inline TestRequest addRequest(const std::vector<int64_t>& dims, DataType type = DataType::kFloat) {
    return TestRequest("Add").input(type, dims).input(type, dims).output(type, dims);
}

}  // namespace belay::test
