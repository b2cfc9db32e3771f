#include "drivers/sim/stack_switch.h"

#include <ucontext.h>

#include <cstring>

// An entry leaves by "pop; jmp", not by "ret": the processor's return predictor knows nothing of
// other stacks.
#if defined(__x86_64__)

asm(R"(
    .text
    .p2align 4
    .globl belaySwitchStack
    .hidden belaySwitchStack
    .type belaySwitchStack, @function
belaySwitchStack:
    .cfi_startproc
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    pushq %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbx, 0
    pushq %r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r12, 0
    pushq %r13
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r13, 0
    pushq %r14
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r14, 0
    pushq %r15
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r15, 0
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rsi, %rsp
.LbelayRestore:
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    popq %r15
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r15
    popq %r14
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r14
    popq %r13
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r13
    popq %r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r12
    popq %rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbx
    popq %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbp
    movq %rdx, %rax
    popq %rcx
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rcx
    jmpq *%rcx
    .cfi_endproc
    .size belaySwitchStack, . - belaySwitchStack

    # Arrives with the stack pointer of the destination and the value in %rdx.
    .p2align 4
    .hidden belayLandingPadAvx
    .globl belayLandingPadAvx
    .type belayLandingPadAvx, @function
belayLandingPadAvx:
    vzeroupper
    .hidden belayLandingPad
    .globl belayLandingPad
    .type belayLandingPad, @function
belayLandingPad:
    cld
    fninit
    jmp .LbelayRestore
    .size belayLandingPad, . - belayLandingPad

    # The first code on a new stack: %r12(%rbx). Its caller is whoever's stack pointer lies at %rbx.
    # Marked as a signal frame, because debuggers expect callers further up the same stack else.
    .p2align 4
    .type belayStackEntry, @function
belayStackEntry:
    .cfi_startproc
    .cfi_signal_frame
    .cfi_escape 0x0f, 5, 0x73, 0x00, 0x06, 0x23, 64
    .cfi_offset %rip, -8
    .cfi_offset %rbp, -16
    .cfi_offset %rbx, -24
    .cfi_offset %r12, -32
    .cfi_offset %r13, -40
    .cfi_offset %r14, -48
    .cfi_offset %r15, -56
    nop
    movq %rbx, %rdi
    callq *%r12
    ud2
    .cfi_endproc
    .size belayStackEntry, . - belayStackEntry
    .hidden belayStackEntry
    .globl belayStackEntry
)");

#elif defined(__aarch64__)

asm(R"(
    .text
    .p2align 4
    .globl belaySwitchStack
    .hidden belaySwitchStack
    .type belaySwitchStack, %function
belaySwitchStack:
    .cfi_startproc
    sub sp, sp, #176
    .cfi_adjust_cfa_offset 176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x29, 80
    .cfi_rel_offset x30, 88
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x9, fpcr
    str x9, [sp, #160]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
.LbelayRestore:
    ldr x9, [sp, #160]
    msr fpcr, x9
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    mov x0, x2
    add sp, sp, #176
    .cfi_adjust_cfa_offset -176
    br x30
    .cfi_endproc
    .size belaySwitchStack, . - belaySwitchStack

    // Arrives with the stack pointer of the destination and the value in x2.
    .p2align 4
    .hidden belayLandingPad
    .globl belayLandingPad
    .type belayLandingPad, %function
belayLandingPad:
    b .LbelayRestore
    .size belayLandingPad, . - belayLandingPad

    // The first code on a new stack: x20(x19). Its caller is whoever's stack pointer lies at x19.
    // Marked as a signal frame, because debuggers expect callers further up the same stack else.
    .p2align 4
    .type belayStackEntry, %function
    .hidden belayStackEntry
    .globl belayStackEntry
belayStackEntry:
    .cfi_startproc
    .cfi_signal_frame
    .cfi_escape 0x0f, 6, 0x83, 0x00, 0x06, 0x23, 0xb0, 0x01
    .cfi_offset x19, -176
    .cfi_offset x20, -168
    .cfi_offset x29, -96
    .cfi_offset x30, -88
    nop
    mov x0, x19
    blr x20
    brk #0
    .cfi_endproc
    .size belayStackEntry, . - belayStackEntry
)");

#endif

extern "C" {
// Code, not functions to call.
void belayLandingPad() __attribute__((visibility("hidden")));
void belayStackEntry() __attribute__((visibility("hidden")));
#if defined(__x86_64__)
void belayLandingPadAvx() __attribute__((visibility("hidden")));
#endif
}

namespace belay::sim {
namespace {

#if defined(__x86_64__)

constexpr uint32_t kSseControl = 0x1F80;  // all exceptions masked, round to nearest
constexpr uint16_t kX87Control = 0x037F;  // likewise, with full precision

// What belaySwitchStack() takes from a stack, from its stack pointer on.
struct Frame {
    uint32_t sseControl = kSseControl;
    uint16_t x87Control = kX87Control;
    uint16_t padding = 0;
    uint64_t r15 = 0;
    uint64_t r14 = 0;
    uint64_t r13 = 0;
    uint64_t main = 0;      // r12
    uint64_t argument = 0;  // rbx
    uint64_t rbp = 0;
    uint64_t pc = 0;
};

static_assert(sizeof(Frame) == 64);

#elif defined(__aarch64__)

struct Frame {
    uint64_t argument = 0;  // x19
    uint64_t main = 0;      // x20
    uint64_t x21To29[9] = {};
    uint64_t pc = 0;  // x30
    uint64_t d8To15[8] = {};
    uint64_t control = 0;  // no exceptions, round to nearest
    uint64_t padding = 0;
};

static_assert(sizeof(Frame) == 176);

#endif

}  // namespace

StackPointer prepareStack(void* top, void (*main)(void*), void* argument) noexcept {
    Frame frame;
    frame.main = reinterpret_cast<uint64_t>(main);
    frame.argument = reinterpret_cast<uint64_t>(argument);
    frame.pc = reinterpret_cast<uint64_t>(&belayStackEntry);
    auto* place = static_cast<unsigned char*>(top) - sizeof frame;
    std::memcpy(place, &frame, sizeof frame);
    return place;
}

#if defined(__x86_64__)

void resetArithmetic() noexcept {
    // Reading is cheap; few ever change anything.
    constexpr uint32_t kFlags = 0x3F;  // of what has happened
    if ((__builtin_ia32_stmxcsr() & ~kFlags) != kSseControl) [[unlikely]] {
        __builtin_ia32_ldmxcsr(kSseControl);
    }
    uint16_t x87 = 0;
    asm volatile("fnstcw %0" : "=m"(x87));
    if (x87 != kX87Control) [[unlikely]] {
        asm volatile("fldcw %0" : : "m"(kX87Control));
    }
}

namespace {

const bool kHasAvx = __builtin_cpu_supports("avx") != 0;

}  // namespace

void leaveStackOnReturn(void* context, StackPointer to, uintptr_t value) noexcept {
    // The carry to single steps, the alignment check and the direction of string instructions.
    constexpr greg_t kFlagsToClear = 0x100 | 0x400 | 0x40000;
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    registers[REG_RIP] = reinterpret_cast<greg_t>(kHasAvx ? &belayLandingPadAvx : &belayLandingPad);
    registers[REG_RSP] = reinterpret_cast<greg_t>(to);
    registers[REG_RDX] = static_cast<greg_t>(value);
    registers[REG_EFL] &= ~kFlagsToClear;
}

InterruptedCode interruptedCode(const void* context) noexcept {
    constexpr greg_t kPageFault = 14;
    constexpr greg_t kWrite = 2;
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    return {.pc = static_cast<uintptr_t>(registers[REG_RIP]),
            .sp = static_cast<uintptr_t>(registers[REG_RSP]),
            .wasWrite = registers[REG_TRAPNO] == kPageFault && (registers[REG_ERR] & kWrite) != 0};
}

#elif defined(__aarch64__)

void resetArithmetic() noexcept {
    uint64_t control = 0;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    if (control != 0) [[unlikely]] {
        asm volatile("msr fpcr, %0" : : "r"(uint64_t{0}));
    }
}

void leaveStackOnReturn(void* context, StackPointer to, uintptr_t value) noexcept {
    auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
    machine.pc = reinterpret_cast<uint64_t>(&belayLandingPad);
    machine.sp = reinterpret_cast<uint64_t>(to);
    machine.regs[2] = value;
}

InterruptedCode interruptedCode(const void* context) noexcept {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
    return {.pc = machine.pc, .sp = machine.sp, .wasWrite = false};
}

#endif

}  // namespace belay::sim
