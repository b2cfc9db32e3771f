#include "kcc/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hw/kernel_image.h"
#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"
#include "support/temp_folder.h"

namespace belay::kcc {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;

constexpr std::string_view kHeader = "#include \"belay/kernel/kernel_operator.h\"\n";

/// Sources in a folder of their own, built with one of the compilers.
class BuildTest : public testing::TestWithParam<const char*> {
  protected:
    BuildTest() {
        options.compiler = GetParam();
        options.headers = BELAY_TEST_SOURCE_FOLDER "/include";
        options.linkScript = BELAY_TEST_SOURCE_FOLDER "/tools/kcc/image.ld";
        options.flags = {"-O1"};
    }

    void SetUp() override {
        if (std::system((options.compiler + " --version >/dev/null 2>&1").c_str()) != 0) {
            GTEST_SKIP() << options.compiler << " is not installed";
        }
    }

    std::string addSource(const std::string& name, std::string_view text) {
        std::string path = folder.path() + "/" + name;
        std::ofstream(path) << kHeader << text;
        options.sources.push_back(path);
        return path;
    }

    Result<BuildResult> build() {
        options.work = folder.path() + "/work" + std::to_string(++builds_);
        std::filesystem::create_directory(options.work);
        return kcc::build(options);
    }

    // The container of sources that can be built.
    std::vector<std::byte> container() {
        auto result = build();
        EXPECT_TRUE(result.isOk()) << result.status().message();
        return result.isOk() ? std::move(result).value().container : std::vector<std::byte>();
    }

    // The message about a source that cannot.
    std::string refusal(std::string_view text) {
        options.sources.clear();
        addSource("refused.cpp", text);
        const auto result = build();
        EXPECT_EQ(result.status().code(), Code::kInvalidParam);
        return std::string(result.status().message());
    }

    const test::TempFolder folder;
    BuildOptions options;

  private:
    int builds_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Compilers, BuildTest, testing::Values("g++", "clang++"),
                         [](const auto& compiler) {
                             return std::string(compiler.param).substr(0, 1);
                         });

struct Loaded {
    std::vector<std::byte> file;
    ElfImage image;
    KernelTable table;
};

Loaded load(std::vector<std::byte> file) {
    auto image = ElfImage::parse(file);
    EXPECT_TRUE(image.isOk()) << image.status().message();
    auto table = KernelTable::parse(image.value(), BinaryKind::kAnyCore);
    EXPECT_TRUE(table.isOk()) << table.status().message();
    return {std::move(file), std::move(image).value(), std::move(table).value()};
}

TEST_P(BuildTest, TheLoaderFindsEveryKernel) {
    addSource("one.cpp",
              "extern \"C\" __global__ __aicore__ void add(GM_ADDR x, int32_t n) { *x = n; }\n"
              "namespace deep { inline namespace v1 {\n"
              "template <typename T> __global__ void fill(T* x, T value) { *x = value; }\n"
              "template __global__ void fill<float>(float*, float);\n"
              "template __global__ void fill<int>(int*, int);\n"
              "} }\n"
              "namespace { __global__ void hidden(GM_ADDR x) { *x = 1; } }\n");
    addSource("two.cpp", "extern \"C\" __global__ void scale_7() noexcept {}\n");
    const Loaded loaded = load(container());
    EXPECT_EQ(loaded.image.machine(), hw::kSimulatedCoreMachine);
    std::vector<std::string> names;
    for (const KernelInfo& kernel : loaded.table.kernels()) {
        names.push_back(kernel.name);
    }
    ASSERT_EQ(names.size(), 5U);
    EXPECT_EQ(names[0], "add");
    EXPECT_THAT(names[1], HasSubstr("fillIf"));
    EXPECT_THAT(names[2], HasSubstr("fillIi"));
    EXPECT_THAT(names[3], HasSubstr("hidden"));
    EXPECT_NE(loaded.table.findByKey(7), nullptr);
}

TEST_P(BuildTest, ParametersAreDescribed) {
    addSource("kernels.cpp",
              "struct Tiling { int32_t n; char c; double d; };\n"
              "enum class Mode : uint8_t { kA };\n"
              "extern \"C\" __global__ void k(GM_ADDR x, bool b, int16_t s, float f, Tiling t, "
              "Mode m, const volatile double d, uint64_t last = 3) {}\n");
    const Loaded loaded = load(container());
    const KernelMeta& meta = loaded.table.kernels()[0].meta;
    ASSERT_EQ(meta.params.size(), 8U);
    const std::vector<std::pair<uint32_t, uint32_t>> expected = {
        {0, 8}, {8, 1}, {16, 2}, {24, 4}, {32, 16}, {48, 1}, {56, 8}, {64, 8}};
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(meta.params[i].offset, expected[i].first) << i;
        EXPECT_EQ(meta.params[i].size, expected[i].second) << i;
    }
    EXPECT_EQ(meta.paramBytes, 72U);
}

TEST_P(BuildTest, CoresAreThoseOfTheMarks) {
    addSource("kernels.cpp",
              "extern \"C\" {\n"
              "__global__ void plain() {}\n"
              "__global__ __cube__ void cube() {}\n"
              "__global__ void task() { KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY); }\n"
              "__global__ __mix__(1, 2) void both() {}\n"
              "}\n");
    const Loaded loaded = load(container());
    const auto kernel = [&](const char* name) { return *loaded.table.findByName(name); };
    EXPECT_EQ(kernel("plain").mainSide, CoreSide::kVector);
    EXPECT_EQ(kernel("cube").mainSide, CoreSide::kCube);
    EXPECT_EQ(kernel("task").mainSide, CoreSide::kCube);
    EXPECT_EQ(kernel("both").form, KernelForm::kMix);
    EXPECT_EQ(kernel("both").vectorsPerCube, 2U);
    EXPECT_TRUE(kernel("both").entry(CoreSide::kCube));
    EXPECT_TRUE(kernel("both").entry(CoreSide::kVector));
}

TEST_P(BuildTest, StubsLeadToWholeImages) {
    options.levels = levelsOfThisMachine();
    addSource("kernels.cpp",
              "__gm__ int table[3] = {1, 2, 3};\n"
              "extern \"C\" __global__ void k(GM_ADDR x) { *x = table[1]++; }\n");
    const Loaded loaded = load(container());
    const auto bytes = loaded.image.loadedBytes();
    const uint64_t entry = *loaded.table.kernels()[0].entry(CoreSide::kVector);
    hw::KernelStub stub;
    std::memcpy(&stub, bytes.data() + entry, sizeof stub);
    EXPECT_EQ(stub.magic, hw::KernelStub::kMagic);
    EXPECT_EQ(stub.hash, hw::hashOf(bytes.subspan(entry, offsetof(hw::KernelStub, hash))));
    hw::ImageDirectory directory;
    std::memcpy(&directory, bytes.data() + entry + stub.directory, sizeof directory);
    EXPECT_EQ(directory.magic, hw::ImageDirectory::kMagic);
    EXPECT_EQ(directory.imageCount, options.levels.size());
    EXPECT_EQ(directory.entryCount, 1U);
    for (uint32_t i = 0; i < directory.imageCount; ++i) {
        hw::ImageRecord record;
        const uint64_t base = entry + stub.directory;
        std::memcpy(&record, bytes.data() + base + sizeof directory + i * sizeof record,
                    sizeof record);
        EXPECT_EQ(record.level, options.levels[i]);
        EXPECT_EQ((base + record.offset) % hw::kImagePageBytes, 0U);
        EXPECT_EQ(record.hash, hw::hashOf(bytes.subspan(base + record.offset, record.writable)));
    }
    const auto table = std::ranges::find(loaded.image.symbols(), "table", &ElfImage::Symbol::name);
    ASSERT_NE(table, loaded.image.symbols().end());
    int32_t second = 0;
    std::memcpy(&second, bytes.data() + table->value + 4, sizeof second);
    EXPECT_EQ(second, 2);
}

TEST_P(BuildTest, TheSameSourcesMakeTheSameFile) {
    addSource("kernels.cpp", "extern \"C\" __global__ void k() {}\n");
    const auto first = container();
    EXPECT_EQ(first, container());
}

TEST_P(BuildTest, DependenciesAreAllFiles) {
    const std::string header = folder.path() + "/own.h";
    std::ofstream(header) << "inline int own() { return 3; }\n";
    const std::string source =
        addSource("kernels.cpp", "#include \"own.h\"\n__global__ void k(int* x) { *x = own(); }\n");
    auto result = build();
    ASSERT_TRUE(result.isOk()) << result.status().message();
    EXPECT_THAT(result.value().dependencies, Contains(source));
    EXPECT_THAT(result.value().dependencies, Contains(header));
    EXPECT_THAT(result.value().dependencies, Contains(EndsWith("kernel_operator.h")));
}

TEST_P(BuildTest, MathematicsAndMemoryFunctionsAreThere) {
    addSource("kernels.cpp",
              "#include <cmath>\n#include <cstring>\n"
              "__global__ void k(float* x, int n) { std::memset(x, 0, n); *x = std::sin(*x); }\n");
    EXPECT_FALSE(container().empty());
}

TEST_P(BuildTest, RefusesWhatACoreDoesNotHave) {
    EXPECT_THAT(refusal("#include <cstdio>\n__global__ void k() { std::puts(\"x\"); }"),
                HasSubstr("'puts', which is not there on a core"));
    EXPECT_THAT(refusal("thread_local int x; __global__ void k() { ++x; }"),
                HasSubstr("thread_local"));
    EXPECT_THAT(refusal("extern \"C\" float sinf(float); volatile float seed = 3; "
                        "float x = sinf(seed);\n"
                        "__global__ void k(float* y) { *y = x; }"),
                HasSubstr("initialised when the program starts"));
    EXPECT_THAT(refusal("int other; int* x = &other;\n"
                        "__global__ __mix__(1, 1) void k(int* y) { *y = *x; }"),
                HasSubstr("initialised with an address"));
}

TEST_P(BuildTest, RefusesWhatIsNoKernel) {
    EXPECT_THAT(refusal("void f() {}"), HasSubstr("define no kernel"));
    EXPECT_THAT(refusal("struct S { __global__ void k() {} };"),
                HasSubstr("refused.cpp:2: a kernel must be a function of a namespace"));
    EXPECT_THAT(refusal("__global__ int k() { return 1; }"), HasSubstr("returns void"));
    EXPECT_THAT(refusal("__global__ void k(int& x) { x = 1; }"), HasSubstr("trivially copyable"));
    EXPECT_THAT(refusal("__global__ void k(); void k() {}"), HasSubstr("where it is defined"));
}

TEST_P(BuildTest, ErrorsOfTheCompilerNameTheSource) {
    EXPECT_THAT(refusal("__global__ void k() { nothing(); }"), HasSubstr("refused.cpp:2:"));
}

TEST_P(BuildTest, NamesThePartOfTheLibraryThatIsMissing) {
    const std::string path = folder.path() + "/refused.cpp";
    const std::string missing =
        " is not part of belay's kernel library yet, which has no vector API";
    EXPECT_EQ(refusal("__global__ void k(GM_ADDR x) {\n"
                      "  AscendC::LocalTensor<half> y;\n"
                      "  y.SetValue(0, 1);\n}"),
              path + ":3: AscendC::LocalTensor" + missing);
    EXPECT_EQ(refusal("using namespace AscendC;\n"
                      "class Add { TPipe pipe;\nLocalTensor<half> tensor; };\n"
                      "__global__ void k() { Add op; }"),
              path + ":3: AscendC::TPipe" + missing + "; the same goes for AscendC::LocalTensor");
    EXPECT_EQ(refusal("__global__ void k() { copy_gm_to_ubuf(1, 2); }"),
              path + ":2: copy_gm_to_ubuf" + missing);
    EXPECT_EQ(refusal("__global__ void k() {\n AscendC::GetBlokIdx(); }"),
              path + ":3: AscendC::GetBlokIdx is not known to belay's kernel library");
}

// Names of the missing part that a source has for itself, and slips, are left to the compiler.
TEST_P(BuildTest, OtherErrorsStayThoseOfTheCompiler) {
    const std::string message = refusal(
        "using namespace AscendC;\nstruct Add { int x; };\n"
        "__global__ void k() { Add op; op.x = nothing; }");
    EXPECT_THAT(message, HasSubstr("nothing"));
    EXPECT_THAT(message, testing::Not(HasSubstr("kernel library")));
}

TEST_P(BuildTest, TheLibraryOfKernelsCompilesWhereverItIsIncluded) {
    for (const char* name : {"one", "two"}) {
        addSource(
            std::string(name) + ".cpp",
            "#include <cassert>\n#include <cstdio>\n#include \"kernel_operator.h\"\n"
            "#include <cassert>\n"
            "using namespace AscendC;\n"
            "__global__ __mix__(1, 2) void " +
                std::string(name) +
                "(half* x, float f, int64_t n) {\n"
                "  half y = x[GetBlockIdx()] * 2 + half(f);\n"
                "  AscendC::printf(\"%d %f\\n\", n, y); printf(\"plain\\n\"); printf(\"%ld\", n);\n"
                "  assert(n > 1); ascendc_assert(n > 1); ascendc_assert(n > 1, \"%d\", n);\n"
                "  SetFlag<HardEvent::MTE2_V>(0); wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);\n"
                "  PipeBarrier<PIPE_ALL>(); DataSyncBarrier<MemDsbT::ALL>(); SyncAll<false>();\n"
                "  if ASCEND_IS_AIC { CrossCoreSetFlag<2, PIPE_FIX>(3); }\n"
                "  else { CrossCoreWaitFlag(3); }\n"
                "  n = GetSystemCycle(); if (n == 7) { Trap(); }\n"
                "  x[n] = ScalarCast<float, int32_t, RoundMode::CAST_RINT>(y);\n}\n");
    }
    options.levels = levelsOfThisMachine();
    for (const char* optimisation : {"-O0", "-O2"}) {
        options.flags = {optimisation, "-g"};
        EXPECT_FALSE(container().empty());
    }
}

TEST_P(BuildTest, RefusesTwoKernelsOfOneName) {
    addSource("one.cpp", "namespace { __global__ void k() {} }\n");
    addSource("two.cpp", "namespace { __global__ void k() {} }\n");
    const auto result = build();
    EXPECT_THAT(std::string(result.status().message()), HasSubstr("there is another kernel"));
}

TEST_P(BuildTest, RefusesMissingFiles) {
    options.sources = {folder.path() + "/missing.cpp"};
    EXPECT_EQ(build().status().code(), Code::kInvalidFile);
}

TEST(Build, RefusesAMissingCompiler) {
    const test::TempFolder folder;
    BuildOptions options;
    options.compiler = "no-such-compiler";
    options.sources = {folder.path() + "/kernels.cpp"};
    std::ofstream(options.sources[0]) << "int x;";
    options.work = folder.path();
    const auto result = build(options);
    EXPECT_EQ(result.status().code(), Code::kInvalidFile);
    EXPECT_THAT(std::string(result.status().message()), HasSubstr("no-such-compiler"));
}

}  // namespace
}  // namespace belay::kcc
