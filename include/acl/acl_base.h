/* SPDX-License-Identifier: Apache-2.0 */
/* Basic types of the interface: the runtime part and the tensor descriptions together. */

#ifndef BELAY_ACL_ACL_BASE_H_
#define BELAY_ACL_ACL_BASE_H_

#include "acl_base_mdl.h"
#include "acl_base_rt.h"
#include "error_codes/ge_error_codes.h"
#include "error_codes/rt_error_codes.h"

#endif  // BELAY_ACL_ACL_BASE_H_
