#include "base/env.h"

#include <charconv>
#include <cstdlib>
#include <mutex>

#include "base/never_destroyed.h"

namespace belay::env {
namespace {

struct Entry {
    std::once_flag once;
    std::optional<std::string> text;
};

// Never destroyed: API calls from static destructors may look.
std::array<Entry, kVariables.size()>& entries() {
    static NeverDestroyed<std::array<Entry, kVariables.size()>> instance;
    return instance.get();
}

}  // namespace

const std::optional<std::string>& text(Variable variable) {
    const auto index = static_cast<size_t>(variable);
    Entry& entry = entries()[index];
    std::call_once(entry.once, [&] {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): the one place that reads the environment
        const char* value = std::getenv(kVariables[index].name.data());
        if (value != nullptr && *value != '\0') {
            entry.text = value;
        }
    });
    return entry.text;
}

std::optional<long> number(Variable variable, long least, long most) {
    const auto& value = text(variable);
    if (!value) {
        return std::nullopt;
    }
    long parsed = 0;
    const char* end = value->data() + value->size();
    const auto [stop, error] = std::from_chars(value->data(), end, parsed);
    if (error != std::errc() || stop != end || parsed < least || parsed > most) {
        return std::nullopt;
    }
    return parsed;
}

bool isOn(Variable variable) {
    return number(variable, 0, 1) == 1;
}

}  // namespace belay::env
