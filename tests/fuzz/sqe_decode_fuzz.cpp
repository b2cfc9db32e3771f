// Fuzzes the decoder of queue entries, and of the device memory that entries point to.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <variant>

#include "hw/sqe_decode.h"
#include "hw/sqe_encode.h"

namespace {

using belay::hw::Refusal;

// The first bytes of the input, and zeros where it is too short.
template <typename Image>
Image imageOf(const uint8_t* data, size_t size) {
    Image image;
    if (size > 0) {
        std::memcpy(image.words.data(), data, std::min(size, sizeof image.words));
    }
    return image;
}

template <typename Entry, typename Image>
bool encodes(const Entry& entry, Image& image) {
    const belay::hw::StarsV1Encoder encoder;
    if constexpr (std::is_void_v<decltype(encoder.encode(entry, image))>) {
        encoder.encode(entry, image);
        return true;
    } else {
        return encoder.encode(entry, image).isOk();
    }
}

// Either a rule says why the bytes are refused, or they can be made again from what was read.
template <typename Image>
void check(const Image& image) {
    const auto decoded = decode(image);
    const bool sound = std::visit(
        [&](const auto& entry) {
            using Entry = std::remove_cvref_t<decltype(entry)>;
            if constexpr (std::is_same_v<Entry, Refusal>) {
                return !ruleText(entry.rule).empty() && entry.word < image.words.size();
            } else {
                Image again;
                if (!encodes(entry, again)) {
                    return false;
                }
                // Older forms of the ids of a MIX entry come out in the present one.
                return std::is_same_v<Entry, belay::hw::MixKernel> ? decode(again) == decoded
                                                                   : again == image;
            }
        },
        decoded);
    if (!sound) {
        std::abort();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    check(imageOf<belay::hw::Sqe>(data, size));
    check(imageOf<belay::hw::MixContextImage>(data, size));
    check(imageOf<belay::hw::WriteTargetImage>(data, size));
    return 0;
}
