#include <vector>

#include "support/device.h"

namespace belay::test::aclrtMemset_test {
namespace {

TEST(aclrtMemset, SetsBytesOfDeviceAndHost) {
    const SetDevice device;
    for (const size_t bytes : {size_t{1}, size_t{63}, size_t{4097}, size_t{3} << 20}) {
        const DeviceMemory memory(bytes);
        const PinnedMemory pinned(bytes);
        std::string ordinary(bytes, '?');
        for (char* start : {memory.get(), pinned.get(), ordinary.data()}) {
            ASSERT_EQ(aclrtMemset(start, bytes, 0xAB, bytes), ACL_SUCCESS);
            EXPECT_EQ(fetch(start, bytes), std::string(bytes, '\xAB'));
        }
    }
}

TEST(aclrtMemset, OnlyTheLowestBitsOfTheValueCount) {
    const SetDevice device;
    const DeviceMemory memory(4);
    for (const int32_t value : {0x1234, -1, 0, INT32_MIN}) {
        ASSERT_EQ(aclrtMemset(memory.get(), 4, value, 4), ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), 4), std::string(4, static_cast<char>(value & 0xFF)));
    }
}

TEST(aclrtMemset, MoreThanTheTargetHoldsIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    put(memory.get(), std::string(64, '.'));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemset", "'maxCount'",
                            [&] { return aclrtMemset(memory.get(), 32, 0, 64); }));
    EXPECT_EQ(aclrtMemset(memory.get(), 0, 0, 1), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemset", "leaves its allocation",
                            [&] { return aclrtMemset(memory.get(), 97, 0, 97); }));
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.')) << "untouched";
}

TEST(aclrtMemset, NothingToSetSucceeds) {
    const SetDevice device;
    const DeviceMemory memory(4);
    put(memory.get(), "abcd");
    EXPECT_EQ(aclrtMemset(memory.get(), 4, 0, 0), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 4), "abcd");
}

TEST(aclrtMemset, NullIsRefused) {
    const SetDevice device;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemset", "'devPtr'",
                            [] { return aclrtMemset(nullptr, 32, 0, 32); }));
}

TEST(aclrtMemset, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(32);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemset", "no context",
                                [&] { return aclrtMemset(memory.get(), 32, 0, 32); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemset_test
