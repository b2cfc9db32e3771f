/* SPDX-License-Identifier: Apache-2.0 */
/* Everything an application usually needs: runtime, operators, dump and models in one include. */

#ifndef BELAY_ACL_ACL_H_
#define BELAY_ACL_ACL_H_

#include "acl_base.h"
#include "acl_dump.h"
#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"
#include "acl_rt_allocator.h"
#include "error_codes/ge_error_codes.h"
#include "error_codes/rt_error_codes.h"

#endif  // BELAY_ACL_ACL_H_
