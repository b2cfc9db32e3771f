// Kernels and variables that the conformance program is linked with: kernels/linked_kernels.cpp, as
// host code names them.
#pragma once

#include <cstdint>

extern "C" void linkedScale(uint8_t* number);
void linkedAdd(uint8_t* number, uint64_t more);

extern uint64_t linkedFactor;
extern uint32_t linkedTable[4];

namespace belay::test {

inline const void* kernelSymbol(void (*kernel)(uint8_t*)) {
    return reinterpret_cast<const void*>(kernel);
}

}  // namespace belay::test
