#include <set>

#include "support/kernel_args.h"
#include "support/threads.h"

namespace belay::test::aclrtKernelArgsInit_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsInit";

TEST(aclrtKernelArgsInit, MakesIndependentLists) {
    const SetDevice session;
    const OwnedFunction function;
    aclrtArgsHandle first = nullptr;
    aclrtArgsHandle second = nullptr;
    ASSERT_EQ(aclrtKernelArgsInit(function.get(), &first), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsInit(function.get(), &second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    EXPECT_EQ(aclrtKernelArgsFinalize(first), ACL_SUCCESS);
    append(second, 1);
}

TEST(aclrtKernelArgsInit, ListsThatWereNotLaunchedStay) {
    const SetDevice session;
    const OwnedFunction function;
    std::vector<aclrtArgsHandle> lists(1000);
    for (aclrtArgsHandle& args : lists) {
        ASSERT_EQ(aclrtKernelArgsInit(function.get(), &args), ACL_SUCCESS);
    }
    EXPECT_EQ(std::set<aclrtArgsHandle>(lists.begin(), lists.end()).size(), lists.size());
    for (aclrtArgsHandle args : lists) {
        append(args, 1);
    }
}

TEST(aclrtKernelArgsInit, AListGoesWithItsFunction) {
    const SetDevice session;
    aclrtArgsHandle args = nullptr;
    {
        const OwnedFunction function;
        ASSERT_EQ(aclrtKernelArgsInit(function.get(), &args), ACL_SUCCESS);
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_HANDLE, "aclrtKernelArgsFinalize", "'argsHandle'",
                            [&] { return aclrtKernelArgsFinalize(args); }));
}

TEST(aclrtKernelArgsInit, ManyThreadsMakeLists) {
    const SetDevice session;
    const OwnedFunction function;
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 100; ++i) {
            aclrtArgsHandle args = nullptr;
            ASSERT_EQ(aclrtKernelArgsInit(function.get(), &args), ACL_SUCCESS);
            append(args, i);
            EXPECT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
        }
    });
}

TEST(aclrtKernelArgsInit, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    EXPECT_TRUE(refusedArgument(kName, "argsHandle",
                                [&] { return aclrtKernelArgsInit(function.get(), nullptr); }));
    aclrtArgsHandle args = &args;
    expectNeedsHandle<FunctionHandle>(kName, "funcHandle",
                                      [&](void* bad) { return aclrtKernelArgsInit(bad, &args); });
    EXPECT_EQ(args, &args);
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsInit_test
