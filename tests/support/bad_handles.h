// Bad handles: every kind of pointer that is not the handle a function wants.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "acl/acl_base.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"
#include "support/device.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test {

struct TensorDescDeleter {
    void operator()(aclTensorDesc* desc) const { aclDestroyTensorDesc(desc); }
};

struct DataBufferDeleter {
    void operator()(aclDataBuffer* buffer) const { aclDestroyDataBuffer(buffer); }
};

struct OpAttrDeleter {
    void operator()(aclopAttr* attr) const { aclopDestroyAttr(attr); }
};

/// A tensor description that is destroyed at the end of the scope.
using OwnedDesc = std::unique_ptr<aclTensorDesc, TensorDescDeleter>;

/// A data buffer that is destroyed at the end of the scope.
using OwnedBuffer = std::unique_ptr<aclDataBuffer, DataBufferDeleter>;

/// A set of operator attributes that is destroyed at the end of the scope.
using OwnedAttr = std::unique_ptr<aclopAttr, OpAttrDeleter>;

inline OwnedAttr makeAttr() {
    return OwnedAttr(aclopCreateAttr());
}

inline OwnedDesc makeDesc(const std::vector<int64_t>& dims = {2, 3}, aclDataType type = ACL_FLOAT,
                          aclFormat format = ACL_FORMAT_ND) {
    return OwnedDesc(aclCreateTensorDesc(type, static_cast<int>(dims.size()), dims.data(), format));
}

inline OwnedBuffer makeBuffer(void* data = nullptr, size_t size = 0) {
    return OwnedBuffer(aclCreateDataBuffer(data, size));
}

// Stand for the handles whose C type is void*. Making one needs a device that is set.
struct StreamHandle;
struct EventHandle;
struct ContextHandle;

/// A class of handles: how to make and destroy one. destroy() tells whether the library did it.
template <typename Handle>
struct HandleClass;

template <>
struct HandleClass<aclTensorDesc> {
    using Raw = aclTensorDesc*;

    static OwnedDesc make() { return makeDesc(); }

    static bool destroy(aclTensorDesc* desc) {
        forgetErrors();
        aclDestroyTensorDesc(desc);
        return aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_SUCCESS;
    }
};

template <>
struct HandleClass<aclDataBuffer> {
    using Raw = aclDataBuffer*;

    static OwnedBuffer make() { return makeBuffer(); }

    static bool destroy(aclDataBuffer* buffer) {
        return aclDestroyDataBuffer(buffer) == ACL_SUCCESS;
    }
};

template <>
struct HandleClass<aclopAttr> {
    using Raw = aclopAttr*;

    static OwnedAttr make() { return makeAttr(); }

    static bool destroy(aclopAttr* attr) {
        forgetErrors();
        aclopDestroyAttr(attr);
        return aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_SUCCESS;
    }
};

template <>
struct HandleClass<StreamHandle> {
    using Raw = aclrtStream;

    static OwnedStream make() { return OwnedStream(); }

    static bool destroy(aclrtStream stream) { return aclrtDestroyStream(stream) == ACL_SUCCESS; }
};

template <>
struct HandleClass<EventHandle> {
    using Raw = aclrtEvent;

    static OwnedEvent make() { return makeEvent(); }

    static bool destroy(aclrtEvent event) { return aclrtDestroyEvent(event) == ACL_SUCCESS; }
};

template <>
struct HandleClass<ContextHandle> {
    using Raw = aclrtContext;

    static OwnedContext make() { return makeContext(); }

    static bool destroy(aclrtContext context) {
        return aclrtDestroyContext(context) == ACL_SUCCESS;
    }
};

template <typename Handle>
inline constexpr bool kIsOfDevice =
    !std::is_same_v<Handle, aclTensorDesc> && !std::is_same_v<Handle, aclDataBuffer> &&
    !std::is_same_v<Handle, aclopAttr>;

/// Calls `check(handle)` with a live object of every other class of a device.
template <typename Handle, typename Check>
void forEachOtherClassOfDevice(Check check) {
    using Raw = typename HandleClass<Handle>::Raw;
    if constexpr (kIsOfDevice<Handle>) {
        if constexpr (!std::is_same_v<Handle, StreamHandle>) {
            SCOPED_TRACE("a stream");
            const OwnedStream stream;
            check(static_cast<Raw>(stream.get()));
        }
        if constexpr (!std::is_same_v<Handle, EventHandle>) {
            SCOPED_TRACE("an event");
            const OwnedEvent event = makeEvent();
            check(static_cast<Raw>(event.get()));
        }
        if constexpr (!std::is_same_v<Handle, ContextHandle>) {
            SCOPED_TRACE("a context");
            const OwnedContext context = makeContext();
            check(static_cast<Raw>(context.get()));
        }
    }
}

/// Calls `check(handle)` with pointers that are no live `Handle`: objects of another class,
/// destroyed ones, addresses from everywhere, addresses beside a live one. Null is not among them:
/// functions treat it differently. Each is named in the trace of a failure.
template <typename Handle, typename Check>
void forEachBadHandle(Check check) {
    using Raw = typename HandleClass<Handle>::Raw;
    forEachOtherClassOfDevice<Handle>(check);
    const OwnedDesc desc = makeDesc();
    const OwnedBuffer buffer = makeBuffer();
    void* otherClass = desc.get();
    if constexpr (std::is_same_v<Handle, aclTensorDesc>) {
        otherClass = buffer.get();
    }
    const auto live = HandleClass<Handle>::make();
    void* destroyed = HandleClass<Handle>::make().release();
    HandleClass<Handle>::destroy(static_cast<Raw>(destroyed));
    const auto onHeap = std::make_unique<std::array<char, 64>>();
    std::array<char, 64> onStack{};
    static std::array<char, 64> inData{};

    struct BadHandle {
        const char* what;
        void* pointer;
    };

    const std::vector<BadHandle> bad = {
        {"an object of another class", otherClass},
        {"a destroyed object", destroyed},
        {"a small number", reinterpret_cast<void*>(0x1234)},
        {"the greatest address", reinterpret_cast<void*>(UINTPTR_MAX)},
        {"an address outside of the address space", reinterpret_cast<void*>(UINTPTR_MAX / 2)},
        {"an address on the stack", onStack.data()},
        {"an address on the heap", onHeap->data()},
        {"an address of static data", inData.data()},
        {"one byte into a live object", reinterpret_cast<char*>(live.get()) + 1},
        {"eight bytes into a live object", reinterpret_cast<char*>(live.get()) + 8},
        {"one byte before a live object", reinterpret_cast<char*>(live.get()) - 1},
    };
    for (const BadHandle& handle : bad) {
        SCOPED_TRACE(handle.what);
        check(static_cast<Raw>(handle.pointer));
    }
}

/// Makes many handles, and lets two threads destroy each while a third calls `use(handle)`: of the
/// destroying calls exactly one may succeed, and nothing may crash.
template <typename Handle, typename Use>
void raceDestroyAgainst(Use use) {
    constexpr size_t kRounds = 100;
    constexpr size_t kThreads = 3;

    struct Round {
        typename HandleClass<Handle>::Raw handle = nullptr;
        std::atomic<size_t> arrived{0};
        std::atomic<int> destroyed{0};
    };

    std::vector<Round> rounds(kRounds);
    for (Round& round : rounds) {
        round.handle = HandleClass<Handle>::make().release();
    }
    onThreads(kThreads, [&](size_t thread) {
        for (Round& round : rounds) {
            round.arrived.fetch_add(1);
            while (round.arrived.load() != kThreads) {
                std::this_thread::yield();
            }
            if (thread == 0) {
                use(round.handle);
            } else if (HandleClass<Handle>::destroy(round.handle)) {
                round.destroyed.fetch_add(1);
            }
        }
    });
    for (const Round& round : rounds) {
        EXPECT_EQ(round.destroyed.load(), 1);
    }
}

}  // namespace belay::test
