#include "oplib/unary.h"

#include "oplib/device/unary_tiling.h"
#include "oplib/planning.h"
#include "oplib/shapes.h"

namespace belay::oplib {
namespace {

// Elements for which it is worth to have a block more.
constexpr int64_t kElementsOfBlock = 32768;

}  // namespace

std::vector<TensorSpec> inferUnary(const OpView& view, DataType type) {
    const TensorSpec& x = view.inputSpec(0);
    return {specLike(x, type, x.dims())};
}

Result<OpPlan> planUnary(const OpView& view, const OpTarget& target, std::string_view kernel) {
    BELAY_ASSIGN(const int64_t count, storageCount(view, view.inputSpec(0)));
    if (count == 0) {
        return OpPlan();
    }
    return planOf(
        kernel, blocksFor(target, count, kElementsOfBlock),
        UnaryTiling{
            .from = view.inputSpec(0).type(), .to = view.outputSpec(0).type(), .count = count});
}

}  // namespace belay::oplib
