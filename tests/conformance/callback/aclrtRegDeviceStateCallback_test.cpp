#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/device.h"
#include "support/named_callbacks.h"

namespace belay::test::aclrtRegDeviceStateCallback_test {
namespace {

constexpr const char* kName = "aclrtRegDeviceStateCallback";

std::string textOf(int32_t device, aclrtDeviceState state) {
    const char* names[] = {"set pre", "set post", "reset pre", "reset post"};
    return std::to_string(device) + " " + names[state];
}

// Notes what it is told, for the scope.
class Listener {
  public:
    Listener() {
        EXPECT_EQ(aclrtRegDeviceStateCallback("listener", &Listener::note, this), ACL_SUCCESS);
    }

    ~Listener() {
        EXPECT_EQ(aclrtRegDeviceStateCallback("listener", nullptr, nullptr), ACL_SUCCESS);
    }

    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    std::vector<std::string> take() { return std::exchange(told_, {}); }

  private:
    static void note(int32_t device, aclrtDeviceState state, void* self) {
        static_cast<Listener*>(self)->told_.push_back(textOf(device, state));
    }

    std::vector<std::string> told_;
};

using Texts = std::vector<std::string>;

TEST(aclrtRegDeviceStateCallback, TellsOfTheFirstSetAndTheLastReset) {
    Listener listener;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), (Texts{"0 set pre", "0 set post"}));
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), Texts());
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), (Texts{"0 reset pre", "0 reset post"}));
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take().size(), 4U);
}

TEST(aclrtRegDeviceStateCallback, ContextsOpenAndCloseADeviceToo) {
    Listener listener;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), (Texts{"0 set pre", "0 set post"}));
    ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), (Texts{"0 reset pre", "0 reset post"}));
}

TEST(aclrtRegDeviceStateCallback, CallsThatAreRefusedTellNothing) {
    Listener listener;
    EXPECT_NE(aclrtSetDevice(1000), ACL_SUCCESS);
    EXPECT_NE(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(listener.take(), Texts());
}

TEST(aclrtRegDeviceStateCallback, TheDeviceCanBeUsedAfterASetAndBeforeAReset) {
    const auto use = [](int32_t device, aclrtDeviceState state, void*) {
        if (state == ACL_RT_DEVICE_STATE_SET_POST || state == ACL_RT_DEVICE_STATE_RESET_PRE) {
            int32_t current = -1;
            EXPECT_EQ(aclrtGetDevice(&current), ACL_SUCCESS);
            EXPECT_EQ(current, device);
            const DeviceMemory memory(64);
            put(memory.get(), "abc");
            const OwnedStream stream;
            EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 1, 64, stream.get()), ACL_SUCCESS);
            EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        }
    };
    ASSERT_EQ(aclrtRegDeviceStateCallback("use", use, nullptr), ACL_SUCCESS);
    { const SetDevice session; }
    ASSERT_EQ(aclrtRegDeviceStateCallback("use", nullptr, nullptr), ACL_SUCCESS);
}

TEST(aclrtRegDeviceStateCallback, SettingAndResettingTheSameDeviceInsideIsNoDeadlock) {
    static std::vector<aclError> results;
    results.clear();
    const auto set = [](int32_t device, aclrtDeviceState state, void*) {
        static bool isInside = false;
        if (isInside) {
            return;
        }
        isInside = true;
        results.push_back(aclrtSetDevice(device));
        if (state != ACL_RT_DEVICE_STATE_SET_POST) {
            EXPECT_NE(recentMessage().find("would wait for itself"), std::string::npos);
            results.push_back(aclrtResetDevice(device));
        } else {
            EXPECT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
        }
        isInside = false;
    };
    ASSERT_EQ(aclrtRegDeviceStateCallback("set", set, nullptr), ACL_SUCCESS);
    { const SetDevice session; }
    ASSERT_EQ(aclrtRegDeviceStateCallback("set", nullptr, nullptr), ACL_SUCCESS);
    constexpr aclError kRefused = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
    EXPECT_EQ(results, (std::vector<aclError>{kRefused, kRefused, ACL_SUCCESS, kRefused, kRefused,
                                              kRefused, kRefused}));
}

TEST(aclrtRegDeviceStateCallback, NamesAreUniqueAndNotEmpty) {
    expectTakesNamesOnce(kName, [](const char* name, bool isNull) {
        const aclrtDeviceStateCallback nothing = [](int32_t, aclrtDeviceState, void*) {};
        return aclrtRegDeviceStateCallback(name, isNull ? nullptr : nothing, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtRegDeviceStateCallback_test
