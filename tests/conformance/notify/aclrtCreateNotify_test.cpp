#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/notifies.h"
#include "support/threads.h"

namespace belay::test::aclrtCreateNotify_test {
namespace {

constexpr const char* kName = "aclrtCreateNotify";
constexpr size_t kMost = 8192;  // of one device

TEST(aclrtCreateNotify, ANewOneIsNotSet) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedNotify notify = makeNotify();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtCreateNotify, AnIdThatWasUsedBeforeIsNotSetEither) {
    const SetDevice session;
    const OwnedStream stream;
    {
        const OwnedNotify notify = makeNotify();
        ASSERT_EQ(aclrtRecordNotify(notify.get(), stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    }
    const OwnedNotify notify = makeNotify();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
}

TEST(aclrtCreateNotify, BothFlagsAreTaken) {
    const SetDevice session;
    for (const uint64_t flag : {ACL_NOTIFY_DEFAULT, ACL_NOTIFY_DEVICE_USE_ONLY}) {
        aclrtNotify notify = nullptr;
        ASSERT_EQ(aclrtCreateNotify(&notify, flag), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
    }
}

TEST(aclrtCreateNotify, OtherFlagsAreRefused) {
    const SetDevice session;
    for (const uint64_t flag : {uint64_t{2}, uint64_t{3}, uint64_t{1} << 32, UINT64_MAX}) {
        auto* notify = reinterpret_cast<aclrtNotify>(7);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'",
                                [&] { return aclrtCreateNotify(&notify, flag); }));
        EXPECT_EQ(notify, reinterpret_cast<aclrtNotify>(7));
    }
}

TEST(aclrtCreateNotify, RunningOutIsACodeAndNotTheEnd) {
    const SetDevice session;
    std::vector<OwnedNotify> all;
    while (all.size() < kMost) {
        aclrtNotify notify = nullptr;
        ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS) << all.size();
        all.emplace_back(notify);
    }
    auto* more = reinterpret_cast<aclrtNotify>(7);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, kName, "notify",
                            [&] { return aclrtCreateNotify(&more, 0); }));
    EXPECT_EQ(more, reinterpret_cast<aclrtNotify>(7));
    all.pop_back();
    const OwnedNotify again = makeNotify();
}

TEST(aclrtCreateNotify, ManyThreadsGetDifferentOnes) {
    const SetDevice session;
    aclrtContext context = currentContext();
    std::vector<std::vector<OwnedNotify>> made(4);
    onThreads(4, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 100; ++i) {
            made[thread].push_back(makeNotify());
        }
    });
    std::set<uint32_t> ids;
    for (const auto& notifies : made) {
        for (const OwnedNotify& notify : notifies) {
            uint32_t id = 0;
            ASSERT_EQ(aclrtGetNotifyId(notify.get(), &id), ACL_SUCCESS);
            ids.insert(id);
        }
    }
    EXPECT_EQ(ids.size(), 400U);
}

TEST(aclrtCreateNotify, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "notify", [] { return aclrtCreateNotify(nullptr, 0); }));
}

TEST(aclrtCreateNotify, NeedsAContext) {
    aclrtNotify notify = nullptr;
    expectNeedsContext(kName, [&] { return aclrtCreateNotify(&notify, 0); });
    EXPECT_EQ(notify, nullptr);
}

}  // namespace
}  // namespace belay::test::aclrtCreateNotify_test
