// Launches of kernels through the public interface: T1 to T4, T16 and T17 of docs/performance.md.
// With --loaded as the first argument two processes keep the machine busy meanwhile: T26 is what is
// then printed as the spread of T3 and T17.
#include <acl/acl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pocl.h"
#include "ratio.h"

namespace {

using belay::bench::Comparison;
using belay::bench::keep;
using belay::bench::Pocl;
using belay::bench::Untimed;

// Fit into a queue of 2048 entries.
constexpr size_t kBatch = 1900;

constexpr const char* kSource =
    "kernel void nothing(global float* x, global float* y, global float* z) {}\n"
    "kernel void add(global const float* x, global const float* y, global float* z) {\n"
    "    const size_t i = get_global_id(0); z[i] = x[i] + y[i]; }\n";

void check(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, code, message != nullptr ? message : "");
        std::exit(EXIT_FAILURE);
    }
}

/// The arguments of all kernels here.
struct Args {
    void* x = nullptr;
    void* y = nullptr;
    void* z = nullptr;
    uint64_t count = 0;
};

/// A stream, and a kernel with all ways to launch it.
class Launcher {
  public:
    Launcher(const char* name, const Args& args) : args_(args) {
        check(aclrtCreateStream(&stream_), "aclrtCreateStream");
        check(aclrtBinaryLoadFromFile(BELAY_BENCH_KERNELS, nullptr, &binary_),
              "aclrtBinaryLoadFromFile");
        check(aclrtBinaryGetFunction(binary_, name, &function_), "aclrtBinaryGetFunction");
        check(aclrtMalloc(&deviceArgs_, sizeof args_, ACL_MEM_MALLOC_NORMAL_ONLY), "aclrtMalloc");
        check(
            aclrtMemcpy(deviceArgs_, sizeof args_, &args_, sizeof args_, ACL_MEMCPY_HOST_TO_DEVICE),
            "aclrtMemcpy");
        check(aclrtKernelArgsInit(function_, &list_), "aclrtKernelArgsInit");
        for (void* value : {static_cast<void*>(&args_.x), static_cast<void*>(&args_.y),
                            static_cast<void*>(&args_.z), static_cast<void*>(&args_.count)}) {
            aclrtParamHandle param = nullptr;
            check(aclrtKernelArgsAppend(list_, value, sizeof(void*), &param),
                  "aclrtKernelArgsAppend");
        }
        check(aclrtKernelArgsFinalize(list_), "aclrtKernelArgsFinalize");
    }

    void withDeviceArgs(uint32_t blocks = 1) {
        check(aclrtLaunchKernel(function_, blocks, deviceArgs_, sizeof args_, stream_),
              "aclrtLaunchKernel");
    }

    void withHostArgs(uint32_t blocks = 1) {
        check(aclrtLaunchKernelWithHostArgs(function_, blocks, stream_, nullptr, &args_,
                                            sizeof args_, nullptr, 0),
              "aclrtLaunchKernelWithHostArgs");
    }

    void withList() {
        check(aclrtLaunchKernelWithConfig(function_, 1, stream_, nullptr, list_, nullptr),
              "aclrtLaunchKernelWithConfig");
    }

    void withArray() {
        std::array<void*, 4> values = {&args_.x, &args_.y, &args_.z, &args_.count};
        check(aclrtLaunchKernelWithArgsArray(function_, 1, stream_, nullptr, values.data()),
              "aclrtLaunchKernelWithArgsArray");
    }

    void synchronize() { check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream"); }

  private:
    Args args_;
    aclrtStream stream_ = nullptr;
    aclrtBinHandle binary_ = nullptr;
    aclrtFuncHandle function_ = nullptr;
    void* deviceArgs_ = nullptr;
    aclrtArgsHandle list_ = nullptr;
};

/// The floor of a launch: 64 bytes into a locked ring.
class LockedRing {
  public:
    void push(uint64_t value) {
        const std::lock_guard<std::mutex> lock(mutex_);
        Entry& entry = entries_[tail_ % entries_.size()];
        entry.words.fill(value);
        ++tail_;
    }

    void drain() {
        const std::lock_guard<std::mutex> lock(mutex_);
        keep(entries_[tail_ % entries_.size()].words[0]);
        tail_ = 0;
    }

  private:
    struct alignas(64) Entry {
        std::array<uint64_t, 8> words;
    };

    std::mutex mutex_;
    std::vector<Entry> entries_{2048};
    size_t tail_ = 0;
};

/// Another thread that answers over futexes: what waking somebody and being woken costs.
class Echo {
  public:
    Echo() : thread_([this] { answer(); }) {}

    ~Echo() {
        isOver_ = true;
        wakeOther();
        thread_.join();
    }

    Echo(const Echo&) = delete;
    Echo& operator=(const Echo&) = delete;

    void roundTrip() {
        wakeOther();
        wait(answers_, asked_.load());
    }

    void wakeOther() {
        ++asked_;
        wake(asked_);
    }

    void awaitAnswer() { wait(answers_, asked_.load()); }

  private:
    static long futex(std::atomic<uint32_t>& word, int operation, uint32_t value) {
        return ::syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), operation, value, nullptr,
                         nullptr, 0);
    }

    static void wake(std::atomic<uint32_t>& word) { futex(word, FUTEX_WAKE_PRIVATE, INT_MAX); }

    static void wait(std::atomic<uint32_t>& word, uint32_t until) {
        for (uint32_t seen = word; seen != until; seen = word) {
            futex(word, FUTEX_WAIT_PRIVATE, seen);
        }
    }

    void answer() {
        for (uint32_t answered = 0; !isOver_;) {
            wait(asked_, answered + 1);
            answers_ = ++answered;
            wake(answers_);
        }
    }

    std::atomic<uint32_t> asked_{0};
    std::atomic<uint32_t> answers_{0};
    std::atomic<bool> isOver_{false};
    std::thread thread_;
};

/// `operation` again and again; what `finish` does is not timed.
std::function<void(size_t)> batches(std::function<void()> operation, std::function<void()> finish) {
    return [operation = std::move(operation), finish = std::move(finish)](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            operation();
        }
        const Untimed untimed;
        finish();
    };
}

std::function<void(size_t)> repeated(std::function<void()> operation) {
    return batches(std::move(operation), [] {});
}

/// Each after a pause that is not timed.
std::function<void(size_t)> afterPauses(std::function<void()> operation) {
    return [operation = std::move(operation)](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            {
                const Untimed untimed;
                std::this_thread::sleep_for(std::chrono::microseconds(1500));
            }
            operation();
        }
    };
}

/// Vectors to add, on the device, in PoCL's memory, and in the program.
class Addition {
  public:
    Addition(size_t count, Pocl* pocl) : count_(count), pocl_(pocl) {
        for (std::vector<float>& values : values_) {
            values.assign(count, 1.0F);
        }
        const size_t bytes = count * sizeof(float);
        for (void** memory : {&args_.x, &args_.y, &args_.z}) {
            check(aclrtMalloc(memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
            check(aclrtMemcpy(*memory, bytes, values_[0].data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
                  "aclrtMemcpy");
        }
        args_.count = count;
        launcher_ = std::make_unique<Launcher>("add", args_);
        if (pocl_ != nullptr) {
            kernel_ = pocl_->createKernel(kSource, "add");
            for (uint32_t i = 0; i < 3; ++i) {
                void* buffer = pocl_->createBuffer(bytes);
                pocl_->write(0, buffer, values_[0].data(), bytes, true);
                pocl_->setBuffer(kernel_, i, buffer);
            }
        }
    }

    void run() {
        // Blocks of 16 Ki numbers and more.
        const size_t blocks = std::clamp<size_t>(count_ >> 14, 1, 20);
        launcher_->withHostArgs(static_cast<uint32_t>(blocks));
        launcher_->synchronize();
    }

    void runPocl() {
        pocl_->launch(0, kernel_, count_);
        pocl_->finish(0);
    }

    void runLoop() {
        const float* __restrict__ x = values_[0].data();
        const float* __restrict__ y = values_[1].data();
        float* __restrict__ z = values_[2].data();
        for (size_t i = 0; i < count_; ++i) {
            z[i] = x[i] + y[i];
        }
        keep(z[count_ - 1]);
    }

  private:
    size_t count_;
    Pocl* pocl_;
    std::array<std::vector<float>, 3> values_;
    Args args_;
    std::unique_ptr<Launcher> launcher_;
    void* kernel_ = nullptr;
};

// ---- the first launch of a process (T16) ----

// In a process of its own: from nothing to the end of the first kernel.
int firstLaunch(bool isOurs) {
    const auto start = std::chrono::steady_clock::now();
    if (isOurs) {
        check(aclInit(nullptr), "aclInit");
        check(aclrtSetDevice(0), "aclrtSetDevice");
        Launcher launcher("nothing", {});
        launcher.withHostArgs();
        launcher.synchronize();
    } else {
        const std::unique_ptr<Pocl> pocl = Pocl::open(1);
        void* kernel = pocl->createKernel(kSource, "nothing");
        for (uint32_t i = 0; i < 3; ++i) {
            pocl->setBuffer(kernel, i, pocl->createBuffer(64));
        }
        pocl->launch(0, kernel, 1);
        pocl->finish(0);
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.0f\n", took.count());
    std::fflush(stdout);
    ::_exit(EXIT_SUCCESS);
}

// Runs it; only the time that it tells counts.
void awaitFirstLaunch(const std::string& program, const char* which) {
    double took = 0;
    {
        const Untimed untimed;
        const std::string command = program + " --first-launch " + which;
        FILE* output = ::popen(command.c_str(), "r");
        if (output == nullptr || std::fscanf(output, "%lf", &took) != 1) {
            std::fprintf(stderr, "%s failed\n", command.c_str());
            std::exit(EXIT_FAILURE);
        }
        ::pclose(output);
    }
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::nanoseconds(std::llround(took));
    while (std::chrono::steady_clock::now() < end) {
    }
}

// ---- what scripts/launch-instructions counts ----

int launchEachWay(int count) {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    Launcher launcher("nothing", {});
    for (int i = 0; i < count; ++i) {
        launcher.withDeviceArgs();
        launcher.withHostArgs();
        launcher.withList();
        launcher.withArray();
        launcher.synchronize();
    }
    return EXIT_SUCCESS;
}

// ---- load (T26) ----

/// Processes that compute and walk through memory, as compilers do.
class Load {
  public:
    explicit Load(bool isOn) {
        for (pid_t& process : processes_) {
            if (isOn && (process = ::fork()) == 0) {
                std::vector<char> memory(size_t{64} << 20, 1);
                for (size_t at = 0;; at = at * 5 + 1) {
                    ++memory[at % memory.size()];
                }
            }
        }
    }

    ~Load() {
        for (const pid_t process : processes_) {
            if (process > 0) {
                ::kill(process, SIGKILL);
                ::waitpid(process, nullptr, 0);
            }
        }
    }

    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

  private:
    std::array<pid_t, 2> processes_{};
};

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "--first-launch") == 0) {
        return firstLaunch(std::strcmp(argv[2], "belay") == 0);
    }
    if (argc == 3 && std::strcmp(argv[1], "--each-way") == 0) {
        return launchEachWay(std::atoi(argv[2]));
    }
    const bool isLoaded = argc > 1 && std::strcmp(argv[1], "--loaded") == 0;
    const Load load(isLoaded);
    const std::string program = argv[0];
    const belay::bench::SleepingThread sleeper;
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    Launcher empty("nothing", {});
    LockedRing ring;
    Echo echo;
    const std::unique_ptr<Pocl> pocl = Pocl::open(1);
    void* nothing = nullptr;
    if (pocl != nullptr) {
        nothing = pocl->createKernel(kSource, "nothing");
        for (uint32_t i = 0; i < 3; ++i) {
            pocl->setBuffer(nothing, i, pocl->createBuffer(64));
        }
    } else {
        std::puts("no OpenCL device: not compared with PoCL");
    }
    Addition small(size_t{16} << 10, pocl.get());
    Addition large(size_t{4} << 20, pocl.get());

    const auto finish = [&] { empty.synchronize(); };
    const auto pushes = batches([&] { ring.push(1); }, [&] { ring.drain(); });
    std::vector<Comparison> comparisons;
    const auto add = [&](const char* name, const char* reference, double target,
                         std::function<void(size_t)> ours, std::function<void(size_t)> theirs,
                         size_t operations) {
        comparisons.push_back(
            {name, "belay", reference, target, std::move(ours), std::move(theirs), operations});
    };
    if (!isLoaded) {
        add("T1 launch, arguments on the host", "locked ring", 8,
            batches([&] { empty.withHostArgs(); }, finish), pushes, kBatch);
        add("T1 launch, arguments on the device", "locked ring", 8,
            batches([&] { empty.withDeviceArgs(); }, finish), pushes, kBatch);
        add("T1 launch, a finished list", "locked ring", 8,
            batches([&] { empty.withList(); }, finish), pushes, kBatch);
        add("T1 launch, an array of values", "locked ring", 8,
            batches([&] { empty.withArray(); }, finish), pushes, kBatch);
    }
    const auto launchAndWait = [&] {
        empty.withHostArgs();
        empty.synchronize();
    };
    add("T3 launch + synchronise", "futex round trip", 0.10, repeated(launchAndWait),
        repeated([&] { echo.roundTrip(); }), 400);
    if (!isLoaded) {
        add("T4 launch + synchronise after 1.5 ms", "futex wake", 1.5, afterPauses(launchAndWait),
            afterPauses([&] {
                echo.wakeOther();
                const Untimed untimed;
                echo.awaitAnswer();
            }),
            40);
    }
    add("T17 add 4 Mi numbers", "one-thread loop", 1 / 0.95, repeated([&] { large.run(); }),
        repeated([&] { large.runLoop(); }), 2);
    if (pocl != nullptr) {
        const auto theirLaunch = [&] { pocl->launch(0, nothing, 1); };
        const auto theirLaunchAndWait = [&] {
            pocl->launch(0, nothing, 1);
            pocl->finish(0);
        };
        const auto theirFinish = [&] { pocl->finish(0); };
        if (!isLoaded) {
            add("T1 launch, arguments on the host", "PoCL", 0.20,
                batches([&] { empty.withHostArgs(); }, finish), batches(theirLaunch, theirFinish),
                kBatch);
            add(
                "T2 10,000 launches and a synchronise", "PoCL", 0.12,
                [&](size_t count) {
                    for (size_t i = 0; i < count; ++i) {
                        empty.withHostArgs();
                    }
                    empty.synchronize();
                },
                [&](size_t count) {
                    for (size_t i = 0; i < count; ++i) {
                        theirLaunch();
                    }
                    theirFinish();
                },
                10'000);
            add("T4 launch + synchronise after 1.5 ms", "PoCL", 0.5, afterPauses(launchAndWait),
                afterPauses(theirLaunchAndWait), 40);
            add("T16 first launch of a process", "PoCL", 0.1,
                repeated([&] { awaitFirstLaunch(program, "belay"); }),
                repeated([&] { awaitFirstLaunch(program, "pocl"); }), 1);
        }
        add("T3 launch + synchronise", "PoCL", 0.02, repeated(launchAndWait),
            repeated(theirLaunchAndWait), 400);
        add("T17 add 16 Ki numbers", "PoCL", 0.05, repeated([&] { small.run(); }),
            repeated([&] { small.runPocl(); }), 100);
        add("T17 add 4 Mi numbers", "PoCL", Comparison::kNoTarget, repeated([&] { large.run(); }),
            repeated([&] { large.runPocl(); }), 2);
    }
    const int skipped = isLoaded ? 1 : 0;
    return belay::bench::run(comparisons, 100, argc - skipped, argv + skipped);
}
