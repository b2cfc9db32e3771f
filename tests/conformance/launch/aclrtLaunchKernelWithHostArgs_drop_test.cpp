// What becomes of launches that never run.
#include <array>
#include <thread>

#include "support/launches.h"

namespace belay::test::aclrtLaunchKernelWithHostArgs_drop_test {
namespace {

// Launches that write 1, with three kilobytes of arguments each.
void launchStores(const TestKernel& kernel, aclrtStream stream, const DeviceWord& word, int count) {
    std::array<char, 3000> more{};
    for (int i = 0; i < count; ++i) {
        ArgsBlock block(word.get(), uint64_t{1}, more);
        ASSERT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream, nullptr, block.data(),
                                                block.size(), nullptr, 0),
                  ACL_SUCCESS)
            << recentMessage();
    }
}

TEST(aclrtLaunchKernelWithHostArgs, AnAbortGivesTheMemoryOfArgumentsBack) {
    const SetDevice session;
    const TestKernel kernel("store");
    const DeviceWord word;
    for (int round = 0; round < 20; ++round) {  // ten times what that memory holds
        HeldStream stream;
        launchStores(kernel, stream.get(), word, 40);
        ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(word.value(), 0U);
        launchStores(kernel, stream.get(), word, 80);
        expectSynchronized(stream.get());
        EXPECT_EQ(word.value(), 1U);
        word.set(0);
    }
}

TEST(aclrtLaunchKernelWithHostArgs, AStreamMayBeDestroyedWithLaunchesThatWait) {
    const SetDevice session;
    const TestKernel kernel("store");
    const DeviceWord word;
    Gate gate;
    OwnedStream stream;
    gate.hold(stream.get());
    launchStores(kernel, stream.get(), word, 40);
    ASSERT_EQ(aclrtDestroyStreamForce(stream.release()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(word.value(), 0U);
}

TEST(aclrtLaunchKernelWithHostArgs, MoreArgumentsThanThereIsMemoryForThemWait) {
    const SetDevice session;
    const TestKernel kernel("waitFor");
    const TestKernel store("store");
    const OwnedStream stream;
    const DeviceWord flag;
    const DeviceWord word;
    ArgsBlock block(flag.get());
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream.get(), nullptr, block.data(),
                                            block.size(), nullptr, 0),
              ACL_SUCCESS)
        << recentMessage();
    const aclrtContext context = currentContext();
    std::thread opener([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        flag.set(1);
    });
    launchStores(store, stream.get(), word, 300);
    opener.join();
    expectSynchronized(stream.get());
    EXPECT_EQ(word.value(), 1U);
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithHostArgs_drop_test
