// Who wants to know when a stream has ended, to give back what it kept for the stream.
#pragma once

namespace belay {

class Stream;

/// Called once for each stream after its end, without locks: nothing of it runs any more.
using StreamEndListener = void (*)(const Stream& stream);

/// There is one listener, for the whole process; null: none.
void setStreamEndListener(StreamEndListener listener) noexcept;

/// For Stream.
void tellStreamEnd(const Stream& stream);

}  // namespace belay
