#include "base/log.h"

#include <pthread.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <memory>

#include "base/fork.h"
#include "base/log_settings.h"
#include "base/mutex.h"
#include "base/scope_exit.h"

namespace belay::log {
namespace {

constexpr size_t kFileBytes = size_t{20} << 20;

std::string timeForFileName() {
    const auto now = std::chrono::system_clock::now();
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()) % 1000;
    const std::tm local = spdlog::details::os::localtime(std::chrono::system_clock::to_time_t(now));
    return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}{:03}", local.tm_year + 1900,
                       local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec,
                       milliseconds.count());
}

std::shared_ptr<spdlog::sinks::sink> makeFileSink(const LogSettings& settings) {
    const auto folder = std::filesystem::path(settings.folder) / "debug" / "plog";
    std::filesystem::create_directories(folder);
    const auto file = folder / fmt::format("plog-{}_{}.log", ::getpid(), timeForFileName());
    // spdlog counts the rotated files, the setting counts all.
    return std::make_shared<spdlog::sinks::rotating_file_sink_st>(file.string(), kFileBytes,
                                                                  settings.fileCount - 1);
}

spdlog::level::level_enum spdlogLevel(Level level) {
    switch (level) {
        case Level::kTrace:
            return spdlog::level::trace;
        case Level::kDebug:
            return spdlog::level::debug;
        case Level::kInfo:
            return spdlog::level::info;
        case Level::kWarning:
            return spdlog::level::warn;
        case Level::kError:
        case Level::kOff:
            break;
    }
    return spdlog::level::err;
}

// Writing a file can be a thread's cancellation point, but a call of the API that logs is none.
template <typename Action>
void withoutCancellation(Action action) {
    int before = PTHREAD_CANCEL_ENABLE;
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    const ScopeExit restore([&] { ::pthread_setcancelstate(before, nullptr); });
    action();
}

// The one sink and its settings. Never destroyed: anything may log until the process is gone.
class Output {
  public:
    Output() : settings_(LogSettings::fromEnvironment()) {
        const Lock lock(mutex_);
        openSink();
    }

    const LogSettings& settings() const { return settings_; }

    // Events are for who keeps a log; on a terminal they would only be noise.
    bool showsEvents() const {
        return settings_.events &&
               (settings_.toStdout || writesFile_.load(std::memory_order_relaxed));
    }

    void write(std::string_view area, spdlog::level::level_enum level, std::string_view text) {
        const Lock lock(mutex_);
        if (!sink_) {
            openSink();
        }
        writeLine(area, level, text);
        // Standard error is unbuffered; a file is left to its buffer except for what a crash must
        // not lose.
        if (settings_.flushEveryLine || settings_.toStdout || level >= spdlog::level::warn) {
            sink_->flush();
        }
    }

    void flush() {
        const Lock lock(mutex_);
        flushHeld();
    }

    // For who holds the lock.
    void flushHeld() BELAY_REQUIRES(mutex_) {
        if (sink_) {
            sink_->flush();
        }
    }

    // A forked child keeps files of its own, from its first line on.
    void leaveFile() {
        const Lock lock(mutex_);
        if (writesFile_.load(std::memory_order_relaxed)) {
            sink_.reset();
        }
    }

    Mutex& mutex() { return mutex_; }

  private:
    void openSink() BELAY_REQUIRES(mutex_) {
        std::string complaint;
        writesFile_.store(false, std::memory_order_relaxed);
        if (settings_.toStdout) {
            sink_ = std::make_shared<spdlog::sinks::stdout_sink_st>();
        } else if (!settings_.folder.empty()) {
            try {
                sink_ = makeFileSink(settings_);
                writesFile_.store(true, std::memory_order_relaxed);
            } catch (const std::exception& failure) {
                complaint = fmt::format(
                    "no log file can be made below \"{}\" ({}); logging to standard error",
                    settings_.folder, failure.what());
            }
        }
        if (!sink_) {
            sink_ = std::make_shared<spdlog::sinks::stderr_sink_st>();
        }
        sink_->set_formatter(std::make_unique<spdlog::pattern_formatter>(
            "%Y-%m-%d %H:%M:%S.%e %l belay.%n [%P:%t] %v"));
        if (!complaint.empty()) {
            writeLine(kAreaNames[0], spdlog::level::warn, complaint);
        }
    }

    void writeLine(std::string_view area, spdlog::level::level_enum level, std::string_view text)
        BELAY_REQUIRES(mutex_) {
        spdlog::details::log_msg message(spdlog::string_view_t(area.data(), area.size()), level,
                                         spdlog::string_view_t(text.data(), text.size()));
        // spdlog remembers the number per thread, also in a forked child, where it is another.
        message.thread_id = spdlog::details::os::_thread_id();
        sink_->log(message);
    }

    LogSettings settings_;
    Mutex mutex_{LockRank::kLog, "log"};
    std::shared_ptr<spdlog::sinks::sink> sink_ BELAY_GUARDED_BY(mutex_);
    // Whether the sink is a file. Relaxed: orders nothing.
    std::atomic<bool> writesFile_{false};
};

// Made with the first line. Not a local static: what is under way in another thread at a fork()
// would stay under way in the child for ever, so fork() has to wait for it.
struct Instance {
    Mutex making{LockRank::kEnvironment, "making of the log"};
    // Release and acquire: whoever sees the pointer sees what it points to.
    std::atomic<Output*> made{nullptr};
};

constinit Instance instance;

Output& makeOutput() {
    const Lock lock(instance.making);
    if (Output* made = instance.made.load(std::memory_order_acquire); made != nullptr) {
        return *made;
    }
    auto* made = new Output();
    for (size_t area = 0; area < kAreaCount; ++area) {
        detail::thresholds[area].store(made->settings().levels[area], std::memory_order_relaxed);
    }
    instance.made.store(made, std::memory_order_release);
    for (const std::string& complaint : made->settings().complaints) {
        made->write(kAreaNames[0], spdlog::level::warn, complaint);
    }
    return *made;
}

Output& output() {
    Output* made = instance.made.load(std::memory_order_acquire);
    return made != nullptr ? *made : makeOutput();
}

ForkLock makingForkLock(LockRank::kEnvironment, [] { return &instance.making; });

// Lines still in the buffer would be written by the child too. Null while there is no log; it stays
// so during a fork, which holds the lock above.
Mutex* findLogMutex() {
    Output* made = instance.made.load(std::memory_order_acquire);
    return made != nullptr ? &made->mutex() : nullptr;
}

void flushForFork() BELAY_NO_THREAD_SAFETY_ANALYSIS {
    try {
        instance.made.load(std::memory_order_acquire)->flushHeld();
    } catch (...) {
        return;
    }
}

ForkLock logForkLock(LockRank::kLog, findLogMutex, flushForFork);
ForkRepair logForkRepair([] {
    if (Output* made = instance.made.load(std::memory_order_acquire); made != nullptr) {
        made->leaveFile();
    }
});

}  // namespace

namespace detail {

constinit std::array<std::atomic<Level>, kAreaCount> thresholds{};

bool isEnabledSlow(Area area, Level level) noexcept {
    try {
        withoutCancellation([] { output(); });
    } catch (...) {
        return false;
    }
    return level != Level::kOff &&
           level >= thresholds[static_cast<size_t>(area)].load(std::memory_order_relaxed);
}

}  // namespace detail

void write(Area area, Level level, std::string_view text) noexcept {
    try {
        withoutCancellation([&] {
            output().write(kAreaNames[static_cast<size_t>(area)], spdlogLevel(level), text);
        });
    } catch (...) {
        // A full disk or no memory: the line is lost, the application goes on.
        return;
    }
}

void writeEvent(Area area, std::string_view text) noexcept {
    try {
        withoutCancellation([&] {
            if (output().showsEvents()) {
                output().write(kAreaNames[static_cast<size_t>(area)], spdlog::level::info, text);
            }
        });
    } catch (...) {
        return;
    }
}

void flush() noexcept {
    try {
        withoutCancellation([] { output().flush(); });
    } catch (...) {
        return;
    }
}

}  // namespace belay::log
