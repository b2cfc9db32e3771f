/* Ordering work with AscendCL from plain C11: two streams that take turns on one block of device
 * memory, with events between them. */
#include <acl/acl.h>
#include <stdio.h>
#include <stdlib.h>

enum { kTurns = 10, kBytes = 1024 };

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

/* Each turn, one stream sets the memory and the other one fetches it. The events keep them from
 * overtaking each other; the host waits once, for all turns. */
static void takeTurns(aclrtStream setting, aclrtStream fetching, void* memory, char* results) {
    aclrtEvent set[kTurns];
    aclrtEvent fetched[kTurns];
    for (int turn = 0; turn < kTurns; ++turn) {
        check(aclrtCreateEvent(&set[turn]), "aclrtCreateEvent");
        check(aclrtCreateEvent(&fetched[turn]), "aclrtCreateEvent");
        check(aclrtMemsetAsync(memory, kBytes, 'a' + turn, kBytes, setting), "aclrtMemsetAsync");
        check(aclrtRecordEvent(set[turn], setting), "aclrtRecordEvent");
        check(aclrtStreamWaitEvent(fetching, set[turn]), "aclrtStreamWaitEvent");
        check(aclrtMemcpyAsync(results + (size_t)turn * kBytes, kBytes, memory, kBytes,
                               ACL_MEMCPY_DEVICE_TO_HOST, fetching),
              "aclrtMemcpyAsync");
        check(aclrtRecordEvent(fetched[turn], fetching), "aclrtRecordEvent");
        check(aclrtStreamWaitEvent(setting, fetched[turn]), "aclrtStreamWaitEvent");
    }
    check(aclrtSynchronizeStream(fetching), "aclrtSynchronizeStream");
    for (int turn = 0; turn < kTurns; ++turn) {
        check(aclrtDestroyEvent(set[turn]), "aclrtDestroyEvent");
        check(aclrtDestroyEvent(fetched[turn]), "aclrtDestroyEvent");
    }
}

static void showTurns(const char* results) {
    printf("two streams took %d turns:", kTurns);
    for (int turn = 0; turn < kTurns; ++turn) {
        for (int i = 0; i < kBytes; ++i) {
            expect(results[(size_t)turn * kBytes + (size_t)i] == 'a' + turn,
                   "each turn fetched what it set");
        }
        printf(" %c", results[(size_t)turn * kBytes]);
    }
    printf("\n");
}

int main(void) {
    aclrtStream setting = NULL;
    aclrtStream fetching = NULL;
    void* memory = NULL;
    void* results = NULL;
    check(aclInit(NULL), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    check(aclrtCreateStream(&setting), "aclrtCreateStream");
    check(aclrtCreateStream(&fetching), "aclrtCreateStream");
    check(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    check(aclrtMallocHost(&results, (size_t)kTurns * kBytes), "aclrtMallocHost");
    takeTurns(setting, fetching, memory, results);
    showTurns(results);
    check(aclrtFreeHost(results), "aclrtFreeHost");
    check(aclrtFree(memory), "aclrtFree");
    check(aclrtDestroyStream(setting), "aclrtDestroyStream");
    check(aclrtDestroyStream(fetching), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
