// Each call of the HAL fails once, in a process of its own, with one error after another: the
// program gets the code that the error stands for, can give everything back, and succeeds when it
// is run again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "drivers/hal_abi/hal_abi.h"
#include "hal_shim_control.h"
#include "support/closing_log.h"
#include "support/fault_program.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"

namespace belay::test {
namespace {

// What the HAL's errors are for applications (driver-facts E.3).
struct Error {
    int32_t hal;
    aclError code;
};

constexpr Error kErrors[] = {
    {DRV_ERROR_NO_DEVICE, ACL_ERROR_RT_NO_DEVICE},
    {DRV_ERROR_INVALID_DEVICE, ACL_ERROR_RT_INVALID_DEVICEID},
    {DRV_ERROR_INVALID_VALUE, ACL_ERROR_RT_PARAM_INVALID},
    {DRV_ERROR_INVALID_HANDLE, ACL_ERROR_RT_INVALID_HANDLE},
    {DRV_ERROR_INVALID_MALLOC_TYPE, ACL_ERROR_RT_INVALID_MALLOC_TYPE},
    {DRV_ERROR_OUT_OF_MEMORY, ACL_ERROR_RT_MEMORY_ALLOCATION},
    {DRV_ERROR_INNER_ERR, ACL_ERROR_RT_DRV_INTERNAL_ERROR},
    {DRV_ERROR_PARA_ERROR, ACL_ERROR_RT_DRV_INTERNAL_ERROR},
    {DRV_ERROR_REPEATED_INIT, ACL_ERROR_RT_REPEATED_INIT},
    {DRV_ERROR_NO_RESOURCES, ACL_ERROR_RT_RESOURCE_ALLOC_FAIL},
    {DRV_ERROR_WAIT_TIMEOUT, ACL_ERROR_RT_REPORT_TIMEOUT},
    {DRV_ERROR_IOCRL_FAIL, ACL_ERROR_RT_DRV_INTERNAL_ERROR},
    {DRV_ERROR_SOCKET_CLOSE, ACL_ERROR_RT_SOCKET_CLOSE},
    {DRV_ERROR_SEND_MESG, ACL_ERROR_RT_SEND_MSG},
    {DRV_ERROR_BUS_DOWN, ACL_ERROR_RT_LOST_HEARTBEAT},
    {DRV_ERROR_OVER_LIMIT, ACL_ERROR_RT_OVER_LIMIT},
    {DRV_ERROR_MALLOC_FAIL, ACL_ERROR_RT_RESOURCE_ALLOC_FAIL},
    {DRV_ERROR_DEV_PROCESS_HANG, ACL_ERROR_RT_INTERNAL_ERROR},
    {DRV_ERROR_OPER_NOT_PERMITTED, ACL_ERROR_RT_NO_PERMISSION},
    {DRV_ERROR_NO_EVENT_RESOURCES, ACL_ERROR_RT_NO_EVENT_RESOURCE},
    {DRV_ERROR_NO_STREAM_RESOURCES, ACL_ERROR_RT_NO_STREAM_RESOURCE},
    {DRV_ERROR_NO_NOTIFY_RESOURCES, ACL_ERROR_RT_NO_NOTIFY_RESOURCE},
    {DRV_ERROR_NO_MODEL_RESOURCES, ACL_ERROR_RT_NO_MODEL_RESOURCE},
    {DRV_ERROR_MEMORY_OPT_FAIL, ACL_ERROR_RT_PARAM_INVALID},
    {DRV_ERROR_COPY_USER_FAIL, ACL_ERROR_RT_COPY_DATA},
    {DRV_ERROR_QUEUE_EMPTY, ACL_ERROR_RT_QUEUE_EMPTY},
    {DRV_ERROR_QUEUE_FULL, ACL_ERROR_RT_QUEUE_FULL},
    {DRV_ERROR_CDQ_ABNORMAL, ACL_ERROR_RT_CDQ_BATCH_ABNORMAL},
    {DRV_ERROR_CDQ_NOT_EXIST, ACL_ERROR_RT_PARAM_INVALID},
    {DRV_ERROR_NO_CDQ_RESOURCES, ACL_ERROR_RT_NO_CDQ_RESOURCE},
    {DRV_ERROR_RESUME, ACL_ERROR_RT_TIMEOUT},
    {DRV_ERROR_NOT_SUPPORT, ACL_ERROR_RT_FEATURE_NOT_SUPPORT},
};

// Functions of which a call may fail without anybody noticing, and why.
struct Unnoticed {
    std::string_view function;
    const char* reason;
    bool isNeverNoticed = false;
};

constexpr Unnoticed kUnnoticed[] = {
    {"halGetDeviceInfo", "some of what it tells is known otherwise, or has a default"},
    {"halResourceInfoQuery", "limits have defaults", true},
    {"halMemGetInfo", "only some of what it tells is asked for by the program", true},
    {"halMemAlloc", "huge pages that are not there become ordinary ones"},
    {"halHostUnregister", "a view goes with the memory that it is a view of", true},
    {"halSqCqAllocate", "a device is of use without a queue for calls of the host"},
    {"halMemcpy2D", "a list of rows is given back when nobody waits any more"},
    {"halHostRegister", "without a view of device memory the arguments are copied", true},
    {"halMemCtl", "only kernels on both kinds of cores need what it maps", true},
    {"halMemFree", "what the runtime has for itself goes when nobody uses it, and with the device"},
    {"halResourceIdFree", "likewise the ids of events that entries in flight still name"},
    {"halResourceConfig", "likewise what is recorded of events that are given back"},
    {"halSqCqConfig", "a queue that is given back is stopped first, and is gone in any case"},
    {"halSqCqQuery", "a thread of the backend asks as well, and asks again"},
    {"halCqReportRecv", "likewise; and a time-out there says that nothing has come"},
    {"halGetAPIVersion", "optional", true},
    {"halGetSocVersion", "optional"},
    {"drvDeviceGetPhyIdByIndex", "optional", true},
    {"halGetPairDevicesInfo", "optional", true},
    {"drvMemSmmuQuery", "optional", true},
    {"halGetChipCapability", "optional", true},
    {"halMemAdvise", "optional", true},
    {"halGetDeviceInfoByBuff", "optional", true},
    {"halGetFaultEvent", "optional", true},
    {"halCqReportIrqWait", "a thread of the backend waits, and waits again", true},
    {"halCqReportGet", "likewise", true},
    {"halReportRelease", "likewise", true},
};

// Errors that are ordinary answers of a function.
bool isOrdinary(std::string_view function, const Error& error) {
    switch (error.hal) {
        case DRV_ERROR_NO_RESOURCES:
            return function == "halSqTaskSend";  // sent again when there is room
        case DRV_ERROR_NO_DEVICE:
            return function == "drvGetDevNum";  // a machine without cards
        default:
            return false;
    }
}

bool mayGoUnnoticed(std::string_view function) {
    return std::ranges::any_of(kUnnoticed,
                               [&](const Unnoticed& each) { return each.function == function; });
}

bool mayNeverBeNoticed(std::string_view function) {
    return std::ranges::any_of(kUnnoticed, [&](const Unnoticed& each) {
        return each.function == function && each.isNeverNoticed;
    });
}

/// How often each function is called by a program in which nothing fails, as text.
void printCalls() {
    const ShimControl shim;
    EXPECT_EQ(runFaultProgram(Habit::kGoesOn, {}), 0);
#define BELAY_HAL(use, result, name, parameters) \
    std::printf("%s %llu\n", #name, static_cast<unsigned long long>(shim.calls(#name)));
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
}

std::map<std::string, uint64_t> countCalls() {
    const Outcome outcome =
        inFreshProcess(printCalls, {.environment = shimEnvironment(BELAY_TEST_HAL_SHIM)});
    EXPECT_TRUE(endedWell(outcome));
    std::map<std::string, uint64_t> calls;
    std::istringstream text(outcome.output);
    std::string name;
    for (uint64_t count = 0; text >> name >> count;) {
        calls[name] = count;
    }
    return calls;
}

// With the arguments function, calls that pass, the HAL's error, its code, and the habit.
void runWithFailure() {
    const std::string& function = freshArgument(0);
    const auto error = static_cast<int32_t>(std::stol(freshArgument(2)));
    const aclError code = std::stoi(freshArgument(3));
    const Habit habit = freshArgument(4) == "gives up" ? Habit::kGivesUp : Habit::kGoesOn;
    const ShimControl shim;
    shim.fail(function.c_str(), std::stoull(freshArgument(1)), error);
    const int failures = runFaultProgram(habit, {.code = code, .subject = function});
    std::printf("failed: %d, failures: %d\n", shim.hasFailed() ? 1 : 0, failures);
    shim.fail(nullptr, 0, 0);
    EXPECT_EQ(runFaultProgram(habit, {}), 0) << "once more";
}

// Sanitizers make processes slow to begin and to end.
constexpr uint64_t kStep = kIsSanitized ? 16 : 1;

struct Tally {
    int noticed = 0;
    int cases = 0;
};

void failOnce(const std::string& function, uint64_t passing, const Error& error, const char* habit,
              Tally& tally) {
    auto environment = shimEnvironment(BELAY_TEST_HAL_SHIM);
    environment["BELAY_LOG"] = "off,driver=info";
    const Outcome outcome = inFreshProcess(
        runWithFailure, {.arguments = {function, std::to_string(passing), std::to_string(error.hal),
                                       std::to_string(error.code), habit},
                         .environment = environment});
    const std::string what = function + " after " + std::to_string(passing) + " answers " +
                             std::to_string(error.hal) + ", program " + habit;
    EXPECT_TRUE(endedWell(outcome)) << what;
    EXPECT_TRUE(lastClosedWithNothingLeft(outcome.errors)) << what << outcome.errors;
    ++tally.cases;
    if (outcome.output.find("failures: 0") == std::string::npos) {
        ++tally.noticed;
    } else if (outcome.output.find("failed: 1") != std::string::npos) {
        EXPECT_TRUE(isOrdinary(function, error) || mayGoUnnoticed(function))
            << what << " and nobody noticed";
    }
}

TEST(EachHalCall, FailsWithTheCodeOfItsError) {
    const std::map<std::string, uint64_t> calls = countCalls();
    Tally tally;
    size_t next = 0;
    for (const auto& [function, count] : calls) {
        if (count == 0 || function == "halSetRuntimeApiVer" || function == "halSupportFeature") {
            continue;  // not called, or answers no error
        }
        Tally own;
        // All of the first, then ever fewer: later ones are the same calls for other objects.
        for (uint64_t passing = 0; passing < count; passing += kStep + passing / 4) {
            if (passing > 200) {
                break;
            }
            const Error& error = kErrors[next++ % std::size(kErrors)];
            failOnce(function, passing, error, next % 2 == 0 ? "gives up" : "goes on", own);
        }
        std::printf("%s: %d of %d noticed\n", function.c_str(), own.noticed, own.cases);
        // Of a function whose failures may go unnoticed, the few that are tried with sanitizers may
        // be just those.
        EXPECT_TRUE(own.noticed != 0 || mayNeverBeNoticed(function) ||
                    (kIsSanitized && mayGoUnnoticed(function)))
            << function;
        tally.noticed += own.noticed;
        tally.cases += own.cases;
    }
    constexpr int kFewest = kIsSanitized ? 40 : 100;
    EXPECT_GT(tally.cases, kFewest);
    EXPECT_GT(tally.noticed, kFewest / 2);
}

// Each error of the table, at a call that everybody makes.
TEST(EachHalCall, EachErrorHasItsCode) {
    for (size_t i = 0; i < std::size(kErrors); i += kIsSanitized ? 4 : 1) {
        const Error& error = kErrors[i];
        Tally tally;
        failOnce("halDeviceOpen", 0, error, "gives up", tally);
        EXPECT_EQ(tally.noticed, 1) << error.hal;
    }
}

}  // namespace
}  // namespace belay::test
