/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools whose allocations and releases take effect in stream order. */

#ifndef BELAY_ACL_ACL_RT_MEMORY_SOMA_H_
#define BELAY_ACL_ACL_RT_MEMORY_SOMA_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Pool of device memory that streams allocate from. */
typedef void* aclrtMemPool;

/**
 * Property of a memory pool for aclrtMemPoolSetAttr() and aclrtMemPoolGetAttr(). The switches are
 * uint32_t with 0 or 1, the others uint64_t with a number of bytes.
 */
typedef enum aclrtMemPoolAttr {
    /** switch: reuse memory of a stream that an event orders before the new user */
    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    /** switch: reuse memory of another stream whose release has already been reached */
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
    /** switch: reuse memory of another stream and make the new user wait for it */
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    /** unused memory that a synchronise leaves in the pool; 0 unless set */
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
    /** memory that the pool holds; read-only */
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
    /** largest value so far; can be set to 0 */
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7, /**< memory in use; read-only */
    /** largest value so far; can be set to 0 */
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8,
} aclrtMemPoolAttr;

/** Properties of a new memory pool. */
typedef struct aclrtMemPoolProps {
    aclrtMemAllocationType allocType; /**< ACL_MEM_ALLOCATION_TYPE_PINNED */
    aclrtMemHandleType handleType;    /**< ACL_MEM_HANDLE_TYPE_NONE */
    aclrtMemLocation location;        /**< device that the memory belongs to */
    size_t maxSize;                   /**< most bytes the pool may hold */
    unsigned char reserved[32];       /**< zero */
} aclrtMemPoolProps;

/**
 * Creates a memory pool.
 * @param memPool receives the pool, to be released with aclrtMemPoolDestroy()
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolCreate(aclrtMemPool* memPool,
                                                const aclrtMemPoolProps* poolProps);

/** Releases a memory pool. Memory still in use goes back when it is released. */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolDestroy(const aclrtMemPool memPool);

/**
 * Sets a property of a memory pool.
 * @param value address of the value, of the type that the property has
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr,
                                                 void* value);

/**
 * Tells a property of a memory pool.
 * @param value receives the value, of the type that the property has
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr,
                                                 void* value);

/**
 * Allocates memory of a pool for work that follows in a stream. The address is known at once; the
 * memory may be used by work that is ordered behind this point of the stream.
 * @param ptr receives the device address
 * @param size size in bytes
 * @param stream stream to use; NULL for the default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolMallocAsync(void** ptr, size_t size, aclrtMemPool memPool,
                                                     aclrtStream stream);

/**
 * Returns memory to its pool when the stream reaches this point.
 * @param ptr address of aclrtMemPoolMallocAsync()
 * @param stream stream to use; NULL for the default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolFreeAsync(void* ptr, aclrtStream stream);

/**
 * Gives unused memory of a pool back to the device.
 * @param minBytesToKeep bytes that the pool keeps at least
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_RT_MEMORY_SOMA_H_
