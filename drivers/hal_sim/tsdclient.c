/* libtsdclient_sim.so: the library that starts the AI CPU's processes. There are none to start. */
#include <stdint.h>

#define BELAY_TSD_EXPORT __attribute__((visibility("default")))

/* NOLINTBEGIN(readability-identifier-naming): the vendor's names */
BELAY_TSD_EXPORT uint32_t TsdOpen(uint32_t logicDeviceId, uint32_t rankSize);
BELAY_TSD_EXPORT uint32_t TsdOpenEx(uint32_t logicDeviceId, uint32_t rankSize, uint32_t deviceMode);
BELAY_TSD_EXPORT uint32_t TsdClose(uint32_t logicDeviceId);

uint32_t TsdOpen(uint32_t logicDeviceId, uint32_t rankSize) {
    (void)logicDeviceId;
    (void)rankSize;
    return 0;
}

uint32_t TsdOpenEx(uint32_t logicDeviceId, uint32_t rankSize, uint32_t deviceMode) {
    (void)logicDeviceId;
    (void)rankSize;
    (void)deviceMode;
    return 0;
}

uint32_t TsdClose(uint32_t logicDeviceId) {
    (void)logicDeviceId;
    return 0;
}

/* NOLINTEND(readability-identifier-naming) */
