// The program behind the golden entries (tests/unit/hw/golden_test.cpp), through the public API and
// the `hal` backend: what it sends is, byte for byte, what another runtime was seen to send, but
// for ids, addresses and places of arguments.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../unit/hw/entries.h"
#include "acl/acl.h"
#include "hal_shim_control.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/kernel_file.h"
#include "support/refusal.h"

namespace belay::test {
namespace {

// What makes an entry, by the first six bits; 0 is work for AI cores.
enum Type : uint32_t {
    kKernel = 0,
    kEventRecord = 4,
    kEventWait = 5,
    kNotifyRecord = 6,
    kNotifyWait = 7,
    kWriteValue = 8,
    kSdma = 11,
    kPcieDma = 17,
};

using Words = std::array<uint32_t, 16>;

struct Expected {
    const char* call;
    std::string_view hex;
};

// In the order of the program's calls. Where there are samples of one entry of a kind only, the
// others are it with the task ids that follow.
constexpr Expected kProgram[] = {
    {"record of an event with the flag ACL_EVENT_SYNC", "04000000 32000000 23010000 0000fe00"},
    {"wait for it", "05000000 33000000 23010000 0000ff00"},
    {"record of a default event", "04400000 32000100 24010000 0000fe00"},
    {"4 KiB on the device",
     "0b000000 32000200 00000000 0000fe00"
     "00de0000 00000000 00000000 00100000"
     "005020c2 00120000 006030c2 00120000"},
    {"4 KiB to the device",
     "11400000 32000300 00000000 0000fe00"
     "00000000 00000000 00000000 00000000"
     "0090209f cd7f0000 005020c2 00120000"
     "00100000 00000000 00000000 00000000"},
    {"4 KiB to the host",
     "11400000 32000400 00000000 0000fe00"
     "00000000 00000000 00000000 00000000"
     "005020c2 00120000 0090209f cd7f0000"
     "00100000 00000000 00000000 00000000"},
    {"512 KiB on the device",
     "0b000000 32000500 00000000 0000fe00"
     "00de0000 00000000 00000000 00000800"
     "005020c2 00120000 006030c2 00120000"},
    {"reset of an event",
     "08000000 32000600 00000000 0000fe00"
     "8c0420a0 06000000 23010000 01000000"},
    {"4 KiB set",
     "11400000 32000700 00000000 0000fe00"
     "00000000 00000000 00000000 00000000"
     "0090209f cd7f0000 005020c2 00120000"
     "00100000 00000000 00000000 00000000"},
    {"record of a notify", "06000000 32000800 45000000 0000fe00"},
    {"wait for it", "07000000 33000100 45000000 0000ff00"},
    {"kernel on vector cores",
     "00000800 32000a00 01100000 0000fe00"
     "000060c1 00120000 00000000 04000000"
     "000060c2 00120000 000021c1 00120000"},
    {"the same with a list of arguments",
     "00000800 32000b00 01100000 0000fe00"
     "000060c1 00120000 00000000 04000000"
     "000060c2 00120000 000021c1 00120000"},
    {"kernel on cube cores",
     "00000800 32000c00 00100000 0000fe00"
     "000060c1 00120000 00000000 04000000"
     "000060c2 00120000 000021c1 00120000"},
    {"kernel on both",
     "00000800 0d203200 04000000 0000fe06"
     "000060c1 00120000 01000100 01000000"
     "00000000 00000000 000021c1 00120000"},
};

constexpr std::string_view kMixContext =
    "06000000"
    "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
    "00000000 00000000 00000000 00000000 00000000 00000000 00000000"
    "08010000 04000202 00000100 08000800";

// Numbers things by the order in which they are first seen.
class Numbering {
  public:
    uint32_t operator()(uint32_t thing) {
        return numbers_.try_emplace(thing, static_cast<uint32_t>(numbers_.size())).first->second;
    }

  private:
    std::map<uint32_t, uint32_t> numbers_;
};

// Puts numbers by first use for ids, and zeros for addresses, in entry after entry of a program.
class Mask {
  public:
    Words operator()(Words words) {
        const uint32_t type = words[0] & 0x3F;
        const bool isMix = type == kKernel && (words[2] & 7) == 4;
        maskIds(words[1], isMix);
        switch (type) {
            case kKernel:
                clear(words, {4, 5, 10, 11});
                if (!isMix) {
                    clear(words, {8, 9});
                }
                break;
            case kEventRecord:
            case kEventWait:
                words[2] = words[2] >> 16 << 16 | events_(words[2] & 0xFFFF);
                break;
            case kNotifyRecord:
            case kNotifyWait:
                words[2] = words[2] >> 13 << 13 | notifies_(words[2] & 0x1FFF);
                break;
            case kWriteValue:
                words[4] = 0;
                words[5] = words[5] >> 17 << 17;
                words[6] = events_(words[6]);
                break;
            case kSdma:
            case kPcieDma:
                clear(words, {8, 10});
                clear(words, {9, 11});
                break;
            default:
                break;
        }
        return words;
    }

  private:
    // Addresses have 48 bits: of a high word the other half stays.
    static void clear(Words& words, std::initializer_list<size_t> indices) {
        for (const size_t index : indices) {
            words[index] = index % 2 == 0 ? 0 : words[index] >> 16 << 16;
        }
    }

    // Entries for both kinds of cores have the ids the other way round, and a mark in the task's.
    void maskIds(uint32_t& word, bool isMix) {
        constexpr uint32_t kMark = 0x2000;
        const uint32_t task = isMix ? word & 0xFFFF & ~kMark : word >> 16;
        const uint32_t stream = streams_(isMix ? word >> 16 : word & 0xFFFF);
        const uint32_t number = tasks_[stream](task);
        word = isMix ? stream << 16 | number | (word & kMark) : number << 16 | stream;
    }

    Numbering streams_;
    Numbering events_;
    Numbering notifies_;
    std::map<uint32_t, Numbering> tasks_;
};

void expectDone(aclrtStream stream) {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << recentMessage();
}

#define BELAY_OK(call) EXPECT_EQ(call, ACL_SUCCESS) << recentMessage()

void launchKernels(aclrtStream stream) {
    constexpr uint32_t kBlocks = 8;
    const Bytes file = kernelFile(KernelFile::kCodeBytes / 2);
    aclrtBinHandle binary = nullptr;
    BELAY_OK(aclrtBinaryLoadFromData(file.data(), file.size(), nullptr, &binary));
    const auto function = [&](const char* name) {
        aclrtFuncHandle found = nullptr;
        BELAY_OK(aclrtBinaryGetFunction(binary, name, &found));
        return found;
    };
    std::array<std::byte, 32> block{};
    // In the ordinary way, whatever the file says.
    aclrtLaunchKernelAttr mode{.id = ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE, .value = {}};
    mode.value.schemMode = 0;
    aclrtLaunchKernelCfg config{.attrs = &mode, .numAttrs = 1};
    const auto launch = [&](const char* name) {
        BELAY_OK(aclrtLaunchKernelWithHostArgs(function(name), kBlocks, stream, &config,
                                               block.data(), block.size(), nullptr, 0));
        expectDone(stream);
    };
    launch("scale_3");
    aclrtArgsHandle list = nullptr;
    aclrtParamHandle param = nullptr;
    BELAY_OK(aclrtKernelArgsInit(function("scale_3"), &list));
    BELAY_OK(aclrtKernelArgsAppend(list, block.data(), block.size(), &param));
    BELAY_OK(aclrtKernelArgsFinalize(list));
    BELAY_OK(
        aclrtLaunchKernelWithConfig(function("scale_3"), kBlocks, stream, nullptr, list, nullptr));
    expectDone(stream);
    launch("sum");
    launch("both");
    BELAY_OK(aclrtBinaryUnLoad(binary));
}

// In the order of kProgram.
void runProgram(const ShimControl& shim) {
    constexpr size_t kSmall = 4096;
    constexpr size_t kLarge = size_t{512} << 10;
    const SetDevice device(0);
    const OwnedStream st;
    const OwnedStream st2;
    const DeviceMemory d1(size_t{1} << 20);
    const DeviceMemory d2(size_t{1} << 20);
    const PinnedMemory hp(size_t{1} << 20);
    const OwnedEvent ev = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent ev2 = makeEvent();
    aclrtNotify notify = nullptr;
    BELAY_OK(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT));
    shim.forget();
    BELAY_OK(aclrtRecordEvent(ev.get(), st.get()));
    BELAY_OK(aclrtStreamWaitEvent(st2.get(), ev.get()));
    BELAY_OK(aclrtRecordEvent(ev2.get(), st.get()));
    expectDone(st.get());
    expectDone(st2.get());
    const auto copy = [&](void* to, const void* from, size_t bytes, aclrtMemcpyKind kind) {
        BELAY_OK(aclrtMemcpyAsync(to, bytes, from, bytes, kind, st.get()));
        expectDone(st.get());
    };
    copy(d2.get(), d1.get(), kSmall, ACL_MEMCPY_DEVICE_TO_DEVICE);
    copy(d1.get(), hp.get(), kSmall, ACL_MEMCPY_HOST_TO_DEVICE);
    copy(hp.get(), d1.get(), kSmall, ACL_MEMCPY_DEVICE_TO_HOST);
    copy(d2.get(), d1.get(), kLarge, ACL_MEMCPY_DEVICE_TO_DEVICE);
    BELAY_OK(aclrtResetEvent(ev.get(), st.get()));
    expectDone(st.get());
    BELAY_OK(aclrtMemsetAsync(d1.get(), kSmall, 0, kSmall, st.get()));
    expectDone(st.get());
    BELAY_OK(aclrtRecordNotify(notify, st.get()));
    BELAY_OK(aclrtWaitAndResetNotify(notify, st2.get(), 0));
    expectDone(st2.get());
    launchKernels(st.get());
    BELAY_OK(aclrtDestroyNotify(notify));
}

std::string hexOf(std::span<const uint32_t> words) {
    std::string text;
    for (const uint32_t word : words) {
        for (unsigned byte = 0; byte < sizeof word; ++byte) {
            constexpr const char* kDigits = "0123456789abcdef";
            const uint32_t value = word >> (8 * byte) & 0xFF;
            text += kDigits[value >> 4];
            text += kDigits[value & 15];
        }
        text += ' ';
    }
    return text;
}

void expectGoldenEntries() {
    const ShimControl shim;
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS) << recentMessage();
    runProgram(shim);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    const std::vector<HalShimEntry> sent = shim.entries();
    ASSERT_EQ(sent.size(), std::size(kProgram));
    Mask maskSent;
    Mask maskGolden;
    for (size_t i = 0; i < sent.size(); ++i) {
        const Words golden = hw::wordsFromHex<16>(kProgram[i].hex);
        Words words{};
        std::copy(std::begin(sent[i].words), std::end(sent[i].words), words.begin());
        EXPECT_EQ(hexOf(maskSent(words)), hexOf(maskGolden(golden)))
            << kProgram[i].call << ": sent " << hexOf(words);
    }
    // Behind the first words of the context come the addresses of arguments and code.
    const std::span<const uint32_t> context(sent.back().context);
    const auto golden = hw::wordsFromHex<32>(kMixContext);
    constexpr size_t kFixedWords = 20;
    EXPECT_EQ(hexOf(context.first(kFixedWords)),
              hexOf(std::span<const uint32_t>(golden).first(kFixedWords)));
}

TEST(GoldenProgram, SendsTheGoldenEntries) {
    expectEndsWell(expectGoldenEntries, {.environment = shimEnvironment(BELAY_TEST_HAL_CARD_SHIM)});
}

}  // namespace
}  // namespace belay::test
