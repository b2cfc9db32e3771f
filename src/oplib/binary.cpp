#include "oplib/binary.h"

#include "oplib/broadcast.h"
#include "oplib/device/binary_tiling.h"
#include "oplib/planning.h"
#include "oplib/shapes.h"

namespace belay::oplib {
namespace {

// Elements for which it is worth to have a block more.
constexpr int64_t kElementsOfBlock = 32768;

Result<StridedWalk<2>> walkOf(const OpView& view) {
    const TensorSpec& a = view.inputSpec(0);
    const TensorSpec& out = view.outputSpec(0);
    if (layoutOf(a) != Format::kNd) {
        // All lie alike.
        BELAY_ASSIGN(const int64_t count, storageCount(view, a));
        const int64_t dims[] = {count};
        return planWalk(view, dims, {1}, {1});
    }
    return planWalk(view, out.dims(), broadcastStrides(a.dims(), out.dims()),
                    broadcastStrides(view.inputSpec(1).dims(), out.dims()));
}

}  // namespace

Result<std::vector<TensorSpec>> inferBinary(const OpView& view, DataType type) {
    BELAY_ASSIGN(TensorSpec y, broadcastSpec(view, view.inputSpec(0), view.inputSpec(1), type));
    return std::vector<TensorSpec>{std::move(y)};
}

Result<OpPlan> planBinary(const OpView& view, const OpTarget& target, std::string_view kernel) {
    const TensorSpec& out = view.outputSpec(0);
    if (out.elementCount() == 0) {
        return OpPlan();
    }
    BELAY_ASSIGN(const StridedWalk<2> walk, walkOf(view));
    return planOf(kernel, blocksFor(target, walk.count, kElementsOfBlock),
                  BinaryTiling{.type1 = view.inputSpec(0).type(),
                               .type2 = view.inputSpec(1).type(),
                               .type = out.type(),
                               .walk = walk});
}

}  // namespace belay::oplib
