// What functions about variables that are linked into the program share.
#pragma once

#include <array>

#include "support/kernels.h"
#include "support/linked_kernels.h"

namespace belay::test {

using Table = std::array<uint32_t, 4>;

/// What the device has in linkedTable.
inline Table tableOnDevice() {
    Table values{};
    EXPECT_EQ(aclrtMemcpyFromSymbol(values.data(), sizeof values, &linkedTable, sizeof values, 0,
                                    ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS)
        << recentMessage();
    return values;
}

/// Whether `call(symbol)` is refused for whatever is no variable of linked kernels.
template <typename Call>
void expectNeedsSymbol(const std::string& function, Call call) {
    EXPECT_TRUE(refusedArgument(function, "symbol", [&] { return call(nullptr); }));
    const int local = 0;
    for (const void* symbol :
         std::initializer_list<const void*>{&local, kernelSymbol(&linkedScale), linkedTable + 1}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_SYMBOL, function, "no variable",
                                [&] { return call(symbol); }));
    }
}

/// Whether `call(count, offset)` is refused for parts that leave linkedTable.
template <typename Call>
void expectStaysInside(const std::string& function, Call call) {
    const auto isRefused = [&](size_t count, size_t offset) {
        return refusedArgument(function, "offset", [&] { return call(count, offset); });
    };
    EXPECT_TRUE(isRefused(sizeof(Table), 1));
    EXPECT_TRUE(isRefused(1, sizeof(Table)));
    EXPECT_TRUE(isRefused(0, sizeof(Table) + 1));
    EXPECT_TRUE(isRefused(4, SIZE_MAX - 1));
}

}  // namespace belay::test
