#include "hw/sqe_encode.h"

#include <cassert>

#include "hw/rules.h"
#include "hw/stars_v1_map.h"

namespace belay::hw {

namespace {

using stars_v1::Writer;

/// `entry` by value: map() takes what a reader could fill in.
template <typename Entry, size_t Count>
[[gnu::always_inline]] inline void write(Entry entry, Words<Count>& words) {
    Writer<Count> writer;
    map(writer, entry);
    words = writer.result();
}

template <typename Entry>
[[gnu::always_inline]] inline void writeLegal(const Entry& entry, Sqe& sqe) {
    if constexpr (requires { findRefusal(entry); }) {
        assert(!findRefusal(entry));
    }
    write(entry, sqe.words);
}

// Texts are made out of line: the encoders are on the way of every launch.

[[gnu::noinline, gnu::cold]] Status blockDimError(uint32_t blockDim) {
    return Status::error(Code::kRtParamInvalid, "the number of blocks is {}, not 1 to {}", blockDim,
                         kMaxBlockDim);
}

[[gnu::noinline, gnu::cold]] Status addressError(std::string_view what, uint64_t address,
                                                 Field field) {
    return Status::error(Code::kRtParamInvalid,
                         "{} is at {:#x}, but an entry takes addresses of {} bits", what, address,
                         field.width);
}

[[gnu::noinline, gnu::cold]] Status targetError(const WriteTarget& target, Rule rule) {
    const Code code =
        rule == Rule::kWriteAlignment ? Code::kRtAddrUnaligned : Code::kRtParamInvalid;
    return Status::error(code, "a write of {} bytes to {:#x} is not possible: {}",
                         1U << static_cast<unsigned>(target.size), target.address, ruleText(rule));
}

[[gnu::always_inline]] inline Status checkBlockDim(uint32_t blockDim) {
    const bool fits = blockDim != 0 && blockDim <= kMaxBlockDim;
    return fits ? Status::ok() : blockDimError(blockDim);
}

[[gnu::always_inline]] inline Status checkAddress(std::string_view what, uint64_t address,
                                                  Field field) {
    return field.holds(address) ? Status::ok() : addressError(what, address, field);
}

Status checkTarget(const WriteTarget& target) {
    BELAY_TRY(checkAddress("the value", target.address, stars_v1::WriteTargetFields<0>::kAddress));
    const auto refusal = findRefusal(target);
    return refusal ? targetError(target, refusal->rule) : Status::ok();
}

template <typename Payload>
Placeholder placeholderWith(const Common& common, Payload payload) {
    Placeholder placeholder;
    placeholder.common = common;
    placeholder.taskType = Payload::kTaskType;
    Writer<16> writer;
    map(writer, payload);
    for (size_t i = 0; i < placeholder.payload.size(); ++i) {
        placeholder.payload[i] = writer.result()[stars_v1::kPayloadWord + i];
    }
    return placeholder;
}

}  // namespace

Status StarsV1Encoder::encode(const AicoreKernel& kernel, Sqe& sqe) const {
    BELAY_TRY(checkBlockDim(kernel.blockDim));
    BELAY_TRY(checkAddress("the code", kernel.pc, stars_v1::KernelFields::kPc));
    BELAY_TRY(checkAddress("the argument block", kernel.args, stars_v1::KernelFields::kArgs));
    writeLegal(kernel, sqe);
    return Status::ok();
}

Status StarsV1Encoder::encode(const MixKernel& kernel, Sqe& sqe) const {
    assert((kernel.common.streamId & kThreadWaits) == 0);
    BELAY_TRY(checkBlockDim(kernel.blockDim));
    writeLegal(kernel, sqe);
    return Status::ok();
}

Status StarsV1Encoder::encode(const MixContext& context, MixContextImage& image) const {
    using Fields = stars_v1::MixContextFields;
    BELAY_TRY(checkAddress("the argument block", context.cubeArgs, Fields::kCubeArgs));
    BELAY_TRY(checkAddress("the argument block", context.vectorArgs, Fields::kVectorArgs));
    BELAY_TRY(checkAddress("the code", context.cubePc, Fields::kCubePc));
    BELAY_TRY(checkAddress("the code", context.vectorPc, Fields::kVectorPc));
    assert(!findRefusal(context));
    write(context, image.words);
    return Status::ok();
}

Status StarsV1Encoder::encode(const WriteValue& write, Sqe& sqe) const {
    BELAY_TRY(checkTarget(write.target));
    writeLegal(write, sqe);
    return Status::ok();
}

Status StarsV1Encoder::encode(const WriteTarget& target, WriteTargetImage& image) const {
    BELAY_TRY(checkTarget(target));
    write(target, image.words);
    return Status::ok();
}

void StarsV1Encoder::encode(const AicpuKernel& kernel, Sqe& sqe) const {
    writeLegal(kernel, sqe);
}

void StarsV1Encoder::encode(const HostCallback& callback, Sqe& sqe) const {
    writeLegal(callback, sqe);
}

void StarsV1Encoder::encode(const Placeholder& placeholder, Sqe& sqe) const {
    writeLegal(placeholder, sqe);
}

void StarsV1Encoder::encode(const EventRecord& record, Sqe& sqe) const {
    writeLegal(record, sqe);
}

void StarsV1Encoder::encode(const EventWait& wait, Sqe& sqe) const {
    writeLegal(wait, sqe);
}

void StarsV1Encoder::encode(const NotifyRecord& record, Sqe& sqe) const {
    writeLegal(record, sqe);
}

void StarsV1Encoder::encode(const NotifyWait& wait, Sqe& sqe) const {
    writeLegal(wait, sqe);
}

void StarsV1Encoder::encode(const WriteValuePointer& write, Sqe& sqe) const {
    writeLegal(write, sqe);
}

void StarsV1Encoder::encode(const Sdma& copy, Sqe& sqe) const {
    writeLegal(copy, sqe);
}

void StarsV1Encoder::encode(const SdmaPointer& copy, Sqe& sqe) const {
    writeLegal(copy, sqe);
}

void StarsV1Encoder::encode(const PcieDma& copy, Sqe& sqe) const {
    writeLegal(copy, sqe);
}

void StarsV1Encoder::encode(const Cond& cond, Sqe& sqe) const {
    writeLegal(cond, sqe);
}

void StarsV1Encoder::encode(const Cmo& cmo, Sqe& sqe) const {
    assert(cmo.cmoType != 0);
    writeLegal(cmo, sqe);
}

void StarsV1Encoder::encode(const Barrier& barrier, Sqe& sqe) const {
    writeLegal(barrier, sqe);
}

Placeholder makePlaceholder(const Common& common, const FlipMarker& payload) noexcept {
    return placeholderWith(common, payload);
}

Placeholder makePlaceholder(const Common& common, const StreamMaintenance& payload) noexcept {
    return placeholderWith(common, payload);
}

Placeholder makePlaceholder(const Common& common, const RingBufferControl& payload) noexcept {
    return placeholderWith(common, payload);
}

Placeholder makePlaceholder(const Common& common, const OverflowSwitch& payload) noexcept {
    return placeholderWith(common, payload);
}

Placeholder makePlaceholder(const Common& common, const VersionQuery& payload) noexcept {
    return placeholderWith(common, payload);
}

namespace {

// Instructions of the scheduler, as far as a call of a program needs them.
constexpr uint32_t kNop = 0x13;
constexpr uint32_t kLoadImmediate = 0x5B;
constexpr uint32_t kFunctionCall = 0x6B;

constexpr uint32_t destination(uint32_t reg) {
    return reg << 7;
}

/// The three words that put `value` into a register: bits 49 to 63 first, then the rest.
void loadRegister(uint32_t* words, uint32_t reg, uint64_t value) {
    constexpr uint32_t kLow = 1U << 12;
    words[0] = kLoadImmediate | destination(reg) | static_cast<uint32_t>(value >> 49) << 17;
    words[1] = kLoadImmediate | destination(reg) | kLow |
               static_cast<uint32_t>(value >> 32 & 0x1FFFF) << 15;
    words[2] = static_cast<uint32_t>(value);
}

}  // namespace

Words<12> callProgram(uint64_t programAddr, uint64_t programWords) noexcept {
    constexpr uint32_t kAddrRegister = 1;
    constexpr uint32_t kSizeRegister = 2;
    Words<12> code;
    code.fill(kNop);
    loadRegister(&code[0], kAddrRegister, programAddr);
    loadRegister(&code[3], kSizeRegister, programWords);
    code[6] = kFunctionCall | kAddrRegister << 15 | kSizeRegister << 20;
    return code;
}

}  // namespace belay::hw
