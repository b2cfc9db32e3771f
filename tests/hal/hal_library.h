/* A HAL library that is loaded by its path: a table of its functions, in C. */
#ifndef BELAY_TESTS_HAL_HAL_LIBRARY_H
#define BELAY_TESTS_HAL_HAL_LIBRARY_H

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "drivers/hal_abi/hal_abi.h"

struct HalLibrary {
    void* handle;
/* NOLINTNEXTLINE(bugprone-macro-parentheses): the arguments are parts of a declaration */
#define BELAY_HAL(use, result, name, parameters) result(*name) parameters;
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
};

/* Whether all was found; says what was not. */
static inline bool loadHalLibrary(const char* path, struct HalLibrary* hal) {
    hal->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (hal->handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    void* address = NULL;
    /* A function's address as ISO C lets it be had. */
#define BELAY_HAL(use, result, name, parameters)                 \
    address = dlsym(hal->handle, #name);                         \
    if (address == NULL) {                                       \
        fprintf(stderr, "%s has no function " #name "\n", path); \
        return false;                                            \
    }                                                            \
    memcpy(&hal->name, &address, sizeof address);
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
    return true;
}

#endif /* BELAY_TESTS_HAL_HAL_LIBRARY_H */
