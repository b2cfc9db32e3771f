/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of shared buffers between processes, and their routes. */

#ifndef BELAY_ACL_ACL_TDT_QUEUE_H_
#define BELAY_ACL_ACL_TDT_QUEUE_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_tdt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Permissions for a queue, to be combined: manage it, take data out, put data in. */
#define ACL_TDT_QUEUE_PERMISSION_MANAGE 1
#define ACL_TDT_QUEUE_PERMISSION_DEQUEUE 2
#define ACL_TDT_QUEUE_PERMISSION_ENQUEUE 4

/** States of a route: not bound, bound, bound but failed. */
#define ACL_TDT_QUEUE_ROUTE_UNBIND 0
#define ACL_TDT_QUEUE_ROUTE_BIND 1
#define ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL 2

/** Shared memory buffer of acltdtAllocBuf(). */
typedef void* acltdtBuf;

/** Properties of a queue to be created. */
typedef struct tagMemQueueAttr acltdtQueueAttr;

/** List of routes. */
typedef struct acltdtQueueRouteList acltdtQueueRouteList;

/** Conditions of a search for routes. */
typedef struct acltdtQueueRouteQueryInfo acltdtQueueRouteQueryInfo;

/** Route: data of one queue is passed on to another. */
typedef struct acltdtQueueRoute acltdtQueueRoute;

/** Property of a queue. */
typedef enum acltdtQueueAttrType {
    ACL_TDT_QUEUE_NAME_PTR = 0,     /**< const char*: name */
    ACL_TDT_QUEUE_DEPTH_UINT32 = 1, /**< uint32_t: most entries; 8 unless set */
} acltdtQueueAttrType;

/** Property of a route. */
typedef enum acltdtQueueRouteParamType {
    ACL_TDT_QUEUE_ROUTE_SRC_UINT32 = 0,   /**< uint32_t: queue the data comes from */
    ACL_TDT_QUEUE_ROUTE_DST_UINT32 = 1,   /**< uint32_t: queue the data goes to */
    ACL_TDT_QUEUE_ROUTE_STATUS_INT32 = 2, /**< int32_t: state */
} acltdtQueueRouteParamType;

/** What a search for routes compares. */
typedef enum acltdtQueueRouteQueryMode {
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC = 0,         /**< source queue */
    ACL_TDT_QUEUE_ROUTE_QUERY_DST = 1,         /**< target queue */
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST = 2, /**< both */
    ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL = 100,  /**< failed routes */
} acltdtQueueRouteQueryMode;

/** Condition of a search for routes. */
typedef enum acltdtQueueRouteQueryInfoParamType {
    ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM = 0,     /**< acltdtQueueRouteQueryMode */
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 = 1, /**< uint32_t: source queue */
    ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32 = 2, /**< uint32_t: target queue */
} acltdtQueueRouteQueryInfoParamType;

/** Kind of memory of a shared buffer. */
typedef enum acltdtAllocBufType {
    ACL_TDT_NORMAL_MEM = 0,
    ACL_TDT_DVPP_MEM = 1, /**< memory that the image units can use */
} acltdtAllocBufType;

/**
 * Creates a queue.
 * @param attr properties; NULL for a name chosen by the system and a depth of 8
 * @param qid receives the number of the queue
 */
ACL_FUNC_VISIBILITY aclError acltdtCreateQueue(const acltdtQueueAttr* attr, uint32_t* qid);

/** Releases a queue. */
ACL_FUNC_VISIBILITY aclError acltdtDestroyQueue(uint32_t qid);

/**
 * Puts a shared buffer into a queue. The buffer belongs to the queue afterwards.
 * @param timeout milliseconds to wait for room; 0 not to wait, -1 without limit
 * @return ACL_SUCCESS; ACL_ERROR_RT_QUEUE_FULL when there is no room in time.
 */
ACL_FUNC_VISIBILITY aclError acltdtEnqueue(uint32_t qid, acltdtBuf buf, int32_t timeout);

/**
 * Takes a shared buffer out of a queue.
 * @param buf receives the buffer, to be released with acltdtFreeBuf()
 * @param timeout milliseconds to wait for data; 0 not to wait, -1 without limit
 * @return ACL_SUCCESS; ACL_ERROR_RT_QUEUE_EMPTY when no data comes in time.
 */
ACL_FUNC_VISIBILITY aclError acltdtDequeue(uint32_t qid, acltdtBuf* buf, int32_t timeout);

/**
 * Copies data into a queue.
 * @param data data in host or device memory
 * @param dataSize size of the data in bytes
 * @param userData data of the application that travels along; NULL for none
 * @param userDataSize size of that data in bytes, at most 96
 * @param timeout milliseconds to wait for room; 0 not to wait, -1 without limit
 * @param rsv reserved, 0
 * @return ACL_SUCCESS; ACL_ERROR_RT_QUEUE_FULL when there is no room in time.
 */
ACL_FUNC_VISIBILITY aclError acltdtEnqueueData(uint32_t qid, const void* data, size_t dataSize,
                                               const void* userData, size_t userDataSize,
                                               int32_t timeout, uint32_t rsv);

/**
 * Copies the next data of a queue out of it.
 * @param data receives the data, in host or device memory
 * @param dataSize size of data in bytes
 * @param retDataSize receives the size of the data in bytes
 * @param userData receives the data of the application; NULL for none
 * @param userDataSize size of userData in bytes, at most 96
 * @param timeout milliseconds to wait for data; 0 not to wait, -1 without limit
 * @return ACL_SUCCESS; ACL_ERROR_RT_QUEUE_EMPTY when no data comes in time.
 */
ACL_FUNC_VISIBILITY aclError acltdtDequeueData(uint32_t qid, void* data, size_t dataSize,
                                               size_t* retDataSize, void* userData,
                                               size_t userDataSize, int32_t timeout);

/**
 * Gives another process permissions for a queue.
 * @param pid process to give them to
 * @param permission ACL_TDT_QUEUE_PERMISSION_* values combined
 * @param timeout milliseconds to wait; 0 not to wait, -1 without limit
 */
ACL_FUNC_VISIBILITY aclError acltdtGrantQueue(uint32_t qid, int32_t pid, uint32_t permission,
                                              int32_t timeout);

/**
 * Takes up the permissions that another process gave for a queue.
 * @param timeout milliseconds to wait; 0 not to wait, -1 without limit
 * @param permission receives the permissions, ACL_TDT_QUEUE_PERMISSION_* values combined
 */
ACL_FUNC_VISIBILITY aclError acltdtAttachQueue(uint32_t qid, int32_t timeout, uint32_t* permission);

/**
 * Makes the routes of a list pass on data. Routes must not form a circle. The state of every route
 * is stored in the list.
 * @return ACL_SUCCESS when every route was bound.
 */
ACL_FUNC_VISIBILITY aclError acltdtBindQueueRoutes(acltdtQueueRouteList* qRouteList);

/**
 * Ends the routes of a list. The state of every route is stored in the list.
 * @return ACL_SUCCESS when every route was ended.
 */
ACL_FUNC_VISIBILITY aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList* qRouteList);

/**
 * Finds the routes that fulfil a condition.
 * @param qRouteList list of acltdtCreateQueueRouteList(), receives the routes
 */
ACL_FUNC_VISIBILITY aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo* queryInfo,
                                                    acltdtQueueRouteList* qRouteList);

/**
 * Allocates a shared buffer.
 * @param size size in bytes
 * @param type number of an acltdtAllocBufType
 * @param buf receives the buffer, to be released with acltdtFreeBuf()
 */
ACL_FUNC_VISIBILITY aclError acltdtAllocBuf(size_t size, uint32_t type, acltdtBuf* buf);

/** Releases a shared buffer. */
ACL_FUNC_VISIBILITY aclError acltdtFreeBuf(acltdtBuf buf);

/**
 * Tells the address and the size of the memory of a shared buffer.
 * @param dataPtr receives the address
 * @param size receives the size in bytes
 */
ACL_FUNC_VISIBILITY aclError acltdtGetBufData(const acltdtBuf buf, void** dataPtr, size_t* size);

/** Sets how many bytes of a shared buffer hold data. */
ACL_FUNC_VISIBILITY aclError acltdtSetBufDataLen(acltdtBuf buf, size_t len);

/** Tells how many bytes of a shared buffer hold data. */
ACL_FUNC_VISIBILITY aclError acltdtGetBufDataLen(acltdtBuf buf, size_t* len);

/** Appends a shared buffer to a chain, whose first buffer stands for all. */
ACL_FUNC_VISIBILITY aclError acltdtAppendBufChain(acltdtBuf headBuf, acltdtBuf buf);

/** Tells the number of buffers in a chain. */
ACL_FUNC_VISIBILITY aclError acltdtGetBufChainNum(acltdtBuf headBuf, uint32_t* num);

/**
 * Picks a buffer from a chain, to which it continues to belong.
 * @param index number of the buffer, from 0
 */
ACL_FUNC_VISIBILITY aclError acltdtGetBufFromChain(acltdtBuf headBuf, uint32_t index,
                                                   acltdtBuf* buf);

/**
 * Copies from the area of a shared buffer that holds data of the application.
 * @param dataPtr receives the data
 * @param size bytes to copy
 * @param offset first byte of the area to copy; the area has 96 bytes
 */
ACL_FUNC_VISIBILITY aclError acltdtGetBufUserData(const acltdtBuf buf, void* dataPtr, size_t size,
                                                  size_t offset);

/**
 * Copies to the area of a shared buffer that holds data of the application.
 * @param dataPtr data to copy
 * @param size bytes to copy
 * @param offset first byte of the area to write; the area has 96 bytes
 */
ACL_FUNC_VISIBILITY aclError acltdtSetBufUserData(acltdtBuf buf, const void* dataPtr, size_t size,
                                                  size_t offset);

/**
 * Makes another reference to the memory of a shared buffer. The memory is freed with the last
 * reference.
 * @param newBuf receives the reference, to be released with acltdtFreeBuf()
 */
ACL_FUNC_VISIBILITY aclError acltdtCopyBufRef(const acltdtBuf buf, acltdtBuf* newBuf);

/**
 * Creates properties for a queue.
 * @return the properties, to be released with acltdtDestroyQueueAttr(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY acltdtQueueAttr* acltdtCreateQueueAttr(void);

/** Releases properties of acltdtCreateQueueAttr(). */
ACL_FUNC_VISIBILITY aclError acltdtDestroyQueueAttr(const acltdtQueueAttr* attr);

/**
 * Sets a property for a queue.
 * @param len size of the value in bytes
 * @param param address of the value
 */
ACL_FUNC_VISIBILITY aclError acltdtSetQueueAttr(acltdtQueueAttr* attr, acltdtQueueAttrType type,
                                                size_t len, const void* param);

/**
 * Tells a property for a queue.
 * @param len size of param in bytes
 * @param paramRetSize receives the size of the value in bytes
 * @param param receives the value
 */
ACL_FUNC_VISIBILITY aclError acltdtGetQueueAttr(const acltdtQueueAttr* attr,
                                                acltdtQueueAttrType type, size_t len,
                                                size_t* paramRetSize, void* param);

/**
 * Creates a route.
 * @param srcId queue the data comes from
 * @param dstId queue the data goes to
 * @return the route, to be released with acltdtDestroyQueueRoute(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY acltdtQueueRoute* acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId);

/** Releases a route of acltdtCreateQueueRoute(). It stays bound. */
ACL_FUNC_VISIBILITY aclError acltdtDestroyQueueRoute(const acltdtQueueRoute* route);

/**
 * Tells a property of a route.
 * @param len size of param in bytes
 * @param paramRetSize receives the size of the value in bytes
 * @param param receives the value
 */
ACL_FUNC_VISIBILITY aclError acltdtGetQueueRouteParam(const acltdtQueueRoute* route,
                                                      acltdtQueueRouteParamType type, size_t len,
                                                      size_t* paramRetSize, void* param);

/**
 * Creates an empty list of routes.
 * @return the list, to be released with acltdtDestroyQueueRouteList(), or NULL when host memory is
 *        exhausted.
 */
ACL_FUNC_VISIBILITY acltdtQueueRouteList* acltdtCreateQueueRouteList(void);

/** Releases a list of routes. */
ACL_FUNC_VISIBILITY aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList* routeList);

/** Appends a copy of a route to a list. */
ACL_FUNC_VISIBILITY aclError acltdtAddQueueRoute(acltdtQueueRouteList* routeList,
                                                 const acltdtQueueRoute* route);

/**
 * Copies a route from a list.
 * @param index number of the route, from 0
 * @param route route of acltdtCreateQueueRoute(), overwritten
 */
ACL_FUNC_VISIBILITY aclError acltdtGetQueueRoute(const acltdtQueueRouteList* routeList,
                                                 size_t index, acltdtQueueRoute* route);

/** Tells the number of routes in a list. */
ACL_FUNC_VISIBILITY size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList* routeList);

/**
 * Creates conditions for a search for routes.
 * @return the conditions, to be released with acltdtDestroyQueueRouteQueryInfo(), or NULL when host
 *        memory is exhausted.
 */
ACL_FUNC_VISIBILITY acltdtQueueRouteQueryInfo* acltdtCreateQueueRouteQueryInfo(void);

/** Releases conditions of acltdtCreateQueueRouteQueryInfo(). */
ACL_FUNC_VISIBILITY aclError
acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo* info);

/**
 * Sets a condition for a search for routes.
 * @param len size of the value in bytes
 * @param value address of the value
 */
ACL_FUNC_VISIBILITY aclError acltdtSetQueueRouteQueryInfo(acltdtQueueRouteQueryInfo* param,
                                                          acltdtQueueRouteQueryInfoParamType type,
                                                          size_t len, const void* value);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_TDT_QUEUE_H_
