// When things go wrong: what a refused call says, how a failing task is found out, and how a
// program gets a device going again after a fault of the hardware.
#include <acl/acl.h>

#include <cstdint>
#include <cstdlib>
#include <future>
#include <iostream>
#include <string_view>

namespace {

constexpr size_t kBytes = 8192;

// Ends the program when a call does not answer as the example expects.
void expect(bool asExpected, std::string_view what) {
    if (asExpected) {
        return;
    }
    const char* message = aclGetRecentErrMsg();
    std::cerr << "unexpected answer: " << what << '\n'
              << (message != nullptr ? message : "") << '\n';
    std::exit(EXIT_FAILURE);
}

void check(aclError code, std::string_view call) {
    expect(code == ACL_SUCCESS, call);
}

// A call that refuses its arguments changes nothing and says why. Each text is given out once.
void showRefusal() {
    const aclError code = aclrtSetDevice(1000);
    const char* message = aclGetRecentErrMsg();
    expect(code == ACL_ERROR_RT_INVALID_DEVICEID && message != nullptr, "device 1000 is refused");
    std::cout << "aclrtSetDevice gives " << code << ":\n    " << message << '\n';
    expect(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == code, "the thread remembers the code");
    expect(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_SUCCESS, "and forgets it when asked");
    expect(aclGetRecentErrMsg() == nullptr, "as it does the text");
}

std::promise<void> heard;

// Runs on a thread of the library, once for each task that has failed; perhaps a little later than
// the synchronise that reports it.
void onFailure(aclrtExceptionInfo* info) {
    std::cout << "task " << aclrtGetTaskIdFromExceptionInfo(info) << " of stream "
              << aclrtGetStreamIdFromExceptionInfo(info) << " on device "
              << aclrtGetDeviceIdFromExceptionInfo(info) << " failed with "
              << aclrtGetErrorCodeFromExceptionInfo(info) << '\n';
    heard.set_value();
}

// Submitting always works; whether the work did, the next synchronise tells.
aclError fillMemory(void* memory, aclrtStream stream) {
    check(aclrtMemsetAsync(memory, kBytes, 7, kBytes, stream), "aclrtMemsetAsync");
    return aclrtSynchronizeStream(stream);
}

bool isHealthy() {
    aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
    check(aclrtQueryDeviceStatus(0, &status), "aclrtQueryDeviceStatus");
    return status == ACL_RT_DEVICE_STATUS_NORMAL;
}

// First the details, then what is queued is dropped, then the repair; the content is lost.
void recover() {
    aclrtErrorInfo info = {};
    check(aclrtGetErrorVerbose(0, &info), "aclrtGetErrorVerbose");
    expect(info.errorType == ACL_RT_ERROR_MEMORY && info.tryRepair == 1, "memory can be repaired");
    const aclrtMemUceInfo& range = info.detail.uceInfo.memUceInfoArray[0];
    std::cout << range.len << " bytes at " << range.addr << " have an error; repairing them\n";
    check(aclrtDeviceTaskAbort(0, 0), "aclrtDeviceTaskAbort");
    check(aclrtRepairError(0, &info), "aclrtRepairError");
}

}  // namespace

int main() {
    // Without a card, the second copy meets memory with an error. It has no effect on cards.
    setenv("BELAY_SIM_FAULT", "memory@2", 0);
    check(aclInit(nullptr), "aclInit");
    showRefusal();

    check(aclrtExceptionInfoCallbackRegister(onFailure), "aclrtExceptionInfoCallbackRegister");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    void* memory = nullptr;
    check(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");

    check(fillMemory(memory, stream), "the first fill");
    const aclError code = fillMemory(memory, stream);
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::cout << "the second fill gives " << code << ":\n    "
                  << (message != nullptr ? message : "") << '\n';
        heard.get_future().wait();
        expect(!isHealthy(), "the device is not well");
        recover();
    }
    expect(isHealthy(), "the device is well");
    check(fillMemory(memory, stream), "the third fill");
    std::cout << "the device works again\n";

    check(aclrtFree(memory), "aclrtFree");
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclrtExceptionInfoCallbackUnregister(onFailure), "aclrtExceptionInfoCallbackUnregister");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
