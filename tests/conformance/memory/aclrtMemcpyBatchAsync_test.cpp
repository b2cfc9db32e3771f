#include <algorithm>
#include <vector>

#include "support/copy_batch.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemcpyBatchAsync_test {
namespace {

aclError copyAll(CopyBatch& batch, aclrtStream stream, size_t* failIndex = nullptr) {
    return aclrtMemcpyBatchAsync(batch.targets.data(), batch.targetSizes.data(),
                                 batch.sources.data(), batch.sizes.data(), batch.targets.size(),
                                 batch.attributes.data(), batch.firsts.data(),
                                 batch.attributes.size(), failIndex, stream);
}

TEST(aclrtMemcpyBatchAsync, CopiesBothWaysInTheOrderOfTheStream) {
    const SetDevice device;
    BatchMemory memory;
    const PinnedMemory back(BatchMemory::kBytes);
    CopyBatch out = memory.toDevice();
    CopyBatch home;
    home.begin(CopyBatch::toHost());
    home.add(back.get(), memory.device.get(), 100);
    home.add(back.get() + 100, memory.device.get() + 100, BatchMemory::kBytes - 100);
    HeldStream held;
    ASSERT_EQ(copyAll(out, held.get()), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(copyAll(home, held.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(memory.onDevice(), memory.untouched()) << "pinned memory: the calls do not wait";
    held.open();
    held.synchronize();
    EXPECT_EQ(memory.onDevice(), memory.text);
    EXPECT_EQ(std::string(back.get(), BatchMemory::kBytes), memory.text);
}

TEST(aclrtMemcpyBatchAsync, WithPageableMemoryItWaits) {
    const SetDevice device;
    const OwnedStream stream;
    const BatchMemory memory;
    std::string ordinary(BatchMemory::kBytes, '?');
    CopyBatch batch;
    batch.begin(CopyBatch::toDevice());
    batch.add(memory.device.get(), memory.pinned.get(), BatchMemory::kBytes);
    batch.begin(CopyBatch::toHost());
    batch.add(ordinary.data(), memory.device.get(), BatchMemory::kBytes);
    ASSERT_EQ(copyAll(batch, stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(memory.onDevice(), memory.text);
    EXPECT_EQ(ordinary, memory.text);
}

TEST(aclrtMemcpyBatchAsync, AsManyAsThereMayBeAndLongOnes) {
    constexpr size_t kCopies = 4096;
    constexpr size_t kLong = (size_t{65} << 20) + 1;  // more than an entry takes
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(kCopies * 3 + kLong);
    const PinnedMemory pinned(kCopies * 3 + kLong);
    const std::string text = pattern(kCopies * 3);
    std::memcpy(pinned.get(), text.data(), text.size());
    std::memset(pinned.get() + text.size(), 'x', kLong);
    CopyBatch batch;
    batch.begin(CopyBatch::toDevice());
    batch.add(memory.get() + text.size(), pinned.get() + text.size(), kLong);
    for (size_t i = 0; i + 1 < kCopies; ++i) {
        batch.add(memory.get() + i * 3, pinned.get() + i * 3, i + 2 == kCopies ? 6 : 3);
    }
    ASSERT_EQ(copyAll(batch, stream.get()), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), text.size()), text);
    EXPECT_EQ(fetch(memory.get() + text.size(), kLong), std::string(kLong, 'x'));
}

TEST(aclrtMemcpyBatchAsync, EmptyCopiesAreFine) {
    const SetDevice device;
    const OwnedStream stream;
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    std::fill(batch.sizes.begin(), batch.sizes.end(), 0);
    ASSERT_EQ(copyAll(batch, stream.get()), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(memory.onDevice(), memory.untouched());
}

TEST(aclrtMemcpyBatchAsync, BadBatchesAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    expectBadBatchesRefused("aclrtMemcpyBatchAsync", true,
                            [&](CopyBatch& batch, size_t* failIndex) {
                                return copyAll(batch, stream.get(), failIndex);
                            });
    expectNullArraysRefused("aclrtMemcpyBatchAsync",
                            [&](void** targets, size_t* targetSizes, void** sources, size_t* sizes,
                                aclrtMemcpyBatchAttr* attributes, size_t* firsts) {
                                return aclrtMemcpyBatchAsync(targets, targetSizes, sources, sizes,
                                                             BatchMemory::kPieces, attributes,
                                                             firsts, 1, nullptr, stream.get());
                            });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "nothing was submitted";
}

TEST(aclrtMemcpyBatchAsync, NoCopyIsToBlameForASuccess) {
    const SetDevice device;
    const OwnedStream stream;
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    size_t failIndex = 77;
    ASSERT_EQ(copyAll(batch, stream.get(), &failIndex), ACL_SUCCESS);
    EXPECT_EQ(failIndex, SIZE_MAX);
    EXPECT_EQ(copyAll(batch, stream.get(), nullptr), ACL_SUCCESS) << "who does not want to know";
}

TEST(aclrtMemcpyBatchAsync, OnlyStreamsOfTheContext) {
    const SetDevice device;
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    expectOnlyStreamsOfTheContext("aclrtMemcpyBatchAsync",
                                  [&](aclrtStream stream) { return copyAll(batch, stream); });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyBatchAsync_test
