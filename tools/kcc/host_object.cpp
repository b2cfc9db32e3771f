#include "kcc/host_object.h"

#include <filesystem>
#include <fstream>

#include "kcc/process.h"
#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"
#include "kernel/linked_kernels.h"

namespace belay::kcc {
namespace {

#if defined(__x86_64__)
constexpr const char* kTrap = "ud2";
constexpr const char* kTypeMark = "@";
#elif defined(__aarch64__)
constexpr const char* kTrap = "brk #1";
constexpr const char* kTypeMark = "%";
#endif

// The assembler takes names with any character in quotes.
std::string quoted(std::string_view name) {
    return fmt::format("\"{}\"", name);
}

/// The assembler source of a host object, section by section.
class HostSource {
  public:
    void addKernel(std::string_view name) {
        code_ += fmt::format(
            ".globl {0}\n.type {0},{1}function\n.balign 16\n{0}: {2}\n.size {0}, .-{0}\n",
            quoted(name), kTypeMark, kTrap);
        addSymbol(name, LinkedSymbolKind::kKernel, 0);
    }

    void addVariable(std::string_view name, uint64_t bytes) {
        variables_ += fmt::format(
            ".globl {0}\n.type {0},{1}object\n.balign 64\n{0}: .zero {2}\n.size {0}, {2}\n",
            quoted(name), kTypeMark, bytes);
        addSymbol(name, LinkedSymbolKind::kVariable, bytes);
    }

    std::string text(const std::string& containerPath) const {
        return fmt::format(
            ".section .note.belay.kernels,\"a\",{mark}note\n.balign 4\n"
            ".long 2f-1f, 4f-3f, {version}\n1: .asciz \"{owner}\"\n2: .balign 4\n"
            "3: .quad belayLinkedKernels-3b\n4: .balign 4\n"
            ".section .data.rel.ro,\"aw\"\n.balign 8\nbelayLinkedKernels:\n"
            ".quad {version}, belayContainer, belayContainerEnd-belayContainer, belaySymbols, "
            "{count}\nbelaySymbols:\n{symbols}"
            ".section .rodata\n.balign 8\nbelayContainer: .incbin \"{path}\"\nbelayContainerEnd:\n"
            "{names}.text\n{code}.bss\n{variables}"
            ".section .note.GNU-stack,\"\",{mark}progbits\n",
            fmt::arg("mark", kTypeMark), fmt::arg("version", kLinkedKernelsVersion),
            fmt::arg("owner", kLinkedKernelsOwner), fmt::arg("count", count_),
            fmt::arg("symbols", symbols_), fmt::arg("path", containerPath),
            fmt::arg("names", names_), fmt::arg("code", code_), fmt::arg("variables", variables_));
    }

  private:
    void addSymbol(std::string_view name, LinkedSymbolKind kind, uint64_t bytes) {
        symbols_ += fmt::format(".quad {}, belayName{}, {}, {}\n", quoted(name), count_,
                                static_cast<uint64_t>(kind), bytes);
        names_ += fmt::format("belayName{}: .asciz {}\n", count_, quoted(name));
        ++count_;
    }

    size_t count_ = 0;
    std::string code_;
    std::string variables_;
    std::string symbols_;
    std::string names_;
};

}  // namespace

Status writeHostObject(std::span<const std::byte> container, const HostObjectOptions& options) {
    BELAY_ASSIGN(const ElfImage image, ElfImage::parse(container));
    BELAY_ASSIGN(const KernelTable table, KernelTable::parse(image, BinaryKind::kAnyCore));
    HostSource source;
    for (const KernelInfo& kernel : table.kernels()) {
        source.addKernel(kernel.name);
    }
    for (const ElfImage::Symbol& symbol : image.symbols()) {
        if (symbol.type == ElfImage::SymbolType::kObject &&
            symbol.binding == ElfImage::Binding::kGlobal && symbol.isDefined()) {
            source.addVariable(symbol.name, symbol.size);
        }
    }
    const std::string containerPath = options.work + "/linked.o";
    const std::string sourcePath = options.work + "/linked.s";
    {
        std::ofstream file(containerPath, std::ios::binary);
        file.write(reinterpret_cast<const char*>(container.data()),
                   static_cast<std::streamsize>(container.size()));
    }
    {
        std::ofstream file(sourcePath);
        file << source.text(containerPath);
        file.close();
        if (!file) {
            return Status::error(Code::kWriteFile, "{}: cannot be written", sourcePath);
        }
    }
    BELAY_ASSIGN(const ProcessResult done,
                 runProcess({options.compiler, "-c", "-o", options.output, sourcePath}));
    return done.exitStatus == 0 ? Status::ok()
                                : Status::error(Code::kInvalidParam, "{}", done.errors);
}

}  // namespace belay::kcc
