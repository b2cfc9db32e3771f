#include "drivers/sim/kernel_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"
#include "support/seed.h"
#include "unit/kcc/compiled.h"

namespace belay::sim {
namespace {

using testing::HasSubstr;

constexpr std::string_view kSource = R"(
#include <cmath>
#include <cstring>
#include "belay/kernel/kernel_operator.h"
struct Tiling { int32_t n; float scale; bool negate; };
int32_t counter = 5;
const char* const kNames[] = {"one", "two"};
const char* chosen = kNames[1];
extern "C" __global__ void scale(float* x, Tiling tiling, uint8_t add) {
    for (int32_t i = 0; i < tiling.n; ++i) {
        x[i] = std::sin(x[i]) * tiling.scale + add;
        x[i] = tiling.negate ? -x[i] : x[i];
    }
    ++counter;
}
extern "C" __global__ void name(char* to, int32_t* count) {
    std::strncmp("a", to, 0);
    std::memcpy(to, chosen, 4);
    *count = counter;
}
)";

using Args = test::ArgumentBlock;

/// The loaded bytes of a container, in memory of their own.
class KernelImagesTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        container = new std::vector<std::byte>(test::compileKernels(kSource));
    }

    static void TearDownTestSuite() {
        delete container;
        container = nullptr;
    }

    void SetUp() override {
        ASSERT_NE(container, nullptr);
        auto parsed = ElfImage::parse(*container);
        ASSERT_TRUE(parsed.isOk()) << parsed.status().message();
        elf.emplace(std::move(parsed).value());
        auto found = KernelTable::parse(*elf, BinaryKind::kAnyCore);
        ASSERT_TRUE(found.isOk()) << found.status().message();
        kernels.emplace(std::move(found).value());
        bytes_ = elf->loadedBytes().size();
        void* start =
            ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(start, MAP_FAILED);
        memory_ = static_cast<std::byte*>(start);
        reload();
    }

    void TearDown() override { ::munmap(memory_, bytes_); }

    void reload() { std::ranges::copy(elf->loadedBytes(), memory_); }

    std::span<std::byte> memory() const { return {memory_, bytes_}; }

    std::byte* pcOf(const char* name) const {
        return memory_ + *kernels->findByName(name)->entry(CoreSide::kVector);
    }

    std::byte* variable(const char* name) const {
        return memory_ + std::ranges::find(elf->symbols(), name, &ElfImage::Symbol::name)->value;
    }

    KernelBody find(const char* name) {
        auto body = images.find(memory(), pcOf(name));
        EXPECT_TRUE(body.isOk()) << body.status().message();
        return body.isOk() ? body.value() : KernelBody();
    }

    void run(const char* name, const Args& args) {
        const KernelBody body = find(name);
        ASSERT_NE(body.call, nullptr);
        body.call(args.data());
    }

    std::string refusal(const std::byte* pc) {
        const auto entry = images.find(memory(), pc);
        EXPECT_EQ(entry.status().code(), Code::kRtParamInvalid);
        return std::string(entry.status().message());
    }

    KernelImages images;
    std::optional<ElfImage> elf;
    std::optional<KernelTable> kernels;

  private:
    static inline std::vector<std::byte>* container = nullptr;
    std::byte* memory_ = nullptr;
    size_t bytes_ = 0;
};

struct Tiling {
    int32_t n;
    float scale;
    bool negate;
};

TEST_F(KernelImagesTest, KernelsRunWhereTheyLie) {
    std::vector<float> x = {0.5F, 1.0F, 2.0F, 3.0F};
    const std::vector<float> before = x;
    run("scale", Args().add(x.data()).add(Tiling{3, 2.0F, true}).add(uint8_t{7}));
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_FLOAT_EQ(x[i], -(std::sin(before[i]) * 2.0F + 7));
    }
    EXPECT_EQ(x[3], before[3]);
}

TEST_F(KernelImagesTest, KernelsAndTheHostShareVariables) {
    const int32_t start = 40;
    std::memcpy(variable("counter"), &start, sizeof start);
    float x = 0;
    run("scale", Args().add(&x).add(Tiling{1, 1, false}).add(uint8_t{0}));
    int32_t now = 0;
    std::memcpy(&now, variable("counter"), sizeof now);
    EXPECT_EQ(now, 41);
    std::array<char, 4> text{};
    int32_t count = 0;
    run("name", Args().add(text.data()).add(&count));
    EXPECT_EQ(count, 41);
    EXPECT_STREQ(text.data(), "two");
}

TEST_F(KernelImagesTest, APointerThatTheHostHasSetStays) {
    const auto address = reinterpret_cast<uintptr_t>("own");
    std::memcpy(variable("chosen"), &address, sizeof address);
    std::array<char, 4> text{};
    int32_t count = 0;
    run("name", Args().add(text.data()).add(&count));
    EXPECT_STREQ(text.data(), "own");
}

TEST_F(KernelImagesTest, WhatIsFoundStaysFound) {
    EXPECT_EQ(find("scale"), find("scale"));
    EXPECT_FALSE(find("scale") == find("name"));
}

TEST_F(KernelImagesTest, ForgottenMemoryCanBeWrittenAndUsedAnew) {
    const KernelBody before = find("scale");
    images.forget(memory());
    std::ranges::fill(memory(), std::byte{0});
    EXPECT_THAT(refusal(pcOf("scale")), HasSubstr("no kernel for simulated cores"));
    reload();
    EXPECT_EQ(find("scale"), before);
    float x = 0;
    run("scale", Args().add(&x).add(Tiling{1, 1, false}).add(uint8_t{2}));
    EXPECT_EQ(x, 2.0F);
}

TEST_F(KernelImagesTest, OtherAddressesAreRefused) {
    EXPECT_THAT(refusal(pcOf("scale") + 64), HasSubstr("no kernel"));
    EXPECT_THAT(refusal(memory().data() + memory().size() - 8), HasSubstr("no kernel"));
    EXPECT_THAT(refusal(memory().data() + memory().size()), HasSubstr("no kernel"));
}

TEST_F(KernelImagesTest, DamageIsRefused) {
    const uint64_t stub = static_cast<uint64_t>(pcOf("scale") - memory().data());
    hw::KernelStub header;
    std::memcpy(&header, memory().data() + stub, sizeof header);
    const auto damage = [&](uint64_t offset) {
        reload();
        memory()[offset] ^= std::byte{1};
        return refusal(pcOf("scale"));
    };
    EXPECT_THAT(damage(stub + 8), HasSubstr("compile it again"));
    EXPECT_THAT(damage(stub + 12), HasSubstr("stub does not have its hash"));
    EXPECT_THAT(damage(stub + header.directory), HasSubstr("no directory"));
    EXPECT_THAT(damage(stub + header.directory + 60), HasSubstr("hash"));
}

// Whatever is changed, either the change is seen or the kernel runs as before: nothing crashes.
TEST_F(KernelImagesTest, RandomDamageNeverReachesTheKernel) {
    std::mt19937 random(test::seed());
    const auto find = [&] { return images.find(memory(), pcOf("scale")); };
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        images.forget(memory());
        reload();
        const size_t offset = random() % memory().size();
        memory()[offset] ^= static_cast<std::byte>(1U << random() % 8);
        refused += find().isOk() ? 0 : 1;
    }
    EXPECT_GT(refused, 100);
}

TEST_F(KernelImagesTest, CutMemoryIsRefused) {
    const auto whole = memory();
    for (size_t size = 0; size < whole.size(); size += 509) {
        KernelImages fresh;
        EXPECT_FALSE(fresh.find(whole.first(size), pcOf("scale")).isOk()) << size;
    }
}

}  // namespace
}  // namespace belay::sim
