// Streams through the public interface: hops between two of them (T5 of docs/performance.md), and
// what an idle process burns (T6).
#include <acl/acl.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "pocl.h"
#include "ratio.h"

namespace {

using belay::bench::Comparison;
using belay::bench::keep;
using belay::bench::Pocl;

constexpr size_t kHops = 400;

void check(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, code, message != nullptr ? message : "");
        std::exit(EXIT_FAILURE);
    }
}

/// Two streams and the events of a chain over them.
class Chain {
  public:
    Chain() {
        for (aclrtStream& stream : streams_) {
            check(aclrtCreateStream(&stream), "aclrtCreateStream");
        }
        for (aclrtEvent& event : events_) {
            check(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), "aclrtCreateEventExWithFlag");
        }
    }

    void run() {
        for (size_t i = 0; i < kHops; ++i) {
            aclrtStream from = streams_[i % 2];
            aclrtStream to = streams_[(i + 1) % 2];
            check(aclrtRecordEvent(events_[i], from), "aclrtRecordEvent");
            check(aclrtStreamWaitEvent(to, events_[i]), "aclrtStreamWaitEvent");
        }
        for (aclrtStream stream : streams_) {
            check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
        }
    }

  private:
    std::array<aclrtStream, 2> streams_{};
    std::array<aclrtEvent, kHops> events_{};
};

// The floor: one thread that executes both of two locked rings of 64-byte entries.
class TwoRings {
  public:
    void run() {
        for (size_t i = 0; i < kHops; ++i) {
            rings_[i % 2].push({.isWait = false, .event = i});
            rings_[(i + 1) % 2].push({.isWait = true, .event = i});
        }
        while (rings_[0].execute(recorded_) || rings_[1].execute(recorded_)) {
        }
        recorded_.fill(0);
    }

  private:
    struct alignas(64) Entry {
        bool isWait;
        size_t event;
    };

    using Recorded = std::array<char, kHops>;

    class Ring {
      public:
        void push(const Entry& entry) {
            const std::lock_guard<std::mutex> lock(mutex_);
            entries_[tail_++ % entries_.size()] = entry;
        }

        // Up to the next wait that has to wait; whether anything ran.
        bool execute(Recorded& recorded) {
            const size_t before = head_;
            for (; head_ != tail_; ++head_) {
                const Entry& entry = entries_[head_ % entries_.size()];
                if (entry.isWait && recorded[entry.event] == 0) {
                    break;
                }
                recorded[entry.event] = 1;
            }
            return head_ != before;
        }

      private:
        std::mutex mutex_;
        std::array<Entry, 1024> entries_;
        size_t head_ = 0;
        size_t tail_ = 0;
    };

    std::array<Ring, 2> rings_;
    Recorded recorded_{};
};

std::function<void(size_t)> chains(std::function<void()> chain) {
    return [chain = std::move(chain)](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            chain();
        }
    };
}

double cpuSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The part of a core that the process burns in the second after its last work.
bool measureIdle(Chain& chain) {
    constexpr double kTarget = 0.01;
    chain.run();
    const double before = cpuSeconds();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const double burnt = cpuSeconds() - before;
    std::printf("idle for 1 s after work: %.4f of a core (target %.2f)%s\n", burnt, kTarget,
                burnt <= kTarget ? "" : "  MISSED");
    return burnt <= kTarget;
}

}  // namespace

int main(int argc, char** argv) {
    const belay::bench::SleepingThread sleeper;
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    Chain chain;
    TwoRings rings;
    const std::unique_ptr<Pocl> pocl = Pocl::open(2);
    std::vector<Comparison> comparisons = {
        {"400 event hops between two streams", "belay", "one thread, two locked rings",
         Comparison::kNoTarget, chains([&] { chain.run(); }), chains([&] { rings.run(); })}};
    if (pocl != nullptr) {
        comparisons.push_back({"400 event hops between two streams", "belay", "PoCL", 0.15,
                               chains([&] { chain.run(); }), chains([&] {
                                   for (size_t i = 0; i < kHops; ++i) {
                                       pocl->hop(i % 2, (i + 1) % 2);
                                   }
                                   pocl->finish(0);
                                   pocl->finish(1);
                               })});
    } else {
        std::puts("no OpenCL device: not compared with PoCL");
    }
    const int status = belay::bench::run(comparisons, 20, argc, argv);
    const bool isQuiet = measureIdle(chain);
    bool isChecked = false;
    for (int i = 1; i < argc; ++i) {
        isChecked = isChecked || std::strcmp(argv[i], "--check") == 0;
    }
    return isChecked && !isQuiet ? EXIT_FAILURE : status;
}
