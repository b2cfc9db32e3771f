#include "drivers/sim/simulated_cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "drivers/sim/fault_signals.h"
#include "drivers/sim/lane_registry.h"
#include "drivers/sim/sim_driver.h"
#include "hw/cqe.h"
#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"
#include "support/sanitizers.h"
#include "unit/kcc/compiled.h"

namespace belay::sim {
namespace {

using testing::HasSubstr;

// In front of both sources.
constexpr std::string_view kControlsSource = R"(
#include "belay/kernel/kernel_operator.h"
// Both control words as they are; then it changes them.
static void takeControls(uint32_t* result) {
#if defined(__x86_64__)
    uint32_t sse = 0;
    uint16_t x87 = 0;
    asm volatile("stmxcsr %0" : "=m"(sse));
    asm volatile("fnstcw %0" : "=m"(x87));
    result[AscendC::GetBlockIdx()] = (sse & 0xFFC0) | uint32_t{x87} << 16;
    sse |= 0x8000 | 0x6000;
    x87 = 0x0C7F;
    asm volatile("ldmxcsr %0" :: "m"(sse));
    asm volatile("fldcw %0" :: "m"(x87));
#endif
}
)";

constexpr std::string_view kSource = R"(
#include "belay/kernel/kernel_operator.h"
extern "C" __global__ void note(uint32_t* blocks, uint32_t* counts) {
    blocks[AscendC::GetBlockIdx()] += 1;
    counts[AscendC::GetBlockIdx()] = AscendC::GetBlockNum();
}
extern "C" __global__ void work(float* x, uint64_t n) {
    const uint64_t share = n / AscendC::GetBlockNum();
    float* mine = x + share * AscendC::GetBlockIdx();
    for (uint64_t i = 0; i < share; ++i) { mine[i] = mine[i] * 2 + 1; }
}
extern "C" __global__ void writeTo(uint32_t* where, uint32_t block) {
    if (AscendC::GetBlockIdx() == block) { *where = 1; }
}
extern "C" __global__ void readFrom(const volatile uint32_t* where) { static_cast<void>(*where); }
extern "C" __global__ void jumpTo(void (*where)()) { where(); }
extern "C" __global__ void trap(uint32_t) { __builtin_trap(); }
extern "C" __global__ void illegal(uint32_t) {
#if defined(__x86_64__)
    asm volatile(".byte 0x0f, 0xff, 0xc0");
#endif
}
extern "C" __global__ void divide(int32_t* by) { by[1] = by[1] / by[0]; }
extern "C" __global__ void spin(volatile uint32_t* stop) { while (*stop == 0) {} }
__attribute__((noinline)) uint64_t descend(uint64_t depth, volatile uint64_t* keep) {
    volatile uint64_t frame[64] = {depth};
    return depth == 0 ? frame[0] : descend(depth - 1, frame) + *keep;
}
extern "C" __global__ void deep(uint64_t* depth) { *depth = descend(*depth, depth); }
extern "C" __global__ void wide(uint32_t* result) {
    volatile uint8_t frame[2 << 20];
    frame[0] = 1;
    *result = frame[0];
}
extern "C" __global__ void controls(uint32_t* result) { takeControls(result); }
)";

constexpr std::string_view kWaitingSource = R"(
#include "belay/kernel/kernel_operator.h"
extern "C" __global__ void phases(uint32_t* marks, uint32_t* errors, uint32_t rounds) {
    const uint32_t me = AscendC::GetBlockIdx();
    const uint32_t count = AscendC::GetBlockNum();
    for (uint32_t round = 1; round <= rounds; ++round) {
        marks[me] = round;
        belaySyncCores(false);
        for (uint32_t i = 0; i < count; ++i) { *errors += marks[i] < round; }
        belaySyncCores(false);
    }
}
extern "C" __global__ void oneLeaves(uint32_t leaver) {
    if (AscendC::GetBlockIdx() != leaver) { belaySyncCores(false); }
}
extern "C" __global__ void faultsAfterSync(uint32_t* where, uint32_t block) {
    belaySyncCores(false);
    if (AscendC::GetBlockIdx() == block) { *where = 1; }
    belaySyncCores(false);
}
extern "C" __global__ void flagsOfKind(uint32_t* marks, uint32_t* errors) {
    marks[AscendC::GetBlockIdx()] = 1;
    belaySetCoreFlag(belay::kernel::FlagMode::kSameKind, 3);
    belayWaitCoreFlag(3);
    for (uint32_t i = 0; i < AscendC::GetBlockNum(); ++i) { *errors += marks[i] != 1; }
}
extern "C" __global__ void nobodySets(uint32_t flag) { belayWaitCoreFlag(flag); }
extern "C" __global__ void setsTooOften(uint32_t times) {
    for (uint32_t i = 0; i < times; ++i) { belaySetCoreFlag(belay::kernel::FlagMode::kSameKind, 1); }
}
extern "C" __global__ void gives(uint32_t kind) {
    belayFail(static_cast<belay::kernel::Failure>(kind), "for a reason of its own");
}
extern "C" __global__ void spinsBesideSync(volatile uint32_t* stop) { while (*stop == 0) {} }
extern "C" __global__ void controlsBesideSync(uint32_t* result) { takeControls(result); }
extern "C" __global__ void endless(uint32_t) { while (true) { belaySyncCores(false); } }
)";

constexpr std::string_view kMixSource = R"(
#include "belay/kernel/kernel_operator.h"
// A cube core gives its vector cores a number, which they double and give back.
extern "C" __global__ __mix__(1, 2) void relay(int32_t* mail, int32_t* sums) {
    const uint32_t block = belay::kernel::currentBlock().index;
    int32_t* mine = mail + 3 * block;
    using belay::kernel::FlagMode;
#ifdef __DAV_C220_CUBE__
    mine[2] = 10 + block;
    belaySetCoreFlag(FlagMode::kOtherKind, 5);
    belayWaitCoreFlag(6);
    sums[block] = mine[0] + mine[1];
#else
    belayWaitCoreFlag(5);
    mine[AscendC::GetSubBlockIdx()] = mine[2] * 2 + AscendC::GetSubBlockIdx();
    belaySetCoreFlag(FlagMode::kSameBlock, 7);
    belayWaitCoreFlag(7);
    if (mine[0] == 0 || mine[1] == 0) { mine[0] = -1000; }
    belaySetCoreFlag(FlagMode::kOtherKind, 6);
#endif
    belaySyncCores(false);
    belaySyncCores(true);
}
)";

/// Kernels in memory of a simulated device, and the cores that run them.
class SimulatedCoresTest : public testing::Test {
  protected:
    struct Loaded {
        std::vector<std::byte> container;
        std::optional<ElfImage> elf;
        std::optional<KernelTable> kernels;

        explicit Loaded(std::string_view source) : container(test::compileKernels(source)) {
            auto parsed = ElfImage::parse(container);
            EXPECT_TRUE(parsed.isOk()) << parsed.status().message();
            elf.emplace(std::move(parsed).value());
            auto found = KernelTable::parse(*elf, BinaryKind::kAnyCore);
            EXPECT_TRUE(found.isOk()) << found.status().message();
            kernels.emplace(std::move(found).value());
        }
    };

    static void SetUpTestSuite() {
        plain = new Loaded(std::string(kControlsSource).append(kSource));
    }

    // Compiled when a test wants them: most run in a process of their own.
    static const Loaded& waitingKernels() {
        if (waiting == nullptr) {
            waiting = new Loaded(std::string(kControlsSource).append(kWaitingSource));
        }
        return *waiting;
    }

    static void TearDownTestSuite() {
        delete plain;
        delete waiting;
    }

    void SetUp() override {
        ASSERT_TRUE(memory.openDevice(0).isOk());
        plainAt = load(*plain);
    }

    std::byte* load(const Loaded& loaded) {
        const std::span<const std::byte> bytes = loaded.elf->loadedBytes();
        auto* start = static_cast<std::byte*>(
            memory.allocate(0, bytes.size() + 4096, driver::MemoryKind::kDevice).value());
        start += (4096 - reinterpret_cast<uintptr_t>(start) % 4096) % 4096;
        std::ranges::copy(bytes, start);
        return start;
    }

    uint64_t pcOf(const char* name) {
        const KernelInfo* info = plain->kernels->findByName(name);
        std::byte* base = plainAt;
        if (info == nullptr) {
            info = waitingKernels().kernels->findByName(name);
            waitingAt = waitingAt == nullptr ? load(waitingKernels()) : waitingAt;
            base = waitingAt;
        }
        return reinterpret_cast<uint64_t>(base + *info->entry(CoreSide::kVector));
    }

    KernelOutcome run(const char* name, const test::ArgumentBlock& args, uint32_t blocks = 1,
                      uint8_t credit = hw::kDefaultCredit) {
        return cores.run(hw::AicoreKernel{.core = hw::CoreKind::kVector,
                                          .blockDim = blocks,
                                          .pc = pcOf(name),
                                          .args = reinterpret_cast<uint64_t>(args.data()),
                                          .kernelCredit = credit},
                         {});
    }

    void expectFailed(const KernelOutcome& outcome, hw::ErrorType type, const char* text) {
        EXPECT_EQ(outcome.errorType, type);
        EXPECT_THAT(outcome.text, HasSubstr(text));
        // The next launch is as if nothing had happened.
        uint32_t block = 0;
        uint32_t count = 0;
        EXPECT_EQ(run("note", test::ArgumentBlock().add(&block).add(&count)).errorType, 0);
        EXPECT_EQ(block, 1U);
    }

    AddressSpace memory{{.deviceBytes = uint64_t{64} << 20}};
    CpuKernels cpuKernels{memory};
    SimulatedCores cores{{.memory = memory, .cpuKernels = cpuKernels}};
    static inline Loaded* plain = nullptr;
    static inline Loaded* waiting = nullptr;
    std::byte* plainAt = nullptr;
    std::byte* waitingAt = nullptr;
};

TEST_F(SimulatedCoresTest, EveryBlockRunsOnceAndKnowsItself) {
    for (const uint32_t count : {1U, 2U, 40U, 65535U}) {
        std::vector<uint32_t> blocks(count);
        std::vector<uint32_t> counts(count);
        const auto outcome =
            run("note", test::ArgumentBlock().add(blocks.data()).add(counts.data()), count);
        EXPECT_EQ(outcome.errorType, 0) << outcome.text;
        EXPECT_EQ(blocks, std::vector<uint32_t>(count, 1));
        EXPECT_EQ(counts, std::vector<uint32_t>(count, count));
    }
}

TEST_F(SimulatedCoresTest, LargeLaunchesAreSharedOutCompletely) {
    std::vector<float> x(1 << 20);
    std::iota(x.begin(), x.end(), 0.0F);
    for (int round = 0; round < 10; ++round) {
        ASSERT_EQ(
            run("work", test::ArgumentBlock().add(x.data()).add(uint64_t{x.size()}), 64).errorType,
            0);
    }
    for (size_t i = 0; i < x.size(); ++i) {
        float expected = static_cast<float>(i);
        for (int round = 0; round < 10; ++round) {
            expected = expected * 2 + 1;
        }
        ASSERT_EQ(x[i], expected) << i;
    }
}

TEST_F(SimulatedCoresTest, BadAddressesAreToldWithTheBlock) {
    auto* null = static_cast<uint32_t*>(nullptr);
    const auto null3 = run("writeTo", test::ArgumentBlock().add(null).add(uint32_t{3}), 8);
    expectFailed(null3, hw::kErrorException,
                 "block 3 of 8: write to address 0x0, where no memory is");
    EXPECT_GE(null3.pc, reinterpret_cast<uint64_t>(plainAt));
    EXPECT_LT(null3.pc, reinterpret_cast<uint64_t>(plainAt) + plain->elf->loadedBytes().size());
    expectFailed(run("readFrom", test::ArgumentBlock().add(uint64_t{0x1234})), hw::kErrorException,
                 "block 0 of 1: read of address 0x1234");
    expectFailed(run("readFrom", test::ArgumentBlock().add(uint64_t{0x1234'5678'9ABC'DEF0})),
                 hw::kErrorException, "an address that no memory can have");
    expectFailed(run("readFrom", test::ArgumentBlock().add(plainAt + (100 << 20))),
                 hw::kErrorException, "where no memory of the device is allocated");
    expectFailed(run("writeTo", test::ArgumentBlock().add(kSource.data()).add(0U)),
                 hw::kErrorException, "whose memory does not allow that");
    expectFailed(run("jumpTo", test::ArgumentBlock().add(uint64_t{0x4000})), hw::kErrorException,
                 "jump to address 0x4000");
}

TEST_F(SimulatedCoresTest, OtherFailuresAreToldApart) {
    expectFailed(run("trap", test::ArgumentBlock().add(0U)), hw::kErrorTrap, "trap instruction");
    std::array<int32_t, 2> by = {0, 5};
    expectFailed(run("divide", test::ArgumentBlock().add(by.data())), hw::kErrorException,
                 "division");
#if defined(__x86_64__)
    expectFailed(run("illegal", test::ArgumentBlock().add(0U)), hw::kErrorException,
                 "illegal instruction");
#endif
}

TEST_F(SimulatedCoresTest, AFullStackIsAFailure) {
    uint64_t depth = 100;
    EXPECT_EQ(run("deep", test::ArgumentBlock().add(&depth)).errorType, 0);
    depth = 10'000'000;
    expectFailed(run("deep", test::ArgumentBlock().add(&depth)), hw::kErrorException,
                 "its stack of 256 KiB is full");
    uint32_t result = 0;
    expectFailed(run("wide", test::ArgumentBlock().add(&result)), hw::kErrorException,
                 "its stack of 256 KiB is full");
}

TEST_F(SimulatedCoresTest, AnEndlessLoopIsStoppedByItsOwnTime) {
    uint32_t stop = 0;
    std::atomic<bool> done{false};
    std::thread tick([&done] {
        while (!done) {
            Watchdog::look();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    const auto outcome = run("spin", test::ArgumentBlock().add(&stop), 1, 1);
    done = true;
    tick.join();
    expectFailed(outcome, hw::kErrorTimeout, "not done within its time limit of 4.29 s");
}

TEST_F(SimulatedCoresTest, CoresThatWaitHaveTheTimeOfOneForEachVisit) {
    std::atomic<bool> done{false};
    std::thread tick([&done] {
        while (!done) {
            Watchdog::look();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    // Its file uses SyncAll, it does not: 100 blocks, of which the first never ends.
    uint32_t stop = 0;
    const auto spinning = run("spinsBesideSync", test::ArgumentBlock().add(&stop), 100, 1);
    // And two that wait for each other for ever, in many visits that each take no time.
    const auto synchronising = run("endless", test::ArgumentBlock().add(0U), 2, 1);
    done = true;
    tick.join();
    expectFailed(spinning, hw::kErrorTimeout,
                 "block 0 of 100: not done within its time limit of "
                 "4.29 s");
    expectFailed(synchronising, hw::kErrorTimeout,
                 "2 cores, which wait for each other, are not done within 8.59 s together");
}

TEST_F(SimulatedCoresTest, KernelsStartWithTheDefaultsOfArithmeticAndChangeNothing) {
#if defined(__x86_64__)
    const uint32_t before = __builtin_ia32_stmxcsr();
    const uint32_t own = before | 0x8000;  // flush to zero
    // The second round meets what the first one has left behind, and so does each block.
    for (int round = 0; round < 2; ++round) {
        for (const char* kernel : {"controls", "controlsBesideSync"}) {
            std::array<uint32_t, 8> result{};
            __builtin_ia32_ldmxcsr(own);
            const auto outcome =
                run(kernel, test::ArgumentBlock().add(result.data()), result.size());
            const uint32_t after = __builtin_ia32_stmxcsr();
            __builtin_ia32_ldmxcsr(before);
            EXPECT_EQ(outcome.errorType, 0);
            EXPECT_EQ(after & 0xFFC0, own & 0xFFC0);
            EXPECT_THAT(result, testing::Each(0x037F1F80U)) << kernel << " in round " << round;
        }
    }
#endif
}

TEST_F(SimulatedCoresTest, CoresWaitForEachOtherHoweverManyThereAre) {
    for (const uint32_t count : {1U, 2U, 8U, 40U, 1000U}) {
        std::vector<uint32_t> marks(count);
        uint32_t errors = 0;
        const auto outcome =
            run("phases", test::ArgumentBlock().add(marks.data()).add(&errors).add(3U), count);
        EXPECT_EQ(outcome.errorType, 0) << outcome.text;
        EXPECT_EQ(errors, 0U);
        EXPECT_EQ(marks, std::vector<uint32_t>(count, 3));
    }
}

TEST_F(SimulatedCoresTest, WaitingForACoreThatHasEndedFailsAtOnce) {
    expectFailed(run("oneLeaves", test::ArgumentBlock().add(5U), 8), hw::kErrorTimeout,
                 "7 of 8 cores wait for each other and nobody can go on");
    EXPECT_EQ(run("oneLeaves", test::ArgumentBlock().add(0U), 1).errorType, 0);
    expectFailed(run("nobodySets", test::ArgumentBlock().add(4U), 2), hw::kErrorTimeout,
                 "this one waits for flag 4, which nobody sets any more");
}

TEST_F(SimulatedCoresTest, AFailureEndsAllCoresThatWait) {
    auto* null = static_cast<uint32_t*>(nullptr);
    for (int round = 0; round < 20; ++round) {
        expectFailed(run("faultsAfterSync", test::ArgumentBlock().add(null).add(3U), 8),
                     hw::kErrorException, "block 3 of 8: write to address 0x0");
    }
    std::vector<uint32_t> marks(8);
    uint32_t errors = 0;
    EXPECT_EQ(
        run("phases", test::ArgumentBlock().add(marks.data()).add(&errors).add(3U), 8).errorType,
        0);
    EXPECT_EQ(errors, 0U);
}

TEST_F(SimulatedCoresTest, FlagsOfAKindGatherAllItsCores) {
    std::vector<uint32_t> marks(24);
    uint32_t errors = 0;
    const auto outcome =
        run("flagsOfKind", test::ArgumentBlock().add(marks.data()).add(&errors), 24);
    EXPECT_EQ(outcome.errorType, 0) << outcome.text;
    EXPECT_EQ(errors, 0U);
    EXPECT_EQ(run("setsTooOften", test::ArgumentBlock().add(15U), 1).errorType, 0);
    expectFailed(run("setsTooOften", test::ArgumentBlock().add(16U), 1), hw::kErrorException,
                 "flag 1 is set more than 15 times");
}

TEST_F(SimulatedCoresTest, CoresOfBothKindsWaitForEachOther) {
    constexpr uint16_t kBlocks = 20;
    const Loaded mixed(kMixSource);
    std::byte* at = load(mixed);
    const KernelInfo& info = *mixed.kernels->findByName("relay");
    std::vector<int32_t> mail(size_t{3} * kBlocks);
    std::vector<int32_t> sums(kBlocks);
    const test::ArgumentBlock args = test::ArgumentBlock().add(mail.data()).add(sums.data());
    hw::MixContext context{.blockRatio = 2, .blockDim = kBlocks};
    context.cubeArgs = context.vectorArgs = reinterpret_cast<uint64_t>(args.data());
    context.cubePc = reinterpret_cast<uint64_t>(at + *info.entry(CoreSide::kCube));
    context.vectorPc = reinterpret_cast<uint64_t>(at + *info.entry(CoreSide::kVector));
    const auto outcome = cores.run(hw::MixKernel{.blockDim = kBlocks}, context, {});
    EXPECT_EQ(outcome.errorType, 0) << outcome.text;
    for (int32_t block = 0; block < kBlocks; ++block) {
        EXPECT_EQ(sums[static_cast<size_t>(block)], 4 * (10 + block) + 1);
    }
    // Without the vector cores nobody answers.
    context.blockRatio = 0;
    expectFailed(cores.run(hw::MixKernel{.blockDim = kBlocks}, context, {}), hw::kErrorTimeout,
                 "block 0 of 20: 20 of 20 cores wait for each other");
    context.cubePc = 0;
    expectFailed(cores.run(hw::MixKernel{.blockDim = kBlocks}, context, {}), hw::kErrorException,
                 "names no code at all");
}

TEST_F(SimulatedCoresTest, AKernelCanGiveUpWithAText) {
    expectFailed(run("gives", test::ArgumentBlock().add(0U)), hw::kErrorException,
                 "for a reason of its own");
    expectFailed(run("gives", test::ArgumentBlock().add(1U)), hw::kErrorTrap,
                 "block 0 of 1: for a reason of its own");
    expectFailed(run("gives", test::ArgumentBlock().add(2U), 2), hw::kErrorTimeout,
                 "block 0 of 2: for a reason of its own");
}

TEST_F(SimulatedCoresTest, WhatIsNoKernelIsRefused) {
    const auto outcome = cores.run(hw::AicoreKernel{.pc = 0x1000}, {});
    EXPECT_EQ(outcome.errorType, hw::kErrorException);
    EXPECT_THAT(outcome.text, HasSubstr("it lies in no allocation of a device"));
}

TEST_F(SimulatedCoresTest, CodeInMemoryThatWasGivenBackIsForgotten) {
    uint32_t block = 0;
    uint32_t count = 0;
    const test::ArgumentBlock args = test::ArgumentBlock().add(&block).add(&count);
    EXPECT_EQ(run("note", args).errorType, 0);
    const driver::PointerInfo info = memory.pointerInfo(plainAt);
    cores.forget({static_cast<std::byte*>(info.start), static_cast<size_t>(info.bytes)});
    std::memset(info.start, 0, info.bytes);
    EXPECT_EQ(run("note", args).errorType, hw::kErrorException);
}

TEST_F(SimulatedCoresTest, ThreadsFailAndSucceedIndependently) {
    constexpr int kThreads = 8;
    constexpr int kRounds = test::kIsSanitized ? 50 : 2000;
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([this, t, &wrong] {
            sigset_t all;
            ::sigfillset(&all);
            ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
            for (int i = 0; i < kRounds; ++i) {
                auto* null = static_cast<uint32_t*>(nullptr);
                const auto bad = run("writeTo", test::ArgumentBlock().add(null).add(0U), 2);
                uint32_t block = 0;
                uint32_t count = 0;
                const auto good = run("note", test::ArgumentBlock().add(&block).add(&count));
                wrong += bad.errorType != hw::kErrorException || good.errorType != 0 ||
                         block != 1 || (t % 2 == 0 && bad.text.find("0x0") == std::string::npos);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
}

// ---- the application's own signals ----

sigjmp_buf ownPlace;
volatile sig_atomic_t ownSignals = 0;

void onOwnSignal(int, siginfo_t* info, void*) {
    if (info->si_addr == reinterpret_cast<void*>(16)) {
        ownSignals = ownSignals + 1;
        siglongjmp(ownPlace, 1);
    }
    std::_Exit(99);
}

TEST_F(SimulatedCoresTest, TheApplicationsHandlerSeesItsOwnFaultsOnly) {
    struct sigaction own {};

    own.sa_sigaction = onOwnSignal;
    own.sa_flags = SA_SIGINFO;

    struct sigaction before {};

    ::sigaction(SIGSEGV, &own, &before);
    for (int round = 0; round < 3; ++round) {
        FaultSignals::takeOver();
        auto* null = static_cast<uint32_t*>(nullptr);
        expectFailed(run("writeTo", test::ArgumentBlock().add(null).add(0U)), hw::kErrorException,
                     "0x0");
        if (sigsetjmp(ownPlace, 1) == 0) {
            volatile uintptr_t address = 16;  // nothing that a compiler could know
            *reinterpret_cast<volatile int*>(address) = 1;
        }
        EXPECT_EQ(ownSignals, round + 1);
    }
    ::sigaction(SIGSEGV, &before, nullptr);
}

}  // namespace
}  // namespace belay::sim
