#include "drivers/sim/cpu_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "drivers/sim/lane_registry.h"
#include "hw/firmware_codes.h"
#include "support/cpu_library.h"
#include "support/threads.h"
#include "unit/drivers/sim/driver_fixture.h"

namespace belay::sim {
namespace {

using driver::MemoryKind;
using test::Bytes;
using testing::HasSubstr;

class CpuKernelsTest : public testing::Test {
  protected:
    void SetUp() override { ASSERT_TRUE(memory.openDevice(0).isOk()); }

    void TearDown() override {
        kernels.closeUnused();
        memory.closeDevice(0);
    }

    /// A zero-terminated text in device memory.
    uint64_t textOf(std::string_view text) {
        void* start = memory.allocate(0, text.size() + 1, MemoryKind::kDevice).value();
        const std::string copy(text);
        EXPECT_TRUE(memory.copy(start, copy.c_str(), copy.size() + 1).isOk());
        return reinterpret_cast<uintptr_t>(start);
    }

    hw::AicpuKernel entry(std::string_view function, void* args, std::string_view from = "lib") {
        return hw::AicpuKernel{.libraryName = textOf(from),
                               .args = reinterpret_cast<uintptr_t>(args),
                               .kernelName = textOf(function)};
    }

    /// Whether the kernel runs well, with a number of the test's as argument.
    bool counts(std::string_view function, std::string_view from, uint64_t& number) {
        uint64_t* target = &number;
        return kernels.run(entry(function, &target, from), {}).errorType == 0;
    }

    void expectFailed(const hw::AicpuKernel& kernel, const std::string& text) {
        const KernelOutcome outcome = kernels.run(kernel, {});
        EXPECT_EQ(outcome.errorType, hw::kErrorException);
        EXPECT_THAT(outcome.text, HasSubstr(text));
    }

    void expectRefused(const Bytes& file, const std::string& text) {
        const Status status = kernels.load("refused", file);
        EXPECT_EQ(status.code(), Code::kRtParamInvalid);
        EXPECT_THAT(std::string(status.message()), HasSubstr(text));
        EXPECT_EQ(kernels.count(), 0);
    }

    AddressSpace memory{{.deviceBytes = uint64_t{64} << 20}};
    CpuKernels kernels{memory};
    const Bytes library = test::cpuLibrary();
};

TEST_F(CpuKernelsTest, AMessageWithoutLibraryIsTakenOnlyWhereThatIsWanted) {
    CpuKernels patient{memory, true};
    hw::AicpuKernel message{.kernelName = textOf("anything")};
    EXPECT_EQ(patient.run(message, {}).errorType, 0);
    expectFailed(message, "no built-in kernels, so none named 'anything'");
    message.args = textOf("as well");
    EXPECT_EQ(patient.run(message, {}).errorType, 0);
    message.args = 0x1000;
    EXPECT_THAT(patient.run(message, {}).text, HasSubstr("in no memory of a device: 0x1000"));
    message = {.kernelName = 0x2000};
    EXPECT_THAT(patient.run(message, {}).text, HasSubstr("in no memory of a device: 0x2000"));
    EXPECT_THAT(patient.run(entry("countUp", nullptr), {}).text, HasSubstr("'lib' is loaded"));
}

TEST_F(CpuKernelsTest, CallsTheFunctionOfTheNameWithTheArguments) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    uint64_t number = 41;
    EXPECT_TRUE(counts("addOne", "lib", number));
    EXPECT_EQ(number, 42);
}

TEST_F(CpuKernelsTest, CallsItOnceForEachBlock) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    uint64_t number = 0;
    uint64_t* target = &number;
    hw::AicpuKernel kernel = entry("addOne", &target);
    kernel.blockDim = 5;
    EXPECT_EQ(kernels.run(kernel, {}).errorType, 0);
    EXPECT_EQ(number, 5);
}

TEST_F(CpuKernelsTest, LibrariesOfOneFileHaveVariablesOfTheirOwn) {
    ASSERT_TRUE(kernels.load("first", library).isOk());
    ASSERT_TRUE(kernels.load("second", library).isOk());
    uint64_t number = 0;
    EXPECT_TRUE(counts("countCalls", "first", number));
    EXPECT_TRUE(counts("countCalls", "first", number));
    EXPECT_EQ(number, 2);
    EXPECT_TRUE(counts("countCalls", "second", number));
    EXPECT_EQ(number, 1);
}

TEST_F(CpuKernelsTest, UnloadedLibrariesAreNotFoundAndClosedLater) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    uint64_t ends = 0;
    EXPECT_TRUE(counts("countEnd", "lib", ends));
    uint64_t* target = &ends;
    const hw::AicpuKernel kernel = entry("addOne", &target);
    kernels.unload("lib");
    EXPECT_EQ(ends, 0);
    expectFailed(kernel, "no library of AI CPU kernels named 'lib'");
    kernels.closeUnused();
    EXPECT_EQ(ends, 1);
    EXPECT_TRUE(kernels.load("lib", library).isOk()) << "the name is free again";
}

TEST_F(CpuKernelsTest, UnloadingWhatIsNotThereDoesNothing) {
    kernels.unload("other");
    EXPECT_EQ(kernels.count(), 0);
}

TEST_F(CpuKernelsTest, AResultOtherThanZeroFails) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    uint32_t result = 7;
    hw::AicpuKernel kernel = entry("result", &result);
    kernel.blockDim = 2;
    expectFailed(kernel, "'result' returned 7 in block 0 of 2");
}

TEST_F(CpuKernelsTest, WhatFailsOnlyEndsItsTask) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    uint32_t depth = 1000;
    EXPECT_EQ(kernels.run(entry("callDeep", &depth), {}).errorType, 0);
    depth = 1'000'000;
    for (int round = 0; round < 3; ++round) {
        expectFailed(entry("touchNothing", nullptr),
                     "the AI CPU kernel 'touchNothing' failed in block 0 of 1: write to address "
                     "0x8, where no memory is");
        expectFailed(entry("callAbort", nullptr), "call of abort()");
        expectFailed(entry("callDeep", &depth), "its stack of 8192 KiB is full");
        uint64_t number = 41;
        EXPECT_TRUE(counts("addOne", "lib", number));
        EXPECT_EQ(number, 42);
    }
}

TEST_F(CpuKernelsTest, AnEndlessLoopIsStopped) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    std::atomic<bool> done{false};
    std::thread tick([&done] {
        while (!done) {
            Watchdog::look();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    uint32_t stop = 0;
    hw::AicpuKernel kernel = entry("loopForEver", &stop);
    kernel.kernelCredit = 1;
    const KernelOutcome outcome = kernels.run(kernel, {});
    done = true;
    tick.join();
    EXPECT_EQ(outcome.errorType, hw::kErrorTimeout);
    EXPECT_THAT(outcome.text, HasSubstr("not done within its time limit of 4.29 s"));
}

TEST_F(CpuKernelsTest, NamesThatLeadNowhereFail) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    expectFailed(entry("missing", nullptr), "exports no function 'missing'");
    expectFailed(entry("result", nullptr, "other"), "named 'other'");
    hw::AicpuKernel builtIn = entry("result", nullptr);
    builtIn.libraryName = 0;
    expectFailed(builtIn, "no built-in kernels, so none named 'result'");
}

TEST_F(CpuKernelsTest, NamesOutsideOfDeviceMemoryFail) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    for (const uint64_t address : std::initializer_list<uint64_t>{0, 8, 0x7fff'ffff'ffff'f000}) {
        hw::AicpuKernel kernel = entry("result", nullptr);
        kernel.kernelName = address;
        expectFailed(kernel, "name of an AI CPU kernel is not in memory of a device");
        if (address != 0) {
            kernel = entry("result", nullptr);
            kernel.libraryName = address;
            expectFailed(kernel, "name of a library of AI CPU kernels is not in memory");
        }
    }
}

TEST_F(CpuKernelsTest, NamesEndInTheMemoryTheyBeginIn) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    constexpr uint64_t kBytes = 512;
    void* start = memory.allocate(0, kBytes, MemoryKind::kDevice).value();
    ASSERT_TRUE(memory.fill(start, 'x', kBytes).isOk());
    hw::AicpuKernel kernel = entry("result", nullptr);
    kernel.kernelName = reinterpret_cast<uintptr_t>(start);
    expectFailed(kernel, "has no end within 512 bytes");
    void* large = memory.allocate(0, kBytes * 16, MemoryKind::kDevice).value();
    ASSERT_TRUE(memory.fill(large, 'x', kBytes * 16).isOk());
    kernel.kernelName = reinterpret_cast<uintptr_t>(large);
    expectFailed(kernel, "has no end within 4096 bytes");
}

TEST_F(CpuKernelsTest, ANameIsTakenOnce) {
    ASSERT_TRUE(kernels.load("lib", library).isOk());
    const Status again = kernels.load("lib", library);
    EXPECT_EQ(again.code(), Code::kRtParamInvalid);
    EXPECT_THAT(std::string(again.message()), HasSubstr("named 'lib' already"));
    uint64_t number = 0;
    EXPECT_TRUE(counts("addOne", "lib", number)) << "the first one stays";
}

TEST_F(CpuKernelsTest, FilesThatAreNoLibraryAreRefused) {
    expectRefused({}, "the header of the library");
    expectRefused(Bytes(200), "no ELF file");
    expectRefused(Bytes(library.begin(), library.begin() + 100), "program header");
}

TEST_F(CpuKernelsTest, LibrariesForOtherMachinesAreRefused) {
    const auto with = [this](size_t offset, uint16_t value, size_t bytes) {
        Bytes file = library;
        std::memcpy(file.data() + offset, &value, bytes);
        return file;
    };
    const uint16_t other =
        reinterpret_cast<const Elf64_Ehdr*>(library.data())->e_machine == EM_AARCH64 ? EM_X86_64
                                                                                     : EM_AARCH64;
    expectRefused(with(offsetof(Elf64_Ehdr, e_machine), other, 2),
                  other == EM_AARCH64 ? "made for AArch64" : "made for x86-64");
    expectRefused(with(offsetof(Elf64_Ehdr, e_machine), 0x1029, 2), "of kind 4137");
    expectRefused(with(EI_CLASS, ELFCLASS32, 1), "64-bit");
    expectRefused(with(EI_DATA, ELFDATA2MSB, 1), "little-endian");
    expectRefused(with(offsetof(Elf64_Ehdr, e_type), ET_REL, 2), "-shared");
    expectRefused(with(offsetof(Elf64_Ehdr, e_phentsize), 8, 2), "8 bytes");
}

TEST_F(CpuKernelsTest, EveryCutIsRefused) {
    // Sections at the end are nothing that the loader needs.
    const auto header = *reinterpret_cast<const Elf64_Ehdr*>(library.data());
    uint64_t end = 0;
    for (size_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment;
        std::memcpy(&segment, library.data() + header.e_phoff + i * sizeof segment, sizeof segment);
        end = std::max(end, segment.p_type == PT_LOAD ? segment.p_offset + segment.p_filesz : 0);
    }
    for (size_t size = 0; size < end; size += 97) {
        const Bytes cut(library.begin(), library.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(kernels.load("cut", cut).isOk()) << size;
    }
}

TEST_F(CpuKernelsTest, RoundsOnManyThreadsLeaveNothing) {
    test::onThreads(4, [&](size_t thread) {
        const std::string name = "lib" + std::to_string(thread);
        for (int round = 0; round < 25; ++round) {
            EXPECT_TRUE(kernels.load(name, library).isOk());
            uint64_t number = 0;
            EXPECT_TRUE(counts("countCalls", name, number));
            EXPECT_EQ(number, 1);
            kernels.unload(name);
        }
    });
    EXPECT_EQ(kernels.count(), 0);
}

// ---- through the driver ----

class CpuEntriesTest : public DriverTest {
  protected:
    void startWithoutHooks() {
        simDriver = std::make_unique<SimDriver>(settingsFor(2, true));
        ASSERT_TRUE(simDriver->openDevice(0).isOk());
    }

    uint64_t textOf(const std::string& text) {
        void* start = simDriver->allocate(0, text.size() + 1, MemoryKind::kDevice).value();
        EXPECT_TRUE(simDriver->copy(start, text.c_str(), text.size() + 1).isOk());
        return reinterpret_cast<uintptr_t>(start);
    }
};

TEST_F(CpuEntriesTest, RunThroughAQueue) {
    startWithoutHooks();
    ASSERT_TRUE(simDriver->loadCpuLibrary(0, "lib", test::cpuLibrary()).isOk());
    auto* args = static_cast<uint64_t*>(simDriver->allocate(0, 16, MemoryKind::kDevice).value());
    const std::array<uint64_t, 2> values = {reinterpret_cast<uintptr_t>(args + 1), 5};
    ASSERT_TRUE(simDriver->copy(args, values.data(), sizeof values).isOk());
    driver::Queue& queue = makeQueue();
    submit(queue, hw::AicpuKernel{.libraryName = textOf("lib"),
                                  .args = reinterpret_cast<uintptr_t>(args),
                                  .kernelName = textOf("addOne")});
    EXPECT_TRUE(finish(queue));
    uint64_t result = 0;
    ASSERT_TRUE(simDriver->copy(&result, args + 1, sizeof result).isOk());
    EXPECT_EQ(result, 6);
    simDriver->unloadCpuLibrary(0, "lib");
}

TEST_F(CpuEntriesTest, AFailureStopsTheQueueWithTheCodeOfAiCpus) {
    startWithoutHooks();
    driver::Queue& queue = makeQueue();
    submit(queue, hw::AicpuKernel{.kernelName = textOf("anything")});
    EXPECT_FALSE(finish(queue));
    driver::Completion completion;
    ASSERT_EQ(simDriver->receive(queue, &completion, 1).value(), 1);
    EXPECT_EQ(hw::codeOfFirmware(completion.entry.errorCode), Code::kRtAicpuException);
    EXPECT_THAT(completion.text, HasSubstr("built-in"));
}

TEST_F(CpuEntriesTest, ALibraryNeedsAnOpenDevice) {
    startWithoutHooks();
    const Status notOpen = simDriver->loadCpuLibrary(1, "lib", test::cpuLibrary());
    EXPECT_EQ(notOpen.code(), Code::kRtInvalidDeviceid);
}

}  // namespace
}  // namespace belay::sim
