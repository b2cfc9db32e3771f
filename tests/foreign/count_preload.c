/* Stands in for libraries that watch or limit device memory: loaded by LD_PRELOAD, counts the calls
 * of aclrtMalloc and aclrtFree and passes them on. */
#include <acl/acl.h>
#include <dlfcn.h>
#include <stddef.h>

/* Read by the client. */
__attribute__((visibility("default"))) int countedMallocs;
__attribute__((visibility("default"))) int countedFrees;

typedef aclError (*MallocFunction)(void**, size_t, aclrtMemMallocPolicy);
typedef aclError (*FreeFunction)(void*);

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    MallocFunction next = NULL;
    *(void**)&next = dlsym(RTLD_NEXT, "aclrtMalloc");
    ++countedMallocs;
    return next(devPtr, size, policy);
}

aclError aclrtFree(void* devPtr) {
    FreeFunction next = NULL;
    *(void**)&next = dlsym(RTLD_NEXT, "aclrtFree");
    ++countedFrees;
    return next(devPtr);
}
