#include <gtest/gtest.h>

#include <array>

#include "support/device.h"
#include "support/notifies.h"

namespace belay::test::aclrtNotifyBatchReset_test {
namespace {

constexpr const char* kName = "aclrtNotifyBatchReset";

// Whether the notify is set; it is not afterwards.
bool takeRecord(aclrtNotify notify) {
    const OwnedStream stream;
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, stream.get(), 0), ACL_SUCCESS);
    const bool isSet = aclrtSynchronizeStreamWithTimeout(stream.get(), 20) == ACL_SUCCESS;
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    return isSet;
}

struct Set {
    std::array<OwnedNotify, 5> owned;
    std::array<aclrtNotify, 5> notifies{};

    Set() {
        for (size_t i = 0; i < owned.size(); ++i) {
            owned[i] = makeNotify();
            notifies[i] = owned[i].get();
            EXPECT_EQ(aclrtRecordNotify(notifies[i], nullptr), ACL_SUCCESS);
        }
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    }
};

TEST(aclrtNotifyBatchReset, DropsTheRecordsOfThoseThatAreNamed) {
    const SetDevice session;
    Set set;
    ASSERT_EQ(aclrtNotifyBatchReset(set.notifies.data(), 3), ACL_SUCCESS);
    for (size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(takeRecord(set.notifies[i]), i >= 3) << i;
    }
}

TEST(aclrtNotifyBatchReset, OneThatIsNotSetStaysSoAndWorksOn) {
    const SetDevice session;
    OwnedNotify notify = makeNotify();
    aclrtNotify handle = notify.get();
    ASSERT_EQ(aclrtNotifyBatchReset(&handle, 1), ACL_SUCCESS);
    EXPECT_FALSE(takeRecord(handle));
    ASSERT_EQ(aclrtRecordNotify(handle, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_TRUE(takeRecord(handle));
}

TEST(aclrtNotifyBatchReset, StreamsThatWaitGoOnWaiting) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedNotify notify = makeNotify();
    aclrtNotify handle = notify.get();
    ASSERT_EQ(aclrtWaitAndResetNotify(handle, stream.get(), 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtNotifyBatchReset(&handle, 1), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
    ASSERT_EQ(aclrtRecordNotify(handle, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtNotifyBatchReset, ABadHandleIsNamedAndNothingIsCleared) {
    const SetDevice session;
    for (const bool isNull : {true, false}) {
        Set set;
        const OwnedEvent event = makeEvent();
        set.notifies[4] = isNull ? nullptr : event.get();
        EXPECT_TRUE(refusedWith(isNull ? ACL_ERROR_INVALID_PARAM : ACL_ERROR_RT_PARAM_INVALID,
                                kName, "'notifies', place 4",
                                [&] { return aclrtNotifyBatchReset(set.notifies.data(), 5); }));
        EXPECT_TRUE(takeRecord(set.notifies[0]));
    }
}

TEST(aclrtNotifyBatchReset, AnEmptyOrMissingArrayIsRefused) {
    const SetDevice session;
    Set set;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'num'",
                            [&] { return aclrtNotifyBatchReset(set.notifies.data(), 0); }));
    EXPECT_TRUE(refused(kName, "notifies", [] { return aclrtNotifyBatchReset(nullptr, 1); }));
    EXPECT_TRUE(refused(kName, "num",
                        [&] { return aclrtNotifyBatchReset(set.notifies.data(), SIZE_MAX); }));
}

}  // namespace
}  // namespace belay::test::aclrtNotifyBatchReset_test
