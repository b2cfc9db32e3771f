// Offline models of single operators for conformance tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/om_builder.h"

namespace belay::test {

/// A model of an operator with two f32 inputs and one f32 output, all of one shape.
inline std::vector<std::byte> addModel(const std::vector<int64_t>& dims,
                                       const std::string& type = "Add",
                                       const std::string& soc = "") {
    const ProtoWriter tensor = om::tensor(om::kProtoFloat, dims);
    ProtoWriter model;
    model.text(1, "a model of a test")
        .message(11, om::entry("ATTR_MODEL_OP_TYPE", om::attr(type)))
        .message(11, om::entry("ATTR_MODEL_TENSOR_INPUTS", om::tensorList({tensor, tensor})))
        .message(11, om::entry("ATTR_MODEL_TENSOR_OUTPUTS", om::tensorList({tensor})));
    if (!soc.empty()) {
        model.message(11, om::entry("soc_version", om::attr(soc)));
    }
    return OmBuilder().add(0, model.bytes()).build();
}

}  // namespace belay::test
