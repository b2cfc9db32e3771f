#include "kernel/linked_kernels.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/epoch.h"
#include "base/fork.h"
#include "base/never_destroyed.h"
#include "hw/kernel_image.h"

namespace belay {
namespace {

constexpr size_t kNoteAlignment = 4;

constexpr size_t roundUp(size_t size) noexcept {
    return (size + kNoteAlignment - 1) / kNoteAlignment * kNoteAlignment;
}

// Where the loader has put a segment.
std::span<const std::byte> contentOf(const dl_phdr_info& object, const ElfW(Phdr) & segment) {
    const uintptr_t address = object.dlpi_addr + segment.p_vaddr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader tells of addresses as numbers
    return {reinterpret_cast<const std::byte*>(address), segment.p_memsz};
}

// Calls `visit(kernels)` for each description that the notes of a segment point to.
template <typename Visit>
void visitNotes(std::span<const std::byte> notes, Visit visit) {
    while (notes.size() >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr note;
        std::memcpy(&note, notes.data(), sizeof note);
        const size_t name = sizeof note;
        const size_t description = name + roundUp(note.n_namesz);
        const size_t end = description + roundUp(note.n_descsz);
        if (end > notes.size()) {
            return;
        }
        const std::byte* const at = notes.data() + description;
        int64_t distance = 0;
        if (note.n_namesz == sizeof kLinkedKernelsOwner &&
            std::memcmp(notes.data() + name, kLinkedKernelsOwner, sizeof kLinkedKernelsOwner) ==
                0 &&
            note.n_type == kLinkedKernelsVersion && note.n_descsz == sizeof distance) {
            std::memcpy(&distance, at, sizeof distance);
            visit(*reinterpret_cast<const LinkedKernels*>(at + distance));
        }
        notes = notes.subspan(end);
    }
}

std::span<const std::byte> containerOf(const LinkedKernels& kernels) {
    return {kernels.container, static_cast<size_t>(kernels.containerBytes)};
}

ForkLock programKernelsForkLock(LockRank::kObject,
                                [] { return ProgramKernels::instance().mutex(); });

}  // namespace

ProgramKernels& ProgramKernels::instance() {
    static NeverDestroyed<ProgramKernels> kernels;
    return kernels.get();
}

// Each time anew, since libraries come and go: some microseconds for a program with a hundred.
std::optional<ProgramKernels::Found> ProgramKernels::search(const void* symbol,
                                                            LinkedSymbolKind kind) {
    struct Search {
        const void* symbol;
        LinkedSymbolKind kind;
        Found found;

        void lookIn(const LinkedKernels& kernels) {
            for (const LinkedSymbol& candidate :
                 std::span(kernels.symbols, static_cast<size_t>(kernels.symbolCount))) {
                if (candidate.address == symbol && candidate.kind == kind) {
                    found.kernels = &kernels;
                    found.symbol = candidate;
                }
            }
        }
    } search{symbol, kind, {}};

    const auto lookAt = [](dl_phdr_info* info, size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        wanted.found.generation = info->dlpi_subs;
        for (const ElfW(Phdr) & segment : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
            if (segment.p_type == PT_NOTE) {
                visitNotes(contentOf(*info, segment),
                           [&wanted](const LinkedKernels& kernels) { wanted.lookIn(kernels); });
            }
        }
        return wanted.found.kernels != nullptr ? 1 : 0;
    };
    ::dl_iterate_phdr(lookAt, &search);
    return search.found.kernels != nullptr ? std::optional(search.found) : std::nullopt;
}

Result<Ref<Function>> ProgramKernels::findFunction(Device& device, const void* symbol) {
    const std::optional<Found> found = search(symbol, LinkedSymbolKind::kKernel);
    if (!found) {
        return Status::error(Code::kRtInvalidDeviceFunction,
                             "{} is no kernel that is linked into the program, with an object that "
                             "belay-kcc has made",
                             symbol);
    }
    BELAY_ASSIGN(const Ref<Binary> binary, binaryOf(device, *found));
    return binary->findFunction(found->symbol.name);
}

Result<BinaryGlobal> ProgramKernels::findVariable(Device& device, const void* symbol) {
    const std::optional<Found> found = search(symbol, LinkedSymbolKind::kVariable);
    if (!found) {
        return sizeOfVariable(symbol).takeStatus();
    }
    BELAY_ASSIGN(const Ref<Binary> binary, binaryOf(device, *found));
    return binary->findGlobal(found->symbol.name);
}

Result<uint64_t> ProgramKernels::sizeOfVariable(const void* symbol) {
    const std::optional<Found> found = search(symbol, LinkedSymbolKind::kVariable);
    if (!found) {
        return Status::error(Code::kRtInvalidSymbol,
                             "{} is no variable of kernels that are linked into the program, with "
                             "an object that belay-kcc has made",
                             symbol);
    }
    return found->symbol.bytes;
}

// Several threads may load it at once; one stays.
Result<Ref<Binary>> ProgramKernels::binaryOf(Device& device, const Found& found) {
    forgetUnusable();
    if (Ref<Binary> binary = findLoaded(device, found)) {
        return binary;
    }
    const std::span<const std::byte> container = containerOf(*found.kernels);
    BELAY_ASSIGN(Ref<Binary> binary,
                 Binary::load(device, std::vector(container.begin(), container.end()), {}));
    Ref<Binary> superfluous;
    {
        const Lock lock(mutex_);
        Loaded& loaded = loaded_[{found.kernels, &device}];
        if (loaded.binary != nullptr && loaded.hash == hw::hashOf(container)) {
            superfluous = std::exchange(binary, loaded.binary);
        } else {
            superfluous = std::exchange(loaded.binary, binary);
            loaded.hash = hw::hashOf(container);
            loaded.generation = found.generation;
        }
    }
    if (superfluous != nullptr) {
        close(*superfluous);
    }
    return binary;
}

// Another library may have come to the place of the one that was there: then the container differs.
Ref<Binary> ProgramKernels::findLoaded(Device& device, const Found& found) {
    const Lock lock(mutex_);
    const auto place = loaded_.find({found.kernels, &device});
    if (place == loaded_.end()) {
        return nullptr;
    }
    Loaded& loaded = place->second;
    if (loaded.generation != found.generation) {
        if (loaded.hash != hw::hashOf(containerOf(*found.kernels))) {
            return nullptr;
        }
        loaded.generation = found.generation;
    }
    return loaded.binary;
}

// Of devices that were closed; and what the application has unloaded, by the handle that it can get
// from a function.
void ProgramKernels::forgetUnusable() {
    std::vector<std::pair<Key, Ref<Binary>>> unusable;
    {
        const Lock lock(mutex_);
        for (const auto& [key, loaded] : loaded_) {
            unusable.emplace_back(key, loaded.binary);
        }
    }
    std::erase_if(unusable, [](const auto& entry) {
        return entry.second->device().isOpen() && !entry.second->isUnloaded();
    });
    for (const auto& [key, binary] : unusable) {
        {
            const Lock lock(mutex_);
            const auto place = loaded_.find(key);
            if (place != loaded_.end() && place->second.binary == binary) {
                loaded_.erase(place);  // not the last reference
            }
        }
        close(*binary);
    }
}

void ProgramKernels::close(Binary& binary) {
    HandleFault fault = HandleFault::kNone;
    {
        const EpochGuard guard;
        closeHandle<Binary>(binary.handle(), fault);
    }
    binary.unload();
}

}  // namespace belay
