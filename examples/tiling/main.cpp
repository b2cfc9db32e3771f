// Two ways to tell a kernel how its work is divided: a struct as one of its parameters, and a
// placeholder, that is a pointer to data that travels with the arguments.
#include <acl/acl.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <vector>

#include "tiling.h"

namespace {

constexpr uint32_t kRows = 50;
constexpr uint32_t kColumns = 40;
constexpr uint32_t kRowsOfBlock = 8;
constexpr uint32_t kBlocks = (kRows + kRowsOfBlock - 1) / kRowsOfBlock;
constexpr size_t kBytes = size_t{kRows} * kColumns * sizeof(aclFloat16);

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

aclrtFuncHandle findKernel(aclrtBinHandle binary, const char* name) {
    aclrtFuncHandle function = nullptr;
    check(aclrtBinaryGetFunction(binary, name, &function), "aclrtBinaryGetFunction");
    return function;
}

aclrtArgsHandle beginArgs(aclrtFuncHandle function, void* matrix) {
    aclrtArgsHandle args = nullptr;
    aclrtParamHandle param = nullptr;
    check(aclrtKernelArgsInit(function, &args), "aclrtKernelArgsInit");
    check(aclrtKernelArgsAppend(args, &matrix, sizeof matrix, &param), "append the matrix");
    return args;
}

void launch(aclrtFuncHandle function, aclrtArgsHandle args, aclrtStream stream) {
    check(aclrtKernelArgsFinalize(args), "aclrtKernelArgsFinalize");
    check(aclrtLaunchKernelWithConfig(function, kBlocks, stream, nullptr, args, nullptr),
          "aclrtLaunchKernelWithConfig");
}

void scaleByValue(aclrtBinHandle binary, void* matrix, Tiling tiling, aclrtStream stream) {
    aclrtFuncHandle function = findKernel(binary, "scale_by_value");
    aclrtArgsHandle args = beginArgs(function, matrix);
    aclrtParamHandle param = nullptr;
    check(aclrtKernelArgsAppend(args, &tiling, sizeof tiling, &param), "append the tiling");
    launch(function, args, stream);
}

// The kernel sees a pointer; what it points to is copied to the device together with the arguments.
void scaleByPointer(aclrtBinHandle binary, void* matrix, const Tiling& tiling, aclrtStream stream) {
    aclrtFuncHandle function = findKernel(binary, "scale_by_pointer");
    aclrtArgsHandle args = beginArgs(function, matrix);
    aclrtParamHandle placeholder = nullptr;
    void* buffer = nullptr;
    check(aclrtKernelArgsAppendPlaceHolder(args, &placeholder), "append the placeholder");
    check(aclrtKernelArgsGetPlaceHolderBuffer(args, placeholder, sizeof tiling, &buffer),
          "aclrtKernelArgsGetPlaceHolderBuffer");
    *static_cast<Tiling*>(buffer) = tiling;
    launch(function, args, stream);
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    aclrtBinHandle binary = nullptr;
    check(aclrtBinaryLoadFromFile(KERNEL_FILE, nullptr, &binary), "aclrtBinaryLoadFromFile");

    std::vector<aclFloat16> matrix(size_t{kRows} * kColumns, aclFloatToFloat16(1.5F));
    void* memory = nullptr;
    check(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    check(aclrtMemcpy(memory, kBytes, matrix.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");

    scaleByValue(binary, memory, {kRows, kColumns, kRowsOfBlock, 2.0F}, stream);
    scaleByPointer(binary, memory, {kRows, kColumns, kRowsOfBlock, 0.25F}, stream);
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

    check(aclrtMemcpy(matrix.data(), kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
    for (const aclFloat16 element : matrix) {
        expect(aclFloat16ToFloat(element) == 0.75F, "each element was scaled twice");
    }
    std::cout << kBlocks << " blocks scaled " << kRows << " x " << kColumns
              << " elements, 1.5 * 2 * 0.25 = " << aclFloat16ToFloat(matrix.back()) << '\n';

    check(aclrtFree(memory), "aclrtFree");
    check(aclrtBinaryUnLoad(binary), "aclrtBinaryUnLoad");
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
