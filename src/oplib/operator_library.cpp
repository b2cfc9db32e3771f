#include "oplib/operator_library.h"

#include <algorithm>

#include "base/never_destroyed.h"
#include "oplib/kernel_file.h"
#include "oplib/ops/operators.h"

namespace belay {
namespace {

class OperatorLibrary final : public OperatorSet {
  public:
    const Operator* find(std::string_view type) const noexcept override {
        const auto found = std::ranges::lower_bound(operators_, type, {}, &Operator::type);
        return found != operators_.end() && found->type == type ? &*found : nullptr;
    }

    std::vector<std::string_view> types() const override {
        std::vector<std::string_view> types;
        types.reserve(operators_.size());
        for (const Operator& op : operators_) {
            types.push_back(op.type);
        }
        return types;
    }

    std::span<const std::byte> kernels() const noexcept override { return oplib::kernelFile(); }

  private:
    // Sorted by type.
    const std::vector<Operator> operators_ = {
#define BELAY_OPERATOR(type) oplib::make##type(),
#include "oplib/operators.inc"
#undef BELAY_OPERATOR
    };
};

}  // namespace

const OperatorSet& operatorLibrary() {
    static NeverDestroyed<OperatorLibrary> library;
    return library.get();
}

}  // namespace belay
