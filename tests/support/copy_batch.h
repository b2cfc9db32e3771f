// Batches of copies for tests of the functions that carry them out, and what these refuse alike.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "support/device.h"
#include "support/refusal.h"

namespace belay::test {

/// The arrays of a batch. Tests change them at will.
struct CopyBatch {
    std::vector<void*> targets;
    std::vector<size_t> targetSizes;
    std::vector<void*> sources;
    std::vector<size_t> sizes;
    std::vector<aclrtMemcpyBatchAttr> attributes;
    std::vector<size_t> firsts;

    static aclrtMemcpyBatchAttr attribute(aclrtMemLocationType target,
                                          aclrtMemLocationType source) {
        aclrtMemcpyBatchAttr made{};
        made.dstLoc.type = target;
        made.srcLoc.type = source;
        return made;
    }

    static aclrtMemcpyBatchAttr toDevice() {
        return attribute(ACL_MEM_LOCATION_TYPE_DEVICE, ACL_MEM_LOCATION_TYPE_HOST);
    }

    static aclrtMemcpyBatchAttr toHost() {
        return attribute(ACL_MEM_LOCATION_TYPE_HOST, ACL_MEM_LOCATION_TYPE_DEVICE);
    }

    /// What follows is as `made` says.
    void begin(const aclrtMemcpyBatchAttr& made) {
        attributes.push_back(made);
        firsts.push_back(targets.size());
    }

    void add(void* target, const void* source, size_t bytes) {
        targets.push_back(target);
        targetSizes.push_back(bytes);
        sources.push_back(const_cast<void*>(source));
        sizes.push_back(bytes);
    }
};

/// Whether the memory behind a batch was copied as it says: "abcdefgh" and so on in pieces.
class BatchMemory {
  public:
    static constexpr size_t kPieces = 8;
    static constexpr size_t kPiece = 64;
    static constexpr size_t kBytes = kPieces * kPiece;

    BatchMemory() : text(pattern(kBytes)) {
        put(device.get(), std::string(kBytes, '.'));
        std::memcpy(pinned.get(), text.data(), kBytes);
    }

    /// Pieces from pinned memory to the device.
    CopyBatch toDevice() {
        CopyBatch batch;
        batch.begin(CopyBatch::toDevice());
        for (size_t i = 0; i < kPieces; ++i) {
            batch.add(device.get() + i * kPiece, pinned.get() + i * kPiece, kPiece);
        }
        return batch;
    }

    std::string onDevice() const { return fetch(device.get(), kBytes); }

    std::string untouched() const { return std::string(kBytes, '.'); }

    const std::string text;
    const DeviceMemory device{kBytes};
    const PinnedMemory pinned{kBytes};
};

/// `call(batch, failIndex)` gives a code; with `hasFailIndex` it says which copy is to blame.
template <typename Call>
void expectBadBatchesRefused(const std::string& function, bool hasFailIndex, Call call) {
    BatchMemory memory;
    size_t failIndex = 77;
    const auto refusedFor = [&](const std::string& subject, size_t blamed, CopyBatch batch) {
        failIndex = 77;
        const testing::AssertionResult refusal = refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, function, subject, [&] { return call(batch, &failIndex); });
        EXPECT_EQ(failIndex, hasFailIndex ? blamed : 77U) << subject;
        return refusal;
    };
    const auto changed = [&](auto change) {
        CopyBatch batch = memory.toDevice();
        change(batch);
        return batch;
    };
    const auto attributed = [&](aclrtMemLocationType target, aclrtMemLocationType source) {
        return changed([&](CopyBatch& batch) {
            batch.attributes.push_back(CopyBatch::attribute(target, source));
            batch.firsts.push_back(3);
        });
    };
    EXPECT_TRUE(refusedFor("'numBatches'", SIZE_MAX, CopyBatch{}));
    EXPECT_TRUE(refusedFor("'numBatches'", SIZE_MAX, changed([](CopyBatch& batch) {
                               batch.targets.resize(4097);
                               batch.sources.resize(4097);
                               batch.sizes.resize(4097);
                               batch.targetSizes.resize(4097);
                           })));
    EXPECT_TRUE(refusedFor("'numAttrs'", SIZE_MAX,
                           changed([](CopyBatch& batch) { batch.attributes.clear(); })));
    EXPECT_TRUE(refusedFor("'numAttrs'", SIZE_MAX, changed([](CopyBatch& batch) {
                               batch.attributes.resize(9);
                               batch.firsts = {0, 1, 2, 3, 4, 5, 6, 7, 8};
                           })));
    EXPECT_TRUE(refusedFor("'attrsIndexes'", SIZE_MAX,
                           changed([](CopyBatch& batch) { batch.firsts[0] = 1; })));
    for (const size_t second : {size_t{0}, size_t{8}, SIZE_MAX}) {
        EXPECT_TRUE(refusedFor("'attrsIndexes'", SIZE_MAX, changed([&](CopyBatch& batch) {
                                   batch.attributes.push_back(CopyBatch::toDevice());
                                   batch.firsts.push_back(second);
                               })));
    }
    for (const auto& [target, source] :
         {std::pair{ACL_MEM_LOCATION_TYPE_DEVICE, ACL_MEM_LOCATION_TYPE_DEVICE},
          std::pair{ACL_MEM_LOCATION_TYPE_HOST, ACL_MEM_LOCATION_TYPE_HOST},
          std::pair{ACL_MEM_LOCATION_TYPE_MANAGED, ACL_MEM_LOCATION_TYPE_HOST},
          std::pair{enumOf<aclrtMemLocationType>(9), ACL_MEM_LOCATION_TYPE_HOST},
          std::pair{ACL_MEM_LOCATION_TYPE_DEVICE, enumOf<aclrtMemLocationType>(-1)}}) {
        EXPECT_TRUE(refusedFor("'attrs'", 3, attributed(target, source)));
    }
    EXPECT_TRUE(refusedFor("'dsts'", 3,
                           attributed(ACL_MEM_LOCATION_TYPE_HOST, ACL_MEM_LOCATION_TYPE_DEVICE)))
        << "the addresses say otherwise";
    EXPECT_TRUE(refusedFor(
        "'srcs'", 5, changed([&](CopyBatch& batch) { batch.sources[5] = memory.device.get(); })));
    EXPECT_TRUE(refusedFor("'dsts'", 0,
                           changed([](CopyBatch& batch) { batch.attributes[0].dstLoc.id = 1; })))
        << "memory of device 0";
    EXPECT_TRUE(
        refusedFor("'dsts'", 2, changed([](CopyBatch& batch) { batch.targets[2] = nullptr; })));
    EXPECT_TRUE(
        refusedFor("'srcs'", 2, changed([](CopyBatch& batch) { batch.sources[2] = nullptr; })));
    EXPECT_TRUE(
        refusedFor("'destMaxs'", 6, changed([](CopyBatch& batch) { batch.targetSizes[6] = 63; })));
    EXPECT_TRUE(refusedFor("leave the block", 7, changed([](CopyBatch& batch) {
                               batch.sizes[7] = batch.targetSizes[7] = 4096;
                           })));
    EXPECT_EQ(memory.onDevice(), memory.untouched()) << "nothing was copied";
}

/// Each array null in turn: `call(targets, targetSizes, sources, sizes, attributes, firsts)`.
template <typename Call>
void expectNullArraysRefused(const std::string& function, Call call) {
    BatchMemory memory;
    CopyBatch batch = memory.toDevice();
    const auto refusedFor = [&](const char* name, int missing) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, name, [&] {
            return call(missing == 0 ? nullptr : batch.targets.data(),
                        missing == 1 ? nullptr : batch.targetSizes.data(),
                        missing == 2 ? nullptr : batch.sources.data(),
                        missing == 3 ? nullptr : batch.sizes.data(),
                        missing == 4 ? nullptr : batch.attributes.data(),
                        missing == 5 ? nullptr : batch.firsts.data());
        });
    };
    EXPECT_TRUE(refusedFor("'dsts'", 0));
    EXPECT_TRUE(refusedFor("'destMaxs'", 1));
    EXPECT_TRUE(refusedFor("'srcs'", 2));
    EXPECT_TRUE(refusedFor("'sizes'", 3));
    EXPECT_TRUE(refusedFor("'attrs'", 4));
    EXPECT_TRUE(refusedFor("'attrsIndexes'", 5));
    EXPECT_EQ(memory.onDevice(), memory.untouched());
}

}  // namespace belay::test
