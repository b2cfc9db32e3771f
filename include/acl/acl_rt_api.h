/* SPDX-License-Identifier: Apache-2.0 */
/* Typed overloads of runtime functions for C++. Each one forwards to the C function that its
 * comment names; nothing here is exported. */

#ifndef BELAY_ACL_ACL_RT_API_H_
#define BELAY_ACL_ACL_RT_API_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_rt.h"

#ifdef __cplusplus

extern "C++" {

/**
 * Forwards to aclrtSynchronizeDeviceWithTimeout().
 * @param timeout time in milliseconds, or -1 to wait without limit
 */
inline aclError aclrtSynchronizeDevice(int32_t timeout) {
    return ::aclrtSynchronizeDeviceWithTimeout(timeout);
}

/**
 * Forwards to aclrtSynchronizeStreamWithTimeout().
 * @param timeout time in milliseconds, or -1 to wait without limit
 */
inline aclError aclrtSynchronizeStream(aclrtStream stream, int32_t timeout) {
    return ::aclrtSynchronizeStreamWithTimeout(stream, timeout);
}

/**
 * Forwards to aclrtSynchronizeEventWithTimeout().
 * @param timeout time in milliseconds, or -1 to wait without limit
 */
inline aclError aclrtSynchronizeEvent(aclrtEvent event, int32_t timeout) {
    return ::aclrtSynchronizeEventWithTimeout(event, timeout);
}

/** Forwards to aclrtStreamWaitEventWithTimeout(). */
inline aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    return ::aclrtStreamWaitEventWithTimeout(stream, event, timeout);
}

/** Forwards to aclrtCreateStreamWithConfig(). */
inline aclError aclrtCreateStream(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    return ::aclrtCreateStreamWithConfig(stream, priority, flag);
}

/**
 * Forwards to aclrtSetOpExecuteTimeOutV2(), in microseconds, unlike the C function of the same
 * name, which takes seconds.
 */
inline aclError aclrtSetOpExecuteTimeOut(uint64_t timeout, uint64_t* actualTimeout) {
    return ::aclrtSetOpExecuteTimeOutV2(timeout, actualTimeout);
}

/** Forwards to aclrtCreateEventExWithFlag(). */
inline aclError aclrtCreateEvent(aclrtEvent* event, uint32_t flag) {
    return ::aclrtCreateEventExWithFlag(event, flag);
}

/**
 * Forwards to aclrtMallocWithCfg() with ACL_MEM_MALLOC_HUGE_FIRST.
 * @param size size in bytes, not a number of elements
 */
template <typename T>
inline aclError aclrtMalloc(T** devPtr, size_t size, aclrtMallocConfig* cfg = nullptr) {
    return ::aclrtMallocWithCfg(reinterpret_cast<void**>(devPtr), size, ACL_MEM_MALLOC_HUGE_FIRST,
                                cfg);
}

/**
 * Forwards to aclrtMallocWithCfg().
 * @param size size in bytes, not a number of elements
 */
template <typename T>
inline aclError aclrtMalloc(T** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg = nullptr) {
    return ::aclrtMallocWithCfg(reinterpret_cast<void**>(devPtr), size, policy, cfg);
}

/**
 * Forwards to aclrtMallocHostWithCfg().
 * @param size size in bytes, not a number of elements
 */
template <typename T>
inline aclError aclrtMallocHost(T** hostPtr, size_t size, aclrtMallocConfig* cfg = nullptr) {
    return ::aclrtMallocHostWithCfg(reinterpret_cast<void**>(hostPtr), size, cfg);
}

/**
 * Forwards to aclrtMemcpy().
 * @param destMax size of the destination in bytes
 * @param count bytes to copy, not a number of elements
 */
template <typename T, typename U>
inline aclError aclrtMemcpy(T* dst, size_t destMax, const U* src, size_t count,
                            aclrtMemcpyKind kind) {
    return ::aclrtMemcpy(static_cast<void*>(dst), destMax, static_cast<const void*>(src), count,
                         kind);
}

/**
 * Forwards to aclrtMemcpyAsync().
 * @param destMax size of the destination in bytes
 * @param count bytes to copy, not a number of elements
 */
template <typename T, typename U>
inline aclError aclrtMemcpyAsync(T* dst, size_t destMax, const U* src, size_t count,
                                 aclrtMemcpyKind kind, aclrtStream stream) {
    return ::aclrtMemcpyAsync(static_cast<void*>(dst), destMax, static_cast<const void*>(src),
                              count, kind, stream);
}

/** Forwards to aclrtMemcpy2d(); all lengths are in bytes. */
template <typename T, typename U>
inline aclError aclrtMemcpy2d(T* dst, size_t dpitch, const U* src, size_t spitch, size_t width,
                              size_t height, aclrtMemcpyKind kind) {
    return ::aclrtMemcpy2d(static_cast<void*>(dst), dpitch, static_cast<const void*>(src), spitch,
                           width, height, kind);
}

/** Forwards to aclrtMemcpy2dAsync(); all lengths are in bytes. */
template <typename T, typename U>
inline aclError aclrtMemcpy2dAsync(T* dst, size_t dpitch, const U* src, size_t spitch, size_t width,
                                   size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
    return ::aclrtMemcpy2dAsync(static_cast<void*>(dst), dpitch, static_cast<const void*>(src),
                                spitch, width, height, kind, stream);
}

/**
 * Forwards to aclrtMemcpyBatchV2() with the same properties for all copies; aclrtMemcpyBatch() when
 * failIndex is given.
 * @param failIndex receives the entry that failed; nullptr when not wanted
 */
template <typename T, typename U>
inline aclError aclrtMemcpyBatch(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes,
                                 size_t numBatches, aclrtMemcpyBatchAttr attr,
                                 size_t* failIndex = nullptr) {
    size_t first = 0;
    if (failIndex != nullptr) {
        return ::aclrtMemcpyBatch(reinterpret_cast<void**>(dsts), destMaxs,
                                  const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                  sizes, numBatches, &attr, &first, 1, failIndex);
    }
    return ::aclrtMemcpyBatchV2(reinterpret_cast<void**>(dsts), destMaxs,
                                const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                sizes, numBatches, &attr, &first, 1);
}

/**
 * Forwards to aclrtMemcpyBatchV2(); aclrtMemcpyBatch() when failIndex is given.
 * @param failIndex receives the entry that failed; nullptr when not wanted
 */
template <typename T, typename U>
inline aclError aclrtMemcpyBatch(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes,
                                 size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                 size_t* attrsIndexes, size_t numAttrs,
                                 size_t* failIndex = nullptr) {
    if (failIndex != nullptr) {
        return ::aclrtMemcpyBatch(reinterpret_cast<void**>(dsts), destMaxs,
                                  const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                  sizes, numBatches, attrs, attrsIndexes, numAttrs, failIndex);
    }
    return ::aclrtMemcpyBatchV2(reinterpret_cast<void**>(dsts), destMaxs,
                                const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                sizes, numBatches, attrs, attrsIndexes, numAttrs);
}

/** Forwards to aclrtMemcpyBatchAsyncV2() with the same properties for all copies. */
template <typename T, typename U>
inline aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes,
                                      size_t numBatches, aclrtMemcpyBatchAttr attr,
                                      aclrtStream stream) {
    size_t first = 0;
    return ::aclrtMemcpyBatchAsyncV2(reinterpret_cast<void**>(dsts), destMaxs,
                                     const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                     sizes, numBatches, &attr, &first, 1, stream);
}

/** Forwards to aclrtMemcpyBatchAsyncV2(). */
template <typename T, typename U>
inline aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes,
                                      size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                      size_t* attrsIndexes, size_t numAttrs, aclrtStream stream) {
    return ::aclrtMemcpyBatchAsyncV2(reinterpret_cast<void**>(dsts), destMaxs,
                                     const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                     sizes, numBatches, attrs, attrsIndexes, numAttrs, stream);
}

/** Forwards to aclrtMemcpyBatchAsync() with the same properties for all copies. */
template <typename T, typename U>
inline aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes,
                                      size_t numBatches, aclrtMemcpyBatchAttr attr,
                                      size_t* failIndex, aclrtStream stream) {
    size_t first = 0;
    return ::aclrtMemcpyBatchAsync(reinterpret_cast<void**>(dsts), destMaxs,
                                   const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                   sizes, numBatches, &attr, &first, 1, failIndex, stream);
}

/** Forwards to aclrtMemcpyBatchAsync(). */
template <typename T, typename U>
inline aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes,
                                      size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                      size_t* attrsIndexes, size_t numAttrs, size_t* failIndex,
                                      aclrtStream stream) {
    return ::aclrtMemcpyBatchAsync(reinterpret_cast<void**>(dsts), destMaxs,
                                   const_cast<void**>(reinterpret_cast<const void* const*>(srcs)),
                                   sizes, numBatches, attrs, attrsIndexes, numAttrs, failIndex,
                                   stream);
}

/** Forwards to aclrtPointerGetAttributes(). */
template <typename T>
inline aclError aclrtPointerGetAttributes(const T* ptr, aclrtPtrAttributes* attributes) {
    return ::aclrtPointerGetAttributes(static_cast<const void*>(ptr), attributes);
}

/** Forwards to aclrtHostRegister(). */
template <typename T>
inline aclError aclrtHostRegister(T* ptr, uint64_t size, aclrtHostRegisterType type, T** devPtr) {
    return ::aclrtHostRegister(static_cast<void*>(ptr), size, type,
                               reinterpret_cast<void**>(devPtr));
}

/** Forwards to aclrtHostRegisterV2(). */
template <typename T>
inline aclError aclrtHostRegister(T* ptr, uint64_t size, uint32_t flag) {
    return ::aclrtHostRegisterV2(static_cast<void*>(ptr), size, flag);
}

/** Forwards to aclrtHostGetDevicePointer(). */
template <typename T>
inline aclError aclrtHostGetDevicePointer(T* pHost, T** pDevice, uint32_t flag) {
    return ::aclrtHostGetDevicePointer(static_cast<void*>(pHost), reinterpret_cast<void**>(pDevice),
                                       flag);
}

/** Forwards to aclrtHostUnregister(). */
template <typename T>
inline aclError aclrtHostUnregister(T* ptr) {
    return ::aclrtHostUnregister(static_cast<void*>(ptr));
}

/**
 * Forwards to aclrtMemAllocManaged().
 * @param size size in bytes, not a number of elements
 */
template <typename T>
inline aclError aclrtMemAllocManaged(T** devPtr, size_t size,
                                     uint32_t flags = ACL_RT_MEM_ATTACH_GLOBAL) {
    return ::aclrtMemAllocManaged(reinterpret_cast<void**>(devPtr), size, flags);
}

/** Forwards to aclrtMemManagedPrefetchAsync(). */
template <typename T>
inline aclError aclrtMemManagedPrefetchAsync(const T* ptr, size_t size,
                                             aclrtMemManagedLocation location, uint32_t flags,
                                             aclrtStream stream) {
    return ::aclrtMemManagedPrefetchAsync(static_cast<const void*>(ptr), size, location, flags,
                                          stream);
}

/** Forwards to aclrtMemManagedPrefetchBatchAsync() with the same place for all ranges. */
template <typename T>
inline aclError aclrtMemManagedPrefetchBatchAsync(const T** ptrs, size_t* sizes, size_t count,
                                                  aclrtMemManagedLocation prefetchLoc,
                                                  uint64_t flags, aclrtStream stream) {
    size_t first = 0;
    return ::aclrtMemManagedPrefetchBatchAsync(reinterpret_cast<const void**>(ptrs), sizes, count,
                                               &prefetchLoc, &first, 1, flags, stream);
}

/** Forwards to aclrtMemManagedPrefetchBatchAsync(). */
template <typename T>
inline aclError aclrtMemManagedPrefetchBatchAsync(const T** ptrs, size_t* sizes, size_t count,
                                                  aclrtMemManagedLocation* prefetchLocs,
                                                  size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                                  uint64_t flags, aclrtStream stream) {
    return ::aclrtMemManagedPrefetchBatchAsync(reinterpret_cast<const void**>(ptrs), sizes, count,
                                               prefetchLocs, prefetchLocIdxs, numPrefetchLocs,
                                               flags, stream);
}

/** Forwards to aclrtGetSymbolAddress(), for a variable given by its name instead of its address. */
template <typename T>
inline aclError aclrtGetSymbolAddress(const T& symbol, void** devPtr) {
    return ::aclrtGetSymbolAddress(static_cast<const void*>(&symbol), devPtr);
}

/** Forwards to aclrtGetSymbolSize(), for a variable given by its name instead of its address. */
template <typename T>
inline aclError aclrtGetSymbolSize(const T& symbol, size_t* size) {
    return ::aclrtGetSymbolSize(static_cast<const void*>(&symbol), size);
}

/** Forwards to aclrtMemcpyFromSymbol(), for a variable given by its name instead of its address. */
template <typename T>
inline aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const T& symbol, size_t count,
                                      size_t offset, aclrtMemcpyKind kind) {
    return ::aclrtMemcpyFromSymbol(dst, dstMax, static_cast<const void*>(&symbol), count, offset,
                                   kind);
}

/**
 * Forwards to aclrtMemcpyFromSymbolAsync(), for a variable given by its name instead of its
 * address.
 */
template <typename T>
inline aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax, const T& symbol, size_t count,
                                           size_t offset, aclrtMemcpyKind kind,
                                           aclrtStream stream) {
    return ::aclrtMemcpyFromSymbolAsync(dst, dstMax, static_cast<const void*>(&symbol), count,
                                        offset, kind, stream);
}

/** Forwards to aclrtMemcpyToSymbol(), for a variable given by its name instead of its address. */
template <typename T>
inline aclError aclrtMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset,
                                    aclrtMemcpyKind kind) {
    return ::aclrtMemcpyToSymbol(static_cast<const void*>(&symbol), src, count, offset, kind);
}

/**
 * Forwards to aclrtMemcpyToSymbolAsync(), for a variable given by its name instead of its address.
 */
template <typename T>
inline aclError aclrtMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count,
                                         size_t offset, aclrtMemcpyKind kind, aclrtStream stream) {
    return ::aclrtMemcpyToSymbolAsync(static_cast<const void*>(&symbol), src, count, offset, kind,
                                      stream);
}

}  // extern "C++"

#endif  // __cplusplus

#endif  // BELAY_ACL_ACL_RT_API_H_
