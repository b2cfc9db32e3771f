// Groups of data types as descriptions of operators name them.
#pragma once

#include <algorithm>
#include <vector>

#include "op/data_type.h"

namespace belay::oplib {

using Types = std::vector<DataType>;

inline Types floatTypes() {
    return {DataType::kFloat, DataType::kFloat16, DataType::kBfloat16, DataType::kDouble};
}

inline Types integerTypes() {
    return {DataType::kInt8,  DataType::kUint8,  DataType::kInt16, DataType::kUint16,
            DataType::kInt32, DataType::kUint32, DataType::kInt64, DataType::kUint64};
}

inline Types complexTypes() {
    return {DataType::kComplex64, DataType::kComplex128};
}

/// Of axes, shapes and permutations.
inline Types indexTypes() {
    return {DataType::kInt32, DataType::kInt64};
}

/// All of one list and then of the others.
template <typename... More>
Types joined(Types types, const More&... more) {
    (types.insert(types.end(), more.begin(), more.end()), ...);
    return types;
}

/// The list but for some types.
inline Types without(Types types, const Types& unwanted) {
    std::erase_if(
        types, [&](DataType type) { return std::ranges::find(unwanted, type) != unwanted.end(); });
    return types;
}

inline Types numberTypes() {
    return joined(floatTypes(), integerTypes());
}

/// All whose elements can be moved whatever they mean.
inline Types movableTypes() {
    return joined(numberTypes(), complexTypes(), Types{DataType::kComplex32, DataType::kBool});
}

}  // namespace belay::oplib
