#include "support/device.h"
#include "support/host_pages.h"

namespace belay::test::aclrtMemGetAddressRange_test {
namespace {

TEST(aclrtMemGetAddressRange, AnyAddressInABlockLeadsToIt) {
    const SetDevice device;
    const DeviceMemory memory(1000);
    const PinnedMemory pinned(1000);
    const HostPages pages(2);
    ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), ACL_HOST_REG_MAPPED), ACL_SUCCESS);
    for (char* start : {memory.get(), pinned.get(), pages.get()}) {
        void* base = nullptr;
        size_t bytes = 0;
        for (const size_t offset : {0U, 1U, 999U}) {
            ASSERT_EQ(aclrtMemGetAddressRange(start + offset, &base, &bytes), ACL_SUCCESS);
            EXPECT_EQ(base, start);
            EXPECT_GE(bytes, 1000U);
        }
    }
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
}

TEST(aclrtMemGetAddressRange, EitherAnswerMayBeUnwanted) {
    const SetDevice device;
    const DeviceMemory memory(64);
    void* base = nullptr;
    size_t bytes = 0;
    EXPECT_EQ(aclrtMemGetAddressRange(memory.get() + 5, &base, nullptr), ACL_SUCCESS);
    EXPECT_EQ(base, memory.get());
    EXPECT_EQ(aclrtMemGetAddressRange(memory.get() + 5, nullptr, &bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, 96U);
    EXPECT_EQ(aclrtMemGetAddressRange(memory.get(), nullptr, nullptr), ACL_SUCCESS);
}

TEST(aclrtMemGetAddressRange, AddressesOfNoBlockAreRefused) {
    const SetDevice device;
    char* freed = DeviceMemory(100).detach();
    ASSERT_EQ(aclrtFree(freed), ACL_SUCCESS);
    int onStack = 0;
    for (void* other : {static_cast<void*>(freed), static_cast<void*>(&onStack),
                        reinterpret_cast<void*>(UINTPTR_MAX)}) {
        void* base = &base;
        size_t bytes = 5;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemGetAddressRange", "'ptr'",
                                [&] { return aclrtMemGetAddressRange(other, &base, &bytes); }));
        EXPECT_EQ(base, &base);
        EXPECT_EQ(bytes, 5U);
    }
    EXPECT_TRUE(refused("aclrtMemGetAddressRange", "ptr",
                        [] { return aclrtMemGetAddressRange(nullptr, nullptr, nullptr); }));
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtMemGetAddressRange(freed, nullptr, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemGetAddressRange_test
