/* SPDX-License-Identifier: Apache-2.0 */
/* Memory allocators that the application provides for single operators and models. */

#ifndef BELAY_ACL_ACL_RT_ALLOCATOR_H_
#define BELAY_ACL_ACL_RT_ALLOCATOR_H_

#include <stddef.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates size bytes of device memory and returns the block, NULL when there is none. */
typedef void* (*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);

/** Takes a block back. */
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);

/**
 * Allocates size bytes of device memory, at the address addr if possible, and returns the block,
 * NULL when there is none.
 */
typedef void* (*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size,
                                               aclrtAllocatorAddr addr);

/** Tells the device address of a block. */
typedef void* (*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

/**
 * Creates an empty description of an allocator.
 * @return the description, to be released with aclrtAllocatorDestroyDesc(), or NULL when host
 *        memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclrtAllocatorDesc aclrtAllocatorCreateDesc(void);

/** Releases a description. Registrations made with it stay valid. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc);

/**
 * Sets the allocator object, which every function of the allocator gets as its first argument.
 * @param allocator object of the application; the library does not look into it
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc,
                                                        aclrtAllocator allocator);

/** Sets the function that allocates a block. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                              aclrtAllocatorAllocFunc func);

/** Sets the function that takes a block back. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                             aclrtAllocatorFreeFunc func);

/** Sets the function that allocates a block at an advised address. It may be left out. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetAllocAdviseFuncToDesc(
    aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func);

/** Sets the function that tells the address of a block. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
    aclrtAllocatorDesc allocatorDesc, aclrtAllocatorGetAddrFromBlockFunc func);

/**
 * Makes operators and dynamic-shape models on a stream allocate with an allocator of the
 * application. The last registration for a stream counts. Streams that share an allocator must not
 * run at the same time.
 * @param stream stream to use; not NULL
 * @param allocatorDesc complete description
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorRegister(aclrtStream stream,
                                                    aclrtAllocatorDesc allocatorDesc);

/**
 * Tells what was registered for a stream. The outputs are the description, the object and the
 * functions.
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorGetByStream(
    aclrtStream stream, aclrtAllocatorDesc* allocatorDesc, aclrtAllocator* allocator,
    aclrtAllocatorAllocFunc* allocFunc, aclrtAllocatorFreeFunc* freeFunc,
    aclrtAllocatorAllocAdviseFunc* allocAdviseFunc,
    aclrtAllocatorGetAddrFromBlockFunc* getAddrFromBlockFunc);

/**
 * Removes the registration of a stream. Has to precede the end of the allocator; synchronise the
 * stream before its memory is given back. Succeeds when nothing is registered.
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorUnregister(aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_RT_ALLOCATOR_H_
