/* SPDX-License-Identifier: Apache-2.0 */
/* Tensor descriptions: data type, shape, format and further properties of an operand. */

#ifndef BELAY_ACL_ACL_BASE_MDL_H_
#define BELAY_ACL_ACL_BASE_MDL_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers in one entry of a shape range: smallest and largest size of a dimension. */
#define ACL_TENSOR_SHAPE_RANGE_NUM 2

/** Numbers in one entry of a value range: smallest and largest value. */
#define ACL_TENSOR_VALUE_RANGE_NUM 2

/** Number of dimensions of a tensor whose rank is not known yet. */
#define ACL_UNKNOWN_RANK 0xFFFFFFFFFFFFFFFEUL

/**
 * Description of one tensor. It holds no tensor data, except the value of a constant. Functions
 * that take a description copy what they need. One description must not be changed by one thread
 * while another uses it; different descriptions are independent. None of the functions needs
 * aclInit(), a device or a context. A pointer that is no live description, such as that of a
 * destroyed one, is refused with ACL_ERROR_INVALID_PARAM also where NULL is not; functions that
 * return no code answer what they answer for NULL.
 */
typedef struct aclTensorDesc aclTensorDesc;

/**
 * Creates a description of a tensor. Shape and format become the original ones and the stored ones
 * alike. Data type and format are not checked; ACL_DT_UNDEFINED, ACL_FORMAT_UNDEFINED and no
 * dimensions together mark an absent optional input.
 * @param dataType type of the elements
 * @param numDims number of dimensions, 0 or more; 0 describes a scalar
 * @param dims sizes of the dimensions, numDims entries, copied; ignored and allowed to be NULL when
 *        numDims is 0. A size of 0 makes an empty tensor, -1 is a size not known yet, -2 as the
 *        first entry means that even the number of dimensions is unknown.
 * @param format order of the dimensions
 * @return the description, to be released with aclDestroyTensorDesc(), or NULL when numDims is
 *        negative, dims is NULL although numDims is positive, or host memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims,
                                                       const int64_t* dims, aclFormat format);

/**
 * Releases a description together with the copy of a constant value. Operators that were submitted
 * with it are not affected.
 * @param desc description to release; NULL does nothing
 */
ACL_FUNC_VISIBILITY void aclDestroyTensorDesc(const aclTensorDesc* desc);

/**
 * Sets within which limits the sizes of the dimensions may lie when the operator runs. A shape of
 * 16 x -1 can have the ranges {16, 16} and {1, 128}. An earlier range is replaced. The entries are
 * compared with the shape only when the operator is compiled.
 * @param desc description to change
 * @param dimsCount number of entries of dimsRange, one per dimension; 0 removes the range
 * @param dimsRange smallest and largest size of every dimension, copied; both are equal for a fixed
 *        dimension, -1 as the largest means no upper limit
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when desc is NULL, dimsRange is NULL although
 *        dimsCount is positive, or dimsCount is more than any memory holds.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorShapeRange(
    aclTensorDesc* desc, size_t dimsCount, int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]);

/**
 * Sets within which limits the values of the tensor may lie. It serves operators whose input value
 * determines the shape of an output. An earlier range is replaced.
 * @param desc description to change
 * @param valueCount number of entries of valueRange, one per element; 0 removes the range
 * @param valueRange smallest and largest value of every element, copied
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when desc is NULL, valueRange is NULL although
 *        valueCount is positive, or valueCount is more than any memory holds.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorValueRange(
    aclTensorDesc* desc, size_t valueCount, int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]);

/**
 * Tells the type of the elements.
 * @param desc description to ask
 * @return the type, or ACL_DT_UNDEFINED when desc is NULL.
 */
ACL_FUNC_VISIBILITY aclDataType aclGetTensorDescType(const aclTensorDesc* desc);

/**
 * Tells the original format, the one given to aclCreateTensorDesc() or aclSetTensorOriginFormat().
 * @param desc description to ask
 * @return the format, or ACL_FORMAT_UNDEFINED when desc is NULL.
 */
ACL_FUNC_VISIBILITY aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc);

/**
 * Tells how many bytes the elements take: aclGetTensorDescElementCount() times aclDataTypeSize().
 * @param desc description to ask
 * @return the size in bytes; 0 when desc is NULL, a size is unknown, the data type has no fixed
 *        size, or the product does not fit.
 */
ACL_FUNC_VISIBILITY size_t aclGetTensorDescSize(const aclTensorDesc* desc);

/**
 * Tells the number of elements: the product of the sizes of the dimensions, 1 for a scalar.
 * @param desc description to ask
 * @return the number; 0 when desc is NULL, the tensor is empty, a size is unknown, or the product
 *        does not fit.
 */
ACL_FUNC_VISIBILITY size_t aclGetTensorDescElementCount(const aclTensorDesc* desc);

/**
 * Tells the number of dimensions.
 * @param desc description to ask
 * @return the number, ACL_UNKNOWN_RANK when it is not known (the first size is -2), or 0 when desc
 *        is NULL.
 */
ACL_FUNC_VISIBILITY size_t aclGetTensorDescNumDims(const aclTensorDesc* desc);

/**
 * Tells the size of a dimension.
 * @deprecated Use aclGetTensorDescDimV2(), which tells an error from an unknown size.
 * @param desc description to ask
 * @param index number of the dimension, from 0
 * @return the size; -1 when the size is unknown, desc is NULL or there is no such dimension.
 */
ACL_DEPRECATED_MESSAGE("use aclGetTensorDescDimV2")
ACL_FUNC_VISIBILITY int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index);

/**
 * Tells the size of a dimension.
 * @param desc description to ask
 * @param index number of the dimension, from 0
 * @param dimSize receives the size, -1 when it is unknown; untouched on an error
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when desc or dimSize is NULL, there is no such
 *        dimension, or the number of dimensions is unknown.
 */
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index,
                                                   int64_t* dimSize);

/**
 * Tells within which limits the size of a dimension may lie. Without a range of its own a fixed
 * dimension has its size as both limits, and an unknown one has {1, -1}, which stands for any size.
 * @param desc description to ask
 * @param index number of the dimension, from 0
 * @param dimRangeNum number of entries of dimRange, at least 2
 * @param dimRange receives the smallest and the largest size; further entries and, on an error, all
 *        are untouched
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when desc or dimRange is NULL, dimRangeNum is
 *        below 2, there is no such dimension, or the number of dimensions is unknown.
 */
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimRange(const aclTensorDesc* desc, size_t index,
                                                      size_t dimRangeNum, int64_t* dimRange);

/**
 * Sets the name of the tensor. Operators with optional or dynamic inputs find their operands by
 * name (x0, x1, ...).
 * @param desc description to change; NULL does nothing
 * @param name name, copied; NULL stands for an empty name
 */
ACL_FUNC_VISIBILITY void aclSetTensorDescName(aclTensorDesc* desc, const char* name);

/**
 * Tells the name of the tensor.
 * @param desc description to ask
 * @return the name, empty when none was set or desc is NULL. It belongs to the description and
 *        stays valid until the name is set again or the description is released.
 */
ACL_FUNC_VISIBILITY const char* aclGetTensorDescName(aclTensorDesc* desc);

/**
 * Reserved for creating a description with another format from an existing one. Not supported.
 * @param srcDesc description to start from; it stays as it is
 * @param dstFormat format of the new description
 * @param dstDesc would receive the new description; untouched
 * @return ACL_ERROR_INVALID_PARAM when srcDesc or dstDesc is NULL, else ACL_ERROR_API_NOT_SUPPORT.
 */
ACL_FUNC_VISIBILITY aclError aclTransTensorDescFormat(const aclTensorDesc* srcDesc,
                                                      aclFormat dstFormat, aclTensorDesc** dstDesc);

/**
 * Sets the format in which the data lies in memory.
 * @deprecated Use aclSetTensorFormat(), which does the same.
 * @param desc description to change; NULL does nothing
 * @param format order of the dimensions, not checked
 * @return ACL_SUCCESS.
 */
ACL_DEPRECATED_MESSAGE("use aclSetTensorFormat")
ACL_FUNC_VISIBILITY aclError aclSetTensorStorageFormat(aclTensorDesc* desc, aclFormat format);

/**
 * Sets the shape in which the data lies in memory.
 * @deprecated Use aclSetTensorShape(), which does the same.
 * @param desc description to change; NULL does nothing
 * @param numDims number of dimensions, 0 or more
 * @param dims sizes of the dimensions, numDims entries, copied; may be NULL when numDims is 0
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when numDims is negative or dims is NULL although
 *        numDims is positive.
 */
ACL_DEPRECATED_MESSAGE("use aclSetTensorShape")
ACL_FUNC_VISIBILITY aclError aclSetTensorStorageShape(aclTensorDesc* desc, int numDims,
                                                      const int64_t* dims);

/**
 * Sets the format in which the data lies in memory. It can differ from the original format when the
 * data was rearranged for the device, for example ACL_FORMAT_NC1HWC0 for an image given as
 * ACL_FORMAT_NHWC.
 * @param desc description to change; NULL does nothing
 * @param format order of the dimensions, not checked
 * @return ACL_SUCCESS.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format);

/**
 * Sets the shape in which the data lies in memory, which belongs to the format of
 * aclSetTensorFormat().
 * @param desc description to change; NULL does nothing
 * @param numDims number of dimensions, 0 or more
 * @param dims sizes of the dimensions, numDims entries, copied; may be NULL when numDims is 0
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when numDims is negative or dims is NULL although
 *        numDims is positive.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorShape(aclTensorDesc* desc, int numDims,
                                               const int64_t* dims);

/**
 * Sets the format of the tensor before its data was rearranged for the device.
 * @param desc description to change; NULL does nothing
 * @param format order of the dimensions, not checked
 * @return ACL_SUCCESS.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format);

/**
 * Sets the shape of the tensor before its data was rearranged for the device.
 * @param desc description to change; NULL does nothing
 * @param numDims number of dimensions, 0 or more
 * @param dims sizes of the dimensions, numDims entries, copied; may be NULL when numDims is 0
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when numDims is negative or dims is NULL although
 *        numDims is positive.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorOriginShape(aclTensorDesc* desc, int numDims,
                                                     const int64_t* dims);

/**
 * Picks one description from the array of aclmdlCreateAndGetOpDesc(). A description of
 * aclCreateTensorDesc() counts as an array with one entry.
 * @param desc array to pick from
 * @param index number of the entry, from 0
 * @return the entry, which belongs to the array, or NULL when desc is NULL or there is no such
 *        entry.
 */
ACL_FUNC_VISIBILITY aclTensorDesc* aclGetTensorDescByIndex(aclTensorDesc* desc, size_t index);

/**
 * Tells where the data of an operand lies on the device, for a description of
 * aclGetTensorDescByIndex().
 * @param desc description to ask
 * @return the address, or NULL when desc is NULL or was made with aclCreateTensorDesc().
 */
ACL_FUNC_VISIBILITY void* aclGetTensorDescAddress(const aclTensorDesc* desc);

/**
 * Makes the tensor part of a dynamic input: an input of which an operator takes any number. All its
 * parts carry the same name and stand next to each other.
 * @param desc description to change
 * @param dynamicInputName name of the dynamic input, copied
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when desc or dynamicInputName is NULL.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorDynamicInput(aclTensorDesc* desc,
                                                      const char* dynamicInputName);

/**
 * Makes the tensor a constant whose value is known when the operator is compiled. An earlier value
 * is replaced.
 * @param desc description to change
 * @param dataBuffer value in host memory, copied
 * @param length size of the value in bytes, above 0
 * @return ACL_SUCCESS; ACL_ERROR_INVALID_PARAM when desc or dataBuffer is NULL or length is 0;
 *        ACL_ERROR_BAD_ALLOC when host memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer,
                                               size_t length);

/**
 * Sets where the data of the tensor is when the operator starts; device memory unless set.
 * @param desc description to change
 * @param memType kind of memory
 * @return ACL_SUCCESS, or ACL_ERROR_INVALID_PARAM when desc is NULL or memType names no kind of
 *        memory.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_BASE_MDL_H_
