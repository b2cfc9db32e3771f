/* What both programs of the install test do: enough calls to show that headers, library and loader
 * belong together. Valid C and C++. */
#ifndef BELAY_TESTS_INSTALL_PROGRAM_H_
#define BELAY_TESTS_INSTALL_PROGRAM_H_

#include <acl/acl.h>
#include <acl/acl_op_compiler.h>
#include <acl/acl_prof.h>
#include <acl/acl_tdt.h>
#include <acl/acl_tdt_queue.h>
#include <acl/ops/acl_cblas.h>
#include <stdio.h>

static int runProgram(const char* language) {
    if (aclInit(NULL) != ACL_SUCCESS || aclFloatToFloat16(1.0F) != 0x3C00 ||
        aclDataTypeSize(ACL_DOUBLE) != 8 || aclFinalize() != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        fprintf(stderr, "%s: %s\n", language, message != NULL ? message : "wrong answer");
        return 1;
    }
    printf("%s program works\n", language);
    return 0;
}

#endif
