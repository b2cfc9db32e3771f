// Epochs: objects that an API call may be looking at are freed only after that call has ended.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/ref.h"

namespace belay {

/// Keeps every object found through a handle alive until the guard ends, without touching the
/// object: entering costs one exchange on the thread's own cache line, however many handles a call
/// converts.
///
/// The rule that makes it safe: an object is first made unreachable (its handle is killed), then
/// given to retire(); it is released once no guard is active that began before that moment.
///
/// A guard held for long holds up the release of everything retired meanwhile, so calls that block
/// take Refs to what they need and leave() first. Guards nest; the outermost one counts.
class EpochGuard {
  public:
    EpochGuard();
    ~EpochGuard();
    EpochGuard(const EpochGuard&) = delete;
    EpochGuard& operator=(const EpochGuard&) = delete;

    /// Ends the protection early. From here on only Refs keep objects alive.
    void leave() noexcept;

    /// One thread's place in the epoch scheme.
    struct alignas(64) Slot {
        std::atomic<uint64_t> enteredAt{
            0};  ///< epoch at which the thread's guard began; 0: no guard
        std::atomic<bool> inUse{false};
        bool hasRetired = false;  ///< touched by the owning thread only
        Slot* next = nullptr;     ///< fixed once the slot is listed
    };

  private:
    Slot* slot_;
    bool outermost_;
};

/// Base of objects that can be retired.
class Retirable : public RefCounted {
  private:
    friend class RetiredList;

    // Both are written by retire() and read by whoever has taken the object off the list.
    uint64_t retiredAt_ = 0;
    Retirable* nextRetired_ = nullptr;
};

/// Takes over one reference to `object`, which happens once in its life, and releases it when every
/// guard that may have seen the object has ended. Inside a guard that is never before the guard's
/// end; outside it may be at once, so the caller must hold no lock that a destructor takes.
void retire(Ref<Retirable> object);

/// Puts `next` where `link` led to another object, if to any, and then retires that one. Others
/// find objects by `link` with seq_cst loads in their guards: as with handle cells, either they see
/// the new link, or whoever collects sees their guards.
template <typename T>
void replaceAndRetire(std::atomic<T*>& link, T* next) {
    if (T* before = link.exchange(next, std::memory_order_seq_cst)) {
        retire(Ref<T>::adopt(before));
    }
}

/// Releases what can be released now; whether anything still waits. For finalize and tests.
bool collectRetired();

}  // namespace belay
