#include "op/prepared_op.h"

namespace belay {

PreparedOps::~PreparedOps() {
    // Nobody else sees the list any more, but some thread may still be using one that it found.
    PreparedOp* op = first_.load(std::memory_order_acquire);
    while (op != nullptr) {
        PreparedOp* next = op->next_.load(std::memory_order_relaxed);
        retire(Ref<PreparedOp>::adopt(op));
        op = next;
    }
}

const PreparedOp* PreparedOps::find(const Device& device, const OpSignature* signature) const {
    const uint64_t hash = signature != nullptr ? signature->hash() : 0;
    for (const PreparedOp* op = first_.load(std::memory_order_seq_cst); op != nullptr;
         op = op->next_.load(std::memory_order_seq_cst)) {
        if (op->device.get() == &device &&
            (signature == nullptr || (op->key && op->key->matches(*signature, hash, 0)))) {
            return op;
        }
    }
    return nullptr;
}

const PreparedOp* PreparedOps::add(Ref<PreparedOp> op) {
    PreparedOp* const added = op.detach();
    const Lock lock(mutex_);
    added->next_.store(first_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    first_.store(added, std::memory_order_release);
    size_t place = 1;
    PreparedOp* before = added;
    while (PreparedOp* one = before->next_.load(std::memory_order_relaxed)) {
        if (place < kMost && one->device->isOpen()) {
            before = one;
            ++place;
            continue;
        }
        // It keeps its own link for those who are just looking at it.
        replaceAndRetire(before->next_, one->next_.load(std::memory_order_relaxed));
    }
    return added;
}

}  // namespace belay
