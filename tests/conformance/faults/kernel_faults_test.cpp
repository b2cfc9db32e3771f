// What a kernel that fails leaves of everything else: the process, other streams, the application's
// signals, the threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "support/fresh_process.h"
#include "support/language_kernels.h"
#include "support/launches.h"
#include "support/sanitizers.h"
#include "support/threads.h"

namespace belay::test::kernel_faults_test {
namespace {

using testing::HasSubstr;

/// Ways to fail of tests/kernels/faults.cpp.
enum What : uint32_t {
    kWrite = 0,
    kRead = 1,
    kTrap = 2,
    kDeep = 3,
    kDivide = 4,
    kLoop = 5,
    kNothing = 6,
};

class KernelFaults : public LanguageTest {
  protected:
    void expectFailure(const char* kernel, What what, uint64_t* at, aclError code,
                       const std::string& text) {
        EXPECT_EQ(run(kernel, 1, uint32_t{what}, at), code) << kernel << ' ' << what;
        EXPECT_THAT(failure(), HasSubstr(text));
        EXPECT_THAT(failure(), HasSubstr(std::string("kernel '") + kernel + "'"));
        EXPECT_THAT(failure(), HasSubstr("block 0 of 1"));
        EXPECT_EQ(run(kernel, 1, uint32_t{kNothing}, at), ACL_SUCCESS) << failure();
    }
};

struct Codes {
    const char* kernel;
    aclError exception;
    aclError trap;
    aclError timeout;
};

constexpr std::array kKinds = {
    Codes{"failVector", ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION,
          ACL_ERROR_RT_VECTOR_CORE_TIMEOUT},
    Codes{"failCube", ACL_ERROR_RT_AICORE_EXCEPTION, ACL_ERROR_RT_AICORE_TRAP_EXCEPTION,
          ACL_ERROR_RT_AICORE_TIMEOUT},
    Codes{"failMix", ACL_ERROR_RT_FFTS_PLUS_EXCEPTION, ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION,
          ACL_ERROR_RT_FFTS_PLUS_TIMEOUT},
};

TEST_F(KernelFaults, HaveTheCodeOfTheKindOfCores) {
    const DeviceValues<uint64_t> numbers(std::vector<uint64_t>{0, 7});
    const DeviceValues<uint64_t> depth(std::vector<uint64_t>{10'000'000, 0});
    auto* zero = static_cast<uint64_t*>(numbers.get());
    for (const Codes& kind : kKinds) {
        expectFailure(kind.kernel, kWrite, nullptr, kind.exception, "write to address 0x0");
        expectFailure(kind.kernel, kRead, reinterpret_cast<uint64_t*>(0x1000), kind.exception,
                      "read of address 0x1000");
        expectFailure(kind.kernel, kTrap, nullptr, kind.trap, "trap instruction");
        expectFailure(kind.kernel, kDeep, static_cast<uint64_t*>(depth.get()), kind.exception,
                      "stack");
        expectFailure(kind.kernel, kDivide, zero, kind.exception, "by 0");
    }
}

TEST_F(KernelFaults, TellTheLineOfTheSource) {
    EXPECT_EQ(run("failVector", 1, uint32_t{kTrap}, nullptr),
              ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION);
    EXPECT_THAT(failure(), HasSubstr("faults.cpp:"));
}

TEST_F(KernelFaults, AnEndlessLoopIsStoppedAndOtherStreamsGoOnMeanwhile) {
    const DeviceWord word;
    const TestKernel store("store");
    aclrtBinHandle binary = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(BELAY_LANGUAGE_KERNELS, nullptr, &binary), ACL_SUCCESS);
    aclrtFuncHandle loop = nullptr;
    ASSERT_EQ(aclrtBinaryGetFunction(binary, "failVector", &loop), ACL_SUCCESS);
    const DeviceWord stop(0);
    const OwnedStream busy;
    const OwnedStream other;
    LaunchConfig config;
    config.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT).timeout = 1;
    ArgsBlock loopArgs(uint32_t{kLoop}, stop.get());
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(loop, 1, busy.get(), config.get(), loopArgs.data(),
                                            loopArgs.size(), nullptr, 0),
              ACL_SUCCESS)
        << recentMessage();
    for (uint64_t i = 1; i <= 100; ++i) {
        ArgsBlock args(word.get(), i);
        ASSERT_EQ(aclrtLaunchKernelWithHostArgs(store.get(), 1, other.get(), nullptr, args.data(),
                                                args.size(), nullptr, 0),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(word.value(), i);
    }
    EXPECT_EQ(aclrtSynchronizeStream(busy.get()), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
    EXPECT_THAT(recentMessage(), HasSubstr("time limit"));
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

/// Launches a kernel that never ends by itself, with 0 at `zero`; the limit of its time is far
/// away.
aclrtBinHandle launchEndless(aclrtStream stream, void* zero) {
    aclrtBinHandle binary = nullptr;
    EXPECT_EQ(aclrtBinaryLoadFromFile(BELAY_LANGUAGE_KERNELS, nullptr, &binary), ACL_SUCCESS);
    aclrtFuncHandle loop = nullptr;
    EXPECT_EQ(aclrtBinaryGetFunction(binary, "failVector", &loop), ACL_SUCCESS);
    ArgsBlock args(uint32_t{kLoop}, zero);
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(loop, 4, stream, nullptr, args.data(), args.size(),
                                            nullptr, 0),
              ACL_SUCCESS)
        << recentMessage();
    return binary;
}

class EndlessKernel {
  public:
    explicit EndlessKernel(aclrtStream stream) : binary_(launchEndless(stream, zero_.get())) {}

    ~EndlessKernel() { EXPECT_EQ(aclrtBinaryUnLoad(binary_), ACL_SUCCESS); }

    EndlessKernel(const EndlessKernel&) = delete;
    EndlessKernel& operator=(const EndlessKernel&) = delete;

  private:
    const DeviceWord zero_{0};
    aclrtBinHandle binary_;
};

void awaitBeginning() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

TEST(EndlessKernels, EndWhenTheirStreamIsAborted) {
    const SetDevice session;
    const OwnedStream stream;
    const EndlessKernel kernel(stream.get());
    awaitBeginning();
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS) << recentMessage();
    const TestKernel store("store");
    const DeviceWord word;
    ArgsBlock args(word.get(), uint64_t{3});
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(store.get(), 1, stream.get(), nullptr, args.data(),
                                            args.size(), nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "the abort was no failure";
    EXPECT_EQ(word.value(), 3U);
}

TEST(EndlessKernels, EndForThreadsThatWaitWhenTheirStreamIsAborted) {
    const SetDevice session;
    const OwnedStream stream;
    const EndlessKernel kernel(stream.get());
    std::thread waiter([&stream] {
        const SetDevice own;
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_STREAM_ABORT);
    });
    awaitBeginning();
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS) << recentMessage();
    waiter.join();
}

TEST(EndlessKernels, EndWithTheirStream) {
    const SetDevice session;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    const EndlessKernel kernel(stream);
    awaitBeginning();
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS) << recentMessage();
}

TEST(EndlessKernels, EndWithTheirDevice) {
    expectEndsWell([] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
        void* zero = nullptr;
        ASSERT_EQ(aclrtMalloc(&zero, 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemset(zero, 8, 0, 8), ACL_SUCCESS);
        launchEndless(stream, zero);
        awaitBeginning();
        EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS) << recentMessage();
    });
}

TEST_F(KernelFaults, AThreadThatBlocksAllSignalsSurvivesThem) {
    std::thread([this] {
        const SetDevice session;
        sigset_t all;
        ::sigfillset(&all);
        ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &all, nullptr), 0);
        for (int round = 0; round < 3; ++round) {
            expectFailure("failVector", kWrite, nullptr, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                          "write to address 0x0");
        }
    }).join();
}

TEST_F(KernelFaults, UnderLoadEachThreadGetsItsOwn) {
    const int rounds = kIsSanitized ? 20 : 500;
    std::atomic<int> wrong{0};
    onThreads(8, [&](size_t me) {
        const SetDevice session;
        const TestKernel store("store");
        const TestKernel failing("readAt");
        const OwnedStream stream;
        const DeviceWord word;
        for (int i = 1; i <= rounds; ++i) {
            const uint64_t value = me * 1000 + static_cast<uint64_t>(i);
            ArgsBlock bad(reinterpret_cast<void*>(8), word.get());
            ArgsBlock good(word.get(), value);
            for (auto [kernel, args] : {std::pair(&failing, &bad), std::pair(&store, &good)}) {
                wrong += aclrtLaunchKernelWithHostArgs(kernel->get(), 1, stream.get(), nullptr,
                                                       args->data(), args->size(), nullptr,
                                                       0) != ACL_SUCCESS;
            }
            wrong += aclrtSynchronizeStream(stream.get()) != ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;
            wrong += word.value() != value;
        }
    });
    EXPECT_EQ(wrong, 0);
}

// ---- the application's own signals ----

sigjmp_buf ownPlace;
std::atomic<int> ownSignals{0};

void onOwnSignal(int, siginfo_t* info, void*) {
    if (info->si_addr != reinterpret_cast<void*>(16)) {
        std::_Exit(99);
    }
    ++ownSignals;
    siglongjmp(ownPlace, 1);
}

void installOwnHandler() {
    struct sigaction own {};

    own.sa_sigaction = onOwnSignal;
    own.sa_flags = SA_SIGINFO;
    ASSERT_EQ(::sigaction(SIGSEGV, &own, nullptr), 0);
}

void failByItself() {
    const int before = ownSignals;
    if (sigsetjmp(ownPlace, 1) == 0) {
        volatile uintptr_t address = 16;  // nothing that a compiler could know
        *reinterpret_cast<volatile int*>(address) = 1;
    }
    EXPECT_EQ(ownSignals, before + 1);
}

void failByKernel() {
    const TestKernel kernel("readAt");
    const OwnedStream stream;
    const DeviceWord word;
    ArgsBlock args(reinterpret_cast<void*>(8), word.get());
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream.get(), nullptr, args.data(),
                                            args.size(), nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST(KernelFaultsAndSignals, AHandlerThatWasThereBeforeSeesItsOwnFaultsOnly) {
    expectEndsWell([] {
        installOwnHandler();
        const SetDevice session;
        for (int round = 0; round < 3; ++round) {
            failByKernel();
            failByItself();
        }
    });
}

TEST(KernelFaultsAndSignals, AHandlerThatCameLaterSeesItsOwnFaultsOnly) {
    expectEndsWell([] {
        {
            const SetDevice session;
            failByKernel();
        }
        installOwnHandler();
        for (int round = 0; round < 3; ++round) {
            const SetDevice session;  // puts ours in front once some time has passed
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
            failByKernel();
            failByItself();
            ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        }
    });
}

TEST(KernelFaultsAndSignals, WithoutLendingTheyAreTheEnginesBusiness) {
    expectEndsWell(
        [] {
            const SetDevice session;
            for (int round = 0; round < 10; ++round) {
                failByKernel();
            }
        },
        {.environment = {{"BELAY_SIM_LEND", "off"}}});
}

TEST(KernelFaultsAndSignals, SwitchedOffTheyEndTheProcess) {
    const Outcome outcome = inFreshProcess(
        [] {
            const SetDevice session;
            failByKernel();
        },
        {.environment = {{"BELAY_SIM_FAULTS", "off"}}});
    EXPECT_FALSE(endedWell(outcome));
    if (!kIsSanitized) {
        EXPECT_EQ(outcome.signal, SIGSEGV);
    }
}

TEST(KernelFaultsAndSignals, SerialBlocksComeInOrder) {
    expectEndsWell(
        [] {
            const SetDevice session;
            aclrtBinHandle binary = nullptr;
            ASSERT_EQ(aclrtBinaryLoadFromFile(BELAY_LANGUAGE_KERNELS, nullptr, &binary),
                      ACL_SUCCESS);
            aclrtFuncHandle function = nullptr;
            ASSERT_EQ(aclrtBinaryGetFunction(binary, "noteTurn", &function), ACL_SUCCESS);
            {
                const DeviceValues<uint32_t> turns(200);
                const DeviceValues<uint32_t> next(1);
                const OwnedStream stream;
                ArgsBlock args(turns.get(), next.get(), uint32_t{50'000});
                ASSERT_EQ(aclrtLaunchKernelWithHostArgs(function, 200, stream.get(), nullptr,
                                                        args.data(), args.size(), nullptr, 0),
                          ACL_SUCCESS);
                ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
                const std::vector<uint32_t> order = turns.read();
                for (uint32_t block = 0; block < order.size(); ++block) {
                    ASSERT_EQ(order[block], block);
                }
            }
            ASSERT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
        },
        {.environment = {{"BELAY_SIM_BLOCKS", "serial"}}});
}

}  // namespace
}  // namespace belay::test::kernel_faults_test
