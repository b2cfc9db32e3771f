#include "kernel/kernel_table.h"

#include <charconv>
#include <utility>

namespace belay {
namespace {

constexpr Code kError = Code::kRtParamInvalid;
constexpr std::string_view kMetaSection = ".ascend.meta";

struct Suffix {
    std::string_view text;
    CoreSide side;
};

constexpr std::array<Suffix, 2> kSuffixes = {
    {{"_mix_aic", CoreSide::kCube}, {"_mix_aiv", CoreSide::kVector}}};

// A symbol that is a kernel or half of one.
struct Half {
    std::string_view symbol;
    std::string_view kernel;       // without suffix
    std::optional<CoreSide> side;  // by suffix
    uint64_t entry = 0;
    uint64_t codeBytes = 0;
    KernelMeta meta;
};

bool isKernel(const ElfImage::Symbol& symbol) {
    return symbol.type == ElfImage::SymbolType::kFunction &&
           symbol.binding == ElfImage::Binding::kGlobal && symbol.isDefined() &&
           symbol.visibility != ElfImage::Visibility::kHidden &&
           symbol.visibility != ElfImage::Visibility::kInternal && !symbol.name.empty();
}

void splitName(Half& half) {
    half.kernel = half.symbol;
    for (const Suffix& suffix : kSuffixes) {
        if (half.symbol.size() > suffix.text.size() && half.symbol.ends_with(suffix.text)) {
            half.kernel.remove_suffix(suffix.text.size());
            half.side = suffix.side;
        }
    }
}

CoreSide sideOf(KernelType type) {
    switch (type) {
        case KernelType::kVector:
        case KernelType::kMixMainVector:
        case KernelType::kVectorRollback:
            return CoreSide::kVector;
        case KernelType::kAicore:
        case KernelType::kCube:
        case KernelType::kMixMainCube:
        case KernelType::kCubeRollback:
            break;
    }
    return CoreSide::kCube;
}

bool isMix(const KernelMeta& meta) {
    return meta.type == KernelType::kMixMainCube || meta.type == KernelType::kMixMainVector ||
           (meta.type && meta.syncsAcrossCores);
}

CoreSide sideOf(BinaryKind kind) {
    return kind == BinaryKind::kVector ? CoreSide::kVector : CoreSide::kCube;
}

CoreSide otherOf(CoreSide side) {
    return side == CoreSide::kCube ? CoreSide::kVector : CoreSide::kCube;
}

// The number behind the last underscore of a name, if there is one.
std::optional<uint64_t> keyInName(std::string_view name) {
    const size_t underscore = name.rfind('_');
    if (underscore == std::string_view::npos || underscore + 1 == name.size()) {
        return std::nullopt;
    }
    const char* const end = name.data() + name.size();
    uint64_t key = 0;
    const auto [stop, error] = std::from_chars(name.data() + underscore + 1, end, key);
    return error == std::errc{} && stop == end ? std::optional(key) : std::nullopt;
}

Result<uint8_t> vectorsPerCube(const TaskRatio& ratio, std::string_view kernel) {
    if (ratio.cube == 1 && ratio.vector == 1) {
        return uint8_t{1};
    }
    if ((ratio.cube == 1 && ratio.vector == 2) || (ratio.cube == 2 && ratio.vector == 1)) {
        return uint8_t{2};
    }
    if (ratio.cube + ratio.vector == 1) {
        return uint8_t{0};
    }
    return Status::error(
        kError,
        "kernel {} wants {} cube cores with {} vector cores; 1 with 1, 1 with 2 or one "
        "kind alone are possible",
        kernel, ratio.cube, ratio.vector);
}

}  // namespace

Status KernelInfo::requireParams() const {
    return meta.paramBytes
               ? Status::ok()
               : Status::error(Code::kRtFeatureNotSupport,
                               "the file does not describe the parameters of the kernel '{}'",
                               name);
}

/// Fills a KernelTable from the symbols of an image.
class KernelTableParser {
  public:
    KernelTableParser(const ElfImage& image, BinaryKind kind) : image_(image), kind_(kind) {}

    Result<KernelTable> parse() {
        BELAY_TRY(readSections());
        for (const ElfImage::Symbol& symbol : image_.symbols()) {
            if (isKernel(symbol)) {
                BELAY_TRY(take(symbol));
            }
        }
        for (KernelInfo& kernel : table_.kernels_) {
            BELAY_TRY(complete(kernel));
        }
        BELAY_TRY(makeIndexes());
        return std::move(table_);
    }

  private:
    // Metadata by the name of the kernel it is about. Linear in the sections, where findSection()
    // for each kernel would be quadratic.
    Status readSections() {
        for (const ElfImage::Section& section : image_.sections()) {
            const bool isRead = section.type == ElfImage::SectionType::kProgram ||
                                section.type == ElfImage::SectionType::kNote;
            if (!isRead || !section.name.starts_with(kMetaSection)) {
                continue;
            }
            std::string_view about = section.name.substr(kMetaSection.size());
            if (about.empty()) {
                BELAY_ASSIGN(table_.meta_, BinaryMeta::parse(section.content));
            } else if (about.front() == '.') {
                about.remove_prefix(1);
                metas_.emplace(about, section.content);
            }
        }
        return Status::ok();
    }

    Status take(const ElfImage::Symbol& symbol) {
        Half half;
        half.symbol = symbol.name;
        half.entry = symbol.value;
        half.codeBytes = symbol.size;
        splitName(half);
        if (half.entry >= image_.loadedBytes().size()) {
            return Status::error(kError, "kernel {} begins at {} of the {} bytes that are loaded",
                                 half.symbol, half.entry, image_.loadedBytes().size());
        }
        if (half.codeBytes > image_.loadedBytes().size() - half.entry) {
            return Status::error(kError, "kernel {} has {} bytes at {} of the {} that are loaded",
                                 half.symbol, half.codeBytes, half.entry,
                                 image_.loadedBytes().size());
        }
        BELAY_ASSIGN(half.meta, metaOf(half));
        return add(std::move(half));
    }

    Result<KernelMeta> metaOf(const Half& half) const {
        auto found = metas_.find(half.symbol);
        if (found == metas_.end()) {
            found = metas_.find(half.kernel);
        }
        return found == metas_.end() ? KernelMeta{} : KernelMeta::parse(found->second, half.kernel);
    }

    Status add(Half half) {
        const CoreSide side = sideOf(half);
        const auto [place, isNew] = indexes_.try_emplace(half.kernel, table_.kernels_.size());
        if (isNew) {
            KernelInfo kernel;
            kernel.name = half.kernel;
            kernel.mainSide = side;
            table_.kernels_.push_back(std::move(kernel));
        }
        KernelInfo& kernel = table_.kernels_[place->second];
        std::optional<uint64_t>& entry = kernel.entries[static_cast<size_t>(side)];
        if (entry) {
            return Status::error(kError, "the binary has two kernels {} for the same cores",
                                 half.kernel);
        }
        entry = half.entry;
        kernel.codeBytes[static_cast<size_t>(side)] = half.codeBytes;
        if (half.side || isMix(half.meta)) {
            kernel.form = KernelForm::kMix;
        }
        const bool isMain = half.meta.type && belay::sideOf(*half.meta.type) == side;
        if (isMain) {
            kernel.mainSide = side;
        }
        if (isMain || isNew) {
            kernel.meta = std::move(half.meta);
        }
        return Status::ok();
    }

    CoreSide sideOf(const Half& half) const {
        if (half.side) {
            return *half.side;
        }
        return half.meta.type ? belay::sideOf(*half.meta.type) : belay::sideOf(kind_);
    }

    static Status complete(KernelInfo& kernel) {
        kernel.key = kernel.meta.entry ? kernel.meta.entry : keyInName(kernel.name);
        const bool hasBoth = kernel.entry(CoreSide::kCube).has_value() &&
                             kernel.entry(CoreSide::kVector).has_value();
        if (kernel.form == KernelForm::kPlain) {
            return Status::ok();
        }
        kernel.vectorsPerCube = hasBoth ? 2 : 0;
        if (kernel.meta.ratio) {
            BELAY_ASSIGN(kernel.vectorsPerCube,
                         belay::vectorsPerCube(*kernel.meta.ratio, kernel.name));
        }
        if (kernel.vectorsPerCube != 0 && !hasBoth) {
            return Status::error(kError,
                                 "kernel {} wants cube cores together with vector cores, and has "
                                 "no code for {} cores",
                                 kernel.name,
                                 otherOf(kernel.mainSide) == CoreSide::kCube ? "cube" : "vector");
        }
        return Status::ok();
    }

    // Keys may collide, since names that end in a number are no promise; the first one is found.
    Status makeIndexes() {
        for (size_t i = 0; i < table_.kernels_.size(); ++i) {
            const KernelInfo& kernel = table_.kernels_[i];
            table_.byName_.emplace(kernel.name, i);
            if (kernel.key) {
                table_.byKey_.emplace(*kernel.key, i);
            }
        }
        return Status::ok();
    }

    const ElfImage& image_;
    const BinaryKind kind_;
    KernelTable table_;
    std::unordered_map<std::string_view, std::span<const std::byte>> metas_;
    std::unordered_map<std::string_view, size_t> indexes_;
};

Result<KernelTable> KernelTable::parse(const ElfImage& image, BinaryKind kind) {
    return KernelTableParser(image, kind).parse();
}

const KernelInfo* KernelTable::findByName(std::string_view name) const noexcept {
    const auto found = byName_.find(name);
    return found == byName_.end() ? nullptr : &kernels_[found->second];
}

const KernelInfo* KernelTable::findByKey(uint64_t key) const noexcept {
    const auto found = byKey_.find(key);
    return found == byKey_.end() ? nullptr : &kernels_[found->second];
}

}  // namespace belay
