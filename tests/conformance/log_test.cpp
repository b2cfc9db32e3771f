// What users see of the log: where it goes and what is in it, by the environment variables that
// steer it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <map>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "support/bad_handles.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"
#include "support/temp_folder.h"

namespace belay::test::log_test {
namespace {

using Environment = std::map<std::string, std::string>;

constexpr size_t kFileBytes = size_t{20} << 20;

// One line of the application per level, one error of the library.
void logSomething() {
    aclAppLog(ACL_DEBUG, "f", "f.cpp", 1, "a debug line");
    aclAppLog(ACL_INFO, "f", "f.cpp", 1, "an info line");
    aclAppLog(ACL_WARNING, "f", "f.cpp", 1, "a warning line");
    aclAppLog(ACL_ERROR, "f", "f.cpp", 1, "an error line");
    aclDestroyDataBuffer(nullptr);
}

Outcome loggingWith(const Environment& environment, void (*body)() = logSomething) {
    Outcome outcome = inFreshProcess(body, {.environment = environment});
    EXPECT_TRUE(endedWell(outcome));
    return outcome;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Which of the lines of logSomething() are there.
std::string shownIn(const std::string& text) {
    std::string shown;
    for (const char* line :
         {"debug line", "info line", "warning line", "error line", "aclDestroyDataBuffer"}) {
        shown += has(text, line) ? std::string(line).substr(0, 1) : "";
    }
    return shown;
}

// The text of the only log file below `folder`.
std::string onlyFileBelow(const std::string& folder) {
    const std::vector<std::string> files = filesBelow(folder);
    EXPECT_EQ(files.size(), 1U) << "below " << folder;
    return files.empty() ? std::string() : contentOf(files[0]);
}

TEST(Log, NothingIsWrittenUnlessSomethingFails) {
    const Outcome outcome = loggingWith({}, [] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_NE(makeDesc(), nullptr);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    });
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.errors, "");
}

TEST(Log, ByDefaultErrorsGoToStandardError) {
    const Outcome outcome = loggingWith({});
    EXPECT_EQ(shownIn(outcome.errors), "ea");
    EXPECT_EQ(outcome.output, "");
}

TEST(Log, LineHasTimeLevelAreaProcessAndThread) {
    const Outcome outcome = loggingWith({}, [] { aclDestroyDataBuffer(nullptr); });
    const std::regex line(
        "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3} error belay\\.acl "
        "\\[([0-9]+):\\1\\] aclDestroyDataBuffer: .*'dataBuffer' is null.*\n");
    EXPECT_TRUE(std::regex_match(outcome.errors, line)) << outcome.errors;
}

TEST(Log, HarmlessRepetitionsAreNoErrors) {
    const auto repeat = [] {
        aclInit(nullptr);
        aclInit(nullptr);
        aclFinalize();
        aclFinalize();
    };
    EXPECT_EQ(loggingWith({}, repeat).errors, "");
    EXPECT_TRUE(has(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", "2"}}, repeat).errors, " warning "));
}

TEST(Log, GlobalLevelHoldsForAllAreas) {
    EXPECT_EQ(shownIn(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", "0"}}).errors), "diwea");
    EXPECT_EQ(shownIn(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", "1"}}).errors), "iwea");
    EXPECT_EQ(shownIn(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", "2"}}).errors), "wea");
    EXPECT_EQ(shownIn(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", "3"}}).errors), "ea");
    EXPECT_EQ(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", "4"}}).errors, "");
}

TEST(Log, UnusableGlobalLevelIsNamedAndIgnored) {
    for (const char* value : {"5", "-1", "info", "1x", " 1"}) {
        const Outcome outcome = loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", value}});
        EXPECT_TRUE(has(outcome.errors, "ASCEND_GLOBAL_LOG_LEVEL")) << value;
        EXPECT_EQ(shownIn(outcome.errors), "ea") << value;
    }
    EXPECT_EQ(shownIn(loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", ""}}).errors), "ea");
}

TEST(Log, ModuleLevelsGoOverTheGlobalOne) {
    const auto shown = [](const std::string& global, const std::string& modules) {
        return shownIn(
            loggingWith({{"ASCEND_GLOBAL_LOG_LEVEL", global}, {"ASCEND_MODULE_LOG_LEVEL", modules}})
                .errors);
    };
    EXPECT_EQ(shown("3", "APP=0"), "diwea");
    EXPECT_EQ(shown("0", "APP=3"), "ea");
    EXPECT_EQ(shown("3", "APP=1:ASCENDCL=4"), "iwe");
    EXPECT_EQ(shown("3", "ASCENDCL=4"), "e");
    EXPECT_EQ(shown("4", "ASCENDCL=3"), "a");
}

TEST(Log, ModulesThatDoNotExistHereAreIgnored) {
    const Outcome outcome = loggingWith({{"ASCEND_MODULE_LOG_LEVEL", "HCCL=0:APP=2:TDT=1"}});
    EXPECT_FALSE(has(outcome.errors, "ASCEND_MODULE_LOG_LEVEL"));
    EXPECT_EQ(shownIn(outcome.errors), "wea");
}

TEST(Log, UnusableModuleLevelsAreNamedAndIgnored) {
    for (const char* value : {"APP", "APP=", "APP=5", "APP=info", "=", "APP:ASCENDCL=3"}) {
        const Outcome outcome = loggingWith({{"ASCEND_MODULE_LOG_LEVEL", value}});
        EXPECT_TRUE(has(outcome.errors, "ASCEND_MODULE_LOG_LEVEL")) << value;
        EXPECT_EQ(shownIn(outcome.errors), "ea") << value;
    }
}

TEST(Log, OwnVariableGoesOverTheOthers) {
    EXPECT_EQ(shownIn(loggingWith({{"BELAY_LOG", "info"}}).errors), "iwea");
    EXPECT_EQ(shownIn(loggingWith({{"BELAY_LOG", "app=warning"}}).errors), "wea");
    EXPECT_EQ(shownIn(loggingWith({{"BELAY_LOG", "off,app=error"}}).errors), "e");
    EXPECT_EQ(shownIn(loggingWith({{"BELAY_LOG", "error"},
                                   {"ASCEND_GLOBAL_LOG_LEVEL", "0"},
                                   {"ASCEND_MODULE_LOG_LEVEL", "APP=0"}})
                          .errors),
              "ea");
    EXPECT_EQ(
        shownIn(loggingWith({{"BELAY_LOG", "acl=off"}, {"ASCEND_GLOBAL_LOG_LEVEL", "1"}}).errors),
        "iwe");
}

TEST(Log, UnusableOwnVariableIsNamedAndIgnored) {
    for (const char* value : {"3", "loud", "app=", "app=loud", "nothing=info", "=info"}) {
        const Outcome outcome = loggingWith({{"BELAY_LOG", value}});
        EXPECT_TRUE(has(outcome.errors, "BELAY_LOG")) << value;
        EXPECT_EQ(shownIn(outcome.errors), "ea") << value;
    }
}

TEST(Log, StandardOutputIsUsedWhenAskedFor) {
    for (const char* name : {"ASCEND_LOG_PRINT_TO_STDOUT", "ASCEND_SLOG_PRINT_TO_STDOUT"}) {
        const Outcome outcome = loggingWith({{name, "1"}});
        EXPECT_EQ(shownIn(outcome.output), "ea") << name;
        EXPECT_EQ(outcome.errors, "") << name;
    }
}

TEST(Log, NewerNameOfTheOutputVariableWins) {
    Outcome outcome =
        loggingWith({{"ASCEND_LOG_PRINT_TO_STDOUT", "0"}, {"ASCEND_SLOG_PRINT_TO_STDOUT", "1"}});
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(shownIn(outcome.errors), "ea");
    outcome =
        loggingWith({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}, {"ASCEND_SLOG_PRINT_TO_STDOUT", "0"}});
    EXPECT_EQ(shownIn(outcome.output), "ea");
}

TEST(Log, LinesOnStandardOutputSurviveAnAbruptEnd) {
    const Outcome outcome =
        loggingWith({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}, {"BELAY_LOG", "info"}}, [] {
            logSomething();
            ::_exit(0);
        });
    EXPECT_EQ(shownIn(outcome.output), "iwea");
}

TEST(Log, FolderMakesFiles) {
    const TempFolder folder;
    const Outcome outcome = loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.pathOf("new/logs")}});
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.errors, "");
    const std::vector<std::string> files = filesBelow(folder.path());
    ASSERT_EQ(files.size(), 1U);
    const std::regex name(".*/new/logs/debug/plog/plog-[0-9]+_[0-9]{17}\\.log");
    EXPECT_TRUE(std::regex_match(files[0], name)) << files[0];
    EXPECT_EQ(shownIn(contentOf(files[0])), "ea");
}

TEST(Log, WorkPathMakesFilesToo) {
    const TempFolder folder;
    loggingWith({{"ASCEND_WORK_PATH", folder.pathOf("work")}});
    EXPECT_EQ(shownIn(onlyFileBelow(folder.pathOf("work/log/debug/plog"))), "ea");
}

TEST(Log, LogPathGoesOverTheWorkPath) {
    const TempFolder folder;
    loggingWith({{"ASCEND_WORK_PATH", folder.pathOf("work")},
                 {"ASCEND_PROCESS_LOG_PATH", folder.pathOf("logs")}});
    EXPECT_EQ(shownIn(onlyFileBelow(folder.path())), "ea");
    EXPECT_EQ(filesBelow(folder.pathOf("logs")).size(), 1U);
}

TEST(Log, StandardOutputGoesOverFiles) {
    const TempFolder folder;
    const Outcome outcome = loggingWith(
        {{"ASCEND_PROCESS_LOG_PATH", folder.path()}, {"ASCEND_LOG_PRINT_TO_STDOUT", "1"}});
    EXPECT_EQ(shownIn(outcome.output), "ea");
    EXPECT_TRUE(filesBelow(folder.path()).empty());
}

TEST(Log, UnusableFolderIsNamedAndStandardErrorUsed) {
    const TempFolder folder;
    const std::string file = folder.write("file", "");
    for (const std::string& path : {file, file + "/below", std::string("/proc/none")}) {
        const Outcome outcome = loggingWith({{"ASCEND_PROCESS_LOG_PATH", path}});
        EXPECT_TRUE(has(outcome.errors, path));
        EXPECT_EQ(shownIn(outcome.errors), "ea");
    }
}

TEST(Log, EachProcessHasItsOwnFile) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()}});
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()}});
    EXPECT_EQ(filesBelow(folder.path()).size(), 2U);
}

TEST(Log, EventsAreLoggedWhereALogIsKept) {
    const auto live = [] {
        aclInit(nullptr);
        aclFinalize();
    };
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.pathOf("on")}}, live);
    const std::string text = onlyFileBelow(folder.pathOf("on"));
    EXPECT_TRUE(has(text, "] initialised")) << text;
    EXPECT_TRUE(has(text, "] finalised")) << text;
    EXPECT_TRUE(
        has(loggingWith({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}}, live).output, "] initialised"));
    loggingWith(
        {{"ASCEND_PROCESS_LOG_PATH", folder.pathOf("off")}, {"ASCEND_GLOBAL_EVENT_ENABLE", "0"}},
        live);
    EXPECT_FALSE(has(onlyFileBelow(folder.pathOf("off")), "initialised"));
}

TEST(Log, FileIsWrittenOutAtFinalizeAndAtExit) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.pathOf("a")}, {"BELAY_LOG", "app=info"}}, [] {
        aclInit(nullptr);
        aclAppLog(ACL_INFO, "f", "f.cpp", 1, "an info line");
        aclFinalize();
        ::_exit(0);
    });
    EXPECT_TRUE(has(onlyFileBelow(folder.pathOf("a")), "an info line"));
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.pathOf("b")}, {"BELAY_LOG", "app=info"}},
                [] { aclAppLog(ACL_INFO, "f", "f.cpp", 1, "an info line"); });
    EXPECT_TRUE(has(onlyFileBelow(folder.pathOf("b")), "an info line"));
}

TEST(Log, WarningsAndErrorsReachTheFileAtOnce) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()}, {"BELAY_LOG", "app=warning"}}, [] {
        aclAppLog(ACL_WARNING, "f", "f.cpp", 1, "a warning line");
        ::_exit(0);
    });
    EXPECT_TRUE(has(onlyFileBelow(folder.path()), "a warning line"));
}

TEST(Log, EveryLineReachesTheFileAtOnceWhenAskedFor) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()},
                 {"BELAY_LOG", "app=info"},
                 {"ASCEND_LOG_SYNC_SAVE", "1"}},
                [] {
                    aclAppLog(ACL_INFO, "f", "f.cpp", 1, "an info line");
                    ::_exit(0);
                });
    EXPECT_TRUE(has(onlyFileBelow(folder.path()), "an info line"));
}

// Logs 45 MB in numbered lines of about a thousand bytes.
void logMuch() {
    const std::string text(900, 'z');
    for (int i = 0; i < 48'000; ++i) {
        aclAppLog(ACL_INFO, "f", "f.cpp", 1, "%s line %d.", text.c_str(), i);
    }
}

TEST(Log, FilesOfTwentyMebibytesRotate) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()},
                 {"ASCEND_HOST_LOG_FILE_NUM", "2"},
                 {"BELAY_LOG", "app=info"}},
                logMuch);
    const std::vector<std::string> files = filesBelow(folder.path());
    ASSERT_EQ(files.size(), 2U);
    std::string all;
    for (const std::string& file : files) {
        const std::string text = contentOf(file);
        EXPECT_LE(text.size(), kFileBytes);
        all += text;
    }
    EXPECT_GT(all.size(), kFileBytes);
    EXPECT_TRUE(has(all, " line 47999."));
    EXPECT_FALSE(has(all, " line 0."));  // the oldest file is gone
}

TEST(Log, OneFileIsKeptWhenOneIsAllowed) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()},
                 {"ASCEND_HOST_LOG_FILE_NUM", "1"},
                 {"BELAY_LOG", "app=info"}},
                logMuch);
    const std::string text = onlyFileBelow(folder.path());
    EXPECT_LE(text.size(), kFileBytes);
    EXPECT_TRUE(has(text, " line 47999."));
}

TEST(Log, UnusableNumberOfFilesMeansTheDefault) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()},
                 {"ASCEND_HOST_LOG_FILE_NUM", "0"},
                 {"BELAY_LOG", "app=info"}},
                logMuch);
    EXPECT_EQ(filesBelow(folder.path()).size(), 3U);
}

TEST(Log, TraceShowsCallArgumentsAndResult) {
    const Outcome outcome = loggingWith({{"BELAY_LOG", "acl=trace"}}, [] {
        aclInit("");
        aclDataBuffer* buffer = aclCreateDataBuffer(reinterpret_cast<void*>(0x1234), 56);
        aclGetDataBufferSizeV2(buffer);
        aclDestroyDataBuffer(buffer);
        aclDestroyDataBuffer(buffer);
        const int64_t dim = 3;
        aclDestroyTensorDesc(aclCreateTensorDesc(ACL_INT8, 1, &dim, ACL_FORMAT_ND));
        aclGetTensorDescName(nullptr);
        aclSetTensorDescName(nullptr, "x0");
    });
    for (const char* line :
         {"aclInit(configPath) with \"\"\n", "aclInit -> 0\n",
          "aclCreateDataBuffer(data, size) with 0x1234, 56\n", "aclCreateDataBuffer -> 0x",
          "aclGetDataBufferSizeV2 -> 56\n", "aclDestroyDataBuffer -> 0\n",
          "aclDestroyDataBuffer -> 100000\n",
          "aclCreateTensorDesc(dataType, numDims, dims, format) with 2, 1, 0x",
          "aclGetTensorDescName -> \"\"\n", "aclSetTensorDescName(desc, name) with 0x0, \"x0\"\n",
          "aclSetTensorDescName -> 0\n", " trace belay.acl ["}) {
        EXPECT_TRUE(has(outcome.errors, line)) << line << "is not in\n" << outcome.errors;
    }
}

TEST(Log, EnvironmentIsReadOnce) {
    const Outcome outcome = loggingWith({{"BELAY_LOG", "app=warning"}}, [] {
        aclAppLog(ACL_INFO, "f", "f.cpp", 1, "before");
        ::setenv("BELAY_LOG", "trace", 1);
        ::setenv("ASCEND_LOG_PRINT_TO_STDOUT", "1", 1);
        logSomething();
    });
    EXPECT_EQ(shownIn(outcome.errors), "wea");
    EXPECT_EQ(outcome.output, "");
}

TEST(Log, EnvironmentMayBeSetBeforeTheFirstCall) {
    const Outcome outcome = loggingWith({}, [] {
        ::setenv("BELAY_LOG", "app=info", 1);
        logSomething();
    });
    EXPECT_EQ(shownIn(outcome.errors), "iwea");
}

// Also when the very first lines race with the fork.
TEST(Log, ForkedChildLogsWhileThreadsOfTheParentLog) {
    if (!kMayForkWhileAllocating) {
        GTEST_SKIP() << "the sanitizer's allocator is not made for it";
    }
    for (int round = 0; round < 10; ++round) {
        const Outcome outcome = loggingWith({{"BELAY_LOG", "app=info"}}, [] {
            onThreads(3, [](size_t thread) {
                for (int i = 0; i < 20; ++i) {
                    if (thread != 0) {
                        aclAppLog(ACL_INFO, "f", "f.cpp", 1, "parent");
                        continue;
                    }
                    const pid_t child = ::fork();
                    if (child == 0) {
                        aclAppLog(ACL_INFO, "f", "f.cpp", 1, "child");
                        ::_exit(0);
                    }
                    int status = -1;
                    ASSERT_EQ(::waitpid(child, &status, 0), child);
                    ASSERT_EQ(status, 0);
                }
            });
        });
        ASSERT_TRUE(has(outcome.errors, "child"));
    }
}

TEST(Log, ForkedChildKeepsAFileOfItsOwn) {
    const TempFolder folder;
    const Outcome outcome =
        loggingWith({{"BELAY_LOG", "app=info"}, {"ASCEND_PROCESS_LOG_PATH", folder.path()}}, [] {
            aclAppLog(ACL_INFO, "f", "f.cpp", 1, "of the parent");
            const pid_t child = ::fork();
            if (child == 0) {
                aclAppLog(ACL_INFO, "f", "f.cpp", 1, "of the child");
                std::exit(0);
            }
            int status = -1;
            ASSERT_EQ(::waitpid(child, &status, 0), child);
            ASSERT_EQ(status, 0);
            aclAppLog(ACL_INFO, "f", "f.cpp", 1, "of the parent again");
        });
    const std::vector<std::string> files = filesBelow(folder.path());
    ASSERT_EQ(files.size(), 2U);
    const std::regex parents(".*of the parent\n.*of the parent again\n");
    const std::regex childs(".*\\[([0-9]+):\\1\\] .*of the child\n");
    const std::string first = contentOf(files[0]);
    const std::string second = contentOf(files[1]);
    const bool inOrder = has(first, "parent");
    EXPECT_TRUE(std::regex_search(inOrder ? first : second, parents)) << first << second;
    // Once each, and the thread that the child is.
    EXPECT_TRUE(std::regex_match(inOrder ? second : first, childs)) << first << second;
}

TEST(Log, ForkedChildThatSaysNothingLeavesNothing) {
    const TempFolder folder;
    loggingWith({{"BELAY_LOG", "app=info"}, {"ASCEND_PROCESS_LOG_PATH", folder.path()}}, [] {
        aclAppLog(ACL_INFO, "f", "f.cpp", 1, "of the parent");
        const pid_t child = ::fork();
        if (child == 0) {
            std::exit(0);
        }
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
    });
    const std::string text = onlyFileBelow(folder.path());
    EXPECT_EQ(text.find("of the parent"), text.rfind("of the parent"));
}

TEST(Log, CancelledThreadIsNotCancelledByALine) {
    const Outcome outcome = loggingWith({}, [] {
        std::atomic<bool> returned{false};
        std::thread thread([&] {
            ::pthread_cancel(::pthread_self());
            aclDestroyDataBuffer(nullptr);
            returned = true;
        });
        thread.join();
        EXPECT_TRUE(returned);
    });
    EXPECT_TRUE(has(outcome.errors, "aclDestroyDataBuffer"));
}

// A file that takes no line is opened once all the same.
TEST(Log, FullDiskDoesNotUseUpDescriptors) {
    const TempFolder folder;
    loggingWith({{"BELAY_LOG", "not a level"}, {"ASCEND_PROCESS_LOG_PATH", folder.path()}}, [] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit fewBytes{10, 10};
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &fewBytes), 0);
        for (int i = 0; i < 50; ++i) {
            EXPECT_EQ(aclDestroyDataBuffer(nullptr), ACL_ERROR_INVALID_PARAM);
        }
        const int next = ::dup(STDERR_FILENO);
        EXPECT_LT(next, 30);
    });
    EXPECT_EQ(filesBelow(folder.path()).size(), 1U);
}

TEST(Log, ProgramsThatTheApplicationStartsDoNotInheritTheFile) {
    const TempFolder folder;
    loggingWith({{"ASCEND_PROCESS_LOG_PATH", folder.path()}}, [] {
        const int before = ::dup(STDERR_FILENO);
        ::close(before);
        aclDestroyDataBuffer(nullptr);
        const int flags = ::fcntl(before, F_GETFD);  // the lowest that was free
        ASSERT_NE(flags, -1);
        EXPECT_NE(flags & FD_CLOEXEC, 0);
    });
}

}  // namespace
}  // namespace belay::test::log_test
