#include "unit/kernel_library/device.h"

#include <cstdio>

namespace belay::test {

Device& device() {
    static Device instance;
    return instance;
}

namespace {

void note(std::string call) {
    device().calls.push_back(std::move(call));
}

}  // namespace
}  // namespace belay::test

using belay::test::device;
using belay::test::note;

extern "C" {

belay::kernel::BlockRecord* belayCurrentBlock() {
    return &device().block;
}

void belayFail(belay::kernel::Failure failure, const char* text) {
    throw belay::test::Failed{failure, text};
}

int belayPrint(const char* format, va_list arguments) {
    char text[8192];
    const int length = ::vsnprintf(text, sizeof text, format, arguments);
    device().printed += text;
    return length;
}

void belaySyncCores(bool onlyVectors) {
    note(onlyVectors ? "sync vectors" : "sync all");
}

void belaySetCoreFlag(belay::kernel::FlagMode mode, uint32_t flag) {
    note("set " + std::to_string(static_cast<uint32_t>(mode)) + " " + std::to_string(flag));
}

void belayWaitCoreFlag(uint32_t flag) {
    note("wait " + std::to_string(flag));
}

}  // extern "C"
