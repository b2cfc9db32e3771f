// A hundred thousand objects of every kind, made, used and given back: memory does not grow.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"
#include "support/sanitizers.h"

namespace belay::test {
namespace {

constexpr int kRounds = 100'000;
// Until caches are full and as many handles are used up as wait to be used again.
constexpr int kWarmUpRounds = 20'000;
constexpr size_t kMostGrowth = size_t{2} << 20;

// Sanitizers are slow and keep memory for themselves: there only the calls count, less often.
constexpr bool kIsMeasured = !kIsAddressSanitized && !kIsThreadSanitized;
constexpr int kDivisor = kIsMeasured ? 1 : 100;

struct Kind {
    const char* name;
    void (*round)();  // with a device set; expects success of every call
};

// Without the machinery of expectations, which would take most of the time.
void check(aclError result) {
    if (result != ACL_SUCCESS) [[unlikely]] {
        FAIL() << result << ": " << recentMessage();
    }
}

void makeContext() {
    aclrtContext before = nullptr;
    check(aclrtGetCurrentContext(&before));
    aclrtContext context = nullptr;
    check(aclrtCreateContext(&context, 0));
    check(aclrtDestroyContext(context));
    check(aclrtSetCurrentContext(before));
}

void makeStream() {
    aclrtStream stream = nullptr;
    check(aclrtCreateStreamWithConfig(&stream, 1, ACL_STREAM_FAST_LAUNCH));
    check(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_CUBE_CORE, 2));
    check(aclrtUseStreamResInCurrentThread(stream));
    check(aclrtSynchronizeStream(stream));
    check(aclrtDestroyStream(stream));
}

void makeStreamProperties() {
    aclrtStreamConfigHandle* properties = aclrtCreateStreamConfigHandle();
    uint32_t priority = 2;
    check(aclrtSetStreamConfigOpt(properties, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority));
    check(aclrtDestroyStreamConfigHandle(properties));
}

void makeEvents() {
    constexpr std::array<uint32_t, 3> kFlags = {ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE,
                                                ACL_EVENT_CAPTURE_STREAM_PROGRESS};
    for (const uint32_t flag : kFlags) {
        aclrtEvent event = nullptr;
        check(aclrtCreateEventWithFlag(&event, flag));
        check(aclrtRecordEvent(event, nullptr));
        check(aclrtSynchronizeEvent(event));
        check(aclrtDestroyEvent(event));
    }
}

void makeNotify() {
    aclrtNotify notify = nullptr;
    check(aclrtCreateNotify(&notify, 0));
    check(aclrtRecordNotify(notify, nullptr));
    check(aclrtWaitAndResetNotify(notify, nullptr, 0));
    check(aclrtSynchronizeStream(nullptr));
    check(aclrtDestroyNotify(notify));
}

void makeDeviceMemory() {
    static unsigned round = 0;
    const size_t bytes = size_t{64} << (++round % 15);  // up to 1 MiB
    void* memory = nullptr;
    check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    check(aclrtMemset(memory, bytes, 1, 64));
    check(aclrtFree(memory));
}

void makePinnedMemory() {
    void* memory = nullptr;
    check(aclrtMallocHost(&memory, 4096));
    static_cast<char*>(memory)[0] = 1;
    check(aclrtFreeHost(memory));
}

void registerMemory() {
    alignas(4096) static std::array<char, 4096> memory{};
    void* address = nullptr;
    check(aclrtHostRegister(memory.data(), memory.size(), ACL_HOST_REGISTER_MAPPED, &address));
    check(aclrtHostUnregister(memory.data()));
}

void makeTensorDescription() {
    const std::array<int64_t, 3> dims = {2, 3, 4};
    aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 3, dims.data(), ACL_FORMAT_ND);
    const std::array<int64_t[2], 3> ranges = {{{1, 2}, {1, 3}, {4, 4}}};
    check(aclSetTensorShapeRange(desc, 3, const_cast<int64_t(*)[2]>(ranges.data())));
    aclSetTensorDescName(desc, "a name that is too long to lie in the object itself");
    aclDestroyTensorDesc(desc);
}

void makeDataBuffer() {
    static int data = 0;
    aclDataBuffer* buffer = aclCreateDataBuffer(&data, sizeof data);
    check(aclUpdateDataBuffer(buffer, &data, 2));
    check(aclDestroyDataBuffer(buffer));
}

void submitWork() {
    static std::array<char, 256> ordinary{};
    void* address = nullptr;
    check(aclrtCtxGetFloatOverflowAddr(&address));
    check(aclrtMemcpyAsync(address, 64, ordinary.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE, nullptr));
    check(aclrtResetOverflowStatus(nullptr));
    check(aclrtSynchronizeStream(nullptr));
}

void callTheHost() {
    check(aclrtLaunchHostFunc(
        nullptr, [](void*) {}, nullptr));
    check(aclrtSynchronizeStream(nullptr));
}

// What fails must leave nothing behind either.
void failAndAsk() {
    void* memory = nullptr;
    EXPECT_NE(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_NE(aclGetRecentErrMsg(), nullptr);
    EXPECT_NE(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

// Beside the device that is set all the time.
void setAndReset() {
    check(aclrtSetDevice(1));
    check(aclrtDeviceEnablePeerAccess(0, 0));
    check(aclrtResetDevice(1));
    check(aclrtSetDevice(0));
    check(aclrtResetDevice(0));
}

const std::vector<Kind> kKinds = {{"Contexts", makeContext},
                                  {"Streams", makeStream},
                                  {"StreamProperties", makeStreamProperties},
                                  {"Events", makeEvents},
                                  {"Notifies", makeNotify},
                                  {"DeviceMemory", makeDeviceMemory},
                                  {"PinnedMemory", makePinnedMemory},
                                  {"RegisteredMemory", registerMemory},
                                  {"TensorDescriptions", makeTensorDescription},
                                  {"DataBuffers", makeDataBuffer},
                                  {"SubmittedWork", submitWork},
                                  {"HostFunctions", callTheHost},
                                  {"Failures", failAndAsk},
                                  {"Devices", setAndReset}};

void repeat(const Kind& kind, int rounds) {
    for (int i = 0; i < rounds / kDivisor && !testing::Test::HasFailure(); ++i) {
        kind.round();
    }
}

void measure(const Kind& kind) {
    const SetDevice session;
    repeat(kind, kWarmUpRounds);
    const size_t before = residentBytes();
    repeat(kind, kRounds);
    const size_t after = residentBytes();
    if (kIsMeasured) {
        EXPECT_LT(after, before + kMostGrowth);
    }
}

class Leaks : public testing::TestWithParam<size_t> {};

// Each kind has a process of its own, whose memory nothing else moves.
TEST_P(Leaks, AHundredThousandLeaveNothingBehind) {
    expectEndsWell([] { measure(kKinds[std::stoul(freshArgument(0))]); },
                   {.arguments = {std::to_string(GetParam())},
                    .environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_DEVICES", "2"}},
                    .limit = std::chrono::seconds(200)});
}

INSTANTIATE_TEST_SUITE_P(Kinds, Leaks, testing::Range(size_t{0}, kKinds.size()),
                         [](const auto& kind) { return std::string(kKinds[kind.param].name); });

}  // namespace
}  // namespace belay::test
