// e^x over the sum of e^x along a dimension, with the largest x taken off before.
#include <limits>

#include "oplib/device/blocks.h"
#include "oplib/device/convert.h"
#include "oplib/device/exponential.h"
#include "oplib/device/softmax_tiling.h"

namespace belay::oplib {
namespace {

// What lies side by side in vectors.
constexpr int64_t kSums = 16;

template <typename C>
C largestOf(const C* values, int64_t count, C largest) {
    C parts[kSums];
    std::fill_n(parts, kSums, largest);
    int64_t i = 0;
    for (; i + kSums <= count; i += kSums) {
        for (int64_t j = 0; j < kSums; ++j) {
            parts[j] = values[i + j] > parts[j] ? values[i + j] : parts[j];
        }
    }
    for (; i < count; ++i) {
        parts[0] = std::max(parts[0], values[i]);
    }
    return *std::max_element(parts, parts + kSums);
}

// Turns values into e^(value - largest) and adds them up.
template <typename C>
C exponentials(C* values, int64_t count, C largest) {
    C parts[kSums] = {};
    for (int64_t i = 0; i < count; ++i) {
        values[i] = exponential(values[i] - largest);
    }
    int64_t i = 0;
    for (; i + kSums <= count; i += kSums) {
        for (int64_t j = 0; j < kSums; ++j) {
            parts[j] += values[i + j];
        }
    }
    C sum = 0;
    for (; i < count; ++i) {
        sum += values[i];
    }
    for (const C part : parts) {
        sum += part;
    }
    return sum;
}

// Neighbours share the sum.
template <typename In, typename C, typename Out>
void softmaxOfRow(const In* from, Out* to, int64_t size) {
    C chunk[kChunk];
    C largest = -std::numeric_limits<C>::infinity();
    for (int64_t done = 0; done < size; done += kChunk) {
        const int64_t count = std::min(kChunk, size - done);
        convert(from + done, chunk, count);
        largest = largestOf(chunk, count, largest);
    }
    double sum = 0;
    for (int64_t done = 0; done < size; done += kChunk) {
        const int64_t count = std::min(kChunk, size - done);
        convert(from + done, chunk, count);
        sum += static_cast<double>(exponentials(chunk, count, largest));
        // Kept where there is room for what it is computed as.
        if constexpr (std::is_same_v<C, Out>) {
            convert(chunk, to + done, count);
        }
    }
    const C factor = static_cast<C>(1 / sum);
    for (int64_t done = 0; done < size; done += kChunk) {
        const int64_t count = std::min(kChunk, size - done);
        if constexpr (std::is_same_v<C, Out>) {
            for (int64_t i = 0; i < count; ++i) {
                to[done + i] *= factor;
            }
        } else {
            convert(from + done, chunk, count);
            exponentials(chunk, count, largest);
            for (int64_t i = 0; i < count; ++i) {
                chunk[i] *= factor;
            }
            convert(chunk, to + done, count);
        }
    }
}

// Elements `inner` apart share a sum; up to kChunk neighbours are done side by side.
template <typename In, typename C, typename Out>
void softmaxOfColumns(const In* from, Out* to, int64_t size, int64_t inner, int64_t count) {
    C largest[kChunk];
    C sums[kChunk] = {};
    C chunk[kChunk];
    std::fill_n(largest, count, -std::numeric_limits<C>::infinity());
    for (int64_t row = 0; row < size; ++row) {
        convert(from + row * inner, chunk, count);
        for (int64_t i = 0; i < count; ++i) {
            largest[i] = chunk[i] > largest[i] ? chunk[i] : largest[i];
        }
    }
    for (int64_t row = 0; row < size; ++row) {
        convert(from + row * inner, chunk, count);
        for (int64_t i = 0; i < count; ++i) {
            chunk[i] = exponential(chunk[i] - largest[i]);
            sums[i] += chunk[i];
        }
        if constexpr (std::is_same_v<C, Out>) {
            convert(chunk, to + row * inner, count);
        }
    }
    for (int64_t row = 0; row < size; ++row) {
        if constexpr (std::is_same_v<C, Out>) {
            for (int64_t i = 0; i < count; ++i) {
                to[row * inner + i] /= sums[i];
            }
        } else {
            convert(from + row * inner, chunk, count);
            for (int64_t i = 0; i < count; ++i) {
                chunk[i] = exponential(chunk[i] - largest[i]) / sums[i];
            }
            convert(chunk, to + row * inner, count);
        }
    }
}

template <typename In, typename C, typename Out>
void softmax(GM_ADDR x, GM_ADDR y, const SoftmaxTiling& tiling) {
    const auto* const from = reinterpret_cast<const In*>(x);
    auto* const to = reinterpret_cast<Out*>(y);
    if (tiling.inner == 1) {
        const Part part = partOfBlock(tiling.outer);
        for (int64_t row = part.begin; row < part.end; ++row) {
            softmaxOfRow<In, C>(from + row * tiling.size, to + row * tiling.size, tiling.size);
        }
        return;
    }
    const int64_t chunks = (tiling.inner + kChunk - 1) / kChunk;
    const Part part = partOfBlock(tiling.outer * chunks);
    for (int64_t unit = part.begin; unit < part.end; ++unit) {
        const int64_t first = unit % chunks * kChunk;
        const int64_t at = unit / chunks * tiling.size * tiling.inner + first;
        softmaxOfColumns<In, C>(from + at, to + at, tiling.size, tiling.inner,
                                std::min(kChunk, tiling.inner - first));
    }
}

}  // namespace
}  // namespace belay::oplib

extern "C" __global__ __aicore__ void SoftmaxV2(GM_ADDR x, GM_ADDR y,
                                                belay::oplib::SoftmaxTiling tiling) {
    using namespace belay::oplib;
    switch (tiling.in) {
        case belay::DataType::kFloat:
            return softmax<float, float, float>(x, y, tiling);
        case belay::DataType::kFloat16:
            return tiling.out == belay::DataType::kFloat ? softmax<half, float, float>(x, y, tiling)
                                                         : softmax<half, float, half>(x, y, tiling);
        case belay::DataType::kBfloat16:
            return softmax<bfloat16_t, float, bfloat16_t>(x, y, tiling);
        case belay::DataType::kDouble:
            return softmax<double, double, double>(x, y, tiling);
        default:
            return;
    }
}
