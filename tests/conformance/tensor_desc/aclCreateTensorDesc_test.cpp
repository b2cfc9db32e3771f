#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclCreateTensorDesc_test {
namespace {

TEST(aclCreateTensorDesc, KeepsTypeShapeAndFormat) {
    const std::array<int64_t, 4> dims = {1, 3, 224, 225};
    const OwnedDesc desc(
        aclCreateTensorDesc(ACL_BF16, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_NHWC));
    ASSERT_NE(desc, nullptr);
    EXPECT_EQ(aclGetTensorDescType(desc.get()), ACL_BF16);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NHWC);
    ASSERT_EQ(aclGetTensorDescNumDims(desc.get()), dims.size());
    for (size_t i = 0; i < dims.size(); ++i) {
        EXPECT_EQ(aclGetTensorDescDim(desc.get(), i), dims[i]);
    }
}

TEST(aclCreateTensorDesc, DimensionsAreCopied) {
    std::array<int64_t, 2> dims = {4, 5};
    const OwnedDesc desc(aclCreateTensorDesc(ACL_INT8, 2, dims.data(), ACL_FORMAT_ND));
    dims = {6, 7};
    EXPECT_EQ(aclGetTensorDescElementCount(desc.get()), 20U);
}

TEST(aclCreateTensorDesc, ScalarNeedsNoDimensions) {
    const OwnedDesc desc(aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND));
    ASSERT_NE(desc, nullptr);
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(desc.get()), 1U);
}

TEST(aclCreateTensorDesc, DimensionsOfAScalarAreNotLookedAt) {
    const auto* nowhere = reinterpret_cast<const int64_t*>(0x1234);
    const OwnedDesc desc(aclCreateTensorDesc(ACL_FLOAT, 0, nowhere, ACL_FORMAT_ND));
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 0U);
}

TEST(aclCreateTensorDesc, AbsentOptionalInputIsAccepted) {
    const OwnedDesc desc(aclCreateTensorDesc(ACL_DT_UNDEFINED, 0, nullptr, ACL_FORMAT_UNDEFINED));
    ASSERT_NE(desc, nullptr);
    EXPECT_EQ(aclGetTensorDescType(desc.get()), ACL_DT_UNDEFINED);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_UNDEFINED);
}

TEST(aclCreateTensorDesc, TypeAndFormatAreNotChecked) {
    const OwnedDesc desc(
        aclCreateTensorDesc(enumOf<aclDataType>(99), 0, nullptr, enumOf<aclFormat>(1000)));
    ASSERT_NE(desc, nullptr);
    EXPECT_EQ(static_cast<int>(aclGetTensorDescType(desc.get())), 99);
    EXPECT_EQ(static_cast<int>(aclGetTensorDescFormat(desc.get())), 1000);
}

TEST(aclCreateTensorDesc, UnknownAndEmptyDimensionsAreKept) {
    const OwnedDesc desc = makeDesc({-1, 0, 3});
    ASSERT_NE(desc, nullptr);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 0), -1);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 1), 0);
}

TEST(aclCreateTensorDesc, ManyDimensionsAreAccepted) {
    const std::vector<int64_t> dims(1000, 1);
    const OwnedDesc desc = makeDesc(dims);
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1000U);
}

TEST(aclCreateTensorDesc, NegativeNumberOfDimensionsGivesNull) {
    const int64_t dim = 1;
    for (const int count : {-1, -1000, INT_MIN}) {
        EXPECT_TRUE(refusedGiving<aclTensorDesc*>(nullptr, "aclCreateTensorDesc", "numDims", [&] {
            return aclCreateTensorDesc(ACL_FLOAT, count, &dim, ACL_FORMAT_ND);
        }));
    }
}

TEST(aclCreateTensorDesc, MissingDimensionsGiveNull) {
    EXPECT_TRUE(refusedGiving<aclTensorDesc*>(nullptr, "aclCreateTensorDesc", "dims", [] {
        return aclCreateTensorDesc(ACL_FLOAT, 2, nullptr, ACL_FORMAT_ND);
    }));
}

TEST(aclCreateTensorDesc, WorksOnManyThreadsAtOnce) {
    onThreads(8, [](size_t thread) {
        std::vector<OwnedDesc> descs;
        for (int64_t i = 1; i <= 200; ++i) {
            descs.push_back(makeDesc({i, static_cast<int64_t>(thread) + 1}));
        }
        for (size_t i = 0; i < descs.size(); ++i) {
            ASSERT_EQ(aclGetTensorDescElementCount(descs[i].get()), (i + 1) * (thread + 1));
        }
    });
}

}  // namespace
}  // namespace belay::test::aclCreateTensorDesc_test
