#include "drivers/sim/address_range.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include "base/unique_fd.h"
#include "drivers/sim/size_classes.h"

#if defined(__SANITIZE_ADDRESS__)
#define BELAY_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BELAY_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef BELAY_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace belay::sim {
namespace {

constexpr uint64_t kLeastBytes = uint64_t{64} << 20;

std::string errnoText() {
    return std::generic_category().message(errno);
}

Status noRoom() {
    return Status::error(Code::kRtMemoryAllocation,
                         "no address space is left for simulated memory: {}", errnoText());
}

// Without access: a range of addresses only.
std::byte* map(uint64_t hint, uint64_t bytes) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that we ask for, nothing lies there yet
    void* range = ::mmap(reinterpret_cast<void*>(hint), bytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? nullptr : static_cast<std::byte*>(range);
}

std::byte* alignUp(std::byte* address) {
    const auto value = reinterpret_cast<uintptr_t>(address);
    return address + (kChunkBytes - value % kChunkBytes) % kChunkBytes;
}

// `bytes` in whole chunks, or null.
std::byte* reserve(uint64_t hint, uint64_t bytes) {
    std::byte* range = map(hint, bytes + kChunkBytes);
    if (range == nullptr && hint != 0) {
        range = map(0, bytes + kChunkBytes);
    }
    if (range == nullptr) {
        return nullptr;
    }
    std::byte* base = alignUp(range);
    const auto before = static_cast<uint64_t>(base - range);
    if (before != 0) {
        ::munmap(range, before);
    }
    ::munmap(base + bytes, kChunkBytes - before);
    return base;
}

// The same pages of shared memory at both ranges; the first without access.
Status share(std::byte* base, std::byte* engineBase, uint64_t bytes) {
    const UniqueFd file(::memfd_create("belay device memory", MFD_CLOEXEC));
    if (!file || ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0) {
        return noRoom();
    }
    for (std::byte* start : {base, engineBase}) {
        if (::mmap(start, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, file.get(),
                   0) == MAP_FAILED) {
            return noRoom();
        }
    }
    return Status::ok();
}

void advise(std::byte* start, uint64_t bytes, bool isHostMemory) {
    ::madvise(start, bytes, MADV_HUGEPAGE);
    if (!isHostMemory) {
        ::madvise(start, bytes, MADV_DONTFORK);
        ::madvise(start, bytes, MADV_DONTDUMP);
    }
}

}  // namespace

Result<std::unique_ptr<AddressRange>> AddressRange::create(const AddressRangeSetup& setup) {
    uint64_t bytes = std::max(chunksFor(setup.bytes), uint64_t{1}) * kChunkBytes;
    const uint64_t least = std::min(bytes, kLeastBytes);
    std::byte* base = reserve(setup.hint, bytes);
    // Sanitizers and resource limits leave less room than a plain process has.
    while (base == nullptr && bytes / 2 >= least) {
        bytes = chunksFor(bytes / 2) * kChunkBytes;
        base = reserve(setup.hint, bytes);
    }
    if (base == nullptr) {
        return noRoom();
    }
    std::unique_ptr<AddressRange> range(new AddressRange(base, base, bytes));
    if (setup.trapsAccess) {
        std::byte* engineBase = reserve(0, bytes);
        if (engineBase == nullptr) {
            return noRoom();
        }
        range->engineBase_ = engineBase;
        BELAY_TRY(share(base, engineBase, bytes));
        advise(engineBase, bytes, setup.isHostMemory);
    }
    advise(base, bytes, setup.isHostMemory);
    return range;
}

AddressRange::~AddressRange() {
    // Not more: the sanitizer takes an eighth of a range as memory, all of which this writes.
    permit(base_, usedBytes_);
    ::munmap(base_, bytes_);
    if (engineBase_ != base_) {
        ::munmap(engineBase_, bytes_);
    }
}

Status AddressRange::populate(const std::byte* start, uint64_t bytes) {
    std::byte* pages = engineView(start);
    int failed = ::mprotect(pages, bytes, PROT_READ | PROT_WRITE);
    if (failed == 0) {
        failed = ::madvise(pages, bytes, MADV_POPULATE_WRITE);
        // Kernels before 5.14 do not know it; there pages come when they are touched.
        failed = failed != 0 && errno == EINVAL ? 0 : failed;
    }
    if (failed != 0) {
        const std::string why = errnoText();
        giveBack(start, bytes);
        return Status::error(Code::kRtMemoryAllocation, "the machine gave no {} bytes: {}", bytes,
                             why);
    }
    usedBytes_ = std::max(usedBytes_, static_cast<uint64_t>(start - base_) + bytes);
    forbid(start, bytes);
    if (traps()) {
        const auto first = static_cast<uint64_t>(start - base_) / kChunkBytes;
        populated_.resize(bytes_ / kChunkBytes);
        std::fill_n(populated_.begin() + static_cast<std::ptrdiff_t>(first), chunksFor(bytes),
                    true);
        if (isIn_) {
            open(start, bytes);
        }
    }
    return Status::ok();
}

void AddressRange::open(const std::byte* start, uint64_t bytes) const noexcept {
    ::mprotect(base_ + (start - base_), bytes, PROT_READ | PROT_WRITE | PROT_EXEC);
}

void AddressRange::letIn(bool isIn) noexcept {
    if (!traps() || isIn == isIn_) {
        return;
    }
    isIn_ = isIn;
    if (!isIn) {
        ::mprotect(base_, bytes_, PROT_NONE);
        return;
    }
    for (auto first = populated_.begin(); first != populated_.end();) {
        first = std::find(first, populated_.end(), true);
        const auto last = std::find(first, populated_.end(), false);
        if (first != last) {
            open(base_ + static_cast<uint64_t>(first - populated_.begin()) * kChunkBytes,
                 static_cast<uint64_t>(last - first) * kChunkBytes);
        }
        first = last;
    }
}

void AddressRange::giveBack(const std::byte* start, uint64_t bytes) {
    permit(start, bytes);
    // Pages of shared memory stay for as long as the file has them.
    ::madvise(engineView(start), bytes, engineBase_ == base_ ? MADV_DONTNEED : MADV_REMOVE);
}

void AddressRange::permit([[maybe_unused]] const std::byte* start,
                          [[maybe_unused]] uint64_t bytes) const noexcept {
#ifdef BELAY_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(engineView(start), bytes);
#endif
}

void AddressRange::forbid([[maybe_unused]] const std::byte* start,
                          [[maybe_unused]] uint64_t bytes) const noexcept {
#ifdef BELAY_ADDRESS_SANITIZER
    __asan_poison_memory_region(engineView(start), bytes);
#endif
}

}  // namespace belay::sim
