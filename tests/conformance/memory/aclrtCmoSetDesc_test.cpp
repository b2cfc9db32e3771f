#include "support/device.h"

namespace belay::test::aclrtCmoSetDesc_test {
namespace {

constexpr size_t kDescBytes = 64;

TEST(aclrtCmoSetDesc, WritesADescriptionToDeviceMemory) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(4096);
    put(desc.get(), std::string(kDescBytes, '.'));
    ASSERT_EQ(aclrtCmoSetDesc(desc.get(), memory.get(), 4096), ACL_SUCCESS) << recentMessage();
    EXPECT_NE(fetch(desc.get(), kDescBytes), std::string(kDescBytes, '.'));
}

TEST(aclrtCmoSetDesc, BadArgumentsAreRefused) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(64);
    const PinnedMemory pinned(kDescBytes);
    put(desc.get(), std::string(kDescBytes, '.'));
    EXPECT_TRUE(refused("aclrtCmoSetDesc", "cmoDesc",
                        [&] { return aclrtCmoSetDesc(nullptr, memory.get(), 64); }));
    EXPECT_TRUE(refused("aclrtCmoSetDesc", "src",
                        [&] { return aclrtCmoSetDesc(desc.get(), nullptr, 64); }));
    EXPECT_TRUE(refused("aclrtCmoSetDesc", "size",
                        [&] { return aclrtCmoSetDesc(desc.get(), memory.get(), 0); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCmoSetDesc", "'size'", [&] {
        return aclrtCmoSetDesc(desc.get(), memory.get(), size_t{1} << 32);
    }));
    for (void* place : {pinned.get(), desc.get() + 40}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtCmoSetDesc", "'cmoDesc'",
                                [&] { return aclrtCmoSetDesc(place, memory.get(), 64); }));
    }
    EXPECT_EQ(fetch(desc.get(), kDescBytes), std::string(kDescBytes, '.')) << "untouched";
}

TEST(aclrtCmoSetDesc, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtCmoSetDesc", "no context",
                                [&] { return aclrtCmoSetDesc(desc.get(), desc.get(), 64); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtCmoSetDesc_test
