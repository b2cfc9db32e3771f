// FakeHal: a library of two devices whose answers a test decides.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "drivers/hal/hal_api.h"
#include "hw/cqe.h"
#include "hw/sqe.h"

namespace belay::hal {

/// Functions of the table work on the one instance that exists. Thread-safe by its own mutex, which
/// tests take to change it while threads of the backend run.
class FakeHal {
  public:
    FakeHal();
    ~FakeHal();
    FakeHal(const FakeHal&) = delete;
    FakeHal& operator=(const FakeHal&) = delete;

    static FakeHal& instance();

    /// The functions that the backend requires, and those that read reports of calls.
    HalApi api() const;

    /// What a function answers instead of doing anything; for the next `times` calls.
    struct Refusal {
        drvError_t error = DRV_ERROR_NONE;
        int times = 1;
    };

    struct SubmissionQueue {
        uint32_t head = 0;
        uint32_t status = 1;
        std::deque<uint32_t> headReadings;  ///< answered first, in this order
        std::vector<hw::Sqe> sent;
        std::vector<std::pair<int32_t, uint32_t>> configured;
    };

    /// Notes the call; the refusal for it, if there is one.
    drvError_t enter(const std::string& function);

    std::mutex mutex;
    std::vector<std::string> calls;
    std::map<std::string, Refusal> refusals;

    uint32_t platform = 1;
    std::vector<uint32_t> deviceIds = {0, 1};
    std::string socName = "Ascend910B4";  ///< empty: not supported
    std::map<std::pair<int32_t, int32_t>, int64_t> infos;
    std::set<uint32_t> open;

    std::map<void*, uint64_t> flagsOfMemory;
    std::vector<uint64_t> flagsAsked;
    std::vector<uint64_t> registrations;

    std::map<int32_t, std::set<uint32_t>> ids;  ///< by type
    std::map<uint32_t, SubmissionQueue> queues;
    std::map<uint32_t, std::deque<hw::LogicCqe>> completions;  ///< by completion queue
    std::set<uint32_t> completionQueues;
    std::deque<HalCallReport> reports;
    std::vector<std::pair<int32_t, uint32_t>> recorded;  ///< type and id of records from the host

  private:
    static FakeHal* current;
};

}  // namespace belay::hal
