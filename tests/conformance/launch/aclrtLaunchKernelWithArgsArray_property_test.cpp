// All ways to give arguments against each other: 10,000 random lists of values of all types, which
// kernels compare with what the host has meant.
#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <vector>

#include "support/kernel_args.h"
#include "support/launches.h"
#include "support/seed.h"

namespace belay::test::aclrtLaunchKernelWithArgsArray_property_test {
namespace {

constexpr int kLists = 10'000;
constexpr int kSignatures = 64;  // as tests/kernels/CMakeLists.txt has it
// Reports are looked at so often: what waits is then in many streams and batches.
constexpr size_t kBatch = 500;

struct Signature {
    aclrtFuncHandle function = nullptr;
    std::vector<size_t> offsets;
    std::vector<size_t> sizes;
    size_t blockBytes = 0;
};

Signature signatureOf(const OwnedBinary& binary, int number) {
    Signature signature;
    signature.function = functionOf(binary, ("signature" + std::to_string(number)).c_str());
    size_t count = 0;
    EXPECT_EQ(aclrtFunctionGetParamCount(signature.function, &count), ACL_SUCCESS);
    for (size_t i = 0; i < count; ++i) {
        size_t offset = 0;
        size_t size = 0;
        EXPECT_EQ(aclrtFunctionGetParamInfo(signature.function, i, &offset, &size), ACL_SUCCESS);
        signature.offsets.push_back(offset);
        signature.sizes.push_back(size);
        signature.blockBytes = offset + (size + 7) / 8 * 8;
    }
    return signature;
}

// The values of one launch. The first two are where the kernel reports, and where the others lie
// once more, one behind the other.
class Values {
  public:
    Values(const Signature& signature, std::minstd_rand& random) : signature_(signature) {
        for (size_t i = 2; i < signature.sizes.size(); ++i) {
            for (size_t byte = 0; byte < signature.sizes[i]; ++byte) {
                // One byte may be a bool.
                const auto any = static_cast<char>(random() >> 8);
                expected_ += signature.sizes[i] == 1 ? static_cast<char>(any & 1) : any;
            }
        }
    }

    const std::string& expected() const { return expected_; }

    size_t count() const { return signature_.sizes.size() - 2; }

    /// The value of parameter `i`, from 2 on.
    const char* value(size_t i) const {
        size_t at = 0;
        for (size_t before = 2; before < i; ++before) {
            at += signature_.sizes[before];
        }
        return expected_.data() + at;
    }

    /// The block as the kernel reads it; `expected` is a device address.
    std::string block(const void* report, const void* expected) const {
        std::string block(signature_.blockBytes, '\0');
        std::memcpy(block.data(), &report, sizeof report);
        std::memcpy(block.data() + signature_.offsets[1], &expected, sizeof expected);
        for (size_t i = 2; i < signature_.sizes.size(); ++i) {
            std::memcpy(block.data() + signature_.offsets[i], value(i), signature_.sizes[i]);
        }
        return block;
    }

    const Signature& signature() const { return signature_; }

  private:
    const Signature& signature_;
    std::string expected_;
};

/// Memory on the device for what launches of a batch need until they are done.
class Pool {
  public:
    explicit Pool(size_t bytes) : memory_(bytes), bytes_(bytes) {}

    void* add(const std::string& text) {
        char* const at = memory_.get() + used_;
        used_ += (text.size() + 63) / 64 * 64;
        EXPECT_LE(used_, bytes_);
        if (!text.empty()) {
            put(at, text);
        }
        return at;
    }

    void clear() { used_ = 0; }

  private:
    DeviceMemory memory_;
    size_t bytes_;
    size_t used_ = 0;
};

aclError withDeviceBlock(const Values& values, void* report, aclrtStream stream, Pool& pool) {
    void* expected = pool.add(values.expected());
    const std::string block = values.block(report, expected);
    return aclrtLaunchKernel(values.signature().function, 1, pool.add(block), block.size(), stream);
}

aclError withHostBlock(const Values& values, void* report, aclrtStream stream, Pool& pool) {
    std::string block = values.block(report, pool.add(values.expected()));
    return aclrtLaunchKernelWithHostArgs(values.signature().function, 1, stream, nullptr,
                                         block.data(), block.size(), nullptr, 0);
}

aclError withPlaceholder(const Values& values, void* report, aclrtStream stream, Pool& /*pool*/) {
    std::string block = values.block(report, nullptr);
    aclrtPlaceHolderInfo pointer{.addrOffset = static_cast<uint32_t>(values.signature().offsets[1]),
                                 .dataOffset = static_cast<uint32_t>(block.size())};
    block += values.expected() + '\0';  // so that there is something to point to
    return aclrtLaunchKernelWithHostArgs(values.signature().function, 1, stream, nullptr,
                                         block.data(), block.size(), &pointer, 1);
}

aclError withArray(const Values& values, void* report, aclrtStream stream, Pool& pool) {
    void* expected = pool.add(values.expected());
    std::vector<void*> args = {&report, &expected};
    for (size_t i = 2; i < values.signature().sizes.size(); ++i) {
        args.push_back(const_cast<char*>(values.value(i)));  // NOLINT: the interface's type
    }
    return aclrtLaunchKernelWithArgsArray(values.signature().function, 1, stream, nullptr,
                                          args.data());
}

void appendValue(aclrtArgsHandle args, const void* value, size_t size) {
    aclrtParamHandle param = nullptr;
    EXPECT_EQ(aclrtKernelArgsAppend(args, const_cast<void*>(value), size, &param),  // NOLINT
              ACL_SUCCESS)
        << recentMessage();
}

aclError withListIn(aclrtArgsHandle args, const Values& values, void* report, aclrtStream stream) {
    appendValue(args, &report, sizeof report);
    const aclrtParamHandle placeholder = appendPlaceholder(args);
    for (size_t i = 2; i < values.signature().sizes.size(); ++i) {
        appendValue(args, values.value(i), values.signature().sizes[i]);
    }
    void* buffer = nullptr;
    EXPECT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args, placeholder, values.expected().size() + 1,
                                                  &buffer),
              ACL_SUCCESS)
        << recentMessage();
    std::memcpy(buffer, values.expected().data(), values.expected().size());
    EXPECT_EQ(aclrtKernelArgsFinalize(args), ACL_SUCCESS) << recentMessage();
    return aclrtLaunchKernelWithConfig(values.signature().function, 1, stream, nullptr, args,
                                       nullptr);
}

aclError withList(const Values& values, void* report, aclrtStream stream, Pool& /*pool*/) {
    aclrtArgsHandle args = nullptr;
    EXPECT_EQ(aclrtKernelArgsInit(values.signature().function, &args), ACL_SUCCESS);
    return withListIn(args, values, report, stream);
}

aclError withListOfTheApplication(const Values& values, void* report, aclrtStream stream,
                                  Pool& /*pool*/) {
    const aclrtFuncHandle function = values.signature().function;
    const size_t userBytes = values.signature().blockBytes + values.expected().size() + 16;
    size_t bytes = 0;
    EXPECT_EQ(aclrtKernelArgsGetMemSize(function, userBytes, &bytes), ACL_SUCCESS);
    static std::array<char, 64> place;
    std::vector<char> memory(bytes);
    EXPECT_EQ(aclrtKernelArgsInitByUserMem(function, place.data(), memory.data(), memory.size()),
              ACL_SUCCESS)
        << recentMessage();
    return withListIn(place.data(), values, report, stream);
}

constexpr std::array kWays = {withDeviceBlock, withHostBlock, withPlaceholder,
                              withArray,       withList,      withListOfTheApplication};

struct Expected {
    int signature;
    size_t count;
    size_t way;
};

void expectReports(const DeviceMemory& reports, const std::vector<Expected>& batch) {
    std::vector<uint32_t> words(batch.size() * 2);
    ASSERT_EQ(aclrtMemcpy(words.data(), words.size() * 4, reports.get(), words.size() * 4,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    for (size_t i = 0; i < batch.size(); ++i) {
        ASSERT_EQ(words[2 * i], batch[i].count)
            << "signature " << batch[i].signature << ", way " << batch[i].way;
        ASSERT_EQ(words[2 * i + 1], batch[i].count)
            << "signature " << batch[i].signature << ", way " << batch[i].way << ": the first "
            << "value that differs";
    }
}

TEST(aclrtLaunchKernelWithArgsArray, AllWaysToGiveArgumentsAreTheSame) {
    const SetDevice session;
    std::minstd_rand random(seed());
    const OwnedBinary binary = loadTestKernels();
    std::vector<Signature> signatures;
    for (int i = 0; i < kSignatures; ++i) {
        signatures.push_back(signatureOf(binary, i));
    }
    const OwnedStream stream;
    const DeviceMemory reports(kBatch * 8);
    Pool pool(size_t{16} << 20);
    std::vector<Expected> batch;
    for (int list = 0; list < kLists; ++list) {
        const auto number = static_cast<int>(random() % kSignatures);
        const Values values(signatures[static_cast<size_t>(number)], random);
        const size_t way = random() % kWays.size();
        char* const report = reports.get() + batch.size() * 8;
        ASSERT_EQ(kWays[way](values, report, stream.get(), pool), ACL_SUCCESS)
            << recentMessage() << " (signature " << number << ", way " << way << ")";
        batch.push_back({number, values.count(), way});
        if (batch.size() == kBatch || list + 1 == kLists) {
            expectSynchronized(stream.get());
            expectReports(reports, batch);
            // So that a kernel that does not run leaves no report.
            ASSERT_EQ(aclrtMemset(reports.get(), kBatch * 8, 0xFF, kBatch * 8), ACL_SUCCESS);
            batch.clear();
            pool.clear();
        }
    }
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithArgsArray_property_test
