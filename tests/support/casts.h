// Conversions of tensors for tests of aclopCast() and its handles, over the public API only.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/tensors.h"

namespace belay::test {

/// What aclopCast() asks for, but for the data types of the tensors.
inline OwnedAttr castAttr(aclDataType target) {
    OwnedAttr attr = makeAttr();
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "dst_type", target), ACL_SUCCESS);
    return attr;
}

/// Makes the operator known, as atc and a model folder would.
inline void compileCast(const DeviceTensor& from, const DeviceTensor& to) {
    const OwnedAttr attr = castAttr(aclGetTensorDescType(to.desc()));
    ASSERT_EQ(OpCall("Cast", {&from}, {&to}, attr.get()).compile(), ACL_SUCCESS) << recentMessage();
}

/// That `cast` makes the numbers that it should, for some pairs of types.
inline void expectCasts(
    const std::function<void(const DeviceTensor&, const DeviceTensor&, aclrtStream)>& cast) {
    const SetDevice session;
    const OwnedStream stream;
    const auto expectOne = [&](aclDataType fromType, const auto& from, aclDataType toType,
                               const auto& wanted) {
        using To = typename std::decay_t<decltype(wanted)>::value_type;
        const std::vector<int64_t> dims = {static_cast<int64_t>(from.size())};
        const DeviceTensor source(fromType, dims, from);
        const DeviceTensor target(toType, dims);
        compileCast(source, target);
        cast(source, target, stream.get());
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(target.values<To>(), wanted) << fromType << " to " << toType;
        EXPECT_TRUE(target.isIntactBehind());
    };
    const std::vector<float> floats = {0.0F, 1.5F, -2.75F, 100.0F, -0.25F};
    expectOne(ACL_FLOAT, floats, ACL_INT32, std::vector<int32_t>{0, 1, -2, 100, 0});
    expectOne(ACL_FLOAT, floats, ACL_BOOL, std::vector<uint8_t>{0, 1, 1, 1, 1});
    expectOne(ACL_FLOAT, floats, ACL_FLOAT16,
              std::vector<aclFloat16>{0x0000, 0x3E00, 0xC180, 0x5640, 0xB400});
    expectOne(ACL_FLOAT16, std::vector<aclFloat16>{0x3E00, 0xC180}, ACL_FLOAT,
              std::vector<float>{1.5F, -2.75F});
    expectOne(ACL_INT32, std::vector<int32_t>{-7, 0, 1 << 24}, ACL_FLOAT,
              std::vector<float>{-7.0F, 0.0F, 16777216.0F});
    expectOne(ACL_INT8, std::vector<int8_t>{-128, 127}, ACL_INT64, std::vector<int64_t>{-128, 127});
}

}  // namespace belay::test
