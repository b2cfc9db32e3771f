// Kernels on AI CPUs: load a library of them from memory, name its kernels, launch them with
// arguments from host memory in the order of a stream, and see what a kernel that fails says.
#include <acl/acl.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>
#include <vector>

#include "sort_args.h"

namespace {

void check(aclError code, std::string_view call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::cerr << call << " failed: " << (message != nullptr ? message : "") << '\n';
        std::exit(EXIT_FAILURE);
    }
}

std::vector<char> contentOf(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

aclrtBinHandle loadLibrary(const char* path) {
    const std::vector<char> library = contentOf(path);
    aclrtBinaryLoadOption fromData{};
    fromData.type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
    fromData.value.cpuKernelMode = 2;
    const aclrtBinaryLoadOptions options{&fromData, 1};
    aclrtBinHandle binary = nullptr;
    check(aclrtBinaryLoadFromData(library.data(), library.size(), &options, &binary),
          "aclrtBinaryLoadFromData");
    return binary;
}

aclrtFuncHandle kernelOf(aclrtBinHandle binary, const char* function, const char* name) {
    aclrtFuncHandle kernel = nullptr;
    check(aclrtRegisterCpuFunc(binary, function, name, &kernel), "aclrtRegisterCpuFunc");
    return kernel;
}

void launch(aclrtFuncHandle kernel, SortArgs args, aclrtStream stream) {
    check(aclrtLaunchKernelWithHostArgs(kernel, 1, stream, nullptr, &args, sizeof args, nullptr, 0),
          "aclrtLaunchKernelWithHostArgs");
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    aclrtBinHandle binary = loadLibrary(SORT_KERNELS);
    aclrtFuncHandle sortValues = kernelOf(binary, "sortValues", "Sort");
    aclrtFuncHandle requireNumbers = kernelOf(binary, "requireNumbers", "RequireNumbers");

    std::array<float, 8> values = {3, 1, 4, 1.5F, 9, 2, 6, 5};
    void* onDevice = nullptr;
    check(aclrtMalloc(&onDevice, sizeof values, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    const SortArgs args{static_cast<float*>(onDevice), values.size()};

    check(aclrtMemcpy(onDevice, sizeof values, values.data(), sizeof values,
                      ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
    launch(requireNumbers, args, stream);
    launch(sortValues, args, stream);
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    check(aclrtMemcpy(values.data(), sizeof values, onDevice, sizeof values,
                      ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
    std::cout << "sorted:";
    for (const float value : values) {
        std::cout << ' ' << value;
    }
    std::cout << '\n';

    values[2] = std::nanf("");
    check(aclrtMemcpy(onDevice, sizeof values, values.data(), sizeof values,
                      ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
    launch(requireNumbers, args, stream);
    const aclError failure = aclrtSynchronizeStream(stream);
    if (failure != ACL_ERROR_RT_AICPU_EXCEPTION) {
        std::cerr << "the kernel should have failed, but the result is " << failure << '\n';
        return EXIT_FAILURE;
    }
    std::cout << "and with something that is no number:\n" << aclGetRecentErrMsg() << '\n';

    check(aclrtFree(onDevice), "aclrtFree");
    check(aclrtBinaryUnLoad(binary), "aclrtBinaryUnLoad");
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
