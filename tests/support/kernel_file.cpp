#include "support/kernel_file.h"

#include <string>
#include <utility>

namespace belay::test {
namespace {

// Numbers of records, as files have them.
constexpr uint16_t kType = 1;
constexpr uint16_t kRatio = 3;
constexpr uint16_t kEntry = 14;
constexpr uint16_t kSummary = 16;
constexpr uint16_t kParam = 17;
constexpr uint16_t kSchedule = 18;

void describe(ElfBuilder& builder, const std::string& kernel, const MetaBuilder& meta) {
    builder.addSection(".ascend.meta." + kernel, SHT_PROGBITS, 0, meta.bytes());
}

}  // namespace

Bytes kernelFile(size_t codeBytes) {
    ElfBuilder builder;
    Bytes code(codeBytes);
    for (size_t i = 0; i < code.size(); ++i) {
        code[i] = static_cast<std::byte>(i * 7);
    }
    const uint16_t text =
        builder.addSection(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, std::move(code));
    const uint16_t data = builder.addSection(".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE,
                                             Bytes(KernelFile::kTableBytes, std::byte{9}));
    const auto addKernel = [&](const char* name, uint64_t entry, uint64_t size) {
        builder.addSymbol(name, text, entry, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), STV_DEFAULT,
                          size);
    };
    addKernel("scale_3", KernelFile::kVectorEntry, 100);
    addKernel("sum", KernelFile::kCubeEntry, 200);
    addKernel("both_mix_aic", KernelFile::kMixCubeEntry, 300);
    addKernel("both_mix_aiv", KernelFile::kMixVectorEntry, 400);
    builder.addSymbol("table", data, codeBytes, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), STV_DEFAULT,
                      KernelFile::kTableBytes);
    describe(builder, "scale_3",
             MetaBuilder()
                 .add(kType, uint32_t{3})
                 .add(kSummary, uint32_t{2}, uint64_t{16})
                 .add(kParam, uint32_t{0}, uint32_t{0}, uint32_t{0}, uint32_t{8}, uint16_t{8},
                      uint16_t{1}, uint32_t{0})
                 .add(kParam, uint32_t{1}, uint32_t{1}, uint32_t{8}, uint32_t{4}, uint16_t{4},
                      uint16_t{2}, uint32_t{0}));
    describe(builder, "sum",
             MetaBuilder()
                 .add(kType, uint32_t{2})
                 .add(kEntry, uint64_t{0}, uint64_t{77})
                 .add(kSchedule, uint32_t{1}));
    const auto mix = MetaBuilder().add(kType, uint32_t{4}).add(kRatio, uint16_t{1}, uint16_t{2});
    describe(builder, "both_mix_aic", mix);
    describe(builder, "both_mix_aiv", mix);
    return builder.build();
}

}  // namespace belay::test
