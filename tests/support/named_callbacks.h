// Refusals that the functions share which register a callback under a name.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/refusal.h"

namespace belay::test {

/// Whether `call(name, isNull)`, which registers a function, or with `isNull` removes it, takes
/// names as it should.
template <typename Call>
void expectTakesNamesOnce(const std::string& function, Call call) {
    const auto refusedName = [&](const char* name, bool isNull, const std::string& text) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, text,
                           [&] { return call(name, isNull); });
    };
    EXPECT_TRUE(refusedName("one", true, "no function is registered"));
    ASSERT_EQ(call("one", false), ACL_SUCCESS);
    ASSERT_EQ(call("two", false), ACL_SUCCESS);
    EXPECT_TRUE(refusedName("one", false, "registered already"));
    EXPECT_EQ(call("one", true), ACL_SUCCESS);
    EXPECT_TRUE(refusedName("one", true, "'regName'"));
    EXPECT_EQ(call("one", false), ACL_SUCCESS);
    EXPECT_EQ(call("one", true), ACL_SUCCESS);
    EXPECT_EQ(call("two", true), ACL_SUCCESS);
    for (const bool isNull : {true, false}) {
        EXPECT_TRUE(refusedName("", isNull, "'regName' is empty"));
        EXPECT_TRUE(refused(function, "regName", [&] { return call(nullptr, isNull); }));
    }
}

}  // namespace belay::test
