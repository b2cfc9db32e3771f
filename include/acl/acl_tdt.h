/* SPDX-License-Identifier: Apache-2.0 */
/* Channels that carry tensors between host and device. */

#ifndef BELAY_ACL_ACL_TDT_H_
#define BELAY_ACL_ACL_TDT_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One tensor that travels through a channel, or the mark of an end. */
typedef struct acltdtDataItem acltdtDataItem;

/** List of items that travel together. */
typedef struct acltdtDataset acltdtDataset;

/** Named channel between the host and one device. */
typedef struct acltdtChannelHandle acltdtChannelHandle;

/** Kind of an item. */
typedef enum acltdtTensorType {
    ACL_TENSOR_DATA_UNDEFINED = -1,
    ACL_TENSOR_DATA_TENSOR = 0,          /**< whole tensor */
    ACL_TENSOR_DATA_END_OF_SEQUENCE = 1, /**< no more data will come */
    ACL_TENSOR_DATA_ABNORMAL = 2,        /**< the sender met an error */
    ACL_TENSOR_DATA_SLICE_TENSOR = 3,    /**< part of a tensor */
    ACL_TENSOR_DATA_END_TENSOR = 4,      /**< last part of a tensor */
} acltdtTensorType;

/**
 * Tells the kind of an item.
 * @return the kind, or ACL_TENSOR_DATA_UNDEFINED for NULL.
 */
ACL_FUNC_VISIBILITY acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* dataItem);

/**
 * Tells the data type of the tensor of an item.
 * @return the type, or ACL_DT_UNDEFINED for NULL.
 */
ACL_FUNC_VISIBILITY aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* dataItem);

/**
 * Tells the address of the data of an item.
 * @return the address, which stays valid as long as the item, or NULL for NULL.
 */
ACL_FUNC_VISIBILITY void* acltdtGetDataAddrFromItem(const acltdtDataItem* dataItem);

/** Tells the size of the data of an item in bytes. */
ACL_FUNC_VISIBILITY size_t acltdtGetDataSizeFromItem(const acltdtDataItem* dataItem);

/** Tells the number of dimensions of the tensor of an item. */
ACL_FUNC_VISIBILITY size_t acltdtGetDimNumFromItem(const acltdtDataItem* dataItem);

/**
 * Tells which part of a tensor an item holds.
 * @param sliceNum receives the number of parts
 * @param sliceId receives the number of this part, from 0
 */
ACL_FUNC_VISIBILITY aclError acltdtGetSliceInfoFromItem(const acltdtDataItem* dataItem,
                                                        size_t* sliceNum, size_t* sliceId);

/**
 * Tells the shape of the tensor of an item.
 * @param dims receives the sizes of the dimensions
 * @param dimNum entries of dims; at least acltdtGetDimNumFromItem()
 */
ACL_FUNC_VISIBILITY aclError acltdtGetDimsFromItem(const acltdtDataItem* dataItem, int64_t* dims,
                                                   size_t dimNum);

/**
 * Creates an item. The data is not copied and has to stay until the item is released.
 * @param dims shape, dimNum entries, copied
 * @param data data in host memory
 * @param size size of the data in bytes
 * @return the item, to be released with acltdtDestroyDataItem(), or NULL on an error.
 */
ACL_FUNC_VISIBILITY acltdtDataItem* acltdtCreateDataItem(acltdtTensorType tdtType,
                                                         const int64_t* dims, size_t dimNum,
                                                         aclDataType dataType, void* data,
                                                         size_t size);

/** Releases an item of acltdtCreateDataItem(). */
ACL_FUNC_VISIBILITY aclError acltdtDestroyDataItem(acltdtDataItem* dataItem);

/**
 * Creates an empty list of items.
 * @return the list, to be released with acltdtDestroyDataset(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY acltdtDataset* acltdtCreateDataset(void);

/** Releases a list, and the items that acltdtReceiveTensor() put into it. */
ACL_FUNC_VISIBILITY aclError acltdtDestroyDataset(acltdtDataset* dataset);

/**
 * Picks an item from a list.
 * @param index number of the item, from 0
 * @return the item, which belongs to the list or to the caller who added it, or NULL when there is
 *        none.
 */
ACL_FUNC_VISIBILITY acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index);

/** Appends an item to a list. The item stays with the caller. */
ACL_FUNC_VISIBILITY aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem);

/** Tells the number of items in a list. */
ACL_FUNC_VISIBILITY size_t acltdtGetDatasetSize(const acltdtDataset* dataset);

/** Tells the name of the channel that a list was received from. */
ACL_FUNC_VISIBILITY const char* acltdtGetDatasetName(const acltdtDataset* dataset);

/**
 * Wakes the threads that wait for a channel; their calls end with an error. To be called from
 * another thread.
 */
ACL_FUNC_VISIBILITY aclError acltdtStopChannel(acltdtChannelHandle* handle);

/**
 * Creates a channel.
 * @param deviceId number of the device, from 0
 * @param name name under which the device knows the channel
 * @return the channel, to be stopped and released with acltdtDestroyChannel(), or NULL on an error.
 */
ACL_FUNC_VISIBILITY acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name);

/**
 * Creates a channel that holds a limited number of messages.
 * @param deviceId number of the device, from 0
 * @param name name under which the device knows the channel
 * @param capacity most messages under way, 2 to 8192
 * @return the channel, to be stopped and released with acltdtDestroyChannel(), or NULL on an error.
 */
ACL_FUNC_VISIBILITY acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId,
                                                                         const char* name,
                                                                         size_t capacity);

/** Releases a channel. */
ACL_FUNC_VISIBILITY aclError acltdtDestroyChannel(acltdtChannelHandle* handle);

/** Drops the messages of a channel. */
ACL_FUNC_VISIBILITY aclError acltdtCleanChannel(acltdtChannelHandle* handle);

/**
 * Sends a list of items to the device.
 * @param timeout milliseconds to wait for room; 0 not to wait, -1 without limit
 * @return ACL_SUCCESS; ACL_ERROR_RT_QUEUE_FULL when there is no room in time.
 */
ACL_FUNC_VISIBILITY aclError acltdtSendTensor(const acltdtChannelHandle* handle,
                                              const acltdtDataset* dataset, int32_t timeout);

/**
 * Receives a list of items from the device.
 * @param dataset empty list, filled
 * @param timeout milliseconds to wait for data; 0 not to wait, -1 without limit
 * @return ACL_SUCCESS; ACL_ERROR_RT_QUEUE_EMPTY when no data comes in time.
 */
ACL_FUNC_VISIBILITY aclError acltdtReceiveTensor(const acltdtChannelHandle* handle,
                                                 acltdtDataset* dataset, int32_t timeout);

/**
 * Tells how many messages are in a channel.
 * @param size receives the number
 */
ACL_FUNC_VISIBILITY aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle,
                                                    size_t* size);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_TDT_H_
