#include <gtest/gtest.h>

#include "support/casts.h"

namespace belay::test::aclopCast_test {
namespace {

aclError cast(const DeviceTensor& from, const DeviceTensor& to, aclrtStream stream = nullptr) {
    return aclopCast(from.desc(), from.buffer(), to.desc(), to.buffer(), 0, stream);
}

TEST(aclopCast, ConvertsAsTheOperatorDoes) {
    expectCasts([](const DeviceTensor& from, const DeviceTensor& to, aclrtStream stream) {
        EXPECT_EQ(cast(from, to, stream), ACL_SUCCESS) << recentMessage();
    });
}

TEST(aclopCast, NothingIsDoneForAnOutputWithoutElements) {
    const SetDevice session;
    const DeviceTensor from(ACL_FLOAT, {0, 7});
    const DeviceTensor to(ACL_INT32, {0, 7});
    forgetErrors();
    EXPECT_EQ(cast(from, to), ACL_SUCCESS) << "although nothing was compiled for it";
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopCast, WithoutAModelIsNotFound) {
    const SetDevice session;
    const DeviceTensor from(ACL_FLOAT, {3, 1001});
    const DeviceTensor to(ACL_UINT8, {3, 1001});
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_OP_NOT_FOUND, "aclopCast", "Cast", [&] { return cast(from, to); }));
}

TEST(aclopCast, MissingArgumentsAreRefused) {
    const SetDevice session;
    const DeviceTensor from(ACL_FLOAT, {2});
    const DeviceTensor to(ACL_INT32, {2});
    EXPECT_TRUE(refused("aclopCast", "srcDesc", [&] {
        return aclopCast(nullptr, from.buffer(), to.desc(), to.buffer(), 0, nullptr);
    }));
    EXPECT_TRUE(refused("aclopCast", "srcBuffer", [&] {
        return aclopCast(from.desc(), nullptr, to.desc(), to.buffer(), 0, nullptr);
    }));
    EXPECT_TRUE(refused("aclopCast", "dstDesc", [&] {
        return aclopCast(from.desc(), from.buffer(), nullptr, to.buffer(), 0, nullptr);
    }));
    EXPECT_TRUE(refused("aclopCast", "dstBuffer", [&] {
        return aclopCast(from.desc(), from.buffer(), to.desc(), nullptr, 0, nullptr);
    }));
    const OwnedBuffer nowhere = makeBuffer(nullptr, 8);
    EXPECT_TRUE(refused("aclopCast", "srcBuffer", [&] {
        return aclopCast(from.desc(), nowhere.get(), to.desc(), to.buffer(), 0, nullptr);
    }));
    EXPECT_TRUE(refused("aclopCast", "dstBuffer", [&] {
        return aclopCast(from.desc(), from.buffer(), to.desc(), nowhere.get(), 0, nullptr);
    }));
    auto* const destroyed = aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND);
    aclDestroyTensorDesc(destroyed);
    EXPECT_TRUE(refused("aclopCast", "srcDesc", [&] {
        return aclopCast(destroyed, from.buffer(), to.desc(), to.buffer(), 0, nullptr);
    }));
}

// Models that know of `truncate` are found only by requests that say it, and the others only by
// those that do not.
void saysTruncateWhenAModelDoes() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    {
        const SetDevice session;
        const DeviceTensor from(ACL_FLOAT, {2}, std::vector<float>{2.75F, -2.75F});
        const DeviceTensor to(ACL_INT32, {2});
        compileCast(from, to);
        EXPECT_EQ(cast(from, to), ACL_SUCCESS) << recentMessage();
        const OwnedAttr attr = castAttr(ACL_INT32);
        ASSERT_EQ(aclopSetAttrBool(attr.get(), "truncate", 1), ACL_SUCCESS);
        ASSERT_EQ(OpCall("Cast", {&from}, {&to}, attr.get()).compile(), ACL_SUCCESS);
        EXPECT_EQ(aclopCast(from.desc(), from.buffer(), to.desc(), to.buffer(), 1, nullptr),
                  ACL_SUCCESS)
            << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        EXPECT_EQ(to.values<int32_t>(), (std::vector<int32_t>{2, -2}));
        EXPECT_EQ(cast(from, to), ACL_ERROR_OP_NOT_FOUND) << "with truncate, but false";
    }
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST(aclopCast, SaysTruncateWhenAModelDoes) {
    expectEndsWell(saysTruncateWhenAModelDoes);
}

}  // namespace
}  // namespace belay::test::aclopCast_test
