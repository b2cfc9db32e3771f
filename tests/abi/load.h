/* For the C programs that load the library by hand: checks that end the program, and counts of what
 * the process holds. */
#ifndef BELAY_TESTS_ABI_LOAD_H
#define BELAY_TESTS_ABI_LOAD_H

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define BELAY_CHECK(condition)                                                            \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    } while (0)

static inline void* openLibrary(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return library;
}

/* The function `name` as a pointer that the caller casts to its type. */
typedef void (*AnyFunction)(void);

static inline AnyFunction functionOf(void* library, const char* name) {
    /* ISO C has no cast from an object pointer to a function pointer; POSIX promises the same bits.
     */
    union {
        void* object;
        AnyFunction function;
    } symbol;

    symbol.object = dlsym(library, name);
    if (symbol.object == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return symbol.function;
}

/* Number of entries of a folder: /proc/self/task for threads, /proc/self/fd for descriptors. */
static inline int entriesOf(const char* folder) {
    int count = 0;
    DIR* dir = opendir(folder);
    BELAY_CHECK(dir != NULL);
    while (readdir(dir) != NULL) {
        ++count;
    }
    closedir(dir);
    return count;
}

#endif
