#include "base/epoch.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/fork.h"
#include "base/never_destroyed.h"
#include "base/thread_exit.h"

namespace belay {

// A stack of retired objects. Objects are pushed one by one and taken all together, so that no
// compare-and-swap can mistake a new stack for the old one.
class RetiredList {
  public:
    void push(Retirable* object, uint64_t epoch) noexcept {
        object->retiredAt_ = epoch;
        push(object);
    }

    bool isEmpty() const noexcept { return head_.load(std::memory_order_relaxed) == nullptr; }

    // Releases what was retired before `oldest`, the start of the oldest guard; whether anything is
    // left.
    bool releaseBefore(uint64_t oldest) {
        bool kept = false;
        // Acquire: sees the objects as their retiring threads left them.
        Retirable* object = head_.exchange(nullptr, std::memory_order_acquire);
        while (object != nullptr) {
            Retirable* next = object->nextRetired_;
            if (object->retiredAt_ < oldest) {
                object->release();
            } else {
                push(object);
                kept = true;
            }
            object = next;
        }
        return kept;
    }

  private:
    void push(Retirable* object) noexcept {
        object->nextRetired_ = head_.load(std::memory_order_relaxed);
        // Release: publishes the object's fields to who takes the stack.
        while (!head_.compare_exchange_weak(object->nextRetired_, object, std::memory_order_release,
                                            std::memory_order_relaxed)) {
        }
    }

    std::atomic<Retirable*> head_{nullptr};
};

namespace {

using Slot = EpochGuard::Slot;

// Never destroyed: API calls from static destructors and from threads that outlive main still come
// here.
struct Domain {
    // Starts at 1, since 0 in a slot means "no guard". seq_cst with the slots: see EpochGuard.
    std::atomic<uint64_t> epoch{1};
    std::atomic<Slot*> slots{nullptr};
    RetiredList retired;
};

Domain& domain() {
    static NeverDestroyed<Domain> instance;
    return instance.get();
}

[[gnu::tls_model("initial-exec")]] thread_local constinit Slot* threadSlot = nullptr;

ThreadExit threadExit([](void* slot) {
    // A call after this, from the application's own clean-up, claims a slot anew.
    threadSlot = nullptr;
    // Release: what the thread did stays before the slot's next use.
    static_cast<Slot*>(slot)->inUse.store(false, std::memory_order_release);
});

// Guards of threads that exist only in the parent must not hold anything up in the child.
void dropOtherThreads() {
    for (Slot* slot = domain().slots.load(std::memory_order_relaxed); slot != nullptr;
         slot = slot->next) {
        if (slot != threadSlot) {
            slot->enteredAt.store(0, std::memory_order_relaxed);
            slot->inUse.store(false, std::memory_order_relaxed);
        }
    }
}

ForkRepair epochForkRepair(dropOtherThreads);

Slot* claimSlot() {
    Domain& d = domain();
    for (Slot* slot = d.slots.load(std::memory_order_acquire); slot != nullptr; slot = slot->next) {
        bool expected = false;
        if (slot->inUse.compare_exchange_strong(expected, true, std::memory_order_acquire)) {
            return slot;
        }
    }
    auto* slot = new Slot();
    slot->inUse.store(true, std::memory_order_relaxed);
    slot->next = d.slots.load(std::memory_order_relaxed);
    while (!d.slots.compare_exchange_weak(slot->next, slot, std::memory_order_seq_cst,
                                          std::memory_order_relaxed)) {
    }
    return slot;
}

[[gnu::noinline]] Slot* registerThread() {
    Slot* slot = claimSlot();
    threadSlot = slot;
    threadExit.watch(slot);
    return slot;
}

uint64_t oldestGuard(const Domain& d) {
    uint64_t oldest = std::numeric_limits<uint64_t>::max();
    for (Slot* slot = d.slots.load(std::memory_order_seq_cst); slot != nullptr; slot = slot->next) {
        const uint64_t entered = slot->enteredAt.load(std::memory_order_seq_cst);
        if (entered != 0) {
            oldest = std::min(oldest, entered);
        }
    }
    return oldest;
}

}  // namespace

EpochGuard::EpochGuard() : slot_(threadSlot) {
    if (slot_ == nullptr) [[unlikely]] {
        slot_ = registerThread();
    }
    // Relaxed: only this thread writes its slot.
    outermost_ = slot_->enteredAt.load(std::memory_order_relaxed) == 0;
    if (outermost_) {
        // seq_cst exchange: the announcement comes before every later (seq_cst) look at a handle
        // cell, so either collectRetired() sees this guard, or this thread sees that the handle is
        // dead.
        slot_->enteredAt.exchange(domain().epoch.load(std::memory_order_seq_cst),
                                  std::memory_order_seq_cst);
    }
}

EpochGuard::~EpochGuard() {
    leave();
}

void EpochGuard::leave() noexcept {
    if (!outermost_) {
        return;
    }
    outermost_ = false;
    // Release: what the call read from objects stays before the end of the guard.
    slot_->enteredAt.store(0, std::memory_order_release);
    if (slot_->hasRetired) [[unlikely]] {
        slot_->hasRetired = collectRetired();
    }
}

void retire(Ref<Retirable> object) {
    Slot* slot = threadSlot != nullptr ? threadSlot : registerThread();
    Domain& d = domain();
    // Guards that begin after this add read a later epoch, and they cannot find the object any
    // more.
    d.retired.push(object.detach(), d.epoch.fetch_add(1, std::memory_order_seq_cst));
    if (slot->enteredAt.load(std::memory_order_relaxed) != 0) {
        slot->hasRetired = true;
    } else {
        collectRetired();
    }
}

bool collectRetired() {
    Domain& d = domain();
    if (d.retired.isEmpty()) {
        return false;
    }
    // Before the guards are looked at: what is retired after this look may be seen by a guard that
    // begins after the next one, so it has to wait for another collection.
    const uint64_t now = d.epoch.load(std::memory_order_seq_cst);
    const uint64_t oldest = std::min(now, oldestGuard(d));
    return d.retired.releaseBefore(oldest);
}

}  // namespace belay
