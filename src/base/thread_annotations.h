// Clang's thread safety annotations; nothing for other compilers.
#pragma once

#if defined(__clang__)
#define BELAY_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define BELAY_THREAD_ATTRIBUTE(x)
#endif

#define BELAY_CAPABILITY(name) BELAY_THREAD_ATTRIBUTE(capability(name))
#define BELAY_SCOPED_CAPABILITY BELAY_THREAD_ATTRIBUTE(scoped_lockable)
#define BELAY_GUARDED_BY(mutex) BELAY_THREAD_ATTRIBUTE(guarded_by(mutex))
#define BELAY_PT_GUARDED_BY(mutex) BELAY_THREAD_ATTRIBUTE(pt_guarded_by(mutex))
#define BELAY_REQUIRES(...) BELAY_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define BELAY_EXCLUDES(...) BELAY_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
#define BELAY_ACQUIRE(...) BELAY_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define BELAY_TRY_ACQUIRE(...) BELAY_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define BELAY_RELEASE(...) BELAY_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define BELAY_NO_THREAD_SAFETY_ANALYSIS BELAY_THREAD_ATTRIBUTE(no_thread_safety_analysis)
