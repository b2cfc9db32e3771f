#include "kernel/kernel_args.h"

#include <algorithm>
#include <unordered_map>

#include "base/epoch.h"
#include "base/fork.h"
#include "base/never_destroyed.h"
#include "kernel/binary.h"

namespace belay {
namespace {

// Lists in memory of the application, by the addresses it names them by.
struct Places {
    Mutex mutex{LockRank::kObject, "places of argument lists"};
    std::unordered_map<const void*, Ref<KernelArgs>> lists BELAY_GUARDED_BY(mutex);
};

Places& places() {
    static NeverDestroyed<Places> all;
    return all.get();
}

ForkLock placesForkLock(LockRank::kObject, [] { return &places().mutex; });

}  // namespace

KernelArgs::KernelArgs(const Function& function)
    : function_(&function), place_(nullptr), list_(function.argsRules()) {}

KernelArgs::KernelArgs(const void* place, const Function& function, std::span<std::byte> memory)
    : function_(&function), place_(place), list_(function.argsRules(), memory) {}

KernelArgs::~KernelArgs() = default;

Result<Ref<KernelArgs>> KernelArgs::create(Function& function) {
    Ref<KernelArgs> args(new KernelArgs(function));
    BELAY_TRY(openHandle(args).takeStatus());
    function.args().add(args);
    return args;
}

Ref<KernelArgs> KernelArgs::createAt(const void* place, Function& function,
                                     std::span<std::byte> memory) {
    Ref<KernelArgs> args(new KernelArgs(place, function, memory));
    {
        Ref<KernelArgs> replaced = args;  // released without the lock
        const Lock lock(places().mutex);
        std::swap(places().lists[place], replaced);
    }
    function.args().add(args);
    return args;
}

Ref<KernelArgs> KernelArgs::findAt(const void* place) {
    const Lock lock(places().mutex);
    const auto found = places().lists.find(place);
    return found == places().lists.end() ? nullptr : found->second;
}

void KernelArgs::close() {
    if (place_ == nullptr) {
        const EpochGuard guard;
        HandleFault fault = HandleFault::kNone;
        closeHandle<KernelArgs>(handle(), fault);
        return;
    }
    Ref<KernelArgs> closed;  // released without the lock
    const Lock lock(places().mutex);
    const auto found = places().lists.find(place_);
    if (found != places().lists.end() && found->second.get() == this) {
        std::swap(closed, found->second);
        places().lists.erase(found);
    }
}

void ArgsOfFunction::add(Ref<KernelArgs> args) {
    Ref<KernelArgs> recycled;
    {
        const Lock lock(mutex_);
        if (isClosed_) {
            recycled = std::move(args);
        } else {
            if (lists_.size() >= kKept) {
                recycled = takeOldestLaunched();
            }
            lists_.push_back(std::move(args));
        }
    }
    if (recycled != nullptr) {
        recycled->close();
    }
}

void ArgsOfFunction::closeAll() {
    std::deque<Ref<KernelArgs>> lists;
    {
        const Lock lock(mutex_);
        isClosed_ = true;
        lists.swap(lists_);
    }
    for (const Ref<KernelArgs>& args : lists) {
        args->close();
    }
}

Ref<KernelArgs> ArgsOfFunction::takeOldestLaunched() {
    const auto found = std::ranges::find_if(
        lists_, [](const Ref<KernelArgs>& args) { return args->wasLaunched(); });
    if (found == lists_.end()) {
        return nullptr;
    }
    Ref<KernelArgs> oldest = std::move(*found);
    lists_.erase(found);
    return oldest;
}

}  // namespace belay
