// Ratios: how long ours takes against a reference, both run alternately in one process.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace belay::bench {

/// One comparison. Each side runs its operation `count` times and is timed as a whole.
struct Comparison {
    /// For comparisons that only inform.
    static constexpr double kNoTarget = 0;

    std::string name;
    std::string ours;
    std::string reference;
    double target;  ///< ours may take this many times the reference
    std::function<void(size_t count)> runOurs;
    std::function<void(size_t count)> runReference;
    size_t operations = 0;  ///< in a round; 0: as run() says
};

/// What came of it, in nanoseconds per operation.
struct Outcome {
    double medianRatio = 0;   ///< median over the rounds of ours / reference in the same round
    double minimumRatio = 0;  ///< fastest round of ours / fastest round of the reference
    double oursMinimum = 0;
    double referenceMinimum = 0;
    double oursSpread = 0;  ///< of ours: nine tenths of the rounds took at most so many medians

    /// Missed only when both ratios are over the target by more than a tenth: single runs on a
    /// shared machine swing too far for less.
    bool meets(double target) const {
        return medianRatio <= target * 1.1 || minimumRatio <= target * 1.1;
    }
};

/// Runs both sides `rounds` times, `operations` each, in changing order.
Outcome measure(const Comparison& comparison, size_t rounds, size_t operations);

/// Measures all and prints a line each. Arguments: --json FILE writes the figures, --rounds N (11
/// by default), --check makes a missed target an exit status of 1. For main() to return.
int run(const std::vector<Comparison>& comparisons, size_t operations, int argc, char** argv);

/// What so many nanoseconds more come to, as a ratio to the operations of `plain`: a target for
/// what may cost that much on top. Measures `plain`, a round of `operations` at a time.
double ratioWith(double nanoseconds, const std::function<void(size_t)>& plain, size_t operations);

/// Stops the clock of the operation at hand for the scope. Costs two looks at the clock.
class Untimed {
  public:
    Untimed();
    ~Untimed();
    Untimed(const Untimed&) = delete;
    Untimed& operator=(const Untimed&) = delete;

  private:
    std::chrono::steady_clock::time_point start_;
};

/// A second thread, asleep: the C library takes a short cut through its locks in processes without
/// one, and real programs have several.
class SleepingThread {
  public:
    SleepingThread();
    ~SleepingThread();
    SleepingThread(const SleepingThread&) = delete;
    SleepingThread& operator=(const SleepingThread&) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stop_ = false;
    std::thread thread_;
};

/// Keeps the compiler from dropping a computation whose result nobody uses.
template <typename T>
inline void keep(T&& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

}  // namespace belay::bench
