#include "api/handles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "op/data_buffer.h"
#include "op/tensor_desc.h"

namespace belay::api {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refusalOf(const void* handle) {
    const EpochGuard guard;
    const auto result = fromHandle<DataBuffer>(handle, "dataBuffer");
    EXPECT_EQ(result.status().code(), Code::kInvalidParam);
    return std::string(result.status().message());
}

TEST(Handles, EveryRefusalNamesTheArgumentAndWhatItIs) {
    auto desc = toHandle<aclTensorDesc>(
        makeRef<TensorDesc>(DataType::kFloat, std::span<const int64_t>(), Format::kNd));
    auto buffer = toHandle<aclDataBuffer>(makeRef<DataBuffer>(nullptr, size_t{0}));
    {
        const EpochGuard guard;
        ASSERT_TRUE(takeHandle<DataBuffer>(buffer.value(), "dataBuffer").isOk());
    }

    EXPECT_THAT(refusalOf(nullptr),
                AllOf(HasSubstr("'dataBuffer' is null"), HasSubstr("data buffer")));
    EXPECT_THAT(refusalOf(buffer.value()),
                AllOf(HasSubstr("'dataBuffer'"), HasSubstr("has been destroyed")));
    EXPECT_THAT(refusalOf(desc.value()),
                AllOf(HasSubstr("a tensor description"), HasSubstr("must be a data buffer")));
    EXPECT_THAT(refusalOf(&desc), HasSubstr("not a handle"));
    const EpochGuard guard;
    EXPECT_TRUE(takeHandle<TensorDesc>(desc.value(), "desc").isOk());
}

}  // namespace
}  // namespace belay::api
