#include "support/device.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtCmoAsyncWithDesc_test {
namespace {

constexpr size_t kDescBytes = 64;

aclError maintain(void* desc, aclrtStream stream, int type = ACL_RT_CMO_TYPE_PREFETCH,
                  const void* reserve = nullptr) {
    return aclrtCmoAsyncWithDesc(desc, enumOf<aclrtCmoType>(type), stream, reserve);
}

TEST(aclrtCmoAsyncWithDesc, TheDescriptionIsReadWhenTheEntryRuns) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(4096);
    put(memory.get(), pattern(4096));
    ASSERT_EQ(aclrtCmoSetDesc(desc.get(), memory.get(), size_t{1} << 30), ACL_SUCCESS);
    HeldStream held;
    ASSERT_EQ(maintain(desc.get(), held.get()), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtCmoSetDesc(desc.get(), memory.get(), 4096), ACL_SUCCESS);
    held.open();
    held.synchronize();
    EXPECT_EQ(fetch(memory.get(), 4096), pattern(4096));
}

TEST(aclrtCmoAsyncWithDesc, ARangeThatIsNotThereIsAFailureOfTheStream) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(64);
    ASSERT_EQ(aclrtCmoSetDesc(desc.get(), memory.get(), 4096), ACL_SUCCESS);
    ASSERT_EQ(maintain(desc.get(), stream.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "reported once";
}

TEST(aclrtCmoAsyncWithDesc, BadArgumentsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory desc(kDescBytes);
    const PinnedMemory pinned(kDescBytes);
    EXPECT_TRUE(refused("aclrtCmoAsyncWithDesc", "cmoDesc",
                        [&] { return maintain(nullptr, stream.get()); }));
    EXPECT_TRUE(refused("aclrtCmoAsyncWithDesc", "cmoType",
                        [&] { return maintain(desc.get(), stream.get(), 4); }));
    EXPECT_TRUE(refused("aclrtCmoAsyncWithDesc", "reserve", [&] {
        return maintain(desc.get(), stream.get(), ACL_RT_CMO_TYPE_PREFETCH, pinned.get());
    }));
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCmoAsyncWithDesc", "'cmoType'",
                    [&] { return maintain(desc.get(), stream.get(), ACL_RT_CMO_TYPE_FLUSH); }));
    for (void* place : {pinned.get(), desc.get() + 40}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCmoAsyncWithDesc", "'cmoDesc'",
                                [&] { return maintain(place, stream.get()); }));
    }
}

TEST(aclrtCmoAsyncWithDesc, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    ASSERT_EQ(aclrtCmoSetDesc(desc.get(), desc.get(), kDescBytes), ACL_SUCCESS);
    expectOnlyStreamsOfTheContext("aclrtCmoAsyncWithDesc",
                                  [&](aclrtStream stream) { return maintain(desc.get(), stream); });
}

}  // namespace
}  // namespace belay::test::aclrtCmoAsyncWithDesc_test
