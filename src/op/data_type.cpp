#include "op/data_type.h"

namespace belay {

size_t dataTypeSize(DataType type) noexcept {
    switch (type) {
        case DataType::kUndefined:
        case DataType::kString:
            return 0;
        case DataType::kInt8:
        case DataType::kUint8:
        case DataType::kBool:
        case DataType::kInt4:
        case DataType::kUint1:
        case DataType::kHifloat8:
        case DataType::kFloat8E5m2:
        case DataType::kFloat8E4m3fn:
        case DataType::kFloat8E8m0:
        case DataType::kFloat6E3m2:
        case DataType::kFloat6E2m3:
        case DataType::kFloat4E2m1:
        case DataType::kFloat4E1m2:
            return 1;
        case DataType::kFloat16:
        case DataType::kBfloat16:
        case DataType::kInt16:
        case DataType::kUint16:
            return 2;
        case DataType::kFloat:
        case DataType::kInt32:
        case DataType::kUint32:
        case DataType::kComplex32:
            return 4;
        case DataType::kComplex128:
            return 16;
        case DataType::kInt64:
        case DataType::kUint64:
        case DataType::kDouble:
        case DataType::kComplex64:
            break;
    }
    return 8;
}

}  // namespace belay
