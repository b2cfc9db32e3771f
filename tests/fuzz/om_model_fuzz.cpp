// Fuzzes the readers of offline models: the container, and the description of the operator in it.
//
// With BELAY_PLANTED_BUG no tensor may have a dimension of 64 to 127, which no seed has:
// scripts/fuzz shows that this is found.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "op/om_model.h"

namespace {

using belay::Code;
using belay::OmFile;
using belay::OmLimits;
using belay::OmModel;
using belay::OmTensor;
using belay::Status;

void insist(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void checkRefusal(const Status& status) {
    const Code code = status.code();
    insist(code == Code::kParseModel || code == Code::kDeserializeModel ||
           code == Code::kModelMissingAttr || code == Code::kOpUnsupportedDynamic);
    insist(!status.message().empty());
}

// Partitions lie inside the file, one behind the other.
void checkFile(std::span<const std::byte> bytes, const OmFile& file) {
    insist(!file.models().empty());
    const std::byte* end = bytes.data() + OmFile::kHeaderBytes;
    for (const OmFile::Model& model : file.models()) {
        insist(!model.partitions.empty());
        for (const auto& partition : model.partitions) {
            insist(partition.content.data() >= end);
            end = partition.content.data() + partition.content.size();
            insist(end <= bytes.data() + bytes.size());
        }
    }
}

void checkDims(const std::vector<int64_t>& dims) {
    for (const int64_t dim : dims) {
        insist(dim >= -2);
    }
}

void checkTensors(const std::vector<OmTensor>& tensors, const std::vector<OmLimits>& limits) {
    insist(limits.empty() || limits.size() == tensors.size());
    for (const OmTensor& tensor : tensors) {
        checkDims(tensor.dims);
        insist(tensor.shapeRanges.empty() || tensor.shapeRanges.size() == tensor.dims.size());
        insist(static_cast<uint32_t>(tensor.placement) <= 2);
#ifdef BELAY_PLANTED_BUG
        for (const int64_t dim : tensor.dims) {
            insist(dim < 64 || dim > 127);
        }
#endif
    }
    for (const OmLimits& limit : limits) {
        checkDims(limit.dims);
        insist(limit.shapeRanges.empty() || limit.shapeRanges.size() == limit.dims.size());
    }
}

void tryFile(std::span<const std::byte> bytes) {
    const auto file = OmFile::parse(bytes);
    if (!file.isOk()) {
        checkRefusal(file.status());
        return;
    }
    checkFile(bytes, file.value());
    const auto model = OmModel::parse(file.value());
    if (!model.isOk()) {
        checkRefusal(model.status());
        return;
    }
    checkTensors(model.value().inputs(), model.value().inputLimits());
    checkTensors(model.value().outputs(), model.value().outputLimits());
    insist(!model.value().takesAnyShape() || model.value().isDynamic());
    const belay::OpAttrs copy = model.value().attrs();
    insist(copy.hash() == model.value().attrs().hash());
}

template <typename T>
void put(std::vector<std::byte>& bytes, size_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

// A file of one partition, since few mutations of a file have the length that its header declares.
std::vector<std::byte> fileOf(std::span<const std::byte> description) {
    constexpr size_t kTableBytes = 4 + 12;
    std::vector<std::byte> file(OmFile::kHeaderBytes + kTableBytes);
    const auto size = static_cast<uint32_t>(description.size());
    put(file, 76, static_cast<uint32_t>(kTableBytes + size));
    put(file, OmFile::kHeaderBytes, uint32_t{1});
    put(file, OmFile::kHeaderBytes + 12, size);
    file.insert(file.end(), description.begin(), description.end());
    return file;
}

// The same bytes with a header that declares their length.
std::vector<std::byte> withLength(std::span<const std::byte> bytes) {
    std::vector<std::byte> file(bytes.begin(), bytes.end());
    const uint64_t rest = file.size() - OmFile::kHeaderBytes;
    put(file, 76, static_cast<uint32_t>(rest));
    uint64_t large = 0;
    std::memcpy(&large, file.data() + 184, sizeof(large));
    put(file, 184, large == 0 ? uint64_t{0} : rest);
    return file;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    tryFile(bytes);
    tryFile(fileOf(bytes));
    if (bytes.size() > OmFile::kHeaderBytes) {
        tryFile(withLength(bytes));
    }
    return 0;
}
