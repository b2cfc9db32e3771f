// An application that brings its own logging and protobuf libraries: shared ones, while belay has
// spdlog and fmt inside. Both sides use theirs by turns and neither notices the other.
#include <acl/acl.h>
#include <fmt/format.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "note.pb.h"

namespace {

void expect(bool holds, std::string_view what) {
    if (!holds) {
        std::cerr << "does not hold: " << what << '\n';
        std::exit(EXIT_FAILURE);
    }
}

size_t registeredLoggers() {
    size_t count = 0;
    spdlog::apply_all([&](const std::shared_ptr<spdlog::logger>&) { ++count; });
    return count;
}

void makeBelayLogAnError() {
    expect(aclGetCannAttribute(ACL_CANN_ATTR_BF16, nullptr) == ACL_ERROR_INVALID_PARAM,
           "a missing result is refused");
    const char* message = aclGetRecentErrMsg();
    expect(
        message != nullptr && std::string_view(message).find("'value'") != std::string_view::npos,
        "belay formats its message");
}

// The application's registry of loggers and its defaults are its own.
void logTogether() {
    std::ostringstream text;
    const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("application", sink));
    spdlog::set_pattern("%n|%l|%v");
    const size_t loggers = registeredLoggers();

    expect(aclInit(nullptr) == ACL_SUCCESS, "aclInit");
    spdlog::info("{} of {}", 1, 2);
    makeBelayLogAnError();
    spdlog::set_level(spdlog::level::off);
    makeBelayLogAnError();
    spdlog::set_level(spdlog::level::info);
    expect(registeredLoggers() == loggers, "belay adds no logger to the application's registry");
    spdlog::info("{}", fmt::format("{:>4}", 2));
    expect(text.str() == "application|info|1 of 2\napplication|info|   2\n",
           "the application's log has the application's lines");
    spdlog::shutdown();
    makeBelayLogAnError();
    expect(aclFinalize() == ACL_SUCCESS, "aclFinalize");
}

void sendNotes() {
    application::Note note;
    note.set_text("from the application");
    note.add_numbers(7);
    application::Note copy;
    expect(copy.ParseFromString(note.SerializeAsString()), "a message survives the journey");
    expect(copy.text() == note.text() && copy.numbers(0) == 7, "the message is the same");
}

}  // namespace

int main() {
    sendNotes();
    logTogether();
    sendNotes();
    google::protobuf::ShutdownProtobufLibrary();
    return EXIT_SUCCESS;
}
