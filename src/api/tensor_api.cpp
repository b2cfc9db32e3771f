// Public functions for data buffers and tensor descriptions.
#include <algorithm>

#include "acl/acl_base.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/handles.h"
#include "op/data_buffer.h"
#include "op/tensor_desc.h"

using belay::Code;
using belay::DataBuffer;
using belay::DataType;
using belay::Format;
using belay::makeRef;
using belay::Result;
using belay::Status;
using belay::TensorDesc;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::entryVoid;
using belay::api::fromHandle;
using belay::api::isAtMost;
using belay::api::requireArray;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::takeHandle;
using belay::api::toHandle;

namespace {

static_assert(static_cast<int>(DataType::kFloat4E1m2) == ACL_FLOAT4_E1M2);
static_assert(static_cast<int>(DataType::kComplex32) == ACL_COMPLEX32);
static_assert(static_cast<int>(DataType::kUndefined) == ACL_DT_UNDEFINED);
static_assert(static_cast<int>(Format::kNd) == ACL_FORMAT_ND);

Result<std::span<const int64_t>> dimensions(int numDims, const int64_t* dims) {
    if (numDims < 0) {
        return Status::error(Code::kInvalidParam, "argument 'numDims' is {}; it must be at least 0",
                             numDims);
    }
    const auto count = static_cast<size_t>(numDims);
    BELAY_TRY(requireArray(dims, count, "dims", "numDims"));
    return std::span<const int64_t>(dims, count);
}

Result<std::span<const TensorDesc::Range>> ranges(const int64_t (*pairs)[2], size_t count,
                                                  const char* arrayName, const char* countName) {
    static_assert(sizeof(TensorDesc::Range) == sizeof(int64_t[2]));
    BELAY_TRY(requireArray(pairs, count, arrayName, countName));
    return std::span<const TensorDesc::Range>(reinterpret_cast<const TensorDesc::Range*>(pairs),
                                              count);
}

Status indexFailure(size_t index, size_t count) {
    return Status::error(Code::kInvalidParam,
                         "argument 'index' is {}; the tensor description has {} dimensions", index,
                         count);
}

// The format and shape setters do nothing, successfully, without a description.
template <typename Set>
Status setUnlessNull(aclTensorDesc* desc, Set set) {
    if (desc == nullptr) {
        return Status::ok();
    }
    BELAY_ASSIGN(TensorDesc * target, fromHandle<TensorDesc>(desc, "desc"));
    return set(*target);
}

Status setStorageFormat(aclTensorDesc* desc, aclFormat format) {
    return setUnlessNull(desc, [&](TensorDesc& target) {
        target.setStorage(static_cast<Format>(format));
        return Status::ok();
    });
}

Status setStorageShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    return setUnlessNull(desc, [&](TensorDesc& target) -> Status {
        BELAY_ASSIGN(const auto shape, dimensions(numDims, dims));
        target.setStorage(shape);
        return Status::ok();
    });
}

Result<int64_t> dimensionAt(const aclTensorDesc* desc, size_t index) {
    BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
    if (index >= source->dims().size()) {
        return indexFailure(index, source->dims().size());
    }
    return source->dims()[index];
}

Status requireKnownRank(const TensorDesc& desc) {
    return desc.hasUnknownRank()
               ? Status::error(
                     Code::kInvalidParam,
                     "argument 'desc' has an unknown rank (its first dimension is -2), so no "
                     "dimension can be asked for")
               : Status::ok();
}

Result<size_t> bufferSize(const aclDataBuffer* dataBuffer) {
    BELAY_ASSIGN(const DataBuffer* buffer, fromHandle<DataBuffer>(dataBuffer, "dataBuffer"));
    return buffer->sizeBytes();
}

}  // namespace

// Data buffers.

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
    return entryValue<aclDataBuffer*>(BELAY_CALL(data, size), nullptr, [&](Session&) {
        return toHandle<aclDataBuffer>(makeRef<DataBuffer>(data, size));
    });
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
    return entry(BELAY_CALL(dataBuffer), [&](Session&) -> Status {
        return takeHandle<DataBuffer>(dataBuffer, "dataBuffer").takeStatus();
    });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
    return entry(BELAY_CALL(dataBuffer, data, size), [&](Session&) -> Status {
        BELAY_ASSIGN(DataBuffer * buffer, fromHandle<DataBuffer>(dataBuffer, "dataBuffer"));
        buffer->update(data, size);
        return Status::ok();
    });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
    return entryValue<void*>(BELAY_CALL(dataBuffer), nullptr, [&](Session&) -> Result<void*> {
        BELAY_ASSIGN(const DataBuffer* buffer, fromHandle<DataBuffer>(dataBuffer, "dataBuffer"));
        return buffer->data();
    });
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
    return static_cast<uint32_t>(entryValue<size_t>(
        BELAY_CALL(dataBuffer), 0, [&](Session&) { return bufferSize(dataBuffer); }));
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
    return entryValue<size_t>(BELAY_CALL(dataBuffer), 0,
                              [&](Session&) { return bufferSize(dataBuffer); });
}

// Tensor descriptions: life.

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) {
    return entryValue<aclTensorDesc*>(
        BELAY_CALL(dataType, numDims, dims, format), nullptr,
        [&](Session&) -> Result<aclTensorDesc*> {
            BELAY_ASSIGN(const auto shape, dimensions(numDims, dims));
            return toHandle<aclTensorDesc>(makeRef<TensorDesc>(static_cast<DataType>(dataType),
                                                               shape, static_cast<Format>(format)));
        });
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
    entryVoid(BELAY_CALL(desc), [&](Session&) -> Status {
        return desc == nullptr ? Status::ok() : takeHandle<TensorDesc>(desc, "desc").takeStatus();
    });
}

// Tensor descriptions: what they say.

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
    return entryValue<aclDataType>(
        BELAY_CALL(desc), ACL_DT_UNDEFINED, [&](Session&) -> Result<aclDataType> {
            BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
            return static_cast<aclDataType>(source->type());
        });
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
    return entryValue<aclFormat>(
        BELAY_CALL(desc), ACL_FORMAT_UNDEFINED, [&](Session&) -> Result<aclFormat> {
            BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
            return static_cast<aclFormat>(source->format());
        });
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
    return entryValue<size_t>(BELAY_CALL(desc), 0, [&](Session&) -> Result<size_t> {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        return source->sizeBytes();
    });
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
    return entryValue<size_t>(BELAY_CALL(desc), 0, [&](Session&) -> Result<size_t> {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        return source->elementCount();
    });
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
    return entryValue<size_t>(BELAY_CALL(desc), 0, [&](Session&) -> Result<size_t> {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        return source->hasUnknownRank() ? ACL_UNKNOWN_RANK : source->dims().size();
    });
}

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
    return entryValue<int64_t>(BELAY_CALL(desc, index), -1,
                               [&](Session&) { return dimensionAt(desc, index); });
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
    return entry(BELAY_CALL(desc, index, dimSize), [&](Session&) -> Status {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        BELAY_TRY(requireNotNull(dimSize, "dimSize"));
        BELAY_TRY(requireKnownRank(*source));
        BELAY_ASSIGN(*dimSize, dimensionAt(desc, index));
        return Status::ok();
    });
}

aclError aclGetTensorDescDimRange(const aclTensorDesc* desc, size_t index, size_t dimRangeNum,
                                  int64_t* dimRange) {
    return entry(BELAY_CALL(desc, index, dimRangeNum, dimRange), [&](Session&) -> Status {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        BELAY_TRY(requireNotNull(dimRange, "dimRange"));
        if (dimRangeNum < ACL_TENSOR_SHAPE_RANGE_NUM) {
            return Status::error(
                Code::kInvalidParam,
                "argument 'dimRangeNum' is {}; the array must have room for at least {} "
                "values, the smallest and the largest size",
                dimRangeNum, ACL_TENSOR_SHAPE_RANGE_NUM);
        }
        BELAY_TRY(requireKnownRank(*source));
        const auto range = source->dimRange(index);
        if (!range) {
            return indexFailure(index,
                                std::max(source->shapeRanges().size(), source->dims().size()));
        }
        dimRange[0] = (*range)[0];
        dimRange[1] = (*range)[1];
        return Status::ok();
    });
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
    return entryValue<const char*>(BELAY_CALL(desc), "", [&](Session&) -> Result<const char*> {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        return source->name().c_str();
    });
}

void* aclGetTensorDescAddress(const aclTensorDesc* desc) {
    return entryValue<void*>(BELAY_CALL(desc), nullptr, [&](Session&) -> Result<void*> {
        BELAY_ASSIGN(const TensorDesc* source, fromHandle<TensorDesc>(desc, "desc"));
        return source->address();
    });
}

aclTensorDesc* aclGetTensorDescByIndex(aclTensorDesc* desc, size_t index) {
    return entryValue<aclTensorDesc*>(
        BELAY_CALL(desc, index), nullptr, [&](Session&) -> Result<aclTensorDesc*> {
            BELAY_TRY(fromHandle<TensorDesc>(desc, "desc").takeStatus());
            if (index > 0) {
                return Status::error(
                    Code::kInvalidParam,
                    "argument 'index' is {}; 'desc' is a single tensor description, "
                    "not an array of them",
                    index);
            }
            return desc;
        });
}

// Tensor descriptions: changes.

aclError aclSetTensorShapeRange(aclTensorDesc* desc, size_t dimsCount,
                                int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]) {
    return entry(BELAY_CALL(desc, dimsCount, dimsRange), [&](Session&) -> Status {
        BELAY_ASSIGN(TensorDesc * target, fromHandle<TensorDesc>(desc, "desc"));
        BELAY_ASSIGN(const auto pairs, ranges(dimsRange, dimsCount, "dimsRange", "dimsCount"));
        target->setShapeRanges(pairs);
        return Status::ok();
    });
}

aclError aclSetTensorValueRange(aclTensorDesc* desc, size_t valueCount,
                                int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]) {
    return entry(BELAY_CALL(desc, valueCount, valueRange), [&](Session&) -> Status {
        BELAY_ASSIGN(TensorDesc * target, fromHandle<TensorDesc>(desc, "desc"));
        BELAY_ASSIGN(const auto pairs, ranges(valueRange, valueCount, "valueRange", "valueCount"));
        target->setValueRanges(pairs);
        return Status::ok();
    });
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
    entryVoid(BELAY_CALL(desc, name), [&](Session&) {
        return setUnlessNull(desc, [&](TensorDesc& target) {
            target.setName(name == nullptr ? "" : name);
            return Status::ok();
        });
    });
}

aclError aclTransTensorDescFormat(const aclTensorDesc* srcDesc, aclFormat dstFormat,
                                  aclTensorDesc** dstDesc) {
    return entry(BELAY_CALL(srcDesc, dstFormat, dstDesc), [&](Session&) -> Status {
        BELAY_TRY(fromHandle<TensorDesc>(srcDesc, "srcDesc").takeStatus());
        BELAY_TRY(requireNotNull(dstDesc, "dstDesc"));
        return Status::error(Code::kApiNotSupport,
                             "this function is reserved; no release of the API supports it");
    });
}

aclError aclSetTensorStorageFormat(aclTensorDesc* desc, aclFormat format) {
    return entry(BELAY_CALL(desc, format),
                 [&](Session&) { return setStorageFormat(desc, format); });
}

aclError aclSetTensorStorageShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    return entry(BELAY_CALL(desc, numDims, dims),
                 [&](Session&) { return setStorageShape(desc, numDims, dims); });
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
    return entry(BELAY_CALL(desc, format),
                 [&](Session&) { return setStorageFormat(desc, format); });
}

aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    return entry(BELAY_CALL(desc, numDims, dims),
                 [&](Session&) { return setStorageShape(desc, numDims, dims); });
}

aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format) {
    return entry(BELAY_CALL(desc, format), [&](Session&) {
        return setUnlessNull(desc, [&](TensorDesc& target) {
            target.setOriginal(static_cast<Format>(format));
            return Status::ok();
        });
    });
}

aclError aclSetTensorOriginShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    return entry(BELAY_CALL(desc, numDims, dims), [&](Session&) {
        return setUnlessNull(desc, [&](TensorDesc& target) -> Status {
            BELAY_ASSIGN(const auto shape, dimensions(numDims, dims));
            target.setOriginal(shape);
            return Status::ok();
        });
    });
}

aclError aclSetTensorDynamicInput(aclTensorDesc* desc, const char* dynamicInputName) {
    return entry(BELAY_CALL(desc, dynamicInputName), [&](Session&) -> Status {
        BELAY_ASSIGN(TensorDesc * target, fromHandle<TensorDesc>(desc, "desc"));
        BELAY_TRY(requireNotNull(dynamicInputName, "dynamicInputName"));
        target->setDynamicInput(dynamicInputName);
        return Status::ok();
    });
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length) {
    return entry(BELAY_CALL(desc, dataBuffer, length), [&](Session&) -> Status {
        BELAY_ASSIGN(TensorDesc * target, fromHandle<TensorDesc>(desc, "desc"));
        BELAY_TRY(requireNotNull(dataBuffer, "dataBuffer"));
        if (length == 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'length' is 0; a constant has at least 1 byte");
        }
        if (length > PTRDIFF_MAX) {
            return Status::error(Code::kBadAlloc,
                                 "argument 'length' is {}, more than any memory holds", length);
        }
        target->setConstant({static_cast<const std::byte*>(dataBuffer), length});
        return Status::ok();
    });
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
    return entry(BELAY_CALL(desc, memType), [&](Session&) -> Status {
        BELAY_ASSIGN(TensorDesc * target, fromHandle<TensorDesc>(desc, "desc"));
        if (!isAtMost(memType, ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'memType' is {}; it must be ACL_MEMTYPE_DEVICE (0), "
                                 "ACL_MEMTYPE_HOST (1) or ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT (2)",
                                 static_cast<unsigned>(memType));
        }
        target->setPlacement(static_cast<belay::Placement>(memType));
        return Status::ok();
    });
}
