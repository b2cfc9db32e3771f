#include <array>

#include "support/device.h"
#include "support/managed.h"

namespace belay::test::aclrtMemManagedGetAttrs_test {
namespace {

// Three attributes of a page, with room for their values.
struct Question {
    std::array<aclrtMemManagedRangeAttribute, 3> attributes{
        ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
        ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY};
    int32_t mostly = 77;
    int32_t preferred = 77;
    std::array<int32_t, 2> accessed{77, 77};
    std::array<void*, 3> data{&mostly, &preferred, accessed.data()};
    std::array<size_t, 3> sizes{4, 4, 8};

    aclError ask(const void* start, size_t bytes = kManagedPage) {
        return aclrtMemManagedGetAttrs(attributes.data(), attributes.size(), start, bytes,
                                       data.data(), sizes.data());
    }
};

TEST(aclrtMemManagedGetAttrs, SeveralAtOnce) {
    const SetDevice device;
    const Managed managed(1);
    advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_READ_MOSTLY);
    advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_ACCESSED_BY,
           locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0));
    Question question;
    ASSERT_EQ(question.ask(managed.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(question.mostly, 1);
    EXPECT_EQ(question.preferred, -2);
    EXPECT_EQ(question.accessed, (std::array<int32_t, 2>{0, -2}));
}

TEST(aclrtMemManagedGetAttrs, BadArgumentsAreRefusedBeforeAnythingIsWritten) {
    const SetDevice device;
    const Managed managed(1);
    const auto refusedFor = [&](const char* subject, auto change,
                                aclError code = ACL_ERROR_INVALID_PARAM) {
        Question question;
        const void* start = managed.get();
        size_t bytes = kManagedPage;
        change(question, start, bytes);
        const testing::AssertionResult refusal = refusedWith(
            code, "aclrtMemManagedGetAttrs", subject, [&] { return question.ask(start, bytes); });
        EXPECT_EQ(question.mostly, 77) << subject;
        return refusal;
    };
    EXPECT_TRUE(refusedFor("'attribute'", [](Question& question, const void*&, size_t&) {
        question.attributes[2] = enumOf<aclrtMemManagedRangeAttribute>(9);
    }));
    EXPECT_TRUE(refusedFor(
        "'data'", [](Question& question, const void*&, size_t&) { question.data[2] = nullptr; }));
    EXPECT_TRUE(refusedFor(
        "'dataSize'", [](Question& question, const void*&, size_t&) { question.sizes[1] = 8; }));
    EXPECT_TRUE(
        refusedFor("'ptr'", [](Question&, const void*& start, size_t&) { start = nullptr; }));
    EXPECT_TRUE(refusedFor("'size'", [](Question&, const void*&, size_t& bytes) { bytes = 0; }));
    EXPECT_TRUE(refusedFor(
        "managed memory", [](Question&, const void*&, size_t& bytes) { bytes += 1; },
        ACL_ERROR_RT_PARAM_INVALID));
}

TEST(aclrtMemManagedGetAttrs, NullArraysAndNoAttributesAreRefused) {
    const SetDevice device;
    const Managed managed(1);
    Question question;
    const auto refusedFor = [&](const char* name, aclrtMemManagedRangeAttribute* attributes,
                                size_t count, void** data, size_t* sizes) {
        return refused("aclrtMemManagedGetAttrs", name, [&] {
            return aclrtMemManagedGetAttrs(attributes, count, managed.get(), 1, data, sizes);
        });
    };
    EXPECT_TRUE(refusedFor("attributes", nullptr, 3, question.data.data(), question.sizes.data()));
    EXPECT_TRUE(refusedFor("data", question.attributes.data(), 3, nullptr, question.sizes.data()));
    EXPECT_TRUE(
        refusedFor("dataSizes", question.attributes.data(), 3, question.data.data(), nullptr));
    EXPECT_TRUE(refusedFor("numAttributes", question.attributes.data(), 0, question.data.data(),
                           question.sizes.data()));
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemManagedGetAttrs", "no context",
                                [&] { return question.ask(managed.get()); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemManagedGetAttrs_test
