/* Moving data with AscendCL from plain C11: device and pinned memory, a copy that returns when it
 * is done, and copies that run in the order of a stream. */
#include <acl/acl.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCount = 1000 };

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

static void* allocateDevice(void) {
    void* memory = NULL;
    check(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    return memory;
}

static float* allocatePinned(void) {
    void* memory = NULL;
    check(aclrtMallocHost(&memory, kBytes), "aclrtMallocHost");
    return memory;
}

/* Every copy is done when the call returns. */
static void copyAndWait(void) {
    float numbers[kCount];
    float back[kCount];
    void* memory = allocateDevice();
    for (int i = 0; i < kCount; ++i) {
        numbers[i] = (float)i;
    }
    check(aclrtMemcpy(memory, kBytes, numbers, kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy to the device");
    check(aclrtMemset(memory, kBytes, 0, kBytes / 2), "aclrtMemset");
    check(aclrtMemcpy(back, kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy to the host");
    for (int i = 0; i < kCount; ++i) {
        expect(back[i] == (i < kCount / 2 ? 0.0F : numbers[i]), "half of the numbers are zeros");
    }
    check(aclrtFree(memory), "aclrtFree");
    printf("%d numbers went to the device; half of them came back, the rest as zeros\n",
           (int)kCount);
}

/* The calls only submit; the stream does the work in this order. */
static void copyOnAStream(void) {
    float* sent = allocatePinned();
    float* received = allocatePinned();
    void* first = allocateDevice();
    void* second = allocateDevice();
    aclrtStream stream = NULL;
    for (int i = 0; i < kCount; ++i) {
        sent[i] = (float)i / 8;
        received[i] = -1;
    }
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    check(aclrtMemcpyAsync(first, kBytes, sent, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
          "aclrtMemcpyAsync to the device");
    check(aclrtMemcpyAsync(second, kBytes, first, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
          "aclrtMemcpyAsync on the device");
    check(aclrtMemcpyAsync(received, kBytes, second, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream),
          "aclrtMemcpyAsync to the host");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    for (int i = 0; i < kCount; ++i) {
        expect(received[i] == sent[i], "the numbers come back");
    }
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtFree(second), "aclrtFree");
    check(aclrtFree(first), "aclrtFree");
    check(aclrtFreeHost(received), "aclrtFreeHost");
    check(aclrtFreeHost(sent), "aclrtFreeHost");
    printf("a stream sent %zu bytes, copied them on the device and fetched them\n", kBytes);
}

int main(void) {
    check(aclInit(NULL), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    copyAndWait();
    copyOnAStream();
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
