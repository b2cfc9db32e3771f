// Processes that have little of something: calls work, or say that they cannot.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <thread>
#include <vector>

#include "acl/acl.h"
#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/sanitizers.h"

namespace belay::test::limits_test {
namespace {

TEST(Limits, HandlesNeedLittleAddressSpace) {
    if (kIsSanitized) {
        GTEST_SKIP() << "sanitizers need much address space themselves";
    }
    expectEndsWell([] {
        const rlimit little{size_t{64} << 20, size_t{64} << 20};
        ASSERT_EQ(::setrlimit(RLIMIT_AS, &little), 0);
        aclDataBuffer* buffer = aclCreateDataBuffer(nullptr, 7);
        EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 7U);
        EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    });
}

TEST(Limits, NoHandleIsAnAddressWhereThereIsNoRoomForHandles) {
    if (kIsSanitized) {
        GTEST_SKIP() << "sanitizers need much address space themselves";
    }
    expectEndsWell([] {
        const rlimit none{1, 1};
        ASSERT_EQ(::setrlimit(RLIMIT_AS, &none), 0);
        for (size_t address = 0; address < 4096; address += 16) {
            auto* const buffer = reinterpret_cast<aclDataBuffer*>(address);
            EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_ERROR_INVALID_PARAM);
        }
        EXPECT_EQ(aclCreateDataBuffer(nullptr, 7), nullptr);
    });
}

// Thread-specific data of the application must not be taken for the library's.
TEST(Limits, ApplicationMayHaveTakenAllThreadSpecificKeys) {
    expectEndsWell([] {
        std::vector<pthread_key_t> keys;
        pthread_key_t key = 0;
        while (::pthread_key_create(&key, nullptr) == 0) {
            keys.push_back(key);
        }
        const auto useAll = [&keys] {
            for (const pthread_key_t each : keys) {
                ::pthread_setspecific(each, &keys);
            }
            EXPECT_TRUE(refused("aclDestroyDataBuffer", "dataBuffer",
                                [] { return aclDestroyDataBuffer(nullptr); }));
            for (const pthread_key_t each : keys) {
                EXPECT_EQ(::pthread_getspecific(each), &keys);
            }
        };
        useAll();
        std::thread(useAll).join();
    });
}

}  // namespace
}  // namespace belay::test::limits_test
