// Moving data with AscendCL in C++: device and pinned memory, copies that return when they are
// done, copies that run in the order of a stream, and what the runtime says about a mistake.
#include <acl/acl.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

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

struct FreeDevice {
    void operator()(void* memory) const { check(aclrtFree(memory), "aclrtFree"); }
};

struct FreeHost {
    void operator()(void* memory) const { check(aclrtFreeHost(memory), "aclrtFreeHost"); }
};

using DeviceMemory = std::unique_ptr<void, FreeDevice>;
using PinnedMemory = std::unique_ptr<void, FreeHost>;

DeviceMemory allocateDevice(size_t bytes) {
    void* memory = nullptr;
    check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    return DeviceMemory(memory);
}

PinnedMemory allocatePinned(size_t bytes) {
    void* memory = nullptr;
    check(aclrtMallocHost(&memory, bytes), "aclrtMallocHost");
    return PinnedMemory(memory);
}

void showMemory() {
    size_t available = 0;
    size_t total = 0;
    check(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total), "aclrtGetMemInfo");
    std::cout << aclrtGetSocName() << " has " << (available >> 20) << " of " << (total >> 20)
              << " MiB free\n";
}

// Every copy is done when the call returns.
void copyAndWait() {
    constexpr size_t kCount = 1000;
    constexpr size_t kBytes = kCount * sizeof(int);
    std::vector<int> numbers(kCount);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> back(kCount);
    const DeviceMemory first = allocateDevice(kBytes);
    const DeviceMemory second = allocateDevice(kBytes);
    check(aclrtMemcpy(first.get(), kBytes, numbers.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy to the device");
    check(aclrtMemcpy(second.get(), kBytes, first.get(), kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE),
          "aclrtMemcpy on the device");
    check(aclrtMemcpy(back.data(), kBytes, second.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy to the host");
    expect(back == numbers, "the numbers come back");
    std::cout << kCount << " numbers went to the device, around on it and back\n";
}

// The calls only submit; the stream does the work in this order. Pinned memory is what copies can
// use without the host.
void copyOnAStream() {
    constexpr size_t kBytes = size_t{1} << 20;
    const DeviceMemory memory = allocateDevice(kBytes);
    const PinnedMemory source = allocatePinned(kBytes);
    const PinnedMemory target = allocatePinned(kBytes);
    auto* sent = static_cast<unsigned char*>(source.get());
    auto* received = static_cast<unsigned char*>(target.get());
    std::fill_n(sent, kBytes, static_cast<unsigned char>(7));
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    check(aclrtMemcpyAsync(memory.get(), kBytes, sent, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
          "aclrtMemcpyAsync to the device");
    check(aclrtMemsetAsync(memory.get(), kBytes, 9, kBytes / 2, stream), "aclrtMemsetAsync");
    check(
        aclrtMemcpyAsync(received, kBytes, memory.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream),
        "aclrtMemcpyAsync to the host");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto nines = std::count(received, received + kBytes, 9);
    const auto sevens = std::count(received, received + kBytes, 7);
    expect(nines == kBytes / 2 && sevens == kBytes / 2, "the stream kept the order");
    std::cout << "a stream sent " << kBytes << " bytes, set half of them and fetched them\n";
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
}

// The runtime knows its blocks: a copy past the end of one never happens.
void showMistake() {
    const DeviceMemory memory = allocateDevice(64);
    const std::vector<char> tooMuch(1000);
    const aclError code = aclrtMemcpy(memory.get(), tooMuch.size(), tooMuch.data(), tooMuch.size(),
                                      ACL_MEMCPY_HOST_TO_DEVICE);
    const char* message = aclGetRecentErrMsg();
    expect(code != ACL_SUCCESS && message != nullptr, "a copy past the end is refused");
    std::cout << "copying 1000 bytes to a block of 64 gives " << code << ":\n    " << message
              << '\n';
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    showMemory();
    copyAndWait();
    copyOnAStream();
    showMistake();
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
