#include <atomic>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/host_pages.h"
#include "support/threads.h"

namespace belay::test::aclrtHostUnregister_test {
namespace {

TEST(aclrtHostUnregister, OnlyTheStartOfRegisteredMemoryIsTaken) {
    const SetDevice device;
    const HostPages pages(4);
    ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), ACL_HOST_REG_MAPPED), ACL_SUCCESS);
    for (char* other :
         {pages.get() + 1, pages.get() + HostPages::kPage, pages.get() - HostPages::kPage}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "aclrtHostUnregister",
                                "no registered memory",
                                [&] { return aclrtHostUnregister(other); }));
    }
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST(aclrtHostUnregister, NullAndAThreadWithoutContextAreRefused) {
    const SetDevice device;
    const HostPages pages(1);
    EXPECT_TRUE(refused("aclrtHostUnregister", "ptr", [] { return aclrtHostUnregister(nullptr); }));
    ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), ACL_HOST_REG_MAPPED), ACL_SUCCESS);
    onThreadWithoutContext(
        [&] { EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_ERROR_RT_CONTEXT_NULL); });
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
}

TEST(aclrtHostUnregister, OfManyThreadsOneSucceeds) {
    const SetDevice device;
    const HostPages pages(1);
    for (int round = 0; round < 20; ++round) {
        ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), ACL_HOST_REG_MAPPED), ACL_SUCCESS);
        std::atomic<int> succeeded{0};
        onThreads(4, [&](size_t) {
            const SetDevice own;
            succeeded += aclrtHostUnregister(pages.get()) == ACL_SUCCESS ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

TEST(aclrtHostUnregister, AResetOfTheDeviceDoesIt) {
    expectEndsWell([] {
        const HostPages pages(1);
        {
            const SetDevice device;
            ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), ACL_HOST_REG_MAPPED),
                      ACL_SUCCESS);
        }
        const SetDevice device;
        EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
    });
}

}  // namespace
}  // namespace belay::test::aclrtHostUnregister_test
