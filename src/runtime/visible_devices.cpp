#include "runtime/visible_devices.h"

#include <fmt/format.h>

#include <charconv>
#include <numeric>
#include <string_view>

namespace belay {
namespace {

// The whole text as the number of a device.
std::optional<uint32_t> parseNumber(std::string_view text, uint32_t count) {
    uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end && number < count ? std::optional(number)
                                                                 : std::nullopt;
}

// The list up to its first entry that is no number of a device.
std::vector<uint32_t> parseList(std::string_view list, uint32_t count) {
    std::vector<uint32_t> numbers;
    while (true) {
        const size_t comma = list.find(',');
        const std::optional<uint32_t> number = parseNumber(list.substr(0, comma), count);
        if (!number) {
            return numbers;
        }
        numbers.push_back(*number);
        if (comma == std::string_view::npos) {
            return numbers;
        }
        list.remove_prefix(comma + 1);
    }
}

bool isAscending(const std::vector<uint32_t>& numbers) {
    for (size_t i = 1; i < numbers.size(); ++i) {
        if (numbers[i] <= numbers[i - 1]) {
            return false;
        }
    }
    return true;
}

}  // namespace

VisibleDevices visibleDevices(const std::optional<std::string>& list, uint32_t count) {
    VisibleDevices visible;
    if (!list) {
        visible.numbers.resize(count);
        std::iota(visible.numbers.begin(), visible.numbers.end(), 0U);
        return visible;
    }
    visible.numbers = parseList(*list, count);
    if (!isAscending(visible.numbers)) {
        visible.numbers.clear();
        visible.hiding = fmt::format(
            ": ASCEND_RT_VISIBLE_DEVICES is '{}', and each number must be greater than the one "
            "before",
            *list);
    } else if (visible.numbers.size() < count) {
        visible.hiding =
            fmt::format(": ASCEND_RT_VISIBLE_DEVICES is '{}', which names {} of the machine's {}",
                        *list, visible.numbers.size(), count);
    }
    return visible;
}

}  // namespace belay
