#include <array>
#include <vector>

#include "support/device.h"
#include "support/threads.h"

namespace belay::test::aclrtMemcpy2d_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

// Rows of `width` bytes of `text`, with dots to the pitch behind all but the last.
std::string spread(const std::string& text, size_t width, size_t pitch) {
    std::string rows;
    for (size_t at = 0; at < text.size(); at += width) {
        rows += text.substr(at, width);
        rows.append(at + width < text.size() ? pitch - width : 0, '.');
    }
    return rows;
}

TEST(aclrtMemcpy2d, RowsGoThereAndBackBetweenPitches) {
    const SetDevice device;

    struct Shape {
        size_t width;
        size_t height;
        size_t hostPitch;
        size_t devicePitch;
    };

    for (const Shape& shape :
         {Shape{1, 1, 1, 1}, Shape{3, 4, 5, 7}, Shape{64, 100, 64, 64}, Shape{64, 100, 64, 512},
          Shape{4097, 33, 5000, 4097}, Shape{kMiB + 1, 5, kMiB + 1, 2 * kMiB}}) {
        const std::string text = pattern(shape.width * shape.height);
        const std::string source = spread(text, shape.width, shape.hostPitch);
        const std::string onDevice = spread(text, shape.width, shape.devicePitch);
        const DeviceMemory memory(onDevice.size());
        const PinnedMemory pinned(source.size());
        put(memory.get(), std::string(onDevice.size(), '.'));
        ASSERT_EQ(aclrtMemcpy2d(memory.get(), shape.devicePitch, source.data(), shape.hostPitch,
                                shape.width, shape.height, ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_SUCCESS)
            << recentMessage();
        EXPECT_EQ(fetch(memory.get(), onDevice.size()), onDevice) << "nothing between the rows";
        std::memset(pinned.get(), '.', source.size());
        ASSERT_EQ(aclrtMemcpy2d(pinned.get(), shape.hostPitch, memory.get(), shape.devicePitch,
                                shape.width, shape.height, ACL_MEMCPY_DEVICE_TO_HOST),
                  ACL_SUCCESS)
            << recentMessage();
        EXPECT_EQ(std::string(pinned.get(), source.size()), source);
    }
}

TEST(aclrtMemcpy2d, AnEmptyRectangleIsNothingToCopy) {
    const SetDevice device;
    EXPECT_EQ(aclrtMemcpy2d(nullptr, 0, nullptr, 0, 0, 5, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy2d(nullptr, 5, nullptr, 5, 5, 0, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
}

TEST(aclrtMemcpy2d, OtherKindsAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    std::array<char, 64> host{};
    const auto copyAs = [&](int kind) {
        return aclrtMemcpy2d(memory.get(), 8, host.data(), 8, 8, 8, enumOf<aclrtMemcpyKind>(kind));
    };
    for (const int kind : {ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT,
                           ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, ACL_MEMCPY_INNER_DEVICE_TO_DEVICE,
                           ACL_MEMCPY_INTER_DEVICE_TO_DEVICE}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtMemcpy2d", "'kind'",
                                [&] { return copyAs(kind); }));
    }
    for (const int kind : {8, -1}) {
        EXPECT_TRUE(refused("aclrtMemcpy2d", "kind", [&] { return copyAs(kind); }));
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy2d", "'kind'", [&] {
        return copyAs(ACL_MEMCPY_DEVICE_TO_HOST);
    })) << "the addresses say otherwise";
}

TEST(aclrtMemcpy2d, BadShapesAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    std::array<char, 64> host{};
    put(memory.get(), std::string(64, '.'));
    const auto refusedFor = [&](const char* name, void* target, size_t targetPitch,
                                const void* source, size_t sourcePitch, size_t height) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy2d", name, [&] {
            return aclrtMemcpy2d(target, targetPitch, source, sourcePitch, 8, height,
                                 ACL_MEMCPY_HOST_TO_DEVICE);
        });
    };
    EXPECT_TRUE(refusedFor("'dst'", nullptr, 8, host.data(), 8, 8));
    EXPECT_TRUE(refusedFor("'src'", memory.get(), 8, nullptr, 8, 8));
    EXPECT_TRUE(refusedFor("'dpitch'", memory.get(), 7, host.data(), 8, 8));
    EXPECT_TRUE(refusedFor("'spitch'", memory.get(), 8, host.data(), 7, 8));
    EXPECT_TRUE(refusedFor("'height'", memory.get(), 8, host.data(), 8, SIZE_MAX));
    EXPECT_TRUE(refusedFor("'height'", memory.get(), SIZE_MAX / 2, host.data(), 8, 4));
    EXPECT_TRUE(refusedFor("leaves its allocation", memory.get(), 100, host.data(), 8, 8));
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.')) << "untouched";
}

TEST(aclrtMemcpy2d, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    std::array<char, 64> host{};
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemcpy2d", "no context", [&] {
            return aclrtMemcpy2d(memory.get(), 8, host.data(), 8, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE);
        }));
    });
}

TEST(aclrtMemcpy2d, ThreadsWriteColumnsOfOneMatrix) {
    constexpr size_t kThreads = 4;
    constexpr size_t kWidth = 16;
    constexpr size_t kPitch = kThreads * kWidth;
    constexpr size_t kHeight = 500;
    const SetDevice device;
    const DeviceMemory memory(kPitch * kHeight);
    onThreads(kThreads, [&](size_t index) {
        const SetDevice own;
        const std::string column(kWidth * kHeight, static_cast<char>('a' + index));
        for (int round = 0; round < 20; ++round) {
            ASSERT_EQ(aclrtMemcpy2d(memory.get() + index * kWidth, kPitch, column.data(), kWidth,
                                    kWidth, kHeight, ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_SUCCESS);
        }
    });
    std::string row;
    for (size_t index = 0; index < kThreads; ++index) {
        row.append(kWidth, static_cast<char>('a' + index));
    }
    const std::string matrix = fetch(memory.get(), kPitch * kHeight);
    for (size_t at = 0; at < matrix.size(); at += kPitch) {
        ASSERT_EQ(matrix.substr(at, kPitch), row);
    }
}

}  // namespace
}  // namespace belay::test::aclrtMemcpy2d_test
