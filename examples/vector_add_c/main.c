/* A kernel, launched from plain C11: loaded from its file, given its arguments, launched and waited
 * for. */
#include <acl/acl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCount = 10000, kBlocks = 8 };

static const size_t kBytes = kCount * sizeof(float);

/* Ends the program when a call does not answer as the example expects. */
static void expect(int asExpected, const char* what) {
    if (!asExpected) {
        const char* message = aclGetRecentErrMsg();
        fprintf(stderr, "unexpected answer: %s\n%s\n", what, message != NULL ? message : "");
        exit(EXIT_FAILURE);
    }
}

static void check(aclError code, const char* call) {
    expect(code == ACL_SUCCESS, call);
}

static void* allocate(void) {
    void* memory = NULL;
    check(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    return memory;
}

static void* upload(const float* values) {
    void* memory = allocate();
    check(aclrtMemcpy(memory, kBytes, values, kBytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
    return memory;
}

/* The parameters are told one by one; the library copies their values. */
static void launch(aclrtFuncHandle function, void* x, void* y, void* sum, aclrtStream stream) {
    uint32_t count = kCount;
    aclrtArgsHandle args = NULL;
    aclrtParamHandle param = NULL;
    check(aclrtKernelArgsInit(function, &args), "aclrtKernelArgsInit");
    check(aclrtKernelArgsAppend(args, &x, sizeof x, &param), "append x");
    check(aclrtKernelArgsAppend(args, &y, sizeof y, &param), "append y");
    check(aclrtKernelArgsAppend(args, &sum, sizeof sum, &param), "append sum");
    check(aclrtKernelArgsAppend(args, &count, sizeof count, &param), "append count");
    check(aclrtKernelArgsFinalize(args), "aclrtKernelArgsFinalize");
    check(aclrtLaunchKernelWithConfig(function, kBlocks, stream, NULL, args, NULL),
          "aclrtLaunchKernelWithConfig");
}

int main(void) {
    static float x[kCount];
    static float y[kCount];
    static float sums[kCount];
    aclrtStream stream = NULL;
    aclrtBinHandle binary = NULL;
    aclrtFuncHandle function = NULL;
    for (int i = 0; i < kCount; ++i) {
        x[i] = (float)i;
        y[i] = 0.25F;
    }
    check(aclInit(NULL), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    check(aclrtBinaryLoadFromFile(KERNEL_FILE, NULL, &binary), "aclrtBinaryLoadFromFile");
    check(aclrtBinaryGetFunction(binary, "vector_add", &function), "aclrtBinaryGetFunction");

    void* xOnDevice = upload(x);
    void* yOnDevice = upload(y);
    void* sum = allocate();
    launch(function, xOnDevice, yOnDevice, sum, stream);
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    check(aclrtMemcpy(sums, kBytes, sum, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
    for (int i = 0; i < kCount; ++i) {
        expect(sums[i] == (float)i + 0.25F, "each sum is right");
    }
    printf("%d blocks added %d numbers, the last sum is %.2f\n", kBlocks, kCount,
           (double)sums[kCount - 1]);

    check(aclrtFree(sum), "aclrtFree");
    check(aclrtFree(yOnDevice), "aclrtFree");
    check(aclrtFree(xOnDevice), "aclrtFree");
    check(aclrtBinaryUnLoad(binary), "aclrtBinaryUnLoad");
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
