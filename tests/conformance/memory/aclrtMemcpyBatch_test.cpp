#include <vector>

#include "support/copy_batch.h"

namespace belay::test::aclrtMemcpyBatch_test {
namespace {

aclError copyAll(CopyBatch& batch, size_t* failIndex = nullptr) {
    return aclrtMemcpyBatch(batch.targets.data(), batch.targetSizes.data(), batch.sources.data(),
                            batch.sizes.data(), batch.targets.size(), batch.attributes.data(),
                            batch.firsts.data(), batch.attributes.size(), failIndex);
}

TEST(aclrtMemcpyBatch, CopiesBothWaysAtOnce) {
    const SetDevice device;
    const BatchMemory memory;
    const DeviceMemory source(BatchMemory::kBytes);
    put(source.get(), pattern(BatchMemory::kBytes, 2));
    std::string ordinary(BatchMemory::kBytes, '?');
    CopyBatch batch;
    batch.begin(CopyBatch::toDevice());
    batch.add(memory.device.get(), memory.pinned.get(), 100);
    batch.add(memory.device.get() + 100, memory.text.data() + 100, BatchMemory::kBytes - 100);
    batch.begin(CopyBatch::toHost());
    batch.add(ordinary.data(), source.get(), 200);
    batch.add(ordinary.data() + 200, source.get() + 200, BatchMemory::kBytes - 200);
    ASSERT_EQ(copyAll(batch), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(memory.onDevice(), memory.text);
    EXPECT_EQ(ordinary, pattern(BatchMemory::kBytes, 2));
}

TEST(aclrtMemcpyBatch, AsManyAsThereMayBe) {
    constexpr size_t kCopies = 4096;
    const SetDevice device;
    const DeviceMemory memory(kCopies * 3);
    const std::string text = pattern(kCopies * 3);
    CopyBatch batch;
    batch.begin(CopyBatch::toDevice());
    for (size_t i = 0; i < kCopies; ++i) {
        batch.add(memory.get() + i * 3, text.data() + i * 3, 3);
    }
    ASSERT_EQ(copyAll(batch), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(fetch(memory.get(), text.size()), text);
}

TEST(aclrtMemcpyBatch, EmptyCopiesAndRoomToSpareAreFine) {
    const SetDevice device;
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    batch.sizes[1] = 0;
    batch.targetSizes[2] = 1000;
    ASSERT_EQ(copyAll(batch), ACL_SUCCESS) << recentMessage();
    std::string expected = memory.text;
    expected.replace(BatchMemory::kPiece, BatchMemory::kPiece, BatchMemory::kPiece, '.');
    EXPECT_EQ(memory.onDevice(), expected);
}

TEST(aclrtMemcpyBatch, LocationsAsPointerAttributesGiveThemAreTaken) {
    const SetDevice device;
    const BatchMemory memory;
    CopyBatch batch;
    aclrtMemcpyBatchAttr attribute{};
    aclrtPtrAttributes known{};
    ASSERT_EQ(aclrtPointerGetAttributes(memory.device.get(), &known), ACL_SUCCESS);
    attribute.dstLoc = known.location;
    ASSERT_EQ(aclrtPointerGetAttributes(memory.text.data(), &known), ACL_SUCCESS);
    attribute.srcLoc = known.location;
    batch.begin(attribute);
    batch.add(memory.device.get(), memory.text.data(), BatchMemory::kBytes);
    ASSERT_EQ(copyAll(batch), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(memory.onDevice(), memory.text);
}

TEST(aclrtMemcpyBatch, BadBatchesAreRefused) {
    const SetDevice device;
    expectBadBatchesRefused("aclrtMemcpyBatch", true, [](CopyBatch& batch, size_t* failIndex) {
        return copyAll(batch, failIndex);
    });
    expectNullArraysRefused(
        "aclrtMemcpyBatch", [](void** targets, size_t* targetSizes, void** sources, size_t* sizes,
                               aclrtMemcpyBatchAttr* attributes, size_t* firsts) {
            return aclrtMemcpyBatch(targets, targetSizes, sources, sizes, BatchMemory::kPieces,
                                    attributes, firsts, 1, nullptr);
        });
}

TEST(aclrtMemcpyBatch, NoCopyIsToBlameForASuccess) {
    const SetDevice device;
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    size_t failIndex = 77;
    ASSERT_EQ(copyAll(batch, &failIndex), ACL_SUCCESS);
    EXPECT_EQ(failIndex, SIZE_MAX);
    EXPECT_EQ(copyAll(batch, nullptr), ACL_SUCCESS) << "who does not want to know";
}

TEST(aclrtMemcpyBatch, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemcpyBatch", "no context",
                                [&] { return copyAll(batch); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyBatch_test
