#!/usr/bin/env python3
"""Writes a source with kernels of many signatures: make_signatures.py SEED COUNT FILE.

Kernel signature<n> has the parameters (report, expected, values...): it compares its values, byte by byte, with those
that lie at `expected` one behind the other, and writes at `report` the number of values and that of the first one that
differs (all: their number)."""
import random
import sys

# None has bits that a copy need not keep, but bool, of which the host sends 0 and 1 only.
TYPES = ["uint8_t", "int8_t", "bool", "uint16_t", "int16_t", "half", "bfloat16_t", "uint32_t", "int32_t", "float",
         "uint64_t", "int64_t", "double", "GM_ADDR", "Pair", "Odd", "Aligned", "Bits", "Number", "Large"]
HEAD = """// Made by tests/kernels/make_signatures.py.
#include "belay/kernel/kernel_operator.h"

struct Pair { uint32_t first; uint32_t second; };
struct Odd { uint8_t bytes[7]; };
struct alignas(16) Aligned { uint8_t bytes[48]; };
struct Bits { uint32_t low : 5; uint32_t high : 27; };
struct Large { uint32_t words[25]; };
enum class Number : uint16_t { kOne = 1 };

template <typename T>
inline bool equals(const T& value, const uint8_t* expected) {
    return __builtin_memcmp(&value, expected, sizeof(T)) == 0;
}
"""


def kernel(number, types):
    params = "".join(f", {kind} value{i}" for i, kind in enumerate(types))
    lines = [f'extern "C" __global__ __aicore__ void signature{number}(GM_ADDR report, GM_ADDR expected{params}) {{',
             "    uint32_t found = 0;"]
    if types:
        lines.append("    bool isEqual = true;")
    for i, kind in enumerate(types):
        lines += [f"    isEqual = isEqual && equals(value{i}, expected);",
                  "    found += isEqual ? 1 : 0;",
                  f"    expected += sizeof({kind});"]
    lines += ["    auto* words = reinterpret_cast<uint32_t*>(report);",
              f"    words[0] = {len(types)};",
              "    words[1] = found;",
              "}"]
    return "\n".join(lines)


def main():
    seed, count, path = sys.argv[1:]
    choice = random.Random(int(seed))
    kernels = []
    for number in range(int(count)):
        # Few parameters mostly; one kernel has as many as there can be.
        length = 126 if number == 0 else choice.randrange(0, 24)
        kernels.append(kernel(number, [choice.choice(TYPES) for _ in range(length)]))
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD + "\n" + "\n\n".join(kernels) + "\n")


main()
