// Kernels that fail: a null address, an endless loop, an assertion, a wait that never ends. Each
// becomes an error of its launch, with a code and a text; process, device and stream go on.
#include <acl/acl.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

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

class Kernels {
  public:
    Kernels() {
        check(aclrtCreateStream(&stream_), "aclrtCreateStream");
        check(aclrtBinaryLoadFromFile(KERNEL_FILE, nullptr, &binary_), "aclrtBinaryLoadFromFile");
        check(aclrtMalloc(&memory_, sizeof(uint32_t), ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    }

    ~Kernels() {
        check(aclrtFree(memory_), "aclrtFree");
        check(aclrtBinaryUnLoad(binary_), "aclrtBinaryUnLoad");
        check(aclrtDestroyStream(stream_), "aclrtDestroyStream");
    }

    Kernels(const Kernels&) = delete;
    Kernels& operator=(const Kernels&) = delete;

    void* memory() const { return memory_; }

    // Launches a kernel with an address and a value, and the shortest time limit that there is: a
    // few seconds on some chips. Launching works in any case; how the kernel has ended, the next
    // synchronise tells.
    aclError run(const char* name, void* target, uint32_t value) {
        aclrtFuncHandle function = nullptr;
        check(aclrtBinaryGetFunction(binary_, name, &function), "aclrtBinaryGetFunction");
        aclrtLaunchKernelAttr limit = {};
        limit.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
        limit.value.timeout = 1;
        aclrtLaunchKernelCfg config = {&limit, 1};
        void* values[] = {&target, &value};
        check(aclrtLaunchKernelWithArgsArray(function, 1, stream_, &config, values),
              "aclrtLaunchKernelWithArgsArray");
        return aclrtSynchronizeStream(stream_);
    }

    void show(const char* name, void* target, uint32_t value, aclError expected) {
        const aclError code = run(name, target, value);
        const char* message = aclGetRecentErrMsg();
        std::cout << name << " gives " << code << ":\n    " << (message != nullptr ? message : "")
                  << '\n';
        expect(code == expected, "the code of this fault");
    }

    // After each fault.
    void showThatAllIsWell(uint32_t value) {
        uint32_t written = 0;
        check(run("write_value", memory_, value), "write_value");
        check(aclrtMemcpy(&written, sizeof written, memory_, sizeof written,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              "aclrtMemcpy");
        expect(written == value, "the kernel has written its value");
        std::cout << "    the next kernel has written " << written << '\n';
    }

  private:
    aclrtStream stream_ = nullptr;
    aclrtBinHandle binary_ = nullptr;
    void* memory_ = nullptr;
};

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    {
        Kernels kernels;
        kernels.showThatAllIsWell(1);
        kernels.show("write_value", nullptr, 1, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
        kernels.showThatAllIsWell(2);
        kernels.show("loop_for_ever", kernels.memory(), 0, ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
        kernels.showThatAllIsWell(3);
        kernels.show("assert_small", kernels.memory(), 1000,
                     ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION);
        kernels.showThatAllIsWell(4);
        kernels.show("wait_for_nothing", kernels.memory(), 0, ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
        kernels.showThatAllIsWell(5);
    }
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
