// The ways in which an application gives the arguments of a launch. Each is a class with
//   uint32_t bytes()              how much memory on the device they need; 0: none
//   Status write(place, system)   writes them there
//   range(place)                  where the kernel finds them then
// Launches are templates over them, so that none costs more than what it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/result.h"
#include "kernel/kernel_args.h"
#include "kernel/kernel_table.h"
#include "runtime/args_ring.h"

namespace belay {

/// Addresses that the system adds to the arguments of kernels that want them.
struct SystemAddresses {
    uint64_t syncBase = 0;
    uint64_t overflow = 0;
};

namespace detail {

inline void store(std::byte* at, uint64_t value) {
    std::memcpy(at, &value, sizeof value);
}

// Most values have one of two sizes, which then need no call.
inline void copyValue(std::byte* to, const void* from, uint32_t size) {
    if (size == sizeof(uint64_t)) {
        std::memcpy(to, from, sizeof(uint64_t));
    } else if (size == sizeof(uint32_t)) {
        std::memcpy(to, from, sizeof(uint32_t));
    } else {
        std::memcpy(to, from, size);
    }
}

}  // namespace detail

/// A block in device memory, which the kernel reads as it is.
class DeviceBlock {
  public:
    DeviceBlock(const void* start, size_t bytes) noexcept
        : range_{.address = reinterpret_cast<uintptr_t>(start),
                 .bytes = static_cast<uint32_t>(bytes)} {}

    uint32_t bytes() const noexcept { return 0; }

    Status write(const ArgsPlace&, const SystemAddresses&) const { return Status::ok(); }

    KernelArgsRange range(const ArgsPlace&) const noexcept { return range_; }

  private:
    KernelArgsRange range_;
};

/// A block in host memory with pointers into itself.
class HostBlock {
  public:
    /// `pointers` lie inside the block, and what they point to begins there.
    HostBlock(std::span<const std::byte> block, std::span<const ArgsPointer> pointers) noexcept
        : block_(block), pointers_(pointers) {}

    uint32_t bytes() const noexcept { return static_cast<uint32_t>(block_.size()); }

    Status write(const ArgsPlace& place, const SystemAddresses&) const {
        if (!block_.empty()) {
            std::memcpy(place.view, block_.data(), block_.size());
        }
        for (const ArgsPointer& pointer : pointers_) {
            detail::store(place.view + pointer.pointerOffset, place.address + pointer.dataOffset);
        }
        return Status::ok();
    }

    KernelArgsRange range(const ArgsPlace& place) const noexcept {
        return {.address = place.address, .bytes = bytes()};
    }

  private:
    std::span<const std::byte> block_;
    std::span<const ArgsPointer> pointers_;
};

/// A finished list. Another thread may change it meanwhile: then there is no launch.
class ListedArgs {
  public:
    ListedArgs(KernelArgs& args, uint32_t bytes) noexcept : args_(args), bytes_(bytes) {}

    uint32_t bytes() const noexcept { return bytes_; }

    Status write(const ArgsPlace& place, const SystemAddresses& system) const {
        return args_.use([&](ArgsList& list) { return writeList(list, place, system); });
    }

    KernelArgsRange range(const ArgsPlace& place) const noexcept {
        return {.address = place.address, .bytes = bytes_};
    }

  private:
    Status writeList(const ArgsList& list, const ArgsPlace& place,
                     const SystemAddresses& system) const {
        if (!list.isFinished() || list.block().size() != bytes_) [[unlikely]] {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'argsHandle' was changed by another thread during the "
                                 "launch");
        }
        BELAY_TRY(HostBlock(list.block(), list.pointers()).write(place, system));
        if (list.rules().hasSyncBase) {
            detail::store(place.view, system.syncBase);
        }
        if (list.rules().hasOverflowAddress) {
            detail::store(place.view + list.overflowOffset(), system.overflow);
        }
        return Status::ok();
    }

    KernelArgs& args_;
    const uint32_t bytes_;
};

/// The addresses of the values, in the order of the kernel's parameters.
class ArgsArray {
  public:
    /// `values` has as many as the kernel has parameters, none null. The kernel's file describes
    /// these, and they have no more than ArgsList::kMaxBytes.
    ArgsArray(const KernelInfo& kernel, const ArgsRules& rules, const void* const* values) noexcept
        : kernel_(kernel),
          start_(rules.hasSyncBase ? sizeof(uint64_t) : 0),
          bytes_(static_cast<uint32_t>(start_ + *kernel.meta.paramBytes)),
          values_(values) {}

    uint32_t bytes() const noexcept { return bytes_; }

    Status write(const ArgsPlace& place, const SystemAddresses& system) const {
        // Gaps are cleared, so that equal values make equal blocks.
        if (bytes_ != 0) {
            std::memset(place.view, 0, bytes_);
        }
        if (start_ != 0) {
            detail::store(place.view, system.syncBase);
        }
        const void* const* value = values_;
        for (const KernelParam& param : kernel_.meta.params) {
            detail::copyValue(place.view + start_ + param.offset, *value++, param.size);
        }
        return Status::ok();
    }

    KernelArgsRange range(const ArgsPlace& place) const noexcept {
        return {.address = place.address, .bytes = bytes_};
    }

  private:
    const KernelInfo& kernel_;
    const size_t start_;
    const uint32_t bytes_;
    const void* const* values_;
};

/// Addresses of 8 bytes each, then bytes, then values in host memory that come with the arguments,
/// each behind kValueAlignment.
class AddressedArgs {
  public:
    static constexpr uint32_t kValueAlignment = 64;

    /// A value for the address with this number, which is then that of its copy.
    struct Value {
        size_t address = 0;
        std::span<const std::byte> bytes;
    };

    /// All of it together has less than 4 GiB.
    AddressedArgs(std::span<const uint64_t> addresses, std::span<const std::byte> bytes,
                  std::span<const Value> values) noexcept
        : addresses_(addresses),
          rest_(bytes),
          values_(values),
          fixedBytes_(static_cast<uint32_t>(addresses.size_bytes() + bytes.size())),
          bytes_(fixedBytes_) {
        for (const Value& value : values) {
            bytes_ = aligned(bytes_) + static_cast<uint32_t>(value.bytes.size());
        }
    }

    uint32_t bytes() const noexcept { return bytes_; }

    Status write(const ArgsPlace& place, const SystemAddresses&) const {
        std::byte* at = place.view;
        for (const uint64_t address : addresses_) {
            detail::store(at, address);
            at += sizeof address;
        }
        if (!rest_.empty()) {
            std::memcpy(at, rest_.data(), rest_.size());
        }
        uint32_t end = fixedBytes_;
        for (const Value& value : values_) {
            const uint32_t start = aligned(end);
            std::memset(place.view + end, 0, start - end);
            std::memcpy(place.view + start, value.bytes.data(), value.bytes.size());
            detail::store(place.view + value.address * sizeof(uint64_t), place.address + start);
            end = start + static_cast<uint32_t>(value.bytes.size());
        }
        return Status::ok();
    }

    KernelArgsRange range(const ArgsPlace& place) const noexcept {
        return {.address = place.address, .bytes = bytes_};
    }

  private:
    static constexpr uint32_t aligned(uint32_t offset) noexcept {
        return (offset + kValueAlignment - 1) / kValueAlignment * kValueAlignment;
    }

    std::span<const uint64_t> addresses_;
    std::span<const std::byte> rest_;
    std::span<const Value> values_;
    uint32_t fixedBytes_;
    uint32_t bytes_;
};

}  // namespace belay
