// Every public function that is not built yet, in one place: it answers "not supported" and says
// so. The list is not_built.inc; building a function means taking its line out and defining it
// elsewhere.
#include <type_traits>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_platform.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "acl/ops/acl_cblas.h"
#include "api/entry.h"

namespace {

using belay::Code;
using belay::Status;
using belay::api::Session;

/// The answer of `name`: `code` for functions that return an error, null, 0 or nothing for others.
template <typename R>
R notBuilt(const char* name, Code code) {
    const aclError result = belay::api::entry(belay::api::makeCall(name, ""), [&](Session&) {
        return Status::error(code, "this function is not implemented in this version of belay");
    });
    if constexpr (std::is_same_v<R, aclError>) {
        return result;
    } else {
        return R();
    }
}

}  // namespace

#define BELAY_NOT_BUILT(code, returns, name, parameters) \
    returns name parameters {                            \
        return notBuilt<returns>(#name, Code::code);     \
    }
#include "api/not_built.inc"
#undef BELAY_NOT_BUILT
