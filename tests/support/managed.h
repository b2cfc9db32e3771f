// Managed memory for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "support/refusal.h"

namespace belay::test {

inline constexpr size_t kManagedPage = size_t{2} << 20;

/// Managed memory of some pages for the scope.
class Managed {
  public:
    explicit Managed(size_t pages) {
        EXPECT_EQ(aclrtMemAllocManaged(&start_, pages * kManagedPage, ACL_RT_MEM_ATTACH_GLOBAL),
                  ACL_SUCCESS)
            << recentMessage();
    }

    ~Managed() { EXPECT_EQ(aclrtFree(start_), ACL_SUCCESS) << recentMessage(); }

    Managed(const Managed&) = delete;
    Managed& operator=(const Managed&) = delete;

    char* get() const { return static_cast<char*>(start_); }

    char* page(size_t index) const { return get() + index * kManagedPage; }

  private:
    void* start_ = nullptr;
};

inline aclrtMemManagedLocation locationOf(int type, int32_t id = 0) {
    aclrtMemManagedLocation location{};
    location.type = enumOf<aclrtMemManagedLocationType>(type);
    location.id = id;
    return location;
}

/// An attribute that is one number.
inline int32_t attributeOf(const void* start, size_t bytes,
                           aclrtMemManagedRangeAttribute attribute) {
    int32_t value = 77;
    EXPECT_EQ(aclrtMemManagedGetAttr(attribute, start, bytes, &value, sizeof value), ACL_SUCCESS)
        << recentMessage();
    return value;
}

/// Gives a hint that is taken.
inline void advise(
    const void* start, size_t bytes, aclrtMemManagedAdviseType advice,
    const aclrtMemManagedLocation& location = locationOf(ACL_MEM_LOCATIONTYPE_HOST)) {
    EXPECT_EQ(aclrtMemManagedAdvise(start, bytes, advice, location), ACL_SUCCESS)
        << recentMessage();
}

}  // namespace belay::test
