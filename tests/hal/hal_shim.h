// HalShim: a library with the HAL's names that passes calls on to another one, keeps the entries
// that go through, and makes calls fail on request. A program steers it by the functions below,
// which it finds with dlsym in the library that it also names to the backend.
#pragma once

#include <cstddef>
#include <cstdint>

namespace belay::test {

/// Path of the library that calls are passed on to.
inline constexpr const char* kHalShimTarget = "BELAY_TEST_HAL_TARGET";

/// An entry as it was sent.
struct HalShimEntry {
    uint32_t sqId;
    uint32_t words[16];
    /// What the entry's context address points to, when it is for both kinds of cores.
    uint32_t context[32];
};

}  // namespace belay::test

extern "C" {

/// How often a function was called, also in vain. UINT64_MAX for a name that is not known.
uint64_t halShimCalls(const char* function);

/// From now on the call of this function after `passing` others answers `error` and is not passed
/// on; null: none does.
void halShimFail(const char* function, uint64_t passing, int32_t error);

/// Whether the call that is to fail has come.
bool halShimHasFailed();

/// Copies the first `capacity` entries that were sent since the last halShimForget(); how many
/// there are.
size_t halShimEntries(belay::test::HalShimEntry* entries, size_t capacity);

void halShimForget();
}
