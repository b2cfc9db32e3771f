// Functions that are not built yet: each answers that it is not supported, and says so. The list
// is the library's own, so this file shrinks with it.
#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_platform.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "acl/ops/acl_cblas.h"
#include "support/refusal.h"

namespace belay::test::not_built_test {
namespace {

constexpr aclError kRtFeatureNotSupport = 207000;
constexpr aclError kApiNotSupport = 200001;

// Calls `function` with zeros; whether it answered `code`, or null, 0 or nothing where it returns
// no code.
template <typename R, typename... Args>
testing::AssertionResult answersWith(aclError code, R (*function)(Args...)) {
    if constexpr (std::is_void_v<R>) {
        function(Args()...);
        return testing::AssertionSuccess();
    } else {
        R expected = R();
        if constexpr (std::is_same_v<R, aclError>) {
            expected = code;
        }
        const R result = function(Args()...);
        if (result != expected) {
            return testing::AssertionFailure() << "it returned " << testing::PrintToString(result);
        }
        return testing::AssertionSuccess();
    }
}

struct NotBuilt {
    const char* name;
    aclError code;
    testing::AssertionResult (*call)();
};

// The return and parameter types pick the C function where C++ overloads it.
// NOLINTBEGIN(bugprone-macro-parentheses): types and parameter lists cannot have any.
const std::vector<NotBuilt> kNotBuilt = {
#define BELAY_NOT_BUILT(code, returns, name, parameters) \
    {#name, code, [] { return answersWith(code, static_cast<returns(*) parameters>(&name)); }},
#include <belay_not_built.inc>
#undef BELAY_NOT_BUILT
};

// NOLINTEND(bugprone-macro-parentheses)

class NotBuiltYet : public testing::TestWithParam<NotBuilt> {};

TEST_P(NotBuiltYet, SaysSo) {
    const NotBuilt& function = GetParam();
    forgetErrors();
    EXPECT_TRUE(function.call());
    EXPECT_TRUE(remembersFailure(function.code, function.name, "not implemented"));
}

INSTANTIATE_TEST_SUITE_P(Functions, NotBuiltYet, testing::ValuesIn(kNotBuilt),
                         [](const auto& function) { return std::string(function.param.name); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NotBuiltYet);

}  // namespace
}  // namespace belay::test::not_built_test
