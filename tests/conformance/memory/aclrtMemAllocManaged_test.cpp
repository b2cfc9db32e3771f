#include <cstring>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/managed.h"

namespace belay::test::aclrtMemAllocManaged_test {
namespace {

TEST(aclrtMemAllocManaged, HostAndDeviceUseOneAddress) {
    const SetDevice device;
    const OwnedStream stream;
    const Managed managed(2);
    const DeviceMemory memory(100);
    const std::string text = pattern(100);
    std::memcpy(managed.get(), text.data(), 100);
    for (const auto kind :
         {ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT}) {
        ASSERT_EQ(aclrtMemset(memory.get(), 100, 0, 100), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpyAsync(memory.get(), 100, managed.get(), 100, kind, stream.get()),
                  ACL_SUCCESS)
            << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), 100), text);
    }
    for (const auto kind : {ACL_MEMCPY_DEVICE_TO_HOST, ACL_MEMCPY_DEFAULT}) {
        std::memset(managed.page(1), 0, 100);
        ASSERT_EQ(aclrtMemcpyAsync(managed.page(1), 100, memory.get(), 100, kind, stream.get()),
                  ACL_SUCCESS)
            << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(std::string(managed.page(1), 100), text);
    }
    ASSERT_EQ(aclrtMemcpyAsync(managed.get() + 200, 100, managed.get(), 100, ACL_MEMCPY_DEFAULT,
                               stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(managed.get(), 100, 'x', 100, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(std::string(managed.get() + 200, 100), text);
    EXPECT_EQ(std::string(managed.get(), 100), std::string(100, 'x'));
}

TEST(aclrtMemAllocManaged, SizesAreRoundedUpToPages) {
    const SetDevice device;
    void* start = nullptr;
    ASSERT_EQ(aclrtMemAllocManaged(&start, 1, ACL_RT_MEM_ATTACH_GLOBAL), ACL_SUCCESS);
    void* base = nullptr;
    size_t bytes = 0;
    ASSERT_EQ(aclrtMemGetAddressRange(start, &base, &bytes), ACL_SUCCESS);
    EXPECT_EQ(base, start);
    EXPECT_EQ(bytes, kManagedPage);
    EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
}

TEST(aclrtMemAllocManaged, PointerAttributesSayManaged) {
    const SetDevice device;
    const Managed managed(1);
    aclrtPtrAttributes attributes{};
    ASSERT_EQ(aclrtPointerGetAttributes(managed.get() + 5, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_MANAGED);
    EXPECT_EQ(attributes.pageSize, kManagedPage);
}

TEST(aclrtMemAllocManaged, OnlyAclrtFreeReleasesIt) {
    const SetDevice device;
    void* start = nullptr;
    ASSERT_EQ(aclrtMemAllocManaged(&start, 100, ACL_RT_MEM_ATTACH_GLOBAL), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFreeHost", "'hostPtr'",
                            [&] { return aclrtFreeHost(start); }));
    EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(start), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtMemAllocManaged, AllDevicesUseIt) {
    expectEndsWell(
        [] {
            const SetDevice first(0);
            const Managed managed(1);
            std::memcpy(managed.get(), "0123456789", 10);
            for (const int32_t number : {0, 1}) {
                const SetDevice device(number);
                const OwnedStream stream;
                const DeviceMemory memory(10);
                ASSERT_EQ(aclrtMemcpyAsync(memory.get(), 10, managed.get(), 10, ACL_MEMCPY_DEFAULT,
                                           stream.get()),
                          ACL_SUCCESS);
                ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
                EXPECT_EQ(fetch(memory.get(), 10), "0123456789");
            }
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

TEST(aclrtMemAllocManaged, BadArgumentsAreRefused) {
    const SetDevice device;
    int mark = 0;
    void* start = &mark;
    EXPECT_TRUE(refused("aclrtMemAllocManaged", "ptr",
                        [] { return aclrtMemAllocManaged(nullptr, 100, 1); }));
    EXPECT_TRUE(refused("aclrtMemAllocManaged", "size",
                        [&] { return aclrtMemAllocManaged(&start, 0, 1); }));
    for (const uint32_t flag : {0U, 2U, 3U}) {
        EXPECT_TRUE(refused("aclrtMemAllocManaged", "flag",
                            [&] { return aclrtMemAllocManaged(&start, 100, flag); }));
    }
    for (const uint64_t size : {(uint64_t{3} << 40) + 1, UINT64_MAX, uint64_t{3} << 40}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_MEMORY_ALLOCATION, "aclrtMemAllocManaged", "",
                                [&] { return aclrtMemAllocManaged(&start, size, 1); }));
    }
    EXPECT_EQ(start, &mark) << "untouched";
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemAllocManaged", "no context",
                                [&] { return aclrtMemAllocManaged(&start, 100, 1); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemAllocManaged_test
