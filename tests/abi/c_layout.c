/* The public headers as a C11 application sees them, all in one source, and the layouts that
 * callers fill or pass by value. abi.check compares every type with the tables; the numbers here
 * are written down a second time by hand, so that a slip in tables and headers together does not go
 * unseen. */
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>
#include <acl/acl_platform.h>
#include <acl/acl_prof.h>
#include <acl/acl_rt_memory_soma.h>
#include <acl/acl_tdt.h>
#include <acl/acl_tdt_queue.h>
#include <acl/ops/acl_cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BELAY_EXPECT_SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "size of " #type)
#define BELAY_EXPECT_OFFSET(type, field, bytes) \
    _Static_assert(offsetof(type, field) == (bytes), "offset of " #type "." #field)

BELAY_EXPECT_SIZE(aclError, 4);
BELAY_EXPECT_SIZE(aclDataType, 4);
BELAY_EXPECT_SIZE(aclFormat, 4);
BELAY_EXPECT_SIZE(aclFloat16, 2);
BELAY_EXPECT_SIZE(aclrtStream, 8);
BELAY_EXPECT_SIZE(aclrtMemcpyKind, 4);

/* Passed by value. */
BELAY_EXPECT_SIZE(dim3, 12);
BELAY_EXPECT_SIZE(aclrtIpcEventHandle, 64);
BELAY_EXPECT_SIZE(aclrtMemManagedLocation, 8);
BELAY_EXPECT_SIZE(aclmdlRICondTaskParams, 24);
BELAY_EXPECT_OFFSET(aclmdlRICondTaskParams, modelRIArray, 16);

/* Filled by the application. */
BELAY_EXPECT_SIZE(aclrtLaunchKernelCfg, 16);
BELAY_EXPECT_SIZE(aclrtLaunchKernelAttr, 20);
BELAY_EXPECT_OFFSET(aclrtLaunchKernelAttr, value, 4);
BELAY_EXPECT_SIZE(aclrtBinaryLoadOption, 20);
BELAY_EXPECT_SIZE(aclrtPlaceHolderInfo, 8);
BELAY_EXPECT_SIZE(aclrtStreamConfigHandle, 32);
BELAY_EXPECT_OFFSET(aclrtStreamConfigHandle, priority, 24);
BELAY_EXPECT_SIZE(aclrtPhysicalMemProp, 32);
BELAY_EXPECT_OFFSET(aclrtPhysicalMemProp, location, 12);
BELAY_EXPECT_SIZE(aclrtMemcpyBatchAttr, 32);
BELAY_EXPECT_SIZE(aclrtMemPoolProps, 56);
/* No padding: the value lies at an odd place. */
BELAY_EXPECT_SIZE(aclrtRandomParaInfo, 16);
BELAY_EXPECT_OFFSET(aclrtRandomParaInfo, size, 9);

/* Filled by the library. */
BELAY_EXPECT_SIZE(aclCANNPackageVersion, 512);
BELAY_EXPECT_OFFSET(aclCANNPackageVersion, patchVersion, 320);
BELAY_EXPECT_SIZE(aclmdlIODims, 1160);
BELAY_EXPECT_OFFSET(aclmdlIODims, dims, 136);
BELAY_EXPECT_SIZE(aclrtErrorInfo, 2576);
BELAY_EXPECT_SIZE(acldumpChunk, 4120);
BELAY_EXPECT_OFFSET(acldumpChunk, dataBuf, 4116);

static void expect(int holds, const char* what) {
    if (!holds) {
        fprintf(stderr, "%s does not hold\n", what);
        exit(EXIT_FAILURE);
    }
}

/* The library, built as C++, reads and writes these where C put them. */
static void structsCrossTheBoundary(void) {
    struct {
        char before[8];
        char version[ACL_PKG_VERSION_MAX_SIZE];
        char after[8];
    } text;

    char package[] = "cann";
    memset(&text, 0x5A, sizeof text);
    expect(aclsysGetVersionStr(package, text.version) == ACL_SUCCESS, "aclsysGetVersionStr");
    expect(memchr(text.version, '\0', sizeof text.version) != NULL, "the version ends");
    expect(text.before[7] == 0x5A && text.after[0] == 0x5A, "nothing beside it is written");
}

/* A structure of 64 bytes travels on the stack; the arguments behind it must still be found. */
static void structsGoByValue(void) {
    aclrtIpcEventHandle handle;
    aclrtEvent event = NULL;
    memset(&handle, 0, sizeof handle);
    expect(aclrtIpcOpenEventHandle(handle, &event) != ACL_SUCCESS, "no event has an empty handle");
    expect(event == NULL, "the event stays unset");
}

int main(void) {
    structsCrossTheBoundary();
    structsGoByValue();
    return EXIT_SUCCESS;
}
