// Fuzzes the readers of device binaries: sections, symbols, metadata of kernels.
//
// Proved on a planted bug: with entries allowed to lie at the very end of the loaded bytes,
// libFuzzer stops in less than a second.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"

namespace {

using belay::BinaryKind;
using belay::CoreSide;
using belay::ElfImage;
using belay::KernelInfo;
using belay::KernelTable;

void insist(bool holds) {
    if (!holds) {
        std::abort();
    }
}

bool isInside(std::span<const std::byte> whole, std::span<const std::byte> part) {
    return part.empty() || (part.data() >= whole.data() &&
                            part.data() + part.size() <= whole.data() + whole.size());
}

// What the loader relies on without looking again.
void checkKernel(const ElfImage& image, const KernelTable& table, const KernelInfo& kernel) {
    bool hasEntry = false;
    for (const auto& entry : kernel.entries) {
        insist(!entry || *entry < image.loadedBytes().size());
        hasEntry |= entry.has_value();
    }
    insist(hasEntry && kernel.entry(kernel.mainSide).has_value());
    insist(kernel.vectorsPerCube == 0 ||
           (kernel.entry(CoreSide::kCube) && kernel.entry(CoreSide::kVector)));
    insist(table.findByName(kernel.name) == &kernel);
    insist(!kernel.key || table.findByKey(*kernel.key) != nullptr);
    for (const auto& param : kernel.meta.params) {
        insist(uint64_t{param.offset} + param.size <= *kernel.meta.paramBytes);
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto image = ElfImage::parse(bytes);
    if (!image.isOk()) {
        return 0;
    }
    insist(isInside(bytes, image.value().loadedBytes()));
    for (const auto& section : image.value().sections()) {
        insist(isInside(bytes, section.content));
    }
    for (const BinaryKind kind : {BinaryKind::kAnyCore, BinaryKind::kVector}) {
        const auto table = KernelTable::parse(image.value(), kind);
        if (table.isOk()) {
            for (const KernelInfo& kernel : table.value().kernels()) {
                checkKernel(image.value(), table.value(), kernel);
            }
        }
    }
    return 0;
}
