#include "kcc/build.h"

#include <elf.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "kcc/container.h"
#include "kcc/imports.h"
#include "kcc/kernel_scanner.h"
#include "kcc/linked_image.h"
#include "kcc/missing_names.h"
#include "kcc/process.h"
#include "kernel/elf_image.h"

namespace belay::kcc {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;

Result<Bytes> readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return Status::error(Code::kInvalidFile, "{}: cannot be read", path);
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return Bytes(first, first + text.size());
}

Status writeFile(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return file ? Status::ok() : Status::error(Code::kWriteFile, "{}: cannot be written", path);
}

// Where clang has a function that would initialise the address sanitizer and is empty for kernels
// of operating systems. Sources cannot have anything there: the priority is the compiler's.
constexpr std::string_view kInitOfChecks = ".init_array.1";

std::string nameOf(hw::IsaLevel level) {
    return level == hw::IsaLevel::kBaseline
               ? "x86-64"
               : "x86-64-v" + std::to_string(static_cast<unsigned>(level));
}

// One source between its text and its objects.
struct Unit {
    std::string source;        // absolute
    std::string preprocessed;  // as the scanner sees it
    std::string generated;     // includes the source and adds an entry for each kernel
    std::vector<ScannedKernel> kernels;
};

// One image to be: an instruction set and a kind of cores.
struct Variant {
    hw::IsaLevel level = hw::IsaLevel::kBaseline;
    uint8_t side = 1;
    std::vector<std::string> objects;

    std::string suffix() const {
        return std::to_string(static_cast<unsigned>(level)) + (side == 0 ? "c" : "v");
    }
};

/// One run of belay-kcc.
class Builder {
  public:
    explicit Builder(const BuildOptions& options) : options_(options) {}

    Result<BuildResult> build() {
        BELAY_ASSIGN(const std::string version, run({options_.compiler, "--version"}));
        isClang_ = version.find("clang") != std::string::npos;
        for (size_t i = 0; i < options_.sources.size(); ++i) {
            BELAY_TRY(prepare(i));
        }
        chooseVariants();
        BELAY_TRY(compileAll());
        if (kernelCount() == 0) {
            return Status::error(
                Code::kInvalidParam,
                "the sources define no kernel; a kernel is marked with __global__");
        }
        // All images have the slots of all.
        container_.imports.assign(imports_.begin(), imports_.end());
        BELAY_TRY(compileSlots());
        BELAY_TRY(linkAll());
        BELAY_TRY(checkImages());
        result_.container = writeContainer(container_);
        return std::move(result_);
    }

  private:
    size_t kernelCount() const {
        size_t count = 0;
        for (const Unit& unit : units_) {
            count += unit.kernels.size();
        }
        return count;
    }

    std::string workFile(const std::string& name) const { return options_.work + "/" + name; }

    std::vector<std::string> compilerCommand(uint8_t side = 1) const {
        std::vector<std::string> command = {
            options_.compiler, "-x", "c++", "-std=c++17", "-I" + options_.headers,
            // No frame reaches over the guard of a block's stack.
            "-fstack-clash-protection", "-I" + options_.headers + "/belay/ascendc",
            "-D__BELAY_KERNEL__=1",
            // What sources ask for the architecture of the cores by.
            "-D__CCE_AICORE__=220", "-D__NPU_ARCH__=2201",
            side == 0 ? "-D__DAV_C220_CUBE__=1" : "-D__DAV_C220_VEC__=1",
            // The library has its own printf(); nothing may replace calls of it, or of memcpy().
            "-fno-builtin-printf", "-U_FORTIFY_SOURCE"};
        command.insert(command.end(), options_.flags.begin(), options_.flags.end());
        return command;
    }

    // Runs the compiler; what it says when it fails becomes the error.
    Result<std::string> run(const std::vector<std::string>& command) {
        BELAY_ASSIGN(const ProcessResult done, runProcess(command));
        return outputOf(done);
    }

    Result<std::string> outputOf(const ProcessResult& done) {
        if (done.exitStatus != 0) {
            return Status::error(Code::kInvalidParam, "{}", done.errors);
        }
        result_.warnings += done.errors;
        return done.output;
    }

    // Finds the kernels of a source and writes the file that is compiled in its place.
    Status prepare(size_t index) {
        Unit unit;
        std::error_code error;
        unit.source = fs::absolute(options_.sources[index], error).lexically_normal().string();
        if (!fs::is_regular_file(unit.source, error)) {
            return Status::error(Code::kInvalidFile, "{}: there is no such file",
                                 options_.sources[index]);
        }
        std::vector<std::string> command = compilerCommand();
        command.insert(command.end(), {"-E", "-DBELAY_KERNEL_SCAN=1", unit.source});
        BELAY_ASSIGN(unit.preprocessed, run(command));
        BELAY_ASSIGN(unit.kernels, scanKernels(unit.preprocessed));
        noteDependencies(unit.preprocessed);
        unit.generated = workFile("unit" + std::to_string(index) + ".cpp");
        BELAY_TRY(writeFile(unit.generated, generate(unit)));
        units_.push_back(std::move(unit));
        return Status::ok();
    }

    // Line markers name every file that was read.
    void noteDependencies(const std::string& preprocessed) {
        std::istringstream lines(preprocessed);
        for (std::string line; std::getline(lines, line);) {
            const size_t open = line.find('"');
            if (!line.starts_with("# ") || open == std::string::npos) {
                continue;
            }
            const std::string file = line.substr(open + 1, line.find('"', open + 1) - open - 1);
            if (!file.starts_with('<') && seenFiles_.insert(file).second) {
                result_.dependencies.push_back(file);
            }
        }
    }

    std::string generate(const Unit& unit) const {
        std::string text = "#include \"" + unit.source + "\"\n#include \"belay/kernel/entry.h\"\n";
        for (size_t i = 0; i < unit.kernels.size(); ++i) {
            const ScannedKernel& kernel = unit.kernels[i];
            std::string closing;
            for (const std::string& opener : kernel.namespaces) {
                text += opener + " {\n";
                closing += "}";
            }
            // A message about the kernel points to the kernel.
            text += "#line " + std::to_string(kernel.line) + " \"" + kernel.file + "\"\n";
            text += fmt::format(
                "BELAY_KERNEL_ENTRY(\"{:05}.{:05}\", {}, static_cast<void (*)({})>(&{}))\n{}\n",
                units_.size(), i, i, kernel.parameters, kernel.name, closing);
        }
        return text;
    }

    // One image for each instruction set and each kind of cores that any kernel is for.
    void chooseVariants() {
        std::set<uint8_t> sides;
        if (kernelCount() == 0) {
            sides.insert(1);  // to see whether a mark stands in the wrong place
        }
        for (const Unit& unit : units_) {
            for (const ScannedKernel& kernel : unit.kernels) {
                const Marks& marks = kernel.marks;
                if (marks.cores == CoreMark::kCube || marks.cubes != 0) {
                    sides.insert(0);
                }
                if (marks.cores == CoreMark::kVector || marks.cores == CoreMark::kNone ||
                    marks.vectors != 0) {
                    sides.insert(1);
                }
            }
        }
        for (const hw::IsaLevel level : options_.levels) {
            for (const uint8_t side : sides) {
                variants_.push_back({level, side, {}});
            }
        }
    }

    // Each source for each variant, several at once.
    Status compileAll() {
        std::vector<std::vector<std::string>> commands;
        for (Variant& variant : variants_) {
            for (size_t i = 0; i < units_.size(); ++i) {
                variant.objects.push_back(
                    workFile("unit" + std::to_string(i) + "." + variant.suffix() + ".o"));
                commands.push_back(compilation(units_[i], variant, variant.objects.back()));
            }
        }
        auto results = runProcesses(commands, options_.jobs);
        for (size_t i = 0; i < results.size() && results[i]; ++i) {
            BELAY_TRY(results[i]->takeStatus());
            BELAY_TRY(explain(units_[i % units_.size()], outputOf(results[i]->value())));
        }
        for (const Variant& variant : variants_) {
            for (size_t i = 0; i < units_.size(); ++i) {
                BELAY_TRY(examine(units_[i], variant.objects[i]));
            }
        }
        return Status::ok();
    }

    std::vector<std::string> compilation(const Unit& unit, const Variant& variant,
                                         const std::string& object) const {
        std::vector<std::string> command = compilerCommand(variant.side);
        command.insert(command.end(),
                       {"-c", "-o", object, "-fPIC", "-fvisibility=hidden", "-fno-exceptions",
                        "-fno-lto", "-fno-stack-protector", "-fcf-protection=none",
                        "-march=" + nameOf(variant.level), unit.generated});
        if (!isClang_) {
            // Else data of inline functions would be shared between images.
            command.insert(command.end(), {"-fno-gnu-unique"});
        }
        if (options_.checksMemory) {
            addMemoryChecks(command);
        }
        return command;
    }

    // What the compiler said of a source, in our words where a part of the library is missing.
    Status explain(const Unit& unit, Result<std::string> compiled) const {
        if (!compiled.isOk()) {
            const auto missing = explainMissingNames(
                unit.preprocessed, options_.headers + "/belay/", compiled.status().message());
            if (missing) {
                return Status::error(Code::kInvalidParam, "{}", *missing);
            }
        }
        return compiled.takeStatus();
    }

    // By what compilers have for the kernels of operating systems: calls, and nothing else.
    void addMemoryChecks(std::vector<std::string>& command) const {
        command.insert(command.end(), {"-fsanitize=kernel-address", "-fno-omit-frame-pointer"});
        for (const char* const setting :
             {"asan-instrumentation-with-call-threshold=0", "asan-stack=0", "asan-globals=0"}) {
            command.push_back(isClang_ ? "-mllvm" : "--param");
            command.push_back(isClang_ ? fmt::format("-{}", setting) : setting);
        }
    }

    // Refuses what a kernel cannot have, and collects the functions that it calls.
    Status examine(const Unit& unit, const std::string& object) {
        BELAY_ASSIGN(const Bytes bytes, readFile(object));
        BELAY_ASSIGN(const ElfImage elf, ElfImage::parse(bytes));
        for (const ElfImage::Section& section : elf.sections()) {
            const bool isOfChecks = options_.checksMemory && section.name == kInitOfChecks;
            if (!isOfChecks &&
                (section.name.starts_with(".init_array") || section.name.starts_with(".ctors"))) {
                return Status::error(Code::kInvalidParam,
                                     "{}: a variable is initialised when the program starts; "
                                     "kernels can only have constant initialisers",
                                     unit.source);
            }
            if (section.name.starts_with(".tdata") || section.name.starts_with(".tbss")) {
                return Status::error(Code::kInvalidParam,
                                     "{}: a variable is thread_local, which kernels cannot have",
                                     unit.source);
            }
        }
        std::multiset<std::string> marked;
        for (const ElfImage::Symbol& symbol : elf.symbols()) {
            BELAY_TRY(examine(unit, symbol));
            if (symbol.isDefined() && symbol.visibility == ElfImage::Visibility::kProtected) {
                marked.insert(std::string(symbol.name));
            }
        }
        const auto isExternal = [](const ScannedKernel& kernel) {
            return std::ranges::find(kernel.namespaces, "namespace") == kernel.namespaces.end();
        };
        const auto scanned = static_cast<size_t>(std::ranges::count_if(unit.kernels, isExternal));
        if (marked.size() > scanned) {
            return Status::error(
                Code::kInvalidParam,
                "{}: {} functions are marked with __global__, but only {} of the "
                "marks stand at a definition; mark each kernel where it is defined",
                unit.source, marked.size(), scanned);
        }
        return Status::ok();
    }

    Status examine(const Unit& unit, const ElfImage::Symbol& symbol) {
        if (symbol.section != SHN_UNDEF || symbol.name.empty() ||
            symbol.name == "_GLOBAL_OFFSET_TABLE_") {
            return Status::ok();
        }
        if (!isAllowedImport(symbol.name)) {
            return Status::error(Code::kInvalidParam,
                                 "{}: a kernel uses '{}', which is not there on a core; kernels "
                                 "can use functions of their own, <cmath> and memory functions",
                                 unit.source, symbol.name);
        }
        imports_.insert(std::string(symbol.name));
        return Status::ok();
    }

    // Each import is a jump through a slot that the simulator fills.
    Status compileSlots() {
        std::string text;
        for (size_t i = 0; i < container_.imports.size(); ++i) {
            const std::string& name = container_.imports[i];
            text += fmt::format(
                ".text\n.globl {0}\n.hidden {0}\n.type {0},@function\n{0}: jmp *slot{1}(%rip)\n"
                ".size {0}, .-{0}\n.section belay_slots,\"aw\"\nslot{1}: .quad 0\n",
                name, i);
        }
        text += ".section .note.GNU-stack,\"\",@progbits\n";
        const std::string source = workFile("slots.s");
        slots_ = workFile("slots.o");
        BELAY_TRY(writeFile(source, text));
        return run({options_.compiler, "-c", "-o", slots_, source}).takeStatus();
    }

    // Once to learn the sizes, and once more for where the data will be.
    Status linkAll() {
        constexpr uint64_t kFar = uint64_t{1} << 30;
        for (const Variant& variant : variants_) {
            BELAY_ASSIGN(LinkedImage image, link(variant, kFar));
            container_.images.push_back({variant.level, variant.side, std::move(image)});
        }
        BELAY_TRY(nameKernels(container_.images.front().image));
        const std::vector<uint64_t> distances = distancesOfData(container_);
        for (size_t i = 0; i < variants_.size(); ++i) {
            BELAY_ASSIGN(LinkedImage image, link(variants_[i], distances[i]));
            LinkedImage& before = container_.images[i].image;
            if (image.memory.size() != before.memory.size()) {
                return Status::error(Code::kInternalError,
                                     "an image has {} bytes and then {}, for another place of its "
                                     "data",
                                     before.memory.size(), image.memory.size());
            }
            before = std::move(image);
        }
        return Status::ok();
    }

    Result<LinkedImage> link(const Variant& variant, uint64_t dataAddress) {
        const std::string output = workFile("image." + variant.suffix() + ".so");
        std::vector<std::string> command = {
            options_.compiler,
            "-shared",
            "-nostdlib",
            "-o",
            output,
            "-Wl,-Bsymbolic",
            "-Wl,-z,defs",
            "-Wl,-z,now",
            "-Wl,-z,norelro",
            "-Wl,-z,noexecstack",
            "-Wl,-z,max-page-size=4096",
            "-Wl,--build-id=sha1",
            fmt::format("-Wl,--defsym=belay_data={:#x}", dataAddress),
            "-Wl,-T," + options_.linkScript};
        if (std::ranges::find(options_.flags, "-g") != options_.flags.end()) {
            command.push_back("-Wl,--emit-relocs");
        }
        command.insert(command.end(), variant.objects.begin(), variant.objects.end());
        command.push_back(slots_);
        BELAY_TRY(run(command).takeStatus());
        BELAY_ASSIGN(const Bytes file, readFile(output));
        return LinkedImage::parse(file, dataAddress);
    }

    // All images must have the same kernels and variables in the same places.
    Status checkImages() {
        const LinkedImage& first = container_.images.front().image;
        for (const ContainerImage& image : container_.images) {
            if (image.image.globals != first.globals || image.image.data != first.data) {
                return Status::error(
                    Code::kInvalidParam,
                    "variables differ between instruction sets or cores; they must "
                    "not depend on macros of the target");
            }
            if (!std::ranges::equal(image.image.kernels, first.kernels, {}, &LinkedKernel::name,
                                    &LinkedKernel::name)) {
                return Status::error(Code::kInvalidParam,
                                     "kernels differ between instruction sets or cores; they must "
                                     "not depend on macros of the target");
            }
        }
        const bool hasBothSides = container_.images.front().side != container_.images.back().side;
        if (hasBothSides && first.sharedPointers != 0) {
            return Status::error(Code::kInvalidParam,
                                 "a variable is initialised with an address, which differs between "
                                 "cube and vector cores; set it in a kernel");
        }
        return Status::ok();
    }

    // The tables are in the order of the sources, as the kernels were scanned.
    Status nameKernels(const LinkedImage& image) {
        std::set<std::string> names;
        size_t next = 0;
        for (const Unit& unit : units_) {
            for (const ScannedKernel& scanned : unit.kernels) {
                if (next == image.kernels.size()) {
                    return Status::error(Code::kInternalError, "an image lacks kernels");
                }
                const std::string& name = image.kernels[next++].name;
                const std::string plain = scanned.name.substr(0, scanned.name.find(' '));
                if (name.find(plain) == std::string::npos) {
                    return Status::error(Code::kInternalError,
                                         "{}: the kernel '{}' has become '{}'", scanned.place(),
                                         scanned.name, name);
                }
                if (!names.insert(name).second) {
                    return Status::error(Code::kInvalidParam, "{}: there is another kernel '{}'",
                                         scanned.place(), name);
                }
                container_.kernels.push_back({name, scanned.marks});
            }
        }
        return Status::ok();
    }

    const BuildOptions& options_;
    bool isClang_ = false;  // by what it says: its name may be "c++"
    std::vector<Unit> units_;
    std::set<std::string> seenFiles_;
    std::vector<Variant> variants_;
    std::set<std::string> imports_;
    std::string slots_;
    Container container_;
    BuildResult result_;
};

}  // namespace

Result<BuildResult> build(const BuildOptions& options) {
    return Builder(options).build();
}

std::vector<hw::IsaLevel> levelsOfThisMachine() {
    std::vector<hw::IsaLevel> levels = {hw::IsaLevel::kV2};
    for (const hw::IsaLevel best : {hw::IsaLevel::kV4, hw::IsaLevel::kV3}) {
        if (hw::hasInstructions(best)) {
            levels.push_back(best);
            break;
        }
    }
    return levels;
}

}  // namespace belay::kcc
