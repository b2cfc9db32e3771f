/* Every library name that applications know leads to the same functions, whichever is loaded first.
 * Arguments: the folder of the libraries, then their names in the order of loading. */
#include "load.h"

int main(int argc, char** argv) {
    BELAY_CHECK(argc > 2);
    AnyFunction first = NULL;
    for (int i = 2; i < argc; ++i) {
        char path[4096];
        BELAY_CHECK((size_t)snprintf(path, sizeof path, "%s/%s", argv[1], argv[i]) < sizeof path);
        /* Unloaded never: a later name must meet the earlier one in the process. */
        void* library = openLibrary(path);
        const AnyFunction function = functionOf(library, "aclInit");
        BELAY_CHECK(first == NULL || function == first);
        first = function;
        BELAY_CHECK(functionOf(library, "aclrtMalloc") != NULL);
        BELAY_CHECK(functionOf(library, "acltdtSendTensor") != NULL);
    }
    return EXIT_SUCCESS;
}
