// A kernel and all the ways to give it arguments: a list that the library keeps, a list in memory
// of the application, a block in host memory, an array of values, and a block in device memory.
#include <acl/acl.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

constexpr uint32_t kCount = 100'000;
constexpr size_t kBytes = kCount * sizeof(float);
constexpr uint32_t kBlocks = 8;

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

using DeviceMemory = std::unique_ptr<void, FreeDevice>;

DeviceMemory allocate(size_t bytes) {
    void* memory = nullptr;
    check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    return DeviceMemory(memory);
}

DeviceMemory upload(const void* data, size_t bytes) {
    DeviceMemory memory = allocate(bytes);
    check(aclrtMemcpy(memory.get(), bytes, data, bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
    return memory;
}

// The parameters of the kernel as a block of arguments: each begins at a multiple of eight.
struct Args {
    const void* x;
    const void* y;
    void* sum;
    uint32_t count;
};

class VectorAdd {
  public:
    VectorAdd() {
        check(aclrtCreateStream(&stream_), "aclrtCreateStream");
        check(aclrtBinaryLoadFromFile(KERNEL_FILE, nullptr, &binary_), "aclrtBinaryLoadFromFile");
        check(aclrtBinaryGetFunction(binary_, "vector_add", &function_), "aclrtBinaryGetFunction");
        std::vector<float> x(kCount);
        std::iota(x.begin(), x.end(), 0.0F);
        x_ = upload(x.data(), kBytes);
        y_ = upload(std::vector<float>(kCount, 0.5F).data(), kBytes);
        sum_ = allocate(kBytes);
        args_ = {x_.get(), y_.get(), sum_.get(), kCount};
    }

    ~VectorAdd() {
        check(aclrtBinaryUnLoad(binary_), "aclrtBinaryUnLoad");
        check(aclrtDestroyStream(stream_), "aclrtDestroyStream");
    }

    VectorAdd(const VectorAdd&) = delete;
    VectorAdd& operator=(const VectorAdd&) = delete;

    // The library keeps the list and gives it back when it is launched.
    void launchList() {
        aclrtArgsHandle list = nullptr;
        check(aclrtKernelArgsInit(function_, &list), "aclrtKernelArgsInit");
        fill(list);
        check(aclrtLaunchKernelWithConfig(function_, kBlocks, stream_, nullptr, list, nullptr),
              "aclrtLaunchKernelWithConfig");
    }

    // The application keeps the list, so it can be launched as often as wanted.
    void launchListOfOurs() {
        size_t handleBytes = 0;
        size_t listBytes = 0;
        check(aclrtKernelArgsGetHandleMemSize(function_, &handleBytes), "the size of the handle");
        check(aclrtKernelArgsGetMemSize(function_, sizeof(Args), &listBytes),
              "the size of the list");
        std::vector<std::max_align_t> handle(handleBytes / sizeof(std::max_align_t) + 1);
        std::vector<std::max_align_t> memory(listBytes / sizeof(std::max_align_t) + 1);
        check(aclrtKernelArgsInitByUserMem(function_, handle.data(), memory.data(), listBytes),
              "aclrtKernelArgsInitByUserMem");
        fill(handle.data());
        for (int i = 0; i < 3; ++i) {
            check(aclrtLaunchKernelWithConfig(function_, kBlocks, stream_, nullptr, handle.data(),
                                              nullptr),
                  "aclrtLaunchKernelWithConfig");
        }
    }

    // The block is copied, so it may be gone when the call returns.
    void launchHostBlock() {
        Args args = args_;
        check(aclrtLaunchKernelWithHostArgs(function_, kBlocks, stream_, nullptr, &args,
                                            sizeof args, nullptr, 0),
              "aclrtLaunchKernelWithHostArgs");
    }

    void launchArray() {
        void* values[] = {&args_.x, &args_.y, &args_.sum, &args_.count};
        check(aclrtLaunchKernelWithArgsArray(function_, kBlocks, stream_, nullptr, values),
              "aclrtLaunchKernelWithArgsArray");
    }

    // The block has to stay until the kernel is done.
    void launchDeviceBlock() {
        argsOnDevice_ = upload(&args_, sizeof args_);
        check(aclrtLaunchKernel(function_, kBlocks, argsOnDevice_.get(), sizeof args_, stream_),
              "aclrtLaunchKernel");
    }

    // Does one of these, and shows that the sum is right.
    void show(std::string_view what, const std::function<void()>& launch) {
        check(aclrtMemset(sum_.get(), kBytes, 0xFF, kBytes), "aclrtMemset");
        launch();
        check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
        std::vector<float> sum(kCount);
        check(aclrtMemcpy(sum.data(), kBytes, sum_.get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
              "aclrtMemcpy");
        for (uint32_t i = 0; i < kCount; ++i) {
            expect(sum[i] == static_cast<float>(i) + 0.5F, "each sum is right");
        }
        std::cout << what << ": " << kCount << " sums, the last one " << sum.back() << '\n';
    }

  private:
    void fill(aclrtArgsHandle list) {
        aclrtParamHandle param = nullptr;
        check(aclrtKernelArgsAppend(list, &args_.x, sizeof args_.x, &param), "append x");
        check(aclrtKernelArgsAppend(list, &args_.y, sizeof args_.y, &param), "append y");
        check(aclrtKernelArgsAppend(list, &args_.sum, sizeof args_.sum, &param), "append sum");
        check(aclrtKernelArgsAppend(list, &args_.count, sizeof args_.count, &param),
              "append count");
        check(aclrtKernelArgsFinalize(list), "aclrtKernelArgsFinalize");
    }

    aclrtStream stream_ = nullptr;
    aclrtBinHandle binary_ = nullptr;
    aclrtFuncHandle function_ = nullptr;
    DeviceMemory x_;
    DeviceMemory y_;
    DeviceMemory sum_;
    DeviceMemory argsOnDevice_;
    Args args_ = {};
};

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    {
        VectorAdd add;
        add.show("a list of the library", [&] { add.launchList(); });
        add.show("a list of ours, launched three times", [&] { add.launchListOfOurs(); });
        add.show("a block in host memory", [&] { add.launchHostBlock(); });
        add.show("an array of values", [&] { add.launchArray(); });
        add.show("a block in device memory", [&] { add.launchDeviceBlock(); });
    }
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
