// Proves that the internal list of codes is the public one; no mapping is left to do at run time.
#include "acl/acl.h"
#include "base/status.h"

namespace belay::api {
namespace {

#define BELAY_CODE_IS(code, name) \
    static_assert(static_cast<long long>(Code::code) == static_cast<long long>(name));
#include "api/error_codes.inc"
#undef BELAY_CODE_IS

}  // namespace
}  // namespace belay::api
