#include "hal_shim.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <type_traits>
#include <vector>

#include "drivers/hal_abi/hal_abi.h"

namespace belay::test {
namespace {

enum FunctionId : size_t {

#define BELAY_HAL(use, result, name, parameters) id_##name,
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
    kFunctionCount
};

constexpr const char* kNames[] = {
#define BELAY_HAL(use, result, name, parameters) #name,
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
};

constexpr size_t kNone = kFunctionCount;

size_t idOf(const char* function) {
    for (size_t id = 0; id < kFunctionCount; ++id) {
        if (std::string_view(kNames[id]) == function) {
            return id;
        }
    }
    return kNone;
}

class Shim {
  public:
    static Shim& instance() {
        static Shim shim;
        return shim;
    }

    void* target(size_t id) const { return targets_[id]; }

    /// The error that this call is to answer; 0: it is passed on.
    int32_t begin(size_t id) {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++calls_[id];
        if (id != failingId_ || passing_-- != 0) {
            return 0;
        }
        failingId_ = kNone;
        hasFailed_ = true;
        return error_;
    }

    uint64_t calls(size_t id) {
        const std::lock_guard<std::mutex> lock(mutex_);
        return calls_[id];
    }

    void fail(size_t id, uint64_t passing, int32_t error) {
        const std::lock_guard<std::mutex> lock(mutex_);
        failingId_ = id;
        passing_ = passing;
        error_ = error;
        hasFailed_ = false;
    }

    bool hasFailed() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return hasFailed_;
    }

    void keep(const halTaskSendInfo& info) {
        const std::lock_guard<std::mutex> lock(mutex_);
        for (uint32_t i = 0; i < info.sqe_num; ++i) {
            HalShimEntry entry{};
            entry.sqId = info.sqId;
            std::memcpy(entry.words, info.sqe_addr + i * sizeof entry.words, sizeof entry.words);
            if (isForBothKinds(entry)) {
                uint64_t context = entry.words[11] & 0x1FFFF;
                context = context << 32 | entry.words[10];
                std::memcpy(entry.context, reinterpret_cast<const void*>(context),
                            sizeof entry.context);
            }
            entries_.push_back(entry);
        }
    }

    size_t entries(HalShimEntry* entries, size_t capacity) {
        const std::lock_guard<std::mutex> lock(mutex_);
        for (size_t i = 0; i < entries_.size() && i < capacity; ++i) {
            entries[i] = entries_[i];
        }
        return entries_.size();
    }

    void forget() {
        const std::lock_guard<std::mutex> lock(mutex_);
        entries_.clear();
    }

  private:
    Shim() {
        const char* path = std::getenv(kHalShimTarget);
        void* library = path == nullptr ? nullptr : ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            std::fprintf(stderr, "%s is '%s': %s\n", kHalShimTarget, path == nullptr ? "" : path,
                         ::dlerror());
            std::abort();
        }
        for (size_t id = 0; id < kFunctionCount; ++id) {
            targets_[id] = ::dlsym(library, kNames[id]);
        }
    }

    static bool isForBothKinds(const HalShimEntry& entry) {
        return (entry.words[0] & 0x3F) == 0 && (entry.words[2] & 7) == 4;
    }

    void* targets_[kFunctionCount] = {};
    std::mutex mutex_;
    uint64_t calls_[kFunctionCount] = {};
    size_t failingId_ = kNone;
    uint64_t passing_ = 0;
    int32_t error_ = 0;
    bool hasFailed_ = false;
    std::vector<HalShimEntry> entries_;
};

// Where no cores are, entries for them become markers, which do nothing.
[[maybe_unused]] void withoutKernels(std::vector<uint32_t>& words) {
    constexpr uint32_t kMarker = 3U | 103U << 16;  // a placeholder, NOP
    for (size_t first = 0; first < words.size(); first += 16) {
        uint32_t* entry = &words[first];
        if ((entry[0] & 0x3F) == 0) {
            const bool isMix = (entry[2] & 7) == 4;  // its ids are the other way round
            entry[1] = isMix ? entry[1] >> 16 | entry[1] << 16 : entry[1];
            entry[0] = kMarker;
            std::memset(entry + 2, 0, 14 * sizeof *entry);
            entry[3] = 254U << 16;
        }
    }
}

template <size_t Id, typename Function>
struct Passage;

template <size_t Id, typename Result, typename... Args>
struct Passage<Id, Result(Args...)> {
    static Result call(Args... args) {
        Shim& shim = Shim::instance();
        const int32_t error = shim.begin(Id);
        if constexpr (std::is_same_v<Result, drvError_t>) {
            if (error != 0) {
                return error;
            }
        }
        if constexpr (Id == id_halSqTaskSend) {
            return send(args...);
        } else {
            return reinterpret_cast<Result (*)(Args...)>(shim.target(Id))(args...);
        }
    }

  private:
    static Result send(uint32_t device, halTaskSendInfo* info) {
        Shim& shim = Shim::instance();
        const auto pass = reinterpret_cast<Result (*)(Args...)>(shim.target(Id));
        // Kept first: what an entry points to may be gone when it has run.
        shim.keep(*info);
#ifdef BELAY_HAL_SHIM_POSES_AS_CARD
        std::vector<uint32_t> words(size_t{16} * info->sqe_num);
        std::memcpy(words.data(), info->sqe_addr, words.size() * sizeof words[0]);
        withoutKernels(words);
        halTaskSendInfo changed = *info;
        changed.sqe_addr = reinterpret_cast<uint8_t*>(words.data());
        const Result result = pass(device, &changed);
        info->pos = changed.pos;
        return result;
#else
        return pass(device, info);
#endif
    }
};

}  // namespace
}  // namespace belay::test

using belay::test::Passage;
using belay::test::Shim;

// The loader asks a resolver which function a name stands for, so that no name needs a body of its
// own.
extern "C" {
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are parts of declarations
#define BELAY_HAL(use, result, name, parameters)                          \
    [[gnu::used]] static result(*resolve_##name()) parameters {           \
        return &Passage<belay::test::id_##name, result parameters>::call; \
    }                                                                     \
    __attribute__((visibility("default"), ifunc("resolve_" #name))) result name parameters;
// NOLINTEND(bugprone-macro-parentheses)
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL

#define BELAY_SHIM_EXPORT __attribute__((visibility("default")))

#ifndef BELAY_HAL_SHIM_POSES_AS_CARD
BELAY_SHIM_EXPORT uint32_t belayHalSimVersion() {
    return BELAY_HAL_SIM_VERSION;
}
#endif

BELAY_SHIM_EXPORT uint64_t halShimCalls(const char* function) {
    const size_t id = belay::test::idOf(function);
    return id == belay::test::kNone ? UINT64_MAX : Shim::instance().calls(id);
}

BELAY_SHIM_EXPORT void halShimFail(const char* function, uint64_t passing, int32_t error) {
    Shim::instance().fail(function == nullptr ? belay::test::kNone : belay::test::idOf(function),
                          passing, error);
}

BELAY_SHIM_EXPORT bool halShimHasFailed() {
    return Shim::instance().hasFailed();
}

BELAY_SHIM_EXPORT size_t halShimEntries(belay::test::HalShimEntry* entries, size_t capacity) {
    return Shim::instance().entries(entries, capacity);
}

BELAY_SHIM_EXPORT void halShimForget() {
    Shim::instance().forget();
}
}
