#include "base/thread_id.h"

#include <unistd.h>

#include "base/fork.h"

namespace belay {
namespace {

// The thread that forks has another number in the child.
ForkRepair threadIdForkRepair([] { detail::cachedThreadId = 0; });

}  // namespace

namespace detail {

thread_local constinit uint32_t cachedThreadId = 0;

uint32_t askThreadId() noexcept {
    cachedThreadId = static_cast<uint32_t>(::gettid());
    return cachedThreadId;
}

}  // namespace detail
}  // namespace belay
