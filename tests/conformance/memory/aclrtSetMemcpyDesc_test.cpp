#include "support/device.h"

namespace belay::test::aclrtSetMemcpyDesc_test {
namespace {

constexpr size_t kDescBytes = 64;

TEST(aclrtSetMemcpyDesc, ADescriptionCanBeWrittenAnew) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory from(64);
    const DeviceMemory to(64);
    for (const char* text : {"first", "again"}) {
        put(from.get(), text);
        ASSERT_EQ(aclrtSetMemcpyDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, from.get(),
                                     to.get(), 5, nullptr),
                  ACL_SUCCESS)
            << recentMessage();
        ASSERT_EQ(
            aclrtMemcpyAsyncWithDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(to.get(), 5), text);
    }
}

TEST(aclrtSetMemcpyDesc, BadArgumentsAreRefused) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(64);
    const PinnedMemory pinned(kDescBytes);
    put(desc.get(), std::string(kDescBytes, '.'));
    const auto refusedFor = [&](aclError code, const char* name, void* place, int kind,
                                void* source, void* target, size_t count, void* config) {
        return refusedWith(code, "aclrtSetMemcpyDesc", name, [&] {
            return aclrtSetMemcpyDesc(place, enumOf<aclrtMemcpyKind>(kind), source, target, count,
                                      config);
        });
    };
    constexpr aclError kInvalid = ACL_ERROR_INVALID_PARAM;
    constexpr int kInner = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    char* at = memory.get();
    EXPECT_TRUE(refusedFor(kInvalid, "'desc'", nullptr, kInner, at, at, 8, nullptr));
    EXPECT_TRUE(refusedFor(kInvalid, "'srcAddr'", desc.get(), kInner, nullptr, at, 8, nullptr));
    EXPECT_TRUE(refusedFor(kInvalid, "'dstAddr'", desc.get(), kInner, at, nullptr, 8, nullptr));
    EXPECT_TRUE(refusedFor(kInvalid, "'config'", desc.get(), kInner, at, at, 8, at));
    EXPECT_TRUE(refusedFor(kInvalid, "'kind'", desc.get(), 8, at, at, 8, nullptr));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "'kind'", desc.get(),
                           ACL_MEMCPY_DEVICE_TO_DEVICE, at, at, 8, nullptr));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'count'", desc.get(), kInner, at, at,
                           size_t{1} << 32, nullptr));
    EXPECT_TRUE(
        refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'desc'", pinned.get(), kInner, at, at, 8, nullptr))
        << "not in device memory";
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'desc'", desc.get() + 40, kInner, at, at, 8,
                           nullptr))
        << "only part of it in the block";
    EXPECT_EQ(fetch(desc.get(), kDescBytes), std::string(kDescBytes, '.')) << "untouched";
}

TEST(aclrtSetMemcpyDesc, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtSetMemcpyDesc", "no context", [&] {
            return aclrtSetMemcpyDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, desc.get(),
                                      desc.get(), 8, nullptr);
        }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtSetMemcpyDesc_test
