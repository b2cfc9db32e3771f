/* Loads and unloads the library many times, with a full life of the runtime in between: threads and
 * descriptors of the process are as before. With a log file, that file may stay open. */
#include <pthread.h>

#include "load.h"

typedef int (*InitFunction)(const char*);
typedef int (*FinalizeFunction)(void);
typedef int (*GetDeviceCountFunction)(unsigned*);
typedef int (*DeviceFunction)(int);
typedef int (*CreateFunction)(void**);
typedef int (*RecordFunction)(void*, void*);
typedef int (*SynchronizeFunction)(void*);

/* Work for a device, which is left to aclFinalize to close. */
static void useDevice(void* library) {
    void* stream = NULL;
    void* event = NULL;
    BELAY_CHECK(((DeviceFunction)functionOf(library, "aclrtSetDevice"))(0) == 0);
    BELAY_CHECK(((CreateFunction)functionOf(library, "aclrtCreateStream"))(&stream) == 0);
    BELAY_CHECK(((CreateFunction)functionOf(library, "aclrtCreateEvent"))(&event) == 0);
    BELAY_CHECK(((RecordFunction)functionOf(library, "aclrtRecordEvent"))(event, stream) == 0);
    BELAY_CHECK(((SynchronizeFunction)functionOf(library, "aclrtSynchronizeStream"))(stream) == 0);
}

static void liveOnce(const char* path) {
    unsigned count = 0;
    void* library = openLibrary(path);
    BELAY_CHECK(((InitFunction)functionOf(library, "aclInit"))(NULL) == 0);
    BELAY_CHECK(((GetDeviceCountFunction)functionOf(library, "aclrtGetDeviceCount"))(&count) == 0);
    useDevice(library);
    BELAY_CHECK(((FinalizeFunction)functionOf(library, "aclFinalize"))() == 0);
    BELAY_CHECK(dlclose(library) == 0);
}

static void* doNothing(void* argument) {
    return argument;
}

/* The run-time of the thread sanitizer starts a thread of its own with the first of the process. */
static void startFirstThread(void) {
    pthread_t thread;
    BELAY_CHECK(pthread_create(&thread, NULL, doNothing, NULL) == 0);
    BELAY_CHECK(pthread_join(thread, NULL) == 0);
}

int main(int argc, char** argv) {
    BELAY_CHECK(argc == 2);
    startFirstThread();
    const int logsToFile = getenv("ASCEND_PROCESS_LOG_PATH") != NULL;
    if (logsToFile) {
        liveOnce(argv[1]);
    }
    const int threads = entriesOf("/proc/self/task");
    const int descriptors = entriesOf("/proc/self/fd");
    for (int cycle = 0; cycle < 20; ++cycle) {
        liveOnce(argv[1]);
    }
    BELAY_CHECK(entriesOf("/proc/self/task") == threads);
    BELAY_CHECK(entriesOf("/proc/self/fd") == descriptors);
    return EXIT_SUCCESS;
}
