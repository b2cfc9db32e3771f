#include "runtime/context.h"

#include <algorithm>
#include <utility>

#include "base/scope_exit.h"
#include "runtime/stream.h"

namespace belay {

Context::Context(Device& device) : device_(&device) {}

Context::~Context() = default;

Result<Ref<Context>> Context::create(Device& device) {
    Ref<Context> context(new Context(device));
    BELAY_ASSIGN(Ref<Stream> stream, Stream::create(*context, StreamSetup::ofDefault()));
    context->defaultStream_ = stream.get();
    {
        const Lock lock(context->mutex_);
        context->streams_.push_back(std::move(stream));
    }
    ScopeExit undo([&context] { static_cast<void>(context->shutDown(Deadline::afterMs(0))); });
    BELAY_TRY(openHandle(context).takeStatus());
    undo.dismiss();
    return context;
}

Result<Ref<Stream>> Context::createStream(const StreamSetup& setup) {
    BELAY_TRY(device_->beginUse());
    const ScopeExit end([this] { device_->endUse(); });
    BELAY_ASSIGN(Ref<Stream> stream, Stream::create(*this, setup));
    {
        Lock lock(mutex_);
        if (!isAlive()) {
            lock.unlock();
            static_cast<void>(stream->shutDown(Deadline::afterMs(0)));
            return Status::error(Code::kRtContextNull, "the context is being destroyed");
        }
        streams_.push_back(stream);
    }
    stream->announceCreation();
    return stream;
}

void Context::announceDefaultStream() {
    for (const Ref<Stream>& stream : streams()) {
        if (stream->isDefault()) {
            stream->announceCreation();
        }
    }
}

void Context::forget(const Stream& stream) {
    Ref<Stream> forgotten;  // released without the lock
    const Lock lock(mutex_);
    const auto found =
        std::find_if(streams_.begin(), streams_.end(),
                     [&stream](const Ref<Stream>& entry) { return entry.get() == &stream; });
    if (found != streams_.end()) {
        forgotten = std::move(*found);
        streams_.erase(found);
    }
}

std::vector<Ref<Stream>> Context::streams() const {
    const Lock lock(mutex_);
    return streams_;
}

Status Context::shutDown(Deadline deadline) {
    if (isEnding_.exchange(true, std::memory_order_acq_rel)) {
        return Status::ok();
    }
    // While everything can still be used.
    for (const Ref<Stream>& stream : streams()) {
        stream->announceEnd();
    }
    std::vector<Ref<Stream>> streams;
    {
        const Lock lock(mutex_);
        isAlive_.store(false, std::memory_order_seq_cst);
        streams.swap(streams_);
    }
    Status ended = Status::ok();
    for (const Ref<Stream>& stream : streams) {
        stream->announceEnd();  // of one that came meanwhile
        Status status = stream->shutDown(deadline).takeStatus();
        if (ended.isOk()) {
            ended = std::move(status);
        }
    }
    const EpochGuard guard;
    HandleFault fault = HandleFault::kNone;
    closeHandle<Context>(handle(), fault);
    return ended;
}

Status Context::destroy(int64_t waitMs) {
    Status ended = shutDown(Deadline::afterMs(waitMs));
    device_->forget(*this);
    return ended;
}

}  // namespace belay
