// ScaleSet: the operators of these tests, which do nothing but be checked.
#pragma once

#include <algorithm>
#include <array>

#include "op/op_view.h"
#include "op/operator.h"

namespace belay::test {

/// The first output is as the first input; others are int64 scalars.
inline Result<std::vector<TensorSpec>> inferScale(const OpView& view) {
    const TensorSpec& x = view.inputs(0).front().spec[0];
    const auto dims = x.dims();
    if (!dims.empty() && dims[0] == 13) {
        return view.refuse("dimension 0 of {} is 13, which brings bad luck", view.inputName(0));
    }
    return std::vector<TensorSpec>{TensorSpec(x.type(), dims, x.format())};
}

inline Result<OpPlan> planScale(const OpView& /*view*/, const OpTarget& /*target*/) {
    return OpPlan();
}

class ScaleSet final : public OperatorSet {
  public:
    const Operator* find(std::string_view type) const noexcept override {
        const auto* found = std::ranges::find(operators_, type, &Operator::type);
        return found == operators_.end() ? nullptr : found;
    }

    std::vector<std::string_view> types() const override { return {"Join", "Scale"}; }

    std::span<const std::byte> kernels() const noexcept override { return {}; }

  private:
    static std::vector<DataType> numbers() {
        return {DataType::kFloat, DataType::kFloat16, DataType::kInt32, DataType::kInt8};
    }

    const std::array<Operator, 2> operators_ = {
        Operator{.type = "Scale",
                 .inputs = {{.name = "x", .types = numbers(), .typeLike = {}},
                            {.name = "factor",
                             .types = numbers(),
                             .typeLike = {},
                             .arity = OpArity::kOptional}},
                 .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
                 .attrs = {{.name = "mode", .standard = AttrValue(std::string("up"))},
                           {.name = "steps", .standard = AttrValue(AttrValue::Ints())},
                           {.name = "bias", .standard = AttrValue(0.0F)}},
                 .infer = inferScale,
                 .plan = planScale},
        Operator{
            .type = "Join",
            .inputs =
                {{.name = "x", .types = numbers(), .typeLike = {}, .arity = OpArity::kDynamic}},
            .outputs = {{.name = "y", .types = {}, .typeLike = "x"}},
            .attrs = {},
            .infer = inferScale,
            .plan = planScale}};
};

}  // namespace belay::test
