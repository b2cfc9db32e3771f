// The kernel of operators that combine the elements of two tensors. `Of` is a class with
//   static T of(T a, T b)     for each type that the operator computes with
#pragma once

#include <cstdint>

#include "oplib/device/binary_tiling.h"
#include "oplib/device/blocks.h"
#include "oplib/device/convert.h"

namespace belay::oplib {

/// Some elements: `a` and `b` go on by strides of 0 or more. The output may be one of the operands.
template <typename Of, typename T>
void combine(const T* a, int64_t strideA, const T* b, int64_t strideB, T* out, int64_t count) {
    if (strideA == 1 && strideB == 1) {
#pragma GCC ivdep
        for (int64_t i = 0; i < count; ++i) {
            out[i] = Of::of(a[i], b[i]);
        }
    } else if (strideA == 1 && strideB == 0) {
        const T second = *b;
#pragma GCC ivdep
        for (int64_t i = 0; i < count; ++i) {
            out[i] = Of::of(a[i], second);
        }
    } else if (strideA == 0 && strideB == 1) {
        const T first = *a;
#pragma GCC ivdep
        for (int64_t i = 0; i < count; ++i) {
            out[i] = Of::of(first, b[i]);
        }
    } else {
        for (int64_t i = 0; i < count; ++i) {
            out[i] = Of::of(a[i * strideA], b[i * strideB]);
        }
    }
}

/// An operand whose type is known only here: at(i, n, to) gives elements i to i + n as numbers of
/// the type that is computed with.
struct Operand {
    GM_ADDR start;
    DataType type;

    template <typename C>
    void at(int64_t first, int64_t count, C* to) const {
        withType(type, [&](auto zero) {
            using From = decltype(zero);
            convert(reinterpret_cast<const From*>(start) + first, to, count);
        });
    }
};

/// The same for a type that is known to the compiler.
template <typename T>
struct TypedOperand {
    GM_ADDR start;

    template <typename C>
    void at(int64_t first, int64_t count, C* to) const {
        convert(reinterpret_cast<const T*>(start) + first, to, count);
    }
};

/// Operands that first have to be converted to the type that is computed with, or results that have
/// to be converted afterwards: some elements at a time.
template <typename Of, typename T, typename A, typename B>
void combineConverted(const A& a, const B& b, GM_ADDR y, const StridedWalk<2>& steps) {
    using C = Computed<T>;
    auto* const out = reinterpret_cast<T*>(y);
    const int64_t strideA = steps.strides[0][steps.rank - 1];
    const int64_t strideB = steps.strides[1][steps.rank - 1];
    const Part part = partOfBlock(steps.count, kGrain);
    walk(steps, part.begin, part.end, [&](int64_t at, const int64_t* offsets, int64_t count) {
        C first[kChunk];
        C second[kChunk];
        C results[kChunk];
        for (int64_t done = 0; done < count; done += kChunk) {
            const int64_t length = std::min(kChunk, count - done);
            // Of a repeated element only one.
            a.at(offsets[0] + done * strideA, strideA == 0 ? 1 : length, first);
            b.at(offsets[1] + done * strideB, strideB == 0 ? 1 : length, second);
            combine<Of>(first, strideA, second, strideB, results, length);
            convert(results, out + at + done, length);
        }
    });
}

/// Operands and output all have the type T.
template <typename Of, typename T>
void combineAll(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, const StridedWalk<2>& steps) {
    if constexpr (!std::is_same_v<T, Computed<T>>) {
        return combineConverted<Of, T>(TypedOperand<T>{x1}, TypedOperand<T>{x2}, y, steps);
    }
    const auto* const a = reinterpret_cast<const Computed<T>*>(x1);
    const auto* const b = reinterpret_cast<const Computed<T>*>(x2);
    auto* const out = reinterpret_cast<Computed<T>*>(y);
    const int64_t strideA = steps.strides[0][steps.rank - 1];
    const int64_t strideB = steps.strides[1][steps.rank - 1];
    const Part part = partOfBlock(steps.count, kGrain);
    walk(steps, part.begin, part.end, [&](int64_t at, const int64_t* offsets, int64_t count) {
        combine<Of>(a + offsets[0], strideA, b + offsets[1], strideB, out + at, count);
    });
}

/// Both operands have the type of the output.
template <typename Of>
[[gnu::noinline]] void combineLike(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, const BinaryTiling& tiling) {
    withType(tiling.type, [&](auto zero) {
        using T = decltype(zero);
        combineAll<Of, T>(x1, x2, y, tiling.walk);
    });
}

/// Each operand may have a type of its own.
template <typename Of>
[[gnu::noinline]] void combinePromoted(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                       const BinaryTiling& tiling) {
    if (tiling.type1 == tiling.type2) {
        return combineLike<Of>(x1, x2, y, tiling);
    }
    withType(tiling.type, [&](auto zero) {
        using T = decltype(zero);
        combineConverted<Of, T>(Operand{x1, tiling.type1}, Operand{x2, tiling.type2}, y,
                                tiling.walk);
    });
}

}  // namespace belay::oplib
