#include "api/objects.h"

namespace belay::api {

Result<Ref<Device>> deviceThatIsSet(int32_t deviceId) {
    BELAY_TRY(Devices::instance().info(deviceId).takeStatus());
    Ref<Device> device = Devices::instance().find(deviceId);
    if (!device) {
        return Status::error(Code::kRtContextNull,
                             "argument 'deviceId' is {}, a device that is not set; call "
                             "aclrtSetDevice first",
                             deviceId);
    }
    return device;
}

Result<Stream*> streamOrDefault(aclrtStream handle) {
    if (handle != nullptr) {
        return fromHandle<Stream>(handle, "stream");
    }
    BELAY_ASSIGN(const Context* context, currentContext());
    return context->defaultStream();
}

Result<Stream*> streamOfContext(aclrtStream handle) {
    BELAY_ASSIGN(const Context* context, currentContext());
    if (handle == nullptr) {
        return context->defaultStream();
    }
    BELAY_ASSIGN(Stream * stream, fromHandle<Stream>(handle, "stream"));
    if (&stream->context() != context) [[unlikely]] {
        return Status::error(Code::kRtStreamContext,
                             "argument 'stream' is {}, a stream of another context than the "
                             "current one",
                             static_cast<void*>(handle));
    }
    return stream;
}

Result<Event*> eventOf(aclrtEvent handle, const char* argument) {
    BELAY_TRY(requireNotNull(handle, argument));
    return fromHandle<Event>(handle, argument);
}

uint32_t deviceNumber(const driver::PointerInfo& info, const Device& current) {
    return info.device == current.driverNumber() ? current.number()
                                                 : Devices::instance().numberOf(info.device);
}

Result<Deadline> deadlineOf(int32_t timeoutMs) {
    if (timeoutMs == 0 || timeoutMs < -1) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'timeout' is {} ms; it must be -1, for no limit, or above 0",
                             timeoutMs);
    }
    return Deadline::afterMs(timeoutMs);
}

}  // namespace belay::api
