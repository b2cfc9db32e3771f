/* A library of AI CPU kernels for tests. Each takes the address of its arguments, which lie packed:
 * that of a number in memory of the device, and what else its comment says. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t* atEnd;
static uint64_t calls;

static uint64_t* targetOf(const void* args) {
    uint64_t* target = 0;
    memcpy(&target, args, sizeof target);
    return target;
}

uint32_t addOne(void* args) {
    ++*targetOf(args);
    return 0;
}

/* A byte, a 2-byte and an 8-byte number follow, without gaps: writes their sum. */
uint32_t addPacked(void* args) {
    const unsigned char* next = (const unsigned char*)args + sizeof(uint64_t*);
    uint16_t half = 0;
    uint64_t whole = 0;
    memcpy(&half, next + 1, sizeof half);
    memcpy(&whole, next + 3, sizeof whole);
    *targetOf(args) = next[0] + half + whole;
    return 0;
}

/* A pointer to two 8-byte numbers follows: writes their sum. */
uint32_t addPointed(void* args) {
    const uint64_t* numbers = 0;
    memcpy(&numbers, (const unsigned char*)args + sizeof(uint64_t*), sizeof numbers);
    *targetOf(args) = numbers[0] + numbers[1];
    return 0;
}

/* How often it was called: each loaded copy of the library counts for itself. */
uint32_t countCalls(void* args) {
    *targetOf(args) = ++calls;
    return 0;
}

/* The arguments are the result. */
uint32_t result(void* args) {
    uint32_t value = 0;
    memcpy(&value, args, sizeof value);
    return value;
}

/* The number is increased when the library is closed. */
uint32_t countEnd(void* args) {
    atEnd = targetOf(args);
    return 0;
}

uint32_t touchNothing(void* args) {
    (void)args;
    *(volatile uint32_t*)8 = 1;
    return 0;
}

uint32_t loopForEver(void* args) {
    uint32_t stop = 0;
    memcpy(&stop, args, sizeof stop);
    while (stop == 0) {
        __asm__ volatile("" : "+r"(stop));
    }
    return 0;
}

uint32_t callAbort(void* args) {
    (void)args;
    abort();
}

static uint32_t descend(uint32_t depth) {
    volatile uint32_t frame[256] = {depth};
    return depth == 0 ? 0 : descend(depth - 1) + frame[0];
}

/* As many calls inside each other as the argument says. */
uint32_t callDeep(void* args) {
    uint32_t depth = 0;
    memcpy(&depth, args, sizeof depth);
    return descend(depth) == 1;
}

__attribute__((destructor)) static void end(void) {
    if (atEnd != 0) {
        ++*atEnd;
    }
}
