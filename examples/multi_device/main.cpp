// Several devices in one program: which there are, a thread for each, and data that goes from one
// device straight to the next.
#include <acl/acl.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr size_t kCount = size_t{1} << 18;
constexpr size_t kBytes = kCount * sizeof(int32_t);

std::mutex printing;

// Ends the program when a call does not answer as the example expects.
void expect(bool asExpected, std::string_view what) {
    if (asExpected) {
        return;
    }
    const char* message = aclGetRecentErrMsg();
    const std::lock_guard<std::mutex> lock(printing);
    std::cerr << "unexpected answer: " << what << '\n'
              << (message != nullptr ? message : "") << '\n';
    std::_Exit(EXIT_FAILURE);
}

void check(aclError code, std::string_view call) {
    expect(code == ACL_SUCCESS, call);
}

int64_t attribute(int32_t device, aclrtDevAttr which) {
    int64_t value = 0;
    check(aclrtGetDeviceInfo(static_cast<uint32_t>(device), which, &value), "aclrtGetDeviceInfo");
    return value;
}

// The program numbers its devices from 0; ASCEND_RT_VISIBLE_DEVICES may hide some of the machine's.
void showDevice(int32_t device) {
    int32_t physical = -1;
    check(aclrtGetPhyDevIdByUserDevId(device, &physical), "aclrtGetPhyDevIdByUserDevId");
    char address[16] = {};
    check(aclrtDeviceGetPCIBusId(device, address, sizeof address), "aclrtDeviceGetPCIBusId");
    std::cout << "device " << device << " is number " << physical << " of the machine, at "
              << address << ": " << aclrtGetSocName() << " with "
              << attribute(device, ACL_DEV_ATTR_CUBE_CORE_NUM) << " cube and "
              << attribute(device, ACL_DEV_ATTR_VECTOR_CORE_NUM) << " vector cores\n";
}

// What a device works on: its memory, and the stream that fills it.
struct Station {
    void* memory = nullptr;
    aclrtStream stream = nullptr;
    aclrtContext context = nullptr;
};

// A thread's device is its own affair: it sets one, and all it makes belongs there.
void prepare(int32_t device, Station& station) {
    check(aclrtSetDevice(device), "aclrtSetDevice");
    check(aclrtGetCurrentContext(&station.context), "aclrtGetCurrentContext");
    check(aclrtCreateStream(&station.stream), "aclrtCreateStream");
    check(aclrtMalloc(&station.memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    const std::vector<int32_t> numbers(kCount, device + 1);
    check(aclrtMemcpyAsync(station.memory, kBytes, numbers.data(), kBytes,
                           ACL_MEMCPY_HOST_TO_DEVICE, station.stream),
          "aclrtMemcpyAsync");
    check(aclrtSynchronizeStream(station.stream), "aclrtSynchronizeStream");
    const std::lock_guard<std::mutex> lock(printing);
    std::cout << "device " << device << " has its numbers\n";
}

// Permission goes one way: this device may reach the other one's memory.
void permit(int32_t device, int32_t peer) {
    int32_t canAccess = 0;
    check(aclrtDeviceCanAccessPeer(&canAccess, device, peer), "aclrtDeviceCanAccessPeer");
    expect(canAccess == 1, "the devices reach each other");
    check(aclrtDeviceEnablePeerAccess(peer, 0), "aclrtDeviceEnablePeerAccess");
}

// Each device fetches what the one before it has. An event of the other device's stream says when.
void passOn(int32_t device, const Station& from, const Station& to) {
    aclrtEvent ready = nullptr;
    check(aclrtSetCurrentContext(from.context), "aclrtSetCurrentContext");
    check(aclrtCreateEventWithFlag(&ready, ACL_EVENT_SYNC), "aclrtCreateEventWithFlag");
    check(aclrtRecordEvent(ready, from.stream), "aclrtRecordEvent");

    check(aclrtSetCurrentContext(to.context), "aclrtSetCurrentContext");
    permit(device, device - 1);
    check(aclrtStreamWaitEvent(to.stream, ready), "aclrtStreamWaitEvent");
    check(aclrtMemcpyAsync(to.memory, kBytes, from.memory, kBytes,
                           ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, to.stream),
          "aclrtMemcpyAsync between devices");
    check(aclrtSynchronizeStream(to.stream), "aclrtSynchronizeStream");
    check(aclrtDeviceDisablePeerAccess(device - 1), "aclrtDeviceDisablePeerAccess");
    check(aclrtDestroyEvent(ready), "aclrtDestroyEvent");
    std::cout << "device " << device << " took over the numbers of device " << device - 1 << '\n';
}

int32_t firstNumber(const Station& station) {
    int32_t number = 0;
    check(aclrtSetCurrentContext(station.context), "aclrtSetCurrentContext");
    check(aclrtMemcpy(&number, sizeof number, station.memory, sizeof number,
                      ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
    return number;
}

void giveBack(int32_t device, const Station& station) {
    check(aclrtSetCurrentContext(station.context), "aclrtSetCurrentContext");
    check(aclrtDestroyStream(station.stream), "aclrtDestroyStream");
    check(aclrtFree(station.memory), "aclrtFree");
    check(aclrtResetDevice(device), "aclrtResetDevice");
}

}  // namespace

int main() {
    // Without a card, two devices are simulated. It has no effect on cards.
    setenv("BELAY_SIM_DEVICES", "2", 0);
    check(aclInit(nullptr), "aclInit");
    uint32_t count = 0;
    check(aclrtGetDeviceCount(&count), "aclrtGetDeviceCount");
    const auto devices = static_cast<int32_t>(count);
    for (int32_t device = 0; device < devices; ++device) {
        showDevice(device);
    }

    std::vector<Station> stations(count);
    std::vector<std::thread> threads;
    threads.reserve(count);
    for (int32_t device = 0; device < devices; ++device) {
        threads.emplace_back(prepare, device, std::ref(stations[static_cast<size_t>(device)]));
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    for (int32_t device = 1; device < devices; ++device) {
        passOn(device, stations[static_cast<size_t>(device - 1)],
               stations[static_cast<size_t>(device)]);
    }
    expect(firstNumber(stations.back()) == 1, "the first device's numbers are everywhere");

    for (int32_t device = 0; device < devices; ++device) {
        giveBack(device, stations[static_cast<size_t>(device)]);
    }
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
