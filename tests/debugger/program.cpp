// Launches the kernel of the file that it is given, so often that each thread which may run it has
// done so.
#include <acl/acl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kLaunches = 200;

void check(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %s\n", call, message != nullptr ? message : "");
        std::exit(1);
    }
}

}  // namespace

int main(int /*count*/, char** arguments) {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtBinHandle binary = nullptr;
    check(aclrtBinaryLoadFromFile(arguments[1], nullptr, &binary), "aclrtBinaryLoadFromFile");
    aclrtFuncHandle scale = nullptr;
    check(aclrtBinaryGetFunction(binary, "scale", &scale), "aclrtBinaryGetFunction");
    void* number = nullptr;
    check(aclrtMalloc(&number, sizeof(uint64_t), ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    const uint64_t thirteen = 13;
    uint64_t more = 3;
    void* values[] = {&number, &more};
    uint64_t result = 0;
    for (int i = 0; i < kLaunches; ++i) {
        check(aclrtMemcpy(number, 8, &thirteen, 8, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
        check(aclrtLaunchKernelWithArgsArray(scale, 1, nullptr, nullptr, values),
              "aclrtLaunchKernelWithArgsArray");
        check(aclrtSynchronizeStream(nullptr), "aclrtSynchronizeStream");
        check(aclrtMemcpy(&result, 8, number, 8, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
    }
    std::printf("the result is %llu\n", static_cast<unsigned long long>(result));
    check(aclrtBinaryUnLoad(binary), "aclrtBinaryUnLoad");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return 0;
}
