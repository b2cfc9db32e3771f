/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of the chip as texts. Not included by other headers: some names lack a prefix. */

#ifndef BELAY_ACL_ACL_PLATFORM_H_
#define BELAY_ACL_ACL_PLATFORM_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Property of the chip. Sizes are in bytes, frequencies in megahertz. */
typedef enum aclplatformDevInfo {
    ACL_PLATFORM_AICORE_CNT = 0,      /**< number of AI cores */
    ACL_PLATFORM_AICORE_UB_SIZE = 1,  /**< unified buffer of one AI core */
    ACL_PLATFORM_CUBE_CORE_CNT = 2,   /**< number of matrix cores */
    ACL_PLATFORM_VECTOR_CORE_CNT = 3, /**< number of vector cores */
    ACL_PLATFORM_L2_SIZE = 4,         /**< level-2 cache */
    ACL_PLATFORM_MEMORY_SIZE = 5,     /**< device memory */
    ACL_PLATFORM_CUBE_FREQ = 6,       /**< clock of the matrix cores */
    ACL_PLATFORM_VEC_FREQ = 7,        /**< clock of the vector cores */
    ACL_PLATFORM_BT_SIZE = 8,         /**< bias table buffer of one core */
    ACL_PLATFORM_L0_A_SIZE = 9,       /**< buffer for the left matrix */
    ACL_PLATFORM_L0_B_SIZE = 10,      /**< buffer for the right matrix */
    ACL_PLATFORM_L0_C_SIZE = 11,      /**< buffer for the result matrix */
    ACL_PLATFORM_L1_SIZE = 12,        /**< level-1 buffer of one core */
    ACL_PLATFORM_SOC_VERSION = 13,    /**< name of the chip */
    ACL_PLATFORM_AIC_VERSION = 14,    /**< name of the core version */
    ACL_PLATFORM_NPU_ARCH = 15,       /**< number of an aclplatformNpuArch */
    ACL_PLATFORM_MEMORY_TYPE = 16,    /**< number of an aclplatformLocalMemType */
} aclplatformDevInfo;

/** Kind of core. */
typedef enum aclplatformCoreType {
    ACL_PLATFORM_CORE_TYPE_AI_CORE = 0,
    ACL_PLATFORM_CORE_TYPE_VECTOR_CORE = 1,
} aclplatformCoreType;

/** Architecture of the cores. */
typedef enum aclplatformNpuArch {
    DAV_1001 = 1001,
    DAV_2002 = 2002,
    DAV_2102 = 2102,
    DAV_2201 = 2201,
    DAV_3002 = 3002,
    DAV_3003 = 3003,
    DAV_3004 = 3004,
    DAV_3102 = 3102,
    DAV_3113 = 3113,
    DAV_3505 = 3505,
    DAV_3510 = 3510,
    DAV_5102 = 5102,
    DAV_5162 = 5162,
    DAV_RESV = 0xFFFF, /**< none of these */
} aclplatformNpuArch;

/** Memory of a chip. */
typedef enum aclplatformLocalMemType {
    L0_A = 0, /**< left matrix */
    L0_B = 1, /**< right matrix */
    L0_C = 2, /**< result matrix */
    L1 = 3,
    L2 = 4,
    UB = 5,  /**< unified buffer of the vector unit */
    HBM = 6, /**< high-bandwidth memory of the device */
} aclplatformLocalMemType;

/**
 * Tells a property of the chip of the current device; on a thread without one, of the first device.
 * May be called from any thread.
 * @param infoType property
 * @param value receives the property as text with a terminating zero; untouched on an error
 * @param maxLen size of value in bytes
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when value is NULL, maxLen too small or the property
 *        unknown, or ACL_ERROR_RT_NO_DEVICE when the process can use no device.
 */
ACL_FUNC_VISIBILITY aclError aclplatformGetDeviceInfo(aclplatformDevInfo infoType, char* value,
                                                      uint32_t maxLen);

/**
 * Tells which data types a core can use in an instruction; of the current device, or on a thread
 * without one of the first. May be called from any thread.
 * @param type kind of core; both answer alike
 * @param instruction name of the instruction, as in "Intrinsic_vexp". Vector instructions of
 *        Ascend910B and Ascend910_93 are known.
 * @param value receives the types as text with a terminating zero, as in "float16,float32";
 * untouched on an error
 * @param maxLen size of value in bytes
 * @return ACL_SUCCESS, ACL_ERROR_INVALID_PARAM when a pointer is NULL, maxLen too small, the kind
 * of core unknown or nothing known of the instruction, or ACL_ERROR_RT_NO_DEVICE when the process
 *        can use no device.
 */
ACL_FUNC_VISIBILITY aclError aclplatformGetInstructionInfo(aclplatformCoreType type,
                                                           const char* instruction, char* value,
                                                           uint32_t maxLen);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BELAY_ACL_ACL_PLATFORM_H_
