// Makes the library run all its code that formats, logs and parses, for trap_test.py: a
// configuration file, a log at its finest level, errors. Its argument is the configuration file.
#include <acl/acl.h>

#include <cstdlib>

int main(int argc, char** argv) {
    if (argc != 2 || aclInit(argv[1]) != ACL_SUCCESS) {
        return EXIT_FAILURE;
    }
    const int64_t shape[] = {2, 3};
    aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 2, shape, ACL_FORMAT_ND);
    int64_t size = 0;
    const bool refused = aclGetTensorDescDimV2(desc, 9, &size) != ACL_SUCCESS;
    const bool explained = aclGetRecentErrMsg() != nullptr;
    aclDestroyTensorDesc(desc);
    aclAppLog(ACL_ERROR, "main", "workload.cpp", 1, "%s", "a line of the application");
    const bool ended = aclFinalize() == ACL_SUCCESS;
    return refused && explained && ended ? EXIT_SUCCESS : EXIT_FAILURE;
}
