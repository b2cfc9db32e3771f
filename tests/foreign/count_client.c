/* Allocates and frees under count_preload.c: what that counted is what this program called. What
 * the calls answer (there may be no device) is the library's own affair, but it must answer. */
#include <acl/acl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static int counted(const char* name) {
    const int* counter = dlsym(RTLD_DEFAULT, name);
    if (counter == NULL) {
        fprintf(stderr, "%s is not there: run this with the counting library preloaded\n", name);
        exit(EXIT_FAILURE);
    }
    return *counter;
}

int main(void) {
    int mallocs = 0;
    int frees = 0;
    if (aclInit(NULL) != ACL_SUCCESS) {
        return EXIT_FAILURE;
    }
    for (; mallocs < 7; ++mallocs) {
        void* memory = NULL;
        const aclError code = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
        if ((code == ACL_SUCCESS) != (memory != NULL)) {
            return EXIT_FAILURE;
        }
        if (mallocs % 2 == 0) {
            (void)aclrtFree(memory);
            ++frees;
        }
    }
    if (aclFinalize() != ACL_SUCCESS) {
        return EXIT_FAILURE;
    }
    printf("called %d and %d times, counted %d and %d\n", mallocs, frees, counted("countedMallocs"),
           counted("countedFrees"));
    return mallocs == counted("countedMallocs") && frees == counted("countedFrees") ? EXIT_SUCCESS
                                                                                    : EXIT_FAILURE;
}
