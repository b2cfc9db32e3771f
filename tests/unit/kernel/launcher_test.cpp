// Which entries launches make: those that another runtime was seen to send for the same calls.
#include "kernel/launcher.h"

#include <gtest/gtest.h>

#include <cstring>
#include <mutex>
#include <vector>

#include "../hw/entries.h"
#include "drivers/sim/sim_driver.h"
#include "hw/sqe_encode.h"
#include "kernel/binary.h"
#include "runtime/context.h"
#include "runtime/kernel_timeouts.h"
#include "runtime/stream.h"
#include "support/kernel_file.h"

namespace belay {
namespace {

using hw::wordsFromHex;

// As in the samples.
constexpr uint16_t kStream = 0x32;
constexpr uint64_t kStacks = 0x1200C1600000;
constexpr uint64_t kCode = 0x1200C2600000;
constexpr uint64_t kArgs = 0x1200C1210000;

/// Keeps what the device was asked to run, with the arguments as the kernel would find them.
class Recorder final : public sim::KernelRunner {
  public:
    struct Run {
        hw::AicoreKernel plain;
        hw::MixKernel mix;
        hw::MixContext context;
        std::vector<std::byte> args;
    };

    explicit Recorder(size_t argsBytes) : argsBytes_(argsBytes) {}

    sim::KernelOutcome run(const hw::AicoreKernel& kernel,
                           const sim::RunContext& /*run*/) override {
        add({.plain = kernel, .mix = {}, .context = {}, .args = read(kernel.args)});
        return {};
    }

    sim::KernelOutcome run(const hw::MixKernel& kernel, const hw::MixContext& context,
                           const sim::RunContext& /*run*/) override {
        add({.plain = {}, .mix = kernel, .context = context, .args = read(context.cubeArgs)});
        return {};
    }

    sim::KernelOutcome run(const hw::AicpuKernel&, const sim::RunContext&) override { return {}; }

    void forget(std::span<std::byte>) override {}

    Run last() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return runs_.back();
    }

  private:
    void add(Run run) {
        const std::lock_guard<std::mutex> lock(mutex_);
        runs_.push_back(std::move(run));
    }

    std::vector<std::byte> read(uint64_t address) const {
        const auto* start = reinterpret_cast<const std::byte*>(address);
        return {start, start + argsBytes_};
    }

    const size_t argsBytes_;
    mutable std::mutex mutex_;
    std::vector<Run> runs_;
};

class LauncherTest : public testing::Test {
  protected:
    static sim::SimSettings settings() {
        sim::SimSettings settings;
        settings.chip = hw::findChip("Ascend910B4");
        settings.memoryBytes = uint64_t{256} << 20;
        return settings;
    }

    void SetUp() override {
        auto infos = backend.devices();
        ASSERT_TRUE(infos.isOk());
        auto found = Device::open(backend, 0, infos.value().front(), 0);
        ASSERT_TRUE(found.isOk()) << found.status().message();
        device = std::move(found).value();
        auto context = device->makeDefaultContext();
        ASSERT_TRUE(context.isOk()) << context.status().message();
        stream = Ref<Stream>(context.value()->defaultStream());
        auto loaded = Binary::load(*device, test::kernelFile(), {});
        ASSERT_TRUE(loaded.isOk()) << loaded.status().message();
        binary = std::move(loaded).value();
        for (size_t i = 0; i < block.size(); ++i) {
            block[i] = static_cast<std::byte>(i + 1);
        }
    }

    void TearDown() override {
        binary->unload();
        binary = nullptr;
        stream = nullptr;
        EXPECT_TRUE(device->close(0).isOk());
    }

    Ref<Function> function(const char* name) {
        auto found = binary->findFunction(std::string_view(name));
        EXPECT_TRUE(found.isOk()) << found.status().message();
        return found.value();
    }

    template <typename Args>
    Recorder::Run launched(const Ref<Function>& kernel, const LaunchSetup& setup,
                           const Args& args) {
        const Status status = launch(*kernel, *stream, setup, args);
        EXPECT_TRUE(status.isOk()) << status.message();
        EXPECT_TRUE(stream->synchronize(Deadline::never()).isOk());
        return recorder.last();
    }

    // With the samples' own ids and addresses instead.
    static hw::Sqe maskedPlain(hw::AicoreKernel kernel, uint16_t taskId) {
        kernel.common.streamId = kStream;
        kernel.common.taskId = taskId;
        kernel.stackBase = kStacks;
        kernel.pc = kCode;
        kernel.args = kArgs;
        hw::Sqe sqe;
        EXPECT_TRUE(hw::StarsV1Encoder().encode(kernel, sqe).isOk());
        return sqe;
    }

    static hw::Sqe maskedMix(hw::MixKernel kernel, uint16_t taskId) {
        kernel.common.streamId = kStream;
        kernel.common.taskId = taskId;
        kernel.stackBase = kStacks;
        kernel.contextAddr = kArgs;
        hw::Sqe sqe;
        EXPECT_TRUE(hw::StarsV1Encoder().encode(kernel, sqe).isOk());
        return sqe;
    }

    static hw::Sqe golden(std::string_view hex) { return {wordsFromHex<16>(hex)}; }

    std::array<std::byte, 32> block{};
    Recorder recorder{32};
    sim::SimDriver backend{settings(), {.kernels = &recorder}};
    Ref<Device> device;
    Ref<Stream> stream;
    Ref<Binary> binary;
    const LaunchSetup eightBlocks{.blockCount = 8, .scheduleMode = 0};
};

constexpr std::string_view kVectorSample =
    "00000800 32000a00 01100000 0000fe00"
    "000060c1 00120000 00000000 04000000"
    "000060c2 00120000 000021c1 00120000";

TEST_F(LauncherTest, HostArgumentsOnVectorCoresGiveTheGoldenEntry) {
    const auto run = launched(function("scale_3"), eightBlocks, HostBlock(block, {}));
    EXPECT_EQ(maskedPlain(run.plain, 10).words, golden(kVectorSample).words);
    EXPECT_EQ(std::memcmp(run.args.data(), block.data(), block.size()), 0);
    EXPECT_EQ(run.plain.pc,
              reinterpret_cast<uintptr_t>(function("scale_3")->address(CoreSide::kVector)));
    EXPECT_NE(run.plain.stackBase, 0U);
}

TEST_F(LauncherTest, AListGivesTheSameEntry) {
    const Ref<Function> kernel = function("scale_3");
    auto args = KernelArgs::create(*kernel);
    ASSERT_TRUE(args.isOk());
    const Status finished = args.value()->use([&](ArgsList& list) {
        EXPECT_TRUE(list.append(block.data(), block.size()).isOk());
        return list.finish();
    });
    ASSERT_TRUE(finished.isOk()) << finished.message();
    const uint32_t bytes = args.value()->finishedBytes();
    EXPECT_EQ(bytes, block.size());
    const auto run = launched(kernel, eightBlocks, ListedArgs(*args.value(), bytes));
    EXPECT_EQ(maskedPlain(run.plain, 10).words, golden(kVectorSample).words);
    EXPECT_EQ(std::memcmp(run.args.data(), block.data(), block.size()), 0);
}

TEST_F(LauncherTest, ArgumentsOnTheDeviceAreNamedAsTheyAre) {
    auto memory = DeviceMemory::allocate(*device, 32, driver::MemoryKind::kDevice);
    ASSERT_TRUE(memory.isOk());
    const auto run =
        launched(function("scale_3"), eightBlocks, DeviceBlock(memory.value().start(), 32));
    EXPECT_EQ(maskedPlain(run.plain, 10).words, golden(kVectorSample).words);
    EXPECT_EQ(run.plain.args, reinterpret_cast<uintptr_t>(memory.value().start()));
}

TEST_F(LauncherTest, CubeCoresHaveTheSameEntryButForOneWord) {
    const auto run = launched(function("sum"), eightBlocks, HostBlock(block, {}));
    EXPECT_EQ(maskedPlain(run.plain, 10).words, golden("00000800 32000a00 00100000 0000fe00"
                                                       "000060c1 00120000 00000000 04000000"
                                                       "000060c2 00120000 000021c1 00120000")
                                                    .words);
}

TEST_F(LauncherTest, BothKindsOfCoresHaveTheGoldenEntryAndContext) {
    const Ref<Function> kernel = function("both");
    const auto run = launched(kernel, eightBlocks, HostBlock(block, {}));
    EXPECT_EQ(maskedMix(run.mix, 0x0D).words, golden("00000800 0d203200 04000000 0000fe06"
                                                     "000060c1 00120000 01000100 01000000"
                                                     "00000000 00000000 000021c1 00120000")
                                                  .words);
    // Of the context all but the addresses, and how much code is read ahead, which depends on the
    // file: here there are 3 units behind either entry.
    EXPECT_EQ(run.context.cubeIcachePrefetch, 3);
    EXPECT_EQ(run.context.vectorIcachePrefetch, 3);
    hw::MixContext context = run.context;
    context.cubeIcachePrefetch = context.vectorIcachePrefetch = 1;
    hw::MixContextImage image;
    ASSERT_TRUE(hw::StarsV1Encoder().encode(context, image).isOk());
    EXPECT_EQ(image.words[0], 0x00000006U);
    EXPECT_EQ(image.words[16], 0x00000108U);
    EXPECT_EQ(image.words[17], 0x02020004U);
    EXPECT_EQ(image.words[18], 0x00010000U);
    EXPECT_EQ(image.words[19], 0x00080008U);
    const auto addressOf = [&](CoreSide side) {
        return reinterpret_cast<uintptr_t>(kernel->address(side));
    };
    EXPECT_EQ(context.cubePc, addressOf(CoreSide::kCube));
    EXPECT_EQ(context.cubeTailPc, addressOf(CoreSide::kCube));
    EXPECT_EQ(context.vectorPc, addressOf(CoreSide::kVector));
    EXPECT_EQ(context.vectorTailPc, addressOf(CoreSide::kVector));
    EXPECT_EQ(context.cubeArgs, run.mix.contextAddr + hw::kMixContextBytes)
        << "the context lies in front of the arguments";
    EXPECT_EQ(context.vectorArgs, context.cubeArgs);
    EXPECT_EQ(run.mix.contextAddr % 128, 0U);
    EXPECT_EQ(std::memcmp(run.args.data(), block.data(), block.size()), 0);
}

TEST_F(LauncherTest, AListForBothKindsBeginsWithTheAddressOfTheirFlags) {
    const Ref<Function> kernel = function("both");
    ASSERT_TRUE(kernel->argsRules().hasSyncBase);
    auto args = KernelArgs::create(*kernel);
    ASSERT_TRUE(args.isOk());
    const uint64_t value = 0x1122334455667788;
    const Status finished = args.value()->use([&](ArgsList& list) {
        EXPECT_TRUE(list.append(&value, sizeof value).isOk());
        return list.finish();
    });
    ASSERT_TRUE(finished.isOk()) << finished.message();
    const auto run =
        launched(kernel, eightBlocks, ListedArgs(*args.value(), args.value()->finishedBytes()));
    uint64_t words[2] = {};
    std::memcpy(words, run.args.data(), sizeof words);
    auto base = device->kernelMemory().syncBase(*device);
    ASSERT_TRUE(base.isOk());
    EXPECT_EQ(words[0], reinterpret_cast<uintptr_t>(base.value()));
    EXPECT_EQ(words[1], value);
}

TEST_F(LauncherTest, PropertiesReachTheEntry) {
    auto run = launched(function("sum"), {.blockCount = 65535}, HostBlock(block, {}));
    EXPECT_EQ(run.plain.blockDim, 65535U);
    EXPECT_EQ(run.plain.scheduleMode, 1) << "as the file says";
    run = launched(function("sum"),
                   {.blockCount = 1, .scheduleMode = 0, .dumpsData = true, .isProfiled = true},
                   HostBlock(block, {}));
    EXPECT_EQ(run.plain.scheduleMode, 0);
    EXPECT_EQ(run.plain.launchFlags, hw::kLaunchDataDump | hw::kLaunchProfile);
    run = launched(function("both"), {.blockCount = 1, .readsCodeAhead = false},
                   HostBlock(block, {}));
    EXPECT_EQ(run.context.cubeIcachePrefetch, 0);
    EXPECT_EQ(run.context.vectorIcachePrefetch, 0);
}

TEST_F(LauncherTest, TimeLimitsAreCountedInUnits) {
    const Ref<Function> kernel = function("scale_3");
    const auto creditFor = [&](std::optional<uint64_t> us) {
        return launched(kernel, {.timeoutUs = us}, HostBlock(block, {})).plain.kernelCredit;
    };
    EXPECT_EQ(creditFor(std::nullopt), KernelTimeouts::instance().aicoreCredit());
    EXPECT_EQ(creditFor(0), hw::kUnlimitedCredit);
    EXPECT_EQ(creditFor(1), 1);
    EXPECT_EQ(creditFor(4'294'967), 1);
    EXPECT_EQ(creditFor(4'294'968), 2);
    EXPECT_EQ(creditFor(UINT64_MAX), 254);
}

TEST_F(LauncherTest, StacksGrowWithWhatTheApplicationAsksFor) {
    const Ref<Function> kernel = function("scale_3");
    const auto first = launched(kernel, {}, HostBlock(block, {})).plain;
    EXPECT_EQ(first.stackLevel, 0);
    device->settings().setKernelBufferBytes(KernelBuffer::kAicoreStack, uint64_t{192} << 10);
    const auto second = launched(kernel, {}, HostBlock(block, {})).plain;
    EXPECT_EQ(second.stackLevel, 10);
    EXPECT_NE(second.stackBase, first.stackBase);
}

TEST_F(LauncherTest, PointersLeadIntoTheBlockWhereverItLies) {
    const std::array<ArgsPointer, 1> pointers = {{{.pointerOffset = 8, .dataOffset = 16}}};
    for (const size_t bytes : {size_t{32}, size_t{ArgsRing::kMostBytes} + 1}) {
        SCOPED_TRACE(bytes);
        std::vector<std::byte> large(bytes);
        const auto run = launched(function("scale_3"), {}, HostBlock(large, pointers));
        uint64_t pointer = 0;
        std::memcpy(&pointer, run.args.data() + 8, sizeof pointer);
        EXPECT_EQ(pointer, run.plain.args + 16);
    }
}

TEST_F(LauncherTest, ABinaryFindsWhereFlagsLieInItsVariable) {
    using test::Bytes;
    constexpr uint16_t kImplicitItems = 4;
    constexpr uint32_t kSyncBaseItem = 2;
    const auto loaded = [&](size_t variableBytes) {
        test::ElfBuilder builder;
        builder.addSection(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, Bytes(256));
        const uint16_t data = builder.addSection(".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE,
                                                 Bytes(64, std::byte{9}));
        builder.addSymbol("g_sysFftsAddr", data, 256, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                          STV_DEFAULT, variableBytes);
        builder.addSection(".ascend.meta", SHT_PROGBITS, 0,
                           test::MetaBuilder().add(kImplicitItems, kSyncBaseItem).bytes());
        return Binary::load(*device, builder.build(), {});
    };
    const auto made = loaded(8);
    ASSERT_TRUE(made.isOk()) << made.status().message();
    const auto variable = made.value()->findGlobal("g_sysFftsAddr");
    ASSERT_TRUE(variable.isOk()) << variable.status().message();
    const auto base = device->kernelMemory().syncBase(*device);
    ASSERT_TRUE(base.isOk());
    std::array<uint64_t, 2> found{};
    std::memcpy(found.data(), variable.value().address, sizeof found);
    EXPECT_EQ(found[0], reinterpret_cast<uintptr_t>(base.value()));
    EXPECT_EQ(found[1], 0x0909090909090909U) << "nothing else has changed";
    EXPECT_EQ(loaded(4).status().code(), Code::kRtParamInvalid);
    made.value()->unload();
}

}  // namespace
}  // namespace belay
