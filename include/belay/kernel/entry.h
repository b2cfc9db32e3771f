// How a kernel gets its arguments from the block that a launch names. Included by what belay-kcc
// adds to a source; sources themselves have no use for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace belay::kernel {

/// What a parameter is.
enum class ParamKind : uint16_t { kOther = 0, kPointer = 1, kInteger = 2, kFloat = 3 };

/// A parameter in the block of arguments: each begins at the next multiple of 8.
struct ParamRecord {
    uint32_t offset = 0;
    uint32_t size = 0;
    uint16_t align = 0;
    uint16_t kind = 0;  ///< a ParamKind
};

/// A kernel of an image. The linker gathers these records in the section
/// "belay_entries", sorted.
struct EntryRecord {
    void (*call)(const unsigned char* args) = nullptr;
    const void* function = nullptr;
    const ParamRecord* params = nullptr;
    uint32_t paramCount = 0;
    uint32_t paramBytes = 0;  ///< of the block, without placeholder data
};

static_assert(sizeof(EntryRecord) == 32 && sizeof(ParamRecord) == 12);

template <typename T>
constexpr ParamKind kindOf() {
    if (std::is_pointer_v<T>) {
        return ParamKind::kPointer;
    }
    if (std::is_integral_v<T> || std::is_enum_v<T>) {
        return ParamKind::kInteger;
    }
    return std::is_floating_point_v<T> ? ParamKind::kFloat : ParamKind::kOther;
}

/// Reads a value that may lie at any address.
template <typename T>
T loadArgument(const unsigned char* from) {
    if constexpr (std::is_same_v<T, bool>) {
        return *from != 0;  // a byte that is neither 0 nor 1 is no bool
    } else {
        struct Raw {
            unsigned char bytes[sizeof(T)];
        } raw;

        __builtin_memcpy(&raw, from, sizeof raw);
        return __builtin_bit_cast(T, raw);
    }
}

template <typename... Params>
struct ParamTable {
    static constexpr size_t kCount = sizeof...(Params);

    ParamRecord records[kCount == 0 ? 1 : kCount];
    uint32_t bytes = 0;

    constexpr ParamTable() : records() {
        size_t i = 0;
        (add<Params>(i++), ...);
    }

  private:
    template <typename T>
    constexpr void add(size_t i) {
        records[i] = {bytes, sizeof(T), alignof(T), static_cast<uint16_t>(kindOf<T>())};
        bytes += (sizeof(T) + 7) / 8 * 8;
    }
};

template <auto Function, typename... Params>
struct EntryOf {
    static_assert(
        (std::is_trivially_copyable_v<std::remove_cv_t<Params>> && ...),
        "parameters of a kernel are copied byte by byte, so their types must be trivially "
        "copyable, and no references");

    static constexpr ParamTable<std::remove_cv_t<Params>...> kParams{};

    static void call(const unsigned char* args) {
        callWith(args, std::index_sequence_for<Params...>());
    }

    static constexpr EntryRecord record() {
        return {&call, reinterpret_cast<const void*>(Function), kParams.records,
                static_cast<uint32_t>(sizeof...(Params)), kParams.bytes};
    }

  private:
    template <size_t... Index>
    static void callWith([[maybe_unused]] const unsigned char* args,
                         std::index_sequence<Index...>) {
        Function(loadArgument<std::remove_cv_t<Params>>(args + kParams.records[Index].offset)...);
    }
};

template <auto Function, typename Type = decltype(Function)>
struct Entry {
    static_assert(!std::is_same_v<Type, Type>, "a kernel must be a function that returns void");
};

template <auto Function, typename... Params>
struct Entry<Function, void (*)(Params...)> : EntryOf<Function, Params...> {};

template <auto Function, typename... Params>
struct Entry<Function, void (*)(Params...) noexcept> : EntryOf<Function, Params...> {};

}  // namespace belay::kernel

/// Adds a kernel to the image. `place` is a text that sorts as the kernels of an image are to be
/// ordered, `number` is the kernel's own in its source, the rest names the function.
#define BELAY_KERNEL_ENTRY(place, number, ...)                                                 \
    using BelayKernel##number = ::belay::kernel::Entry<(__VA_ARGS__)>;                         \
    [[gnu::used, gnu::section("belay_entries." place),                                         \
      gnu::aligned(8)]] static const ::belay::kernel::EntryRecord belayKernelEntry##number = { \
        &BelayKernel##number::call, reinterpret_cast<const void*>(__VA_ARGS__),                \
        BelayKernel##number::kParams.records,                                                  \
        static_cast<uint32_t>(BelayKernel##number::kParams.kCount),                            \
        BelayKernel##number::kParams.bytes};
