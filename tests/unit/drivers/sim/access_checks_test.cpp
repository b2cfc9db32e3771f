#include "drivers/sim/access_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"
#include "unit/drivers/sim/driver_fixture.h"
#include "unit/kcc/compiled.h"

namespace belay::sim {
namespace {

using driver::MemoryKind;
using testing::HasSubstr;

constexpr uint64_t kBytes = 64;

constexpr std::string_view kSource = R"(
#include <cstring>
#include "belay/kernel/kernel_operator.h"
uint32_t counter = 0;
struct Large { unsigned char bytes[24]; };
extern "C" __global__ void store(uint32_t* numbers, uint64_t index) {
    volatile uint32_t local[4] = {1, 2, 3, 4};
    ++counter;
    numbers[index] = local[index % 4];
}
extern "C" __global__ void load(const uint8_t* numbers, uint64_t index) {
    counter += numbers[index];
}
extern "C" __global__ void copy(Large* numbers, uint64_t index) { numbers[index] = numbers[0]; }
)";

class AccessChecksTest : public DriverTest {
  protected:
    void SetUp() override {
        simDriver = std::make_unique<SimDriver>(settingsFor(1, true));
        ASSERT_TRUE(simDriver->openDevice(0).isOk());
        const auto container = test::compileKernels(kSource, {"-O1"}, true);
        elf.emplace(ElfImage::parse(container).value());
        kernels.emplace(KernelTable::parse(*elf, BinaryKind::kAnyCore).value());
        loaded = allocate(elf->loadedBytes().size() + 4096);
        loaded += (4096 - reinterpret_cast<uintptr_t>(loaded) % 4096) % 4096;
        ASSERT_TRUE(
            simDriver->copy(loaded, elf->loadedBytes().data(), elf->loadedBytes().size()).isOk());
        numbers = allocate(kBytes);
        ASSERT_TRUE(simDriver->fill(numbers, 0, kBytes).isOk());
    }

    std::byte* allocate(uint64_t bytes) {
        return static_cast<std::byte*>(simDriver->allocate(0, bytes, MemoryKind::kDevice).value());
    }

    /// What the kernel fails with; empty when it does not.
    std::string failureOf(const char* name, const void* address, uint64_t index) {
        std::byte* args = allocate(16);
        const auto block = test::ArgumentBlock().add(address).add(index);
        EXPECT_TRUE(simDriver->copy(args, block.data(), block.size()).isOk());
        driver::Queue& queue = makeQueue();
        submit(queue, hw::AicoreKernel{.core = hw::CoreKind::kVector,
                                       .pc = reinterpret_cast<uintptr_t>(loaded) +
                                             *kernels->findByName(name)->entry(CoreSide::kVector),
                                       .args = reinterpret_cast<uintptr_t>(args)});
        finish(queue);
        driver::Completion completion;
        return simDriver->receive(queue, &completion, 1).value() == 0 ? "" : completion.text;
    }

    std::optional<ElfImage> elf;
    std::optional<KernelTable> kernels;
    std::byte* loaded = nullptr;
    std::byte* numbers = nullptr;
};

TEST_F(AccessChecksTest, WhatIsAllocatedMayBeUsed) {
    EXPECT_EQ(failureOf("store", numbers, 0), "");
    EXPECT_EQ(failureOf("store", numbers, kBytes / 4 - 1), "");
    EXPECT_EQ(failureOf("load", numbers, kBytes - 1), "");
    EXPECT_EQ(failureOf("copy", numbers, 1), "");
}

TEST_F(AccessChecksTest, WhatLeavesAnAllocationFailsThere) {
    EXPECT_THAT(failureOf("store", numbers, kBytes / 4),
                HasSubstr("write to 4 bytes at " +
                          fmt::format("{:#x}", reinterpret_cast<uintptr_t>(numbers) + kBytes)));
    EXPECT_THAT(failureOf("load", numbers, kBytes), HasSubstr("read of 1 bytes"));
    EXPECT_NE(failureOf("copy", numbers, 2), "") << "its last bytes are outside";
}

TEST_F(AccessChecksTest, MemoryOfTheHostIsNotTheDevices) {
    std::vector<uint32_t> host(4);
    EXPECT_THAT(failureOf("store", host.data(), 1), HasSubstr("where no memory of the device"));
    EXPECT_EQ(host, std::vector<uint32_t>(4));
    EXPECT_THAT(failureOf("load", nullptr, 0), HasSubstr("at 0x0"));
}

TEST_F(AccessChecksTest, OnlyKnownNamesAreChecks) {
    EXPECT_NE(findAccessCheck("__asan_loadN_noabort"), nullptr);
    EXPECT_EQ(findAccessCheck("__asan_load4"), nullptr);
    EXPECT_EQ(findAccessCheck(""), nullptr);
}

}  // namespace
}  // namespace belay::sim
