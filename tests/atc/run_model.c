/* Executes an operator with two inputs and one output of a folder of models, by the public
 * interface only.
 *
 * Usage: run_model FOLDER TYPE ROWS COLUMNS
 * The inputs are float tensors: 0, 1, 2, ... and 2, 2, 2, ...; prints the code of the execution,
 * then the elements of the output, one line each.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"

static void check(aclError code, const char* what) {
    if (code != ACL_SUCCESS) {
        printf("%s: %d: %s\n", what, code, aclGetRecentErrMsg());
        exit(1);
    }
}

#define CHECK(call) check(call, #call)

int main(int argc, char** argv) {
    if (argc != 5) {
        return 2;
    }
    const int64_t dims[2] = {atoll(argv[3]), atoll(argv[4])};
    const size_t count = (size_t)(dims[0] * dims[1]);
    const size_t bytes = count * sizeof(float);
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclopSetModelDir(argv[1]));

    float* host = malloc(bytes);
    aclTensorDesc* descs[3];
    aclDataBuffer* buffers[3];
    void* device[3];
    for (int t = 0; t < 3; ++t) {
        for (size_t i = 0; i < count; ++i) {
            host[i] = t == 0 ? (float)i : t == 1 ? 2.0F : -1.0F;
        }
        CHECK(aclrtMalloc(&device[t], bytes, ACL_MEM_MALLOC_NORMAL_ONLY));
        CHECK(aclrtMemcpy(device[t], bytes, host, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
        descs[t] = aclCreateTensorDesc(ACL_FLOAT, 2, dims, ACL_FORMAT_ND);
        buffers[t] = aclCreateDataBuffer(device[t], bytes);
    }
    aclrtStream stream = NULL;
    CHECK(aclrtCreateStream(&stream));
    const aclError executed =
        aclopExecuteV2(argv[2], 2, descs, buffers, 1, descs + 2, buffers + 2, NULL, stream);
    printf("%d\n", executed);
    if (executed == ACL_SUCCESS) {
        CHECK(aclrtSynchronizeStream(stream));
        CHECK(aclrtMemcpy(host, bytes, device[2], bytes, ACL_MEMCPY_DEVICE_TO_HOST));
        for (size_t i = 0; i < count; ++i) {
            printf("%g\n", (double)host[i]);
        }
    }
    for (int t = 0; t < 3; ++t) {
        aclDestroyTensorDesc(descs[t]);
        CHECK(aclDestroyDataBuffer(buffers[t]));
        CHECK(aclrtFree(device[t]));
    }
    free(host);
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
