#include "oplib/copying.h"

#include <algorithm>

#include "oplib/device/copy_tiling.h"
#include "oplib/planning.h"

namespace belay::oplib {
namespace {

// Elements for which it is worth to have a block more.
constexpr int64_t kElementsOfBlock = 32768;

Result<CopyTiling> tilingOf(const OpView& view, const Strides& strides) {
    const TensorSpec& y = view.outputSpec(0);
    BELAY_ASSIGN(const StridedWalk<1> walk, planWalk(view, y.dims(), strides));
    return CopyTiling{.elementBytes = static_cast<int64_t>(dataTypeSize(y.type())), .walk = walk};
}

}  // namespace

Result<OpPlan> planCopy(const OpView& view, const OpTarget& target, std::string_view kernel,
                        const Strides& strides) {
    BELAY_ASSIGN(const CopyTiling tiling, tilingOf(view, strides));
    return planOf(kernel, blocksFor(target, tiling.walk.count, kElementsOfBlock), tiling);
}

Result<OpPlan> planLateCopy(const OpView& view, const OpTarget& target, std::string_view kernel,
                            const Strides& strides) {
    const auto xDims = view.inputSpec(0).dims();
    const auto yDims = view.outputSpec(0).dims();
    if (yDims.size() > static_cast<size_t>(kMaxWalkDims)) {
        return view.refuse(
            "the output has shape {}; with {} on the device only it takes {} "
            "dimensions",
            shapeText(yDims), view.inputName(1), kMaxWalkDims);
    }
    LateCopyTiling tiling{
        .indexBytes = static_cast<int64_t>(dataTypeSize(view.inputSpec(1).type())),
        .rank = static_cast<int64_t>(yDims.size()),
        .xRank = static_cast<int64_t>(xDims.size())};
    std::ranges::copy(xDims, tiling.xDims);
    std::ranges::copy(yDims, tiling.yDims);
    BELAY_ASSIGN(tiling.copy, tilingOf(view, strides));
    return planOf(kernel, blocksFor(target, tiling.copy.walk.count, kElementsOfBlock), tiling);
}

}  // namespace belay::oplib
