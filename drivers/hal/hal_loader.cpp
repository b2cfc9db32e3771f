#include "drivers/hal/hal_loader.h"

#include <dlfcn.h>

#include <string>
#include <vector>

#include "base/log.h"

namespace belay::hal {
namespace {

// The first is for the dynamic linker to search: LD_LIBRARY_PATH, run paths, its cache.
constexpr const char* kPlaces[] = {
    "libascend_hal.so",
    "/usr/local/Ascend/driver/lib64/driver/libascend_hal.so",
    "/usr/local/Ascend/driver/lib64/common/libascend_hal.so",
    "/usr/local/Ascend/driver/lib64/libascend_hal.so",
    "/usr/lib64/libascend_hal.so",
};

// dlerror() keeps its text by thread.
std::string lastError() {
    const char* text = ::dlerror();  // NOLINT(concurrency-mt-unsafe)
    return text != nullptr ? text : "no reason given";
}

// Why the library at this place was not loaded; the system's text begins with the place, mostly.
std::string whyNot(const std::string& place) {
    std::string reason = lastError();
    return reason.starts_with(place) ? reason : fmt::format("{}: {}", place, reason);
}

template <typename Function>
void findFunction(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
}

// Required functions of a library.
struct Required {
    size_t count = 0;
    std::vector<std::string> missing;

    void note(bool isThere, const char* name) {
        ++count;
        if (!isThere) {
            missing.emplace_back(name);
        }
    }

    // What is wrong with the library at `place`, of which something is missing.
    Status refusal(const std::string& place) const {
        if (missing.size() > count / 2) {
            return Status::error(Code::kRtDevSetupError,
                                 "{} is not the driver's library: it has {} of the {} functions "
                                 "that belay calls, and no {}",
                                 place, count - missing.size(), count, missing.front());
        }
        return Status::error(Code::kRtDevSetupError,
                             "the library {} is of a driver release that belay cannot use: it does "
                             "not have {}",
                             place, fmt::join(missing, ", "));
    }
};

Required findFunctions(void* library, HalApi& api) {
    Required required;
#define BELAY_HAL_REQUIRED(name)            \
    findFunction(library, #name, api.name); \
    required.note(api.name != nullptr, #name);
#define BELAY_HAL_OPTIONAL(name) findFunction(library, #name, api.name);
#define BELAY_HAL_OFFERED(name)
#define BELAY_HAL(use, result, name, parameters) BELAY_HAL_##use(name)
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
#undef BELAY_HAL_OFFERED
#undef BELAY_HAL_OPTIONAL
#undef BELAY_HAL_REQUIRED
    return required;
}

bool isSimulated(void* library) {
    uint32_t (*version)() = nullptr;
    findFunction(library, BELAY_HAL_SIM_MARK, version);
    return version != nullptr && version() == BELAY_HAL_SIM_VERSION;
}

}  // namespace

Result<HalLibrary> loadHal(const std::optional<std::string>& path) {
    const std::vector<std::string> places =
        path ? std::vector<std::string>{*path}
             : std::vector<std::string>(std::begin(kPlaces), std::end(kPlaces));
    std::string reasons;  // each begins with a separator
    for (const std::string& place : places) {
        void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            reasons += "; " + whyNot(place);
            continue;
        }
        HalLibrary loaded{.api = {}, .path = place, .isSimulated = isSimulated(library)};
        const Required required = findFunctions(library, loaded.api);
        if (!required.missing.empty()) {
            ::dlclose(library);
            return required.refusal(place);
        }
        BELAY_LOG(kDriver, kInfo, "loaded {}{}", place,
                  loaded.isSimulated ? ", whose devices are simulated" : "");
        return loaded;
    }
    return Status::error(Code::kRtDevSetupError,
                         "the driver's library cannot be loaded (BELAY_HAL_LIBRARY is {}){}",
                         path ? *path : "not set", reasons);
}

}  // namespace belay::hal
