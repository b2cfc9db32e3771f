// HostBudget: how much more memory this process may take before the machine, or its cgroup, runs
// out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/mutex.h"

namespace belay::sim {

/// Where the figures come from. The defaults are the running system's; tests point elsewhere.
struct HostBudgetSources {
    std::string memoryInfo = "/proc/meminfo";
    std::string ownCgroup = "/proc/self/cgroup";
    std::string cgroupRoot = "/sys/fs/cgroup";
};

/// Bytes that can still be populated: the least of what the system calls available and what each
/// cgroup above the process (version 2, and version 1's memory controller) has left. Nothing
/// readable means no limit is known, and the largest number.
uint64_t hostBudgetBytes(const HostBudgetSources& sources = {});

/// What all simulated memory of the process together may still take from the machine. Thread-safe.
class HostBudget {
  public:
    /// `look` tells what is left now.
    explicit HostBudget(std::function<uint64_t()> look = [] { return hostBudgetBytes(); });

    /// Whether `bytes` may be populated; they then count as taken. The machine is looked at again
    /// only when a quarter of what it had at the last look may be gone.
    bool take(uint64_t bytes);

    /// What there was at the last look, without what the rest of the process needs to go on.
    uint64_t available() const;

  private:
    std::function<uint64_t()> look_;
    mutable Mutex mutex_{LockRank::kObject, "budget of simulated memory"};
    uint64_t available_ BELAY_GUARDED_BY(mutex_) = 0;
    uint64_t credit_ BELAY_GUARDED_BY(mutex_) = 0;  // may be taken before the next look
};

}  // namespace belay::sim
