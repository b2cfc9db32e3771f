#include "oplib/binary.h"

#include <string>

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

bool isShort(const StridedWalk<2>& walk) {
    const auto isStep = [](int64_t stride) { return stride == 0 || stride == 1; };
    return walk.rank == 1 && isStep(walk.strides[0][0]) && isStep(walk.strides[1][0]);
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
    const uint32_t blocks = blocksFor(target, walk.count, kElementsOfBlock);
    const DataType type1 = view.inputSpec(0).type();
    const DataType type2 = view.inputSpec(1).type();
    if (isShort(walk)) {
        return planOf(std::string(kernel).append("Short"), blocks,
                      ShortBinaryTiling{.type1 = type1,
                                        .type2 = type2,
                                        .type = out.type(),
                                        .strides = {static_cast<int16_t>(walk.strides[0][0]),
                                                    static_cast<int16_t>(walk.strides[1][0])},
                                        .count = walk.count});
    }
    return planOf(kernel, blocks,
                  BinaryTiling{.type1 = type1, .type2 = type2, .type = out.type(), .walk = walk});
}

}  // namespace belay::oplib
